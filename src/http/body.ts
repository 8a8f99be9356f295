import { setImmediate } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request, Response } from 'express';
import { childrenOf } from '../shared/children.ts';
import { DomainError, type Issue, invalid } from '../shared/errors.ts';
import { isStorable, UNSTORABLE } from '../shared/text.ts';
import type { Principal } from './admission.ts';
import { COMMON_LIMIT } from './body-limit.ts';
import type { Operation } from './contract.ts';
import { tooManyRequests, unavailable } from './errors.ts';
import { inviteBody } from './server.ts';

const DECODERS = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };
const decoder = new TextDecoder('utf-8', { fatal: true });

export interface ReadBody {
  body: unknown;
  /** In a batch with partial success: the reason why an item cannot be judged by its schema, else null. */
  itemIssues: (Issue[] | null)[];
  bytes: number;
}

const ABSENT: ReadBody = { body: undefined, itemIssues: [], bytes: 0 };

/** @throws unsupported_media_type, payload_too_large, invalid_json, rate_limited, or validation_failed when a required body is missing */
export async function readBody({ body, texts, upload, items }: Operation, request: Request, response: Response): Promise<ReadBody> {
  if (upload && !/^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new DomainError('unsupported_media_type', 'Send the files as multipart/form-data.');
  if (texts.length > 0) {
    const text = await readText(texts, request, response);
    return { ...ABSENT, body: text, bytes: text.length };
  }
  if (!body) return ABSENT;
  const empty = isEmpty(request);
  if (empty && !body.required) return ABSENT;
  refuseOtherThanJson(request);
  if (empty) throw missing();

  const bytes = await bytesOf(request, response, { mostBytes: body.limit() });
  if (bytes.length === 0) {
    if (body.required) throw missing();
    return ABSENT;
  }
  return await parse(bytes, items !== undefined);
}

export const isEmpty = ({ headers }: Request): boolean =>
  headers['content-length'] === '0' || !(headers['content-length'] || headers['transfer-encoding']);

/**
 * JSON outside the operations, with the same bounds.
 * @throws unsupported_media_type, payload_too_large, invalid_json, validation_failed
 */
export async function readJson(request: Request, response: Response): Promise<unknown> {
  refuseOtherThanJson(request);
  return (await parse(await bytesOf(request, response), false)).body;
}

function refuseOtherThanJson({ headers }: Request): void {
  if (!isUtf8('application/json', headers['content-type']))
    throw new DomainError('unsupported_media_type', 'Send the body as application/json.');
}

const missing = (kind = 'a JSON body') => invalid({ path: '', message: `${kind} is required` });

async function readText(types: string[], request: Request, response: Response): Promise<Buffer> {
  if (!types.some((type) => isUtf8(type, request.headers['content-type'])))
    throw new DomainError('unsupported_media_type', `Send the body as ${types.join(' or ')}, in UTF-8.`);
  const bytes = await bytesOf(request, response);
  if (bytes.length === 0) throw missing('a body');
  return bytes;
}

/** UTF-8 is the only charset, as JSON demands. */
function isUtf8(wanted: string, contentType: string | undefined): boolean {
  const [type, ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (type !== wanted) return false;
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return !charset || /^charset="?utf-8"?$/.test(charset);
}

const tooLarge = (mostBytes: number) => {
  const kib = mostBytes / 1024;
  return new DomainError('payload_too_large', `The request body is larger than ${kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`}.`);
};
const unreadable = () => new DomainError('invalid_json', 'The request body could not be read.');

/** Unfinished requests with a body past the common limit, by workspace. Few at a time bound the memory that they take. */
const large = new Map<string, Set<Response>>();
const LARGE_OF_ONE = 2;
const LARGE_OF_ALL = 8;

function countLarge(response: Response): void {
  const { workspaceId } = response.locals.principal as Principal;
  const own = large.get(workspaceId) ?? new Set();
  const all = [...large.values()].reduce((sum, { size }) => sum + size, 0);
  if (own.size >= LARGE_OF_ONE) throw tooManyRequests('The workspace sends too many bodies of more than 5 MiB at once.', 1);
  if (all >= LARGE_OF_ALL) throw unavailable('The service reads too many bodies of more than 5 MiB at once; try again shortly.', 1);
  large.set(workspaceId, own.add(response));
  response.once('close', () => {
    own.delete(response);
    if (own.size === 0) large.delete(workspaceId);
  });
}

interface BodyLimits {
  mostBytes?: number;
  signal?: AbortSignal;
}

/** The decoded body. Reading stops at the limit, whether the length or the bytes exceed it. */
export async function bytesOf(
  request: Request,
  response: Response,
  { mostBytes = COMMON_LIMIT, signal }: BodyLimits = {},
): Promise<Buffer> {
  const coding = (request.headers['content-encoding'] || 'identity').toLowerCase();
  if (coding !== 'identity' && !Object.hasOwn(DECODERS, coding))
    throw new DomainError('unsupported_media_type', 'The content encoding of the body is not supported.');
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes);
  // The client has gone while its key was looked up.
  if (request.socket.destroyed) throw unreadable();
  inviteBody(request, response);

  const source = coding === 'identity' ? request : request.pipe(DECODERS[coding as keyof typeof DECODERS]());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (error: Error) => {
      source.off('data', take);
      request.unpipe().pause();
      if (source !== request) source.destroy();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      const before = size;
      size += chunk.length;
      chunks.push(chunk);
      try {
        if (size > mostBytes) throw tooLarge(mostBytes);
        if (before <= COMMON_LIMIT && size > COMMON_LIMIT) countLarge(response);
      } catch (error) {
        stop(error as Error);
      }
    };
    source.on('data', take);
    source.once('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size)));
    source.once('error', () => stop(unreadable()));
    signal?.addEventListener('abort', () => stop(signal.reason), { once: true });
    request.once('close', () => {
      if (!request.readableEnded) stop(unreadable());
    });
  });
}

async function parse(bytes: Buffer, isBatch: boolean): Promise<ReadBody> {
  await refuseManyParts(bytes);
  const text = decoded(bytes);
  // Decoding, parsing and judging a large body take about as long as one another.
  const isLarge = bytes.length > STRETCH;
  if (isLarge) await setImmediate();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw new DomainError('invalid_json', `The request body is not valid JSON${whereOf(error)}.`);
  }
  if (isLarge) await setImmediate();
  // Such characters enter a JSON string by escapes alone, so most bodies need no walk.
  const mayBeUnstorable = /\\u(0000|d[89a-f])/i.test(text);
  const issueIn = (value: unknown, depth: number): Issue | null =>
    boundlessIn(value, depth) ?? (mayBeUnstorable ? unstorableIn(value) : null);

  const items = isBatch ? (body as { items?: unknown } | null)?.items : undefined;
  const itemIssues: ReadBody['itemIssues'] = [];
  const isJudgedByItem = Array.isArray(items);
  if (isJudgedByItem) {
    items.forEach((item, index) => {
      const issue = issueIn(item, ITEM_DEPTH);
      itemIssues.push(issue && [issue]);
      // Serialising the body recurses through it.
      if (issue) items[index] = pruned(item, ITEM_DEPTH);
    });
  }
  const issue = issueIn(isJudgedByItem ? { ...(body as object), items: [] } : body, 0);
  if (issue) throw invalid(issue);
  return { body, itemIssues, bytes: bytes.length };
}

/**
 * Objects and arrays of a body, the values that stand before a comma in them, and the different names of fields. No schema of the document
 * comes near these. To parse 5 MiB of brackets takes seconds, to judge a million numbers a quarter of one, and to parse 200,000 names that
 * are all different half of one, in which no other request is served.
 */
const MOST_PARTS = 50_000;
const MOST_VALUES = 200_000;
const MOST_NAMES = 20_000;
/** Bytes scanned at a stretch: some milliseconds. */
const STRETCH = 1024 * 1024;
const QUOTE = 34;
const BACKSLASH = 92;
const BRACKET = 91;
const BRACE = 123;
const COMMA = 44;
const COLON = 58;

async function refuseManyParts(bytes: Buffer): Promise<void> {
  if (bytes.length <= MOST_PARTS) return;
  let parts = 0;
  let commas = 0;
  let isText = false;
  /** Where the last string begins and ends: it is a name if a colon follows. */
  let [begin, end] = [0, 0];
  const names = new Set<string>();
  for (let at = 0; at < bytes.length; ) {
    for (const pause = Math.min(at + STRETCH, bytes.length); at < pause; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        if (isText) end = at;
        else begin = at + 1;
        isText = !isText;
      } else if (isText && byte === BACKSLASH) at += 1;
      else if (isText) continue;
      else if ((byte === BRACKET || byte === BRACE) && ++parts > MOST_PARTS)
        throw invalid({ path: '', message: `has more than ${MOST_PARTS} objects and arrays` });
      else if (byte === COMMA && ++commas >= MOST_VALUES) throw invalid({ path: '', message: `has more than ${MOST_VALUES} values` });
      else if (byte === COLON && names.add(bytes.toString('latin1', begin, end)).size > MOST_NAMES)
        throw invalid({ path: '', message: `has more than ${MOST_NAMES} different names of fields` });
    }
    if (at < bytes.length) await setImmediate();
  }
}

function decoded(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new DomainError('invalid_json', 'The request body is not valid UTF-8.');
  }
}

/** The parser's position only: its message may repeat the text, which can contain secrets. */
function whereOf(error: unknown): string {
  const { message } = error as Error;
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(message) ?? [];
  if (line) return `: see line ${line}, column ${column}`;
  return message === 'Unexpected end of JSON input' ? ': it ends too early' : '';
}

/** No schema of the document comes near these limits; judging and explaining costs more with each level and field. */
const MOST_LEVELS = 64;
const MOST_FIELDS = 1_000;
/** Characters in the name of a field: answers repeat the name of a wrong one. */
const LONGEST_NAME = 1_000;
const ITEM_DEPTH = 2;

function boundlessIn(root: unknown, depth: number): Issue | null {
  let level: unknown[] = [root];
  for (let at = depth; level.length > 0; at++) {
    if (at > MOST_LEVELS) return { path: '', message: `is nested more than ${MOST_LEVELS} levels deep` };
    const next: unknown[] = [];
    for (const value of level) {
      if (!value || typeof value !== 'object') continue;
      if (!Array.isArray(value)) {
        const names = Object.keys(value);
        if (names.length > MOST_FIELDS) return { path: '', message: `has an object with more than ${MOST_FIELDS} fields` };
        if (names.some(({ length }) => length > LONGEST_NAME))
          return { path: '', message: `has a field with a name of more than ${LONGEST_NAME} characters` };
      }
      for (const child of childrenOf(value)) if (typeof child === 'object') next.push(child);
    }
    level = next;
  }
  return null;
}

function pruned(value: unknown, depth: number): unknown {
  if (!value || typeof value !== 'object') return value;
  if (depth > MOST_LEVELS) return null;
  if (Array.isArray(value)) return value.map((child) => pruned(child, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, pruned(child, depth + 1)]));
}

/** Better a clear error than a text that changes on its way into the database. */
function unstorableIn(root: unknown): Issue | null {
  const queue: { value: unknown; path: string }[] = [{ value: root, path: '' }];
  for (let entry = queue.pop(); entry; entry = queue.pop()) {
    const { value, path } = entry;
    if (typeof value === 'string' && !isStorable(value)) return { path, message: UNSTORABLE };
    if (value && typeof value === 'object') {
      for (const [key, child] of Object.entries(value)) {
        if (!isStorable(key)) return { path, message: UNSTORABLE };
        queue.push({ value: child, path: path ? `${path}.${key}` : key });
      }
    }
  }
  return null;
}
