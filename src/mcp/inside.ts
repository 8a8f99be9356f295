import { request as httpRequest, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { createHttpServer } from '../http/server.ts';
import type { Log } from '../platform/log.ts';

export interface InnerRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
}

export interface InnerAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  cut: boolean;
}

export interface Caller {
  authorization: string;
  requestId: string;
  address: string | undefined;
  /** Aborted when the client has gone. */
  signal: AbortSignal;
}

/** Reads at most `mostBytes` of the body. @throws the reason of the caller's `signal` */
export type Inside = (request: InnerRequest, caller: Caller, mostBytes: number) => Promise<InnerAnswer>;

/**
 * HTTP over a pair of streams in memory, to a listener like the one at the port: a tool's request is authenticated, limited, validated,
 * logged and answered by the same code as any other, without an address, a port, or a refused connection while the service stops.
 */
export function openInside(listener: RequestListener, log: Log): Inside {
  const server = createHttpServer(listener, { log });
  return ({ method, path, headers, body }, { authorization, requestId, address, signal }, mostBytes) =>
    new Promise((resolve, reject) => {
      const [near, far] = duplexPair();
      // As over a network: a closed end stops the writer, and ends the wait of the reader.
      near.once('close', () => far.destroy());
      far.once('close', () => {
        const saidAll = far.writableEnded && far.writableLength === 0;
        if (!saidAll) near.push(null);
      });
      const request = httpRequest({
        method,
        path,
        signal,
        headers: { ...headers, host: 'localhost', authorization, 'x-request-id': requestId },
        createConnection: () => near,
      });
      request.once('error', (error) => reject(signal.aborted ? signal.reason : error));
      request.once('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const end = (cut: boolean) => {
          resolve({ status: response.statusCode as number, headers: response.headers, bytes: Buffer.concat(chunks), cut });
          near.destroy();
        };
        response.on('data', (chunk: Buffer) => {
          const room = mostBytes - size;
          chunks.push(chunk.subarray(0, room));
          size += chunk.length;
          if (size > mostBytes) end(true);
        });
        response.once('end', () => end(false));
        response.once('error', reject);
      });
      server.emit('connection', asSocket(far, address));
      request.end(body);
    });
}

/** Node's server accepts any stream; the members of a socket that our own code uses are added. */
function asSocket(stream: Duplex, remoteAddress: string | undefined): Duplex {
  return Object.assign(stream, { remoteAddress, setTimeout: () => stream });
}
