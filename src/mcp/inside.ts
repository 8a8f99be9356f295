import { request as httpRequest, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { createHttpServer } from '../http/server.ts';
import type { Log } from '../platform/log.ts';

/** An HTTP request to an operation of this service. */
export interface InnerRequest {
  method: string;
  /** With its query, as it goes over the wire. */
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
}

export interface InnerAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As much as was asked for. */
  bytes: Buffer;
  /** There was more. */
  cut: boolean;
}

/** Who asks, and for how long they wait. */
export interface Caller {
  authorization: string;
  requestId: string;
  /** The client's address, as it counts for limits. */
  address: string | undefined;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

/** Asks the service as any client would. Of the body at most so many bytes are read. @throws the reason of the caller's `signal` */
export type Inside = (request: InnerRequest, caller: Caller, mostBytes: number) => Promise<InnerAnswer>;

/**
 * A way to the operations without a network: HTTP is spoken over a pair of streams in memory, to a listener like the one at the port.
 * So a tool's request is authenticated, limited, validated, logged and answered by the very same code as everybody's, and there is
 * no address to know, no port to take and no connection to be refused while the service stops.
 */
export function openInside(listener: RequestListener, log: Log): Inside {
  const server = createHttpServer(listener, { log });
  return ({ method, path, headers, body }, { authorization, requestId, address, signal }, mostBytes) =>
    new Promise((resolve, reject) => {
      const [near, far] = duplexPair();
      // Each end hears of the other as over a network: who is not read any more stops writing, and who was broken off is not waited for.
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

/** Node's server takes any stream; what of a socket our own code asks for beside is added: who is at its other end, and a pause to wait for. */
function asSocket(stream: Duplex, remoteAddress: string | undefined): Duplex {
  // The other end is in this process, and pauses for nobody.
  return Object.assign(stream, { remoteAddress, setTimeout: () => stream });
}
