/** Settings of forms: what visitors, other sites, lists, people who are notified, and flows notice of them. */

import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { approvedEmail, must } from '../support/blast.ts';
import { activeFlow } from '../support/flow-mail.ts';
import { type AskOptions, type AskPage, asking, givenPage, htmlSaying } from '../support/pages.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';
import { giveTent, giveVersion } from '../support/tents.ts';
import { givenTent, SIGNUP } from './given.ts';

type Patch = components['schemas']['FormSettingsPatch'];

const SITE = 'https://www.example.org';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let service: TestService;
let sink: SmtpSink;
let ask: AskPage;
let tentId: string;
beforeAll(async () => {
  sink = await startSmtp();
  service = await startTestService({ TRUST_PROXY: '1', SMTP_URL: sink.url });
  ask = asking(service);
});
afterAll(async () => {
  await service.stop();
  await sink.close();
});
beforeEach(async () => {
  tentId = await givenTent({ db: service.db, workspaceId: service.id }, { html: htmlSaying('Hikes') });
});

const patch = (body: Patch, form_id = 'signup', tent = tentId) =>
  service.api.PATCH('/v1/tents/{tentId}/forms/{form_id}', { params: { path: { tentId: tent, form_id } }, body });
const forms = async (tent = tentId) =>
  (await must(service.api.GET('/v1/tents/{tentId}/forms', { params: { path: { tentId: tent } } }))).forms;
const submissions = async () =>
  (await must(service.api.GET('/v1/tents/{tentId}/submissions', { params: { path: { tentId } } }))).submissions;

let counter = 0;
const visitor = () => `visitor${++counter}@mail.example`;
const send = (fields: Record<string, string>, headers: Record<string, string> = {}, options: AskOptions = {}) => {
  counter += 1;
  const from = { 'x-forwarded-for': `198.51.${counter >> 8}.${counter & 255}` };
  return ask(`/submit/${tentId}/signup`, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { ...from, 'content-type': 'application/x-www-form-urlencoded', accept: BROWSER, ...headers },
    ...options,
  });
};
const asScript = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
  const { status, text } = await send(fields, { accept: 'application/json', ...headers });
  return { status, body: JSON.parse(text) };
};
const ownOrigin = () => `http://${service.slug}.localhost`;

const UNSET = {
  redirect_url: null,
  thank_you: null,
  notify: [],
  list_ids: [],
  allowed_origins: [],
  captcha: null,
  topic_ids: [],
  double_opt_in: false,
};

test('settings belong to the tent and the form’s name, whatever becomes of the page', async () => {
  expect(await forms()).toEqual([expect.objectContaining({ form_id: 'signup', email_field: 'email', ...UNSET })]);
  const { list_id } = await must(service.api.POST('/v1/contact-lists', { body: { name: `L${newId()}`, kind: 'static' } }));
  const wanted = {
    redirect_url: 'https://www.example.org/thanks?a=1',
    thank_you: 'Thanks',
    notify: ['Team@Example.com'],
    list_ids: [list_id],
    allowed_origins: [`${SITE}/`, 'http://LOCALHOST:8080'],
    captcha: 'altcha',
  } as const;
  const stored = { ...wanted, notify: ['team@example.com'], allowed_origins: [SITE, 'http://localhost:8080'] };
  expect(await must(patch(wanted as unknown as Patch))).toMatchObject(stored);
  expect(await must(patch({ thank_you: null }))).toMatchObject({ ...stored, thank_you: null });
  await givenPage({ db: service.db, workspaceId: service.id }, { tentId, forms: [] });
  expect(await forms()).toEqual([]);
  expect(await must(patch({ captcha: null }))).toMatchObject({ ...stored, thank_you: null, captcha: null });
  await givenPage({ db: service.db, workspaceId: service.id }, { tentId, forms: [SIGNUP] });
  await must(
    service.api
      .DELETE('/v1/contact-lists/{listId}', { params: { path: { listId: list_id } } })
      .then((answer) => ({ ...answer, data: true })),
  );
  expect(await forms()).toMatchObject([{ ...stored, thank_you: null, captcha: null, list_ids: [] }]);
});

test('a page that is not live has settings, too', async () => {
  const tent = await giveTent(service, service, '<form id="ask"><input name="email"></form>');
  await must(patch({ thank_you: 'Later' }, 'ask', tent));
  await giveVersion(service, service, tent, '<form id="ask"><input name="phone"></form>');
  expect(await forms(tent)).toMatchObject([{ form_id: 'ask', phone_field: 'phone', thank_you: 'Later' }]);
});

