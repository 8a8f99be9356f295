import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Request, Router } from 'express';
import { addSuppressions } from '../../audience/suppressions/suppressions.repo.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Db, isPassing, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { gatherLookups } from '../../platform/gather.ts';
import { confirmationPage, confirmedPage, questionOf } from '../consent/confirmation.pages.ts';
import { confirm, readConfirmation } from '../consent/confirmations.service.ts';
import { PAGE_POLICY } from '../consent/layout.ts';
import { phrasesFor } from '../consent/phrases.ts';
import { preferencesPage } from '../consent/preferences.pages.ts';
import { readPreferences, savePreferences } from '../consent/preferences.service.ts';
import { readChoices } from '../consent/read-choices.ts';
import type { FindLink } from './find-links.ts';
import type { FollowedLink, Hits } from './hits.ts';
import { type HitRequest, reasonsOf } from './machines.ts';
import type { Link, Target } from './targets.ts';
import type { Click, ContactRef, Tokens } from './tokens.ts';
import {
  findFollowed,
  findMessageOf,
  findRecipient,
  findSubscription,
  findTested,
  type Subscription,
  type Visitor,
} from './tracking.repo.ts';
import { unsubscribe, unsubscribed } from './tracking.service.ts';
import { confirmPage, donePage, excusePage } from './unsubscribe.pages.ts';

interface TrackingOptions {
  db: Db;
  lookups: Db;
  clock: Clock;
  events: Events;
  tokens: Tokens;
  hits: Hits;
  findLink: FindLink;
  baseUrl: string;
}

/** `locals` are for the log. */
type Answer = ServerResponse & { locals: { operation?: string } };

interface Tracking {
  /** The open pixel, the click redirect, the unsubscribe page. No key; the token is signed. */
  routes: Router;
  /** Pixels and clicks come in crowds and skip the router. `find` is undefined for other requests. */
  ahead: { prefix: string; find(request: IncomingMessage, address: () => string): ((response: Answer) => Promise<void>) | undefined };
}

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const UNCACHED = { 'Cache-Control': 'no-store, private' };
const PIXEL_HEADERS = {
  ...UNCACHED,
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Type': 'image/gif',
  'Content-Length': PIXEL.length,
};
const PAGE_HEADERS = {
  ...UNCACHED,
  'Content-Security-Policy': PAGE_POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
  'Content-Type': 'text/html; charset=utf-8',
};

