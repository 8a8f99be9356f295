import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay, setImmediate as nextPoll } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';
import { unavailable } from './errors.ts';
import { replyWithError } from './reply.ts';

/** Lets requests in, and ends without leaving anybody with half an answer or none. */
export interface Listener {
  handle: RequestListener;
  /** Call it before the server listens. */
  watch(server: Server): void;
  lead(to: RequestListener): void;
  isClosing(): boolean;
  /**
   * Ends in this order. For `drainMs` every request is still let in, so that load balancers notice and go elsewhere; each answer asks its
   * client not to reuse the connection. Then no new connection is accepted, and connections close as soon as they are quiet. At `limit`,
   * requests without an answer get `503`, and unfinished answers are cut off.
   * @returns false when that happened to any
   */
  close(options: { drainMs: number; limit: AbortSignal }): Promise<boolean>;
}

interface Connection {
  open: Set<ServerResponse>;
  /** The end of the last answer, or of the connect, and the bytes read by then. */
  quietSince: number;
  read: number;
}

/** A connection that was quiet for so long hardly carries a request at the moment it closes. Those of busy clients never are. */
const QUIET_MS = 250;
/** After so many looks in a row without a new connection, while all answers are held back, none is on its way. */
const CALM_LOOKS = 3;
const LONGEST_LULL_MS = 1_000;
const LOOK_MS = 10;
const FAREWELL_MS = 500;

export function createListener(log: Log, quietMs = QUIET_MS): Listener {
  const connections = new Map<Socket, Connection>();
  let server: Server;
  let answer: RequestListener = tooLate;
  let closing = false;
  let arrived = false;
  let held: (() => void)[] | undefined;

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const connection = connections.get(socket);
    if (connection) {
      // A pipelined request behind the last answer: its own could not be sent, so it is not begun.
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

  /** Nothing can follow such an answer on its connection. */
  function announceClose({ open }: Connection): void {
    const last = [...open].at(-1);
    for (const response of open) {
      if (response.headersSent) continue;
      if (response === last) response.setHeader('Connection', 'close');
      else response.removeHeader('Connection');
    }
  }

  /** The system cuts off connections that are not accepted when their listener closes. */
  async function awaitLull(limit: AbortSignal): Promise<void> {
    const since = performance.now();
    held = [];
    for (let calm = 0; calm < CALM_LOOKS && performance.now() - since < LONGEST_LULL_MS && !limit.aborted; ) {
      arrived = false;
      await look();
      calm = arrived ? 0 : calm + 1;
    }
  }

  /** Pending input must be read before a connection counts as quiet. */
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
      // The HTTP server's own `close` would also cut idle connections, whether a request is on its way or not.
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
      for (const enter of held ?? []) enter();
      held = undefined;
      for (; connections.size > 0 && !limit.aborted; await look()) closeQuietOnes();
      const whole = connections.size === 0;
      if (!whole) await cutOff();
      await closed;
      // Ends the HTTP server's watch over slow requests.
      server.close();
      return whole;
    },
  };
}

const isLast = (response: ServerResponse): boolean => response.headersSent && response.getHeader('Connection') === 'close';

/** Paths may contain secrets, so the log has the operation. */
const nameOf = (response: ServerResponse & { locals?: { operation?: string } }): string =>
  response.locals?.operation ?? `${response.req.method} request`;

/** With an idempotency key, the client may repeat the request elsewhere or later. */
function tooLate(_request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  if (!response.hasHeader('X-Request-Id')) response.setHeader('X-Request-Id', randomUUID());
  replyWithError(response, unavailable('The service is stopping; try again shortly.'));
}
