/** The built-in mailbox: search and filter, what is in a message, clearing, hostile mail, and the signed address for other machines. */
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { mailboxEntry } from '../../src/platform/mailbox/signed-entry.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.query(sql`DELETE FROM mailbox_messages`);
});

async function given(raw: string, { subject = 'Hello', to = 'maya@example.net' } = {}): Promise<string> {
  const id = newId();
  await service.db.query(sql`
    INSERT INTO mailbox_messages (id, received_at, sender, recipients, subject, raw)
    VALUES (${id}::uuid, now(), 'hello@example.com', ARRAY[${to}::text], ${subject}::text, ${Buffer.from(raw.replaceAll('\n', '\r\n'))}::bytea)`);
  return id;
}

const mail = (html: string, headers = '') =>
  `From: Fjord <hello@example.com>\nTo: maya@example.net\nSubject: Hello\n${headers}MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n${html}`;

const page = async (path: string): Promise<string> => (await fetch(`${service.url}${path}`)).text();
const post = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}${path}`, { method: 'POST', redirect: 'manual', headers });

describe('the list', () => {
  test.runIf(isAtLength)('is searched by text, in any case, and by workspace', async () => {
    await given(mail('<p>Your hut is booked.</p>'), { subject: 'Booking' });
    await given(mail('<p>Nothing of note.</p>'), { subject: 'Other' });
    expect(await page('/mailbox?q=HUT+is')).toContain('Booking');
    expect(await page('/mailbox?q=HUT+is')).not.toContain('Other');

    const one = await service.workspace({ name: 'Fjord & Co.' });
    const two = await service.workspace({ name: 'Juniper Trail' });
    for (const { api } of [one, two])
      await must(
        api.POST('/v1/messages', {
          body: {
            to: { email: 'bo@example.net' },
            subject: api === one.api ? 'Of the fjord' : 'Of the trail',
            text: 'Hi',
            from_address: 'hello@example.com',
            from_name: 'Us',
          },
        }),
      );
    await service.drain();
    const both = await page('/mailbox');
    expect(both).toContain('Fjord &amp; Co.');
    expect(both).toContain('Of the trail');
    const filtered = await page(`/mailbox?workspace=${one.id}`);
    expect(filtered).toContain('Of the fjord');
    expect(filtered).not.toContain('Of the trail');

    expect((await post(`/mailbox/clear?workspace=${one.id}`)).status).toBe(303);
    expect(await page('/mailbox')).not.toContain('Of the fjord');
    expect(await page('/mailbox')).toContain('Of the trail');
  });

  test('is cleared by its own pages alone', async () => {
    const id = await given(mail('<p>Hi</p>'));
    const newest = async () => (await (await fetch(`${service.url}/mailbox/newest.json`)).json()) as { id: string | null };
    expect(await newest()).toEqual({ id });
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign)
      for (const path of ['/mailbox/clear', `/mailbox/${id}/delete`, `/mailbox/${id}/check-links`])
        expect((await post(path, headers)).status).toBe(403);
    expect(await newest()).toEqual({ id });
    expect((await post(`/mailbox/${id}/delete`, { 'sec-fetch-site': 'same-origin' })).status).toBe(303);
    expect(await newest()).toEqual({ id: null });
  });
});

describe('a message', () => {
  test.runIf(isAtLength)('shows the links behind tracked ones, and its files', async () => {
    const sent = await must(
      service.api.POST('/v1/messages', {
        body: {
          to: { email: 'maya@example.net' },
          subject: 'Tracked',
          html: '<p><a href="https://shop.example.com/orders/1042">Order</a></p>',
          track: true,
          from_address: 'hello@example.com',
          from_name: 'Us',
          attachments: [{ file_name: 'note.txt', content_type: 'text/plain', content: Buffer.from('a note').toString('base64') }],
        },
      }),
    );
    expect(sent.status).toBe('queued');
    await service.drain();
    const { id } = (await (await fetch(`${service.url}/mailbox/newest.json`)).json()) as { id: string };
    const links = await page(`/mailbox/${id}?view=links`);
    expect(links).toContain('https://shop.example.com/orders/1042');
    expect(links).not.toContain(`href="${service.url}/t/`);
    const file = await fetch(`${service.url}/mailbox/${id}/files/0`);
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="note.txt"');
    expect(file.headers.get('content-type')).toMatch(/^application\/octet-stream/);
    expect(await file.text()).toBe('a note');
    expect((await fetch(`${service.url}/mailbox/${id}/files/1`)).status).toBe(404);
  });

  test('that is hostile runs nothing, and tells others nothing', async () => {
    const id = await given(
      mail(
        '<script>alert(1)</script><img src="https://tracker.example/pixel.gif"><form action="https://evil.example"></form>' +
          '<a href="javascript:alert(2)">A</a> <a href="http://plain.example/">B</a> <a href="/rel">C</a> <a href="https://fine.example/">D</a>',
      ),
    );
    const html = await fetch(`${service.url}/mailbox/${id}/html`);
    const policy = html.headers.get('content-security-policy') as string;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/);
    expect(policy).not.toMatch(/script-src|allow-scripts|allow-forms|img-src \*/);
    expect((await fetch(`${service.url}/mailbox/${id}/html?pictures=all`)).headers.get('content-security-policy')).toContain('img-src *');
    expect(await page(`/mailbox/${id}`)).toContain('Pictures of other sites are not loaded.');

    const links = await page(`/mailbox/${id}?view=links`);
    expect(links).toContain('Unsafe: mail programs block javascript: links.');
    expect(links).not.toContain('href="javascript:');
    expect(links).toContain('Not encrypted: use https.');
    expect(links).toContain('No whole address');
  });

  test('has its links checked by the guarded way, which reaches nothing of this network', async () => {
    const id = await given(mail(`<a href="${service.url}/readyz">A</a> <a href="http://169.254.169.254/latest">B</a>`));
    const answer = await post(`/mailbox/${id}/check-links`, { 'sec-fetch-site': 'same-origin' });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text.match(/class="bad"/g)).toHaveLength(2);
    expect(text).not.toMatch(/Answers with/);
  });
});

