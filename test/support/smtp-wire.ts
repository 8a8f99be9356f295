import { createServer, type Socket } from 'node:net';
import { freePort } from '../../scripts/free-port.ts';

/** One client's connection, as the server's side sees it. */
export interface WireConnection {
  /** The first that was taken is number 1. */
  number: number;
  socket: Socket;
  /** The state of this connection. */
  state: Record<string, any>;
  /** Writes a reply, the line end is added. */
  say(reply: string): void;
  /** Reads the following lines as the content of a message, up to its dot. */
  takeContent(): void;
  /** A reply, and then the end. */
  hangUp(reply?: string): void;
}

/** How the server's side of the conversation goes. */
export interface Talk {
  /** A client has come. By default it is greeted. */
  greet?(connection: WireConnection): void;
  line(line: string, connection: WireConnection): void;
  /** A content is complete: without its dot, and without the dots that were put in for the way (latin1). */
  content?(raw: string, connection: WireConnection): void;
}

export interface Wire {
  url: string;
  port: number;
  connections: Set<WireConnection>;
  /** Cuts all connections and takes no new ones. */
  close(): Promise<void>;
}

const LINE_END = '\r\n';
const CONTENT_END = '\r\n.\r\n';

/** The wire of SMTP, for servers with any replies at any time: it parses the client's lines and decides nothing. */
export async function startWire({ greet = ({ say }) => say('220 wire'), line, content }: Talk, port?: number): Promise<Wire> {
  const connections = new Set<WireConnection>();
  let number = 0;
  const server = createServer((socket) => {
    // Begins with a line end, so that a content of nothing but its dot ends like any other.
    let rest = '';
    let inContent = false;
    number += 1;
    const connection: WireConnection = {
      number,
      socket,
      state: {},
      say: (reply) => void socket.write(`${reply}${LINE_END}`),
      takeContent: () => {
        inContent = true;
        rest = LINE_END + rest;
      },
      hangUp: (reply) => void socket.end(reply ? `${reply}${LINE_END}` : ''),
    };
    connections.add(connection);
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.once('close', () => connections.delete(connection));
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      socket.cork();
      while (socket.writable) {
        const mark = inContent ? CONTENT_END : LINE_END;
        const end = rest.indexOf(mark);
        if (end < 0) break;
        const piece = rest.slice(0, end);
        rest = rest.slice(end + mark.length);
        if (inContent) {
          inContent = false;
          content?.(piece === '' ? '' : `${piece.slice(2).replace(/^\./gm, '')}${LINE_END}`, connection);
        } else line(piece, connection);
      }
      socket.uncork();
    });
    greet(connection);
  });
  // A port that no other process takes while the server is away, because it may come back.
  const listening = port ?? (await freePort());
  await new Promise<void>((resolve) => server.listen(listening, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${listening}`,
    port: listening,
    connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const { socket } of connections) socket.destroy();
      }),
  };
}
