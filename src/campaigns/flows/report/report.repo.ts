import type { Flow } from '../../../../generated/prisma/client.ts';
import { type Scope, sql } from '../../../platform/db.ts';
import { type FlowId, fromUlid } from '../../../platform/ids.ts';
import { isUuid } from '../../../shared/identifiers.ts';
import type { DeliveryCounts } from '../../deliveries/deliveries.repo.ts';
import { definitionOf } from '../definition.ts';
import { allCountsOf } from '../engine/tallies.repo.ts';
import { stepEmailMetrics } from '../mail/messages.repo.ts';
import { namedIn, referencesOf } from '../references.ts';
import { type FlowGraph, graphOf } from './graph.ts';
import type { NameOf } from './texts.ts';

export interface Figures {
  counts: Awaited<ReturnType<typeof allCountsOf>>;
  emails: Map<string, DeliveryCounts>;
}

export async function findFigures(ctx: Scope, flowId: FlowId): Promise<Figures> {
  const counts = await allCountsOf(ctx, flowId);
  const emails = await stepEmailMetrics(ctx, flowId);
  return { counts, emails: new Map(emails.map((email) => [email.stepId, email])) };
}

export async function findGraph(ctx: Scope, flow: Flow): Promise<FlowGraph> {
  return graphOf(flow, await findNames(ctx, namedIn(referencesOf(definitionOf(flow)))));
}

/** Unknown ids have no name. */
async function findNames({ db, workspaceId }: Scope, ids: string[]): Promise<NameOf> {
  const uuidOf = (id: string): string => (isUuid(id) ? id : fromUlid(id));
  const uuids = ids.map(uuidOf);
  if (uuids.length === 0) return () => undefined;
  const rows = await db.query<{ id: string; name: string }>(sql`
    SELECT id::text, name FROM documents WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${uuids}::uuid[])
    UNION ALL SELECT id::text, name FROM contact_lists
    WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${uuids}::uuid[]) AND owner_campaign_id IS NULL AND kind <> 'deleted'
    UNION ALL SELECT id::text, display_name FROM contact_field_definitions
    WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${uuids}::uuid[])`);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(uuidOf(id));
}