describe('the signed address', () => {
  const secret = 'a secret for the tests';
  /** As through a proxy, or from another machine. */
  const ask = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; location: string | undefined; cookie: string | undefined }>((resolve, reject) => {
      const asking = request(`${service.url}${path}`, { headers: { 'x-forwarded-for': '203.0.113.7', ...headers } });
      asking.once('error', reject).once('response', (response) => {
        response.resume();
        const { location, 'set-cookie': [cookie] = [] } = response.headers;
        resolve({ status: response.statusCode, location, cookie });
      });
      asking.end();
    });

  test('opens the mailbox on another machine, for a week, and a changed one does not', async () => {
    const key = mailboxEntry({ secret, clock: service.clock }).key();
    expect((await ask('/mailbox')).status).toBe(403);
    const { status, location, cookie } = await ask(`/mailbox?key=${key}`);
    expect([status, location]).toEqual([303, '/mailbox']);
    expect(cookie).toMatch(/; Path=\/mailbox; HttpOnly; SameSite=Lax$/);
    const kept = { cookie: (cookie as string).split(';')[0] as string };
    expect((await ask('/mailbox', kept)).status).toBe(200);
    expect((await ask(`/mailbox/messages.json?key=${key}`)).status).toBe(200);

    const [expires, mac] = key.split('.') as [string, string];
    for (const forged of [
      `${Number(expires) + 1}.${mac}`,
      `${expires}.${mac.slice(0, -1)}`,
      mailboxEntry({ secret: 'another', clock: service.clock }).key(),
      '',
    ])
      expect((await ask(`/mailbox?key=${forged}`)).status).toBe(403);
    service.clock.advance({ days: 7, seconds: 1 });
    expect((await ask('/mailbox', kept)).status).toBe(403);
    expect((await ask(`/mailbox?key=${key}`)).status).toBe(403);
  });
});
