/** Chores over all deliveries of a message: a thousand in the request, the others in the background, a chunk at a time. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addChore, dueChores } from '../../../src/campaigns/deliveries/chores.repo.ts';
import { doChores, purgeMessage } from '../../../src/campaigns/deliveries/chores.work.ts';
import { cancelDeliveries } from '../../../src/campaigns/deliveries/claims.repo.ts';
import { lockDispatch } from '../../../src/campaigns/deliveries/dispatches.repo.ts';
import { sql, type Tx } from '../../../src/platform/db.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import { type Ledger, NOW, openLedger, RUN } from '../../support/ledger.ts';
import { behind } from '../../support/race.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
});
beforeEach(async () => {
  await ledger.clear();
  await ledger.givenMessages();
});
afterEach(() => ledger.expectNoCircle());
afterAll(() => ledger.close());

/** Deliveries of each of the four messages that wait. */
async function givenWaiting(count: number): Promise<void> {
  for (const { workspaceId, messageId } of ledger.all)
    await ledger.db.query(sql`
      INSERT INTO deliveries (workspace_id, id, message_id, display_name, email, status)
      SELECT ${workspaceId}::uuid, gen_random_uuid(), ${messageId}::uuid, '', 'p' || n || '@mail.example', 'pending'
      FROM generate_series(1, ${count}::int) AS n`);
}
/** How many deliveries of each of the four have which status. */
const statuses = async () => {
  const rows = await ledger.db.query<{ of: string; status: string; count: number }>(sql`
    SELECT workspace_id || ' ' || message_id AS of, status, count(*)::int AS count FROM deliveries GROUP BY 1, 2`);
  return ledger.all.map(({ workspaceId, messageId }) =>
    Object.fromEntries(rows.filter(({ of }) => of === `${workspaceId} ${messageId}`).map(({ status, count }) => [status, count])),
  );
};
/** The same, where only those `here` are not as they were. */
const only = (here: Record<string, number>, others: Record<string, number>) =>
  ledger.all.map((place) => (place === ledger.here ? here : others));
const chores = async () =>
  (await ledger.db.query<{ data: object }>(sql`SELECT data FROM (${dueChores()}) AS due (key, data)`)).map(({ data }) => data);
const holding = (work: (tx: Tx) => Promise<unknown>) =>
  ledger.db.transaction(async (tx) => {
    await lockDispatch(ledger.in(tx), ledger.here.messageId);
    await work(tx);
  });

describe('a message whose sending ends', () => {
  it.runIf(isAtLength)('cancels a thousand at once and the others by chunks, but for what a run has in hand', async () => {
    await givenWaiting(1_010);
    const { workspaceId, messageId } = ledger.here;
    const [last] = await ledger.db.query<{ id: string }>(sql`
      SELECT id::text FROM deliveries WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${messageId}::uuid ORDER BY id DESC LIMIT 1`);
    await ledger.db.prisma.claim.create({
      data: { ...ledger.here, run: RUN, ids: [last?.id as string], leaseUntil: new Date(NOW.getTime() + 60_000) },
    });
    await holding((tx) => cancelDeliveries(ledger.in(tx), ledger.here.messageId));
    expect(await statuses()).toEqual(only({ cancelled: 1_000, pending: 10 }, { pending: 1_010 }));
    expect(await chores()).toEqual([{ workspace_id: workspaceId, message_id: messageId }]);

    expect(await doChores(ledger.in(ledger.db), ledger.here.messageId, { most: 505, isOver: () => true })).toBe(true);
    expect(await doChores(ledger.in(ledger.db), ledger.here.messageId, { most: 300 })).toBe(false);
    expect(await statuses()).toEqual(only({ cancelled: 1_009, pending: 1 }, { pending: 1_010 }));
    expect(await chores()).toEqual([]);
  });

  it('leaves no chore where a thousand are all', async () => {
    await givenWaiting(3);
    await holding((tx) => cancelDeliveries(ledger.in(tx), ledger.here.messageId));
    expect([await statuses(), await chores()]).toEqual([only({ cancelled: 3 }, { pending: 3 }), []]);
  });

  it('cancels what is being written at that moment', async () => {
    const { workspaceId, messageId } = ledger.here;
    await ledger.db.transaction((tx) => addChore(ledger.in(tx), ledger.here.messageId, 'end'));
    await behind(
      ledger.db,
      async (tx) => {
        await tx.query(
          sql`SELECT 1 AS held FROM messages WHERE workspace_id = ${workspaceId}::uuid AND id = ${messageId}::uuid FOR KEY SHARE`,
        );
        await tx.query(sql`
          INSERT INTO deliveries (workspace_id, id, message_id, display_name, email, status)
          VALUES (${workspaceId}::uuid, ${newId()}::uuid, ${messageId}::uuid, '', 'late@mail.example', 'pending')`);
      },
      () => doChores(ledger.in(ledger.db), ledger.here.messageId),
    );
    expect(await statuses()).toEqual(only({ cancelled: 1 }, {}));
  });

  it('is left to the run that has a chunk of it', async () => {
    await givenWaiting(1);
    await ledger.db.transaction(async (tx) => {
      await addChore(ledger.in(tx), ledger.here.messageId, 'end');
    });
    await ledger.db.transaction(async (tx) => {
      await tx.query(sql`SELECT 1 AS held FROM message_chores FOR UPDATE`);
      expect(await doChores(ledger.in(ledger.db), ledger.here.messageId)).toBe(false);
    });
    expect([await statuses(), (await chores()).length]).toEqual([only({ pending: 1 }, { pending: 1 }), 1]);
  });
});