test('what does not fit is refused, with its place', async () => {
  const { list_id: dynamic } = await must(service.api.POST('/v1/contact-lists', { body: { name: `D${newId()}`, kind: 'dynamic' } }));
  for (const [body, status, path] of [
    [{ redirect_url: 'http://elsewhere.example/' }, 400, 'redirect_url'],
    [{ redirect_url: 'javascript:alert(1)' }, 400, 'redirect_url'],
    [{ redirect_url: 'https://user:secret@elsewhere.example/' }, 400, 'redirect_url'],
    [{ notify: ['nobody'] }, 400, 'notify.0'],
    [{ notify: ['team@example.com', 'team@elsewhere.example'] }, 400, 'notify.1'],
    [{ list_ids: [dynamic] }, 400, 'list_ids.0'],
    [{ list_ids: [newId()] }, 404, 'list_ids.0'],
    [{ topic_ids: [newId()] }, 404, 'topic_ids.0'],
    [{ allowed_origins: ['https://www.example.org/path'] }, 400, 'allowed_origins.0'],
    [{ allowed_origins: ['file:///etc'] }, 400, 'allowed_origins.0'],
  ] as const) {
    const { error, response } = await patch(body as unknown as Patch);
    expect([body, response.status, error?.details?.issues?.[0]?.path]).toEqual([body, status, path]);
  }
  expect((await patch({ thank_you: 'x' }, 'unknown')).response.status).toBe(404);
  expect((await patch({ thank_you: 'x' }, 'signup', newId())).response.status).toBe(404);
});

describe('a visitor', () => {
  test('reads words of thanks as they are, and a script gets them', async () => {
    const words = 'See <b>you</b> & co.\nOn Friday';
    await must(patch({ thank_you: words }));
    const { headers } = await send({ email: visitor() });
    expect((await ask(headers.location as string)).text).toContain('See &lt;b&gt;you&lt;/b&gt; &amp; co.\nOn Friday');
    const { body } = await asScript({ email: visitor() });
    const [newest] = await submissions();
    expect(body).toEqual({ accepted: true, submission_id: newest?.submission_id, message: words });
    const robot = await asScript({ email: visitor(), website: 'https://spam.example' });
    expect(robot.body).toEqual({ accepted: true, submission_id: expect.stringMatching(/^[0-9A-Z]{26}$/), message: words });
  });

  test.runIf(isAtLength)('is led on: from the page by the page that thanks, from elsewhere at once', async () => {
    const url = 'https://www.example.org/thanks?a="1"&b=2';
    await must(patch({ redirect_url: url }));
    const href = new URL(url).href;
    expect((await send({ email: visitor() })).headers.location).toBe(href);
    const fromPage = await send({ email: visitor() }, { origin: ownOrigin() });
    expect(fromPage.headers.location).toBe(`/submit/${tentId}/signup/thanks`);
    const thanks = await ask(fromPage.headers.location as string);
    expect(thanks.text).toContain(`<meta http-equiv="refresh" content="0;url=${href.replace('&', '&amp;')}">`);
    expect((await asScript({ email: visitor() })).body).toEqual({ accepted: true, submission_id: expect.any(String), redirect_url: href });
    const [form] = await forms();
    const own = new URL('/hikes', form?.submit_url).href;
    await must(patch({ redirect_url: own }));
    expect((await send({ email: visitor() }, { origin: ownOrigin() })).headers.location).toBe(own);
  });
});

