/** A version of a document, shown to people without a key at an address that expires and can be revoked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromUlid, newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { approvedEmail, must } from '../support/blast.ts';
import { page } from '../support/generator.ts';
import { givenContacts } from '../support/given.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { giveTent, giveVersion } from '../support/tents.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const at = (url: string): string => service.url + url.slice(new URL(url).origin.length);

async function open(url: string, more = ''): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(at(url) + more);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const HTML = `<!doctype html><html><head><style>@media (prefers-color-scheme: dark) { body { color: #fff } }</style></head><body>
<h1>Hi {{contact.first_name | default: "there"}}</h1><script>document.title = 'taken over'</script>
<a href="https://shop.example.com/{{contact.email}}">Shop</a> <a href="#more">More</a> <a href="{{unsubscribe_url}}">Leave</a></body></html>`;

const previewOf = async (emailId: string): Promise<string> =>
  (await must(service.api.GET('/v1/emails/{emailId}', { params: { path: { emailId } } }))).preview_url;

const linkTo = (emailId: string, body: object) =>
  service.api.POST('/v1/emails/{emailId}/preview-links', { params: { path: { emailId } }, body });

const revoke = (emailId: string) => must(service.api.DELETE('/v1/emails/{emailId}/preview-links', { params: { path: { emailId } } }));

test.runIf(isAtLength)('an email is shown with its head, and its content in a frame of no origin', async () => {
  const emailId = await approvedEmail(service.api, HTML);
  const url = await previewOf(emailId);
  const { status, text, headers } = await open(url);
  expect(status).toBe(200);
  expect(Object.fromEntries(['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => [name, headers.get(name)]))).toEqual({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  expect(headers.get('content-security-policy')).not.toMatch(/unsafe|script-src/);
  for (const part of ['Spring opening', 'Subject', 'Juniper Trail &lt;hello@example.com&gt;', 'Spring is here', 'version 2'])
    expect(text).toContain(part);
  expect(text).not.toContain('<script');
  const [, source = ''] = /<iframe src="([^"]+)"[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/.exec(text) ?? [];
  const frame = await open(new URL(source.replaceAll('&amp;', '&'), url).href);
  expect(frame.headers.get('content-security-policy')).toMatch(
    /^default-src 'none';.*form-action 'none'.*frame-ancestors 'self'; sandbox allow-popups/,
  );
  expect(frame.text).toContain('<h1>Hi there</h1>');
  expect(frame.text).toContain('(max-width: 0)');
  expect(frame.text).toContain('<a target="_blank" rel="noopener noreferrer" href="https://shop.example.com/');
  expect(frame.text).toContain('<a href="#more">');
  // There is no pixel, no counted link, and no link that unsubscribes the contact.
  expect(frame.text).not.toMatch(/\/t\/[oc]\/|\/u\//);
  expect((await open(url, '&view=frame-dark')).text).toContain('(min-width: 0)');
  expect((await open(url, '&view=text')).text).toMatch(/<pre class="text"[^>]*>HI THERE|<pre class="text"[^>]*>Hi there/i);
  for (const view of ['phone', 'dark', 'nonsense']) expect((await open(url, `&view=${view}`)).status).toBe(200);
  const { rows } = await service.db.pool.query(
    'SELECT (SELECT count(*) FROM messages)::int + (SELECT count(*) FROM deliveries)::int + (SELECT count(*) FROM machine_hits)::int AS n',
  );
  expect(rows[0].n).toBe(0);
});

test('the address of an email shows the newest version, and a link the one that it was made for', async () => {
  const emailId = await approvedEmail(service.api, HTML);
  const standing = await previewOf(emailId);
  const { data: link } = await linkTo(emailId, {});
  expect(link?.version).toBe(2);
  const code = HTML.replace('Hi {{', 'Ahoy {{');
  await must(service.api.POST('/v1/emails/{emailId}/save-code', { params: { path: { emailId } }, body: { code } }));
  expect((await open(standing, '&view=frame')).text).toContain('Ahoy there');
  const fixed = link?.preview_url as string;
  expect((await open(fixed, '&view=frame')).text).toContain('Hi there');
  expect((await open(fixed)).text).toContain('version 3 is newer');
  expect((await open(standing)).text).toContain('version 2 is the approved one');
});

test.runIf(isAtLength)('a link for a contact shows its values until the contact is gone', async () => {
  const emailId = await approvedEmail(service.api, HTML);
  const [contact_id] = (await givenContacts({ db: service.db, workspaceId: service.id }, 1, { firstName: '<Noor>', lastName: 'B' })) as [
    string,
  ];
  const { data } = await linkTo(emailId, { contact_id });
  const url = data?.preview_url as string;
  expect((await open(url, '&view=frame')).text).toContain('Hi &lt;Noor&gt;');
  const shell = (await open(url)).text;
  expect(shell).toContain('&lt;Noor&gt; B');
  await service.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id } } });
  expect((await open(url)).status).toBe(410);
  expect((await open(url)).text).not.toContain('Noor');
});

test.runIf(isAtLength)('what is unknown is refused', async () => {
  const emailId = await approvedEmail(service.api, HTML);
  const stranger = await service.workspace();
  const [foreign] = (await givenContacts({ db: service.db, workspaceId: stranger.id }, 1)) as [string];
  for (const [body, path] of [
    [{ version: 9 }, 'version'],
    [{ contact_id: newId() }, 'contact_id'],
    [{ contact_id: foreign }, 'contact_id'],
  ] as const) {
    const { error, response } = await linkTo(emailId, body);
    expect([response.status, error?.details?.issues?.[0]?.path]).toEqual([404, path]);
  }
  expect((await linkTo(emailId, { expires_in_seconds: 604_801 })).response.status).toBe(400);
  expect((await linkTo(newId(), {})).response.status).toBe(404);
});

test.runIf(isAtLength)('an address that was changed answers 404', async () => {
  const emailId = await approvedEmail(service.api, HTML);
  const other = await approvedEmail(service.api, HTML);
  const url = await previewOf(emailId);
  const { data } = await linkTo(emailId, { version: 2 });
  const fixed = data?.preview_url as string;
  const changed = [
    url.replace(emailId, other),
    url.replace('/email/', '/tent/'),
    url.replace(/expires=\d+/, 'expires=9999999999'),
    url.replace('r=0', 'r=1'),
    fixed.replace('version=2', 'version=1'),
    `${url}&contact=${newId()}`,
    url.replace('/previews/', '/reports/'),
    `${new URL(url).origin}/previews/somewhere`,
    `${new URL(url).origin}/previews/a/b/c/d`,
  ];
  for (const address of changed) expect((await open(address)).status, address).toBe(404);
  expect((await open(url)).status).toBe(200);
});

test.runIf(isAtLength)('an address expires after seven days, a link when it says, and the address of a day stays the same', async () => {
  const emailId = await approvedEmail(service.api, HTML);
  const [first, second] = [await previewOf(emailId), await previewOf(emailId)];
  expect(first).toBe(second);
  const { data } = await linkTo(emailId, { expires_in_seconds: 60 });
  const brief = data?.preview_url as string;
  service.clock.advance({ seconds: 59 });
  expect((await open(brief)).status).toBe(200);
  service.clock.advance({ seconds: 2 });
  expect([(await open(brief)).status, (await open(brief)).text]).toEqual([410, expect.stringContaining('expired')]);
  service.clock.advance({ days: 6, hours: 23 });
  expect((await open(first)).status).toBe(200);
  service.clock.advance({ days: 1, hours: 2 });
  expect((await open(first)).status).toBe(410);
  expect((await open(await previewOf(emailId))).status).toBe(200);
});

test('revoked addresses end, and the new one works', async () => {
  const emailId = await approvedEmail(service.api, HTML);
  const url = await previewOf(emailId);
  const { data } = await linkTo(emailId, {});
  const { preview_url: renewed } = await revoke(emailId);
  for (const ended of [url, data?.preview_url as string]) {
    const { status, text } = await open(ended);
    expect([status, text]).toEqual([410, expect.stringContaining('revoked')]);
    expect((await open(ended, '&view=frame')).status).toBe(410);
  }
  expect(await previewOf(emailId)).toBe(renewed);
  expect((await open(renewed)).status).toBe(200);
});

test.runIf(isAtLength)('a new address changes the tag for reading, and refuses no write', async () => {
  const emailId = await approvedEmail(service.api, HTML);
  const read = (header = {}) => service.api.GET('/v1/emails/{emailId}', { params: { path: { emailId }, header } });
  const etag = (await read()).response.headers.get('etag') as string;
  expect((await read({ 'If-None-Match': etag })).response.status).toBe(304);
  await revoke(emailId);
  expect((await read({ 'If-None-Match': etag })).response.status).toBe(200);
  service.clock.advance({ days: 1 });
  const rename = () =>
    service.api.PATCH('/v1/emails/{emailId}', { params: { path: { emailId }, header: { 'If-Match': etag } }, body: { name: 'Renamed' } });
  expect((await rename()).response.status).toBe(200);
  expect((await rename()).response.status).toBe(412);
});

test('a template shows its merge tags as written, or filled in for a contact', async () => {
  const { template_id: templateId, preview_url } = await must(
    service.api.POST('/v1/email-templates', { body: { name: 'Letter', code: HTML, default_subject: 'For {{contact.first_name}}' } }),
  );
  const params = { path: { templateId } };
  expect((await open(preview_url, '&view=frame')).text).toContain('{{contact.first_name');
  expect((await open(preview_url)).text).toContain('For {{contact.first_name}}');
  const [contact_id] = (await givenContacts({ db: service.db, workspaceId: service.id }, 1, { firstName: 'Bo' })) as [string];
  const { preview_url: filled } = await must(
    service.api.POST('/v1/email-templates/{templateId}/preview-links', { params, body: { contact_id, version: 1 } }),
  );
  expect((await open(filled, '&view=frame')).text).toContain('<h1>Hi Bo</h1>');
  expect((await open(filled)).text).toContain('For Bo');
  const { preview_url: renewed } = await must(service.api.DELETE('/v1/email-templates/{templateId}/preview-links', { params }));
  expect([(await open(filled)).status, (await open(renewed)).status]).toEqual([410, 200]);
});

test('a document without a version has nothing to see yet', async () => {
  const { email_id: emailId } = await must(service.api.POST('/v1/emails', { body: { name: 'Later', prompt: 'A letter' } }));
  const { template_id } = await must(service.api.POST('/v1/email-templates', { body: { name: 'Later', prompt: 'A letter' } }));
  const { tent_id: tentId } = { tent_id: (await must(service.api.POST('/v1/tents', { body: { prompt: 'A page' } }))).id };
  const refused = [
    await linkTo(emailId, {}),
    await service.api.POST('/v1/email-templates/{templateId}/preview-links', { params: { path: { templateId: template_id } } }),
    await service.api.POST('/v1/tents/{tentId}/preview-links', { params: { path: { tentId } } }),
  ];
  expect(refused.map(({ error }) => (error as { error_code: string } | undefined)?.error_code)).toEqual([
    'email_not_ready',
    'template_not_ready',
    'conflict',
  ]);
  const { status, text } = await open(await previewOf(emailId));
  expect([status, text]).toEqual([404, expect.stringContaining('nothing to see yet')]);
});

test('pages are shown in any version, without plain text', async () => {
  const tentId = await giveTent(service, service, page('<p>First</p>'));
  await giveVersion(service, service, tentId, page('<p>Second</p>'));
  const at = { params: { path: { tentId } } };
  const { preview_url } = await must(service.api.GET('/v1/tents/{tentId}', at));
  expect((await open(preview_url, '&view=frame')).text).toContain('<p>Second</p>');
  expect((await open(preview_url)).text).not.toContain('Plain text');
  expect((await open(preview_url, '&view=text')).text).toContain('<iframe');
  const { preview_url: first } = await must(service.api.POST('/v1/tents/{tentId}/preview-links', { ...at, body: { version: 1 } }));
  expect((await open(first, '&view=frame')).text).toContain('<p>First</p>');
  await must(service.api.DELETE('/v1/tents/{tentId}/preview-links', at));
  expect((await open(first)).status).toBe(410);

  const { template_id: templateId, preview_url: layout } = await must(
    service.api.POST('/v1/tent-templates', { body: { name: 'Layout', code: page('<p>Layout</p>') } }),
  );
  const of = { params: { path: { templateId } } };
  expect(layout).toContain(`/tent_template/${fromUlid(templateId)}?`);
  expect((await open(layout, '&view=frame')).text).toContain('<p>Layout</p>');
  const { preview_url: again } = await must(
    service.api.POST('/v1/tent-templates/{templateId}/preview-links', { ...of, body: { version: 1 } }),
  );
  expect((await open(again)).status).toBe(200);
  await must(service.api.DELETE('/v1/tent-templates/{templateId}/preview-links', of));
  expect((await open(again)).status).toBe(410);
  const renewed = (await must(service.api.GET('/v1/tent-templates/{templateId}', of))).preview_url;
  await must(service.api.DELETE('/v1/tent-templates/{templateId}', of));
  expect([(await open(renewed)).status, (await open(renewed)).text]).toEqual([410, expect.stringContaining('gone')]);
});

test('an address has one form', async () => {
  const emailId = await approvedEmail(service.api, HTML);
  const url = await previewOf(emailId);
  expect((await open(url)).status).toBe(200);
  for (const other of [url.replace(emailId, emailId.replace('-', '%2D')), url.replace('/email/', '/%65mail/')])
    expect((await open(other)).status, other).toBe(404);
});

test('one client opens so many pages and no more, whatever they show', async () => {
  const limited = await startTestService({ RATE_LIMIT_RPS: '1000' });
  const answers = await Promise.all(Array.from({ length: 150 }, () => fetch(`${limited.url}/previews/a/b/c`)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(120);
  expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused[0]?.text()).toMatch(/Pages were opened too often\. Try again in \d+ s\./);
  await must(limited.api.GET('/v1/contacts'));
  await limited.stop();
});