describe('a message that is deleted', () => {
  const givenLinks = async (...urls: string[]) => {
    for (const { workspaceId, messageId } of ledger.all)
      await ledger.db.query(sql`
        INSERT INTO message_links (workspace_id, message_id, position, url)
        SELECT ${workspaceId}::uuid, ${messageId}::uuid, place - 1, url FROM unnest(${urls}::text[]) WITH ORDINALITY AS l (url, place)`);
  };
  const PEOPLE = { anna: { status: 'sent', sentAt: NOW }, bo: { status: 'unknown' }, carl: {}, dora: { status: 'blocked' } };

  it('goes with all its deliveries, and keeps its links and those whom they speak of', async () => {
    await ledger.givenContacts({ anna: {}, bo: {}, carl: {}, dora: {} });
    await ledger.givenDeliveries(PEOPLE);
    await givenLinks('https://shop.example/', 'https://shop.example/{{contact.email}}');
    const changes = await ledger.changes(() => ledger.db.transaction((tx) => purgeMessage(ledger.in(tx), ledger.here.messageId)));
    expect(changes).toEqual({
      ...Object.fromEntries(Object.keys(PEOPLE).map((name) => [`deliveries here ${name}`, { gone: true }])),
      'messages here': { gone: true },
      'dispatches here': { gone: true },
      'link_recipients here anna': expect.objectContaining({ contact_id: ledger.contactId('anna'), campaign: null }),
      'link_recipients here bo': expect.objectContaining({ contact_id: ledger.contactId('bo'), campaign: null }),
    });
  });

  it('keeps nobody where no link speaks of anybody', async () => {
    await ledger.givenContacts({ anna: {} });
    await ledger.givenDeliveries({ anna: PEOPLE.anna });
    await givenLinks('https://shop.example/');
    await ledger.db.transaction((tx) => purgeMessage(ledger.in(tx), ledger.here.messageId));
    expect(await ledger.db.prisma.linkRecipient.count()).toBe(0);
  });

  it.runIf(isAtLength)('deletes a thousand at once and the others by chunks, itself at last', async () => {
    await givenWaiting(1_005);
    const { workspaceId, messageId: id } = ledger.here;
    const isThere = async () => (await ledger.db.prisma.message.count({ where: { workspaceId, id } })) > 0;
    // Ending them first would be for nothing.
    await ledger.db.transaction((tx) => addChore(ledger.in(tx), ledger.here.messageId, 'end'));
    expect(await ledger.db.transaction((tx) => purgeMessage(ledger.in(tx), ledger.here.messageId))).toBe(false);
    expect([await statuses(), await isThere()]).toEqual([only({ pending: 5 }, { pending: 1_005 }), true]);
    expect(await doChores(ledger.in(ledger.db), ledger.here.messageId, { most: 2, isOver: () => true })).toBe(true);
    expect([await statuses(), await isThere()]).toEqual([only({ pending: 3 }, { pending: 1_005 }), true]);
    expect(await doChores(ledger.in(ledger.db), ledger.here.messageId, { most: 2 })).toBe(false);
    expect([await statuses(), await isThere(), await chores()]).toEqual([only({}, { pending: 1_005 }), false, []]);
  });
});
