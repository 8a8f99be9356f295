/** Scheduled blasts on machines whose clocks are wrong by minutes: they go out by the time of the database. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { addDomain } from '../../src/workspaces/sending-domains.ts';
import { must, people, prepareBlast, readBlast } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { openTestDatabase } from '../support/database.ts';
import { givenWorkspace } from '../support/given.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

const PEOPLE = 30;
const MINUTES = 5;
/** The tolerance of time measurements on a busy machine. */
const EXACTLY_MS = 1_000;

const { url, db } = await openTestDatabase();
const { id: workspaceId, token } = await givenWorkspace(db);
let sink: SmtpSink;
/** When each message came. */
const arrivals: { to: string; at: number }[] = [];
const running: ServiceProcess[] = [];
beforeAll(async () => {
  sink = await startSmtp({ accept: (to) => void arrivals.push({ to, at: Date.now() }) });
  await addDomain(db, { workspaceId, domain: 'example.com', verified: true }, new Date());
});
afterAll(async () => {
  await Promise.all(running.map(({ kill }) => kill()));
  await sink.close();
});

/** A process on a machine whose clock is ahead by so many minutes; `Date` does not show it. */
async function startAhead(minutes: number): Promise<ServiceProcess> {
  const ahead = `
    const Right = Date;
    const now = () => Right.now() + ${minutes * 60_000};
    globalThis.Date = new Proxy(Right, {
      construct: (_date, given, made) => Reflect.construct(Right, given.length > 0 ? given : [now()], made),
      get: (date, name) => (name === 'now' ? now : Reflect.get(date, name)),
    });`;
  const service = await startProcess({
    DATABASE_URL: url,
    SMTP_URL: sink.url,
    RATE_LIMIT_RPS: '0',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(ahead)}`,
  });
  running.push(service);
  // It is wrong indeed.
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const offset = Number(/^bivouac_database_clock_offset_seconds (.+)$/m.exec(metrics)?.[1]);
  expect(Math.abs(offset - minutes * 60)).toBeLessThan(EXACTLY_MS / 1_000);
  return service;
}

/** Schedules a blast by a process, and has it due in some seconds. Returns when that is, and what came of it in the end. */
async function scheduled(service: ServiceProcess, domain: string, seconds: number): Promise<{ due: number; came: typeof arrivals }> {
  const api = createClient(service.url, token);
  const { blastId } = await prepareBlast(api, people(PEOPLE, domain));
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  await must(api.POST('/v1/email-blasts/{blastId}/schedule', { params: { path: { blastId } }, body: { scheduled_at } }));
  const [row] = await db.query<{ due: number }>(sql`
    UPDATE blasts SET scheduled_at = clock_timestamp() + make_interval(secs => ${seconds}::int) WHERE id = ${blastId}::uuid
    RETURNING extract(epoch FROM scheduled_at)::float8 * 1000 AS due`);
  await expect.poll(async () => (await readBlast(api, blastId)).status, { interval: 100 }).toBe('sent');
  return { due: row?.due as number, came: arrivals.filter(({ to }) => to.endsWith(`@${domain}`)) };
}

/** Each went out once, and none before its time. */
function expectOnTime({ due, came }: Awaited<ReturnType<typeof scheduled>>, domain: string): void {
  expect(came.map(({ to }) => to).sort()).toEqual(people(PEOPLE, domain).sort());
  expect(Math.min(...came.map(({ at }) => at))).toBeGreaterThanOrEqual(due - EXACTLY_MS);
}

it('none goes out early, late or twice, whichever clock is wrong by how much', { timeout: 5 * PATIENCE_MS }, async () => {
  // By its own clock the one would send immediately, …
  const fast = await startAhead(MINUTES);
  expectOnTime(await scheduled(fast, 'fast.example', 8), 'fast.example');
  const slow = await startAhead(-MINUTES);
  expectOnTime(await scheduled(slow, 'both.example', 1), 'both.example');
  // … and the other five minutes after.
  await fast.kill();
  running.splice(running.indexOf(fast), 1);
  expectOnTime(await scheduled(slow, 'slow.example', 1), 'slow.example');
  const statuses = await db.query(sql`SELECT status, count(*)::int FROM deliveries GROUP BY status`);
  expect(statuses).toEqual([{ status: 'sent', count: 3 * PEOPLE }]);
});
