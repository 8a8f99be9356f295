/** Tents: created in every way, read, edited, copied, listed and deleted. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockDocument } from '../../src/content/documents/documents.repo.ts';
import { TENT } from '../../src/content/documents/kinds.ts';
import { waking } from '../../src/content/generation/generations.service.ts';
import { GenerationRefused } from '../../src/content/generation/generator.ts';
import { sql, type Tx } from '../../src/platform/db.ts';
import { subscription } from '../../src/platform/events.ts';
import { fromUlid, newId } from '../../src/platform/ids.ts';
import { type DeletedTent, tentDeleted } from '../../src/tents/events.ts';
import { createTent } from '../../src/tents/tents/tents.service.ts';
import { type Attached, attachAgain, formOf, png, upload } from '../support/assets.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { creditsOf, ledgerProblems } from '../support/credits.ts';
import { draft, page, type TestGenerator, testGenerator } from '../support/generator.ts';
import { behind } from '../support/race.ts';
import { refusal } from '../support/refusal.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { at, content, create, edit, read, written } from '../support/tent-requests.ts';

const generator: TestGenerator = testGenerator();
const deleted: DeletedTent[] = [];
let service: TestService;
beforeAll(async () => {
  const listening = subscription(tentDeleted, async (_tx, items) => void deleted.push(...items));
  service = await startTestService({}, { generator, subscriptions: [listening] });
});
beforeEach(async () => {
  await service.drain();
  generator.answer = async ({ prompt }) => draft(page(`<p>${prompt}</p>`));
  generator.commissions.length = 0;
  deleted.length = 0;
});
afterAll(async () => {
  expect(await ledgerProblems(service)).toEqual([]);
  await service.stop();
});

const UNKNOWN = '01936d2e-0000-7000-8000-000000000000';
const UNKNOWN_ULID = '01JPQAE8W4Y1Z6T9F7Q5N3P2B1';
const remove = (named: string, { api } = service as TestWorkspace) => api.DELETE('/v1/tents/{tentId}', at(named));
const clone = (tentId: string, body?: object) => service.api.POST('/v1/tents/{tentId}/clone', { ...at(tentId), ...(body && { body }) });
const fromTent = (tentId: string, body?: object) =>
  service.api.POST('/v1/tent-templates/from-tent/{tentId}', { ...at(tentId), ...(body && { body }) });
const give = (tentId: string, count = 1, who: TestWorkspace = service) =>
  upload(
    { url: service.url, apiKey: who.apiKey },
    'uploadTentAssets',
    { tentId },
    formOf(...Array.from({ length: count }, (_, n) => png(`${n}.png`))),
  );
const files = async (tentId: string) => (await must(service.api.GET('/v1/tents/{tentId}/assets', at(tentId)))).assets;
const newFiles = async (who: TestWorkspace = service) => {
  const { body, assets } = await upload({ url: service.url, apiKey: who.apiKey }, 'uploadNewTentAssets', {}, formOf(png('ridge.png')));
  return { tentId: body.tent_id as string, assetId: assets[0]?.asset_id as string };
};
const approvedTemplate = async (code = page('<h1>Template</h1>'), { api } = service as TestWorkspace) => {
  const { template_id: templateId } = await must(api.POST('/v1/tent-templates', { body: { name: 'Layout', code } }));
  await must(api.POST('/v1/tent-templates/{templateId}/approve', { params: { path: { templateId } } }));
  return templateId;
};
const live = (tentId: string, custom_page_alias: string, { api } = service as TestWorkspace) =>
  must(api.POST('/v1/tents/{tentId}/publish', { ...at(tentId), body: { custom_page_alias } }));

describe('creating from a prompt', () => {
  test.runIf(isAtLength)('queues a page, which is a draft when it is written', async () => {
    const before = await creditsOf(service, service.id);
    const { data, response } = await create(service, { prompt: 'A page for our hut', name: 'Hut', user_id: 'maya' });
    expect(response.status).toBe(202);
    const id = data?.id as string;
    const now = data?.created_at as string;
    const generationId = data?.generation_id as string;
    expect(data).toEqual({ id, generation_id: generationId, status: 'pending', created_at: now, updated_at: now });
    const waiting = {
      id,
      name: 'Hut',
      status: 'draft',
      current_version: null,
      generation: {
        generation_id: generationId,
        status: 'pending',
        type: 'draft',
        prompt: 'A page for our hut',
        summary: null,
        notes: [],
        usage: null,
        created_by_name: 'Test',
        has_draft: false,
        content_path: null,
        version: null,
        error_code: null,
        error_message: null,
        created_at: now,
        completed_at: null,
      },
      preview_url: expect.stringContaining('/previews/'),
      report_url: expect.stringContaining('/reports/'),
      publication: null,
      forms: [],
      assets: [],
      created_at: now,
      updated_at: now,
      used_by: [],
      publish_at: null,
      publish_alias: null,
      publish_remove_branding: null,
      unpublish_at: null,
      expired_redirect_url: null,
      meta_title: null,
      meta_description: null,
      noindex: false,
      language: null,
      used_by_count: 0,
    };
    expect(await read(service, id)).toEqual(waiting);
    expect(refusal(await service.api.GET('/v1/tents/{tentId}/content', at(id)))).toEqual([404, 'not_found']);
    expect(await creditsOf(service, service.id)).toBe(before - 1);

    const held = generator.hold();
    const drained = service.drain();
    await held.begun;
    expect(await read(service, id)).toMatchObject({ status: 'draft', generation: { status: 'generating' } });
    held.finish();
    await drained;
    expect(await read(service, id)).toMatchObject({
      status: 'draft',
      current_version: 1,
      generation: { generation_id: generationId, status: 'completed', version: 1, completed_at: expect.any(String) },
      publication: null,
    });
    expect(await content(service, id)).toContain('<p>A page for our hut</p>');
    expect(await creditsOf(service, service.id)).toBe(before - 1);
    const row = await service.db.prisma.generation.findFirst({ where: { documentId: id } });
    expect(row).toMatchObject({ requestedBy: 'maya', withBrand: false, type: 'draft' });
    const document = await service.db.prisma.document.findFirst({ where: { id } });
    expect(document).toMatchObject({ kind: 'tent', createdByName: 'Test' });
  });

  test('shows its HTML sandboxed', async () => {
    const id = await written(service);
    const { response } = await service.api.GET('/v1/tents/{tentId}/content', { ...at(id), parseAs: 'text' });
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(/sandbox$/);
  });

  test('shows the forms of a page that is not live', async () => {
    generator.answer = async () =>
      draft(page('<form id="signup"><label>Email <input type="email" name="email" required></label><input name="size"></form>'));
    const id = await written(service);
    const { forms } = await read(service, id);
    expect(forms).toEqual([
      {
        form_id: 'signup',
        submit_url: expect.stringMatching(new RegExp(`^http://workspace-\\d+\\.localhost:\\d+/submit/${id}/signup$`)),
        email_field: 'email',
        phone_field: null,
        fields: [
          { name: 'email', type: 'email', label: 'Email', required: true },
          { name: 'size', type: 'text', label: null, required: false },
        ],
      },
    ]);
  });

  test.runIf(isAtLength)('without a name takes a title from the prompt', async () => {
    const named = async (prompt: string) => (await read(service, (await must(create(service, { prompt }))).id)).name;
    expect(await named('A sign-up page for our hikes. Headline "Walk the ridge with us", a form for name and email.')).toBe(
      'Walk the ridge with us',
    );
    expect(await named('A landing page for our spring trail map.\nList the trails.')).toBe('Spring trail map');
    expect(await named('Landing page with a schedule')).toBe('Landing page with a schedule');
    const long = await named(`Landing page ${'😀'.repeat(500)}`);
    expect(long.length).toBeLessThanOrEqual(200);
    expect(long.isWellFormed()).toBe(true);
  });

  test.runIf(isAtLength)('tells the generator of the brand only when it is asked to', async () => {
    const other = await service.workspace();
    await service.db.prisma.workspace.update({ where: { id: other.id }, data: { brand: { colors: { primary: '#c0ffee' } } } });
    await written(service, { include_brand: true }, other);
    await written(service, {}, other);
    expect(generator.commissions.map(({ brand }) => brand)).toEqual([
      { name: 'Juniper Trail', primaryColor: '#c0ffee' },
      { name: 'Juniper Trail' },
    ]);
  });

  test('makes nothing of a prompt that asks for something else', async () => {
    const count = () => service.db.prisma.document.count();
    const before = await count();
    expect(refusal(await create(service, { prompt: 'Write a poem about tents' }))).toEqual([400, 'prompt_not_web_content', 'prompt']);
    expect(await count()).toBe(before);
  });

  test.each([
    ['no prompt', { prompt: undefined }, 'prompt'],
    ['an empty prompt', { prompt: '' }, 'prompt'],
    ['a prompt of 10,001 characters', { prompt: 'page '.repeat(2_001) }, 'prompt'],
    ['a prompt that is no text', { prompt: 5 }, 'prompt'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['a name of two lines', { name: 'a\nb' }, 'name'],
    ['files without a tent', { asset_ids: [UNKNOWN_ULID] }, 'tent_id'],
    ['an alias without publishing', { custom_page_alias: 'hut' }, 'auto_publish'],
    ['an alias with publishing refused', { custom_page_alias: 'hut', auto_publish: false }, 'auto_publish'],
    ['an alias in capitals', { custom_page_alias: 'Hut', auto_publish: true }, 'custom_page_alias'],
    ['a reserved alias', { custom_page_alias: 'robots.txt', auto_publish: true }, 'custom_page_alias'],
    ['an alias that is a UUID', { custom_page_alias: UNKNOWN, auto_publish: true }, 'custom_page_alias'],
    ['a switch that is a text', { auto_publish: 'yes' }, 'auto_publish'],
    ['a tent that is no UUID', { tent_id: 'x' }, 'tent_id'],
    ['a workspace', { workspace_id: UNKNOWN }, 'workspace_id'],
    ['a status', { status: 'published' }, 'status'],
    ['a version', { current_version: 3 }, 'current_version'],
    ['a kind', { kind: 'email' }, 'kind'],
  ])('refuses %s', async (_what, body, path) => {
    expect(refusal(await create(service, body))).toEqual([400, 'validation_failed', path]);
  });

  test('is done once for a key, and costs one credit', async () => {
    const other = await service.workspace({ credits: 5 });
    const headers = { 'idempotency-key': newId() };
    const send = () => other.api.POST('/v1/tents', { headers, body: { prompt: 'A page for a bakery in Leeds' } } as never);
    const answers = [await send(), await send()] as { data?: unknown; response: Response }[];
    expect(answers.map(({ response }) => [response.status, response.headers.get('idempotency-replayed')])).toEqual([
      [202, null],
      [202, 'true'],
    ]);
    expect(answers[0]?.data).toEqual(answers[1]?.data);
    expect(await creditsOf(service, other.id)).toBe(4);
    const mismatch = await other.api.POST('/v1/tents', { headers, body: { prompt: 'Another landing page' } } as never);
    expect(refusal(mismatch)).toEqual([400, 'idempotency_key_mismatch']);
  });
});

describe('creating from a template', () => {
  test.runIf(isAtLength)('starts from its approved version, with copies of its files', async () => {
    const templateId = await approvedTemplate();
    await upload(service, 'uploadTentTemplateAssets', { templateId }, formOf(png('logo.png')));
    const params = { path: { templateId } };
    await must(service.api.POST('/v1/tent-templates/{templateId}/save-code', { params, body: { code: page('<h1>Newer</h1>') } }));
    const { id } = await must(create(service, { prompt: 'Make it warmer', template_id: templateId }));
    // Later approvals and the template do not matter.
    await must(service.api.DELETE('/v1/tent-templates/{templateId}', { params }));
    await service.drain();
    expect(generator.commissions).toMatchObject([{ kind: 'page', prompt: 'Make it warmer', current: { html: page('<h1>Template</h1>') } }]);
    expect(await read(service, id)).toMatchObject({ current_version: 1, assets: [{ file_name: 'logo.png' }] });
  });

  test('refuses one that is unknown, not approved, or another workspace’s', async () => {
    expect(refusal(await create(service, { template_id: UNKNOWN_ULID }))).toEqual([404, 'not_found', 'template_id']);
    const code = page('<p>x</p>');
    const { template_id } = await must(service.api.POST('/v1/tent-templates', { body: { name: 'Layout', code } }));
    expect(refusal(await create(service, { template_id }))).toEqual([409, 'template_not_ready']);
    const stranger = await service.workspace();
    expect(refusal(await create(stranger, { template_id: await approvedTemplate() }))).toEqual([404, 'not_found', 'template_id']);
    expect(refusal(await create(service, { template_id, prompt: 'Tell me a joke' }))).toEqual([400, 'prompt_not_web_content', 'prompt']);
    const without = await create(service, { template_id, prompt: undefined });
    expect(refusal(without)).toEqual([400, 'validation_failed', 'prompt']);
  });
});

describe('creating from files', () => {
  test.runIf(isAtLength)('writes the page of the tent that holds them', async () => {
    const { tentId, assetId } = await newFiles();
    const empty = await read(service, tentId);
    expect(empty).toMatchObject({
      name: 'Untitled tent',
      status: 'draft',
      generation: null,
      publication: null,
      forms: [],
      current_version: null,
    });
    expect(empty.assets.map(({ asset_id }) => asset_id)).toEqual([assetId]);
    service.clock.advance({ seconds: 60 });
    const created = await must(
      create(service, { prompt: 'A landing page for our trail map', tent_id: tentId, asset_ids: [assetId, assetId] }),
    );
    expect(created).toMatchObject({ id: tentId, created_at: empty.created_at });
    expect(created.updated_at > empty.updated_at).toBe(true);
    await service.drain();
    expect(generator.commissions[0]?.assets).toMatchObject([{ fileName: 'ridge.png' }]);
    expect(await read(service, tentId)).toMatchObject({ name: 'Trail map', current_version: 1 });
  });

  test.runIf(isAtLength)('refuses a tent that has a generation, and what is unknown or of another tent', async () => {
    const { tentId, assetId } = await newFiles();
    const other = await newFiles();
    const foreign = { tent_id: tentId, asset_ids: [assetId, other.assetId, UNKNOWN_ULID] };
    expect(refusal(await create(service, foreign))).toEqual([404, 'not_found', 'asset_ids.1', 'asset_ids.2']);
    expect(refusal(await create(service, { tent_id: UNKNOWN }))).toEqual([404, 'not_found', 'tent_id']);
    expect(refusal(await create(await service.workspace(), { tent_id: tentId }))).toEqual([404, 'not_found', 'tent_id']);
    // A refused request leaves the tent unchanged.
    expect(await read(service, tentId)).toMatchObject({ name: 'Untitled tent', generation: null });
    await must(create(service, { tent_id: tentId }));
    expect(refusal(await create(service, { tent_id: tentId }))).toEqual([409, 'conflict']);
    await service.drain();
    expect(refusal(await create(service, { tent_id: tentId }))).toEqual([409, 'conflict']);
  });

  test.runIf(isAtLength)('takes the files of a template too, as long as there is room', async () => {
    const { tentId } = await newFiles();
    const templateId = await approvedTemplate();
    await upload(service, 'uploadTentTemplateAssets', { templateId }, formOf(png('logo.png')));
    const [file] = (await give(tentId)).assets as [Attached];
    await attachAgain(service.db, file, 98);
    expect(refusal(await create(service, { tent_id: tentId, template_id: templateId }))).toEqual([409, 'conflict', 'template_id']);
    const second = await newFiles();
    await must(create(service, { tent_id: second.tentId, template_id: templateId }));
    expect((await files(second.tentId)).map(({ file_name }) => file_name)).toEqual(['ridge.png', 'logo.png']);
  });

  test.runIf(isAtLength)('is judged when nobody else has the tent', async () => {
    const { tentId } = await newFiles();
    const given = { prompt: 'A page for a bakery in Leeds', createdByName: 'Test', tentId };
    const first = (tx: Tx) =>
      createTent({ db: tx, workspaceId: service.id, now: service.clock.now() }, waking(service.service.jobs.enqueue), given);
    expect(refusal(await behind(service.db, first, () => create(service, { tent_id: tentId })))).toEqual([409, 'conflict']);
  });

  test('one of twenty at once has it', async () => {
    const { tentId } = await newFiles();
    const before = await creditsOf(service, service.id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(service, { tent_id: tentId })));
    const said = answers.map((answer) => refusal(answer).slice(0, 2).join(' ').trim());
    expect(said.sort()).toEqual(['202', ...Array.from({ length: 19 }, () => '409 conflict')]);
    expect(await creditsOf(service, service.id)).toBe(before - 1);
  });
});

describe('files', () => {
  test('are attached to a tent and listed', async () => {
    const id = await written(service);
    const { body, assets } = await give(id, 2);
    expect(body.tent_id).toBe(id);
    expect(await files(id)).toEqual(assets);
    expect((await read(service, id)).assets).toEqual(assets);
  });

  test('make one tent for a key, and are refused when they are too large', async () => {
    const send = (form: FormData, headers = {}) => upload(service, 'uploadNewTentAssets', {}, form, headers);
    const key = { 'idempotency-key': newId() };
    const first = await send(formOf(png('a.png')), key);
    const again = await send(formOf(png('a.png')), key);
    expect([again.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([201, 'true', first.body]);
    expect((await send(formOf(png('b.png')), key)).body.error_code).toBe('idempotency_key_mismatch');
    const tooLarge = formOf(png('big.png', 10 * 1024 * 1024 + 1));
    for (const refused of [
      await send(tooLarge),
      await upload(service, 'uploadTentAssets', { tentId: first.body.tent_id }, formOf(png('big.png', 10 * 1024 * 1024 + 1))),
    ])
      expect([refused.status, refused.body.error_code]).toEqual([413, 'payload_too_large']);
    expect(await files(first.body.tent_id)).toHaveLength(1);
  });

  test('refuse what is no file of the kinds, without a tent left behind', async () => {
    const before = await service.db.prisma.document.count();
    const form = new FormData();
    form.append('file', new File(['<svg onload="alert(1)"/>'], 'x.svg', { type: 'image/svg+xml' }));
    const refused = await upload(service, 'uploadNewTentAssets', {}, form);
    expect([refused.status, refused.body.error_code]).toEqual([415, 'unsupported_media_type']);
    expect(await service.db.prisma.document.count()).toBe(before);
  });
});

describe('editing', () => {
  test.runIf(isAtLength)('reworks the newest version, and what it does not mention stays', async () => {
    const id = await written(service, { prompt: 'A landing page, first' });
    const { assets } = await give(id, 5);
    service.clock.advance({ seconds: 60 });
    const before = await read(service, id);
    const asset_ids = assets.map(({ asset_id }) => asset_id);
    const edited = await must(edit(service, id, { prompt: 'Write a poem', asset_ids }));
    expect(edited).toEqual({ id, generation_id: expect.any(String), status: 'pending', updated_at: expect.any(String) });
    expect(edited.updated_at > before.updated_at).toBe(true);
    expect(await read(service, id)).toMatchObject({ current_version: 1, updated_at: edited.updated_at, generation: { status: 'pending' } });
    await service.drain();
    expect(generator.commissions[1]).toMatchObject({
      prompt: 'Write a poem',
      current: { html: expect.stringContaining('A landing page, first') },
    });
    expect(generator.commissions[1]?.assets).toHaveLength(5);
    expect(await read(service, id)).toMatchObject({
      current_version: 2,
      generation: { generation_id: edited.generation_id, status: 'completed', version: 2 },
    });
  });

  test('needs a generation before', async () => {
    const { tentId } = await newFiles();
    expect(refusal(await edit(service, tentId))).toEqual([400, 'validation_failed', 'tent_id']);
    expect(refusal(await edit(service, UNKNOWN))).toEqual([404, 'not_found']);
  });

  test('runs one at a time: of twenty at once one is taken', async () => {
    const id = await written(service);
    const before = await creditsOf(service, service.id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => edit(service, id)));
    const said = answers.map((answer) => refusal(answer).slice(0, 2).join(' ').trim());
    expect(said.filter((one) => one === '202')).toHaveLength(1);
    expect(said.filter((one) => one === '409 generation_in_progress')).toHaveLength(19);
    expect(await creditsOf(service, service.id)).toBe(before - 1);
    await service.drain();
    expect((await edit(service, id)).response.status).toBe(202);
  });

  test.runIf(isAtLength)('writes a page anew whose first generation has failed, from its template if it had one', async () => {
    const templateId = await approvedTemplate();
    generator.answer = async () => {
      throw new GenerationRefused('No.');
    };
    const before = await creditsOf(service, service.id);
    const fromTemplate = await written(service, { prompt: 'Make it warmer', template_id: templateId });
    const fromPrompt = await written(service);
    expect(await read(service, fromPrompt)).toMatchObject({
      current_version: null,
      generation: { status: 'failed', version: null, error_code: 'generation_failed', error_message: 'No.' },
    });
    expect(await creditsOf(service, service.id)).toBe(before);
    generator.answer = async ({ prompt }) => draft(page(prompt));
    generator.commissions.length = 0;
    await must(edit(service, fromTemplate, { prompt: 'Again' }));
    await service.drain();
    await must(edit(service, fromPrompt, { prompt: 'Once more' }));
    await service.drain();
    expect(generator.commissions.map(({ prompt, current }) => [prompt, current?.html])).toEqual([
      ['Again', page('<h1>Template</h1>')],
      ['Once more', undefined],
    ]);
    expect(await read(service, fromTemplate)).toMatchObject({ current_version: 1 });
    expect(await creditsOf(service, service.id)).toBe(before - 2);
  });

  test.runIf(isAtLength)('a failed one changes nothing but says why, and returns its credit', async () => {
    const id = await written(service);
    const html = await content(service, id);
    const before = await creditsOf(service, service.id);
    generator.answer = async () => {
      throw new GenerationRefused('There is no schedule.');
    };
    await must(edit(service, id));
    await service.drain();
    expect(await read(service, id)).toMatchObject({
      current_version: 1,
      generation: { status: 'failed', error_message: 'There is no schedule.' },
    });
    expect(await content(service, id)).toBe(html);
    expect(await creditsOf(service, service.id)).toBe(before);
  });

  test.runIf(isAtLength)('refuses files that are not its own, more than five, and an alias without publishing', async () => {
    const id = await written(service);
    const { assetId } = await newFiles();
    expect(refusal(await edit(service, id, { asset_ids: [assetId] }))).toEqual([404, 'not_found', 'asset_ids.0']);
    expect(refusal(await edit(service, id, { asset_ids: Array(6).fill(assetId) }))).toEqual([400, 'validation_failed', 'asset_ids']);
    expect(refusal(await edit(service, id, { custom_page_alias: 'x' }))).toEqual([400, 'validation_failed', 'auto_publish']);
    expect(refusal(await edit(service, id, { user_id: 'x' }))).toEqual([400, 'validation_failed', 'user_id']);
    expect(refusal(await edit(service, id, { prompt: '' }))).toEqual([400, 'validation_failed', 'prompt']);
    expect(await read(service, id)).toMatchObject({ generation: { version: 1 } });
  });
});

describe('a wish to publish', () => {
  test.runIf(isAtLength)('is pending from the moment that the page is queued', async () => {
    const { id, generation_id } = await must(create(service, { auto_publish: true, custom_page_alias: 'guided-hikes' }));
    const pending = {
      status: 'pending',
      published_url: null,
      requested_custom_page_alias: 'guided-hikes',
      applied_custom_page_alias: null,
      version: null,
      published_at: null,
      message: null,
    };
    expect(await read(service, id)).toMatchObject({ status: 'draft', publication: pending });
    const row = await service.db.prisma.publication.findFirst({ where: { tentId: id } });
    expect(row?.awaitedGenerationId).toBe(fromUlid(generation_id));
    const second = await must(create(service, { auto_publish: true }));
    expect(await read(service, second.id)).toMatchObject({ publication: { ...pending, requested_custom_page_alias: null } });
    await service.drain();
    expect(await read(service, id)).toMatchObject({
      status: 'published',
      generation: { status: 'completed' },
      publication: { status: 'published', applied_custom_page_alias: 'guided-hikes', version: 1 },
    });
    expect(await read(service, second.id)).toMatchObject({ status: 'published', publication: { applied_custom_page_alias: null } });
    // An edit puts its version in the place of the one before, at the address that the page has.
    await must(edit(service, id, { auto_publish: true }));
    expect(await read(service, id)).toMatchObject({
      status: 'published',
      publication: { status: 'published', version: 1, last_attempt: { status: 'pending' } },
    });
    await service.drain();
    expect(await read(service, id)).toMatchObject({
      publication: { status: 'published', applied_custom_page_alias: 'guided-hikes', version: 2 },
    });
  });
});

describe('copying', () => {
  test.runIf(isAtLength)('takes the newest version and the files, for nothing', async () => {
    const id = await written(service, { name: 'Hut' });
    await give(id, 2);
    await must(edit(service, id, { prompt: 'Second' }));
    await service.drain();
    const before = await creditsOf(service, service.id);
    const { data, response } = await clone(id);
    expect(response.status).toBe(201);
    const copy = data?.tent_id as string;
    expect(data).toEqual({ tent_id: copy, name: 'Copy of Hut', status: 'draft', created_at: expect.any(String) });
    const [of, to] = [await read(service, id), await read(service, copy)];
    expect(to).toMatchObject({ current_version: 1, status: 'draft', publication: null, generation: { status: 'completed', version: 1 } });
    expect(to.assets.map(({ url }) => url)).toEqual(of.assets.map(({ url }) => url));
    expect(to.assets.map(({ asset_id }) => asset_id)).not.toEqual(of.assets.map(({ asset_id }) => asset_id));
    expect(await content(service, copy)).toBe(await content(service, id));
    expect(await creditsOf(service, service.id)).toBe(before);
    // It goes its own way.
    const asset_ids = [to.assets[0]?.asset_id as string];
    await must(edit(service, copy, { prompt: 'Third', asset_ids }));
    await service.drain();
    expect(await read(service, copy)).toMatchObject({ current_version: 2 });
    expect(await read(service, id)).toMatchObject({ current_version: 2 });
    expect(await content(service, id)).toContain('Second');
  });

  test('is called what it is told, and by default at most 200 characters', async () => {
    const id = await written(service, { name: 'x'.repeat(200) });
    expect((await must(clone(id, { name: 'Autumn' }))).name).toBe('Autumn');
    expect((await must(clone(id))).name).toBe(`Copy of ${'x'.repeat(192)}`);
  });

  test.runIf(isAtLength)('a published tent makes a draft', async () => {
    const id = await written(service);
    await live(id, 'to-copy');
    const { tent_id } = await must(clone(id));
    expect(await read(service, tent_id)).toMatchObject({ status: 'draft', publication: null });
  });

  test('needs a version', async () => {
    const { tentId } = await newFiles();
    expect(refusal(await clone(tentId))).toEqual([409, 'conflict']);
    expect(refusal(await clone(UNKNOWN))).toEqual([404, 'not_found']);
  });
});

describe('a template from a tent', () => {
  test.runIf(isAtLength)('begins with its newest version and its files', async () => {
    const id = await written(service, { name: 'Hut' });
    await give(id, 2);
    const { data, response } = await fromTent(id);
    expect(response.status).toBe(201);
    const templateId = data?.template_id as string;
    expect(data).toMatchObject({ name: 'Hut', status: 'draft', source_type: 'tent', source_tent_id: id, current_version: 1 });
    const params = { path: { templateId } };
    const html = await service.api.GET('/v1/tent-templates/{templateId}/content', { params, parseAs: 'text' });
    expect(html.data).toBe(await content(service, id));
    const { assets } = await must(service.api.GET('/v1/tent-templates/{templateId}/assets', { params }));
    expect(assets.map(({ url }) => url)).toEqual((await files(id)).map(({ url }) => url));
    const generationId = data?.latest_generation_id as string;
    const made = service.api.GET('/v1/tent-templates/{templateId}/generations/{generationId}', {
      params: { path: { templateId, generationId } },
    });
    expect(await must(made)).toMatchObject({ type: 'tent', version: 1 });
    // The tent may go.
    await must(remove(id));
    const read = await must(service.api.GET('/v1/tent-templates/{templateId}', { params }));
    expect(read).toMatchObject({ source_tent_id: id, source_type: 'tent' });
  });

  test('is called what it is told, and needs a version', async () => {
    expect((await must(fromTent(await written(service), { name: 'Trail map layout' }))).name).toBe('Trail map layout');
    const { tentId } = await newFiles();
    expect(refusal(await fromTent(tentId))).toEqual([409, 'template_not_ready']);
    expect(refusal(await fromTent(UNKNOWN))).toEqual([404, 'not_found']);
  });
});

describe('deleting', () => {
  test.runIf(isAtLength)('takes everything along', async () => {
    const id = await written(service);
    await give(id);
    await live(id, 'deleted-by-id');
    expect(await must(remove(id))).toEqual({ id, deleted: true });
    expect(refusal(await service.api.GET('/v1/tents/{tentId}', at(id)))).toEqual([404, 'not_found']);
    for (const table of ['generations', 'versions', 'assets'] as const)
      expect(await service.db.query({ text: `SELECT 1 FROM ${table} WHERE document_id = $1::uuid`, values: [id] })).toEqual([]);
    expect(await service.db.prisma.publication.count({ where: { tentId: id } })).toBe(0);
    expect(refusal(await remove(id))).toEqual([404, 'not_found']);
    expect(deleted).toEqual([{ tentId: id, generationId: null }]);
  });

  test.each(['spring-map', '/', 'a.b_c-d'])('goes by the alias %s at which it is live', async (alias) => {
    const other = await service.workspace();
    const id = await written(service, {}, other);
    await live(id, alias, other);
    expect(refusal(await remove(alias))).toEqual([404, 'not_found']);
    expect(await must(remove(alias, other))).toEqual({ id, deleted: true });
    expect(refusal(await remove(alias, other))).toEqual([404, 'not_found']);
  });

  test('takes no alias that was only asked for', async () => {
    await must(create(service, { auto_publish: true, custom_page_alias: 'only-asked-for' }));
    expect(refusal(await remove('only-asked-for'))).toEqual([404, 'not_found']);
    expect(refusal(await remove('NOT AN ALIAS'))[0]).toBe(400);
  });

  test.runIf(isAtLength)('leaves what has moved to another address while it waited', async () => {
    const id = await written(service);
    await live(id, 'moves-away');
    const answer = await behind(
      service.db,
      async (tx) => {
        await lockDocument({ db: tx, workspaceId: service.id }, TENT, id);
        await tx.query(sql`UPDATE publications SET path = 'moved', alias = 'moved' WHERE tent_id = ${id}::uuid`);
      },
      () => remove('moves-away'),
    );
    expect(refusal(answer)).toEqual([404, 'not_found']);
    expect((await read(service, id)).id).toBe(id);
  });

  test.runIf(isAtLength)('throws away what waits or is being written, and returns its credit', async () => {
    const before = await creditsOf(service, service.id);
    const waiting = await must(create(service));
    await must(remove(waiting.id));
    expect(await creditsOf(service, service.id)).toBe(before);

    const running = await must(create(service));
    const held = generator.hold();
    const drained = service.drain();
    await held.begun;
    await must(remove(running.id));
    expect(await creditsOf(service, service.id)).toBe(before);
    held.finish();
    await drained;
    expect(await creditsOf(service, service.id)).toBe(before);
    expect(deleted).toEqual([waiting, running].map(({ id, generation_id }) => ({ tentId: id, generationId: fromUlid(generation_id) })));
    expect(await ledgerProblems(service)).toEqual([]);
  });
});

describe('what is live', () => {
  test.runIf(isAtLength)('is shown with its version and its own forms, whatever was edited since', async () => {
    generator.answer = async () => draft(page('<form id="signup"><input name="email"></form>'));
    const id = await written(service);
    await live(id, 'hut');
    generator.answer = async () => draft(page('<form id="another"><input name="email"></form>'));
    await must(edit(service, id));
    await service.drain();
    const tent = await read(service, id);
    expect(tent).toMatchObject({
      status: 'published',
      current_version: 2,
      publication: {
        status: 'published',
        published_url: expect.stringMatching(/^http:\/\/workspace-\d+\.localhost:\d+\/hut$/),
        applied_custom_page_alias: 'hut',
        version: 1,
        published_at: expect.any(String),
      },
    });
    expect(tent.forms.map(({ form_id }) => form_id)).toEqual(['signup']);
  });
});

describe('listing', () => {
  test.runIf(isAtLength)('shows pages of them, the one changed last in front', async () => {
    const other = await service.workspace();
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      ids.unshift(await written(service, { name: `Tent ${n}` }, other));
      service.clock.advance({ seconds: 1 });
    }
    const list = (query: object) => must(other.api.GET('/v1/tents', { params: { query } }));
    const first = await list({ limit: 2 });
    expect(first.tents.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.pagination).toEqual({ page: 1, limit: 2, total: 5, totalPages: 3 });
    expect((await list({ limit: 2, page: 3 })).tents.map(({ id }) => id)).toEqual(ids.slice(4));
    expect(await list({ page: 1_000_000_000 })).toMatchObject({ tents: [], pagination: { total: 5 } });
    expect(await read(other, ids[0] as string)).toMatchObject(first.tents[0] as object);
    // An edit brings it to the front.
    await must(edit(other, ids[4] as string));
    expect((await list({})).tents.map(({ id }) => id)).toEqual([ids[4], ...ids.slice(0, 4)]);
    expect((await list({})).tents[0]).toMatchObject({ current_version: 1, generation: { status: 'pending', version: null } });
  });

  test.runIf(isAtLength)('keeps those with a status, or with a text in their name', async () => {
    const other = await service.workspace();
    const [a, b, c] = [
      await written(service, { name: 'Frühling 100 %' }, other),
      await written(service, { name: 'Straße_x' }, other),
      await written(service, { name: 'Herbst' }, other),
    ];
    await live(b, 'street', other);
    const found = async (query: object) => {
      const { tents, pagination } = await must(other.api.GET('/v1/tents', { params: { query } }));
      expect(pagination.total).toBe(tents.length);
      return tents.map(({ id }) => id).sort();
    };
    expect(await found({ status: 'published' })).toEqual([b]);
    expect(await found({ status: 'draft' })).toEqual([a, c].sort());
    expect(await found({ status: 'any' })).toEqual([a, b, c].sort());
    expect(await found({ search: 'FRÜHLING' })).toEqual([a]);
    expect(await found({ search: '%' })).toEqual([a]);
    expect(await found({ search: 'e_' })).toEqual([b]);
    expect(await found({ search: 'r', status: 'draft' })).toEqual([a, c].sort());
    expect(await found({ search: "' OR 1=1 --" })).toEqual([]);
    const page = await must(other.api.GET('/v1/tents', { params: { query: { search: 'r', limit: 1 } } }));
    expect(page.pagination).toMatchObject({ total: 3, totalPages: 3 });
    expect((await service.api.GET('/v1/tents', { params: { query: { status: 'approved' as never } } })).response.status).toBe(400);
  });
});
