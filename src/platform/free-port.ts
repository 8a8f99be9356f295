import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems give to whoever asks for any, outgoing connections among them: nobody else comes by one of these by chance. */
export const PORTS = { first: 12_000, last: 31_999 } as const;

const anyPort = () => randomInt(PORTS.first, PORTS.last + 1);

/** A port that nobody listens at, for a process that is about to start. @param choose says which is looked at next */
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
