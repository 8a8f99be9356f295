/** Repeated kill -9 while members enter, move, are mailed and leave: every member ends in one state, and every effect occurs once. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { MOST_OF_ONE } from '../../../src/campaigns/flows/webhooks/send.work.ts';
import { sql } from '../../../src/platform/db.ts';
import { addDomain } from '../../../src/workspaces/sending-domains.ts';
import { rounds } from '../../support/at-length.ts';
import { approvedEmail, must, people } from '../../support/blast.ts';
import { createClient } from '../../support/client.ts';
import { creditsOf, ledgerProblems } from '../../support/credits.ts';
import { openTestDatabase } from '../../support/database.ts';
import { expectSound } from '../../support/flows.ts';
import { givenWorkspace } from '../../support/given.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { type ServiceProcess, startProcess } from '../../support/process.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type SmtpSink, startSmtp } from '../../support/smtp.ts';

const PEOPLE = rounds(200, 1_500);
/** They also get a page, and a webhook reports them. */
const HOSTS = rounds(8, 60);
const CREDITS = 1_000;
/** The first comes while mail goes out, the others while members move, and one more while requests are sent and pages are written. */
const KILLS = rounds(1, 6);

const { url, db } = await openTestDatabase();
const { id: workspaceId, token } = await givenWorkspace(db, { credits: CREDITS });
let sink: SmtpSink;
let receiver: Receiver;
let running: ServiceProcess | undefined;
beforeAll(async () => {
  sink = await startSmtp();
  receiver = await startReceiver();
  await addDomain(db, { workspaceId, domain: 'example.com', verified: true }, new Date());
});
afterAll(async () => {
  await running?.kill();
  await sink.close();
  await receiver.close();
});

/** Draws by the seed that the run prints. */
let drawn = inject('seed') >>> 0;
function chance(from: number, to: number): number {
  drawn = (Math.imul(drawn, 1_664_525) + 1_013_904_223) >>> 0;
  return from + Math.floor((drawn / 2 ** 32) * (to - from));
}

const start = () => startProcess({ DATABASE_URL: url, SMTP_URL: sink.url, RATE_LIMIT_RPS: '0', OUTBOUND_ALLOW: '127.0.0.1' });
const count = async (statement: ReturnType<typeof sql>): Promise<number> => (await db.query<{ count: number }>(statement))[0]?.count ?? 0;
const writes = () => count(sql`SELECT (SELECT count(*) FROM flow_visits)::int + (SELECT count(*) FROM flow_memberships)::int AS count`);

/** Ends the claims of dead processes, without the minute that their leases take. */
async function forget(): Promise<void> {
  await db.query(sql`UPDATE claims SET lease_until = now() - interval '1 second', last_call = true`);
  await db.query(sql`UPDATE flow_webhooks SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL`);
  await db.query(sql`UPDATE generations SET lease_until = now() WHERE status = 'generating'`);
}

