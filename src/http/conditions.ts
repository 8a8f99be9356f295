import { hash } from 'node:crypto';
import { DomainError } from '../shared/errors.ts';
import type { Operation } from './contract.ts';
import type { Answer } from './reply.ts';

/** The strong tag of what an answer shows. */
export const etagOf = ({ body, html }: Answer): string => `"${hash('sha256', html ?? JSON.stringify(body), 'base64url')}"`;

/** Whether `If-None-Match` names this strong tag, weakened on the way or not. */
export function noneMatches(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Whether `If-Match` names this tag. A weak one names nothing: it does not say that two answers are the same. */
const matches = (header: string, etag: string): boolean => header.trim() === '*' || header.split(',').some((tag) => tag.trim() === etag);

/** @param shown the resource as it is, held until the write is done. @throws precondition_failed */
export function requireMatch(header: string, shown: Answer): void {
  if (!matches(header, etagOf(shown)))
    throw new DomainError('precondition_failed', 'This has changed since you read it: its `ETag` is another now. Read it again first.');
}

/** By the write: the read of what it changes, which is the one with an `ETag` whose path the write's own begins with. */
export function readsOf(operations: readonly Operation[]): Map<string, string> {
  const reads = operations.filter(({ tagged }) => tagged).sort((one, other) => other.path.length - one.path.length);
  return new Map(
    operations
      .filter(({ conditional }) => conditional)
      .map(({ operationId, path }) => {
        const read = reads.find((one) => `${path}/`.startsWith(`${one.path}/`));
        if (!read) throw new Error(`${operationId} takes If-Match, and nothing that it changes has an ETag`);
        return [operationId, read.operationId];
      }),
  );
}

/** Where a link of the document takes the value of a parameter from: the path of the request, or a field of the answer. */
const SOURCE = /^\$(?:request\.path\.(\w+)|response\.body#\/(.+))$/;

/** Where to read what a request has begun or made. */
type Location = (params: Record<string, unknown>, body: unknown) => string;

/**
 * The header `Location` of an operation's answers, by their status: the document gives it by the link `read` of the answer.
 * Nothing for answers without one.
 */
export function locationsOf({ responses }: Operation, operations: readonly Operation[]): Map<number, Location> {
  const locations = new Map<number, Location>();
  for (const [status, { links }] of Object.entries(responses)) {
    const link = links?.read;
    if (!link || '$ref' in link) continue;
    const { path } = operations.find(({ operationId }) => operationId === link.operationId) as Operation;
    locations.set(Number(status), (params, body) =>
      path.replace(/\{([^}]+)\}/g, (_place, name: string) => {
        const [, parameter, field = ''] = SOURCE.exec(link.parameters?.[name]) ?? [];
        const value = parameter ? params[parameter] : field.split('/').reduce<any>((node, key) => node?.[key], body);
        return encodeURIComponent(String(value));
      }),
    );
  }
  return locations;
}
