/** Conditions and loops from where an email is saved to what its recipients get. */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAtLength } from '../support/at-length.ts';
import { approvedEmail, must, prepareBlast, sendNow } from '../support/blast.ts';
import { references } from '../support/references.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

let service: TestService;
let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtp();
  service = await startTestService({ SMTP_URL: sink.url });
});
afterAll(async () => {
  await service.stop();
  await sink.close();
});

const page = (body: string) => `<!doctype html><html><head><title>T</title></head><body>${body}</body></html>`;
const HEADERS = { subject: 'Hello', from_name: 'J', from_address: 'hello@example.com', reply_to_email: 'hello@example.com' };
const create = (body: object) => service.api.POST('/v1/emails', { body: { name: 'Conditions', ...HEADERS, ...body } as never });
const made = async (body: object) =>
  (await must(create(body))) as unknown as { email_id: string; warnings: { code: string; tags?: string[] }[] };
const issues = async (asked: Promise<{ error?: unknown; response: Response }>) => {
  const { error, response } = await asked;
  const { details } = error as { details: { issues: { path: string; message: string }[] } };
  return [response.status, ...details.issues.map(({ path, message }) => `${path} ${message}`)];
};

test.runIf(isAtLength)('what is unknown, unclosed or out of place is refused with its field, line and column', async () => {
  const { api } = service;
  const { name: list, id } = await references(service).field('list');
  const { name: text } = await references(service).field();
  const { email_id: emailId } = await made({});
  const at = { params: { path: { emailId } } };
  const save = (code: string) => issues(api.POST('/v1/emails/{emailId}/save-code', { ...at, body: { code } }));
  const refused: [string, string][] = [
    [page('\n {% if contact.first_name %}'), 'code holds a malformed merge tag at line 2, column 2: endif is missing'],
    [page('{% if contact.nick %}{% endif %}'), 'whose name contact.nick is no field of this workspace'],
    [page('{% if contact.custom.nowhere %}{% endif %}'), 'whose name contact.custom.nowhere is no field'],
    [page(`{% for x in contact.custom.${text} %}{% endfor %}`), `whose field contact.custom.${text} is no list`],
    [page('{% for x in contact.city %}{% endfor %}'), 'whose field contact.city is no list'],
    [page('<p {% if contact.city %}class="a"{% endif %}>x</p>'), 'within a tag, a comment, a script or a style sheet at line 1'],
    [page('<a href="{% if contact.city %}https://a.example{% endif %}">x</a>'), 'within a tag, a comment'],
    [page('<!-- {% if contact.city %} -->x<!-- {% endif %} -->'), 'within a tag, a comment'],
    [page('<style>{% if contact.city %}p{}{% endif %}</style>'), 'a style sheet'],
    [page('{% if contact.city %}<div>{% endif %}x</div>'), 'leaves an element open'],
    [page('<div>{% if contact.city %}</div><div>{% endif %}x</div>'), 'closes one that is not its own'],
  ];
  for (const [code, message] of refused) {
    const [status, issue] = await save(code);
    expect([status, issue]).toEqual([400, expect.stringContaining(message)]);
  }
  const patch = (body: object) => issues(api.PATCH('/v1/emails/{emailId}', { ...at, body }));
  expect(await patch({ subject: 'a {% if contact.nick %}{% endif %}', preview_text: '{% if x' })).toEqual([
    400,
    'subject holds a condition or a loop at line 1, column 3 whose name contact.nick is no field of this workspace',
    'preview_text holds a malformed merge tag at line 1, column 1: "%}" is missing',
  ]);
  const put = issues(api.PUT('/v1/emails/{emailId}/plain-text', { ...at, body: { content: '{% else %}' } }));
  expect(await put).toEqual([400, expect.stringContaining('content holds a malformed merge tag')]);

  // A field that goes later is empty, and named.
  const fine = page(`{% for x in contact.custom.${list} %}{{x}}{% else %}none{% endfor %}{% if contact.tags contains "a" %}A{% endif %}`);
  expect((await must(api.POST('/v1/emails/{emailId}/save-code', { ...at, body: { code: fine } }))).warnings).toEqual([]);
  await must(references(service).archive(id));
  expect((await must(api.GET('/v1/emails/{emailId}', at))).warnings).toMatchObject([
    { code: 'unknown_merge_tag', tags: [`{{contact.custom.${list}}}`] },
  ]);
  const shown = await must(api.POST('/v1/emails/{emailId}/render', { ...at, body: {} }));
  expect(shown.html).toContain('none');
});

