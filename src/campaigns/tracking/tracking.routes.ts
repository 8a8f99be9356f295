import { type Response, Router } from 'express';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { linkTarget, locationOf } from '../messages/addresses.ts';
import type { Tokens } from './tokens.ts';
import { findLink, findSubscription, recordClick, recordOpen } from './tracking.repo.ts';
import { unsubscribe } from './tracking.service.ts';
import { confirmPage, donePage, gonePage, PAGE_POLICY, testPage } from './unsubscribe.pages.ts';

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** The addresses that emails carry: the open pixel, the click redirect, the unsubscribe page. No key; the token is signed. */
export function trackingRoutes({ db, clock, events, tokens }: { db: Db; clock: Clock; events: Events; tokens: Tokens }): Router {
  const routes = Router();

  routes.get('/t/o/:token', async (request, response) => {
    response.locals.operation = 'openPixel';
    const ref = tokens.readOpen(request.params.token);
    if (ref && request.method === 'GET') await recordOpen(db, ref, clock.now());
    response
      .status(ref ? 200 : 404)
      .set({ 'Cache-Control': 'no-store, private', 'Cross-Origin-Resource-Policy': 'cross-origin' })
      .type('gif')
      .send(PIXEL);
  });

  routes.get('/t/c/:token', async (request, response) => {
    response.locals.operation = 'clickLink';
    const click = tokens.readClick(request.params.token);
    const link = click && (await findLink(db, click, click.position));
    const target = link && linkTarget(link.url, link.contact ?? {}, link.workspaceName);
    // Only what the sender wrote into the email, and only the web: a merge value cannot turn it into anything else.
    if (!click || !target || !/^https?:\/\//i.test(target) || !URL.canParse(target)) return page(response, 404, gonePage());
    // A scanner that asks for the headers alone has not followed the link.
    if (request.method === 'GET') await recordClick(db, click, click.position, target, clock.now());
    response.set('Cache-Control', 'no-store, private').set('Referrer-Policy', 'no-referrer').redirect(302, locationOf(target));
  });

  // Mail scanners follow every link. So looking changes nothing, and only the button, or a mail program's own POST
  // (RFC 8058), unsubscribes. The address says everything: whatever a POST carries beside it is not read.
  routes.get('/u/:token', async (request, response) => {
    response.locals.operation = 'showUnsubscribe';
    const token = tokens.readUnsubscribe(request.params.token);
    if (!token) return page(response, 404, gonePage());
    if (!token.contactId) return page(response, 200, testPage());
    const subscription = await findSubscription(db, token.workspaceId, token.contactId);
    page(response, 200, subscription && !subscription.unsubscribed ? confirmPage(subscription) : donePage(subscription?.workspaceName));
  });

  routes.post('/u/:token', async (request, response) => {
    response.locals.operation = 'unsubscribe';
    const token = tokens.readUnsubscribe(request.params.token);
    if (!token) return page(response, 404, gonePage());
    const { contactId } = token;
    if (!contactId) return page(response, 200, testPage());
    await unsubscribe(db, events, { ...token, contactId }, clock.now());
    const subscription = await findSubscription(db, token.workspaceId, contactId);
    page(response, 200, donePage(subscription?.workspaceName));
  });

  return routes;
}

function page(response: Response, status: number, html: string): void {
  response
    .status(status)
    .set({
      'Content-Security-Policy': PAGE_POLICY,
      'Cache-Control': 'no-store, private',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    })
    .type('html')
    .send(html);
}