describe('kill -9 while a flow runs', { timeout: 6 * PATIENCE_MS }, () => {
  it('leaves everybody in one state, with every effect once', async () => {
    running = await start();
    let api = createClient(running.url, token);
    const emailId = await approvedEmail(api);
    const lists = await Promise.all(
      ['Club', 'Guests'].map((name) => must(api.POST('/v1/contact-lists', { body: { name, kind: 'static' } }))),
    );
    const [club, guests] = lists.map(({ list_id }) => list_id) as [string, string];
    const { flow_id: flowId } = await must(
      api.POST('/v1/email-flows', {
        body: {
          name: 'Welcome',
          reentry_policy: 'no_reentry',
          triggers: [{ type: 'added_to_static_list', list_id: club }],
          steps: [
            { step_id: 'guests', type: 'add_to_list', list_id: guests, next_step_id: 'stage' },
            { step_id: 'stage', type: 'update_contact', field: 'lifecycleStage', value: 'member', next_step_id: 'joined' },
            { step_id: 'joined', type: 'wait', until_date_field: 'createdAt', next_step_id: 'mail' },
            { step_id: 'mail', type: 'send_email', email_id: emailId, next_step_id: 'mailed' },
            {
              step_id: 'mailed',
              type: 'condition_check',
              condition: { kind: 'condition', source: 'email_step', nodeId: 'mail', metric: 'sent', operator: 'has_activity' },
              default_step_id: 'host',
            },
            {
              step_id: 'host',
              type: 'condition_check',
              condition: { kind: 'condition', source: 'contact', field: 'jobTitle', operator: 'equals', value: 'Host' },
              true_step_id: 'tell',
            },
            { step_id: 'tell', type: 'send_webhook', endpoint_url: `${receiver.url}/hosts`, next_step_id: 'page' },
            { step_id: 'page', type: 'create_tent', source: 'scratch', prompt: 'A landing page for a host', next_step_id: 'unlist' },
            { step_id: 'unlist', type: 'remove_from_list', list_id: guests, next_step_id: 'out' },
            { step_id: 'out', type: 'drop_from_flow' },
          ],
        },
      }),
    );
    await must(api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } }));
    const contactIds: string[] = [];
    const addresses = people(PEOPLE);
    for (let i = 0; i < PEOPLE; i += 100) {
      const hosts = (HOSTS / PEOPLE) * 100;
      const items = addresses.slice(i, i + 100).map((email, place) => ({ email, job_title: place < hosts ? 'Host' : 'Guest' }));
      const { items: made } = await must(api.POST('/v1/contacts', { body: { items } }));
      contactIds.push(...made.map((item) => (item as { contact_id: string }).contact_id));
    }
    const join = (from: number, to: number) =>
      api.POST('/v1/contact-lists/{listId}/contacts', {
        params: { path: { listId: club } },
        body: { contact_ids: contactIds.slice(from, to) },
      });
    const share = Math.ceil(PEOPLE / KILLS);
    for (let kill = 0; kill < KILLS; kill++) {
      if (kill > 0) {
        running = await start();
        api = createClient(running.url, token);
      }
      await must(join(kill * share, Math.min((kill + 1) * share, PEOPLE)));
      if (kill === 0) {
        const mailed = chance(1, share / 2);
        await expect.poll(() => sink.messages.length, { interval: 5 }).toBeGreaterThanOrEqual(mailed);
      } else {
        // Somewhere between the first that it does and the last.
        const until = (await writes()) + chance(1, share * 5);
        await expect.poll(writes, { interval: 5 }).toBeGreaterThanOrEqual(Math.min(until, (kill + 1) * share * 3));
      }
      await running.kill();
      await expectSound(db);
    }
    await forget();
    running = await start();
    // Some hosts are on their way to their page, or have it.
    await expect.poll(() => receiver.received.length, { timeout: 3 * PATIENCE_MS }).toBeGreaterThan(HOSTS / 2);
    await running.kill();
    await expectSound(db);
    await forget();
    running = await start();
    const over = () => count(sql`SELECT count(*)::int AS count FROM flow_memberships WHERE status <> 'under_way'`);
    await expect.poll(over, { interval: 100, timeout: 3 * PATIENCE_MS }).toBe(PEOPLE);
    const inTheWriting = () => count(sql`SELECT count(*)::int AS count FROM generations WHERE status IN ('pending', 'generating')`);
    await expect.poll(inTheWriting, { interval: 100, timeout: 3 * PATIENCE_MS }).toBe(0);
    await running.kill();
    await expectSound(db);
    const ends = await db.query(sql`SELECT status, drop_reason, count(*)::int FROM flow_memberships GROUP BY 1, 2 ORDER BY 1`);
    expect(ends).toEqual([
      { status: 'completed', drop_reason: null, count: PEOPLE - HOSTS },
      { status: 'dropped', drop_reason: 'drop_step', count: HOSTS },
    ]);
    // No member is mailed twice; uncertain ones are reported as unknown.
    const mailed = sink.messages.map(({ to }) => String(to));
    expect(new Set(mailed).size).toBe(mailed.length);
    const outcomes = await db.query<{ outcome: string; count: number }>(sql`
      SELECT CASE outcome WHEN 'failed' THEN details ->> 'error' ELSE outcome END AS outcome, count(*)::int AS count FROM flow_visits WHERE step_id = 'mail' GROUP BY 1`);
    const said = Object.fromEntries(outcomes.map(({ outcome, count: of }) => [outcome, of]));
    expect(Object.keys(said).filter((outcome) => outcome !== 'sent' && outcome !== 'unknown')).toEqual([]);
    expect((said.sent ?? 0) + (said.unknown ?? 0)).toBe(PEOPLE);
    expect(mailed.length).toBeGreaterThanOrEqual(said.sent ?? 0);
    const twice = await db.query(sql`
      SELECT contact_id, type FROM contact_activities WHERE type IN ('flow_entered', 'flow_exited', 'email_sent', 'contact_updated')
      GROUP BY 1, 2 HAVING count(*) > 1`);
    expect(twice).toEqual([]);
    expect(await count(sql`SELECT count(*)::int AS count FROM contact_activities WHERE type = 'flow_exited'`)).toBe(PEOPLE);
    expect(await count(sql`SELECT member_count AS count FROM contact_lists WHERE id = ${guests}::uuid`)).toBe(PEOPLE - HOSTS);
    // Each has one page, and one credit has gone for it; where the process of one died twice, the credit is back.
    expect(await count(sql`SELECT count(*)::int AS count FROM documents WHERE kind = 'tent'`)).toBe(HOSTS);
    const written = await count(
      sql`SELECT count(*)::int AS count FROM generations WHERE status = 'completed' AND document_id IN (SELECT id FROM documents WHERE kind = 'tent')`,
    );
    expect(written).toBeGreaterThan(0);
    expect(await creditsOf({ db }, workspaceId)).toBe(CREDITS - written);
    expect(await ledgerProblems({ db })).toEqual([]);
    // A receiver may get an uncertain request again, with the same identifiers.
    const told = receiver.received.map(({ json }) => (json as { membership_id: string }).membership_id);
    expect(new Set(told).size).toBe(HOSTS);
    expect(told.length - HOSTS).toBeLessThanOrEqual((KILLS + 1) * MOST_OF_ONE);
    expect(await count(sql`SELECT count(*)::int AS count FROM flow_inbox`)).toBe(0);
  });
});
