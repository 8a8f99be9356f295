/** The engine of flows by itself: a database, a workspace with contacts, flows whose steps are given, and turns that are taken by hand. */
import { expect } from 'vitest';
import { type Definition, findDefinition, type Step, type StepType } from '../../src/campaigns/flows/definition.ts';
import { type Admission, admit } from '../../src/campaigns/flows/engine/entry.ts';
import { wakeForInbox } from '../../src/campaigns/flows/engine/inbox.repo.ts';
import { type FlowDependencies, flowTurns } from '../../src/campaigns/flows/engine/move.work.ts';
import { closeRun, freezeRun, holdRun, openRun } from '../../src/campaigns/flows/engine/runs.ts';
import type { Executor, Executors } from '../../src/campaigns/flows/engine/step.types.ts';
import { Tally } from '../../src/campaigns/flows/engine/tallies.repo.ts';
import { wakeRun } from '../../src/campaigns/flows/engine/turns.repo.ts';
import { type Ctx, type Database, openDatabase, sql, type Tx } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Log } from '../../src/platform/log.ts';
import { TestClock } from './clock.ts';
import { createDatabase } from './database.ts';
import { givenMoments } from './given.ts';
import { executorsWith } from './steps.ts';

export type StepGiven = Partial<Step> & { type: StepType; step_id: string };

export interface FlowRef {
  workspaceId: string;
  flowId: string;
}

export interface FlowsUnderTest {
  db: Database;
  url: string;
  clock: TestClock;
  workspaceId: string;
  /** Errors in the log of the turns. */
  errors: unknown[];
  /** Executors that replace the usual ones. */
  executors: Partial<Record<StepType, Executor>>;
  /** An active flow. Steps without edges lead to the next one of the array. */
  flow(steps: StepGiven[], more?: { rules?: unknown; reentry?: 'allow' | 'no_reentry' }): Promise<FlowRef>;
  contacts(count: number, fields?: (index: number) => Record<string, unknown>): Promise<string[]>;
  enter(ref: FlowRef, contactIds: string[], via?: string): Promise<Map<string, Admission>>;
  definition(ref: FlowRef): Promise<Definition>;
  /** Takes turns until nothing is due. */
  turns(): Promise<void>;
  /** The same, after waking all flows with events in their inbox. */
  settle(): Promise<void>;
  pause(ref: FlowRef): Promise<void>;
  activate(ref: FlowRef): Promise<void>;
  archive(ref: FlowRef): Promise<void>;
  /** Writes the visits of a member that has gone round these steps so many times. */
  hasGoneRound(ref: FlowRef, contactId: string, stepIds: string[], times: number): Promise<void>;
  /** The number of members by step, or by ending. */
  whereabouts(ref: FlowRef): Promise<Record<string, number>>;
  /** The outcome of each step of a member, in order. */
  history(ref: FlowRef, contactId: string): Promise<string[]>;
  /** Every member is in one state, every count equals its rows, and every visit was written once. */
  expectSound(): Promise<void>;
  close(): Promise<void>;
}

