/** A flow's mail goes out once or not at all, whenever the process dies, and its members go on. */
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { sql } from '../../../src/platform/db.ts';
import { addDomain } from '../../../src/workspaces/sending-domains.ts';
import { createClient } from '../../support/client.ts';
import { openTestDatabase } from '../../support/database.ts';
import { mailedAtOnce } from '../../support/flow-mail.ts';
import { expectSound } from '../../support/flows.ts';
import { givenWorkspace } from '../../support/given.ts';
import { type ServiceProcess, startProcess } from '../../support/process.ts';
import { type SmtpSink, startSmtp } from '../../support/smtp.ts';

const PEOPLE = 400;
const KILLS = 4;
/** The most messages under way at a kill: two for each of 10 connections, of a turn and of the previous one. */
const UNDER_WAY = 2 * 20;
/** Outcomes that may not be written yet. */
const UNWRITTEN = 200;

const { url, db } = await openTestDatabase();
const { id: workspaceId, token } = await givenWorkspace(db);
let sink: SmtpSink;
let running: ServiceProcess | undefined;
let onMessage: () => void = () => {};
beforeAll(async () => {
  sink = await startSmtp({ accept: () => onMessage() });
  await addDomain(db, { workspaceId, domain: 'example.com', verified: true }, new Date());
});
afterAll(async () => {
  await running?.kill();
  await sink.close();
});

const start = async () => {
  running = await startProcess({ DATABASE_URL: url, SMTP_URL: sink.url, RATE_LIMIT_RPS: '0' });
  return createClient(running.url, token);
};
/** Ends the claims of dead processes, without the minute that their leases take. */
const forgetClaims = () => db.query(sql`UPDATE claims SET lease_until = now() - interval '1 second', last_call = true`);

it(`the mail of a flow goes to nobody twice, whatever ${KILLS} kills meet, and all members go on`, async () => {
  let drawn = inject('seed') >>> 0;
  const chance = (from: number, to: number) => {
    drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
    return from + Math.floor((drawn / 2 ** 32) * (to - from));
  };
  let target = chance(1, 60);
  let killed: Promise<void> | undefined;
  onMessage = () => {
    if (sink.messages.length >= target) killed ??= running?.kill();
  };
  const { outcomes, isOver } = await mailedAtOnce(await start(), db, workspaceId, PEOPLE);
  let kills = 0;
  for (;;) {
    await expect.poll(async () => killed !== undefined || (await isOver()), { interval: 50 }).toBe(true);
    if (!killed) break;
    await killed;
    kills += 1;
    await forgetClaims();
    killed = undefined;
    target = kills < KILLS ? sink.messages.length + chance(1, 60) : Number.POSITIVE_INFINITY;
    await start();
  }
  expect(kills).toBe(KILLS);

  const perPerson = new Map<string, number>();
  for (const { to } of sink.messages) perPerson.set(to, (perPerson.get(to) ?? 0) + 1);
  expect(Math.max(...perPerson.values())).toBe(1);
  const { sent = 0, unknown = 0, ...others } = await outcomes();
  expect([others, sent + unknown]).toEqual([{}, PEOPLE]);
  // Of those whose outcome is unknown some have got it; all others have.
  expect(perPerson.size).toBeGreaterThanOrEqual(sent);
  expect(unknown).toBeLessThanOrEqual(kills * (UNDER_WAY + UNWRITTEN));
  expect(PEOPLE - perPerson.size).toBeLessThanOrEqual(kills * UNDER_WAY);
  const [sum] = await db.query<{ said: number; kept: number }>(sql`
    SELECT (SELECT count(*)::int FROM flow_visits WHERE outcome = 'unknown' AND details ->> 'error' LIKE '%died%') AS said,
           (SELECT count(*)::int FROM deliveries WHERE status = 'unknown') AS kept`);
  expect(sum).toEqual({ said: unknown, kept: unknown });
  const [left] = await db.query<{ count: number }>(sql`
    SELECT (SELECT count(*) FROM claims)::int + (SELECT count(*) FROM delivery_endings)::int
      + (SELECT count(*) FROM deliveries WHERE status = 'pending')::int AS count`);
  expect(left?.count).toBe(0);
  await expectSound(db);
  expect(await running?.terminate()).toBe(0);
  running = undefined;
});
