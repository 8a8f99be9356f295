import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextPoll } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';
import { unavailable } from './errors.ts';
import { replyWithError } from './reply.ts';

/** What a listener lets in, and how it ends without leaving anybody with half an answer or none. */
export interface Listener {
  /** What the server is made with. */
  handle: RequestListener;
  /** To be called before the server listens. */
  watch(server: Server): void;
  /** Who answers from now on. */
  lead(to: RequestListener): void;
  isClosing(): boolean;
  /**
   * Ends in this order. For `drainMs` everybody is still let in, so that those who send requests here can notice and go
   * elsewhere; each answer asks its client not to use the connection again. Then nobody new is let in, and connections close as
   * soon as they are quiet. When `limit` comes, what has no answer yet gets `503`, and answers that have begun are cut off.
   * @returns false when that happened to any
   */
  close(options: { drainMs: number; limit: AbortSignal }): Promise<boolean>;
}

interface Connection {
  /** Answers under way, the oldest first. */
  open: Set<ServerResponse>;
  /** When it last had one, or was made, and how much had been read by then. */
  quietSince: number;
  read: number;
}

/** A connection that has been quiet for so long will hardly carry a request at the moment it closes. Those of busy clients never are. */
const QUIET_MS = 250;
/** No connection is on its way once so many looks in a row find none, while all answers are held back. */
const CALM_LOOKS = 3;
const LONGEST_LULL_MS = 1_000;
const LOOK_MS = 10;
/** For the last answers to leave. */
const FAREWELL_MS = 500;

export function createListener(log: Log, quietMs = QUIET_MS): Listener {
  const connections = new Map<Socket, Connection>();
  let server: Server;
  let answer: RequestListener = tooLate;
  let closing = false;
  let arrived = false;
  /** Requests that wait until no further connection is on its way. */
  let held: (() => void)[] | undefined;

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection) {
      // Sent on before the answer that ends the connection had arrived: it is not begun, since its answer could not be sent.
      if (closing && [...connection.open].some(isLast)) return;
      connection.open.add(response);
      const settle = () => {
        connection.quietSince = performance.now();
        connection.read = socket.bytesRead;
      };
      request.once('close', settle);
      response.once('close', () => {
        connection.open.delete(response);
        settle();
      });
      if (closing) announceClose(connection);
    }
    if (held) held.push(() => void answer(request, response));
    else void answer(request, response);
  }

  /** Only the last answer of a connection may say so: after it, nothing more is sent. */
  function announceClose({ open }: Connection): void {
    const last = [...open].at(-1);
    for (const response of open) {
      if (response.headersSent) continue;
      if (response === last) response.setHeader('Connection', 'close');
      else response.removeHeader('Connection');
    }
  }

  /** A connection that was made before its listener went away, and is not taken by then, is cut off by the system. */
  async function awaitLull(limit: AbortSignal): Promise<void> {
    const since = performance.now();
    held = [];
    for (let calm = 0; calm < CALM_LOOKS && performance.now() - since < LONGEST_LULL_MS && !limit.aborted; ) {
      arrived = false;
      await look();
      calm = arrived ? 0 : calm + 1;
    }
  }

  /** Lets some time go by, and then whatever has arrived meanwhile be read, so that nobody is taken for quiet who is not. */
  async function look(): Promise<void> {
    await delay(LOOK_MS);
    await nextPoll();
  }

  function closeQuietOnes(): void {
    for (const [socket, { open, quietSince, read }] of connections) {
      const isQuiet = performance.now() - quietSince >= quietMs && socket.bytesRead === read;
      if (open.size === 0 && isQuiet) socket.destroy();
    }
  }

  async function cutOff(): Promise<void> {
    answer = tooLate;
    for (const { open } of connections.values()) {
      for (const response of open) {
        log.warn({ operation: nameOf(response), answered: !response.headersSent }, 'a request was cut off');
        if (!response.headersSent) tooLate(response.req, response);
      }
    }
    for (const since = performance.now(); connections.size > 0 && performance.now() - since < FAREWELL_MS; await look()) {
      for (const [socket, { open }] of connections) {
        if ([...open].every(({ writableEnded, writableLength }) => writableEnded && writableLength === 0)) socket.destroySoon();
      }
    }
    for (const socket of connections.keys()) socket.destroy();
  }

  return {
    handle,
    watch(watched) {
      server = watched;
      server.on('connection', (socket: Socket) => {
        arrived = true;
        connections.set(socket, { open: new Set(), quietSince: performance.now(), read: 0 });
        socket.once('close', () => connections.delete(socket));
      });
    },
    lead(to) {
      answer = to;
    },
    isClosing: () => closing,
    async close({ drainMs, limit }) {
      closing = true;
      for (const connection of connections.values()) announceClose(connection);
      await delay(drainMs, undefined, { signal: limit }).catch(() => {});
      await awaitLull(limit);
      // Not the HTTP server's own way to close, which would also cut idle connections, whether a request is on its way or not.
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      for (const enter of held ?? []) enter();
      held = undefined;
      for (; connections.size > 0 && !limit.aborted; await look()) closeQuietOnes();
      const whole = connections.size === 0;
      if (!whole) await cutOff();
      await closed;
      // Nothing is open any more; this ends the watch over slow requests.
      server.close();
      return whole;
    },
  };
}

const isLast = (response: ServerResponse): boolean => response.headersSent && response.getHeader('Connection') === 'close';

/** The operation stands for the path, which may hold what logs must not. */
const nameOf = (response: ServerResponse & { locals?: { operation?: string } }): string =>
  response.locals?.operation ?? `${response.req.method} request`;

/** Whoever has asked under an idempotency key may ask again, elsewhere or later, and hears what became of it. */
function tooLate(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  if (!response.hasHeader('X-Request-Id')) response.setHeader('X-Request-Id', randomUUID());
  replyWithError(response, unavailable('The service is stopping; try again shortly.'));
}
