import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { MailboxEntry } from '../../platform/mailbox/signed-entry.ts';
import { isLocalName, isLoopback } from '../../shared/local-names.ts';

/** `Via`, `Forwarded`, `X-Forwarded-For`, and `X-Real-IP`, `True-Client-IP`, `CF-Connecting-IP` of various proxies. */
const OF_A_PROXY = /^via$|forwarded|-ip$/;

/**
 * Caught mail contains sign-in links and addresses. With a password (Basic, any user name) the mailbox opens everywhere, and without that
 * password nowhere; where none is set, it opens on the machine itself, and elsewhere by the signed address of the start.
 */
export function mailboxGuard(password: string | undefined, entry?: MailboxEntry): RequestHandler {
  return (request, response, next) => {
    if (password === undefined && entry) {
      const key = request.query.key;
      if (typeof key === 'string' && entry.isValid(key)) return request.path === '/' ? letIn(request, response, key) : next();
      if (entry.isValid(cookieOf(request))) return next();
    }
    const reason = password === undefined ? refusal(request) : null;
    if (reason) {
      const words = `The mailbox opens only on the machine that Bivouac runs on: ${reason}. From elsewhere, open the signed address that the service prints at its start, or set MAILBOX_PASSWORD.\n`;
      response.status(403).type('text/plain').send(words);
    } else if (password !== undefined && !carries(request, password)) {
      response.status(401).set('WWW-Authenticate', 'Basic realm="Bivouac mailbox", charset="UTF-8"').set('Cache-Control', 'no-store');
      response.type('text/plain').send('The mailbox asks for MAILBOX_PASSWORD, with any user name.\n');
    } else next();
  };
}

const COOKIE = 'bivouac_mailbox';

const cookieOf = ({ headers }: Request): string =>
  new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]{1,100})`).exec(headers.cookie ?? '')?.[1] ?? '';

/** The address with the key stays out of the history of the browser, and of what a message's pictures are sent. */
function letIn({ secure }: Request, response: Response, key: string): void {
  const options = { path: '/mailbox', httpOnly: true, sameSite: 'lax', secure } as const;
  response.cookie(COOKIE, key, options).set('Cache-Control', 'no-store').redirect(303, '/mailbox');
}

/** Digests are compared, so that the time does not depend on the password. */
function carries({ headers }: Request, password: string): boolean {
  const [, credentials = ''] = /^Basic ([\w+/=-]{1,2000})$/i.exec(headers.authorization ?? '') ?? [];
  const [, given = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(password));
}

function refusal({ socket, headers }: Request): string | null {
  if (!isLoopback(socket.remoteAddress ?? '')) return 'this request came over the network';
  // Behind a proxy on this machine every client has the proxy's address.
  if (Object.keys(headers).some((name) => OF_A_PROXY.test(name))) return 'this request came through a proxy';
  // A foreign name that resolves to 127.0.0.1 would make a foreign page one of our own origin.
  if (!isLocalName(headers.host ?? '')) return 'open it as http://localhost';
  return null;
}