export async function flowsUnderTest({
  takeEndings = async () => [],
}: Partial<Pick<FlowDependencies, 'takeEndings'>> = {}): Promise<FlowsUnderTest> {
  const { url, drop } = await createDatabase();
  const db = openDatabase(url, () => {});
  const clock = new TestClock();
  const workspaceId = newId();
  const at = clock.now();
  await db.prisma.workspace.create({
    data: {
      id: workspaceId,
      name: 'Trail',
      slug: `trail-${workspaceId}`,
      plan: 'paid',
      credits: 100,
      createdAt: at,
      updatedAt: at,
    } as never,
  });
  await db.query(sql`SELECT make_system_lists(${workspaceId}::uuid, ${at}::timestamptz)::text AS made`);
  const errors: unknown[] = [];
  const executors: FlowsUnderTest['executors'] = {};
  const log = { error: (fields: { err: unknown }) => errors.push(fields.err), warn() {}, info() {} } as unknown as Log;
  // Those that need nothing beside the database.
  const own = executorsWith({});
  const all = new Proxy({} as Executors, { get: (_target, type: StepType) => executors[type] ?? own[type] });
  const takeTurn = flowTurns({ db, clock, log, executors: all, takeEndings });
  const turns = async () => {
    while (await takeTurn(new AbortController().signal, Number.POSITIVE_INFINITY));
  };
  const stateOf = (ref: FlowRef, status: string, move: (tx: Ctx<Tx>) => Promise<void>) =>
    db.transaction(async (tx) => {
      await holdRun({ db: tx, workspaceId: ref.workspaceId }, ref.flowId);
      await tx.prisma.flow.update({ where: { workspaceId_id: { workspaceId: ref.workspaceId, id: ref.flowId } }, data: { status } });
      await move({ db: tx, workspaceId: ref.workspaceId, now: clock.now() });
    });
  let made = 0;

  return {
    db,
    url,
    clock,
    workspaceId,
    errors,
    executors,
    async flow(given, { rules = null, reentry = 'allow' } = {}) {
      const id = newId();
      const now = clock.now();
      const steps = given.map((step, i) => ({
        label: null,
        ...(['drop_from_flow', 'condition_check', 'split'].includes(step.type) ? {} : { next_step_id: given[i + 1]?.step_id ?? null }),
        ...step,
      }));
      await db.prisma.flow.create({
        data: {
          workspaceId,
          id,
          name: 'Welcome',
          status: 'active',
          steps: steps as never,
          ...(rules ? { disqualificationRules: rules as never } : {}),
          reentryPolicy: reentry,
          createdAt: now,
          updatedAt: now,
        },
      });
      await db.transaction((tx) => openRun({ db: tx, workspaceId, now }, id));
      return { workspaceId, flowId: id };
    },
    async contacts(count, fields = () => ({})) {
      const now = clock.now();
      const rows = Array.from({ length: count }, (_value, index) => ({
        workspaceId,
        id: newId(),
        email: `person${made + index}@example.net`,
        displayName: `Person ${made + index}`,
        originalSource: 'public_api',
        createdAt: now,
        ...fields(index),
      }));
      made += count;
      await db.prisma.contact.createMany({ data: rows });
      await givenMoments({ db }, rows);
      return rows.map(({ id }) => id);
    },
    enter: (ref, contactIds, via = 'manual') =>
      db.transaction(async (tx) => {
        const now = clock.now();
        await tx.query(
          sql`SELECT FROM flow_runs WHERE workspace_id = ${ref.workspaceId}::uuid AND flow_id = ${ref.flowId}::uuid FOR KEY SHARE`,
        );
        const ctx = { db: tx, workspaceId: ref.workspaceId, now };
        await wakeRun(ctx, ref.flowId);
        const definition = (await findDefinition(ctx, ref.flowId)) as Definition;
        const tally = new Tally();
        const candidates = contactIds.map((contactId) => ({ contactId, via, at: now }));
        const admissions = await admit({ ...ctx, flowId: ref.flowId, tally, keepTurnedAway: via === 'manual' }, definition, candidates);
        await tally.write(ctx, ref.flowId);
        return admissions;
      }),
    definition: async (ref) => (await findDefinition({ db, workspaceId: ref.workspaceId }, ref.flowId)) as Definition,
    turns,
    async settle() {
      await wakeForInbox(db, clock.now());
      await turns();
    },
    pause: (ref) => stateOf(ref, 'paused', (tx) => freezeRun(tx, ref.flowId)),
    activate: (ref) => stateOf(ref, 'active', (tx) => openRun(tx, ref.flowId)),
    archive: (ref) => stateOf(ref, 'archived', (tx) => closeRun(tx, ref.flowId, 'flow_archived')),
    hasGoneRound: ({ workspaceId, flowId }, contactId, stepIds, times) =>
      db.transaction(async (tx) => {
        const visits = times * stepIds.length;
        await tx.query(sql`
          INSERT INTO flow_visits (workspace_id, member_id, visit, flow_id, step_id, type, status, outcome, started_at, completed_at)
          SELECT p.workspace_id, p.member_id, p.visit + n, p.flow_id, (${stepIds}::text[])[n % ${stepIds.length}::int + 1],
                 'wait', 'completed', 'elapsed', p.started_at, p.started_at
          FROM flow_positions p, generate_series(0, ${visits}::int - 1) AS n
          WHERE p.flow_id = ${flowId}::uuid AND p.contact_id = ${contactId}::uuid`);
        await tx.query(sql`
          UPDATE flow_positions SET visit = visit + ${visits}::int WHERE flow_id = ${flowId}::uuid AND contact_id = ${contactId}::uuid`);
        const tally = new Tally();
        for (const name of ['entered', 'left'] as const) for (const stepId of stepIds) tally.step(stepId, name, times);
        await tally.write({ db: tx, workspaceId }, flowId);
      }),
    async whereabouts({ workspaceId, flowId }) {
      const rows = await db.query<{ place: string; count: number }>(sql`
        SELECT coalesce(p.step_id || ' ' || p.status, m.drop_reason, m.status) AS place, count(*)::int AS count
        FROM flow_memberships m LEFT JOIN flow_positions p ON p.workspace_id = m.workspace_id AND p.member_id = m.id AND p.flow_id = m.flow_id
        WHERE m.workspace_id = ${workspaceId}::uuid AND m.flow_id = ${flowId}::uuid GROUP BY 1`);
      return Object.fromEntries(rows.map(({ place, count }) => [place, count]));
    },
    async history({ flowId }, contactId) {
      const rows = await db.query<{ line: string }>(sql`
        SELECT v.step_id || ' ' || coalesce(v.outcome, v.status) AS line
        FROM flow_memberships m JOIN flow_visits v ON v.workspace_id = m.workspace_id AND v.member_id = m.id
        WHERE m.flow_id = ${flowId}::uuid AND m.contact_id = ${contactId}::uuid ORDER BY m.id, v.visit`);
      return rows.map(({ line }) => line);
    },
    expectSound: () => expectSound(db),
    async close() {
      await db.close();
      await drop();
    },
  };
}

