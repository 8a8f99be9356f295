/** Forms of published pages over HTTP: requests of browsers and scripts, and the answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFormLimit } from '../../src/http/rate-limit.ts';
import { subscription } from '../../src/platform/events.ts';
import { newId } from '../../src/platform/ids.ts';
import { formSubmitted } from '../../src/tents/events.ts';
import { trapOf } from '../../src/tents/forms/find.ts';
import { isAtLength } from '../support/at-length.ts';
import { type AskOptions, type AskPage, asking, htmlSaying, takeDown } from '../support/pages.ts';
import { answerIn, say } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { givenTent, SIGNUP } from './given.ts';

let service: TestService;
let ask: AskPage;
let tentId: string;
const state = { broken: false };
beforeAll(async () => {
  const fail = async () => {
    if (state.broken) throw new Error('A flow is in trouble');
  };
  service = await startTestService({ TRUST_PROXY: '1' }, { subscriptions: [subscription(formSubmitted, fail)] });
  ask = asking(service);
  tentId = await givenTent(
    { db: service.db, workspaceId: service.id },
    {
      path: 'hikes',
      html: htmlSaying('Walk the <ridge> & more').replace('lang="en"', 'lang="de-AT"'),
    },
  );
});
afterAll(() => service.stop());

let counter = 0;
const somebody = () => `visitor${++counter}@mail.example`;
/** Each from another network address by default. */
const send = (
  body: string | Buffer,
  { headers = {}, path = `/submit/${tentId}/signup`, ...options }: AskOptions & { path?: string } = {},
) => {
  counter += 1;
  const from = `198.51.${counter >> 8}.${counter & 255}`;
  const type = 'application/x-www-form-urlencoded';
  return ask(path, {
    method: 'POST',
    body,
    headers: { 'content-type': type, 'x-forwarded-for': from, accept: BROWSER, ...headers },
    ...options,
  });
};
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const SCRIPT = { accept: 'application/json' };
const typed = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const contact = (email: string) => service.db.prisma.contact.findFirst({ where: { workspaceId: service.id, email } });
const multipart = (parts: [head: string, value: string | Buffer][]) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=xx' },
  body: Buffer.concat([
    ...parts.flatMap(([head, value]) => [
      Buffer.from(`--xx\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--xx--\r\n'),
  ]),
});

describe('a browser', () => {
  it('is sent on to a page that thanks, in the language of its page, and leads back', async () => {
    const email = somebody();
    const sent = await send(typed({ email, name: 'Noor' }));
    expect(sent).toMatchObject({
      status: 303,
      headers: { location: `/submit/${tentId}/signup/thanks`, 'cache-control': 'no-store' },
      text: '',
    });
    expect(await contact(email)).toMatchObject({ displayName: 'Noor' });
    const thanks = await ask(sent.headers.location as string);
    expect(thanks).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    for (const part of [
      '<html lang="de">',
      'Vielen Dank',
      'href="/hikes"',
      'Walk the &lt;ridge&gt; &amp; more',
      'prefers-color-scheme: dark',
    ])
      expect(thanks.text).toContain(part);
    expect((await ask(sent.headers.location as string, { method: 'HEAD' })).status).toBe(200);
  });

  it('may send parts, and a field for a file that was left empty', async () => {
    const email = somebody();
    const { headers, body } = multipart([
      ['name="email"', email],
      ['name="name"', 'Zoë 東京'],
      ['name="photo"; filename=""\r\nContent-Type: application/octet-stream', ''],
    ]);
    expect((await send(body, { headers })).status).toBe(303);
    expect(await contact(email)).toMatchObject({ displayName: 'Zoë 東京' });
  });

  it('is thanked for a form without an email that can be read', async () => {
    const sent = await send(typed({ email: 'noor at example', name: 'Noor' }));
    expect([sent.status, sent.headers.location]).toEqual([303, `/submit/${tentId}/signup/thanks`]);
  });

  it('that comes by the address alone is led to the page', async () => {
    expect(await ask(`/submit/${tentId}/signup`)).toMatchObject({ status: 302, headers: { location: '/hikes' } });
  });

  it('gets a page of no known language in English', async () => {
    const tent = await givenTent(
      { db: service.db, workspaceId: service.id },
      { html: htmlSaying('Sauna').replace('lang="en"', 'lang="fi"') },
    );
    const { text } = await ask(`/submit/${tent}/signup/thanks`);
    expect(text).toContain('<html lang="en">');
    expect(text).toContain(`href="/${tent}"`);
  });
});

describe('a script', () => {
  it('gets JSON when it asks for it, and when it sends it', async () => {
    const [first, second] = [somebody(), somebody()];
    const asked = await send(typed({ email: first }), { headers: SCRIPT });
    expect([asked.status, asked.headers['content-type'], JSON.parse(asked.text)]).toEqual([
      200,
      'application/json; charset=utf-8',
      { accepted: true, submission_id: expect.stringMatching(/^[0-9A-Z]{26}$/), message: 'Ihre Angaben sind angekommen.' },
    ]);
    const headers = { 'content-type': 'application/json; charset=utf-8', accept: '*/*' };
    const body = JSON.stringify({ email: second, party_size: 2, favourite_trail: ['Ridge', 'Lake'], company: null, unknown: true });
    expect(await send(body, { headers })).toMatchObject({ status: 200 });
    expect(await contact(second)).toMatchObject({ company: '' });
  });

  it('is told of errors as by the API', async () => {
    const { status, text } = await send(typed({ name: ' ' }), { headers: SCRIPT });
    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      { error: expect.any(String), error_code: 'validation_failed', details: { issues: [{ path: '' }] } },
    ]);
    const unknown = await send(typed({ email: somebody() }), { headers: SCRIPT, path: `/submit/${tentId}/other` });
    expect([unknown.status, JSON.parse(unknown.text).error_code]).toEqual([404, 'not_found']);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another workspace', { origin: 'http://other.localhost:3001' }],
    ['what the browser calls another site', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
  ])('of %s is refused', async (_who, headers) => {
    const email = somebody();
    const answer = await send(typed({ email }), { headers: { ...SCRIPT, ...headers } });
    expect([answer.status, JSON.parse(answer.text).error_code]).toEqual([403, 'foreign_origin']);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(await contact(email)).toBeNull();
    const page = await send(typed({ email }), { headers });
    expect([page.status, page.text.includes('eigenen Seite')]).toEqual([403, true]);
  });

  it('of its own page is not, behind a proxy neither, and nobody else may read the answer', async () => {
    const own: Record<string, string>[] = [
      { origin: `https://${service.slug}.localhost` },
      { origin: `http://${service.slug}.localhost:3001`, 'sec-fetch-site': 'same-origin' },
      { origin: 'null' },
    ];
    for (const headers of own) {
      const answer = await send(typed({ email: somebody() }), { headers: { ...SCRIPT, ...headers } });
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    const preflight = await ask(`/submit/${tentId}/signup`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a robot', () => {
  it('that fills in what nobody sees is answered like everybody', async () => {
    const email = somebody();
    const [page, script] = [
      await send(typed({ email, [trapOf(SIGNUP)]: 'x' })),
      await send(typed({ email, [trapOf(SIGNUP)]: 'x' }), { headers: SCRIPT }),
    ];
    expect([page.status, page.headers.location]).toEqual([303, `/submit/${tentId}/signup/thanks`]);
    const like = { accepted: true, submission_id: expect.stringMatching(/^[0-9A-Z]{26}$/), message: expect.any(String) };
    expect(JSON.parse(script.text)).toEqual(like);
    expect(await contact(email)).toBeNull();
  });
});

describe('what is no form that can be taken', () => {
  const many = (count: number) =>
    new URLSearchParams(Array.from({ length: count }, (_, i): [string, string] => [`field${i}`, 'x'])).toString();
  const file = multipart([
    ['name="email"', 'a@mail.example'],
    ['name="cv"; filename="cv.pdf"\r\nContent-Type: application/pdf', Buffer.alloc(200_000, 7)],
  ]);
  const nameless = multipart([['name="cv"; filename=""\r\nContent-Type: application/pdf', 'bytes']]);
  const json = { 'content-type': 'application/json' };
  it.each<[string, string | Buffer, Record<string, string>, number, string]>([
    ['a file', file.body, file.headers, 415, 'unsupported_media_type'],
    ['a file without a name', nameless.body, nameless.headers, 415, 'unsupported_media_type'],
    ['too many bytes', typed({ email: 'a@mail.example', name: 'x'.repeat(70_000) }), {}, 413, 'payload_too_large'],
    ['too many bytes in parts', multipart([['name="name"', 'x'.repeat(70_000)]]).body, file.headers, 413, 'payload_too_large'],
    ['too many bytes of JSON', JSON.stringify({ name: 'x'.repeat(70_000) }), json, 413, 'payload_too_large'],
    ['too many fields', many(101), {}, 400, 'validation_failed'],
    [
      'too many fields in parts',
      multipart(Array.from({ length: 101 }, (_, i) => [`name="field${i}"`, 'x'])).body,
      file.headers,
      400,
      'validation_failed',
    ],
    ['a long list of empty fields', `${'a=&'.repeat(1_001)}`, {}, 400, 'validation_failed'],
    ['a NUL', 'email=a%40mail.example&name=a%00b', {}, 400, 'validation_failed'],
    ['a NUL in a name', 'email=a%40mail.example&na%00me=b', {}, 400, 'validation_failed'],
    ['half a character', '{"email":"a@mail.example","name":"\\ud800"}', json, 400, 'validation_failed'],
    ['plain text', 'email=a@mail.example', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['no type', 'email=a@mail.example', { 'content-type': '' }, 415, 'unsupported_media_type'],
    ['a name of every object as its type', 'email=a@mail.example', { 'content-type': 'constructor' }, 415, 'unsupported_media_type'],
    ['another charset', 'email=a', { 'content-type': 'application/x-www-form-urlencoded; charset=latin1' }, 415, 'unsupported_media_type'],
    ['something packed', 'email=a', { 'content-encoding': 'gzip' }, 415, 'unsupported_media_type'],
    ['broken JSON', '{"email":', json, 400, 'invalid_json'],
    ['bytes that are no UTF-8', Buffer.from([123, 34, 255, 34, 58, 49, 125]), json, 400, 'invalid_json'],
    ['a list', '[]', json, 400, 'validation_failed'],
    ['an object in an object', '{"email":{"a":1}}', json, 400, 'validation_failed'],
    ['parts without a boundary', 'x', { 'content-type': 'multipart/form-data' }, 400, 'validation_failed'],
    [
      'parts that break off',
      '--xx\r\nContent-Disposition: form-data; name="email"\r\n\r\na@mail',
      { 'content-type': 'multipart/form-data; boundary=xx' },
      400,
      'validation_failed',
    ],
    ['nothing', '', {}, 400, 'validation_failed'],
  ])('is refused: %s', async (_what, body, headers, status, code) => {
    const script = await send(body, { headers: { ...headers, ...SCRIPT } });
    expect([script.status, JSON.parse(script.text).error_code]).toEqual([status, code]);
    const page = await send(body, { headers });
    expect([page.status, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(page.text).toContain('Das wurde nicht gesendet');
    expect(page.text).toContain('href="/hikes"');
  });

  it('is neither at its exact edge', async () => {
    const email = somebody();
    expect((await send(`${many(99)}&email=${email}&${'empty=&'.repeat(50)}`)).status).toBe(303);
    const whole = 64 * 1024;
    const start = `email=${somebody()}&name=`;
    expect((await send(start + 'x'.repeat(whole - start.length))).status).toBe(303);
    expect((await send(start + 'x'.repeat(whole - start.length + 1))).status).toBe(413);
  });

  it('says of a file that it takes none', async () => {
    expect((await send(file.body, { headers: file.headers })).text).toContain('keine Dateien');
  });

  it('is refused before all of it is there', async () => {
    const head = `POST /submit/${tentId}/signup HTTP/1.1\r\nHost: ${service.slug}.localhost\r\nAccept: application/json\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9999999\r\n\r\n`;
    const { hears, socket } = say(`http://127.0.0.1:${service.service.pagesPort}`, head);
    expect(answerIn(await hears(/\}/)).status).toBe(413);
    socket.destroy();
  });
});

describe('an address', () => {
  const email = () => typed({ email: somebody() });
  it('that is no form’s is 404, whoever asks', async () => {
    const down = await givenTent({ db: service.db, workspaceId: service.id });
    await takeDown({ db: service.db, workspaceId: service.id }, down);
    const other = await service.workspace();
    const foreign = await givenTent({ db: service.db, workspaceId: other.id });
    const paths = [
      `/submit/${tentId}/other`,
      `/submit/${tentId}/${encodeURIComponent('__proto__')}`,
      `/submit/${tentId}/constructor`,
      `/submit/${tentId}/`,
      `/submit/${tentId}`,
      '/submit/',
      `/submit/${tentId.toUpperCase()}/signup`,
      `/submit/${newId()}/signup`,
      `/submit/${down}/signup`,
      `/submit/${foreign}/signup`,
      `/submit/${tentId}/sign%zzup`,
      `/submit/${tentId}/${'x'.repeat(121)}`,
      `/submit/${tentId}/signup/thanks/more`,
      '/submit/hikes/signup',
    ];
    for (const path of paths) expect([path, (await send(email(), { path })).status]).toEqual([path, 404]);
    expect((await send(email(), { host: `${other.slug}.localhost` })).status).toBe(404);
    expect((await send(email(), { host: 'localhost' })).status).toBe(404);
    expect((await send(email(), { host: `${other.slug}.localhost`, path: `/submit/${foreign}/signup` })).status).toBe(303);
    expect((await ask(`/submit/${down}/signup/thanks`)).status).toBe(404);
    expect((await ask(`/submit/${tentId}/signup/thanks`, { method: 'POST' })).status).toBe(405);
  });

  it('cannot carry a header into the answer', async () => {
    const formId = 'a b/ü\r\nSet-Cookie: x=1';
    const tent = await givenTent({ db: service.db, workspaceId: service.id }, { forms: [{ ...SIGNUP, formId }] });
    const { status, headers } = await send(email(), { path: `/submit/${tent}/${encodeURIComponent(formId)}` });
    expect([status, headers.location]).toEqual([303, `/submit/${tent}/${encodeURIComponent(formId)}/thanks`]);
    expect(headers).not.toHaveProperty('set-cookie');
  });
});

describe('thirty a minute', () => {
  it.runIf(isAtLength)('are taken from one address for one form, then it has to wait', async () => {
    const from = { 'x-forwarded-for': '203.0.113.9' };
    for (let i = 0; i < 30; i++) expect((await send(typed({ email: somebody() }), { headers: from })).status).toBe(303);
    const email = somebody();
    const refused = await send(typed({ email, name: '"><script>alert(1)</script>' }), { headers: from });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refused.text).toContain('<textarea name="name" hidden>\n&quot;&gt;&lt;script&gt;');
    expect(refused.text).toContain(`action="/submit/${tentId}/signup"`);
    expect(refused.text).not.toContain('<script>');
    expect(refused.headers['content-security-policy']).toContain("form-action 'self'");
    expect(await contact(email)).toBeNull();
    expect((await send(typed({ email }), { headers: { 'x-forwarded-for': '203.0.113.10' } })).status).toBe(303);
    const other = await givenTent({ db: service.db, workspaceId: service.id });
    expect((await send(typed({ email }), { headers: from, path: `/submit/${other}/signup` })).status).toBe(303);
    // Headers that no trusted proxy wrote do not count.
    expect((await send(typed({ email }), { headers: { 'x-forwarded-for': '192.0.2.1, 203.0.113.9' } })).status).toBe(429);
  });

  it('are those of the last minute, wherever it begins; a refused one does not count', () => {
    let now = 0;
    const limit = createFormLimit(() => now);
    const sent = (address: string, form = 'f') => {
      try {
        limit(address, form);
        return true;
      } catch {
        return false;
      }
    };
    for (let i = 0; i < 30; i++, now += 1_000) expect(sent('a')).toBe(true);
    expect([sent('a'), sent('a', 'other'), sent('b')]).toEqual([false, true, true]);
    now = 60_000;
    expect([sent('a'), sent('a')]).toEqual([true, false]);
    now = 61_001;
    expect([sent('a'), sent('a')]).toEqual([true, false]);
    for (let i = 0; i < 30; i++) sent(`2001:db8::${i}`);
    expect([sent('2001:db8:0:0:9::1'), sent('2001:db8:0:1::1')]).toEqual([false, true]);
  });

  it('are forgotten of whoever came first when too many come', () => {
    const limit = createFormLimit(() => 0);
    for (let i = 0; i < 30; i++) limit('first', 'f');
    expect(() => limit('first', 'f')).toThrow();
    for (let i = 0; i < 20_000; i++) limit(`10.0.${i >> 8}.${i & 255}`, 'f');
    expect(() => limit('first', 'f')).not.toThrow();
  });
});

describe('trouble of ours', () => {
  it('keeps what was typed, to be sent again', async () => {
    state.broken = true;
    const email = somebody();
    const page = await send(typed({ email, name: 'Kept', favourite_trail: 'Ridge' }));
    const script = await send(typed({ email }), { headers: SCRIPT });
    state.broken = false;
    expect(page.status).toBe(500);
    for (const part of ['Nichts ist verloren', '>\nKept</textarea>', `>\n${email}</textarea>`, '>\nRidge</textarea>'])
      expect(page.text).toContain(part);
    expect([script.status, JSON.parse(script.text).error_code]).toEqual([500, 'internal_error']);
    expect(await contact(email)).toBeNull();
  });
});
