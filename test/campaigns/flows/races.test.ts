/** Two engines, contacts that enter and leave, and an owner who pauses, edits and activates, in parallel. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { admit } from '../../../src/campaigns/flows/engine/entry.ts';
import { Tally } from '../../../src/campaigns/flows/engine/tallies.repo.ts';
import { holdForMove } from '../../../src/campaigns/flows/engine/turns.repo.ts';
import { createEnrolments, type Enrolments, removeMember } from '../../../src/campaigns/flows/members/members.service.ts';
import { sql, type Tx } from '../../../src/platform/db.ts';
import { isAtLength, rounds } from '../../support/at-length.ts';
import type { FlowRef } from '../../support/flows.ts';
import { type FlowsUnderTest, flowsUnderTest, type StepGiven } from '../../support/flows.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { behind, deadlocksIn } from '../../support/race.ts';

let flows: FlowsUnderTest;
let enrolments: Enrolments;
beforeAll(async () => {
  flows = await flowsUnderTest();
  enrolments = createEnrolments({ requests: flows.db, clock: flows.clock });
});
afterAll(() => flows.close());

let drawn = inject('seed') >>> 0;
function chance(from: number, to: number): number {
  drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
  return from + Math.floor((drawn / 2 ** 32) * (to - from));
}

const check = (step_id: string, next: string | null): StepGiven =>
  ({
    step_id,
    type: 'condition_check',
    condition: { kind: 'condition', source: 'contact', field: 'city', operator: 'equals', value: 'Oslo' },
    true_step_id: next,
    false_step_id: next,
    default_step_id: null,
  }) as StepGiven;
const LINE = [check('a', 'b'), check('b', 'c'), check('c', 'd'), check('d', null)];
const DAY = { step_id: 'wait', type: 'wait', duration_amount: 1, duration_unit: 'days' } as StepGiven;
const enrol = ({ workspaceId, flowId }: FlowRef, contactId: string) =>
  enrolments.enrol({ db: flows.db, workspaceId, now: flows.clock.now() }, { flowId, contactId, dynamicContext: undefined });
/** A turn with an event in the inbox. */
async function letIn(turn: Tx, flow: FlowRef, contactId: string): Promise<void> {
  const tally = new Tally();
  const now = flows.clock.now();
  const candidate = { contactId, via: 'contact_updated', at: now };
  const admissions = await admit({ ...flow, db: turn, now, tally, keepTurnedAway: false }, await flows.definition(flow), [candidate]);
  expect(admissions.get(contactId)?.was).toBe('entered');
  await tally.write({ ...flow, db: turn }, flow.flowId);
}
/** Steps that were carried out; who is taken out leaves one behind that was not. */
const visits = async ({ flowId }: FlowRef) =>
  (
    await flows.db.query<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM flow_visits WHERE flow_id = ${flowId}::uuid AND status = 'completed'`,
    )
  )[0]?.count;

describe('at the same time', { timeout: PATIENCE_MS * 2 }, () => {
  it.runIf(isAtLength)(
    'nobody is lost or doubled by those who enter, leave, are deleted, pause and go on, and nobody waits in a circle',
    async () => {
      const flow = await flows.flow(LINE);
      const ids = await flows.contacts(600);
      const ended = { of: false };
      const pick = () => ids[chance(0, ids.length)] as string;
      const until = async (work: () => Promise<unknown>) => {
        while (!ended.of) await work();
      };
      const engine = () => until(() => flows.settle());
      const enter = () => until(() => flows.enter(flow, [...new Set([pick(), pick(), pick()])]));
      const leave = () => until(() => removeMember({ ...flow, db: flows.db, now: flows.clock.now() }, flow.flowId, pick()).catch(() => {}));
      const own = () =>
        until(async () => {
          await flows.pause(flow);
          const before = await visits(flow);
          await flows.settle();
          expect(await visits(flow)).toBe(before);
          await flows.activate(flow);
          for (let i = 0; i < 20; i++) await flows.enter(flow, [pick()]);
        });
      const writer = () =>
        until(() =>
          flows.db.transaction(async (tx) => {
            // Like a write of the audience: contacts first, and then it tells.
            const id = pick();
            await tx.query(sql`UPDATE contact_moments SET updated_at = now() WHERE contact_id = ${id}::uuid`);
            await tx.prisma.flowInbox.create({
              data: { ...flow, kind: chance(0, 2) ? 'look' : 'entry', contactId: id, enteredVia: 'contact_updated', at: flows.clock.now() },
            });
          }),
        );
      const all = [engine(), engine(), enter(), enter(), leave(), own(), writer(), writer()];
      try {
        await expect.poll(() => visits(flow), { timeout: PATIENCE_MS, interval: 50 }).toBeGreaterThan(rounds(300, 1_000));
      } finally {
        ended.of = true;
        await Promise.all(all);
      }
      await flows.expectSound();
      await flows.settle();
      await flows.expectSound();
      expect([await deadlocksIn(flows.db), flows.errors]).toEqual([0, []]);
    },
  );

  it.runIf(isAtLength)('two who enrol one contact get one membership', async () => {
    const flow = await flows.flow([DAY]);
    const [maya] = (await flows.contacts(1)) as [string];
    const all = await Promise.all(Array.from({ length: 20 }, () => flows.enter(flow, [maya])));
    expect(all.map((admissions) => admissions.get(maya)?.was).sort()).toEqual(['entered', ...Array(19).fill('in_flow')]);
    expect(await flows.whereabouts(flow)).toEqual({ 'wait waiting': 1 });
  });

  it('who enrols waits for a turn before they let anybody in, and not after', async () => {
    const flow = await flows.flow([DAY]);
    await flows.settle();
    const [maya] = (await flows.contacts(1)) as [string];
    let turn: Tx | undefined;
    const enrolled = behind(
      flows.db,
      async (tx) => {
        turn = tx;
        expect(await holdForMove({ ...flow, db: tx, now: flows.clock.now() }, flow.flowId)).toBeDefined();
      },
      () => enrol(flow, maya),
      () => letIn(turn as Tx, flow, maya),
    );
    await expect(enrolled).rejects.toMatchObject({ code: 'campaign_flow_already_in_flow' });
    expect(await deadlocksIn(flows.db)).toBe(0);
    await flows.expectSound();
  });

  it('who enrols into two flows holds nobody of the one while waiting for the other', async () => {
    const [one, other] = [await flows.flow([DAY]), await flows.flow([DAY])];
    const [maya, leo] = (await flows.contacts(2)) as [string, string];
    let turn: Tx | undefined;
    const enrolled = behind(
      flows.db,
      (tx) => {
        turn = tx;
        return letIn(tx, other, leo);
      },
      () => Promise.allSettled([enrol(one, maya), enrol(other, leo)]),
      () => letIn(turn as Tx, other, maya),
    );
    expect(await enrolled).toMatchObject([{ value: { contactId: maya } }, { reason: { code: 'campaign_flow_already_in_flow' } }]);
    expect(await deadlocksIn(flows.db)).toBe(0);
    await flows.expectSound();
  });

  it.runIf(isAtLength)('a flow that falls asleep while somebody enters is woken by them', async () => {
    const flow = await flows.flow(LINE);
    const ids = await flows.contacts(150);
    const entered = { all: false };
    const engine = (async () => {
      while (!entered.all) await flows.settle();
    })();
    for (const id of ids) await flows.enter(flow, [id]);
    entered.all = true;
    await engine;
    await flows.settle();
    expect(await flows.whereabouts(flow)).toEqual({ completed: 150 });
  });
});
