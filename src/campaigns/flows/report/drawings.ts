import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../../platform/db.ts';
import { createFlights } from '../../../shared/single-flight.ts';
import { findFlow } from '../flows.repo.ts';
import type { Shown } from './drawing.page.ts';
import { drawApart } from './drawing.tasks.ts';
import { findFigures, findGraph } from './report.repo.ts';
import { toReport } from './report.view.ts';

export interface Drawing {
  drawing: string;
  report: Shown['report'];
  now: Date;
}

interface Kept {
  /** Of what it shows. */
  hash: string;
  drawing: string;
}

/** Drawings that are kept, and the characters of all of them. One of a hundred steps has a few hundred thousand. */
const MOST_KEPT = 200;
const MOST_CHARACTERS = 16 * 1024 * 1024;

/**
 * Draws flows as they are. One drawing of a flow is made at a time, whoever asks for it meanwhile gets the same, and it is made anew
 * only where the flow or its figures have changed.
 * @returns null for a flow that is gone
 */
export function createDrawings(draw = drawApart): (ctx: Ctx, flowId: string) => Promise<Drawing | null> {
  const flights = createFlights<Drawing | null>();
  const kept = new LRUCache<string, Kept>({
    max: MOST_KEPT,
    maxSize: MOST_CHARACTERS,
    sizeCalculation: ({ drawing }) => drawing.length || 1,
  });

  async function make(key: string, ctx: Ctx, flowId: string): Promise<Drawing | null> {
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
    const key = `${ctx.workspaceId}/${flowId}`;
    return flights.share(key, () => make(key, ctx, flowId));
  };
}
