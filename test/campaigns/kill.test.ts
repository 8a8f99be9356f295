import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { addDomain } from '../../src/workspaces/sending-domains.ts';
import { people, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { haveLeft, openTestDatabase, urlAs } from '../support/database.ts';
import { givenWorkspace } from '../support/given.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

const PEOPLE = 2_000;
/** What may be under way at the moment of a kill: a message on each of 10 connections and one behind it, and 200 outcomes not yet written. */
const IN_FLIGHT = 220;
const KILLS = 20;

const { url, db } = await openTestDatabase();
const { id: workspaceId, token } = await givenWorkspace(db);
let sink: SmtpSink;
let running: ServiceProcess | undefined;
/** Called for each message, before it is accepted. */
let onMessage: () => void = () => {};
beforeAll(async () => {
  sink = await startSmtp({ accept: () => onMessage() });
  await addDomain(db, { workspaceId, domain: 'example.com', verified: true }, new Date());
});
afterAll(async () => {
  await running?.kill();
  await sink.close();
});

beforeEach(() => {
  sink.messages.length = 0;
});

/** What a dead process had in hand is its own until its lease has ended, and a last call: that minute goes by here. */
async function forgetClaims(): Promise<void> {
  await haveLeft(db, `life-${lives}`);
  await db.query(sql`UPDATE claims SET lease_until = now() - interval '1 second', last_call = true`);
}

/** Draws by the seed that the run prints. */
let drawn = inject('seed') >>> 0;
function chance(from: number, to: number): number {
  drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
  return from + Math.floor((drawn / 2 ** 32) * (to - from));
}

let lives = 0;
const start = () => startProcess({ DATABASE_URL: urlAs(`life-${++lives}`, url), SMTP_URL: sink.url, RATE_LIMIT_RPS: '0' });

const isSent = async (blastId: string) =>
  (await db.pool.query('SELECT status FROM blasts WHERE id = $1', [blastId])).rows[0].status === 'sent';

describe('kill -9 in the middle of a blast', () => {
  it('leaves nobody out, and repeats only what was under way, under the same Message-ID', async () => {
    let killed: Promise<void> | undefined;
    onMessage = () => {
      if (sink.messages.length >= 700) killed ??= running?.kill();
    };
    running = await start();
    let api = createClient(running.url, token);
    const { blastId } = await prepareBlast(api, people(PEOPLE));
    await sendNow(api, blastId);
    await expect.poll(() => killed !== undefined, { interval: 20 }).toBe(true);
    await killed;
    const delivered = sink.messages.length;
    expect(delivered).toBeLessThan(PEOPLE);
    await forgetClaims();

    onMessage = () => {};
    running = await start();
    api = createClient(running.url, token);
    await expect.poll(async () => (await readBlast(api, blastId)).status, { interval: 250 }).toBe('sent');

    expect(await readBlast(api, blastId)).toMatchObject({
      details: { blast_recipient_count: PEOPLE, blast_sent_count: PEOPLE, blast_failed_count: 0 },
    });
    const byPerson = new Map<string, Set<string>>();
    for (const { to, messageId } of sink.messages) byPerson.set(to, (byPerson.get(to) ?? new Set()).add(messageId));
    expect(byPerson.size).toBe(PEOPLE);
    for (const [person, ids] of byPerson) expect(ids.size, person).toBe(1);
    expect(sink.messages.length - PEOPLE).toBeLessThanOrEqual(IN_FLIGHT);

    // Of this blast: that of another test may rest unsent.
    const { rows } = await db.pool.query(
      `SELECT (SELECT count(*) FROM deliveries WHERE message_id = $1 AND status <> 'sent')::int
         + (SELECT count(*) FROM claims)::int AS left_over`,
      [blastId],
    );
    expect(rows[0].left_over).toBe(0);
    expect(await running.terminate()).toBe(0);
    running = undefined;
  });
});

// Nearly all of the time goes into the start of that many processes.
describe('kill -9, again and again', { timeout: 10 * PATIENCE_MS }, () => {
  it(`leaves nobody out after ${KILLS} of them, and repeats at most what was under way at each`, async () => {
    let target = Number.POSITIVE_INFINITY;
    let killed: Promise<void> | undefined;
    onMessage = () => {
      if (sink.messages.length >= target) killed ??= running?.kill();
    };
    running = await start();
    const { blastId } = await prepareBlast(createClient(running.url, token), people(KILLS * 150, 'example.com'));
    let kills = 0;
    target = chance(20, 250);
    await sendNow(createClient(running.url, token), blastId);
    for (;;) {
      await expect.poll(async () => killed !== undefined || (await isSent(blastId)), { interval: 20 }).toBe(true);
      if (!killed) break;
      await killed;
      kills += 1;
      await forgetClaims();
      killed = undefined;
      target = kills < KILLS ? sink.messages.length + chance(20, 250) : Number.POSITIVE_INFINITY;
      running = await start();
    }
    expect(kills).toBeGreaterThan(5);
    const ids = new Map<string, Set<string>>();
    for (const { to, messageId } of sink.messages) ids.set(to, (ids.get(to) ?? new Set()).add(messageId));
    expect(ids.size).toBe(KILLS * 150);
    for (const [person, of] of ids) expect(of.size, person).toBe(1);
    expect(sink.messages.length - ids.size).toBeLessThanOrEqual(kills * IN_FLIGHT);
    expect(await readBlast(createClient(running.url, token), blastId)).toMatchObject({
      status: 'sent',
      details: { blast_recipient_count: KILLS * 150, blast_sent_count: KILLS * 150, blast_failed_count: 0 },
    });
    const { rows } = await db.pool.query("SELECT count(*)::int AS lost FROM deliveries WHERE message_id = $1 AND status = 'pending'", [
      blastId,
    ]);
    expect(rows).toEqual([{ lost: 0 }]);
    expect(await running.terminate()).toBe(0);
    running = undefined;
  });
});

describe('kill -9 in the middle of a preparation', () => {
  it('goes on behind the last part that was written, and writes nobody twice', async () => {
    const MAILED = 20;
    // Whom no mail can reach is written, too; so few are mailed that the test does not wait for it.
    const [silent] = await db.query<{ count: number }>(sql`
      WITH made AS (
        INSERT INTO contacts (workspace_id, id, phone, display_name, original_source, created_at)
        SELECT ${workspaceId}::uuid, uuid_v7(now()), '+4670' || (1000000 + n), 'Silent', 'public_api', now()
        FROM generate_series(1, 75000) AS n RETURNING id
      )
      SELECT count(*)::int FROM made`);
    running = await start();
    const api = createClient(running.url, token);
    const { blastId, listId } = await prepareBlast(api, people(MAILED, 'example.edu'));
    await db.query(sql`
      INSERT INTO contact_list_members (workspace_id, list_id, contact_id, added_at)
      SELECT workspace_id, ${listId}::uuid, id, now() FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND email IS NULL`);
    const total = (silent?.count ?? 0) + MAILED;
    await db.query(sql`UPDATE contact_lists SET member_count = ${total}::int WHERE id = ${listId}::uuid`);
    await sendNow(api, blastId);
    const written = async () => (await db.prisma.blastPreparation.findFirst({ where: { blastId } }))?.processedCount ?? 0;
    await expect.poll(written, { interval: 20 }).toBeGreaterThan(0);
    await running.kill();
    const before = await written();
    expect(before).toBeLessThan(total);
    await haveLeft(db, `life-${lives}`);

    running = await start();
    await expect.poll(async () => (await db.prisma.blast.findFirst({ where: { id: blastId } }))?.status, { interval: 250 }).toBe('sent');
    const [rows] = await db.query<{ rows: number; people: number; sent: number }>(sql`
      SELECT count(*)::int AS rows, count(DISTINCT contact_id)::int AS people, (count(*) FILTER (WHERE status = 'sent'))::int AS sent
      FROM deliveries WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${blastId}::uuid`);
    expect(rows).toEqual({ rows: total, people: total, sent: MAILED });
    expect((await readBlast(createClient(running.url, token), blastId)).details.preparation).toMatchObject({
      status: 'completed',
      processed_count: total,
      total_count: total,
    });
    expect(await running.terminate()).toBe(0);
    running = undefined;
  });
});

describe('SIGTERM in the middle of a blast', () => {
  it('hands over to another service, and nobody is mailed twice', async () => {
    const leaving = await start();
    running = await start();
    const api = createClient(running.url, token);
    const { blastId } = await prepareBlast(api, people(1_000, 'example.org'));
    let left: Promise<number | null> | undefined;
    onMessage = () => {
      if (sink.messages.length >= 300) left ??= leaving.terminate();
    };
    await sendNow(api, blastId);
    await expect.poll(async () => (await readBlast(api, blastId)).status, { interval: 100 }).toBe('sent');
    expect(await left).toBe(0);
    expect(sink.messages).toHaveLength(1_000);
    expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(1_000);
    expect(await running.terminate()).toBe(0);
    running = undefined;
  });
});
