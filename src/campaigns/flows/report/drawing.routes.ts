import { type Request, Router } from 'express';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, isPassing } from '../../../platform/db.ts';
import { notOurs, PLACES, pathOf, type SignedAddresses } from '../../../platform/signed-addresses.ts';
import { NotDoneInTime } from '../../../platform/threads.ts';
import { DomainError } from '../../../shared/errors.ts';
import { isUuid } from '../../../shared/identifiers.ts';
import type { FlowRef } from '../engine/runs.ts';
import { findFlow } from '../flows.repo.ts';
import { messagePage, PAGE_POLICY } from './drawing.page.ts';
import { drawApart } from './drawing.tasks.ts';
import { findFigures, findGraph } from './report.repo.ts';
import { toReport } from './report.view.ts';

interface DrawingOptions {
  requests: Db;
  clock: Clock;
  addresses: SignedAddresses;
}

const HEADERS = {
  'Content-Security-Policy': PAGE_POLICY,
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

/** What the address of a flow's drawing names. */
export const keyOf = ({ workspaceId, flowId }: FlowRef): string => `${workspaceId}/${flowId}`;

/** When an address stops working. */
export const endOf = ({ searchParams }: URL): Date => new Date(Number(searchParams.get('expires')) * 1_000);

/** Flows as people see them. No key; the address is signed, and shows the one flow until its time is over. */
export function drawingRoutes({ requests, clock, addresses }: DrawingOptions): Router {
  const routes = Router();
  routes.get(`${PLACES.DRAWING}*key`, async (request, response) => {
    response.locals.operation = 'showDrawing';
    const { status, html } = await answer(request).catch(refusal);
    if (status === 503) response.set('Retry-After', '5');
    response.status(status).set(HEADERS).type('html').send(html);
  });

  async function answer(request: Request): Promise<{ status: number; html: string }> {
    const ref = refOf(request);
    const url = new URL(request.originalUrl, 'http://localhost');
    addresses.read('DRAWING', keyOf(ref), url.searchParams);
    const flow = await findFlow(requests, ref.workspaceId, ref.flowId);
    if (!flow) return { status: 404, html: messagePage('This flow is gone', 'It was deleted after this address was made.') };
    const graph = await findGraph(requests, flow);
    const report = toReport(flow, await findFigures(requests, ref));
    return { status: 200, html: await drawApart(ref.workspaceId, { graph, report, now: clock.now(), expiresAt: endOf(url) }) };
  }

  return routes;
}

/** @throws invalid_signature for another spelling of the path, so that an address has one form */
function refOf({ params, path }: Request): FlowRef {
  const [workspaceId, flowId, ...more] = [params.key].flat();
  if (!isUuid(workspaceId) || !isUuid(flowId) || more.length > 0) throw notOurs();
  const ref = { workspaceId, flowId };
  if (path !== pathOf('DRAWING', keyOf(ref))) throw notOurs();
  return ref;
}

/** Whoever looks has a browser, not a program, in front of them. */
function refusal(error: unknown): { status: number; html: string } {
  if (error instanceof DomainError && error.code === 'invalid_signature')
    return {
      status: 403,
      html: messagePage('This address does not work', 'It may be incomplete, or its time is over. Ask for a fresh one.'),
    };
  if (isPassing(error) || error instanceof NotDoneInTime)
    return { status: 503, html: messagePage('Please try again', 'We cannot draw this right now. Try it again in a minute.') };
  throw error;
}
