/** Blasts whose processes are killed repeatedly, during a preparation too, or stopped. */
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { people, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { IN_FLIGHT, idsByPerson, openSenders } from '../support/senders.ts';

const KILLS = 20;

const senders = await openSenders();
const { db, sink, workspaceId } = senders;
beforeEach(() => {
  sink.messages.length = 0;
  senders.onMessage = () => {};
});

/** Draws by the seed that the run prints. */
let drawn = inject('seed') >>> 0;
function chance(from: number, to: number): number {
  drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
  return from + Math.floor((drawn / 2 ** 32) * (to - from));
}

const isSent = async (blastId: string) =>
  (await db.pool.query('SELECT status FROM blasts WHERE id = $1', [blastId])).rows[0].status === 'sent';

// Nearly all of the time goes into the start of that many processes.
describe('kill -9, again and again', { timeout: 10 * PATIENCE_MS }, () => {
  it(`leaves nobody out after ${KILLS} of them, and repeats at most what was under way at each`, async () => {
    let running = await senders.start();
    let target = Number.POSITIVE_INFINITY;
    let killed: Promise<void> | undefined;
    senders.onMessage = () => {
      if (sink.messages.length >= target) killed ??= running.kill();
    };
    const { blastId } = await prepareBlast(running.api, people(KILLS * 150, 'example.com'));
    let kills = 0;
    target = chance(20, 250);
    await sendNow(running.api, blastId);
    for (;;) {
      await expect.poll(async () => killed !== undefined || (await isSent(blastId)), { interval: 20 }).toBe(true);
      if (!killed) break;
      await killed;
      kills += 1;
      await senders.forgetClaims();
      killed = undefined;
      target = kills < KILLS ? sink.messages.length + chance(20, 250) : Number.POSITIVE_INFINITY;
      running = await senders.start();
    }
    expect(kills).toBeGreaterThan(5);
    const ids = idsByPerson(sink.messages);
    expect(ids.size).toBe(KILLS * 150);
    for (const [person, of] of ids) expect(of.size, person).toBe(1);
    expect(sink.messages.length - ids.size).toBeLessThanOrEqual(kills * IN_FLIGHT);
    expect(await readBlast(running.api, blastId)).toMatchObject({
      status: 'sent',
      details: { blast_recipient_count: KILLS * 150, blast_sent_count: KILLS * 150, blast_failed_count: 0 },
    });
    const { rows } = await db.pool.query("SELECT count(*)::int AS lost FROM deliveries WHERE message_id = $1 AND status = 'pending'", [
      blastId,
    ]);
    expect(rows).toEqual([{ lost: 0 }]);
    expect(await running.terminate()).toBe(0);
  });
});

describe('kill -9 in the middle of a preparation', () => {
  it('goes on behind the last part that was written, and writes nobody twice', async () => {
    const MAILED = 20;
    // Contacts without an address have rows, too; few are mailed, so that the test is short.
    const [silent] = await db.query<{ count: number }>(sql`
      WITH made AS (
        INSERT INTO contacts (workspace_id, id, phone, display_name, original_source, created_at)
        SELECT ${workspaceId}::uuid, uuid_v7(now()), '+4670' || (1000000 + n), 'Silent', 'public_api', now()
        FROM generate_series(1, 75000) AS n RETURNING id
      )
      SELECT count(*)::int FROM made`);
    const first = await senders.start();
    const { blastId, listId } = await prepareBlast(first.api, people(MAILED, 'example.edu'));
    await db.query(sql`
      INSERT INTO contact_list_members (workspace_id, list_id, contact_id, added_at)
      SELECT workspace_id, ${listId}::uuid, id, now() FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND email IS NULL`);
    const total = (silent?.count ?? 0) + MAILED;
    await db.query(sql`UPDATE contact_lists SET member_count = ${total}::int WHERE id = ${listId}::uuid`);
    await sendNow(first.api, blastId);
    const written = async () => (await db.prisma.blastPreparation.findFirst({ where: { blastId } }))?.processedCount ?? 0;
    await expect.poll(written, { interval: 20 }).toBeGreaterThan(0);
    await first.kill();
    expect(await written()).toBeLessThan(total);

    const second = await senders.start();
    await expect.poll(async () => (await db.prisma.blast.findFirst({ where: { id: blastId } }))?.status, { interval: 250 }).toBe('sent');
    const [rows] = await db.query<{ rows: number; people: number; sent: number }>(sql`
      SELECT count(*)::int AS rows, count(DISTINCT contact_id)::int AS people, (count(*) FILTER (WHERE status = 'sent'))::int AS sent
      FROM deliveries WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${blastId}::uuid`);
    expect(rows).toEqual({ rows: total, people: total, sent: MAILED });
    expect((await readBlast(second.api, blastId)).details.preparation).toMatchObject({
      status: 'completed',
      processed_count: total,
      total_count: total,
    });
    expect(await second.terminate()).toBe(0);
  });
});

describe('SIGTERM in the middle of a blast', () => {
  it('hands over to another service, and nobody is mailed twice', async () => {
    const leaving = await senders.start();
    const staying = await senders.start();
    const { blastId } = await prepareBlast(staying.api, people(1_000, 'example.org'));
    let left: Promise<number | null> | undefined;
    senders.onMessage = () => {
      if (sink.messages.length >= 300) left ??= leaving.terminate();
    };
    await sendNow(staying.api, blastId);
    await expect.poll(async () => (await readBlast(staying.api, blastId)).status, { interval: 100 }).toBe('sent');
    expect(await left).toBe(0);
    expect(sink.messages).toHaveLength(1_000);
    expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(1_000);
    expect(await staying.terminate()).toBe(0);
  });
});
