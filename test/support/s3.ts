/**
 * An S3-compatible store: s3rver keeps the objects. It does not check signatures, so this file checks those of version 4, as
 * Amazon's documentation describes them, in headers and in presigned addresses.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.ts';

// It carries no types.
const S3rver = createRequire(import.meta.url)('s3rver') as new (
  options: object,
) => { configureBuckets(): Promise<unknown>; callback(): (request: unknown, response: unknown) => void };

/** The keys of s3rver. */
export const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

export type Absence = 'fails' | 'hangs' | 'refuses';

export interface TestS3 {
  endpoint: string;
  /** For `STORAGE_URL`. */
  url: string;
  /** Makes the store fail from now on: with errors, without answers, or without a listener. */
  leave(how: Absence): Promise<void>;
  /** Methods of the requests that have come while it is away. */
  asked: string[];
  /** It is there again. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export async function startS3(bucket = 'files'): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'bivouac-s3-'));
  const store = new S3rver({ silent: true, directory, configureBuckets: [{ name: bucket }] });
  await store.configureBuckets();
  const answer = store.callback();
  let absence: Absence | undefined;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    if (absence) asked.push(request.method as string);
    if (absence === 'hangs') return;
    if (absence) {
      response.writeHead(503, { 'Content-Type': 'application/xml' }).end('<Error><Code>ServiceUnavailable</Code></Error>');
      return;
    }
    if (isSigned(request, new Date())) return answer(request, response);
    response.writeHead(403, { 'Content-Type': 'application/xml' }).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
  });
  // A port that no other process takes while the server is away.
  const port = await freePort();
  const listen = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  await listen();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    url: `s3://${bucket}?endpoint=${encodeURIComponent(endpoint)}&region=eu-central-1`,
    asked,
    async leave(how) {
      absence = how;
      asked.length = 0;
      if (how === 'refuses') await stop();
    },
    async comeBack() {
      if (absence === 'refuses') await listen();
      // Waiting requests get no answer.
      if (absence === 'hangs') server.closeAllConnections();
      absence = undefined;
    },
    async close() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encode = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

function isSigned(request: IncomingMessage, now: Date): boolean {
  const url = new URL(request.url as string, 'http://store');
  const presigned = url.searchParams.get('X-Amz-Signature');
  const header = /Credential=([^,]+), *SignedHeaders=([^,]+), *Signature=([0-9a-f]+)/.exec(request.headers.authorization ?? '');
  const [credential, signedHeaders, signature] = presigned
    ? [url.searchParams.get('X-Amz-Credential'), url.searchParams.get('X-Amz-SignedHeaders'), presigned]
    : (header?.slice(1) ?? []);
  const date = presigned ? url.searchParams.get('X-Amz-Date') : request.headers['x-amz-date'];
  if (!credential || !signedHeaders || !signature || typeof date !== 'string') return false;
  const [keyId, day, region, service] = credential.split('/') as [string, string, string, string];
  if (keyId !== CREDENTIALS.AWS_ACCESS_KEY_ID) return false;
  const signedAt = Date.parse(date.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/, '$1-$2-$3T$4:$5:$6Z'));
  if (presigned && now.getTime() > signedAt + Number(url.searchParams.get('X-Amz-Expires')) * 1_000) return false;

  url.searchParams.delete('X-Amz-Signature');
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const content = presigned
    ? (url.searchParams.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD')
    : request.headers['x-amz-content-sha256'];
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), signedHeaders, content].join('\n');
  const scope = [day, region, service, 'aws4_request'].join('/');
  const toSign = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const secret = `AWS4${CREDENTIALS.AWS_SECRET_ACCESS_KEY}`;
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, secret);
  const [ours, theirs] = [hmac(key, toSign), Buffer.from(signature, 'hex')];
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}
