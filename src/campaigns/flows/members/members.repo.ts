import type { Flow } from '../../../../generated/prisma/client.ts';
import { empty, type Scope, type Sql, sql, type Tx } from '../../../platform/db.ts';
import type { ContactId, FlowId, MemberId, StepId, TentId } from '../../../platform/ids.ts';
import { type Positioned, readPage, type SortKey } from '../../../platform/listing.ts';
import { containing, type Page, type PageRequest } from '../../../shared/paging.ts';
import { type Position, positionColumns } from '../engine/moves.repo.ts';
import type { Details } from '../engine/step.types.ts';
import { countsOf } from '../engine/tallies.repo.ts';
import type { Answered } from '../webhooks/webhooks.repo.ts';

/** With the contact's current name, or its last one. */
export interface MemberRow {
  id: string;
  flowId: FlowId;
  contactId: ContactId;
  displayName: string;
  email: string | null;
  status: 'active' | 'waiting' | 'completed' | 'dropped';
  stepId: StepId | null;
  startedAt: Date | null;
  waitUntil: Date | null;
  enteredVia: string;
  enteredAt: Date;
  endedAt: Date | null;
  dropReason: string | null;
  dynamicContext: Record<string, unknown>;
  isTest: boolean;
}

const columns = sql`
  m.id::text, m.flow_id::text AS "flowId", m.contact_id::text AS "contactId",
  coalesce(c.display_name, m.display_name, '') AS "displayName", CASE WHEN c.id IS NULL THEN m.email ELSE c.email END AS email,
  coalesce(p.status, m.status) AS status, p.step_id AS "stepId", p.started_at AS "startedAt", p.wait_until AS "waitUntil",
  m.entered_via AS "enteredVia", m.entered_at AS "enteredAt", m.ended_at AS "endedAt", m.drop_reason AS "dropReason",
  coalesce(m.dynamic_context, '{}') AS "dynamicContext", m.test AS "isTest"`;

const joined = sql`
  LEFT JOIN flow_positions p
    ON p.workspace_id = m.workspace_id AND p.contact_id = m.contact_id AND p.flow_id = m.flow_id AND p.member_id = m.id
  LEFT JOIN contacts c ON c.workspace_id = m.workspace_id AND c.id = m.contact_id`;

const tables = sql`flow_memberships m ${joined}`;

/**
 * The fence keeps the flow out of the rest: the statistics do not know the members of a new flow, and each would be looked for among all of
 * them.
 */
export const findMembers = ({ db, workspaceId }: Scope, flowId: FlowId, ids: string[]): Promise<MemberRow[]> =>
  db.query<MemberRow>(sql`
    SELECT ${columns} FROM (
      SELECT * FROM flow_memberships
      WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid AND id = ANY(${ids}::uuid[]) OFFSET 0
    ) AS m ${joined}`);

interface MemberFilter {
  status?: MemberRow['status'] | undefined;
  contact_id?: string | undefined;
  search?: string | undefined;
}

const LATEST_FIRST: SortKey[] = [{ by: 'm.id', type: 'uuid', order: 'desc' }];

export function pageOfMembers(ctx: Scope, flowId: FlowId, query: MemberFilter & PageRequest): Promise<Page<MemberRow>> {
  const { status, contact_id: contactId, search } = query;
  const from = sql`FROM ${tables} WHERE m.workspace_id = ${ctx.workspaceId}::uuid AND m.flow_id = ${flowId}::uuid
    ${status === undefined ? empty : havingStatus(status)}
    ${contactId === undefined ? empty : sql`AND m.contact_id = ${contactId}::uuid`}
    ${search ? named(search) : empty}`;
  const tallied = async () => (await countsOf(ctx, [flowId])).get(flowId)?.[status ?? 'totalEntered'] ?? 0;
  return readPage<MemberRow>(
    ctx,
    { of: 'members of a flow', flowId, ...query },
    {
      keys: LATEST_FIRST,
      from,
      ...(!contactId && !search && { count: tallied }),
      read: ({ rows, position }) => ctx.db.query<Positioned<MemberRow>>(sql`SELECT ${columns}, ${position} ${rows}`),
    },
  );
}

