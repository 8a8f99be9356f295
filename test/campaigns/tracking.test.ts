import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAtLength } from '../support/at-length.ts';
import { must, people, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

let service: TestService;
let sink: SmtpSink;
let blastId: string;
beforeAll(async () => {
  sink = await startSmtp();
  service = await startTestService({ SMTP_URL: sink.url });
  ({ blastId } = await prepareBlast(service.api, people(8)));
  await sendNow(service.api, blastId);
  await service.drain();
  // An open within the second of sending would count as a machine's.
  service.clock.advance({ minutes: 1 });
});
afterAll(async () => {
  await service.stop();
  await sink.close();
});

const addresses = (person: number) => addressesTo(`person${person}@example.net`);
/** The tracked addresses in the message to a recipient, as paths on the service. */
async function addressesTo(address: string) {
  const raw = sink.messages.findLast(({ to }) => to === address)?.raw as string;
  const { html = '', headers } = await PostalMime.parse(raw);
  const path = (address: string | undefined) => address && new URL(address).pathname;
  return {
    pixel: path(/src="([^"]+\/t\/o\/[^"]+)"/.exec(html)?.[1]) as string,
    links: [...html.matchAll(/href="([^"]+\/t\/c\/[^"]+)"/g)].map((match) => path(match[1]) as string),
    unsubscribe: path(/<(.+)>/.exec(headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1]) as string,
  };
}
/** With another last byte: fixed letters would sometimes be the right ones. */
function forge(path: string): string {
  const [, kind, token] = /^(\/.+\/)(.+)$/.exec(path) as unknown as [string, string, string];
  const bytes = Buffer.from(token, 'base64url');
  bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
  return kind + bytes.toString('base64url');
}
const ask = (path: string, init: RequestInit = {}) => fetch(`${service.url}${path}`, { redirect: 'manual', ...init });
const recipient = async (person: number) =>
  (
    await must(
      service.api.GET('/v1/email-blasts/{blastId}/contacts', { params: { path: { blastId }, query: { search: `person${person}@` } } }),
    )
  ).contacts[0];
const activities = async (person: number) => {
  const contact_id = (await recipient(person))?.contact_id as string;
  const { items } = await must(service.api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id } } }));
  return items.map(({ type }) => type);
};

/** Hits are written behind the backs of those who are answered. */
const eventually = (person: number, what: 'opened_at' | 'clicked_at') =>
  expect.poll(async () => (await recipient(person))?.[what] ?? null).not.toBeNull();
const entriesOf = (person: number, type: string) => async () => (await activities(person)).filter((entry) => entry === type).length;

describe('opens', () => {
  it.runIf(isAtLength)('are noted once', async () => {
    const before = (await readBlast(service.api, blastId)).details.blast_opened_count;
    const { pixel } = await addresses(0);
    const response = await ask(pixel);
    expect(response.headers.get('content-type')).toBe('image/gif');
    expect(response.headers.get('cache-control')).toContain('no-store');
    await eventually(0, 'opened_at');
    const { opened_at } = (await recipient(0)) ?? {};
    service.clock.advance({ minutes: 1 });
    await ask(pixel);
    // Later hits are written later.
    await ask((await addresses(6)).pixel);
    await eventually(6, 'opened_at');
    expect((await recipient(0))?.opened_at).toBe(opened_at);
    expect((await activities(0)).filter((type) => type === 'email_opened')).toHaveLength(1);
    const { items } = await must(service.api.GET('/v1/contacts', { params: { query: { email: 'person0@example.net' } } }));
    expect(items[0]).toMatchObject({ last_activity_at: opened_at });
    expect((await readBlast(service.api, blastId)).details.blast_opened_count).toBe(before + 2);
  });
});

