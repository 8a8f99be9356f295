/** Tents in bulk: what is taken on, how it goes on, and how it ends. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { GenerationRefused } from '../../src/content/generation/generator.ts';
import { sql } from '../../src/platform/db.ts';
import { fromUlid } from '../../src/platform/ids.ts';
import { settleItems } from '../../src/tents/bulk-jobs/bulk-jobs.repo.ts';
import { updateWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { bytesOf, fileOf, formOf, upload } from '../support/assets.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { askBulk, beginBulk, giveTemplate, items, readBulk } from '../support/bulk.ts';
import { creditsOf, ledgerProblems } from '../support/credits.ts';
import { asTx } from '../support/database.ts';
import { draft, page, type TestGenerator, testGenerator } from '../support/generator.ts';
import { outcome } from '../support/outcome.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { at, content, create, edit, read } from '../support/tent-requests.ts';

let generator: TestGenerator;
let service: TestService;
let ours: TestWorkspace;
let template_id: string;
beforeAll(async () => {
  generator = testGenerator();
  service = await startTestService({}, { generator });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.drain();
  Object.assign(generator, testGenerator(), { generate: generator.generate, hold: generator.hold });
  ours = await service.workspace();
  template_id = await giveTemplate(ours);
});

const ask = (body: object, key?: string) => askBulk(ours, { template_id, ...body }, key);
const begin = (body: object) => beginBulk(ours, { template_id, ...body });
const look = ({ bulk_job_id }: { bulk_job_id: string }) => readBulk(ours, bulk_job_id);
const done = async (job: { bulk_job_id: string }) => {
  await service.drain();
  return look(job);
};
const counts = ({ total, queued, generating, completed, failed }: any) => [total, queued, generating, completed, failed];
const credits = ({ credits: { reserved, consumed, refunded, pending_reconciliation } }: any) => [
  reserved,
  consumed,
  refunded,
  pending_reconciliation,
];
const verdicts = (job: any) => job.items.map((item: any) => item.error_code ?? item.status);
const address = (path: string) => `http://${ours.slug}.${service.service.config.publishedHost}/${path}`;
const cannot = async () => {
  throw new GenerationRefused('Cannot.');
};

describe('a request', () => {
  test.runIf(isAtLength)('is taken on, and its items wait', async () => {
    const body = {
      template_id: `tt_${template_id}`,
      client_job_descriptor: ' Hut openings ',
      metadata: { season: 'spring', nested: { deep: [1, null] } },
      items: [
        { client_item_id: 'north', tent_name: ' North  hut', input_data: { hut: 'North' }, instructions: 'Warmer' },
        { input_data: { hut: 'Lake' } },
        { client_item_id: 'west', instructions: 'Colder' },
      ],
    };
    const admitted = await begin(body);
    const accepted = { tent_id: expect.any(String), status: 'accepted', unused_values: [] };
    expect(admitted).toEqual({
      bulk_job_id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      status: 'accepted',
      template_id,
      auto_publish: false,
      accepted_count: 3,
      rejected_count: 0,
      items: [
        { index: 0, client_item_id: 'north', tent_name: 'North  hut', ...accepted, unfilled_tags: ['opens on'] },
        { index: 1, client_item_id: null, tent_name: 'Hut openings (1)', ...accepted, unfilled_tags: ['opens on'] },
        { index: 2, client_item_id: 'west', tent_name: 'Hut openings (2)', ...accepted, unfilled_tags: ['hut', 'opens on'] },
      ],
      metadata: body.metadata,
      created_at: expect.any(String),
    });
    const { bulk_job_id, created_at } = admitted;
    const waiting = { publication_status: null, published_url: null, message: null };
    expect(await look(admitted)).toEqual({
      ...{ bulk_job_id, created_at, template_id },
      status: 'accepted',
      auto_publish: false,
      ...{ total: 3, queued: 3, generating: 0, completed: 0, failed: 0 },
      items: admitted.items.map((item: object) => ({ ...item, status: 'queued', ...waiting })),
      credits: { reserved: 3, consumed: 0, refunded: 0, pending_reconciliation: 3 },
      updated_at: created_at,
    });
    expect(await creditsOf(service, ours.id)).toBe(997);
    const tent = await read(ours, admitted.items[1].tent_id);
    expect(tent).toMatchObject({ name: 'Hut openings (1)', status: 'draft', current_version: null, generation: { status: 'pending' } });
  });

  test.each<[string, object, string[]]>([
    ['the prefix', { default_tent_name_prefix: 'Hut', client_job_descriptor: 'Label', start_index: 7 }, ['Hut (7)', 'Own', 'Hut (8)']],
    ['the label', { client_job_descriptor: 'Label', start_index: 0 }, ['Label (0)', 'Own', 'Label (1)']],
    ['neither', {}, ['Bulk Tent (1)', 'Own', 'Bulk Tent (2)']],
  ])('names pages after %s, and counts only those', async (_what, body, names) => {
    const [first, , third] = items(3);
    // One that is rejected takes no number.
    const job = await begin({ ...body, items: [first, { tent_name: 'Own', instructions: 'Red' }, {}, third] });
    expect(job.items.map(({ tent_name }: any) => tent_name).filter(Boolean)).toEqual(names);
    expect(verdicts(job)).toEqual(['accepted', 'accepted', 'INVALID_ITEM', 'accepted']);
  });

  test.runIf(isAtLength)('is refused as a whole only where its envelope is malformed', async () => {
    const refused: object[] = [
      { items: undefined },
      { items: [] },
      { items: items(26) },
      { items: ['x'] },
      { items: [null] },
      { items: {} },
      { template_id: 'x', items: items(1) },
      { template_id: `tt_tt_${template_id}`, items: items(1) },
      { items: items(1), auto_publish: 'yes' },
      { items: items(1), reasoning: 'much' },
      { items: items(1), start_index: -1 },
      { items: items(1), client_job_descriptor: '' },
      { items: items(1), default_tent_name_prefix: 'a\nb' },
      { items: items(1), metadata: 'x' },
      { items: items(1), workspace_id: ours.id },
    ];
    for (const body of refused) expect(outcome(await ask(body)), JSON.stringify(body)).toEqual([400, 'validation_failed']);
    expect(await service.db.prisma.bulkJob.count({ where: { workspaceId: ours.id } })).toBe(0);
  });

  test.runIf(isAtLength)('holds 16 KiB of metadata', async () => {
    const metadata = (size: number) => ({ note: 'ä'.repeat((size - 11) / 2) });
    expect(JSON.stringify(metadata(1_001))).toHaveLength(11 + 495);
    const { error } = await ask({ items: items(1), metadata: metadata(16 * 1024 + 1) });
    expect((error as any)?.details.issues).toEqual([{ path: 'metadata', message: 'must not be larger than 16 KiB of JSON' }]);
    expect((await begin({ items: items(1), metadata: metadata(16 * 1024 - 1) })).metadata).toEqual(metadata(16 * 1024 - 1));
  });

  test('needs a template of the workspace that is approved', async () => {
    const theirs = await giveTemplate(await service.workspace());
    const unknown = [theirs, '01JPQ8B6T2W9X4R7D5N3K1M0ZZ', 'tt_01JPQ8B6T2W9X4R7D5N3K1M0ZZ'];
    for (const id of unknown) {
      const { error, response } = await ask({ template_id: id, items: items(1) });
      expect([response.status, (error as any).details.issues]).toEqual([
        404,
        [{ path: 'template_id', message: 'is not known in this workspace' }],
      ]);
    }
    await must(ours.api.POST('/v1/tent-templates/{templateId}/unapprove', { params: { path: { templateId: template_id } } }));
    expect(outcome(await ask({ items: items(1) }))).toEqual([409, 'template_not_ready']);
  });

  test.runIf(isAtLength)('waits for whoever deletes the template, and finds it gone', async () => {
    let answer: ReturnType<typeof ask> | undefined;
    await service.db.transaction(async (tx) => {
      await tx.query(sql`DELETE FROM documents WHERE workspace_id = ${ours.id}::uuid AND id = ${fromUlid(template_id)}::uuid`);
      answer = ask({ items: items(1) });
      const waits = sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      await expect.poll(async () => (await service.db.query(waits)).length).toBe(1);
    });
    expect(outcome((await answer) as never)).toEqual([404, 'not_found']);
  });

  test.runIf(isAtLength)('with a key is taken on once', async () => {
    const [first, again] = [await must(ask({ items: items(3) }, 'once')), await must(ask({ items: items(3) }, 'once'))];
    expect(again).toEqual(first);
    expect(outcome(await ask({ items: items(2) }, 'once'))).toEqual([400, 'idempotency_key_mismatch']);
    expect(await creditsOf(service, ours.id)).toBe(997);
    expect(await service.db.prisma.document.count({ where: { workspaceId: ours.id, kind: 'tent' } })).toBe(3);
  });
});

describe('an item', () => {
  const instructions = 'Warmer';
  const invalid: [string, object, string | RegExp][] = [
    ['nothing to go by', {}, /^The item must have input_data or instructions\.$/],
    ['an identifier of its own', { instructions, tent_id: '01936d2e-b283-71d8-8092-d084939ab174' }, 'tent_id is not known here.'],
    [
      'an alias without auto_publish',
      { instructions, custom_page_alias: 'hut' },
      'custom_page_alias needs auto_publish of the request to be true.',
    ],
    ['a number as client_item_id', { instructions, client_item_id: 7 }, 'client_item_id must be a string.'],
    ['a long client_item_id', { instructions, client_item_id: 'x'.repeat(256) }, 'client_item_id must have at most 255 characters.'],
    ['a blank name', { instructions, tent_name: '  ' }, 'tent_name must not be empty.'],
    ['a name of two lines', { instructions, tent_name: 'a\nb' }, 'tent_name must be one line, without control characters.'],
    ['input_data that is a list', { input_data: [] }, 'input_data must be an object.'],
    ['instructions that are null', { instructions: null }, 'instructions must be a string.'],
    ['a brand in words', { instructions, include_brand: 'yes' }, 'include_brand must be a boolean.'],
    [
      'half of a character',
      { instructions: 'Warmer \ud800' },
      /^instructions must not hold a NUL character or half of a surrogate pair\.$/,
    ],
    ['a NUL in a name', { input_data: { 'a\0': 1 } }, /must not hold a NUL character/],
    ['another order', { instructions: 'Write a Python script that sorts a list' }, /^instructions must ask for web content/],
    ['too much input_data', { input_data: { text: 'x'.repeat(16 * 1024) } }, 'input_data must not be larger than 16 KiB of JSON.'],
    ['a status', { instructions, status: 'completed', generation_id: 'x' }, /^(status|generation_id) is not known here\. /],
  ];
  test.runIf(isAtLength)('that is invalid is rejected alone', async () => {
    const job = await begin({ items: [{ instructions: 'Before' }, ...invalid.map(([, item]) => item), { instructions: 'After' }] });
    expect(verdicts(job)).toEqual(['accepted', ...invalid.map(() => 'INVALID_ITEM'), 'accepted']);
    expect([job.accepted_count, job.rejected_count]).toEqual([2, invalid.length]);
    const polled = await done(job);
    for (const [n, [what, , message]] of invalid.entries()) {
      const { custom_page_alias: _, ...rejected } = job.items[n + 1];
      expect(rejected.message, what).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
      expect(rejected, what).not.toHaveProperty('tent_id');
      expect(polled.items[n + 1], what).toEqual(rejected);
    }
    expect([polled.status, counts(polled), credits(polled)]).toEqual(['completed', [2, 0, 0, 2, 0], [2, 2, 0, 0]]);
  });

  test.runIf(isAtLength)('shows what can be read of it when it is rejected', async () => {
    const job = await begin({
      items: [
        { client_item_id: 'a', tent_name: 'Name', custom_page_alias: 'Bad Alias', instructions: 7 },
        { client_item_id: 'a\0', tent_name: ['Name'], custom_page_alias: { a: 1 } },
        { client_item_id: '😀'.repeat(255), tent_name: '😀'.repeat(201) },
      ],
    });
    expect(job.items).toEqual([
      {
        index: 0,
        client_item_id: 'a',
        tent_name: 'Name',
        custom_page_alias: 'Bad Alias',
        status: 'rejected',
        error_code: 'INVALID_ITEM',
        message: expect.any(String),
      },
      { index: 1, client_item_id: null, tent_name: null, status: 'rejected', error_code: 'INVALID_ITEM', message: expect.any(String) },
      {
        index: 2,
        client_item_id: '😀'.repeat(255),
        tent_name: null,
        status: 'rejected',
        error_code: 'INVALID_ITEM',
        message: expect.any(String),
      },
    ]);
    expect([job.status, job.accepted_count]).toEqual(['failed', 0]);
    const polled = await look(job);
    expect([polled.status, counts(polled), credits(polled)]).toEqual(['failed', [0, 0, 0, 0, 0], [0, 0, 0, 0]]);
    expect(polled.updated_at).toBe(job.created_at);
  });

  test.runIf(isAtLength)('that asks for the alias of one before is rejected, unless that one was', async () => {
    const job = await begin({
      auto_publish: true,
      items: [
        { custom_page_alias: 'hut' },
        { instructions, custom_page_alias: 'hut' },
        { instructions, custom_page_alias: 'hut' },
        { instructions, custom_page_alias: '/' },
        { instructions, custom_page_alias: '/' },
        { instructions, custom_page_alias: 'admin' },
      ],
    });
    expect(verdicts(job)).toEqual(['INVALID_ITEM', 'accepted', 'INVALID_ITEM', 'accepted', 'INVALID_ITEM', 'INVALID_ITEM']);
    expect(job.items[2]).toMatchObject({ custom_page_alias: 'hut', message: 'custom_page_alias is that of item 1.' });
    expect(job.items[1].custom_page_alias).toBe('hut');
  });

  test.runIf(isAtLength)('past the credits is rejected, in the order of the request', async () => {
    ours = await service.workspace({ credits: 2 });
    template_id = await giveTemplate(ours);
    const [one, two, three, four] = items(4);
    const job = await begin({ items: [{}, one, two, { ...three, tent_name: 'Third' }, { tent_id: 'x' }, four] });
    expect(verdicts(job)).toEqual(['INVALID_ITEM', 'accepted', 'accepted', 'INSUFFICIENT_CREDITS', 'INVALID_ITEM', 'INSUFFICIENT_CREDITS']);
    expect(job.items.map(({ tent_name }: any) => tent_name)).toEqual([null, 'Bulk Tent (1)', 'Bulk Tent (2)', 'Third', null, null]);
    expect(await creditsOf(service, ours.id)).toBe(0);
    const none = await begin({ items: items(2) });
    expect([none.status, verdicts(none)]).toEqual(['failed', ['INSUFFICIENT_CREDITS', 'INSUFFICIENT_CREDITS']]);
    expect((await look(none)).status).toBe('failed');
    expect((await done(job)).status).toBe('completed');
  });

  test.runIf(isAtLength)('has a credit of its own, however many ask at once', async () => {
    ours = await service.workspace({ credits: 10 });
    template_id = await giveTemplate(ours);
    const jobs = await Promise.all(Array.from({ length: 5 }, () => begin({ items: items(3) })));
    expect(jobs.reduce((sum, { accepted_count }) => sum + accepted_count, 0)).toBe(10);
    expect(await creditsOf(service, ours.id)).toBe(0);
    expect(await service.db.prisma.document.count({ where: { workspaceId: ours.id, kind: 'tent' } })).toBe(10);
    await service.drain();
    expect(await ledgerProblems(service)).toEqual([]);
  });
});

describe('a page', () => {
  test('is the template with the data put in, and needs no generator then', async () => {
    const input_data = { hut: '<b>North</b> & "co" {{opens on}}', 'opens on': 'May' };
    const job = await begin({ items: [{ input_data }, { input_data: {} }] });
    await service.drain();
    const [filled, plain] = await Promise.all(job.items.map(({ tent_id }: any) => content(ours, tent_id)));
    expect(filled).toContain('<h1>&lt;b&gt;North&lt;/b&gt; &amp; &quot;co&quot; &#123;&#123;opens on}}</h1><p>Opens May.</p>');
    expect(plain).toContain('<h1>{{hut}}</h1><p>Opens {{opens on}}.</p>');
    expect(generator.commissions).toEqual([]);
  });

  test.runIf(isAtLength)('has all kinds of values, and filters', async () => {
    const tags = [
      'n',
      'b',
      'no',
      'list',
      'deep',
      'hut | upcase',
      'hut|shout',
      'gone | default: "none"',
      'no | default: "none"',
      '-hut-',
      ' hut ',
    ];
    template_id = await giveTemplate(ours, page(tags.map((tag) => `<i>{{${tag}}}</i>`).join('')));
    const input_data = { n: 1.5, b: true, no: null, list: ['a', 2, false], deep: { a: [1] }, hut: 'North', __proto__: 1 };
    const {
      items: [{ tent_id }],
    } = await begin({ items: [{ input_data }] });
    await service.drain();
    const html = await content(ours, tent_id);
    expect([...html.matchAll(/<i>(.*?)<\/i>/g)].map(([, text]) => text)).toEqual([
      ...['1.5', 'true', '', 'a, 2, false', '&#123;&quot;a&quot;:[1]}', 'NORTH'],
      ...['{{hut|shout}}', '{{gone | default: "none"}}', 'none', 'North', 'North'],
    ]);
  });

  test.runIf(isAtLength)('is written by the generator where there is more to do', async () => {
    const brand = { colors: { primary: '#C0FFEE' } };
    await updateWorkspace(service.db, ours.id, { brand }, new Date());
    await begin({
      reasoning: 'max',
      items: [
        { input_data: { hut: 'North', beds: 24, note: '  ' }, instructions: 'Warmer', include_brand: true },
        { input_data: { beds: 18 } },
        { instructions: 'Colder' },
      ],
    });
    await service.drain();
    const start = (hut: string) => ({ html: expect.stringContaining(`<h1>${hut}</h1><p>Opens {{opens on}}.</p>`), draft: null });
    const common = { workspaceId: expect.any(String), kind: 'page', isTemplate: false, conversation: [], reasoning: 'max', assets: [] };
    expect(generator.commissions).toEqual([
      {
        ...common,
        prompt: 'Warmer',
        withBrand: true,
        facts: { beds: '24' },
        current: start('North'),
        brand: { name: 'Juniper Trail', primaryColor: '#C0FFEE' },
        today: expect.any(Date),
      },
      {
        ...common,
        prompt: '',
        withBrand: false,
        facts: { beds: '18' },
        current: start('{{hut}}'),
        brand: { name: 'Juniper Trail' },
        today: expect.any(Date),
      },
      {
        ...common,
        withBrand: false,
        prompt: 'Colder',
        facts: {},
        current: start('{{hut}}'),
        brand: { name: 'Juniper Trail' },
        today: expect.any(Date),
      },
    ]);
  });

  test('goes live with a warning where tags of it have no value, and values without a tag are named', async () => {
    const seen = ({ items }: any) => items.map((item: any) => [item.publication_status, item.unfilled_tags, item.unused_values]);
    generator.answer = async ({ current, facts }) => draft((current?.html ?? '').replace('{{opens on}}', `in ${facts.month} &amp; after`));
    const job = await begin({
      auto_publish: true,
      items: [
        { input_data: { hut: 'North', 'opens on': 'May' } },
        { input_data: { hut: 'Lake', Hut: '' } },
        { input_data: { hut: 'West', month: 'June', beds: 18 }, instructions: 'Say when it opens' },
        { instructions: 'Bluer', input_data: { 'opens on': 'May' }, custom_page_alias: 'bluer' },
      ],
    });
    expect(job.items.map((item: any) => [item.unfilled_tags, item.unused_values])).toEqual([
      [[], []],
      [['opens on'], ['Hut']],
      [['opens on'], ['month', 'beds']],
      [['hut'], []],
    ]);
    const ended = await done(job);
    expect(seen(ended)).toEqual([
      ['published', [], []],
      ['published_with_warnings', ['opens on'], ['Hut']],
      ['published', [], ['beds']],
      ['published_with_warnings', ['hut'], []],
    ]);
    expect(ended.items[1].message).toBe(
      'The page shows tags that have no value: `opens on`. Send them in `input_data`, or give the template other tags.',
    );
    const { publication } = await read(ours, job.items[3].tent_id);
    expect(publication).toMatchObject({ status: 'published_with_warnings', applied_custom_page_alias: 'bluer' });
    expect(await read(ours, job.items[0].tent_id)).toMatchObject({ publication: { status: 'published' } });
  });

  test.runIf(isAtLength)('that the data would make too large is rejected', async () => {
    template_id = await giveTemplate(ours, page('{{text}}'.repeat(200)));
    const job = await begin({ items: [{ input_data: { text: 'x'.repeat(11_000) } }, { input_data: { text: 'x' } }] });
    expect(verdicts(job)).toEqual(['INVALID_ITEM', 'accepted']);
    expect(job.items[0].message).toBe('input_data makes HTML of the template that must not be larger than 2 MiB of UTF-8.');
  });

  test.runIf(isAtLength)('that would make all of them too large together is rejected', async () => {
    template_id = await giveTemplate(ours, page('{{text}}'.repeat(200)));
    const large = { input_data: { text: 'x'.repeat(10_000) } };
    const job = await begin({
      items: [...Array.from({ length: 5 }, () => large), { input_data: { text: 'x' } }, { instructions: 'Bluer' }],
    });
    expect(verdicts(job)).toEqual(['accepted', 'accepted', 'accepted', 'accepted', 'INVALID_ITEM', 'accepted', 'accepted']);
    expect(job.items[4].message).toBe(
      'With this item the pages of the request would be larger than 8 MiB together. Send it in another request.',
    );
  });

  test.runIf(isAtLength)('has copies of the files of the template', async () => {
    const files = formOf(fileOf('b.png', bytesOf('png')), fileOf('a.pdf', bytesOf('pdf')));
    await upload({ url: service.url, apiKey: ours.apiKey }, 'uploadTentTemplateAssets', { templateId: template_id }, files);
    const job = await begin({ items: items(2) });
    for (const { tent_id } of job.items) {
      const { assets } = await must(ours.api.GET('/v1/tents/{tentId}/assets', at(tent_id)));
      expect(assets.map(({ file_name }: any) => file_name)).toEqual(['b.png', 'a.pdf']);
    }
    const params = { path: { templateId: template_id } };
    await must(ours.api.DELETE('/v1/tent-templates/{templateId}', { params }));
    await service.drain();
    const { assets } = await must(ours.api.GET('/v1/tents/{tentId}/assets', at(job.items[1].tent_id)));
    expect((await fetch(assets[0]?.url as string)).status).toBe(200);
    expect((await look(job)).template_id).toBe(template_id);
  });
});

describe('a job', () => {
  test.runIf(isAtLength)('runs from the first page that is begun to the last that has ended', async () => {
    const job = await begin({ items: items(3) });
    const held = generator.hold();
    const working = service.drain();
    await held.begun;
    service.clock.advance({ seconds: 1 });
    const running = await look(job);
    expect([running.status, counts(running), credits(running)]).toEqual(['running', [3, 2, 1, 0, 0], [3, 0, 0, 3]]);
    expect(running.items.map(({ status }: any) => status)).toEqual(['generating', 'queued', 'queued']);
    expect(running.updated_at > job.created_at).toBe(true);
    held.finish();
    await working;
    const ended = await look(job);
    expect([ended.status, counts(ended), credits(ended)]).toEqual(['completed', [3, 0, 0, 3, 0], [3, 3, 0, 0]]);
    expect(ended.updated_at > running.updated_at).toBe(true);
    expect(await ledgerProblems(service)).toEqual([]);
  });

  test.runIf(isAtLength)('does not go back to accepted when its first page has to begin anew', async () => {
    const job = await begin({ items: items(1) });
    const held = generator.hold();
    const working = service.drain();
    await held.begun;
    await service.db.query(sql`
      UPDATE generations SET status = 'pending', claimed_by = NULL WHERE workspace_id = ${ours.id}::uuid AND status = 'generating'`);
    const again = await look(job);
    expect([again.status, again.items[0].status]).toEqual(['running', 'queued']);
    held.finish();
    await working;
  });

  test.each<[string, number, string, number[]]>([
    ['some pages fail', 1, 'completed_with_failures', [3, 2, 1, 0]],
    ['all pages fail', 3, 'failed', [3, 0, 3, 0]],
  ])('ends otherwise when %s', async (_what, failing, status, booked) => {
    const { answer } = generator;
    generator.answer = (commission, signal) => (Number(commission.prompt.slice(-1)) < failing ? cannot() : answer(commission, signal));
    const ended = await done(await begin({ items: items(3), auto_publish: true }));
    expect([ended.status, counts(ended), credits(ended)]).toEqual([status, [3, 0, 0, 3 - failing, failing], booked]);
    expect(ended.items[0]).toMatchObject({ status: 'failed', message: 'Cannot.', publication_status: 'failed', published_url: null });
    expect(await creditsOf(service, ours.id)).toBe(1_000 - 3 + failing);
  });

  test('publishes each page as it is written', async () => {
    const { id: other } = await must(create(ours, { auto_publish: true, custom_page_alias: 'taken' }));
    await service.drain();
    const job = await begin({
      auto_publish: true,
      items: [
        { instructions: 'One', custom_page_alias: 'hut' },
        { instructions: 'Two' },
        { instructions: 'Three', custom_page_alias: 'taken' },
      ],
    });
    const [one, two, three] = job.items.map(({ tent_id }: any) => tent_id);
    expect((await look(job)).items[0]).toMatchObject({ publication_status: 'pending', published_url: null, message: null });
    const ended = await done(job);
    expect(ended.items.map((item: any) => [item.status, item.publication_status, item.published_url, item.message])).toEqual([
      ['completed', 'published', address('hut'), null],
      ['completed', 'published', address(two), null],
      ['completed', 'published_with_warnings', address(three), 'Another page is live at taken.'],
    ]);
    expect((await read(ours, other)).publication).toMatchObject({ applied_custom_page_alias: 'taken' });

    // The result of an item stays; its address follows the page.
    await must(ours.api.POST('/v1/tents/{tentId}/publish', { ...at(one), body: { custom_page_alias: 'moved' } }));
    await must(ours.api.POST('/v1/tents/{tentId}/unpublish', at(two)));
    await must(ours.api.DELETE('/v1/tents/{tentId}', at(three)));
    const later = await look(job);
    expect(later).toEqual({
      ...ended,
      items: ended.items.map((item: object, i: number) => ({ ...item, published_url: [address('moved'), null, null][i] })),
    });
  });

  test('ends an item in the moment in which its publication is settled', async () => {
    const job = await begin({ auto_publish: true, items: items(4) });
    // A concurrent reader sees both or neither, with the credit.
    let looking = true;
    const working = service.drain().finally(() => {
      looking = false;
    });
    while (looking) {
      const { items: seen, ...rest } = await look(job);
      for (const { status, publication_status: published } of seen) expect(published === 'pending').toBe(status !== 'completed');
      const [total, queued, generating, completed, failed] = counts(rest) as [number, number, number, number, number];
      expect(queued + generating + completed + failed).toBe(total);
      expect(credits(rest)).toEqual([4, completed, failed, queued + generating]);
    }
    await working;
  });

  test.runIf(isAtLength)('completes pages past the publish limit of the plan without publishing them', async () => {
    ours = await service.workspace({ plan: 'free' });
    template_id = await giveTemplate(ours);
    const ended = await done(await begin({ auto_publish: true, items: items(3) }));
    expect([ended.status, credits(ended)]).toEqual(['completed', [3, 3, 0, 0]]);
    expect(ended.items.map((item: any) => item.publication_status)).toEqual(['published', 'failed', 'failed']);
    expect(ended.items[1]).toMatchObject({ status: 'completed', published_url: null, message: expect.stringContaining('free plan') });
  });

  test.runIf(isAtLength)('fails an item whose tent is deleted before it is written, and returns its credit', async () => {
    const job = await begin({ auto_publish: true, items: items(3) });
    const remove = (index: number) => must(ours.api.DELETE('/v1/tents/{tentId}', at(job.items[index].tent_id)));
    const held = generator.hold();
    const working = service.drain();
    await held.begun;
    service.clock.advance({ seconds: 1 });
    // One that is being written, and one that waits.
    await remove(0);
    await remove(2);
    const between = await look(job);
    expect([between.status, counts(between), credits(between)]).toEqual(['running', [3, 1, 0, 0, 2], [3, 0, 2, 1]]);
    held.finish();
    await working;
    const ended = await look(job);
    expect([ended.status, counts(ended), credits(ended)]).toEqual(['completed_with_failures', [3, 0, 0, 1, 2], [3, 1, 2, 0]]);
    expect(ended.items[2]).toMatchObject({
      status: 'failed',
      tent_id: job.items[2].tent_id,
      message: 'The tent was deleted before its page was written.',
      publication_status: 'failed',
      published_url: null,
    });
    expect(await creditsOf(service, ours.id)).toBe(999);
    expect(await ledgerProblems(service)).toEqual([]);
  });

  test.runIf(isAtLength)('says of a page that was taken down before it was written that it is not published', async () => {
    const job = await begin({ auto_publish: true, items: items(1) });
    await must(ours.api.POST('/v1/tents/{tentId}/unpublish', at(job.items[0].tent_id)));
    const said = { publication_status: 'failed', published_url: null, message: 'The tent was taken down before its page was written.' };
    expect((await look(job)).items[0]).toMatchObject({ ...said, status: 'queued' });
    expect((await done(job)).items[0]).toMatchObject({ ...said, status: 'completed' });
  });

  test.runIf(isAtLength)('keeps its outcome when a tent of it is edited', async () => {
    generator.answer = cannot;
    const ended = await done(await begin({ items: items(1) }));
    expect(ended.status).toBe('failed');
    generator.answer = async () => draft(page('<p>Second</p>'));
    await must(edit(ours, ended.items[0].tent_id));
    await service.drain();
    expect(await look(ended)).toEqual(ended);
    // Started from the template again, for another credit.
    expect(generator.commissions.at(-1)?.current?.html).toContain('<h1>{{hut}}</h1>');
  });

  test.runIf(isAtLength)('has one outcome for each item', async () => {
    const ended = await done(await begin({ items: items(1) }));
    const { tentId, generationId } = await service.db.prisma.bulkItem.findFirstOrThrow({ where: { workspaceId: ours.id } });
    const late = { tentId: tentId as string, generationId: generationId as string, outcome: 'failed', reason: 'Late.' } as const;
    await settleItems({ db: asTx(service.db), workspaceId: ours.id, now: service.clock.now() }, [late], 'Late.');
    expect(await look(ended)).toEqual(ended);
  });

  test.runIf(isAtLength)('delays the page of another workspace by one turn at most', async () => {
    const { bulk_job_id } = await begin({ items: items(8) });
    const stranger = await service.workspace();
    await must(create(stranger, { prompt: 'A page for a bakery in Leeds' }));
    await service.drain();
    const asked = generator.commissions.map(({ prompt }) => prompt);
    expect(asked.indexOf('A page for a bakery in Leeds')).toBeLessThanOrEqual(1);
    expect(await readBulk(ours, bulk_job_id)).toMatchObject({ status: 'completed', completed: 8 });
    // Everybody was served by the end, though the generator may be asked for one of them again.
    expect(new Set(asked)).toEqual(new Set(['A page for a bakery in Leeds', ...Array.from({ length: 8 }, (_, n) => `Page ${n}`)]));
  });

  test.runIf(isAtLength)('is one of its workspace, and has an id', async () => {
    const job = await begin({ items: items(1) });
    const stranger = await service.workspace();
    const params = (bulkJobId: string) => ({ params: { path: { bulkJobId } } });
    expect(outcome(await stranger.api.GET('/v1/bulk-jobs/{bulkJobId}', params(job.bulk_job_id)))).toEqual([404, 'not_found']);
    expect(outcome(await ours.api.GET('/v1/bulk-jobs/{bulkJobId}', params('01JPQ8B6T2W9X4R7D5N3K1M0ZZ')))).toEqual([404, 'not_found']);
    expect(outcome(await ours.api.GET('/v1/bulk-jobs/{bulkJobId}', params('x')))).toEqual([400, 'validation_failed']);
  });

  test('asks the database as often for 25 items as for one', async () => {
    const statements = async (count: number): Promise<number> => {
      const query = vi.spyOn(pg.Client.prototype, 'query');
      try {
        await begin({ auto_publish: true, items: items(count) });
        return query.mock.calls.length;
      } finally {
        query.mockRestore();
      }
    };
    // Something else may ask beside it, a look at the statistics for instance: not each time.
    const least = async (count: number) => Math.min(await statements(count), await statements(count), await statements(count));
    expect((await least(25)) - (await least(1))).toBeLessThan(5);
    // These pages stay unwritten.
    await service.db.query(sql`DELETE FROM documents WHERE workspace_id = ${ours.id}::uuid AND kind = 'tent'`);
    await service.db.query(sql`DELETE FROM pgboss.job WHERE name = 'generations' AND state = 'created'`);
    await service.db.query(sql`
      WITH reserved AS (DELETE FROM credit_entries WHERE workspace_id = ${ours.id}::uuid AND kind = 'reserved' RETURNING amount)
      UPDATE workspaces SET credits = credits - (SELECT sum(amount) FROM reserved) WHERE id = ${ours.id}::uuid`);
  });
});