/** The position alone shows where a member is. */
const havingStatus = (status: MemberRow['status']): Sql =>
  status === 'completed' || status === 'dropped'
    ? sql`AND m.status = ${status}::text`
    : sql`AND m.status = 'under_way' AND p.status = ${status}::text`;

/** A membership, and the flow that it is in. */
export type FlowOfContact = MemberRow & { flowName: string; flowStatus: Flow['status'] };

/** A contact's memberships. Those in deleted flows are left out. */
export function pageOfFlowsOf(
  ctx: Scope,
  contactId: ContactId,
  query: { status?: MemberRow['status'] | undefined } & PageRequest,
): Promise<Page<FlowOfContact>> {
  const { db, workspaceId } = ctx;
  const { status } = query;
  const from = sql`FROM ${tables} JOIN flows f ON f.workspace_id = m.workspace_id AND f.id = m.flow_id
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.contact_id = ${contactId}::uuid AND f.status <> 'deleted'
      ${status === undefined ? empty : havingStatus(status)}`;
  return readPage<FlowOfContact>(
    ctx,
    { of: 'flows of a contact', contactId, ...query },
    {
      keys: LATEST_FIRST,
      from,
      read: ({ rows, position }) =>
        db.query<Positioned<FlowOfContact>>(sql`SELECT ${columns}, f.name AS "flowName", f.status AS "flowStatus", ${position} ${rows}`),
    },
  );
}

/** The current or last name and email. */
function named(search: string): Sql {
  const pattern = containing(search);
  const either = (name: Sql, email: Sql) =>
    sql`fold_case(${name}) LIKE fold_case(${pattern}::text) OR ${email} LIKE lower(fold_case(${pattern}::text))`;
  return sql`AND CASE WHEN c.id IS NULL THEN ${either(sql`m.display_name`, sql`m.email`)} ELSE ${either(sql`c.display_name`, sql`c.email`)} END`;
}

export interface VisitRow {
  visit: number;
  stepId: StepId;
  type: string;
  status: 'completed' | 'failed' | 'cancelled';
  outcome: string | null;
  startedAt: Date;
  completedAt: Date;
  details: Details | null;
}

/** The newest visits that are over, in their order. */
export async function findVisits({ db, workspaceId }: Scope, memberId: MemberId, limit: number): Promise<VisitRow[]> {
  const newest = await db.query<VisitRow>(sql`
    SELECT visit, step_id AS "stepId", type, status, outcome, started_at AS "startedAt", completed_at AS "completedAt", details
    FROM flow_visits WHERE workspace_id = ${workspaceId}::uuid AND member_id = ${memberId}::uuid
    ORDER BY visit DESC LIMIT ${limit}::int`);
  return newest.reverse();
}

/** Of a webhook that is tried again, and of a page that is written. */
export interface CurrentVisit {
  attempts: number | null;
  response: Answered | null;
  tentId: TentId | null;
}

export async function findCurrentVisit(
  { db, workspaceId }: Scope,
  flowId: FlowId,
  { id, contactId }: Pick<MemberRow, 'id' | 'contactId'>,
): Promise<CurrentVisit | undefined> {
  const [visit] = await db.query<CurrentVisit>(sql`
    SELECT w.attempts, w.response, t.tent_id::text AS "tentId"
    FROM flow_positions p
    LEFT JOIN flow_webhooks w ON w.workspace_id = p.workspace_id AND w.member_id = p.member_id AND w.visit = p.visit
    LEFT JOIN flow_tents t ON t.workspace_id = p.workspace_id AND t.member_id = p.member_id AND t.visit = p.visit
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.contact_id = ${contactId}::uuid AND p.flow_id = ${flowId}::uuid
      AND p.member_id = ${id}::uuid`);
  return visit;
}

export async function lockPosition({ db, workspaceId }: Scope<Tx>, flowId: FlowId, contactId: ContactId): Promise<Position | undefined> {
  const [position] = await db.query<Position>(sql`
    SELECT ${positionColumns} FROM flow_positions p
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.flow_id = ${flowId}::uuid AND p.contact_id = ${contactId}::uuid FOR UPDATE`);
  return position;
}
