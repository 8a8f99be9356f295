import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Db } from '../../platform/db.ts';
import { parseHead, parseMessage } from '../../platform/mailbox/message.ts';
import { findMail, listMail, type MailFilter } from '../../platform/mailbox.ts';
import { DomainError, invalid } from '../../shared/errors.ts';
import { isUuid } from '../../shared/identifiers.ts';
import { mailboxGuard } from './guard.ts';
import { type List, mailboxPage, notFoundPage, type Place, viewsOf, withNewTabs } from './pages.ts';

const PAGE_SIZE = 50;
const MAX_LIMIT = 500;

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

/** Pictures load from anywhere, the tracking pixel included: the mail is the reader's own test. Nothing runs. */
const MESSAGE_POLICY =
  "default-src 'none'; img-src * data:; style-src 'unsafe-inline'; font-src *; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';

interface MailboxOptions {
  baseUrl: string;
  mailboxPassword: string | undefined;
}

/**
 * The built-in mailbox's pages for people (`/mailbox`, `/mailbox/{id}` with the views html, phone, text, headers and source)
 * and answers for programs:
 *
 * - `GET /mailbox/messages.json?to=&limit=&before=` → `{messages: [{id, received_at, from, to, subject, message_id}]}`, newest
 *   first. `to` asks for a recipient's whole address, `before` for what is older than that id; `limit` is 1 to 500, by default 50.
 * - `GET /mailbox/{id}.json` → the same fields and `headers` (`[name, value]` in the message's order), `text`, `html`, `attachments`
 * - `GET /mailbox/{id}/raw` → the message's bytes
 *
 * `from` is the header as a person reads it, `to` the envelope's recipients.
 */
export function mailboxRoutes(db: Db, { baseUrl, mailboxPassword }: MailboxOptions): Router {
  const routes = Router();
  routes.use('/mailbox', mailboxGuard(mailboxPassword), pageHeaders);

  for (const [name, file] of [
    ['style.css', 'style.css'],
    ['keys.js', 'browser/keys.js'],
  ] as const) {
    routes.get(`/mailbox/${name}`, (_request, response) => {
      response.sendFile(file, { root: import.meta.dirname, cacheControl: false, headers: { 'Cache-Control': 'no-cache' } });
    });
  }

  routes.get('/mailbox/messages.json', async (request, response) => {
    const limit = parameter(request, 'limit') || String(PAGE_SIZE);
    if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX_LIMIT) {
      throw invalid({ path: 'limit', message: `must be a whole number from 1 to ${MAX_LIMIT}` });
    }
    const before = parameter(request, 'before') || undefined;
    if (before && !isUuid(before)) throw invalid({ path: 'before', message: 'must be the id of a message' });
    const messages = await listed(db, { to: parameter(request, 'to'), before, limit: Number(limit) });
    response.json({
      messages: messages.map(({ id, receivedAt, from, recipients, subject, messageId }) => ({
        id,
        received_at: receivedAt,
        from,
        to: recipients,
        subject,
        message_id: messageId,
      })),
    });
  });

  routes.get('/mailbox', async (request, response) => {
    const place = placeOf(request);
    if (place.before && !isUuid(place.before)) return missing(response);
    response.type('html').send(mailboxPage(await readList(db, place), place, baseUrl));
  });

  routes.get('/mailbox/:id.json', async (request, response) => {
    const mail = await find(db, request);
    if (!mail) throw new DomainError('not_found', 'There is no such message.');
    const { from, messageId, headers, text, html, attachments } = await parseMessage(mail.raw);
    response.json({
      id: mail.id,
      received_at: mail.receivedAt,
      from: from ?? mail.sender,
      to: mail.recipients,
      subject: mail.subject,
      message_id: messageId,
      headers,
      text,
      html,
      attachments: attachments.map(({ name, type, bytes }) => ({ file_name: name, content_type: type, size_bytes: bytes })),
    });
  });

  routes.get('/mailbox/:id/html', async (request, response) => {
    const mail = await find(db, request);
    const html = mail && (await parseMessage(mail.raw)).html;
    if (!html) return missing(response);
    // A sandboxed page has no origin; in a tab of its own, browsers would refuse it with these headers.
    response.removeHeader('Cross-Origin-Opener-Policy');
    response.removeHeader('Origin-Agent-Cluster');
    response.set('Content-Security-Policy', MESSAGE_POLICY).type('html').send(withNewTabs(html));
  });

  routes.get('/mailbox/:id/raw', async (request, response) => {
    const mail = await find(db, request);
    if (!mail) return missing(response);
    response.set('Content-Disposition', `attachment; filename="${mail.id}.eml"`);
    response.type('text/plain').send(Buffer.from(mail.raw));
  });

  routes.get('/mailbox/:id', async (request, response) => {
    const place = placeOf(request);
    const mail = place.before && !isUuid(place.before) ? null : await find(db, request);
    if (!mail) return missing(response);
    const [list, message] = await Promise.all([readList(db, place), parseMessage(mail.raw)]);
    const views = viewsOf(message);
    const view = views.find((name) => name === request.query.view) ?? views[0] ?? 'source';
    response.type('html').send(mailboxPage(list, place, baseUrl, { mail: { ...mail, message }, view }));
  });

  return routes;
}

const pageHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'Content-Security-Policy': PAGE_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'SAMEORIGIN',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  });
  next();
};

/** PostgreSQL stores no NUL. */
function parameter(request: Request, name: string): string {
  const value = request.query[name];
  return typeof value === 'string' ? value.replaceAll('\0', '').trim() : '';
}

const placeOf = (request: Request): Place => ({ search: parameter(request, 'q'), before: parameter(request, 'before') || undefined });

const find = (db: Db, { params }: Request<{ id: string }>) => (isUuid(params.id) ? findMail(db, params.id) : null);

const missing = (response: Response): void => {
  response.status(404).type('html').send(notFoundPage());
};

async function readList(db: Db, place: Place): Promise<List> {
  const items = await listed(db, { ...place, limit: PAGE_SIZE + 1 });
  return { items: items.slice(0, PAGE_SIZE), hasOlder: items.length > PAGE_SIZE };
}

/** The envelope's sender stands in for a missing From. */
async function listed(db: Db, filter: MailFilter) {
  const messages = await listMail(db, filter);
  return Promise.all(
    messages.map(async ({ head, ...mail }) => {
      const { from, messageId } = await parseHead(head);
      return { ...mail, from: from ?? mail.sender, messageId };
    }),
  );
}
