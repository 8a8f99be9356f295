import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { DomainError, invalid } from '../../shared/errors.ts';
import { isStorable, UNSTORABLE } from '../../shared/text.ts';
import { inviteBody } from '../server.ts';

export type Fields = [name: string, value: string][];

const MOST_BYTES = 64 * 1024;
const MOST_FIELDS = 100;
/** Including empty ones, as most of a long list of boxes are. */
const MOST_PARTS = 1_000;

/**
 * Reads `application/x-www-form-urlencoded`, `multipart/form-data` without files, or a JSON object.
 * @throws unsupported_media_type, payload_too_large, invalid_json, validation_failed, malformed_request when it breaks off
 */
export async function readForm(request: IncomingMessage, response: ServerResponse): Promise<Fields> {
  const { headers } = request;
  if ((headers['content-encoding'] || 'identity').toLowerCase() !== 'identity')
    throw new DomainError('unsupported_media_type', 'Send the form as it is, without a Content-Encoding.');
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset && !/^charset="?utf-8"?$/.test(charset)) throw new DomainError('unsupported_media_type', 'Send the form in UTF-8.');
  const read = READERS[type];
  if (!read)
    throw new DomainError(
      'unsupported_media_type',
      'Send the form as application/x-www-form-urlencoded, as multipart/form-data without files, or as application/json.',
    );
  // A form with a file is refused for the file, not for its size.
  if (type !== MULTIPART && Number(headers['content-length'] ?? 0) > MOST_BYTES) throw tooLarge();
  inviteBody(request, response);
  return checked(await read(request));
}

const MULTIPART = 'multipart/form-data';

const READERS: Record<string, ((request: IncomingMessage) => Promise<Fields>) | undefined> = Object.assign(Object.create(null), {
  'application/x-www-form-urlencoded': async (request: IncomingMessage): Promise<Fields> => [
    ...new URLSearchParams((await buffer(limited(request))).toString()),
  ],
  'application/json': async (request: IncomingMessage) => fieldsIn(parsed(await buffer(limited(request)))),
  [MULTIPART]: partsOf,
});

function checked(fields: Fields): Fields {
  const filled = fields.filter(([name, value]) => name !== '' && value !== '');
  if (filled.length > MOST_FIELDS || fields.length > MOST_PARTS) throw tooMany();
  const issues = filled.flatMap(([name, value]) => {
    if (!isStorable(name)) return [{ path: '', message: UNSTORABLE }];
    return isStorable(value) ? [] : [{ path: name, message: UNSTORABLE }];
  });
  if (issues.length > 0) throw invalid(...issues);
  return filled;
}

/** The request stays open for the answer when the reader stops or the body is too large. */
async function* limited(request: IncomingMessage): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      // A body that is too large may first show that it is a file.
      yield chunk;
      if (size > MOST_BYTES) throw tooLarge();
    }
  } catch (error) {
    throw error instanceof DomainError ? error : new DomainError('malformed_request', 'The form ended before it was complete.');
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw new DomainError('invalid_json', 'The form is not valid JSON.');
  }
}

function fieldsIn(body: unknown): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalid({ path: '', message: 'must be an object' });
  return Object.entries(body).flatMap(([name, given]) =>
    [given].flat(1).map((value): [string, string] => {
      if (typeof value === 'object' && value !== null)
        throw invalid({ path: name, message: 'must be a text, a number, true, false or a list of them' });
      return [name, value === null ? '' : String(value)];
    }),
  );
}

async function partsOf(request: IncomingMessage): Promise<Fields> {
  const fields: Fields = [];
  let refusal: unknown;
  const refuse = (error: unknown) => {
    refusal ??= error;
  };
  const parser = parserOf(request);
  parser.on('field', (name: string | undefined, value: string, isNameCut: boolean) => {
    if (isNameCut) refuse(tooLarge());
    else fields.push([name ?? '', value]);
  });
  parser.on('file', (_field: string | undefined, content: NodeJS.ReadableStream, name: string | undefined) => {
    // An empty file field arrives as a file without a name and without a byte.
    if (name) refuse(noFiles());
    content.on('data', () => refuse(noFiles()));
    content.on('error', () => {});
    content.resume();
  });
  parser.on('fieldsLimit', () => refuse(tooMany()));
  parser.on('partsLimit', () => refuse(tooMany()));
  const ended = new Promise<void>((resolve) => {
    parser.once('finish', resolve);
    parser.on('error', () => {
      refuse(invalid({ path: '', message: 'is not well-formed multipart/form-data' }));
      resolve();
    });
  });
  for await (const chunk of limited(request)) {
    parser.write(chunk);
    if (refusal !== undefined) break;
  }
  if (refusal === undefined) parser.end();
  if (refusal === undefined) await ended;
  if (refusal !== undefined) throw refusal;
  return fields;
}

function parserOf(request: IncomingMessage) {
  try {
    const limits = { fields: MOST_PARTS, fileSize: 1, fieldNameSize: 1_000, headerPairs: 20, headerSize: 8 * 1024 };
    return new Busboy({ headers: request.headers as BusboyHeaders, limits });
  } catch {
    throw invalid({ path: '', message: 'is not well-formed multipart/form-data' });
  }
}

const tooLarge = () => new DomainError('payload_too_large', 'The form is larger than 64 KiB.');
const tooMany = () => invalid({ path: '', message: `must have at most ${MOST_FIELDS} fields that are filled in` });
const noFiles = () => new DomainError('unsupported_media_type', 'This form does not accept files.');
