import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keptActivities } from '../../src/audience/activities/kept-activities.ts';
import { keptImportResults } from '../../src/audience/imports/kept-results.ts';
import { keptDeliveries, keptMessages } from '../../src/campaigns/retention/kept-deliveries.ts';
import { keptVisits } from '../../src/campaigns/retention/kept-visits.ts';
import { keptVersions } from '../../src/content/versions/kept-versions.ts';
import { sql } from '../../src/platform/db.ts';
import { type Retained, retentionSweep } from '../../src/workspaces/retention.ts';
import { approvedEmail, draftBlast, moveBlast, must, readBlast, sendNow } from '../support/blast.ts';
import { activeFlow } from '../support/flow-mail.ts';
import { givenContacts, givenList, givenSuppressions } from '../support/given.ts';
import { getRun, runImport, startRows, straight } from '../support/imports.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

const HTML = `<!doctype html><html><body><p>Dear {{contact.first_name}}</p>
<p><a href="https://shop.example.com/">Shop</a> <a href="https://shop.example.com/{{contact.city}}">Yours</a>
<a href="{{view_in_browser_url}}">In the browser</a> <a href="{{unsubscribe_url}}">Out</a></p></body></html>`;
const DAY_MS = 24 * 60 * 60 * 1_000;

let service: TestService;
let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtp({
    accept: (to) => {
      if (to.startsWith('refused')) throw Object.assign(new Error('No such person'), { responseCode: 550 });
    },
  });
  service = await startTestService({ SMTP_URL: sink.url });
});
afterAll(async () => {
  await service.stop();
  await sink.close();
});

interface SweepOptions {
  days: number;
  most?: number;
  turnMs?: number;
}

/** As if so many days had passed. */
const sweepOf = (retained: Retained, { days, ...options }: SweepOptions) =>
  retentionSweep({ db: service.db, clock: { now: () => new Date(service.clock.now().getTime() + days * DAY_MS) }, ...options }, retained);
const sweep = (retained: Retained, options: SweepOptions) => sweepOf(retained, options).run(new AbortController().signal);

const keeping = (workspace: TestWorkspace, retention: Record<string, number | null>) =>
  must(workspace.api.PATCH('/v1/workspace', { body: { retention } }));
