/** The figures of blasts, flows, pages and imports, for people without a key. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAtLength } from '../support/at-length.ts';
import { approvedEmail, must, prepareBlast } from '../support/blast.ts';
import { execute, startRows, straight } from '../support/imports.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { giveTent } from '../support/tents.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function open(url: string, more = ''): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(service.url + url.slice(new URL(url).origin.length) + more);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const totalsOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/<div><dt>([^<]+)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, name, figure]) => [name, figure]));

test.runIf(isAtLength)('of a blast, refreshed while it is sent, without names and addresses', async () => {
  const { blastId } = await prepareBlast(service.api, ['ann@mail.example', 'bo@mail.example']);
  const params = { path: { blastId } };
  const draft = await must(service.api.GET('/v1/email-blasts/{blastId}', { params }));
  expect(totalsOf((await open(draft.report_url)).text)).toMatchObject({ Recipients: '0', Sent: '0' });
  const { report_url } = await must(service.api.POST('/v1/email-blasts/{blastId}/send-now', { params }));
  service.clock.advance({ seconds: 5 });
  const running = await open(report_url);
  expect(running.headers.get('refresh')).toBe('10');
  expect(running.text).toContain('<progress');
  const still = await open(report_url, '&refresh=off');
  expect([still.headers.get('refresh'), still.text]).toEqual([null, expect.stringContaining('stands still')]);
  await service.drain();
  service.clock.advance({ seconds: 30 });
  const ended = await open(report_url);
  expect(ended.status).toBe(200);
  expect(ended.headers.get('refresh')).toBeNull();
  expect(totalsOf(ended.text)).toMatchObject({ Recipients: '2', Sent: '2', Delivered: '2', Opened: '0' });
  for (const part of ['Emails by hour', 'role="img"', 'The figures as a table', 'https://shop.example.com/?a=1&amp;b=2', 'as of <time'])
    expect(ended.text).toContain(part);
  expect(ended.text).not.toMatch(/ann@|bo@|Person \d|<script/);
  expect(Object.fromEntries(['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => [name, ended.headers.get(name)]))).toEqual({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  const { report_url: renewed } = await must(service.api.DELETE('/v1/email-blasts/{blastId}/report-links', { params }));
  expect([(await open(report_url)).status, (await open(renewed)).status]).toEqual([410, 200]);
});

test('figures are kept for some seconds, and a revoked address shows nothing meanwhile', async () => {
  const { blastId } = await prepareBlast(service.api, ['cy@mail.example']);
  const params = { path: { blastId } };
  const { report_url, name } = await must(service.api.GET('/v1/email-blasts/{blastId}', { params }));
  await open(report_url);
  await must(service.api.PATCH('/v1/email-blasts/{blastId}', { params, body: { name: 'Another name' } }));
  expect((await open(report_url)).text).toContain(name);
  service.clock.advance({ seconds: 5 });
  expect((await open(report_url)).text).toContain('Another name');
  await must(service.api.DELETE('/v1/email-blasts/{blastId}/report-links', { params }));
  expect((await open(report_url)).status).toBe(410);
  const { report_url: renewed } = await must(service.api.GET('/v1/email-blasts/{blastId}', { params }));
  await must(service.api.DELETE('/v1/email-blasts/{blastId}', { params }));
  expect((await open(renewed)).status).toBe(410);
});

test('of a flow, with its steps and emails', async () => {
  const email_id = await approvedEmail(service.api);
  const { flow_id: flowId } = await must(
    service.api.POST('/v1/email-flows', {
      body: {
        name: 'Welcome <all>',
        triggers: [{ type: 'contact_created' }],
        steps: [{ step_id: 'hello', type: 'send_email', label: '<b>Hello</b>', email_id }],
      },
    }),
  );
  const params = { path: { flowId } };
  await must(service.api.POST('/v1/email-flows/{flowId}/activate', { params }));
  await must(service.api.POST('/v1/contacts/upsert', { body: { items: [{ email: 'dee@mail.example' }] } }));
  await service.drain();
  const { report_url } = await must(service.api.GET('/v1/email-flows/{flowId}', { params }));
  const { text, headers } = await open(report_url);
  expect(totalsOf(text)).toMatchObject({ 'Entered ever': '1', Completed: '1' });
  expect(headers.get('refresh')).toBe('60');
  for (const part of ['Welcome &lt;all&gt;', '&lt;b&gt;Hello&lt;/b&gt;', 'Emails of the steps', 'Emails by hour'])
    expect(text).toContain(part);
  expect(text).not.toContain('dee@');
  const { report_url: renewed } = await must(service.api.DELETE('/v1/email-flows/{flowId}/report-links', { params }));
  expect([(await open(report_url)).status, (await open(renewed)).status]).toEqual([410, 200]);
});

test('of a page, with its days and sources', async () => {
  const tentId = await giveTent(service, service);
  const day = service.clock.now().toISOString().slice(0, 10);
  await service.db.pool.query(
    `INSERT INTO tent_days (workspace_id, tent_id, day, views, unique_visitors, submissions) VALUES ($1, $2, $3, 1200, 300, 30)`,
    [service.id, tentId, day],
  );
  await service.db.pool.query(
    `INSERT INTO tent_referrers (workspace_id, tent_id, day, referrer, views) VALUES ($1, $2, $3, 'news.example', 40)`,
    [service.id, tentId, day],
  );
  const params = { path: { tentId } };
  const { report_url } = await must(service.api.GET('/v1/tents/{tentId}', { params }));
  const { text, headers } = await open(report_url);
  expect(totalsOf(text)).toEqual({ Views: '1,200', Visitors: '300', 'Forms sent': '30', Conversion: '10%' });
  expect(text).toContain('news.example');
  expect(headers.get('refresh')).toBeNull();
  await must(service.api.DELETE('/v1/tents/{tentId}/report-links', { params }));
  expect((await open(report_url)).status).toBe(410);
});

test('of an import, refreshed while it runs', async () => {
  const session = await startRows(service, [{ email: 'eve@mail.example' }, { email: 'not an address' }], 'fair.csv');
  const { data } = await execute(service, session, { mappings: straight('email') } as Parameters<typeof execute>[2]);
  const import_run_id = data?.import_run_id as string;
  const params = { path: { import_run_id } };
  const { report_url } = await must(service.api.GET('/v1/contacts/imports/{import_run_id}', { params }));
  expect((await open(report_url)).headers.get('refresh')).toBe('5');
  await service.drain();
  service.clock.advance({ seconds: 5 });
  const { text, headers } = await open(report_url);
  expect(headers.get('refresh')).toBeNull();
  expect(totalsOf(text)).toMatchObject({ Rows: '2', Processed: '2', Created: '1', Failed: '1' });
  expect(text).toContain('fair.csv');
  expect(text).not.toContain('eve@');
  await must(service.api.DELETE('/v1/contacts/imports/{import_run_id}/report-links', { params }));
  expect((await open(report_url)).status).toBe(410);
});
