/** Reports about many messages of any number of workspaces. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../src/platform/db.ts';
import { newId, toUlid } from '../../../src/platform/ids.ts';
import { type FeedbackService, startFeedbackService, TAKEN } from '../../support/feedback.ts';
import { fromSendgrid, sendgridEvent } from '../../support/hooks.ts';
import { explain, type Statement, statementsOf } from '../../support/plans.ts';
import { behind } from '../../support/race.ts';

const WORKSPACES = 100;
/** In each workspace. */
const DELIVERIES = 200;
const TOLD = 1_000;

let service: FeedbackService;
/** In the order of their ids, each in the next workspace. */
const deliveries: { id: string; workspace: string; contact: string; email: string }[] = [];
beforeAll(async () => {
  service = await startFeedbackService();
  const { pool } = service.db;
  const workspaces = Array.from({ length: WORKSPACES }, () => ({ id: newId(), message: newId() }));
  await pool.query(
    `INSERT INTO workspaces (id, name, slug, plan, credits, created_at, updated_at)
     SELECT id, 'Theirs', 'theirs-' || id, 'paid', 0, now(), now() FROM unnest($1::uuid[]) AS id`,
    [workspaces.map(({ id }) => id)],
  );
  await pool.query(
    `INSERT INTO messages (workspace_id, id, origin, subject, from_name, from_address, reply_to, html, plain_text, operational, created_at)
     SELECT w, m, 'test', '', '', 'hello@example.com', 'hello@example.com', '', '', false, now() FROM unnest($1::uuid[], $2::uuid[]) AS of (w, m)`,
    [workspaces.map(({ id }) => id), workspaces.map(({ message }) => message)],
  );
  const messages = new Map(workspaces.map(({ id, message }) => [id, message]));
  for (let i = 0; i < WORKSPACES * DELIVERIES; i++)
    deliveries.push({
      id: newId(),
      workspace: workspaces[i % WORKSPACES]?.id as string,
      contact: newId(),
      email: `person${i}@mail.example`,
    });
  const columns = [
    deliveries.map(({ workspace }) => workspace),
    deliveries.map(({ id }) => id),
    deliveries.map(({ workspace }) => messages.get(workspace)),
    deliveries.map(({ contact }) => contact),
    deliveries.map(({ email }) => email),
  ];
  await pool.query(
    `WITH given AS (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) AS g (w, id, message, contact, email)),
     contact AS (
       INSERT INTO contacts (workspace_id, id, email, display_name, original_source, created_at)
       SELECT w, contact, email, email, 'api', now() FROM given
     )
     INSERT INTO deliveries (workspace_id, id, message_id, contact_id, display_name, email, status, sent_at, delivered_at)
     SELECT w, id, message, contact, email, email, 'sent', now(), now() FROM given`,
    columns,
  );
  await pool.query('ANALYZE deliveries');
  await pool.query('ANALYZE contact_moments');
});
afterAll(() => service.stop());

const now = () => service.clock.now();
const told = (from: number, count = TOLD) =>
  deliveries.slice(from, from + count).map(({ id, email }) => sendgridEvent(`<${toUlid(id).toLowerCase()}@example.com>`, email));
/** Without what the service does beside it. */
const ours = (asked: Statement[]) =>
  asked.filter(({ text }) => /deliveries|suppressions|contact_(moments|activities)/.test(text) && !text.startsWith('ANALYZE'));
const suppressed = async () => (await service.db.query<{ n: number }>(sql`SELECT count(*)::int AS n FROM suppressions`))[0]?.n ?? 0;

it('is written by two statements, which look up what they are told of and nothing else', async () => {
  const before = await suppressed();
  const events = fromSendgrid(told(0), now());
  const asked = await statementsOf(async () => expect(await service.post('sendgrid', events)).toEqual(TAKEN));
  expect(await suppressed()).toBe(before + TOLD);
  const both = ours(asked);
  expect(both).toHaveLength(2);

  const large = new Set(['deliveries', 'contact_moments', 'messages', 'suppressions']);
  const [find, record] = [
    await explain(service.db.pool, both[0] as Statement, large),
    await explain(service.db.pool, both[1] as Statement, large),
  ];
  expect(find.indexes).toContain('deliveries_pkey');
  expect([...find.scanned]).toEqual([]);
  expect(find.rows).toBeLessThanOrEqual(2 * TOLD);
  // Three of the index and one of the table for each, and none for each workspace.
  expect(find.pages).toBeLessThan(10 * TOLD);
  expect(record.scanned).not.toContain('deliveries');
});

it('is found by the key with as little as one delivery in the request', async () => {
  const asked = await statementsOf(async () => expect(await service.post('sendgrid', fromSendgrid(told(TOLD, 1), now()))).toEqual(TAKEN));
  for (const statement of ours(asked)) {
    const read = await explain(service.db.pool, statement, new Set(['deliveries', 'contact_moments', 'contacts']));
    expect(read.indexes).toContain('deliveries_pkey');
    expect([...read.scanned]).toEqual([]);
    expect(read.rows).toBeLessThan(20);
    expect(read.pages).toBeLessThan(100);
  }
});

it('holds the moments of contacts before any address, in the order of their workspaces', async () => {
  const [first, last] = deliveries.slice(2 * TOLD, 2 * TOLD + 2).sort((a, b) => (a.workspace < b.workspace ? -1 : 1)) as [
    (typeof deliveries)[number],
    (typeof deliveries)[number],
  ];
  const hold = ({ workspace, contact }: typeof first) => sql`
    SELECT 1 AS held FROM contact_moments WHERE workspace_id = ${workspace}::uuid AND contact_id = ${contact}::uuid FOR NO KEY UPDATE SKIP LOCKED`;
  const events = told(2 * TOLD, 2);
  const before = await suppressed();
  for (const order of [events, [...events].reverse()]) {
    const posted = fromSendgrid(
      order.map((event) => ({ ...event, event: order === events ? 'bounce' : 'spamreport' })),
      now(),
    );
    const answer = await behind(
      service.db,
      (tx) => tx.query(hold(first)),
      () => service.post('sendgrid', posted),
      async () => {
        expect(await service.db.query(hold(last))).toHaveLength(1);
      },
    );
    expect(answer).toEqual(TAKEN);
  }
  expect(await suppressed()).toBe(before + 4);
});