const count = async (
  table: 'deliveries' | 'contact_activities' | 'flow_visits' | 'contact_import_results' | 'versions',
  { id }: TestWorkspace,
) => {
  const [row] = await service.db.query<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM ${table} WHERE workspace_id = $1::uuid`,
    values: [id],
  });
  return row?.count;
};

const follow = (path: string, init?: RequestInit) => fetch(service.url + path, { redirect: 'manual', ...init });
/** The paths of the mail that an address got last. */
async function linksOf(address: string) {
  const { html = '' } = await PostalMime.parse(sink.messages.findLast(({ to }) => to === address)?.raw as string);
  const paths = [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => new URL(url as string).pathname);
  const [shop, yours] = paths.filter((path) => path.startsWith('/t/c/')) as [string, string];
  const view = paths.find((path) => path.startsWith('/v/')) as string;
  const out = paths.find((path) => path.startsWith('/u/')) as string;
  return { shop, yours, view, out };
}

async function sentBlast(workspace: TestWorkspace, names: string[]) {
  const items = names.map((name) => ({ email: `${name}@${workspace.id}.example`, first_name: name, city: 'Kiruna' }));
  const { items: written } = await must(workspace.api.POST('/v1/contacts/upsert', { body: { items } }));
  const contactIds = written.map(({ contact_id }) => contact_id as string);
  const listId = await givenList({ db: service.db, workspaceId: workspace.id }, contactIds);
  const blastId = await draftBlast(workspace.api, listId, await approvedEmail(workspace.api, HTML));
  await sendNow(workspace.api, blastId);
  await service.drain();
  return { blastId, contactIds, addresses: items.map(({ email }) => email) };
}

describe('deliveries', () => {
  test('of a blast that is over go, and its figures, links and ways out stay', async () => {
    const workspace = await service.workspace();
    const { blastId, addresses } = await sentBlast(workspace, ['maya', 'noor', 'refused', 'ola']);
    const [maya, noor, , ola] = addresses as [string, string, string, string];
    const links = await linksOf(maya);
    service.clock.advance({ minutes: 1 });
    for (const path of [links.shop, links.yours, (await linksOf(noor)).shop]) expect((await follow(path)).status).toBe(302);
    await follow((await linksOf(ola)).out, { method: 'POST' });
    // Hits are written after the answer.
    await expect.poll(async () => (await readBlast(workspace.api, blastId)).details.blast_clicked_count).toBe(2);
    const params = { path: { blastId } };
    const readAll = async () => {
      const { details } = await readBlast(workspace.api, blastId);
      const { links: rows } = await must(workspace.api.GET('/v1/email-blasts/{blastId}/links', { params }));
      return { details, rows };
    };
    const before = await readAll();
    expect(before.details).toMatchObject({
      ...{ blast_recipient_count: 4, blast_sent_count: 3, blast_clicked_count: 2, blast_failed_count: 1, blast_unsubscribed_count: 1 },
    });
    expect(before.rows.map(({ unique_clicks }) => unique_clicks)).toEqual([2, 1]);

    await givenSuppressions({ db: service.db, workspaceId: workspace.id }, { [noor]: 'manual' });
    await keeping(workspace, { deliveries_days: 30 });
    await sweep(keptDeliveries, { days: 29 });
    expect(await count('deliveries', workspace)).toBe(4);
    await sweep(keptDeliveries, { days: 31, most: 3 });
    expect(await count('deliveries', workspace)).toBe(0);
    expect(await readAll()).toEqual(before);
    const { contacts } = await must(workspace.api.GET('/v1/email-blasts/{blastId}/contacts', { params }));
    expect(contacts).toEqual([]);
    const { items: suppressions } = await must(workspace.api.GET('/v1/suppressions'));
    expect(suppressions.map(({ reason }) => reason)).toEqual(['unsubscribed', 'manual']);

    service.clock.advance({ days: 31 });
    expect((await follow(links.view)).status).toBe(410);
    expect((await follow(links.shop)).headers.get('location')).toBe('https://shop.example.com/');
    expect((await follow(links.yours)).headers.get('location')).toBe('https://shop.example.com/Kiruna');
    expect((await follow(links.out)).status).toBe(200);
    expect((await follow(links.out, { method: 'POST' })).status).toBe(200);
    const { items: left } = await must(workspace.api.GET('/v1/contacts', { params: { query: { search: maya } } }));
    expect(left[0]).toMatchObject({ unsubscribed: true });
  });

  test('stay that wait, that a run has in hand, and of a blast that may go on', async () => {
    const workspace = await service.workspace();
    const { blastId } = await sentBlast(workspace, ['ada', 'bo']);
    await keeping(workspace, { deliveries_days: 30 });
    const stays = async (change: string, back: string) => {
      await service.db.query({ text: change, values: [workspace.id] });
      await sweep(keptDeliveries, { days: 40 });
      expect([change, await count('deliveries', workspace)]).toEqual([change, 2]);
      await service.db.query({ text: back, values: [workspace.id] });
    };
    for (const status of ['sending', 'paused', 'failed', 'scheduled'])
      await stays(
        `UPDATE blasts SET status = '${status}', prepared_at = now() WHERE workspace_id = $1::uuid`,
        `UPDATE blasts SET status = 'sent' WHERE workspace_id = $1::uuid`,
      );
    await stays(
      `INSERT INTO claims (workspace_id, run, message_id, ids, lease_until)
       SELECT workspace_id, gen_random_uuid(), id, '{}', now() + interval '1 day' FROM blasts WHERE workspace_id = $1::uuid`,
      'DELETE FROM claims WHERE workspace_id = $1::uuid',
    );
    await stays(
      `INSERT INTO message_chores (workspace_id, message_id, kind) SELECT workspace_id, id, 'end' FROM blasts WHERE workspace_id = $1::uuid`,
      'DELETE FROM message_chores WHERE workspace_id = $1::uuid',
    );
    await stays(
      `UPDATE deliveries SET status = 'pending' WHERE workspace_id = $1::uuid`,
      `UPDATE deliveries SET status = 'sent' WHERE workspace_id = $1::uuid`,
    );
    await must(moveBlast(workspace.api, 'archive', blastId));
    await sweep(keptDeliveries, { days: 40 });
    expect(await count('deliveries', workspace)).toBe(0);
  });

  test('and visits of flows stay while their member is under way, with the figures of the steps afterwards', async () => {
    const workspace = await service.workspace();
    const emailId = await approvedEmail(workspace.api, HTML);
    const flowId = await activeFlow(workspace.api, [
      { step_id: 'mail', type: 'send_email', email_id: emailId },
      { step_id: 'rest', type: 'wait', duration_amount: 90, duration_unit: 'days' },
    ] as never);
    await must(workspace.api.POST('/v1/contacts/upsert', { body: { items: [{ email: `flo@${workspace.id}.example`, city: 'Kiruna' }] } }));
    await service.drain();
    await keeping(workspace, { deliveries_days: 30, visits_days: 30 });
    const both = async () => [await count('deliveries', workspace), await count('flow_visits', workspace)];
    const sweepBoth = async () => {
      await sweep(keptVisits, { days: 200 });
      await sweep(keptDeliveries, { days: 200 });
    };
    const mail = async () => {
      const report = await must(workspace.api.GET('/v1/email-flows/{flowId}/report', { params: { path: { flowId } } }));
      return report.steps.flatMap(({ email }) => (email ? [email] : []));
    };
    expect(await both()).toEqual([1, 1]);
    await sweepBoth();
    expect(await both()).toEqual([1, 1]);

    await service.db.query(sql`
      UPDATE flow_memberships SET status = 'completed', ended_at = ${service.clock.now()}::timestamptz WHERE workspace_id = ${workspace.id}::uuid`);
    // Its links speak of the contact: the delivery goes first.
    await sweepBoth();
    expect(await both()).toEqual([0, 1]);
    await sweepBoth();
    expect(await both()).toEqual([0, 0]);
    expect(await mail()).toEqual([expect.objectContaining({ recipient_count: 1, sent_count: 1, delivered_count: 1 })]);
  });

  test('of messages to one person go with the message, and their links work on', async () => {
    const workspace = await service.workspace();
    const emailId = await approvedEmail(
      workspace.api,
      '<!doctype html><html><body><a href="https://shop.example.com/{{data.order}}">Order</a></body></html>',
    );
    const to = `tara@${workspace.id}.example`;
    await must(workspace.api.POST('/v1/contacts/upsert', { body: { items: [{ email: to }] } }));
    const { message_id } = await must(
      workspace.api.POST('/v1/messages', { body: { to: { email: to }, email_id: emailId, data: { order: 'A17' }, track: true } as never }),
    );
    await service.drain();
    const { shop } = await linksOf(to);
    await keeping(workspace, { deliveries_days: 30 });
    const read = () => workspace.api.GET('/v1/messages/{message_id}', { params: { path: { message_id } } });
    await sweep(keptMessages, { days: 29 });
    expect((await read()).response.status).toBe(200);
    await sweep(keptMessages, { days: 31 });
    expect((await read()).response.status).toBe(404);
    expect((await follow(shop)).headers.get('location')).toContain('https://shop.example.com/');
  });
});

test('timelines keep what a subscription depends on', async () => {
  const workspace = await service.workspace();
  const [contactId] = (await givenContacts({ db: service.db, workspaceId: workspace.id }, 1)) as [string];
  const note = (type: string, metadata: object) =>
    service.db.query(sql`
      INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
      SELECT ${workspace.id}::uuid, ${contactId}::uuid, ${type}::text, ${service.clock.now()}::timestamptz, ${JSON.stringify(metadata)}::jsonb
      FROM generate_series(1, 5)`);
  await note('email_opened', {});
  await note('email_unsubscribed', {});
  await note('contact_updated', { fields: ['unsubscribed'] });
  await note('contact_updated', { fields: ['city'] });
  await keeping(workspace, { activities_days: 30 });
  await sweep(keptActivities, { days: 29 });
  expect(await count('contact_activities', workspace)).toBe(20);
  await sweep(keptActivities, { days: 31, most: 100 });
  expect(await count('contact_activities', workspace)).toBe(10);
});

test('results of imports go once the import is over, and its figures stay', async () => {
  const workspace = await service.workspace();
  const sessionId = await startRows(workspace, [{ email: 'ida@example.net' }, { email: 'ivo@example.net' }]);
  const { runId } = await runImport(service, workspace, sessionId, { mappings: straight('email') });
  await keeping(workspace, { results_days: 7 });
  const stays = async (days: number, left: number) => {
    await sweep(keptImportResults, { days, most: 1 });
    expect(await count('contact_import_results', workspace)).toBe(left);
  };
  await stays(6, 2);
  await service.db.query(
    sql`UPDATE contact_import_runs SET status = 'running', completed_at = NULL WHERE workspace_id = ${workspace.id}::uuid`,
  );
  await stays(8, 2);
  await service.db.query(sql`
    UPDATE contact_import_runs SET status = 'completed', completed_at = ${service.clock.now()}::timestamptz WHERE workspace_id = ${workspace.id}::uuid`);
  await stays(8, 0);
  expect(await getRun(workspace, runId)).toMatchObject({ created_count: 2 });
});

test('a superseded version goes, unless it is approved, live or released', async () => {
  const workspace = await service.workspace();
  const emailId = await approvedEmail(workspace.api, HTML);
  const params = { path: { emailId } };
  const save = (code: string) => must(workspace.api.POST('/v1/emails/{emailId}/save-code', { params, body: { code } }));
  const versions = async () =>
    (
      await service.db.query<{ version: number }>(sql`
        SELECT version FROM versions WHERE workspace_id = ${workspace.id}::uuid AND document_id = ${emailId}::uuid ORDER BY version`)
    ).map(({ version }) => version);
  const stored = async () => (await must(workspace.api.GET('/v1/workspace'))).usage.stored_bytes;
  for (const n of [2, 3, 4]) await save(HTML.replace('Dear', `Dear ${n}`));
  await keeping(workspace, { versions_days: 30 });
  // The second one is approved, and the third was released.
  const { blast_id } = await must(workspace.api.POST('/v1/email-blasts', { body: { name: 'Spring' } }));
  await service.db.query(sql`
    UPDATE blasts SET email_id = ${emailId}::uuid, approved_email_version = 3, status = 'cancelled' WHERE id = ${blast_id}::uuid`);
  const before = await stored();
  await sweep(keptVersions, { days: 29 });
  expect(await versions()).toEqual([1, 2, 3, 4, 5]);
  await sweep(keptVersions, { days: 31 });
  expect(await versions()).toEqual([2, 3, 5]);
  expect(await stored()).toBeLessThan(before);
  await must(workspace.api.POST('/v1/emails/{emailId}/approve', { params }));
  await service.db.query(sql`UPDATE blasts SET approved_email_version = 2 WHERE id = ${blast_id}::uuid`);
  await sweep(keptVersions, { days: 31 });
  expect(await versions()).toEqual([2, 5]);
});

test('workspaces take turns, a turn ends by time, and one that keeps its data from now on is left alone', async () => {
  const workspaces = [await service.workspace(), await service.workspace(), await service.workspace()];
  for (const workspace of workspaces) {
    const [contactId] = (await givenContacts({ db: service.db, workspaceId: workspace.id }, 1)) as [string];
    await service.db.query(sql`
      INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
      SELECT ${workspace.id}::uuid, ${contactId}::uuid, 'email_opened', ${service.clock.now()}::timestamptz + n * interval '1 second', '{}'
      FROM generate_series(1, 4) AS n`);
    await keeping(workspace, { activities_days: 30 });
  }
  const left = () => Promise.all(workspaces.map((workspace) => count('contact_activities', workspace)));
  const slow = sweepOf(keptActivities, { days: 40, most: 2, turnMs: 0 });
  const turn = () => slow.run(new AbortController().signal);
  // Others of this file keep theirs for as long: their turns come too.
  for (let turns = 0; turns < 20 && Math.min(...((await left()) as number[])) === 4; turns += 1) await turn();
  for (let turns = 0; turns < 20 && Math.max(...((await left()) as number[])) === 4; turns += 1) await turn();
  expect(await left()).toEqual([2, 2, 2]);
  await keeping(workspaces[1] as TestWorkspace, { activities_days: null });
  for (let turns = 0; turns < 20; turns += 1) await turn();
  expect(await left()).toEqual([0, 2, 0]);
});

test('the settings are null by default, and have a least', async () => {
  const workspace = await service.workspace();
  const { retention } = await must(workspace.api.GET('/v1/workspace'));
  expect(retention).toMatchObject({
    activities_days: null,
    deliveries_days: null,
    visits_days: null,
    results_days: null,
    versions_days: null,
  });
  const { error } = await workspace.api.PATCH('/v1/workspace', { body: { retention: { deliveries_days: 29 } } });
  expect(JSON.stringify(error)).toContain('retention.deliveries_days');
  expect((await keeping(workspace, { deliveries_days: 30, visits_days: null })).retention.deliveries_days).toBe(30);
});
