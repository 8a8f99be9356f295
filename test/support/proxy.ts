import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../scripts/free-port.ts';

export interface Proxy {
  port: number;
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Takes connections again. */
  mend(): Promise<void>;
  /** New connections lead elsewhere; those that exist stay where they are. */
  lead(port: number): void;
  /** Connections that exist stay open and carry nothing any more; new ones work. With `all`, new ones carry nothing either. */
  swallow(options?: { all?: boolean }): void;
  /** Ends what was swallowed, and lets new connections work. */
  release(): void;
  close(): Promise<void>;
}

/** A TCP connection to somewhere, to be cut, mended and led elsewhere. */
export async function startProxy(host: string, port: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let leadsTo = port;
  let swallowsAll = false;
  const silence = (socket: Socket) => socket.unpipe().pause();
  const server = createServer((client) => {
    const upstream = connect(leadsTo, host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    if (swallowsAll) silence(client);
    else client.pipe(upstream).pipe(client);
  });
  // A port that no other process takes while the connection is cut.
  const listening = await freePort();
  const listen = () => new Promise<void>((resolve) => server.listen(listening, '127.0.0.1', resolve));
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      endAll();
    });
  await listen();
  return {
    port: listening,
    cut: stop,
    mend: listen,
    lead(port) {
      leadsTo = port;
    },
    swallow({ all = false } = {}) {
      swallowsAll = all;
      for (const socket of sockets) silence(socket);
    },
    release() {
      swallowsAll = false;
      endAll();
    },
    close: stop,
  };
}
