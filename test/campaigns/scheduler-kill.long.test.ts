/** Scheduled blasts, and processes that are killed around the moment at which they are due. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { addDomain } from '../../src/workspaces/sending-domains.ts';
import { must, people, prepareBlast } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { haveLeft, openTestDatabase, urlAs } from '../support/database.ts';
import { givenWorkspace } from '../support/given.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

const PEOPLE = 30;

const { url, db } = await openTestDatabase();
const { id: workspaceId, token } = await givenWorkspace(db);
let sink: SmtpSink;
/** With the names of their lives. */
const running = new Map<ServiceProcess, string>();
let lives = 0;
beforeAll(async () => {
  sink = await startSmtp();
  await addDomain(db, { workspaceId, domain: 'example.com', verified: true }, new Date());
});
afterAll(async () => {
  for (const service of running.keys()) await service.kill();
  await sink.close();
});

async function start(): Promise<ServiceProcess> {
  const name = `life-${++lives}`;
  const service = await startProcess({ DATABASE_URL: urlAs(name, url), SMTP_URL: sink.url, RATE_LIMIT_RPS: '0' });
  running.set(service, name);
  return service;
}
async function kill(service: ServiceProcess): Promise<void> {
  await service.kill();
  await haveLeft(db, running.get(service) as string);
  running.delete(service);
}
const one = async (statement: Parameters<typeof db.query>[0]): Promise<boolean> => (await db.query(statement)).length > 0;
const arrived = (domain: string): number => sink.messages.filter(({ to }) => to.endsWith(`@${domain}`)).length;

/** Moments on the way of a blast, from the one at which it is due. */
const MOMENTS: [name: string, isReached: (blastId: string, domain: string) => boolean | Promise<boolean>][] = [
  ['due', () => true],
  ['found', (id) => one(sql`SELECT 1 FROM pgboss.job WHERE name = 'release-blast' AND data->>'blast_id' = ${id}::text`)],
  ['released', (id) => one(sql`SELECT 1 FROM blasts WHERE id = ${id}::uuid AND status = 'sending'`)],
  ['prepared', (id) => one(sql`SELECT 1 FROM dispatches WHERE message_id = ${id}::uuid`)],
  ['begun', (_id, domain) => arrived(domain) > 0],
  ['half sent', (_id, domain) => arrived(domain) >= PEOPLE / 2],
];

it('each goes out once, whichever moment kills who has it in hand, with another process beside it or not', async () => {
  let service = await start();
  let other: ServiceProcess | undefined;
  const blasts: { id: string; domain: string }[] = [];
  for (const [i, [name]] of MOMENTS.entries()) {
    const api = createClient(service.url, token);
    const domain = `${name.replace(' ', '-')}.example`;
    const { blastId: id } = await prepareBlast(api, people(PEOPLE, domain));
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    await must(api.POST('/v1/email-blasts/{blastId}/schedule', { params: { path: { blastId: id } }, body: { scheduled_at } }));
    blasts.push({ id, domain });
    // Every other time one process survives.
    if (i % 2 === 1) other = await start();
    await db.query(sql`UPDATE blasts SET scheduled_at = now() WHERE id = ${id}::uuid`);
    const isReached = (MOMENTS[i] as (typeof MOMENTS)[number])[1];
    await expect.poll(() => isReached(id, domain), { interval: 1 }).toBe(true);
    await kill(service);
    // Ends the claims of the dead process, without the minute of their leases.
    await db.query(sql`UPDATE claims SET lease_until = now() - interval '1 second', last_call = true`);
    service = other ?? (await start());
    other = undefined;
  }
  const unsent = () => db.query(sql`SELECT id, status FROM blasts WHERE status <> 'sent'`);
  await expect.poll(unsent, { interval: 100 }).toEqual([]);

  const [ledger] = await db.query(sql`
    SELECT count(*)::int AS deliveries, count(DISTINCT (message_id, contact_id))::int AS people, count(*) FILTER (WHERE status = 'sent')::int AS sent
    FROM deliveries`);
  const all = PEOPLE * MOMENTS.length;
  expect(ledger).toEqual({ deliveries: all, people: all, sent: all });
  for (const { domain } of blasts) {
    const ids = new Map<string, Set<string>>();
    for (const { to, messageId } of sink.messages) if (to.endsWith(`@${domain}`)) ids.set(to, (ids.get(to) ?? new Set()).add(messageId));
    expect([ids.size, [...ids.values()].every((of) => of.size === 1)], domain).toEqual([PEOPLE, true]);
  }
});
