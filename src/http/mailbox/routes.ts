import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { attachmentOf, parseHead, parseMessage } from '../../platform/mailbox/message.ts';
import { mailboxEntry } from '../../platform/mailbox/signed-entry.ts';
import {
  clearMailbox,
  deleteMail,
  findMail,
  listMail,
  type MailFilter,
  newestMail,
  readWords,
  workspacesWithMail,
} from '../../platform/mailbox.ts';
import { allowing } from '../../platform/outbound-guard.ts';
import { attachment } from '../../platform/signed-addresses.ts';
import { DomainError, invalid } from '../../shared/errors.ts';
import { isUuid } from '../../shared/identifiers.ts';
import { mailboxGuard } from './guard.ts';
import { checkLinks, linksIn } from './links.ts';
import { type List, mailboxPage, notFoundPage, type Place, viewsOf, withNewTabs } from './pages.ts';

const PAGE_SIZE = 50;
const MAX_LIMIT = 500;

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

/**
 * Nothing runs, and nothing is asked of others until the reader wants their pictures, which tell them that the mail was opened. Those of
 * this service come at once: the mail is the reader's own test.
 */
const messagePolicy = (baseUrl: string, wantsPictures: boolean): string =>
  `default-src 'none'; img-src ${wantsPictures ? '* data:' : `data: 'self' ${new URL(baseUrl).origin}`}; style-src 'unsafe-inline'; ` +
  "font-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

interface MailboxOptions {
  baseUrl: string;
  mailboxPassword: string | undefined;
  secret: string;
  clock: Clock;
  /** Hosts of this network that links may lead to. */
  outboundAllow: Parameters<typeof allowing>[0];
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
export function mailboxRoutes(db: Db, { baseUrl, mailboxPassword, outboundAllow, ...signing }: MailboxOptions): Router {
  const routes = Router();
  routes.use('/mailbox', mailboxGuard(mailboxPassword, mailboxEntry(signing)), pageHeaders);

  for (const [name, file] of [
    ['style.css', 'style.css'],
    ['keys.js', 'browser/keys.js'],
    ['live.js', 'browser/live.js'],
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

  routes.get('/mailbox/newest.json', async (_request, response) => {
    response.json({ id: await newestMail(db) });
  });

  routes.get('/mailbox', async (request, response) => {
    const place = placeOf(request);
    if (!isPlace(place)) return missing(response);
    response.type('html').send(mailboxPage(await readList(db, place), place, baseUrl));
  });

  routes.post('/mailbox/clear', ownPagesOnly, async (request, response) => {
    const { workspace } = placeOf(request);
    if (workspace && !isUuid(workspace)) return missing(response);
    if (workspace) await readWords(db);
    await clearMailbox(db, workspace);
    response.redirect(303, '/mailbox');
  });

  routes.post('/mailbox/:id/delete', ownPagesOnly, async (request, response) => {
    const { id = '' } = request.params as { id?: string };
    if (isUuid(id)) await deleteMail(db, id);
    response.redirect(303, '/mailbox');
  });

  routes.get('/mailbox/:id/files/:place', async (request, response) => {
    const mail = await find(db, request);
    const file = mail && (await attachmentOf(mail.raw, Number(request.params.place)));
    if (!file) return missing(response);
    response.set('Content-Disposition', attachment(file.name)).type('application/octet-stream').send(Buffer.from(file.content));
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
    response
      .set('Content-Security-Policy', messagePolicy(baseUrl, request.query.pictures === 'all'))
      .type('html')
      .send(withNewTabs(html));
  });

  routes.get('/mailbox/:id/raw', async (request, response) => {
    const mail = await find(db, request);
    if (!mail) return missing(response);
    response.set('Content-Disposition', `attachment; filename="${mail.id}.eml"`);
    response.type('text/plain').send(Buffer.from(mail.raw));
  });

  /** @param check whether links are asked for */
  const readerPage = async (request: Request<{ id: string }>, response: Response, check: boolean): Promise<void> => {
    const place = placeOf(request);
    const mail = isPlace(place) ? await find(db, request) : null;
    if (!mail) return missing(response);
    const [list, message] = await Promise.all([readList(db, place), parseMessage(mail.raw)]);
    const views = viewsOf(message);
    const view = check ? 'links' : (views.find((name) => name === request.query.view) ?? views[0] ?? 'source');
    const links = view === 'links' ? await linksIn(db, message, baseUrl) : [];
    const checked = check ? await checkLinks(links, { allowed: allowing(outboundAllow) }) : links;
    const wantsPictures = request.query.pictures === 'all';
    response.type('html').send(mailboxPage(list, place, baseUrl, { mail: { ...mail, message }, view, links: checked, wantsPictures }));
  };
  routes.get('/mailbox/:id', (request, response) => readerPage(request, response, false));
  routes.post('/mailbox/:id/check-links', ownPagesOnly, (request, response) =>
    readerPage(request as Request<{ id: string }>, response, true),
  );

  return routes;
}

/** A page of another origin could send the form of a browser that may open the mailbox. */
const ownPagesOnly: RequestHandler = ({ headers }, response, next) => {
  const isOwn = headers['sec-fetch-site']
    ? headers['sec-fetch-site'] === 'same-origin'
    : !headers.origin || new URL(headers.origin).host === headers.host;
  if (isOwn) next();
  else response.status(403).type('text/plain').send('Only pages of the mailbox may change it.\n');
};

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

const placeOf = (request: Request): Place => ({
  search: parameter(request, 'q'),
  before: parameter(request, 'before') || undefined,
  workspace: parameter(request, 'workspace') || undefined,
});

const isPlace = ({ before, workspace }: Place): boolean => [before, workspace].every((id) => !id || isUuid(id));

const find = (db: Db, { params }: Request<{ id: string }>) => (isUuid(params.id) ? findMail(db, params.id) : null);

const missing = (response: Response): void => {
  response.status(404).type('html').send(notFoundPage());
};

async function readList(db: Db, place: Place): Promise<List> {
  await readWords(db);
  const [items, owners, newest] = await Promise.all([
    listed(db, { ...place, limit: PAGE_SIZE + 1 }),
    workspacesWithMail(db),
    newestMail(db),
  ]);
  return { items: items.slice(0, PAGE_SIZE), hasOlder: items.length > PAGE_SIZE, owners, newest };
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
