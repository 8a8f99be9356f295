import { hash } from 'node:crypto';
import { type Request, Router } from 'express';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clock.ts';
import { type Ctx, type Db, isPassing } from '../../../platform/db.ts';
import type { FlowId, WorkspaceId } from '../../../platform/ids.ts';
import { notOurs, PLACES, pathOf, type SignedAddresses } from '../../../platform/signed-addresses.ts';
import { NotDoneInTime } from '../../../platform/threads.ts';
import { DomainError } from '../../../shared/errors.ts';
import { isUuid } from '../../../shared/identifiers.ts';
import { createFlights } from '../../../shared/single-flight.ts';
import { findFlow } from '../flows.repo.ts';
import { drawingPage, messagePage, PAGE_POLICY, type Shown } from './drawing.page.ts';
import { drawApart } from './drawing.tasks.ts';
import { findFigures, findGraph } from './report.repo.ts';
import { toReport } from './report.view.ts';

interface DrawingOptions {
  requests: Db;
  clock: Clock;
  addresses: SignedAddresses;
  /** Seconds until this client address may see a drawing again; 0: now. */
  drawingLimit: (address: string) => number;
}

interface Answer {
  status: number;
  html: string;
  retryAfter?: number;
}

const HEADERS = {
  'Content-Security-Policy': PAGE_POLICY,
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

export const keyOf = (workspaceId: WorkspaceId, flowId: FlowId): string => `${workspaceId}/${flowId}`;

export const endOf = ({ searchParams }: URL): Date => new Date(Number(searchParams.get('expires')) * 1_000);

/** No key; the address is signed, and shows one flow until it expires. */
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
function namedBy({ params, path }: Request): { workspaceId: WorkspaceId; flowId: FlowId } {
  const [workspaceId, flowId, ...more] = [params.key].flat();
  if (!isUuid(workspaceId) || !isUuid(flowId) || more.length > 0) throw notOurs();
  if (path !== pathOf('DRAWING', keyOf(workspaceId, flowId))) throw notOurs();
  return { workspaceId, flowId };
}

/** The reader has a browser, not a program. */
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

export interface Drawing {
  drawing: string;
  report: Shown['report'];
  now: Date;
}

interface Kept {
  hash: string;
  drawing: string;
}

/** A drawing of a hundred steps has a few hundred thousand characters. */
const MOST_KEPT = 200;
const MOST_CHARACTERS = 16 * 1024 * 1024;

/**
 * One drawing of a flow is made at a time and shared by simultaneous callers, and only when the flow or its figures have changed.
 * @returns null for a flow that is gone
 */
function createDrawings(draw = drawApart): (ctx: Ctx, flowId: FlowId) => Promise<Drawing | null> {
  const flights = createFlights<Drawing | null>();
  const kept = new LRUCache<string, Kept>({
    max: MOST_KEPT,
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ drawing }) => drawing.length || 1,
  });

  async function make(key: string, ctx: Ctx, flowId: FlowId): Promise<Drawing | null> {
    const flow = await findFlow(ctx, flowId);
    if (!flow) return null;
    const graph = await findGraph(ctx, flow);
    const report = toReport(flow, await findFigures(ctx, flowId));
    const shows = hash('sha256', JSON.stringify({ graph, report }));
    const known = kept.get(key);
    const drawing = known?.hash === shows ? known.drawing : await draw(ctx.workspaceId, { graph, report });
    kept.set(key, { hash: shows, drawing });
    return { drawing, report, now: ctx.now };
  }

  return (ctx, flowId) => {
    const key = keyOf(ctx.workspaceId, flowId);
    return flights.share(key, () => make(key, ctx, flowId));
  };
}
