import type { Flow } from '../../../../generated/prisma/client.ts';
import type { Db } from '../../../platform/db.ts';
import { definitionOf } from '../definition.ts';
import type { FlowRef } from '../engine/runs.ts';
import { allCountsOf } from '../engine/tallies.repo.ts';
import { type EmailStep, stepEmailMetrics } from '../mail/messages.repo.ts';
import { namedIn, referencesOf } from '../references.ts';
import { type FlowGraph, graphOf } from './graph.ts';
import { findNames } from './names.repo.ts';

/** How a flow is doing. */
export interface Figures {
  counts: Awaited<ReturnType<typeof allCountsOf>>;
  /** What became of the emails of its steps, also of those that are gone, by step. */
  emails: Map<string, EmailStep>;
}

export async function findFigures(db: Db, ref: FlowRef): Promise<Figures> {
  const counts = await allCountsOf(db, ref);
  const emails = await stepEmailMetrics({ db, workspaceId: ref.workspaceId }, ref.flowId);
  return { counts, emails: new Map(emails.map((email) => [email.stepId, email])) };
}

/** A flow as boxes and arrows, with the names of what it works with. */
export async function findGraph(db: Db, flow: Flow): Promise<FlowGraph> {
  return graphOf(flow, await findNames({ db, workspaceId: flow.workspaceId }, namedIn(referencesOf(definitionOf(flow)))));
}
