import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { addDomain } from '../../src/workspaces/sending-domains.ts';
import { people, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { openTestDatabase } from '../support/database.ts';
import { givenWorkspace } from '../support/given.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

const PEOPLE = 2_000;
/** What may be under way at the moment of a kill: a message on each of 10 connections, and 50 outcomes not yet written. */
const IN_FLIGHT = 60;

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

const start = () => startProcess({ DATABASE_URL: url, SMTP_URL: sink.url, RATE_LIMIT_RPS: '0' });

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
    // What the dead process held is held until its lease ends; that half a minute goes by here.
    await db.query(sql`UPDATE recipients SET lease_until = now() - interval '1 second' WHERE claimed_by IS NOT NULL`);

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

    const { rows } = await db.pool.query(
      "SELECT count(*)::int AS left_over FROM recipients WHERE status <> 'sent' OR claimed_by IS NOT NULL",
    );
    expect(rows[0].left_over).toBe(0);
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