describe('another site', () => {
  const preflight = (origin: string) =>
    ask(`/submit/${tentId}/signup`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });

  test.runIf(isAtLength)('sends forms where it is allowed to, and no other site does', async () => {
    await must(patch({ allowed_origins: [SITE], redirect_url: 'https://www.example.org/thanks' }));
    const allowed = await preflight(SITE);
    expect([allowed.status, allowed.headers['access-control-allow-origin'], allowed.headers['access-control-allow-headers']]).toEqual([
      204,
      SITE,
      'Content-Type',
    ]);
    const cross = { origin: SITE, 'sec-fetch-site': 'cross-site' };
    const json = { ...cross, 'content-type': 'application/json', accept: 'application/json' };
    const answer = await send({}, json, { body: JSON.stringify({ email: visitor() }) });
    expect([answer.status, answer.headers['access-control-allow-origin'], answer.headers.vary]).toEqual([200, SITE, 'Origin']);
    const plain = await send({ email: visitor() }, cross);
    expect([plain.status, plain.headers.location]).toEqual([303, 'https://www.example.org/thanks']);
    expect(await submissions()).toMatchObject([{ origin: SITE }, { origin: SITE }]);
    // A refused form can be read by the script, too.
    const empty = await send({ name: '' }, { ...cross, accept: 'application/json' });
    expect([empty.status, empty.headers['access-control-allow-origin']]).toEqual([400, SITE]);

    for (const origin of [
      'https://example.org',
      'http://www.example.org',
      'https://www.example.org.evil.example',
      'https://evil.example',
      'null',
    ]) {
      const refused = await preflight(origin);
      expect([origin, refused.status, refused.headers]).toMatchObject([origin, 405, {}]);
      expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
      const sent = await send({ email: visitor() }, { origin, 'sec-fetch-site': 'cross-site', accept: 'application/json' });
      expect([origin, sent.status, JSON.parse(sent.text).error_code]).toEqual([origin, 403, 'foreign_origin']);
      expect(sent.headers).not.toHaveProperty('access-control-allow-origin');
    }
    expect((await send({ email: visitor() }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await submissions()).toHaveLength(2);
  });
});

test.runIf(isAtLength)('contacts come onto lists with their submission, and others are passed over', async () => {
  const newList = async () =>
    (await must(service.api.POST('/v1/contact-lists', { body: { name: `L${newId()}`, kind: 'static' } }))).list_id;
  const [first, second, gone] = [await newList(), await newList(), await newList()];
  await must(patch({ list_ids: [first, second, gone] }));
  const flowId = await activeFlow(service.api, [{ step_id: 'out', type: 'drop_from_flow' }], {
    type: 'added_to_static_list',
    list_id: second,
  });
  await service.api.DELETE('/v1/contact-lists/{listId}', { params: { path: { listId: gone } } });
  const email = visitor();
  expect((await send({ email })).status).toBe(303);
  expect((await send({ email, name: 'Again' })).status).toBe(303);
  expect((await send({ name: 'No address' })).status).toBe(303);
  for (const listId of [first, second]) {
    const { contacts } = await must(service.api.GET('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } } }));
    expect(contacts).toMatchObject([{ email }]);
  }
  await service.drain();
  expect(await service.db.prisma.flowMembership.count({ where: { workspaceId: service.id, flowId } })).toBe(1);
  expect(await submissions()).toHaveLength(3);
});

describe('a captcha', () => {
  const challenge = async (tent = tentId, form = 'signup') => JSON.parse((await ask(`/submit/${tent}/${form}/challenge`)).text);
  const solved = async (posed: Awaited<ReturnType<typeof challenge>>) => {
    const solution = await solveChallenge({ challenge: posed, deriveKey });
    return Buffer.from(JSON.stringify({ challenge: posed, solution })).toString('base64');
  };
  const refused = { status: 400, body: { error_code: 'validation_failed', details: { issues: [{ path: 'altcha' }] } } };

  test.runIf(isAtLength)('keeps out what has no solution of its own, and writes nothing of it', async () => {
    expect((await ask(`/submit/${tentId}/signup/challenge`)).status).toBe(404);
    await must(patch({ captcha: 'altcha' }));
    const email = visitor();
    expect(await asScript({ email })).toMatchObject(refused);
    for (const altcha of ['', 'e30=', Buffer.from('{"challenge":{"parameters":{}},"solution":{}}').toString('base64'), 'x'.repeat(9_000)])
      expect(await asScript({ email, altcha })).toMatchObject(refused);
    const posed = await challenge();
    const empty = Buffer.from(JSON.stringify({ challenge: posed, solution: null })).toString('base64');
    expect(await asScript({ email, altcha: empty })).toMatchObject(refused);
    const altcha = await solved(posed);
    const forged = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      deriveKey,
      hmacSignatureSecret: 'guess',
      expiresAt: Date.now(),
    });
    expect(await asScript({ email, altcha: await solved(forged) })).toMatchObject(refused);
    const elsewhere = await givenTent({ db: service.db, workspaceId: service.id });
    await must(patch({ captcha: 'altcha' }, 'signup', elsewhere));
    expect(await asScript({ email, altcha: await solved(await challenge(elsewhere)) })).toMatchObject(refused);
    expect(await submissions()).toEqual([]);
    expect(await service.db.prisma.contact.count({ where: { workspaceId: service.id, email } })).toBe(0);

    // Of two that come with one solution at a time, one counts; later none does.
    const both = await Promise.all([asScript({ email, altcha }), asScript({ email, altcha })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await asScript({ email, altcha })).toMatchObject(refused);
    expect(await submissions()).toMatchObject([{ fields: { email } }]);

    const late = await solved(await challenge());
    service.clock.advance({ minutes: 11 });
    expect(await asScript({ email, altcha: late })).toMatchObject(refused);
    await service.drain();
    expect(await service.db.prisma.spentChallenge.count()).toBe(0);
  });

  test('is solved by a page of the service, which keeps the input and says when it needs scripts', async () => {
    await must(patch({ captcha: 'altcha' }));
    const shown = await send({ email: visitor(), name: '<b>Noor</b>\nof Leeds' });
    expect([shown.status, shown.headers['content-security-policy']]).toEqual([200, expect.stringContaining("script-src 'self'")]);
    for (const part of [
      '<textarea name="name" hidden>\n&lt;b&gt;Noor&lt;/b&gt;\nof Leeds</textarea>',
      '<noscript><p>This form needs scripts',
      `data-challenge="/submit/${tentId}/signup/challenge"`,
      'src="/submit/altcha/solve.js"',
    ])
      expect(shown.text).toContain(part);
    for (const name of ['solve.js', 'pow.js', 'helpers.js', 'types.js', 'algorithms/web/pbkdf2.js']) {
      const script = await ask(`/submit/altcha/${name}`);
      expect([name, script.status, script.headers['content-type']]).toEqual([name, 200, 'text/javascript; charset=utf-8']);
    }
    for (const name of ['index.js', '../pow.js', 'algorithms/pbkdf2.js', ''])
      expect((await ask(`/submit/altcha/${name}`)).status).toBe(404);
  });
});

describe('people who are notified', () => {
  const mails = async () => Promise.all(sink.messages.map(({ raw }) => PostalMime.parse(raw)));
  const settle = async () => {
    service.clock.advance({ seconds: 6 });
    await service.drain();
    service.clock.advance({ seconds: 15 });
    await service.drain();
  };
  beforeEach(async () => {
    // Requests to confirm of other tests may still wait.
    await settle();
    sink.messages.length = 0;
  });

  test.runIf(isAtLength)('get one email a submission, with what was typed, and answer the visitor', async () => {
    const email = visitor();
    await send({ email: visitor() });
    service.clock.advance({ minutes: 1 });
    await must(patch({ notify: ['team@example.com', 'boss@example.com'] }));
    await send({ email, name: 'Noor {{contact.email}}' });
    await settle();
    const sent = await mails();
    expect(sent.flatMap(({ to }) => to)).toHaveLength(2);
    expect(sent[0]).toMatchObject({
      from: { address: 'no-reply@example.com' },
      replyTo: [{ address: email }],
      subject: 'New submission: Guided hikes',
      text: expect.stringContaining('name: Noor {{contact.email}}'),
    });
    const { messages } = await must(service.api.GET('/v1/messages', { params: { query: { tag: 'form_notification' } } }));
    expect(messages[0]).toMatchObject({ status: 'sent', to: { email: 'team@example.com' } });
    await settle();
    expect(sink.messages).toHaveLength(2);
    await must(patch({ notify: [] }));
    await send({ email: visitor() });
    await settle();
    expect(sink.messages).toHaveLength(2);
  });

  test.runIf(isAtLength)('get one that sums up what comes after 60 in an hour', async () => {
    await must(patch({ notify: ['team@example.com'] }));
    const give = (number: number) =>
      service.db.pool.query(
        `INSERT INTO submissions (workspace_id, tent_id, id, form_id, fields, submitted_at)
         SELECT $1, $2, gen_random_uuid(), 'signup', jsonb_build_object('name', 'N' || n), $3 FROM generate_series(1, $4::int) AS n`,
        [service.id, tentId, service.clock.now(), number],
      );
    await send({ name: 'First' });
    await give(69);
    await settle();
    const subjects = async () => (await mails()).map(({ subject }) => subject);
    expect(
      Object.entries(Object.groupBy(await subjects(), (subject) => String(subject))).map(([subject, all]) => [subject, all?.length]),
    ).toEqual([
      ['New submission: Guided hikes', 60],
      ['10 new submissions: Guided hikes', 1],
    ]);
    await send({ name: 'Later' });
    await settle();
    expect(sink.messages).toHaveLength(61);
    service.clock.advance({ hours: 1 });
    await settle();
    expect(sink.messages).toHaveLength(62);
  });
});

test.runIf(isAtLength)('a flow that a form lets in says what was typed', async () => {
  sink.messages.length = 0;
  const emailId = await approvedEmail(service.api, '<p>You asked for {{submission.favourite_trail}}.</p>');
  const trigger = { type: 'form_submitted', tent_id: tentId, form_id: 'signup' };
  await activeFlow(service.api, [{ step_id: 'mail', type: 'send_email', email_id: emailId } as never], trigger);
  await send({ email: visitor(), favourite_trail: 'Ridge <walk>' });
  await service.drain();
  // A request to confirm may come with it.
  const mails = await Promise.all(sink.messages.map(({ raw }) => PostalMime.parse(raw)));
  expect(mails.map(({ html }) => html)).toContainEqual(expect.stringContaining('You asked for Ridge &lt;walk&gt;.'));
});

test.runIf(isAtLength)('settings go with their tent', async () => {
  await must(patch({ thank_you: 'See you', notify: ['team@example.com'] }));
  await send({ email: visitor() });
  await must(service.api.DELETE('/v1/tents/{tentId}', { params: { path: { tentId } } }));
  service.clock.advance({ minutes: 15 });
  await service.drain();
  const where = { workspaceId: service.id, tentId };
  expect(await Promise.all([service.db.prisma.formSettings.count({ where }), service.db.prisma.formNotice.count({ where })])).toEqual([
    0, 0,
  ]);
  expect(await service.db.prisma.submission.count({ where })).toBe(0);
});

describe('topics', () => {
  const topic = async () => (await must(service.api.POST('/v1/topics', { body: { name: `T${newId()}`, default: 'opt_in' } }))).topic_id;
  const stateOf = async (email: string, topicId: string) => {
    const { items } = await must(service.api.GET('/v1/contacts', { params: { query: { email } } }));
    const path = { contact_id: items[0]?.contact_id as string };
    const { topics } = await must(service.api.GET('/v1/contacts/{contact_id}/consent', { params: { path } }));
    return topics.find(({ topic_id }) => topic_id === topicId)?.state;
  };

  test('are joined by sending the form, without those that were deleted', async () => {
    const [kept, gone] = [await topic(), await topic()];
    expect(await must(patch({ topic_ids: [kept, gone] }))).toMatchObject({ topic_ids: [kept, gone], double_opt_in: false });
    await service.api.DELETE('/v1/topics/{topic_id}', { params: { path: { topic_id: gone } } });
    const email = visitor();
    expect((await asScript({ email })).status).toBe(200);
    expect(await stateOf(email, kept)).toBe('subscribed');
  });

  test.runIf(isAtLength)(
    'wait for a confirmation by mail with double_opt_in, and the submission is kept when no mail can be sent',
    async () => {
      const wanted = await topic();
      await must(patch({ topic_ids: [wanted], double_opt_in: true }));
      const email = visitor();
      for (let i = 0; i < 4; i += 1) expect((await asScript({ email })).status).toBe(200);
      expect(await stateOf(email, wanted)).toBe('pending');
      await service.drain();
      const mails = sink.messages.filter(({ to }) => to === email);
      expect(mails).toHaveLength(3);
      expect((await PostalMime.parse(mails[0]?.raw ?? '')).text).toMatch(/\/c\/[\w-]+/);
      expect(await submissions()).toHaveLength(4);
    },
  );

  test('with double_opt_in, a form asks visitors to come back when the workspace mails no more requests in this hour', async () => {
    const wanted = await topic();
    await must(patch({ topic_ids: [wanted], double_opt_in: true }));
    const email = visitor();
    const { items } = await must(service.api.POST('/v1/contacts/upsert', { body: { items: [{ email: visitor() }] } }));
    const someone = items[0]?.contact_id as string;
    // As many as it may, in the last half an hour.
    await service.db.query(sql`
      INSERT INTO consent_confirmations (workspace_id, id, contact_id, topic_ids, created_at, expires_at)
      SELECT ${service.id}::uuid, gen_random_uuid(), ${someone}::uuid, ARRAY[${wanted}]::uuid[], ${service.clock.now()}::timestamptz - interval '30 minutes', ${service.clock.now()}::timestamptz
      FROM generate_series(1, 1000)`);
    const before = (await submissions()).length;
    const { status, body } = await asScript({ email });
    expect([status, body.error_code]).toEqual([429, 'rate_limited']);
    const page = await send({ email });
    expect([page.status, page.text]).toEqual([429, expect.stringContaining('Too many people are signing up right now.')]);
    expect(page.text).toContain(email);
    expect(await submissions()).toHaveLength(before);
    service.clock.advance({ minutes: 31 });
    expect((await asScript({ email })).status).toBe(200);
    expect(await stateOf(email, wanted)).toBe('pending');
  });
});
