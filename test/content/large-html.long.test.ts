/**
 * Documents of 2 MiB that are made to keep a parser busy: who sends one waits for it alone. The thread that answers everybody is
 * watched by the processor time that it uses at a stretch, which no other process on the machine can lengthen.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must } from '../support/blast.ts';
import { expectStretches } from '../support/cpu.ts';
import { testGenerator } from '../support/generator.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { generator: testGenerator() });
});
afterAll(() => service.stop());

const BYTES = 2 * 1024 * 1024;
const START = '<!doctype html><html><body>';
const filled = (pattern: string): string => START + pattern.repeat(Math.floor((BYTES - START.length) / pattern.length));
const HOSTILE: Record<string, string> = {
  'elements that nobody closes': filled('<p>'),
  'headings that nobody closes': filled('<h1>x'),
  'a tag for every other letter': filled('<b>x</b>'),
  'nothing but angle brackets': filled('<'),
  'nothing but closing tags': filled('</p>'),
  'one attribute': `${START}<p title="${'a'.repeat(BYTES - 100)}">`,
  'a hundred thousand attributes': `${START}<p ${Array.from({ length: 100_000 }, (_, n) => `a${n}="${n}"`).join(' ')}>`,
  entities: filled('&amp;'),
  'what looks like entities': filled('&'),
  comments: filled('<!---->'),
  'a comment without end': `${START}<!--${'-'.repeat(BYTES - 100)}`,
  'list items': filled('<li>'),
  links: filled('<a href=x>y</a>'),
  'half of a tag of Liquid’s': filled('{% '),
  spaces: filled(' '),
};

/**
 * Milliseconds that a request may use at a stretch. Reading 2 MiB, checking them against a schema and writing them as HTML and as text
 * takes up to 45, and more than twice that where memory is slow to come. Parsing them takes several times as long.
 */
const MOST_STRETCH = 150;

const bytesOf = (body: object): Buffer => Buffer.from(JSON.stringify(body));

/** Sends bytes that are there already, so that the costs are those of the service. */
async function send(method: string, path: string, body: Buffer): Promise<{ status: number; body: any }> {
  const headers = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' };
  const response = await fetch(`${service.url}${path}`, { method, headers, body });
  return { status: response.status, body: await response.json() };
}

/** The answer, where the thread is kept no longer than it may. */
function sendCheaply(method: string, path: string, body: object, what?: string) {
  const bytes = bytesOf(body);
  return expectStretches(MOST_STRETCH, () => send(method, path, bytes), what);
}

describe('2 MiB of', () => {
  let emailId: string;
  let templateId: string;
  beforeAll(async () => {
    ({ email_id: emailId } = await must(service.api.POST('/v1/emails', { body: { name: 'Large', preview_text: 'Hello' } })));
    const code = '<!doctype html><p>x</p>';
    ({ template_id: templateId } = await must(service.api.POST('/v1/tent-templates', { body: { name: 'Large', code } })));
    // The thread is there.
    await send('POST', `/v1/emails/${emailId}/save-code`, bytesOf({ code: filled('words ') }));
  });

  test.each(Object.entries(HOSTILE))('%s hold up nobody else', async (_name, code) => {
    expect(Buffer.byteLength(code)).toBeLessThanOrEqual(BYTES);
    const steps: [string, string, string, object, number][] = [
      ['save', 'POST', `/v1/emails/${emailId}/save-code`, { code }, 200],
      ['preheader', 'PATCH', `/v1/emails/${emailId}`, { preview_text: 'Another' }, 200],
      ['save page', 'POST', `/v1/tent-templates/${templateId}/save-code`, { code }, 200],
      ['create', 'POST', '/v1/email-templates', { name: 'x', code }, 201],
    ];
    for (const [what, method, path, body, status] of steps) {
      expect((await sendCheaply(method, path, body, what)).status, what).toBe(status);
    }
  });

  test('a plain text holds up nobody else either', async () => {
    for (const content of ['words '.repeat(170_000), '{ '.repeat(500_000)]) {
      expect((await sendCheaply('PUT', `/v1/emails/${emailId}/plain-text`, { content })).status).toBe(200);
    }
  });
});

test('a small request is answered quickly beside large ones that are saved and approved', async () => {
  const { email_id: emailId } = await must(service.api.POST('/v1/emails', { body: { name: 'Small', subject: 's', from_name: 'n' } }));
  const path = `/v1/emails/${emailId}`;
  const small = async (): Promise<number> => {
    const before = process.threadCpuUsage();
    const response = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${service.apiKey}` } });
    await response.text();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  const median = async (): Promise<number> => {
    const all: number[] = [];
    for (let n = 0; n < 25; n++) all.push(await small());
    return all.sort((a, b) => a - b)[12] as number;
  };
  const alone = await median();
  let isOver = false;
  let saved = 0;
  const others = [filled('<p>x</p>'), filled('<a href=x>y</a>')].map(async (code) => {
    const bytes = bytesOf({ code });
    const headers = { subject: 's', from_name: 'n', from_address: 'a@example.com', reply_to_email: 'a@example.com' };
    const large = await must(service.api.POST('/v1/emails', { body: { name: 'Large', ...headers } }));
    while (!isOver) {
      if ((await send('POST', `/v1/emails/${large.email_id}/save-code`, bytes)).status === 200) saved += 1;
      expect((await send('POST', `/v1/emails/${large.email_id}/approve`, bytesOf({}))).status).toBe(200);
    }
  });
  await expect.poll(() => saved).toBeGreaterThan(1);
  const beside = await median();
  isOver = true;
  await Promise.all(others);
  // The processor time of the thread from the request to the answer, including bodies of other requests.
  expect(beside).toBeLessThan(alone + 50);
});

test('merge tags are 2,000 at most, told at once', async () => {
  const { email_id: emailId } = await must(service.api.POST('/v1/emails', { body: { name: 'Large' } }));
  const path = `/v1/emails/${emailId}/save-code`;
  expect((await sendCheaply('POST', path, { code: START + '{{a}} '.repeat(2_000) })).status).toBe(200);
  for (const pattern of ['{{a}} ', '{{ "', '{{']) {
    const { status, body } = await sendCheaply('POST', path, { code: filled(pattern) }, pattern);
    expect([status, body.details.issues[0]]).toEqual([400, { path: 'code', message: 'must not hold more than 2000 merge tags' }]);
  }
  const text = await sendCheaply('PUT', `/v1/emails/${emailId}/plain-text`, { content: '{{a}} '.repeat(2_001) });
  expect([text.status, text.body.details.issues[0].path]).toEqual([400, 'content']);
});
