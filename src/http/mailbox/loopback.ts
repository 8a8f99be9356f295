import type { Request, RequestHandler } from 'express';
import { isLocalName, isLoopback } from '../../shared/local-names.ts';

/** `Via`, `Forwarded`, `X-Forwarded-For`, and the `X-Real-IP`, `True-Client-IP`, `CF-Connecting-IP` of this and that proxy. */
const OF_A_PROXY = /^via$|forwarded|-ip$/;

/** Lets in only who sits at this machine: caught mail holds sign-in links and people's addresses, and asks for no key. */
export const loopbackOnly: RequestHandler = (request, response, next) => {
  const reason = refusal(request);
  if (!reason) return next();
  response.status(403).type('text/plain').send(`The mailbox opens only on the machine that Bivouac runs on: ${reason}.\n`);
};

function refusal({ socket, headers }: Request): string | null {
  if (!isLoopback(socket.remoteAddress ?? '')) return 'this request came over the network';
  // Behind a proxy on this machine everybody has the proxy's address.
  if (Object.keys(headers).some((name) => OF_A_PROXY.test(name))) return 'this request came through a proxy';
  // A name of somebody else's that resolves to 127.0.0.1 would make a foreign page one of our own origin.
  if (!isLocalName(headers.host ?? '')) return 'open it as http://localhost';
  return null;
}
