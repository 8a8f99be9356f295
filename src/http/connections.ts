import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../platform/log.ts';

export interface ConnectionLimits {
  /** An answer of which the client reads nothing for so many milliseconds is cut off. */
  stallMs: number;
  most: number | undefined;
  log: Log | undefined;
}

/** Clients that never read, and crowds of connections, must not take what others need. Call it before the server listens. */
export function limitConnections(server: Server, { stallMs, most, log }: ConnectionLimits): void {
  cutStalled(server, stallMs, log);
  if (most !== undefined) server.maxConnections = most;
  const dropped = seldom(() => log?.warn({ most }, 'connections are dropped: there are as many as the limit of open files allows'));
  server.on('drop', dropped);
  const refused = seldom((error) => log?.error({ err: error }, 'connections cannot be taken'));
  server.on('error', (error) => {
    // An earlier error belongs to `listen`.
    if (server.listening) refused(error);
  });
}

interface Standing {
  delivered: number;
  since: number;
}

function cutStalled(server: Server, stallMs: number, log: Log | undefined): void {
  const standing = new Map<Socket, Standing | undefined>();
  server.on('connection', (socket: Socket) => {
    standing.set(socket, undefined);
    socket.once('close', () => standing.delete(socket));
  });
  const look = () => {
    const now = performance.now();
    for (const [socket, before] of standing) {
      const { delivered, isPending } = outgoing(socket);
      if (!isPending) standing.set(socket, undefined);
      else if (before?.delivered !== delivered) standing.set(socket, { delivered, since: now });
      else if (now - before.since >= stallMs) {
        log?.info({ delivered }, 'a client that does not read its answer was cut off');
        socket.destroy();
      }
    }
  };
  const timer = setInterval(look, stallMs / 3).unref();
  server.once('close', () => clearInterval(timer));
}

/** Node's own measure of an idle socket: `bytesWritten` of the socket also counts unread bytes. */
interface Handle {
  bytesWritten: number;
  writeQueueSize: number;
}

function outgoing(socket: Socket): { delivered: number; isPending: boolean } {
  const handle = Reflect.get(socket, '_handle') as Handle | null;
  if (!handle) return { delivered: 0, isPending: false };
  const { bytesWritten, writeQueueSize } = handle;
  return { delivered: bytesWritten - writeQueueSize, isPending: writeQueueSize > 0 || socket.writableLength > 0 };
}

const SELDOM_MS = 60_000;

function seldom<Args extends unknown[]>(call: (...args: Args) => void): (...args: Args) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (...args) => {
    if (performance.now() - last < SELDOM_MS) return;
    last = performance.now();
    call(...args);
  };
}
