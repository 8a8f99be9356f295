import { Resolver } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import { type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type Allowed, hostOf, isKnown, mayReach, refusalOf } from './outbound-guard.ts';

export interface OutboundRequest {
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export interface OutboundAnswer {
  status: number;
  /** At most the first 64 KB, not decoded. */
  body: Buffer;
}

/** There is no answer. The client who gave the address reads the message: it discloses nothing of this network. */
export class OutboundError extends Error {
  override name = 'OutboundError';
}

/** The address is not allowed: trying again changes nothing. */
export class OutboundRefused extends OutboundError {
  override name = 'OutboundRefused';
}

/** @throws OutboundError without a whole answer in time; the signal's reason when that is aborted */
export type SendOutbound = (request: OutboundRequest, signal?: AbortSignal) => Promise<OutboundAnswer>;

/** All addresses of a name. @throws without any */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<string[]>;

export interface OutboundOptions {
  allowed: Allowed;
  /** From the look-up of the name to the end of the answer. */
  limitMs?: number;
  resolve?: Resolve;
}

const LIMIT_MS = 10_000;
export const MOST_ANSWERED = 64 * 1024;

/**
 * Connects to public addresses, and to those that the operator allows. A name is looked up once for a request, each address is judged, and
 * the connection goes to one of them, so that no second look-up can answer otherwise. Every request has a connection of its own, and none
 * goes through a proxy, which would look the name up again. Redirects are not followed, and nothing is decompressed.
 */
export function createOutbound({ allowed, limitMs = LIMIT_MS, resolve = createResolve(allowed) }: OutboundOptions): SendOutbound {
  return async (request, given) => {
    const limit = AbortSignal.timeout(limitMs);
    const signal = given ? AbortSignal.any([limit, given]) : limit;
    try {
      const refusal = refusalOf(request.url, allowed);
      if (refusal !== null) throw new OutboundRefused(`The address ${refusal}.`);
      const url = new URL(request.url);
      return await exchange(request, url, await judged(url, signal), signal);
    } catch (error) {
      given?.throwIfAborted();
      if (limit.aborted) throw new OutboundError(`There was no whole answer within ${limitMs / 1_000} seconds.`);
      throw error instanceof OutboundError ? error : new OutboundError(reasonOf(error as NodeJS.ErrnoException));
    }
  };

  async function judged(url: URL, signal: AbortSignal): Promise<string[]> {
    const host = hostOf(url);
    if (isIP(host)) return [host];
    const addresses = await abortable(resolve(host, signal), signal);
    if (addresses.length === 0) throw new OutboundError(NO_NAME);
    // A single forbidden address shows that somebody plays with the name.
    if (!isKnown(host, allowed) && !addresses.every((address) => mayReach(address, allowed)))
      throw new OutboundRefused('The name of the host leads to a private, local or reserved address.');
    return addresses;
  }
}

const NO_NAME = 'The name of the host leads nowhere.';

/**
 * Allowed names are resolved by the system, which has more sources than the DNS. All others are resolved by the DNS alone: the system has
 * few threads for look-ups, and a slow name would block them for everybody.
 */
function createResolve(allowed: Allowed): Resolve {
  return async (hostname, signal) => {
    if (isKnown(hostname, allowed)) return (await lookUp(hostname, { all: true })).map(({ address }) => address);
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel);
    const ask = (kind: 'resolve4' | 'resolve6') =>
      new Promise<string[]>((found) => resolver[kind](hostname, (error, addresses) => found(error ? [] : addresses)));
    try {
      return (await Promise.all([ask('resolve4'), ask('resolve6')])).flat();
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}

function exchange({ method, headers, body }: OutboundRequest, url: URL, addresses: string[], signal: AbortSignal): Promise<OutboundAnswer> {
  const options: RequestOptions & { rejectUnauthorized: true } = {
    method,
    headers: {
      'user-agent': 'Bivouac',
      accept: '*/*',
      'accept-encoding': 'identity',
      ...headers,
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
    // A kept connection would be one that was judged for another request.
    agent: false,
    lookup: only(addresses),
    rejectUnauthorized: true,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? overHttps : overHttp)(url, options, (answer) => {
      read(answer)
        .then((read) => resolve({ status: answer.statusCode as number, body: read }), reject)
        .finally(() => request.destroy());
    });
    request.on('error', reject);
    request.on('close', () => reject(new OutboundError(CUT_OFF)));
    request.end(body);
  });
}

const CUT_OFF = 'The connection was cut off before there was a whole answer.';

/** Resolves to the judged addresses. Literal addresses are not looked up at all. */
const only = (addresses: string[]): LookupFunction => {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  const [{ address, family } = { address: '', family: 0 }] = known;
  return (_hostname, { all }, found) => (all ? found(null, known) : found(null, address, family));
};

async function read(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MOST_ANSWERED) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_ANSWERED);
}

const REASONS: Record<string, string> = {
  ENOTFOUND: NO_NAME,
  EAI_AGAIN: NO_NAME,
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: CUT_OFF,
  EPIPE: CUT_OFF,
  ETIMEDOUT: 'The host cannot be reached.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  EADDRNOTAVAIL: 'The host cannot be reached.',
  EPROTO: 'The server does not speak TLS as it must.',
};

function reasonOf({ code = '' }: NodeJS.ErrnoException): string {
  const reason = REASONS[code];
  if (reason !== undefined) return reason;
  if (/CERT|SIGNATURE|ISSUER|ALTNAME/.test(code)) return `The certificate of the server is not valid (${code}).`;
  if (/^ERR_(SSL|TLS)/.test(code)) return 'The server does not speak TLS as it must.';
  if (code.startsWith('HPE_')) return 'The answer is not valid HTTP.';
  return 'The request could not be sent.';
}