describe('clicks', () => {
  it.runIf(isAtLength)('lead to the link as it was written, and are noted for the first link', async () => {
    const before = (await readBlast(service.api, blastId)).details.blast_clicked_count;
    const { links } = await addresses(1);
    const first = await ask(links[0] as string);
    expect([first.status, first.headers.get('location')]).toEqual([302, 'https://shop.example.com/?a=1&b=2']);
    const second = await ask(links[1] as string);
    expect(second.headers.get('location')).toBe('https://shop.example.com/for/person1%40example.net');
    await ask(links[1] as string);
    await expect.poll(entriesOf(1, 'email_clicked')).toBe(2);
    expect(await recipient(1)).toMatchObject({ clicked_url: 'https://shop.example.com/?a=1&b=2', clicked_at: expect.any(String) });
    expect((await readBlast(service.api, blastId)).details.blast_clicked_count).toBe(before + 1);
  });

  it('are not counted for a HEAD, and refused when anything was changed', async () => {
    const { links, pixel } = await addresses(2);
    expect((await ask(links[0] as string, { method: 'HEAD' })).status).toBe(302);
    expect((await recipient(2))?.clicked_at).toBeNull();
    expect((await ask(forge(links[0] as string))).status).toBe(404);
    expect((await ask(pixel.replace('/t/o/', '/t/c/'))).status).toBe(404);
    expect((await ask('/t/c/%00')).status).toBe(404);
    await ask((await addresses(6)).links[0] as string);
    await eventually(6, 'clicked_at');
    expect((await recipient(2))?.clicked_at).toBeNull();
  });
});

describe('unsubscribing', () => {
  const isUnsubscribed = async (person: number) =>
    (await must(service.api.GET('/v1/contacts', { params: { query: { email: `person${person}@example.net` } } }))).items[0]?.unsubscribed;

  it('asks on GET and changes nothing', async () => {
    const { unsubscribe } = await addresses(3);
    const response = await ask(unsubscribe);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain('Unsubscribe from Juniper Trail?');
    expect(html).toContain('p•••@example.net');
    expect(html).not.toContain('person3@');
    expect(await isUnsubscribed(3)).toBe(false);
    expect((await ask(unsubscribe, { method: 'HEAD' })).status).toBe(200);
    expect(await isUnsubscribed(3)).toBe(false);
  });

  it('does on POST, as mail programs send it and as the page does', async () => {
    const count = async () => (await readBlast(service.api, blastId)).details.blast_unsubscribed_count;
    const before = await count();
    for (const [person, body] of [
      [4, 'List-Unsubscribe=One-Click'],
      [5, ''],
    ] as const) {
      const { unsubscribe } = await addresses(person);
      const post = () => ask(unsubscribe, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
      expect((await post()).status).toBe(200);
      expect(await (await post()).text()).toContain('You are unsubscribed');
      expect(await isUnsubscribed(person)).toBe(true);
      expect((await recipient(person))?.unsubscribed_at).not.toBeNull();
      expect((await activities(person)).filter((type) => type === 'email_unsubscribed')).toHaveLength(1);
      expect(await (await ask(unsubscribe)).text()).toContain('You are unsubscribed');
    }
    expect(await count()).toBe(before + 2);
  });

  it('reads nothing of what a POST carries', async () => {
    for (const [body, type] of [
      ['x'.repeat(11 * 1024), 'application/x-www-form-urlencoded'],
      ['List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded; charset=klingon'],
      ['List-Unsubscribe=One-Click', 'nonsense'],
    ] as const) {
      const { unsubscribe } = await addresses(7);
      const response = await ask(unsubscribe, { method: 'POST', body, headers: { 'content-type': type, 'content-encoding': 'rot13' } });
      expect([response.status, await response.text()], type).toEqual([200, expect.stringContaining('You are unsubscribed')]);
    }
    expect(await isUnsubscribed(7)).toBe(true);
  });

  it.runIf(isAtLength)('takes no name for markup', async () => {
    const { api } = await service.workspace({ name: '<b>Fjord</b> & "Fell"' });
    const blast = await prepareBlast(api, ['ada@example.net']);
    await sendNow(api, blast.blastId);
    await service.drain();
    const raw = sink.messages.findLast(({ to }) => to === 'ada@example.net')?.raw as string;
    const { headers } = await PostalMime.parse(raw);
    const { pathname } = new URL(/<(.+)>/.exec(headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] as string);
    const escaped = '&lt;b&gt;Fjord&lt;/b&gt; &amp; &quot;Fell&quot;';
    const asked = await (await ask(pathname)).text();
    expect(asked).toContain(`<title>Unsubscribe from ${escaped}</title>`);
    expect(asked).toContain(`<h1>Unsubscribe from ${escaped}?</h1>`);
    expect(await (await ask(pathname, { method: 'POST' })).text()).toContain(`${escaped} will not send you newsletters`);
  });

  it('refuses forged tokens', async () => {
    const { unsubscribe } = await addresses(6);
    for (const path of [forge(unsubscribe), '/u/x', '/u/%F0%9F%98%80', `${unsubscribe}${unsubscribe.slice(3)}`]) {
      expect((await ask(path, { method: 'POST' })).status, path).toBe(404);
    }
    expect(await isUnsubscribed(6)).toBe(false);
  });

  it.runIf(isAtLength)('works when the blast is gone, and when the contact is', async () => {
    const { api, id } = await service.workspace();
    const gone = await prepareBlast(api, ['gone@example.net', 'deleted@example.net']);
    await sendNow(api, gone.blastId);
    await service.drain();
    const { items } = await must(api.GET('/v1/contacts', { params: { query: { email: 'deleted@example.net' } } }));
    await api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: items[0]?.contact_id as string } } });
    await must(api.DELETE('/v1/email-blasts/{blastId}', { params: { path: { blastId: gone.blastId } } }));
    expect((await ask((await addressesTo('gone@example.net')).unsubscribe, { method: 'POST' })).status).toBe(200);
    expect((await ask((await addressesTo('deleted@example.net')).unsubscribe, { method: 'POST' })).status).toBe(200);
    const { rows } = await service.db.pool.query(
      "SELECT unsubscribed FROM contacts WHERE workspace_id = $1 AND email = 'gone@example.net'",
      [id],
    );
    expect(rows).toEqual([{ unsubscribed: true }]);
  });
});

