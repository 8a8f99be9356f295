/**
 * What a flow does is about its own members: beside it stands another flow with the same people, and another workspace in which everything
 * has the same identifiers.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wakeForInbox } from '../../../src/campaigns/flows/engine/inbox.repo.ts';
import { closeRun, holdRun, stepsChanged } from '../../../src/campaigns/flows/engine/runs.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import type { FlowRef } from '../../support/flows.ts';
import { type FlowsUnderTest, flowsUnderTest, type StepGiven } from '../../support/flows.ts';

/** By the column that names the flow; null: not of one flow. */
const TABLES: Record<string, string | null> = {
  contacts: null,
  flows: 'id',
  flow_runs: 'flow_id',
  flow_memberships: 'flow_id',
  flow_positions: 'flow_id',
  flow_visits: 'flow_id',
  flow_inbox: 'flow_id',
  flow_chores: 'flow_id',
  flow_tallies: 'flow_id',
};
const STEPS = [
  {
    ...{ step_id: 'oslo', type: 'wait', timeout_amount: null, timeout_unit: null, timeout_step_id: null },
    condition: { kind: 'condition', source: 'contact', field: 'city', operator: 'equals', value: 'Oslo' },
  },
  { step_id: 'an_hour', type: 'wait', duration_amount: 1, duration_unit: 'hours' },
] as unknown as StepGiven[];

let flows: FlowsUnderTest;
let flow: FlowRef;
let other: FlowRef;
let people: string[];
beforeAll(async () => {
  flows = await flowsUnderTest();
});
afterAll(() => flows.close());
beforeEach(async () => {
  [flow, other] = [await flows.flow(STEPS), await flows.flow(STEPS)];
  people = await flows.contacts(8);
  for (const ref of [flow, other]) await flows.enter(ref, people.slice(0, 6));
  await flows.settle();
});

const query = (text: string, values: unknown[] = []) => flows.db.query<Record<string, unknown>>({ text, values });
async function tell(kind: 'entry' | 'look' | 'gone', contactId: string | undefined): Promise<void> {
  for (const { workspaceId, flowId } of [flow, other])
    await query(
      `INSERT INTO flow_inbox (workspace_id, flow_id, kind, contact_id, at, entered_via, display_name)
       VALUES ($1, $2, $3, $4, $5, CASE WHEN $3 = 'entry' THEN 'contact_created' END, CASE WHEN $3 = 'gone' THEN 'Gone' END)`,
      [workspaceId, flowId, kind, contactId, flows.clock.now()],
    );
}
/** Makes another workspace of everything that is there. */
async function makeTwin(): Promise<void> {
  const twin = newId();
  await query(
    `INSERT INTO workspaces (id, name, slug, plan, credits, created_at, updated_at) VALUES ($1::uuid, 'Twin', $1::text, 'paid', 0, now(), now())`,
    [twin],
  );
  for (const table of Object.keys(TABLES)) {
    const columns = await query(
      `SELECT column_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' AND column_name <> 'workspace_id'`,
      [table],
    );
    const names = columns.map(({ name }) => name).join(', ');
    await query(
      `INSERT INTO ${table} (workspace_id, ${names}) OVERRIDING SYSTEM VALUE SELECT $1::uuid, ${names} FROM ${table} WHERE workspace_id = $2`,
      [twin, flows.workspaceId],
    );
  }
}
/** All that is not the flow's. Nothing of it is due. */
async function beside(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [table, flowColumn] of Object.entries({ ...TABLES, contact_moments: null, contact_activities: null })) {
    const [own, values] = flowColumn ? [` AND ${flowColumn} = $2`, [flows.workspaceId, flow.flowId]] : ['', [flows.workspaceId]];
    const rows = await query(`SELECT to_jsonb(t)::text AS row FROM ${table} t WHERE NOT (workspace_id = $1${own})`, values);
    found[table] = rows.map(({ row }) => row as string).sort();
  }
  return found;
}
const own = async () => {
  const counts: Record<string, unknown> = {};
  for (const [table, column] of Object.entries(TABLES))
    if (column)
      counts[table] = (
        await query(`SELECT count(*)::int AS count FROM ${table} WHERE workspace_id = $1 AND ${column} = $2`, [
          flow.workspaceId,
          flow.flowId,
        ])
      )[0]?.count;
  return counts;
};
/** Has the flow alone take its turns. */
async function turns(): Promise<void> {
  const runs = 'UPDATE flow_runs SET wake_at = $3 WHERE (workspace_id = $1 AND flow_id = $2)';
  await query(runs, [flow.workspaceId, flow.flowId, flows.clock.now()]);
  await flows.turns();
}
const sleep = () =>
  query("UPDATE flow_runs SET wake_at = 'infinity' WHERE NOT (workspace_id = $1 AND flow_id = $2)", [flow.workspaceId, flow.flowId]);
