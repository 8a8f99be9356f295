/** Deliveries that members of flows wait for, and messages to which deliveries are added. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelDeliveries, endClaims, expireClaim, failDeliveries, failLast } from '../../../src/campaigns/deliveries/claims.repo.ts';
import { claim, markBegun, type Outcome, record } from '../../../src/campaigns/deliveries/deliveries.repo.ts';
import { AT_THE_END, insertDispatch, lockDispatch, setState, wakeDispatch } from '../../../src/campaigns/deliveries/dispatches.repo.ts';
import { conclude } from '../../../src/campaigns/deliveries/origin.ts';
import { record as recordNews } from '../../../src/campaigns/feedback/feedback.repo.ts';
import { flowOrigin } from '../../../src/campaigns/flows/mail/moves.ts';
import { sql, type Tx } from '../../../src/platform/db.ts';
import { newId } from '../../../src/platform/ids.ts';
import { at, type Ledger, NOW, OTHER_RUN, openLedger, RUN } from '../../support/ledger.ts';
import { behind } from '../../support/race.ts';
import { turnsUnderTest } from '../../support/turns.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
});
beforeEach(async () => {
  await ledger.clear();
  await ledger.givenMessages();
  hasMembers = true;
});
afterEach(() => ledger.expectNoCircle());
afterAll(() => ledger.close());

const holding = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
  ledger.db.transaction(async (tx) => {
    await lockDispatch(ledger.in(tx), ledger.here.messageId);
    return work(tx);
  });
const outcome = (name: string, status: Outcome['status'], rest: Partial<Outcome> = {}): Outcome => ({
  id: ledger.deliveryId(name),
  run: RUN,
  email: `${name}@mail.example`,
  status,
  reason: null,
  providerId: null,
  retryAt: null,
  ...rest,
});
let hasMembers = true;
/** Makes the deliveries those of members; of one contact each message has another visit. */
const ofMembers = async () =>
  hasMembers &&
  ledger.db.query(sql`
    UPDATE deliveries SET member_id = contact_id, visit = CASE WHEN message_id = ${ledger.here.messageId}::uuid THEN 1 ELSE 2 END`);
/** Reported endings of all messages, by name. */
const told = async () => {
  const rows = await ledger.db.query<{ name: string; here: boolean }>(sql`
    SELECT d.display_name AS name, e.workspace_id = ${ledger.here.workspaceId}::uuid AND e.message_id = ${ledger.here.messageId}::uuid AS here
    FROM delivery_endings e JOIN deliveries d ON d.workspace_id = e.workspace_id AND d.id = e.delivery_id ORDER BY 1`);
  expect(rows.filter(({ here }) => !here)).toEqual([]);
  return rows.map(({ name }) => name);
};
const claimed = () =>
  claim(ledger.in(ledger.db), ledger.here.messageId, {
    run: RUN,
    limit: 10,
    leaseUntil: at(30),
    policy: { operational: false, topic: null },
    stillWanted: sql`d.display_name <> 'carl'`,
  });

