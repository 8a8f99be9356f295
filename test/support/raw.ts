/** HTTP by hand, for requests that no client sends. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface Conversation {
  socket: Socket;
  /** The received bytes so far. */
  heard(): string;
  /** Resolves when the received text matches. */
  hears(what: RegExp): Promise<string>;
  /** Resolves with all received text when the connection ends. */
  ends(): Promise<string>;
}

/**
 * Opens a connection and sends a text. A connection that is reset ends like any other. With `deaf`, the client keeps its side open after
 * the other side has ended.
 */
export function say(url: string, text: string, { deaf = false } = {}): Conversation {
  const { port } = new URL(url);
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: deaf });
  let heard = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    heard += chunk;
  });
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
  socket.write(text);
  return {
    socket,
    heard: () => heard,
    hears: (what) =>
      new Promise((resolve, reject) => {
        const look = () => what.test(heard) && resolve(heard);
        socket.on('data', look);
        closed.then(() => reject(new Error(`The connection was closed after: ${heard}`)));
        look();
      }),
    ends: () => closed,
  };
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: any;
}

/** The last answer in the received text. */
export function answerIn(heard: string): RawAnswer {
  const [head = '', body = ''] = heard.slice(heard.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { status: Number(first.split(' ')[1]), headers, body: body.startsWith('{') ? JSON.parse(body) : body };
}

/** Ends a bare server with everything that is connected to it. */
export async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