const moveTo = (city: string, ids: string[]) =>
  flows.db.prisma.contact.updateMany({ where: { workspaceId: flows.workspaceId, id: { in: ids } }, data: { city } });
const hold = (work: Parameters<typeof flows.db.transaction<void>>[0]) =>
  flows.db.transaction(async (tx) => {
    await holdRun({ db: tx, workspaceId: flow.workspaceId }, flow.flowId);
    await work(tx);
  });

describe('a flow beside another, and beside one of another workspace', () => {
  it.runIf(isAtLength)('takes what is told of its own, and moves its own', async () => {
    await tell('entry', people[6]);
    await tell('look', people[0]);
    await tell('gone', people[5]);
    await moveTo('Oslo', people.slice(0, 3));
    await makeTwin();
    await sleep();
    const before = await beside();
    await turns();
    expect(await flows.whereabouts(flow)).toEqual({ 'oslo waiting': 5, 'an_hour waiting': 1, contact_deleted: 1 });
    expect(await own()).toMatchObject({ flow_inbox: 0, flow_memberships: 7, flow_positions: 6, flow_visits: 2 });
    expect(await beside()).toEqual(before);

    // The periodic check finds contacts without an event.
    flows.clock.advance({ seconds: 61 });
    await turns();
    expect(await flows.whereabouts(flow)).toEqual({ 'oslo waiting': 3, 'an_hour waiting': 3, contact_deleted: 1 });
    expect(await beside()).toEqual(before);
    flows.clock.advance({ hours: 1 });
    await turns();
    expect(await flows.whereabouts(flow)).toEqual({ 'oslo waiting': 3, completed: 3, contact_deleted: 1 });
    expect(await beside()).toEqual(before);
    await flows.expectSound();
  });

  it.runIf(isAtLength)('sees to its own after an edit, and when it is archived and deleted', async () => {
    await moveTo('Oslo', people.slice(0, 2));
    flows.clock.advance({ seconds: 61 });
    await flows.settle();
    await tell('look', people[3]);
    await makeTwin();
    await sleep();
    const before = await beside();
    await hold((tx) =>
      stepsChanged({ ...flow, db: tx, now: flows.clock.now() }, flow.flowId, {
        removed: [{ step_id: 'an_hour', type: 'wait' }],
        changedWaits: ['oslo'],
      }),
    );
    expect(await flows.whereabouts(flow)).toEqual({ 'oslo active': 4, step_removed: 2 });
    expect(await beside()).toEqual(before);
    await hold((tx) => closeRun({ ...flow, db: tx, now: flows.clock.now() }, flow.flowId, 'flow_archived'));
    await turns();
    expect(await flows.whereabouts(flow)).toEqual({ step_removed: 2, flow_archived: 4 });
    expect(await own()).toMatchObject({ flow_inbox: 0, flow_chores: 0, flow_positions: 0, flow_memberships: 6 });
    expect(await beside()).toEqual(before);
    await hold(async (tx) => {
      const key = { workspaceId_id: { workspaceId: flow.workspaceId, id: flow.flowId } };
      await tx.prisma.flow.update({ where: key, data: { status: 'deleted' } });
      await closeRun({ ...flow, db: tx, now: flows.clock.now() }, flow.flowId, 'flow_deleted');
    });
    await turns();
    expect(new Set(Object.values(await own()))).toEqual(new Set([0]));
    expect(await beside()).toEqual(before);
  });

  it('is woken by what is told of it, while somebody holds the other', async () => {
    await query("UPDATE flow_runs SET wake_at = 'infinity'");
    await tell('look', people[0]);
    const awake = async () =>
      (await query("SELECT flow_id::text AS id FROM flow_runs WHERE wake_at < 'infinity'")).map(({ id }) => id as string).sort();
    await flows.db.transaction(async (tx) => {
      await holdRun({ db: tx, workspaceId: other.workspaceId }, other.flowId);
      await wakeForInbox(flows.db, flows.clock.now());
      expect(await awake()).toEqual([flow.flowId]);
    });
    await wakeForInbox(flows.db, flows.clock.now());
    expect(await awake()).toEqual([flow.flowId, other.flowId].sort());
    await flows.turns();
  });
});