const WAYS: [string, string[], () => Promise<unknown>][] = [
  [
    'by what a run reports of it',
    ['anna', 'bo', 'carl', 'dora'],
    async () => {
      await ledger.givenDeliveries({ anna: {}, bo: {}, carl: {}, dora: {}, eve: {} });
      await ledger.givenClaim(['anna', 'bo', 'carl', 'dora', 'eve']);
      await ofMembers();
      const later = outcome('eve', 'pending', { retryAt: at(60) });
      const all = [outcome('anna', 'sent'), outcome('bo', 'bounced'), outcome('carl', 'failed'), outcome('dora', 'unknown'), later];
      await record(ledger.in(ledger.db), ledger.here.messageId, all);
    },
  ],
  [
    'by a run that would try it again, when the sending has been ended',
    ['anna'],
    async () => {
      await ledger.setDispatch(ledger.here, { state: 'ended' });
      await ledger.givenDeliveries({ anna: {} });
      await ledger.givenClaim(['anna']);
      await ofMembers();
      await record(ledger.in(ledger.db), ledger.here.messageId, [outcome('anna', 'pending', { retryAt: at(60) })]);
    },
  ],
  [
    'at its claim: suppressed, without an address, not wanted any more',
    ['anna', 'bo', 'carl'],
    async () => {
      await ledger.givenContacts({ anna: {}, bo: { email: null, phone: '+4712345678' }, carl: {}, dora: {} });
      await ledger.givenSuppressions({ anna: 'bounced' });
      await ledger.givenDeliveries({ anna: {}, bo: {}, carl: {}, dora: {} });
      await ofMembers();
      expect((await claimed()).taken).toBe(4);
    },
  ],
  [
    'when what was not begun comes back to a sending that has been ended',
    ['anna'],
    async () => {
      await ledger.setDispatch(ledger.here, { state: 'ended' });
      await ledger.givenDeliveries({ anna: {} });
      await ledger.givenClaim(['anna']);
      await ofMembers();
      await holding((tx) =>
        endClaims(ledger.in(tx), ledger.here.messageId, { runs: [RUN], unbegun: [{ id: ledger.deliveryId('anna'), at: null }] }),
      );
    },
  ],
  [
    'when the process dies that had begun it, and it must not go twice',
    ['anna'],
    async () => {
      await ledger.setDispatch(ledger.here, { repeatable: false });
      await ledger.givenDeliveries({ anna: { begunAt: NOW }, bo: {}, carl: {} });
      await ledger.givenClaim(['anna', 'carl'], { leaseUntil: NOW, lastCall: true });
      await ofMembers();
      expect(await holding((tx) => expireClaim(ledger.in(tx), ledger.here.messageId, RUN))).toBe(true);
    },
  ],
  [
    'as one of the last, whom the server takes nothing for',
    ['anna'],
    async () => {
      await ledger.givenDeliveries({ anna: {}, bo: { status: 'sent' } });
      await ofMembers();
      expect(await holding((tx) => failLast(ledger.in(tx), ledger.here.messageId, [{ id: ledger.deliveryId('anna'), reason: 'no' }]))).toBe(
        true,
      );
    },
  ],
  [
    'when it is called off, but for what is in hand',
    ['bo', 'carl'],
    async () => {
      await ledger.givenDeliveries({ anna: {}, bo: {}, carl: { nextAttemptAt: at(60) }, dora: { status: 'sent' } });
      await ledger.givenClaim(['anna']);
      await ofMembers();
      await holding((tx) => cancelDeliveries(ledger.in(tx), ledger.here.messageId));
    },
  ],
  [
    'when it cannot go out, but for what is in hand',
    ['bo', 'carl'],
    async () => {
      await ledger.givenDeliveries({ anna: {}, bo: {}, carl: { nextAttemptAt: at(60) }, dora: { status: 'sent' } });
      await ledger.givenClaim(['anna']);
      await ofMembers();
      await holding((tx) => failDeliveries(ledger.in(tx), ledger.here.messageId, 'no'));
      expect(await ledger.delivery('carl')).toMatchObject({ status: 'failed', error: 'no', next_attempt_at: null });
    },
  ],
  [
    'when somebody tells of a bounce while it waits to be tried again; not when it was over before',
    ['anna'],
    async () => {
      await ledger.givenDeliveries({ anna: { nextAttemptAt: at(60) }, bo: { status: 'sent', sentAt: NOW } });
      await ofMembers();
      const bounce = { ended: 'bounced' as const, endedAt: NOW, reason: 'no', complainedAt: null, complaint: null };
      const news = ['anna', 'bo'].map((name) => ({ ...bounce, workspaceId: ledger.here.workspaceId, deliveryId: ledger.deliveryId(name) }));
      expect(await recordNews(ledger.db, news, 'ses', NOW)).toBe(2);
    },
  ],
];

describe('the end of a delivery is told where a member waits for it', () => {
  it.each(WAYS)('%s', async (_how, expected, end) => {
    await end();
    expect(await told()).toEqual(expected);
  });
});

describe('the end of a delivery without a member', () => {
  it.each(WAYS)('is told to nobody: %s', async (_how, _expected, end) => {
    hasMembers = false;
    await end();
    expect(await told()).toEqual([]);
  });
});

