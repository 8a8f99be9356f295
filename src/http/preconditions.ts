import { createHash } from 'node:crypto';
import { DomainError } from '../shared/errors.ts';
import type { Operation } from './contract.ts';
import type { Answer } from './reply.ts';

/** The strong tag of what an answer shows. */
export function etagOf({ body, html }: Answer): string {
  const shown = html ?? JSON.stringify(body);
  return `"${createHash('sha256').update(shown).digest('base64url')}"`;
}

/** Whether `If-Match` names this tag. A weak one names nothing: it does not say that two answers are the same. */
const isMatch = (header: string, etag: string): boolean => header.trim() === '*' || header.split(',').some((tag) => tag.trim() === etag);

/** @param shown what the resource is, held until the write is done. @throws precondition_failed */
export function requireMatch(header: string, shown: Answer): void {
  if (!isMatch(header, etagOf(shown)))
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