/** Opens and clicks are recorded after the response; an unsubscribe is written before it is confirmed. */
export function createTracking({ db, lookups, clock, events, tokens, hits, findLink, baseUrl }: TrackingOptions): Tracking {
  const followedOf = gatherLookups((workspaceId, deliveryIds) => findFollowed({ db: lookups, workspaceId }, deliveryIds));

  function open(request: HitRequest, token: string, response: Answer): void {
    response.locals.operation = 'openPixel';
    const of = tokens.readOpen(token);
    if (of) hits.opened(of, reasonsOf(request));
    response.writeHead(of ? 200 : 404, PIXEL_HEADERS).end(PIXEL);
  }

  async function click(request: HitRequest, token: string, response: Answer): Promise<void> {
    response.locals.operation = 'clickLink';
    const click = tokens.readClick(token);
    const followed = click && (await followedBy(click));
    if (!followed) return page(response, 404, excusePage('gone', phrasesFor(request.headers['accept-language'])));
    const { target, linkCount } = followed;
    const link: FollowedLink = { position: click.position, url: target.url, linkCount };
    hits.clicked(click, link, reasonsOf(request));
    response.writeHead(302, { ...UNCACHED, 'Referrer-Policy': 'no-referrer', Location: target.location, 'Content-Length': 0 }).end();
  }

  async function followedBy(click: Click): Promise<{ target: Target; linkCount: number } | undefined> {
    const messageId = click.messageId ?? (await findMessageOf(lookups, click));
    const found = messageId && (await findLink(click.workspaceId, messageId, click.position));
    if (!found) return undefined;
    const target = await targetOf(click, found.link);
    return target ? { target, linkCount: found.linkCount } : undefined;
  }

  async function targetOf(click: Click, link: Link): Promise<Target | null | undefined> {
    if ('target' in link) return link.target;
    const followed = await followedOf(click.workspaceId, click.deliveryId);
    if (!followed) return undefined;
    return link.targetFor(followed);
  }

  const preferencesOf = (of: ContactRef): string => `${baseUrl}/p/${tokens.preferences(of)}`;

  async function show(token: string, accepted: string | undefined, response: Answer): Promise<void> {
    response.locals.operation = 'showUnsubscribe';
    const from = tokens.readUnsubscribe(token);
    if (!from) return page(response, 404, excusePage('gone', phrasesFor(accepted)));
    if (!from.contactId) return showTested(await findTested(lookups, from), accepted, response);
    const subscription = await findSubscription({ db: lookups, workspaceId: from.workspaceId }, from.contactId, from.topicId);
    const wording = phrasesFor(subscription?.language, accepted);
    page(
      response,
      200,
      subscription && !subscription.unsubscribed
        ? confirmPage(subscription, wording)
        : donePage(subscription, wording, subscription && preferencesOf(from)),
    );
  }

  function showTested(tested: Subscription | undefined, accepted: string | undefined, response: Answer): void {
    const wording = phrasesFor(tested?.language, accepted);
    const ownPage = tested?.unsubscribed ? donePage(tested, wording) : tested && confirmPage(tested, wording);
    page(response, 200, ownPage ?? excusePage('test', wording));
  }

  async function stop(request: Request<{ token: string }>, response: Answer): Promise<void> {
    response.locals.operation = 'unsubscribe';
    const from = tokens.readUnsubscribe(request.params.token);
    const accepted = request.get('accept-language');
    if (!from) return page(response, 404, excusePage('gone', phrasesFor(accepted)));
    const { workspaceId, contactId } = from;
    const topicId = request.query.all === undefined ? from.topicId : undefined;
    if (!contactId) {
      const tested = await findTested(db, from);
      if (tested) await transaction({ db, workspaceId, now: clock.now() }, (tx) => addSuppressions(tx, [unsubscribed(tested.email)]));
      return showTested(tested && { ...tested, unsubscribed: true }, accepted, response);
    }
    await unsubscribe(db, events, { ...from, contactId, topicId, visitor: visitorOf(request) }, clock.now());
    // The page confirms it even if it cannot name the workspace.
    const subscription = await findSubscription({ db: lookups, workspaceId }, contactId, topicId).catch(() => undefined);
    page(response, 200, donePage(subscription, phrasesFor(subscription?.language, accepted), subscription && preferencesOf(from)));
  }

  async function choose(request: Request<{ token: string }>, response: Answer, isSaved = false): Promise<void> {
    response.locals.operation = 'showPreferences';
    const of = tokens.readPreferences(request.params.token);
    const accepted = request.get('accept-language');
    if (of && !of.contactId) return page(response, 200, excusePage('test', phrasesFor(accepted)));
    const known = of?.contactId && (await readPreferences({ db: isSaved ? db : lookups, workspaceId: of.workspaceId }, of.contactId));
    if (!known) return page(response, 404, excusePage('gone', phrasesFor(accepted)));
    const wording = phrasesFor(known.contact.language, known.workspaceLanguage, accepted);
    page(response, 200, preferencesPage(known, wording, isSaved));
  }

  async function keep(request: Request<{ token: string }>, response: Answer): Promise<void> {
    const of = tokens.readPreferences(request.params.token);
    const recipient = of?.contactId && (await findRecipient({ db, workspaceId: of.workspaceId }, of.contactId));
    if (!of || !recipient) return choose(request, response);
    const fields = await readChoices(request);
    const ctx = { db, workspaceId: of.workspaceId, now: clock.now() };
    await savePreferences(ctx, events, recipient.contactId, { fields, visitor: visitorOf(request) });
    await choose(request, response, true);
    response.locals.operation = 'savePreferences';
  }

  async function ask(request: Request<{ token: string }>, response: Answer, isAnswer: boolean): Promise<void> {
    response.locals.operation = isAnswer ? 'confirmTopics' : 'showConfirmation';
    const of = tokens.readConfirmation(request.params.token);
    const ctx = of && { db: isAnswer ? db : lookups, workspaceId: of.workspaceId, now: clock.now() };
    const view = ctx && (await readConfirmation(ctx, of.confirmationId));
    const accepted = request.get('accept-language');
    if (!view) return page(response, 404, excusePage('gone', phrasesFor(accepted)));
    const wording = phrasesFor(view.language, accepted);
    if (!isAnswer || (view.isExpired && !view.confirmedAt)) return page(response, 200, confirmationPage(view, wording));
    const textShown = questionOf(view, wording);
    await confirm(ctx, events, { id: of.confirmationId, visitor: visitorOf(request), textShown });
    const preferences = preferencesOf({ workspaceId: of.workspaceId, contactId: view.contactId });
    page(response, 200, confirmedPage(view, wording, preferences));
  }

  const routes = Router();
  routes.get('/t/o/:token', (request, response) => open(routed(request), request.params.token, response));
  routes.get('/t/c/:token', (request, response) => forPerson(request, response, (to) => click(routed(request), request.params.token, to)));
  // Mail scanners follow every link. So a GET changes nothing, and only the button, or a mail program's own POST (RFC 8058), unsubscribes.
  // The body of a POST is not read.
  routes.get('/u/:token', (request, response) =>
    forPerson(request, response, (to) => show(request.params.token, request.get('accept-language'), to)),
  );
  routes.post('/u/:token', (request, response) => forPerson(request, response, (to) => stop(request, to)));
  routes.get('/c/:token', (request, response) => forPerson(request, response, (to) => ask(request, to, false)));
  routes.post('/c/:token', (request, response) => forPerson(request, response, (to) => ask(request, to, true)));
  routes.get('/p/:token', (request, response) => forPerson(request, response, (to) => choose(request, to)));
  routes.post('/p/:token', (request, response) => forPerson(request, response, (to) => keep(request, to)));

  return {
    routes,
    ahead: {
      prefix: '/t/',
      find({ method, headers, url = '' }, address) {
        if (method !== 'GET' && method !== 'HEAD') return undefined;
        const [, kind, token] = CROWDED.exec(url) ?? [];
        const request: HitRequest = { method, headers, address };
        if (token === undefined) return undefined;
        if (kind === 'o') return async (response) => open(request, token, response);
        return (response) => forPerson(request, response, (to) => click(request, token, to));
      },
    },
  };
}

const LONGEST_AGENT = 1_000;

const visitorOf = (request: Request): Visitor => ({
  ip: request.ip ?? null,
  userAgent: request.get('user-agent')?.slice(0, LONGEST_AGENT) ?? null,
});
const routed = (request: Request): HitRequest => ({ method: request.method, headers: request.headers, address: () => request.ip ?? '' });

const CROWDED = /^\/t\/([oc])\/([\w-]+)(?:\?|$)/;

/** The reader has a browser, not a program. */
async function forPerson(
  { headers }: { headers: IncomingMessage['headers'] },
  response: Answer,
  answer: (response: Answer) => Promise<void>,
): Promise<void> {
  try {
    await answer(response);
  } catch (error) {
    if (!isPassing(error)) throw error;
    response.setHeader('Retry-After', '5');
    page(response, 503, excusePage('later', phrasesFor(headers['accept-language'])));
  }
}

function page(response: Answer, status: number, html: string): void {
  const body = Buffer.from(html);
  response.writeHead(status, { ...PAGE_HEADERS, 'Content-Length': body.length }).end(body);
}
