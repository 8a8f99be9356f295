import { Socket } from 'node:net';

/** The sockets of all connections that a process has to its database, whichever pool they belong to. */
export interface Sockets {
  /** Makes one. `pg` takes this as its option `stream`. */
  open(): Socket;
  /** Ends all of them at once. What waits for an answer on one fails as unreachable. */
  drop(reason: string): void;
}

export function createSockets(): Sockets {
  const all = new Set<Socket>();
  return {
    open() {
      const socket = new Socket();
      all.add(socket);
      return socket.once('close', () => all.delete(socket));
    },
    drop(reason) {
      for (const socket of all) socket.destroy(Object.assign(new Error(reason), { code: 'ECONNABORTED' }));
    },
  };
}