describe('the mail of a deleted blast', () => {
  it.runIf(isAtLength)('leads where it led before', async () => {
    const { api } = await service.workspace();
    const { blastId: deletedId } = await prepareBlast(api, ['reader@example.net', 'stranger@example.net']);
    await sendNow(api, deletedId);
    await service.drain();
    const { items } = await must(api.GET('/v1/contacts', { params: { query: { email: 'stranger@example.net' } } }));
    await must(api.DELETE('/v1/email-blasts/{blastId}', { params: { path: { blastId: deletedId } } }));
    await api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: items[0]?.contact_id as string } } });
    await service.drain();
    expect(await service.db.prisma.delivery.count({ where: { messageId: deletedId } })).toBe(0);

    const targets = async (address: string) => {
      const { links, pixel } = await addressesTo(address);
      const clicks = await Promise.all(links.map((link) => ask(link)));
      return [(await ask(pixel)).status, ...clicks.map(({ status, headers }) => `${status} ${headers.get('location')}`)];
    };
    expect(await targets('reader@example.net')).toEqual([
      200,
      '302 https://shop.example.com/?a=1&b=2',
      '302 https://shop.example.com/for/reader%40example.net',
    ]);
    expect(await targets('stranger@example.net')).toEqual([
      200,
      '302 https://shop.example.com/?a=1&b=2',
      '302 https://shop.example.com/for/',
    ]);
    const { unsubscribe } = await addressesTo('reader@example.net');
    expect(await (await ask(unsubscribe, { method: 'POST' })).text()).toContain('You are unsubscribed');
  });
});
