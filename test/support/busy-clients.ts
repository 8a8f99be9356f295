/** Clients that keep sending requests to a service that is stopping. */
import { type Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

export const CLIENTS = 20;
/** Before a listener closes, the system may accept a connection or two more, and cuts them off. */
const FROM_THE_DOORSTEP = 2;
/** A connection that is quiet for a quarter of a second is closed: those of a test process that stood still for so long, too. */
const STILL_MS = 200;

/** The number of connections that may end without an answer; call it when all have ended. */
export function endsToAllow(): () => number {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  return () => {
    delays.disable();
    return delays.max / 1e6 > STILL_MS ? CLIENTS : FROM_THE_DOORSTEP;
  };
}

/** The status of a complete answer, else the error's code. */
export function ask(url: string, authorization: string, agent: Agent, body?: string): Promise<{ end: string; lastOnes: boolean }> {
  return new Promise((resolve) => {
    const failed = (error: Error & { code?: string }) => resolve({ end: error.code ?? error.message, lastOnes: false });
    const sent = request(
      url,
      { agent, method: body ? 'POST' : 'GET', headers: { authorization, 'content-type': 'application/json' } },
      (answer) => {
        answer.resume().once('error', failed);
        answer.once('end', () => resolve({ end: String(answer.statusCode), lastOnes: answer.headers.connection === 'close' }));
      },
    );
    sent.once('error', failed);
    sent.end(body);
  });
}
