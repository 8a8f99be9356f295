import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ports of systems, so that no outgoing connection takes one by chance. */
export const PORTS = { first: 12_000, last: 31_999 } as const;

const anyPort = () => randomInt(PORTS.first, PORTS.last + 1);

/** A free port for a process that is about to start. @param choose the next candidate */
export async function freePort(choose = anyPort): Promise<number> {
  for (;;) {
    const port = choose();
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: Error & { code?: string }) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error)));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