test.runIf(isAtLength)('each recipient gets their branch in subject, HTML and text; links in all branches are tracked', async () => {
  const { api } = await service.workspace({ name: 'Juniper' });
  const html = page(
    '{% if contact.tags contains "vip" %}<p>Dear <b>{{contact.company}}</b>, <a href="https://vip.example/?c={{contact.city}}">come</a></p>' +
      '{% else %}<p>Hi {{contact.company | default: "you"}}, <a href="https://all.example/">look</a></p>{% endif %}' +
      '<ul>{% for tag in contact.tags limit: 2 %}<li>{{forloop.index}} {{tag}} <a href="https://tag.example/{{tag}}">x</a></li>{% endfor %}</ul>' +
      '{% if contact.city %}<a href="{{unsubscribe_url}}">Leave</a>{% endif %}',
  );
  const { blastId, emailId } = await prepareBlast(api, ['vip@a.example', 'new@a.example'], html);
  const body = { items: [{ email: 'vip@a.example', tags: ['vip', '<b>', 'third'], company: 'A & B', city: 'Oslo' }] };
  expect((await must(api.POST('/v1/contacts/upsert', { body }))).items).toMatchObject([{ status: 'updated' }]);
  await must(
    api.PATCH('/v1/emails/{emailId}', {
      params: { path: { emailId } },
      body: { subject: '{% if contact.city %}{{contact.company}}{% else %}Hi{% endif %} all' },
    }),
  );
  await must(api.POST('/v1/emails/{emailId}/approve', { params: { path: { emailId } } }));
  await sendNow(api, blastId);
  await service.drain();
  const mailTo = async (to: string) => PostalMime.parse(sink.messages.findLast((message) => message.to === to)?.raw as string);

  const vip = await mailTo('vip@a.example');
  expect(vip.subject).toBe('A & B all');
  expect(vip.html).toContain('<p>Dear <b>A &amp; B');
  expect(vip.html).toContain(
    '<li>1 vip <a href="https://tag.example/vip">x</a></li><li>2 &lt;b&gt; <a href="https://tag.example/&lt;b&gt;">',
  );
  expect(vip.html).not.toContain('third');
  expect(vip.html?.match(/\/t\/c\//g)).toHaveLength(1);
  expect(vip.text?.replace(/\s*--[\s\S]*/, '')).toMatch(
    /^Dear A & B, come: https:\/\/vip.example\/\?c=Oslo\n\n\* 1 vip x: https:\/\/tag.example\/vip\n\* 2 <b> x: https:\/\/tag.example\/<b>/,
  );
  const fresh = await mailTo('new@a.example');
  expect(fresh.subject).toBe('Hi all');
  expect(fresh.html).toContain('<p>Hi you, <a href="');
  expect(fresh.html).not.toContain('<li>');
  // The link of the author is in a branch, so everybody has one of ours.
  for (const { html: seen, text } of [vip, fresh]) {
    expect(seen).toContain('>Unsubscribe</a>');
    expect(text).toMatch(/Unsubscribe: http/);
  }
  const { links } = await must(api.GET('/v1/email-blasts/{blastId}/links', { params: { path: { blastId } } }));
  expect(links.map(({ url }) => url).sort()).toEqual(['https://all.example/', 'https://vip.example/?c={{contact.city}}']);
  const [path] = /\/t\/c\/[^"]+/.exec(vip.html ?? '') ?? [];
  const { headers } = await fetch(`${service.url}${path}`, { redirect: 'manual' });
  expect(headers.get('location')).toBe('https://vip.example/?c=Oslo');
});

test.runIf(isAtLength)('data of messages may be lists and objects; a message that takes too much work fails alone', async () => {
  const { api } = await service.workspace();
  const html = page(
    '<p>{{data.order.number}}</p>{% for item in data.items %}{% for x in data.items %}<i>{{item.name}}</i>{% endfor %}{% endfor %}',
  );
  const message = (to: string, items: object[]) => ({
    ...{
      to: { email: to },
      subject: '{% if data.order.line %}{{data.order.line}}{% endif %}: {{data.items.size}} things',
      html,
      from_address: 'hello@example.com',
    },
    data: { items, order: { number: 'A-7', line: 'A\r\nBcc: x@y.example' } },
  });
  const few = message('few@a.example', [{ name: 'One' }, { name: '{% if %}' }]);
  const many = message(
    'many@a.example',
    Array.from({ length: 400 }, (_, i) => ({ name: `${i}` })),
  );
  const { items } = await must(api.POST('/v1/messages/batch', { body: { items: [few, many] } }));
  await service.drain();
  const [fine, failed] = await Promise.all(
    items.map((item) =>
      must(api.GET('/v1/messages/{message_id}', { params: { path: { message_id: (item as { message_id: string }).message_id } } })),
    ),
  );
  expect(fine?.status).toBe('sent');
  const mail = await PostalMime.parse(sink.messages.findLast(({ to }) => to === 'few@a.example')?.raw as string);
  expect(mail.subject).toMatch(/^A +Bcc: x@y.example: 2 things$/);
  expect(mail.bcc).toBeUndefined();
  expect(mail.html).toContain('<p>A-7</p><i>One</i><i>One</i><i>{% if %}</i><i>{% if %}</i>');
  expect(failed).toMatchObject({ status: 'failed', reason: expect.stringContaining('take more work than one message may') });

  const { error } = await api.POST('/v1/messages', { body: { ...few, html: page('{% for x in (1..1000000000) %}x{% endfor %}') } });
  expect(JSON.stringify(error)).toContain('a loop goes over a list');
});

test.runIf(isAtLength)('a preview shows the branch of its contact, and too much work is refused', async () => {
  const { api } = await service.workspace();
  const { items } = await must(api.POST('/v1/contacts/upsert', { body: { items: [{ email: 'vip@a.example', tags: ['vip'] }] } }));
  const contact_id = items[0]?.contact_id as string;
  const code = page(
    '{% if contact.tags contains "vip" %}<a href="https://vip.example/">V</a>{% else %}<a href="https://all.example/">A</a>{% endif %}',
  );
  const email = await approvedEmail(api, code);
  const render = (body: object) => api.POST('/v1/emails/{emailId}/render', { params: { path: { emailId: email } }, body });
  expect((await must(render({ contact_id }))).links).toEqual(['https://vip.example/']);
  expect((await must(render({}))).links).toEqual(['https://all.example/']);
  const loops = await approvedEmail(api, page('{% for a in data.l %}{% for b in data.l %}x{% endfor %}{% endfor %}'));
  const { error, response } = await api.POST('/v1/emails/{emailId}/render', {
    params: { path: { emailId: loops } },
    body: { data: { l: Array.from({ length: 1_000 }, () => 1) } },
  });
  expect([response.status, JSON.stringify(error)]).toEqual([400, expect.stringContaining('take more work')]);
});

test('a draft may have conditions within a text; others stay text, and steps that are no email refuse them', async () => {
  const { api } = service;
  const draft = (text: string) => ({
    ...{ lang: 'en', title: 'Trail', name: 'Juniper' },
    blocks: [{ kind: 'text' as const, paragraphs: [text] }],
  });
  const from = (text: string) => api.POST('/v1/emails/from-draft', { body: { draft: draft(text) } as never });
  const conditions = 'It\'s {% if contact.city == "Oslo" %}no{% elsif contact.service_score >= 5 %}no{% else %}**yes**{% endif %}.';
  const { email_id: emailId } = await must(from(conditions));
  const shown = await must(api.POST('/v1/emails/{emailId}/render', { params: { path: { emailId } }, body: {} }));
  expect(shown.html).toContain('It’s <strong>yes</strong>.');
  expect(shown.text).toContain('It’s yes.');
  const open = await must(from('A {% if contact.city %} brace'));
  const { html } = await must(api.POST('/v1/emails/{emailId}/render', { params: { path: { emailId: open.email_id } }, body: {} }));
  expect(html).toContain('A &#123;% if contact.city %&#125; brace');

  const step = { step_id: 'page', type: 'create_tent', source: 'scratch', prompt: 'A page for {% if contact.city %}a{% endif %}' };
  const { error } = await api.POST('/v1/email-flows', { body: { name: 'Blocks', steps: [step], triggers: [] } as never });
  expect(JSON.stringify(error)).toContain('is not supported');
});
