import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { approvedEmail, must } from '../support/blast.ts';
import { givenContacts } from '../support/given.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const HTML =
  '<!doctype html><html><body><h1>Hi {{contact.first_name | default: "there"}}, order {{data.number}}</h1>' +
  '<a href="https://shop.example.com/?q={{data.number}}">Shop</a> <a href="{{data.link}}">Yours</a> ' +
  '<a href="https://shop.example.com/?q={{data.number}}">Again</a></body></html>';

const render = (emailId: string, body: object) => service.api.POST('/v1/emails/{emailId}/render', { params: { path: { emailId } }, body });

test('shows what a contact would get, and sends nothing', async () => {
  const emailId = await approvedEmail(service.api, HTML);
  const [contact_id] = (await givenContacts({ db: service.db, workspaceId: service.id }, 1, { firstName: '<Noor>' })) as [string];
  const data = { number: 7, link: 'https://elsewhere.example/x' };
  const rendered = await must(render(emailId, { contact_id, data }));
  expect(rendered).toMatchObject({
    email_id: emailId,
    version: 2,
    subject: 'Hi <Noor>',
    preview_text: 'Spring is here',
    links: ['https://shop.example.com/?q=7', 'https://elsewhere.example/x'],
    warnings: [],
    size_bytes: Buffer.byteLength(rendered.html),
  });
  expect(rendered.html).toContain('<h1>Hi &lt;Noor&gt;, order 7</h1>');
  expect(rendered.html).toContain('Spring is here');
  expect(rendered.html).toContain('Unsubscribe');
  expect(rendered.html).not.toMatch(/\/t\/[oc]\/|\/u\//);
  expect(rendered.text.toLowerCase()).toContain('hi <noor>, order 7');
  const [made] = (await service.db.pool.query('SELECT (SELECT count(*) FROM messages)::int + (SELECT count(*) FROM deliveries)::int AS n'))
    .rows;
  expect(made.n).toBe(0);
});

test('shows defaults without values, and warns of what would be empty', async () => {
  const emailId = await approvedEmail(service.api, HTML.replace('Again', '{{contact.frist_name}}'));
  const { html, warnings } = await must(render(emailId, { operational: true, data: { number: 1 } }));
  expect(html).toContain('Hi there, order 1');
  expect(html).not.toContain('Unsubscribe');
  expect(warnings).toMatchObject([{ code: 'unknown_merge_tag', tags: ['{{contact.frist_name}}', '{{data.link}}'] }]);
});

test('shows any version, and refuses what is not there', async () => {
  const emailId = await approvedEmail(service.api, HTML);
  expect((await must(render(emailId, { version: 1 }))).version).toBe(1);
  for (const [body, path] of [
    [{ version: 9 }, 'version'],
    [{ contact_id: newId() }, 'contact_id'],
  ] as const) {
    const { error, response } = await render(emailId, body);
    expect([response.status, error?.details?.issues?.[0]?.path]).toEqual([404, path]);
  }
  expect((await render(newId(), {})).response.status).toBe(404);
  const { email_id } = await must(service.api.POST('/v1/emails', { body: { name: 'Coming', prompt: 'An email about tents' } }));
  const { error } = await render(email_id, {});
  expect(error?.error_code).toBe('email_not_ready');
});

test('refuses values that make too much of it', async () => {
  const emailId = await approvedEmail(service.api, `<p>${'{{data.long}} '.repeat(1_000)}</p>`);
  const { error, response } = await render(emailId, { data: { long: 'x'.repeat(10_000) } });
  expect([response.status, error?.error_code]).toEqual([400, 'validation_failed']);
});
