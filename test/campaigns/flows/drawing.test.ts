/** A flow drawn: as the text of a Mermaid flowchart, and as a page for people at a signed address. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Flow } from '../../../generated/prisma/client.ts';
import { drawingOf, drawingPage } from '../../../src/campaigns/flows/report/drawing.page.ts';
import { graphOf } from '../../../src/campaigns/flows/report/graph.ts';
import { toMermaid } from '../../../src/campaigns/flows/report/mermaid.ts';
import { toReport } from '../../../src/campaigns/flows/report/report.view.ts';
import { onThreadTime } from '../../../src/platform/threads.ts';
import { isAtLength, rounds } from '../../support/at-length.ts';
import { approvedEmail, must } from '../../support/blast.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/** A flow as it is kept, of steps alone. */
const flowOf = (steps: object[], more: object = {}): Flow =>
  ({ name: 'Welcome', steps, triggers: [], entryStepId: null, manualMembershipEnabled: false, ...more }) as unknown as Flow;

const wait = (step_id: string, next_step_id: string | null, label: string | null = null) => ({
  step_id,
  type: 'wait',
  label,
  duration_amount: 1,
  duration_unit: 'days',
  next_step_id,
});
const inOslo = { kind: 'condition', source: 'contact', field: 'city', operator: 'equals', value: 'Oslo' };
const check = (step_id: string, edges: object) => ({
  step_id,
  type: 'condition_check',
  label: null,
  true_step_id: null,
  false_step_id: null,
  default_step_id: null,
  condition: inOslo,
  ...edges,
});
const mermaidOf = (steps: object[], more?: object) => toMermaid(graphOf(flowOf(steps, more), () => undefined));
const arrowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.includes('-->'))
    .map((line) => line.trim());

