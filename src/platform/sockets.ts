import { Socket } from 'node:net';

/** The sockets of all database connections of a process, whichever pool they belong to. */
export interface Sockets {
  open(): Socket;
  /** Destroys all at once. Statements that wait for an answer fail as unreachable. */
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
