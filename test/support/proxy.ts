import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../scripts/free-port.ts';

export interface Proxy {
  port: number;
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Takes connections again. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** A TCP connection to somewhere, to be cut and mended. */
export async function startProxy(host: string, port: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  // One that nobody else comes by while it is cut.
  const listening = await freePort();
  const listen = () => new Promise<void>((resolve) => server.listen(listening, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen();
  return { port: listening, cut: stop, mend: listen, close: stop };
}
