import { createServer } from 'node:net';

/** Below those that systems give to whoever asks for any, outgoing connections among them: nobody else comes by one of these by chance. */
const [FIRST, COUNT] = [12_000, 20_000];

/**
 * Where to look next. Who is given a port listens there only seconds later, so nobody may find the same meanwhile: a process goes on from
 * the one before, and processes that start together, whose ids are close, look far from each other, at steps of the golden section.
 */
let place = process.pid * 12_361;

/** A port that nobody listens at, for a process that is about to start. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + (place++ % COUNT);
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(port, () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
