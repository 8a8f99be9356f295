import express, { type Request, type Response } from 'express';
import { DomainError, invalid } from '../shared/errors.ts';
import type { Operation } from './contract.ts';

export const BODY_LIMIT_BYTES = 5 * 1024 * 1024;

const readRaw = express.raw({ type: 'application/json', limit: BODY_LIMIT_BYTES });
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the JSON body of an operation that takes one; `undefined` when an optional body is absent.
 * @throws unsupported_media_type, payload_too_large, invalid_json, or validation_failed when a required body is missing
 */
export async function readBody({ body, upload }: Operation, request: Request, response: Response): Promise<unknown> {
  if (upload && !/^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new DomainError('unsupported_media_type', 'Send the files as multipart/form-data.');
  if (!body) return undefined;
  const empty = request.headers['content-length'] === '0' || !(request.headers['content-length'] || request.headers['transfer-encoding']);
  if (empty && !body.required) return undefined;
  if (!isJson(request.headers['content-type'])) throw new DomainError('unsupported_media_type', 'Send the body as application/json.');
  if (empty) throw missing();

  await new Promise<void>((resolve, reject) => readRaw(request, response, (error) => (error ? reject(bodyError(error)) : resolve())));
  const bytes = request.body as Buffer | undefined;
  // The client has gone while its key was looked up: nothing was read, and nobody waits for the answer.
  if (!bytes) throw new DomainError('invalid_json', 'The request body could not be read.');
  if (bytes.length === 0) {
    if (body.required) throw missing();
    return undefined;
  }
  return parse(bytes);
}

const missing = () => invalid({ path: '', message: 'a JSON body is required' });

/** `application/json`, with UTF-8 as the only charset, as JSON demands. */
function isJson(contentType: string | undefined): boolean {
  const [type, ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (type !== 'application/json') return false;
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return !charset || /^charset="?utf-8"?$/.test(charset);
}

function bodyError(error: { type?: string; status?: number }): DomainError {
  if (error.type === 'entity.too.large') return new DomainError('payload_too_large', 'The request body is larger than 5 MiB.');
  if (error.status === 415) return new DomainError('unsupported_media_type', 'The content encoding of the body is not supported.');
  return new DomainError('invalid_json', 'The request body could not be read.');
}

function parse(bytes: Buffer): unknown {
  let text: string;
  let value: unknown;
  try {
    text = decoder.decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new DomainError('invalid_json', 'The request body is not valid JSON.');
  }
  refuseBoundless(value);
  // Escapes are the only way for such characters into a JSON string, so that most bodies need no walk.
  if (/\\u(0000|d[89a-f])/i.test(text)) refuseUnstorable(value);
  return value;
}

/** No schema of the document comes near these. To judge and explain what is past them costs more with each level and field. */
const MOST_LEVELS = 64;
const MOST_FIELDS = 1_000;

function refuseBoundless(root: unknown): void {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) throw invalid({ path: '', message: 'is nested too deeply' });
    const next: unknown[] = [];
    for (const value of level) {
      if (!value || typeof value !== 'object') continue;
      if (!Array.isArray(value) && Object.keys(value).length > MOST_FIELDS)
        throw invalid({ path: '', message: `has an object with more than ${MOST_FIELDS} fields` });
      for (const child of Object.values(value)) if (typeof child === 'object') next.push(child);
    }
    level = next;
  }
}

/** PostgreSQL stores neither NUL nor half a surrogate pair; better a clear answer than a text that changed on the way. */
function refuseUnstorable(root: unknown): void {
  const queue: { value: unknown; path: string }[] = [{ value: root, path: '' }];
  for (let entry = queue.pop(); entry; entry = queue.pop()) {
    const { value, path } = entry;
    if (typeof value === 'string' && !isStorable(value)) throw invalid({ path, message: UNSTORABLE });
    if (value && typeof value === 'object') {
      for (const [key, child] of Object.entries(value)) {
        if (!isStorable(key)) throw invalid({ path, message: UNSTORABLE });
        queue.push({ value: child, path: path ? `${path}.${key}` : key });
      }
    }
  }
}

export const UNSTORABLE = 'must not hold a NUL character or half of a surrogate pair';
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
