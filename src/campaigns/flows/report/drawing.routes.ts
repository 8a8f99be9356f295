import { type Request, Router } from 'express';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, isPassing } from '../../../platform/db.ts';
import { notOurs, PLACES, pathOf, type SignedAddresses } from '../../../platform/signed-addresses.ts';
import { NotDoneInTime } from '../../../platform/threads.ts';
import { DomainError } from '../../../shared/errors.ts';
import { isUuid } from '../../../shared/identifiers.ts';
import { drawingPage, messagePage, PAGE_POLICY } from './drawing.page.ts';
import { createDrawings } from './drawings.ts';

interface DrawingOptions {
  requests: Db;
  clock: Clock;
  addresses: SignedAddresses;
  /** In how many seconds somebody at an address may see a drawing again; 0 where they may now. */
  drawingLimit: (address: string) => number;
}

interface Answer {
  status: number;
  html: string;
  /** Seconds. */
  retryAfter?: number;
}

const HEADERS = {
  'Content-Security-Policy': PAGE_POLICY,
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/** What the address of a flow's drawing names. */
export const keyOf = (workspaceId: string, flowId: string): string => `${workspaceId}/${flowId}`;

/** When an address stops working. */
export const endOf = ({ searchParams }: URL): Date => new Date(Number(searchParams.get('expires')) * 1_000);

/** Flows as people see them. No key; the address is signed, and shows the one flow until its time is over. */
export function drawingRoutes({ requests, clock, addresses, drawingLimit }: DrawingOptions): Router {
  const routes = Router();
  const find = createDrawings();
  routes.get(`${PLACES.DRAWING}*key`, async (request, response) => {
    response.locals.operation = 'showDrawing';
    const { status, html, retryAfter } = await answer(request).catch(refusal);
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    response.status(status).set(HEADERS).type('html').send(html);
  });

  async function answer(request: Request): Promise<Answer> {
    const wait = Math.ceil(drawingLimit(request.ip ?? ''));
    if (wait > 0)
      return { status: 429, html: messagePage('Please wait', `Drawings were opened too often. Try again in ${wait} s.`), retryAfter: wait };
    const { workspaceId, flowId } = namedBy(request);
    const url = new URL(request.originalUrl, 'http://localhost');
    addresses.read('DRAWING', keyOf(workspaceId, flowId), url.searchParams);
    const found = await find({ db: requests, workspaceId, now: clock.now() }, flowId);
    if (!found) return { status: 404, html: messagePage('This flow is gone', 'It was deleted after this address was made.') };
    const { drawing, report, now } = found;
    return { status: 200, html: drawingPage(drawing, report, { now, expiresAt: endOf(url) }) };
  }

  return routes;
}

/** @throws invalid_signature for another spelling of the path, so that an address has one form */
function namedBy({ params, path }: Request): { workspaceId: string; flowId: string } {
  const [workspaceId, flowId, ...more] = [params.key].flat();
  if (!isUuid(workspaceId) || !isUuid(flowId) || more.length > 0) throw notOurs();
  if (path !== pathOf('DRAWING', keyOf(workspaceId, flowId))) throw notOurs();
  return { workspaceId, flowId };
}

/** Whoever looks has a browser, not a program, in front of them. */
function refusal(error: unknown): Answer {
  if (error instanceof DomainError && error.code === 'invalid_signature')
    return {
      status: 403,
      html: messagePage('This address does not work', 'It may be incomplete, or it has expired. Ask for a new one.'),
    };
  if (isPassing(error) || error instanceof NotDoneInTime)
    return {
      status: 503,
      html: messagePage('Please try again', 'We cannot draw this right now. Try it again in a minute.'),
      retryAfter: 5,
    };
  throw error;
}