describe('a message to which deliveries are added', () => {
  const add = async (tx: Tx, name: string, now = NOW) => {
    await tx.query(sql`
      INSERT INTO deliveries (workspace_id, id, message_id, contact_id, member_id, visit, display_name, email, status, next_attempt_at)
      VALUES (${ledger.here.workspaceId}::uuid, ${newId()}::uuid, ${ledger.here.messageId}::uuid, ${ledger.contactId(name)}::uuid, ${newId()}::uuid, 1,
        ${name}::text, ${`${name}@mail.example`}::text, 'pending', ${now}::timestamptz)`);
    await wakeDispatch(ledger.in(tx, now), ledger.here.messageId, 'interactive');
  };
  const grow = async () => {
    await ledger.db.prisma.dispatch.deleteMany({ where: ledger.here });
    await insertDispatch(ledger.in(ledger.db, at(-60)), {
      messageId: ledger.here.messageId,
      origin: 'flow',
      lane: 'bulk',
      repeatable: false,
      grows: true,
    });
    await ledger.givenContacts({ anna: {}, bo: {} });
  };
  const concluded = (tx: Tx) => conclude(ledger.in(tx), flowOrigin, { messageId: ledger.here.messageId, state: 'open' });

  it('has each of them claimed once, however few at a time', async () => {
    await grow();
    for (const name of ['anna', 'bo', 'anna', 'bo', 'anna']) await ledger.db.transaction((tx) => add(tx, name));
    const seen: string[] = [];
    for (let i = 0; i < 6; i++) {
      const options = { limit: 2, now: NOW, leaseUntil: at(30), policy: { operational: false, topic: null }, stillWanted: sql`TRUE` };
      seen.push(...(await claim(ledger.in(ledger.db), ledger.here.messageId, { run: newId(), ...options })).claimed.map(({ id }) => id));
    }
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
  });

  it('is opened again when it had come to its end, with nothing of what held it up', async () => {
    await grow();
    await ledger.setDispatch(ledger.here, {
      state: 'ended',
      restUntil: at(60),
      trouble: 'no',
      troubleSince: at(-60),
      outageCount: 3,
      deadRuns: 2,
    });
    await ledger.db.transaction((tx) => add(tx, 'anna'));
    expect(await ledger.dispatch()).toMatchObject({
      state: 'open',
      cursor: AT_THE_END,
      lane: 'interactive',
      wake_at: NOW,
      rest_until: null,
      trouble: null,
      trouble_since: null,
      outage_count: 0,
      dead_runs: 0,
    });
  });

  it('goes on resting while the mail server is in trouble', async () => {
    await grow();
    await ledger.setDispatch(ledger.here, { wakeAt: at(60), restUntil: at(60), outageCount: 3 });
    await ledger.db.transaction((tx) => add(tx, 'anna'));
    expect(await ledger.dispatch()).toMatchObject({ wake_at: at(60), rest_until: at(60), outage_count: 3 });
    await ledger.setDispatch(ledger.here, { wakeAt: at(600), restUntil: null });
    await ledger.db.transaction((tx) => add(tx, 'bo'));
    expect(await ledger.dispatch()).toMatchObject({ wake_at: NOW });
  });

  it('has not ended with somebody in it who was added at that moment, whoever comes first', async () => {
    await grow();
    await behind(
      ledger.db,
      (tx) => add(tx, 'anna'),
      () => holding(concluded),
    );
    expect(await ledger.dispatch()).toMatchObject({ state: 'open', wake_at: NOW });
    await ledger.db.query(sql`UPDATE deliveries SET status = 'sent', next_attempt_at = NULL`);
    const ending = async (tx: Tx) => {
      await lockDispatch(ledger.in(tx), ledger.here.messageId);
      await concluded(tx);
    };
    await behind(ledger.db, ending, () => ledger.db.transaction((tx) => add(tx, 'bo')));
    expect(await ledger.dispatch()).toMatchObject({ state: 'open', wake_at: NOW });
  });

  it('waits for nobody who waits for people that whoever adds to it may hold', async () => {
    await grow();
    await ledger.givenDeliveries({ anna: {}, bo: {} });
    await ledger.givenClaim(['anna', 'bo']);
    await ledger.setDispatch(ledger.here, { deadRuns: 1 });
    // The recorder locks the dispatch, because Bo is to be retried, and waits for Anna.
    let recording: Promise<void> | undefined;
    await ledger.db.transaction(async (tx) => {
      await tx.query(sql`
        SELECT FROM contact_moments WHERE workspace_id = ${ledger.here.workspaceId}::uuid AND contact_id = ${ledger.contactId('anna')}::uuid FOR UPDATE`);
      recording = record(ledger.in(ledger.db), ledger.here.messageId, [
        outcome('anna', 'sent'),
        outcome('bo', 'pending', { retryAt: at(60) }),
      ]);
      await expect
        .poll(
          async () =>
            (await ledger.db.query(sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`))
              .length,
        )
        .toBe(1);
      await add(tx, 'anna');
    });
    await recording;
    expect(await ledger.dispatch()).toMatchObject({ dead_runs: 0 });
    expect(await ledger.statuses()).toMatchObject({ bo: 'pending 1' });
  });

  it('that cannot go out leaves nobody waiting, and ends when nothing is in hand any more', async () => {
    await grow();
    await ledger.db.transaction((tx) => add(tx, 'anna'));
    const fail = () =>
      holding(async (tx) => {
        await setState(ledger.in(tx), ledger.here.messageId, 'paused');
        await flowOrigin.failed(ledger.in(tx), ledger.here.messageId, 'Our name is refused.');
      });
    await claim(ledger.in(ledger.db), ledger.here.messageId, {
      run: RUN,
      limit: 5,
      leaseUntil: at(30),
      policy: { operational: false, topic: null },
      stillWanted: sql`TRUE`,
    });
    await ledger.db.transaction((tx) => add(tx, 'bo'));
    await fail();
    expect([await ledger.dispatch(), await ledger.statuses()]).toMatchObject([{ state: 'open' }, { anna: 'pending 0', bo: 'failed 0' }]);
    await ledger.db.prisma.claim.deleteMany({});
    await ledger.db.query(sql`UPDATE deliveries SET next_attempt_at = ${NOW}::timestamptz WHERE status = 'pending'`);
    await fail();
    expect([await ledger.dispatch(), await ledger.statuses()]).toMatchObject([{ state: 'ended' }, { anna: 'failed 0', bo: 'failed 0' }]);
  });
});

describe('what must not go twice', () => {
  it('is begun by whoever has it in hand, and by nobody else', async () => {
    await ledger.givenDeliveries({ anna: {}, bo: {}, carl: { status: 'sent' }, dora: { nextAttemptAt: at(60) }, eve: {} });
    await ledger.givenClaim(['anna', 'carl', 'dora']);
    await ledger.givenClaim(['eve'], { run: OTHER_RUN });
    const items = ['anna', 'carl', 'dora', 'eve'].map((name) => ({ id: ledger.deliveryId(name), run: RUN }));
    // That of Bo has been taken away.
    const all = [...items.slice(0, 3), { id: ledger.deliveryId('bo'), run: newId() }, { id: ledger.deliveryId('eve'), run: OTHER_RUN }];
    let begun = new Set<string>();
    const changes = await ledger.changes(async () => {
      begun = await markBegun({ db: ledger.db, workspaceId: ledger.here.workspaceId, now: NOW }, all);
    });
    expect(begun).toEqual(new Set([ledger.deliveryId('anna'), ledger.deliveryId('eve')]));
    expect(changes).toEqual({ 'deliveries here anna': { begun_at: NOW }, 'deliveries here eve': { begun_at: NOW } });
  });

  it('is not taken away from a run that is just beginning it', async () => {
    await ledger.setDispatch(ledger.here, { repeatable: false });
    await ledger.givenDeliveries({ anna: {} });
    await ledger.givenClaim(['anna'], { leaseUntil: NOW, lastCall: true });
    const expire = () => holding((tx) => expireClaim(ledger.in(tx), ledger.here.messageId, RUN));
    await ledger.db.transaction(async (tx) => {
      await markBegun({ db: tx, workspaceId: ledger.here.workspaceId, now: NOW }, [{ id: ledger.deliveryId('anna'), run: RUN }]);
      expect(await expire()).toBe(false);
    });
    expect([await expire(), await ledger.statuses()]).toEqual([true, { anna: 'unknown 0' }]);
  });

  it.each([
    [false, []],
    [true, ['anna']],
  ])('is not handed over once its claim has been taken away (may go twice: %s)', async (repeatable, sent) => {
    await ledger.setDispatch(ledger.here, { repeatable, lane: 'interactive' });
    await ledger.givenContacts({ anna: {} });
    await ledger.givenDeliveries({ anna: {} });
    const under = turnsUnderTest(ledger);
    under.compose = async ({ email }) => {
      // It took a long time.
      await ledger.db.prisma.claim.deleteMany({});
      return { from: 'hello@example.com', to: email, raw: 'hello' };
    };
    expect(await under.take('interactive')).toBe(true);
    expect(under.sent).toEqual(sent);
  });

  it('is as if it had not begun when it is put off or comes back', async () => {
    await ledger.givenDeliveries({ anna: { begunAt: NOW }, bo: { begunAt: NOW } });
    await ledger.givenClaim(['anna', 'bo']);
    await record(ledger.in(ledger.db), ledger.here.messageId, [outcome('anna', 'pending', { retryAt: at(60) })]);
    await holding((tx) =>
      endClaims(ledger.in(tx), ledger.here.messageId, { runs: [RUN], unbegun: [{ id: ledger.deliveryId('bo'), at: null }] }),
    );
    expect([await ledger.delivery('anna'), await ledger.delivery('bo')]).toMatchObject([
      { begun_at: null, next_attempt_at: at(60) },
      { begun_at: null, next_attempt_at: NOW },
    ]);
  });
});