/** Of each node its shape and lines, read as Mermaid reads them; anything that is not ours to write is an error. */
function read(text: string): { id: string; lines: string[] }[] {
  const [head, ...lines] = text.trimEnd().split('\n');
  expect(head).toBe('flowchart TD');
  return lines.flatMap((line) => {
    if (/^ {2}[stme]\d+ -->(\|"(true|false|default|timeout)"\|)? [stme]\d+$/.test(line)) return [];
    const [, id, label] =
      /^ {2}([stme]\d+)(?:\(\[|\[\[|\[\/|\[\\|\{\{|\(\(|[[({>])"((?:[^"#<]|#\d+;|<br\/>)*)"[\])}/\\]+$/.exec(line) ?? [];
    if (id === undefined || label === undefined) throw new Error(`Not a line of ours: ${line}`);
    expect(label.replaceAll(/#\d+;|<br\/>/g, '')).not.toMatch(/[`;:%$\\|&*~^<>{}[\]()]/);
    const plain = (part: string) =>
      part.replaceAll('#8288;', '').replaceAll(/#(\d+);/g, (_all, code) => String.fromCodePoint(Number(code)));
    return [{ id, lines: label.split('<br/>').map(plain) }];
  });
}

describe('the Mermaid text', () => {
  it('has a node for each way in and each step, and an edge for each way on', () => {
    const text = mermaidOf(
      [
        check('ask', { true_step_id: 'a', false_step_id: 'b' }),
        wait('a', 'b', 'Sleep on it'),
        { ...wait('b', null), condition: inOslo, timeout_amount: 2, timeout_unit: 'hours', timeout_step_id: 'bye' },
        { step_id: 'bye', type: 'drop_from_flow', label: null },
      ],
      { triggers: [{ type: 'contact_created' }], manualMembershipEnabled: true },
    );
    expect(text).toBe(`flowchart TD
  t1(["Is created"])
  t0(["Enrolled by hand"])
  s1{"ask<br/>Asks if city equals “Oslo”"}
  s2("Sleep on it<br/>Waits 1 day")
  s3("b<br/>Waits 1 day")
  s4[\\"bye<br/>Leaves the flow"\\]
  e3(("End"))
  t1 --> s1
  t0 --> s1
  s1 -->|"true"| s2
  s1 -->|"false"| s3
  s2 --> s3
  s3 --> e3
  s3 -->|"timeout"| s4
`);
  });

  it.each([
    ['its own edges', { true_step_id: 'x', false_step_id: 'y' }, ['s1 -->|"true"| s2', 's1 -->|"false"| s3']],
    ['a default for one', { true_step_id: 'x', default_step_id: 'y' }, ['s1 -->|"true"| s2', 's1 -->|"default"| s3']],
    ['a default for both', { default_step_id: 'x' }, ['s1 -->|"default"| s2']],
    ['an end in place of the default', { false_step_id: 'end', default_step_id: 'x' }, ['s1 -->|"default"| s2', 's1 -->|"false"| e1']],
    ['nothing', {}, ['s1 -->|"true"| e1', 's1 -->|"false"| e1']],
  ])('leads from a condition with %s as members go', (_what, edges, expected) => {
    const arrows = arrowsOf(mermaidOf([check('ask', edges), wait('x', 'y'), wait('y', null)]));
    expect(arrows.filter((arrow) => arrow.startsWith('s1 '))).toEqual(expected);
  });

  it('draws loops, steps that are not there, and a flow without any', () => {
    const text = mermaidOf([wait('a', 'b'), check('b', { true_step_id: 'a', false_step_id: 'later' })], { entryStepId: 'gone' });
    expect(arrowsOf(text)).toEqual(['s1 --> s2', 's2 -->|"true"| s1', 's2 -->|"false"| m1']);
    expect(text).toContain('m1>"later<br/>There is no such step"]');
    expect(mermaidOf([])).toBe('flowchart TD\n');
  });

  it('is what the document shows', () => {
    const example = (name: string) => parse(readFileSync(`openapi/components/examples/${name}.yaml`, 'utf8')).value;
    const { steps, triggers, entry_step_id, manual_membership_enabled } = example('email_flow_running');
    const names: Record<string, string> = {
      '01936d2e-b283-71d8-8092-d084939ab172': 'Trail club',
      '01936d2e-6d30-7c83-9b4d-8b3f4e5d6c22': 'Trail club: welcome',
      '01936d2e-6d30-7c83-9b4d-8b3f4e5d6c23': 'Trail club: reminder',
      '01936d2e-5c20-7b72-8a3c-7a2e3d4c5b13': 'Hut guests',
    };
    const flow = flowOf(steps, { triggers, entryStepId: entry_step_id, manualMembershipEnabled: manual_membership_enabled });
    expect(example('email_flow_graph').mermaid).toBe(toMermaid(graphOf(flow, (id) => names[id])));
  });

  const WILD = [
    '<script>alert(1)</script>',
    'a "quoted" label]',
    'end',
    'graph TD; A-->B',
    '`code` **bold** _it_',
    '1. first',
    '%% note',
    '%%{init: {"theme": "dark"}}%%',
    'style x fill: #fff;',
    '#quot; #35; &lt;',
    'ﬂ°°35¶ß',
    '$$x^2$$',
    '\\n',
    'fa:fa-car',
    '🏔️ 日本語 مرحبا',
    'one\u2028two',
  ];
  const labels = fc.oneof(
    fc.constantFrom(...WILD),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
    fc.string({ unit: fc.constantFrom(...'"#;<>`[](){}|\\/-=%&:$ \nend°ﬂ¶ß🏔'), minLength: 1, maxLength: 80 }),
  );

  it('shows any label as it is, and nothing that a label holds becomes a part of the text', () => {
    fc.assert(
      fc.property(fc.array(labels, { minLength: 1, maxLength: 6 }), (given) => {
        const nodes = read(mermaidOf(given.map((label, i) => wait(`step ${i}`, null, label)))).filter(({ id }) => id.startsWith('s'));
        const cut = (text: string) => ([...text].length > 60 ? `${[...text].slice(0, 59).join('')}…` : text).replaceAll('\u2060', '');
        expect(nodes.map(({ lines }) => lines)).toEqual(given.map((label) => [cut(label), 'Waits 1 day']));
      }),
    );
  });

  it('is drawn without markup of a label either', () => {
    fc.assert(
      fc.property(fc.array(labels, { minLength: 1, maxLength: 6 }), (given) => {
        const flow = flowOf(
          given.map((label, i) => wait(`step ${i}`, i % 2 ? `step ${i + 1}` : label, label)),
          { name: given[0], id: 'x', status: 'draft' },
        );
        const counts = { flow: { totalEntered: 0, active: 0, waiting: 0, completed: 0, dropped: 0, refused: 0, mostRecentEntryAt: null } };
        const report = toReport(flow, { counts: { ...counts, steps: new Map() }, emails: new Map() });
        const now = new Date('2026-04-14T10:00:00Z');
        const page = drawingPage(drawingOf({ graph: graphOf(flow, () => undefined), report }), report, { now, expiresAt: now });
        const tags = new Set([...page.matchAll(/<([^\s>/]+)/g)].map(([, name]) => name));
        const ours =
          'html head meta title style body header h1 bdi p span time main dl div dt dd svg desc defs marker path rect text g h2 h3 ol li footer';
        for (const name of ['!doctype', ...ours.split(' ')]) tags.delete(name);
        expect([...tags]).toEqual([]);
        expect(page).not.toContain('NaN');
      }),
      { numRuns: rounds(15, 50) },
    );
  });
});

describe('the drawing of a flow', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  async function given(api = service.api) {
    const email_id = await approvedEmail(api);
    const { list_id } = await must(api.POST('/v1/contact-lists', { body: { name: `Guests ${Math.random()}`, kind: 'static' } }));
    const { flow_id: flowId } = await must(
      api.POST('/v1/email-flows', {
        body: {
          name: 'Club <b>welcome</b>',
          triggers: [{ type: 'added_to_static_list', list_id }],
          steps: [
            { step_id: 'hello', type: 'send_email', label: '<script>alert("1")</script>', email_id, next_step_id: 'day' },
            { step_id: 'day', type: 'wait', duration_amount: 1, duration_unit: 'days', next_step_id: 'hello' },
          ],
        },
      }),
    );
    return { flowId, path: { flowId } };
  }
  const graph = (path: { flowId: string }, query?: { counts: boolean }, api = service.api) =>
    must(api.GET('/v1/email-flows/{flowId}/graph', { params: { path, ...(query && { query }) } }));
  /** The address as this test can reach it. */
  const here = (url: string) => service.url + url.slice(new URL(url).origin.length);

  it.runIf(isAtLength)('counts members in the text where it is asked to, and in the page always', async () => {
    const { flowId, path } = await given();
    await must(service.api.POST('/v1/email-flows/{flowId}/activate', { params: { path } }));
    for (const email of ['graph-a@example.net', 'graph-b@example.net']) {
      const { items } = await must(service.api.POST('/v1/contacts/upsert', { body: { items: [{ email }] } }));
      const contactId = (items[0] as { contact_id: string }).contact_id;
      await must(service.api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', { params: { path: { flowId, contactId } } }));
    }
    await service.drain();
    const plain = await graph(path);
    expect(plain.mermaid).toContain('“Spring opening”');
    expect(plain.mermaid).not.toContain('here');
    const seconds = () => Math.floor(service.clock.now().getTime() / 1_000);
    const before = seconds();
    const { mermaid, drawing_url, expires_at } = await graph(path, { counts: true });
    expect(read(mermaid).filter(({ id }) => id.startsWith('s'))).toEqual([
      { id: 's1', lines: ['<script>alert("1")</script>', 'Sends “Spring opening”', '0 here, 2 came'] },
      { id: 's2', lines: ['day', 'Waits 1 day', '2 here, 2 came'] },
    ]);
    const signedAt = new Date(expires_at).getTime() / 1_000 - 3_600;
    expect(signedAt).toBeGreaterThanOrEqual(before);
    expect(signedAt).toBeLessThanOrEqual(seconds());

    const answer = await fetch(here(drawing_url));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'$/,
    );
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const page = await answer.text();
    expect(page).toContain('Club &lt;b&gt;welcome&lt;/b&gt;');
    expect(page).not.toMatch(/<script|<b>|https?:\/\/(?!www\.w3\.org\/2000\/svg)/);
    expect(page).toContain('2 here, 2 came');
    expect(page).toContain('>2 sent<');
    expect(page).toContain('>0% opened, 0% clicked<');
    const head = await fetch(here(drawing_url), { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it.runIf(isAtLength)('is made once for all who ask meanwhile, and anew only when something of it has changed', async () => {
    // Of its own, so that no other test has a thread work for it.
    const { id, api } = await service.workspace({ name: 'Drawn' });
    const { path } = await given(api);
    const url = here((await graph(path, undefined, api)).drawing_url);
    let drawn = 0;
    const stop = onThreadTime((workspaceId) => {
      if (workspaceId === id) drawn += 1;
    });
    const look = async () => {
      const answer = await fetch(url);
      return answer.status === 200 ? await answer.text() : String(answer.status);
    };
    const pages = await Promise.all(Array.from({ length: 10 }, look));
    // One who comes when it is drawn already sees a later time beside it.
    const drawings = new Set(pages.map((page) => page.slice(page.indexOf('<main>'), page.indexOf('</main>'))));
    expect([drawings.size, drawn]).toEqual([1, 1]);
    expect(pages[0]).toContain('Club &lt;b&gt;welcome');
    service.clock.advance({ minutes: 2 });
    expect(await look()).not.toBe(pages[0]);
    expect(drawn).toBe(1);
    await must(api.PATCH('/v1/email-flows/{flowId}', { params: { path }, body: { name: 'Another name' } }));
    expect(await look()).toContain('Another name');
    expect(drawn).toBe(2);
    stop();
  });

  it.runIf(isAtLength)('is shown to one address so often and no more, whatever the address shows', async () => {
    const limited = await startTestService({ RATE_LIMIT_RPS: '1000' });
    const answers = await Promise.all(Array.from({ length: 32 }, () => fetch(`${limited.url}/drawings/none`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(30).fill(403), 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toMatch(/^[12]$/);
    expect(await refused?.text()).toMatch(/Drawings were opened too often\. Try again in [12] s\./);
    await must(limited.api.GET('/v1/contacts'));
    await limited.stop();
  });

  it.runIf(isAtLength)('is shown to whoever has its address, until its time is over, and to nobody else', async () => {
    const { flowId, path } = await given();
    const other = await given();
    const { drawing_url } = await graph(path);
    const url = here(drawing_url);
    const statusOf = async (address: string) => (await fetch(address)).status;
    expect(await statusOf(url)).toBe(200);
    const later = url.replace(/expires=(\d+)/, (_all, seconds) => `expires=${Number(seconds) + 3_600}`);
    const forged = [
      url.replace(flowId, other.flowId),
      url.replace(service.id, flowId),
      later,
      url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      url.replace(/signature=.*/, ''),
      url.replace(/\?.*/, ''),
      `${url}&more=1`,
      url.replace('/drawings/', '/downloads/'),
      url.replace('/drawings/', '/drawings//'),
      url.replace(`/${flowId}`, `/${flowId}/more`),
      url.replace(`/${flowId}`, ''),
      url.replace(flowId, flowId.toUpperCase()),
    ];
    expect(new Set(forged).size).toBe(forged.length);
    expect(await Promise.all(forged.map(statusOf))).toEqual(forged.map(() => 403));
    const refused = await fetch(later);
    expect(refused.headers.get('content-type')).toContain('text/html');
    expect(await refused.text()).not.toContain('welcome');

    service.clock.advance({ minutes: 59 });
    expect(await statusOf(url)).toBe(200);
    service.clock.advance({ minutes: 1, seconds: 1 });
    expect(await statusOf(url)).toBe(403);
    const fresh = here((await graph(path)).drawing_url);
    await must(service.api.DELETE('/v1/email-flows/{flowId}', { params: { path } }));
    expect(await statusOf(fresh)).toBe(404);
  });

  it('is given out to the flow’s own workspace alone', async () => {
    const { path } = await given();
    const stranger = await service.workspace({ name: 'Stranger' });
    const ask = (api: typeof service.api) => api.GET('/v1/email-flows/{flowId}/graph', { params: { path } });
    expect((await ask(service.api)).response.status).toBe(200);
    expect((await ask(stranger.api)).response.status).toBe(404);
  });

  it('names what the flow works with only where it is the workspace’s own', async () => {
    const stranger = await service.workspace({ name: 'Stranger' });
    const { list_id } = await must(stranger.api.POST('/v1/contact-lists', { body: { name: 'Secret list', kind: 'static' } }));
    const { flow_id: flowId } = await must(
      service.api.POST('/v1/email-flows', {
        body: {
          name: 'Curious',
          steps: [
            { step_id: 'a', type: 'add_to_list', list_id, next_step_id: 'b' },
            {
              step_id: 'b',
              type: 'wait',
              condition: { kind: 'condition', source: 'list_membership', listId: null, operator: 'is_member' },
            },
          ],
          triggers: [{ type: 'added_to_static_list', list_id }],
        },
      }),
    );
    const { mermaid, drawing_url } = await graph({ flowId });
    expect(mermaid).toContain('Adds to an unknown list');
    expect(mermaid).toContain('Waits until on no list yet');
    expect(mermaid + (await (await fetch(here(drawing_url))).text())).not.toContain('Secret');
  });
});
