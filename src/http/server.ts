import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';

/** How long clients may take to send, in milliseconds: one that trickles its bytes would hold a connection for nothing. */
export interface Patience {
  /** For the headers of a request. */
  headersMs: number;
  /** For its body, from the headers on. */
  bodyMs: number;
  /** For an upload that was let in, headers and all, … */
  uploadMs: number;
  /** … and for each pause in it. */
  pauseMs: number;
}

const PATIENCE: Patience = { headersMs: 20_000, bodyMs: 40_000, uploadMs: 60 * 60_000, pauseMs: 30_000 };

/** Gives requests whose bodies are on their way the time of an upload. */
const extensions = new WeakMap<IncomingMessage, () => void>();

/** An HTTP server that cuts off whoever is too slow. */
export function createHttpServer(app: RequestListener, patience: Patience = PATIENCE): Server {
  const { headersMs, bodyMs, uploadMs, pauseMs } = patience;
  // Node has one limit for all requests. It is that of uploads; bodies of other requests have a shorter one each.
  const options = { headersTimeout: headersMs, requestTimeout: uploadMs, connectionsCheckingInterval: headersMs / 2 };
  const server = createServer(options, app);
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const limit = setTimeout(() => cut(request, response), bodyMs);
    for (const end of ['end', 'close']) request.once(end, () => clearTimeout(limit));
    extensions.set(request, () => {
      clearTimeout(limit);
      request.setTimeout(pauseMs);
      request.once('end', () => request.setTimeout(0));
    });
  });
  return server;
}

/** Lets a body that is large by nature take its time, as long as it keeps coming. */
export const awaitUpload = (request: IncomingMessage): void => extensions.get(request)?.();

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whoever reads the body has to hear of it too: Node does not tell them once the answer is out. */
function cut(request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) request.destroy();
  else response.writeHead(408, { Connection: 'close' }).end(() => request.destroy());
}