/** The invariants of flows; each query finds violations. */
export async function expectSound(db: Pick<Database, 'query'>): Promise<void> {
  const found = async (statement: ReturnType<typeof sql>) => db.query(statement);
  // Under way means one position, and only that.
  expect(
    await found(sql`
      SELECT m.id::text, m.status FROM flow_memberships m
      LEFT JOIN flow_positions p ON p.workspace_id = m.workspace_id AND p.flow_id = m.flow_id AND p.contact_id = m.contact_id AND p.member_id = m.id
      WHERE (m.status = 'under_way') <> (p.member_id IS NOT NULL)`),
  ).toEqual([]);
  expect(
    await found(sql`
      SELECT p.member_id::text FROM flow_positions p
      WHERE NOT EXISTS (SELECT FROM flow_memberships m WHERE m.workspace_id = p.workspace_id AND m.id = p.member_id AND m.flow_id = p.flow_id)`),
  ).toEqual([]);
  // A member has been at every step before this one, once each.
  expect(
    await found(sql`
      SELECT m.id::text, count(v.visit)::int AS visits, max(v.visit) AS last, max(p.visit) AS at
      FROM flow_memberships m LEFT JOIN flow_visits v ON v.workspace_id = m.workspace_id AND v.member_id = m.id
      LEFT JOIN flow_positions p ON p.workspace_id = m.workspace_id AND p.member_id = m.id AND p.flow_id = m.flow_id AND p.contact_id = m.contact_id
      WHERE NOT m.turned_away GROUP BY m.workspace_id, m.id HAVING count(v.visit) <> coalesce(max(v.visit), 0) OR max(p.visit) <> coalesce(max(v.visit), 0) + 1`),
  ).toEqual([]);
  expect(
    await found(sql`
      SELECT flow_id::text, step_id, name, sum(said)::int AS said, sum(real)::int AS real FROM (
        SELECT flow_id, step_id, name, count AS said, 0 AS real FROM flow_tallies WHERE name <> 'refused'
        UNION ALL SELECT flow_id, '', 'entered', 0, 1 FROM flow_memberships
        UNION ALL SELECT flow_id, '', status, 0, 1 FROM flow_memberships WHERE status <> 'under_way'
        UNION ALL SELECT flow_id, '', status, 0, 1 FROM flow_positions
        UNION ALL SELECT flow_id, step_id, 'entered', 0, 1 FROM flow_positions
        UNION ALL SELECT flow_id, step_id, 'entered', 0, 1 FROM flow_visits
        UNION ALL SELECT flow_id, step_id, 'left', 0, 1 FROM flow_visits
        UNION ALL SELECT flow_id, step_id, 'failed', 0, 1 FROM flow_visits WHERE status = 'failed'
      ) AS counts GROUP BY 1, 2, 3 HAVING sum(said) <> sum(real)`),
  ).toEqual([]);
}
