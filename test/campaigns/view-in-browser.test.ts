/** `{{view_in_browser_url}}`: an email as a page for its recipient. */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokens } from '../../src/campaigns/tracking/tokens.ts';
import { createViewer } from '../../src/campaigns/viewing/view.service.ts';
import { sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { approvedEmail, draftBlast, must, sendNow } from '../support/blast.ts';
import { givenList } from '../support/given.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

const HTML = `<!doctype html><html><head><title>Spring</title></head><body><p>Dear {{contact.first_name}}</p>
<p><a href="https://shop.example.com/{{contact.city}}">Shop</a>
<a href="{{view_in_browser_url}}">In the browser</a> <a href="{{unsubscribe_url}}">Out</a></p></body></html>`;
const tokens = createTokens('a secret for the tests');

let service: TestService;
let sink: SmtpSink;
let blastId: string;
const people = { maya: '', noor: '', gone: '', erased: '' };
beforeAll(async () => {
  sink = await startSmtp();
  service = await startTestService({ SMTP_URL: sink.url });
  const items = Object.keys(people).map((name) => ({
    email: `${name}@example.net`,
    first_name: `<${name}>`,
    city: 'Kiruna',
    language: 'sv',
  }));
  const { items: written } = await must(service.api.POST('/v1/contacts/upsert', { body: { items } }));
  for (const [i, name] of Object.keys(people).entries()) people[name as keyof typeof people] = written[i]?.contact_id as string;
  const listId = await givenList({ db: service.db, workspaceId: service.id }, Object.values(people));
  blastId = await draftBlast(service.api, listId, await approvedEmail(service.api, HTML));
  await must(service.api.PATCH('/v1/email-blasts/{blastId}', { params: { path: { blastId } }, body: { utm: { source: 'news' } } }));
  await sendNow(service.api, blastId);
  await service.drain();
});
afterAll(async () => {
  await service.stop();
  await sink.close();
});

async function pageOf(name: string): Promise<string> {
  const raw = sink.messages.findLast(({ to }) => to === `${name}@example.net`)?.raw as string;
  const { html = '' } = await PostalMime.parse(raw);
  return new URL(/href="([^"]+\/v\/[^"]+)"/.exec(html)?.[1] as string).pathname;
}
const ask = (path: string, language = 'sv', method = 'GET') =>
  fetch(service.url + path, { method, headers: { 'Accept-Language': language } });
const read = async (path: string, language?: string) => {
  const response = await ask(path, language);
  return { status: response.status, headers: response.headers, html: await response.text() };
};

describe('the page', () => {
  it('shows the message to its recipient, without tracking, and runs nothing', async () => {
    const { status, headers, html } = await read(await pageOf('maya'));
    expect(status).toBe(200);
    expect(html).toContain('Dear &lt;maya&gt;');
    expect(html).toContain('href="https://shop.example.com/Kiruna?utm_source=news"');
    expect(html).not.toMatch(/\/t\/[oc]\/|<img/);
    expect(html).toMatch(/\/u\/[\w-]+/);
    expect(html).toContain(await pageOf('maya'));
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none';.*form-action 'none'.*frame-ancestors 'none'; sandbox allow-popups/,
    );
    expect(headers.get('content-security-policy')).not.toContain('script');
    expect(
      Object.fromEntries(
        ['x-robots-tag', 'cache-control', 'referrer-policy', 'x-content-type-options'].map((name) => [name, headers.get(name)]),
      ),
    ).toEqual({
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store, private',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect((await ask(await pageOf('maya'), 'sv', 'HEAD')).status).toBe(200);
    const { contacts } = await must(service.api.GET('/v1/email-blasts/{blastId}/contacts', { params: { path: { blastId } } }));
    expect(contacts.map(({ opened_at, machine_opened_at }) => [opened_at, machine_opened_at])).toEqual(contacts.map(() => [null, null]));
  });

  it('has the text that was sent, and the values of now', async () => {
    const path = { params: { path: { contact_id: people.noor } } };
    await must(service.api.PATCH('/v1/contacts/{contact_id}', { ...path, body: { first_name: 'Noor', email: 'noor2@example.net' } }));
    await service.db.query(sql`UPDATE versions SET html = 'Another text' WHERE workspace_id = ${service.id}::uuid`);
    expect((await read(await pageOf('noor'))).html).toContain('Dear Noor');
  });

  it('says that a contact has been deleted or erased', async () => {
    const [gone, erased] = [await pageOf('gone'), await pageOf('erased')];
    await service.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: people.gone } } });
    await service.db.query(sql`UPDATE deliveries SET email = NULL, display_name = '' WHERE contact_id = ${people.erased}::uuid`);
    for (const path of [gone, erased]) {
      const { status, html } = await read(path);
      expect([status, html]).toEqual([410, expect.stringContaining('<html lang="sv">')]);
      expect(html).toContain('Dina uppgifter är raderade');
    }
  });

  it('is gone for links that were changed, of another kind, or without a delivery', async () => {
    const token = (await pageOf('maya')).slice('/v/'.length);
    const of = tokens.readView(token) as { workspaceId: string; deliveryId: string };
    const other = await service.workspace();
    const changed = Buffer.from(token, 'base64url');
    changed[20] = (changed[20] as number) ^ 1;
    for (const wrong of [
      ...['abc', changed.toString('base64url'), tokens.open(of), `${token}A`],
      ...[tokens.view({ ...of, workspaceId: other.id }), tokens.view({ ...of, deliveryId: newId() })],
    ]) {
      const { status, html } = await read(`/v/${wrong}`);
      expect([status, html]).toEqual([404, expect.stringContaining('Länken fungerar inte')]);
    }
    expect((await ask(`/t/o/${token}`)).status).toBe(404);
  });

  it('asks to come again while too many are rendered', async () => {
    const of = tokens.readView((await pageOf('maya')).slice('/v/'.length)) as { workspaceId: string; deliveryId: string };
    const how = { lookups: service.db, clock: service.clock, tokens, baseUrl: service.url };
    const view = createViewer({ ...how, atOnce: 1 });
    const seen = await Promise.all([view(of), view(of), view(of)]);
    expect(seen.map((one) => ('html' in one ? 'html' : one.reason)).sort()).toEqual(['busy', 'busy', 'html']);
    expect(await view(of)).toHaveProperty('html');
  });
});

describe('other mail', () => {
  it.runIf(isAtLength)('of a test has a page, too, and a message of its own has none, since its text is forgotten', async () => {
    const html = '<p><a href="{{view_in_browser_url}}">Page</a></p>';
    const body = { to: { email: 'key@example.net' }, from_address: 'hello@example.com', subject: 'Key', html };
    await must(service.api.POST('/v1/messages', { body }));
    await service.drain();
    expect((await read(await pageOf('key'))).status).toBe(404);

    const emailId = await approvedEmail(service.api, '<p>Test <a href="{{view_in_browser_url}}">page</a></p>');
    await must(service.api.POST('/v1/emails/{emailId}/test', { params: { path: { emailId } }, body: { to: ['tester@example.net'] } }));
    await service.drain();
    expect((await read(await pageOf('tester'))).html).toContain('Test <a');
    const rendered = await must(service.api.POST('/v1/emails/{emailId}/render', { params: { path: { emailId } }, body: {} }));
    expect(rendered.warnings.map(({ code }) => code)).not.toContain('unknown_merge_tag');
  });
});
