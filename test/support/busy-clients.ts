/** Clients that keep asking a service that is told to stop. */
import { type Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

export const CLIENTS = 20;
/** Between the last look and the end of a listener the system may take a connection or two more, which it cuts off then. */
const FROM_THE_DOORSTEP = 2;
/** A connection that is quiet for a quarter of a second is closed: those of a test process that stood still for so long, too. */
const STILL_MS = 200;

/** How many connections may end without an answer; asked when all have ended. */
export function endsToAllow(): () => number {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  return () => {
    delays.disable();
    return delays.max / 1e6 > STILL_MS ? CLIENTS : FROM_THE_DOORSTEP;
  };
}

/** A whole answer as its status, what went wrong otherwise as its code. */
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
