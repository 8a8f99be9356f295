import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StartError } from '../shared/start-error.ts';

class NoListener extends StartError {}

/**
 * How many connections may wait; the system has a bound of its own (`net.core.somaxconn`, by default 4,096 too). Node's own 511 are too few
 * for the readers of a blast who open it within a second in which the process is busy.
 */
const BACKLOG = 4_096;

/**
 * @param port `0` stands for any free one
 * @param variable of the configuration, for errors
 * @returns the port
 * @throws NoListener
 */
export async function listen(server: Server, port: number, host: string, variable = 'PORT'): Promise<number> {
  const listening = once(server, 'listening');
  server.listen(port, host, BACKLOG);
  await listening.catch((error: Error & { code?: string }) => {
    throw new NoListener(reason(error, port, host, variable), { cause: error });
  });
  return (server.address() as AddressInfo).port;
}

function reason({ code, message }: Error & { code?: string }, port: number, host: string, variable: string): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken; choose another with ${variable}.`;
    case 'EACCES':
      return `Port ${port} is not for this user to take; choose one above 1023 with ${variable}.`;
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine; choose another with HOST.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is neither an address nor a name that this machine knows; choose another with HOST.`;
    default:
      return `Nothing can listen at port ${port} of ${host} (${code ?? message}); see ${variable} and HOST.`;
  }
}
