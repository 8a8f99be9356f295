import type { IncomingMessage } from 'node:http';
import express from 'express';

export interface Clients {
  addressOf(request: IncomingMessage): string;
  isSecure(request: IncomingMessage): boolean;
}

/**
 * Reads `X-Forwarded-For` and `X-Forwarded-Proto` as far as trusted proxies have written them.
 * @param trustProxy so many proxies before the service, or those of these networks, as in Express
 */
export function createClients(trustProxy: number | string[]): Clients {
  const isTrusted = express().set('trust proxy', trustProxy).get('trust proxy fn') as (address: string, hop: number) => boolean;

  const remoteOf = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? '';

  return {
    addressOf(request) {
      const forwarded = [...listed(request, 'x-forwarded-for').reverse()];
      const hops = [remoteOf(request), ...forwarded];
      const first = hops.findIndex((address, hop) => !isTrusted(address, hop));
      return hops.at(first) as string;
    },
    isSecure: (request) => isTrusted(remoteOf(request), 0) && listed(request, 'x-forwarded-proto')[0] === 'https',
  };
}

function listed({ headers }: IncomingMessage, name: string): string[] {
  const value = headers[name];
  return typeof value === 'string' ? value.split(',').flatMap((part) => part.trim() || []) : [];
}
