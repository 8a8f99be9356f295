import { hash } from 'node:crypto';
import { DomainError } from '../shared/errors.ts';
import type { Operation } from './contract.ts';
import type { Answer } from './reply.ts';

/** Addresses of pages: they change daily, and when they are revoked, without a change of the resource. */
const LINKS = new Set(['preview_url', 'report_url']);
/** Of base64url: 128 bits, more or less. */
const LINKS_LENGTH = 22;

/** With links, the tag has a second part for them: a copy is renewed for new links, and a write is not refused for them. */
export function etagOf({ body, html }: Answer): string {
  const whole = html ?? JSON.stringify(body);
  if (html !== undefined || !hasLinks(body)) return `"${hashOf(whole)}"`;
  const unlinked = JSON.stringify(body, (name, value) => (LINKS.has(name) ? undefined : value));
  return `"${hashOf(unlinked)}.${hashOf(whole).slice(0, LINKS_LENGTH)}"`;
}

const hashOf = (text: string): string => hash('sha256', text, 'base64url');

const hasLinks = (body: unknown): boolean => typeof body === 'object' && body !== null && [...LINKS].some((name) => name in body);

const withoutLinks = (tag: string): string => tag.replace(/\.[^".]*"$/, '"');

/** Proxies may weaken the tag on its way. */
export function noneMatches(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  return header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** A weak tag matches nothing: it does not say that two answers are the same. */
const matches = (header: string, etag: string): boolean =>
  header.trim() === '*' || header.split(',').some((tag) => withoutLinks(tag.trim()) === withoutLinks(etag));

/** @param shown the current resource, locked until the write is done. @throws precondition_failed */
export function requireMatch(header: string, shown: Answer): void {
  if (!matches(header, etagOf(shown)))
    throw new DomainError('precondition_failed', 'This has changed since you read it: its `ETag` is another now. Read it again first.');
}

/** Maps each write to the tagged read with the longest path that begins the write's own. */
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

/** A link of the document takes a parameter from the path of the request or from a field of the answer. */
const SOURCE = /^\$(?:request\.path\.(\w+)|response\.body#\/(.+))$/;

type Location = (params: Record<string, unknown>, body: unknown) => string;

/** The `Location` of an operation's answers by status, from the link `read` of the answer in the document. */
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
