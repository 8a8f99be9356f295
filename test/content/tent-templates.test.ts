/** Tent templates: their own behaviour beside that of emails and email templates. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromUlid } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { page, type TestGenerator, testGenerator } from '../support/generator.ts';
import { refusal } from '../support/refusal.ts';
import { startTestService, type TestService } from '../support/service.ts';

let generator: TestGenerator;
let service: TestService;
beforeAll(async () => {
  generator = testGenerator();
  service = await startTestService({}, { generator });
});
afterAll(() => service.stop());

const at = (templateId: string) => ({ params: { path: { templateId } } });
type Body = Record<string, unknown>;
const CODE = page('<h1>{{headline}}</h1>');
const create = (body: Body = {}) => service.api.POST('/v1/tent-templates', { body: { name: 'Event page', code: CODE, ...body } as never });
const newTemplate = async (body: Body = {}) => (await must(create(body))).template_id;
const read = (templateId: string) => must(service.api.GET('/v1/tent-templates/{templateId}', at(templateId)));
const content = async (templateId: string) =>
  (await service.api.GET('/v1/tent-templates/{templateId}/content', { ...at(templateId), parseAs: 'text' })).data as unknown as string;
const save = (templateId: string, code: string) =>
  service.api.POST('/v1/tent-templates/{templateId}/save-code', { ...at(templateId), body: { code } });
const iterate = (templateId: string, body: Body = { prompt: 'Shorter' }) =>
  service.api.POST('/v1/tent-templates/{templateId}/messages', { ...at(templateId), body: body as never });
const approve = (templateId: string, version?: number) =>
  service.api.POST('/v1/tent-templates/{templateId}/approve', { ...at(templateId), ...(version !== undefined && { body: { version } }) });
const clone = (templateId: string, name?: string) =>
  service.api.POST('/v1/tent-templates/{templateId}/clone', { ...at(templateId), ...(name && { body: { name } }) });
const generation = (templateId: string, generationId: string) =>
  must(service.api.GET('/v1/tent-templates/{templateId}/generations/{generationId}', { params: { path: { templateId, generationId } } }));
describe('creating', () => {
  test('makes version 1 of a whole document', async () => {
    const { data, response } = await create();
    expect(response.status).toBe(201);
    const id = data?.template_id as string;
    expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(data).toEqual({
      template_id: id,
      name: 'Event page',
      status: 'draft',
      source_type: 'upload',
      source_tent_id: null,
      current_version: 1,
      approved_version: null,
      number_of_iterations: 0,
      created_at: data?.updated_at,
      updated_at: data?.created_at,
      created_by_name: 'Test',
      latest_generation_status: 'completed',
      latest_generation_id: data?.latest_generation_id,
      approved_generation_id: null,
      preview_url: expect.stringContaining('/tent_template/'),
      content_path: `/v1/tent-templates/${id}/content`,
      warnings: [],
    });
    expect({ ...(await read(id)), warnings: [] }).toEqual({ ...data, used_by: [], used_by_count: 0 });
    expect(await content(id)).toBe(CODE);
    const made = await generation(id, data?.latest_generation_id as string);
    expect(made).toMatchObject({ type: 'upload', status: 'completed', version: 1 });
    expect(made).not.toHaveProperty('plain_text_path');
  });

  test.each([
    ['no code', undefined],
    ['empty code', ''],
    ['a fragment', '<p>x</p>'],
    ['a doctype in a comment', '<!-- <!doctype html> --><p>x</p>'],
    ['too much code', `<!doctype html>${'é'.repeat(1024 * 1024)}`],
  ])('is refused with %s', async (_what, code) => {
    expect(refusal(await create({ code })).slice(0, 3)).toEqual([400, 'validation_failed', 'code']);
  });

  test('takes braces that are no merge tags', async () => {
    const code = '<!doctype html><html><body><script>const x = {{}};</script>{{ two words }}</body></html>';
    expect(await content(await newTemplate({ code }))).toBe(code);
  });
});

test('lists go on where they ended', async () => {
  const { api } = await service.workspace();
  for (const name of ['b', 'a', 'c']) await must(api.POST('/v1/tent-templates', { body: { name, code: CODE } }));
  const list = (query: Body) => api.GET('/v1/tent-templates', { params: { query: query as never } });
  const first = await must(list({ sort_by: 'name', sort_order: 'asc', limit: 2 }));
  expect(first.templates.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(first.templates[0]).not.toHaveProperty('content_path');
  const rest = await must(list({ sort_by: 'name', sort_order: 'asc', limit: 2, cursor: first.next_cursor }));
  expect(rest).toEqual({ templates: [expect.objectContaining({ name: 'c' })] });
  expect(refusal(await list({ cursor: first.next_cursor }))).toEqual([400, 'invalid_cursor']);
});

describe('versions', () => {
  test('saved as code need no doctype, and leave an approval where it is', async () => {
    const id = await newTemplate();
    expect(await must(approve(id))).toMatchObject({ status: 'approved', approved_version: 1 });
    const saved = await must(save(id, '<p>two</p>'));
    expect(saved).toEqual({ template_id: id, generation_id: saved.generation_id, version: 2, warnings: [] });
    expect(await content(id)).toBe('<p>two</p>');
    expect(await read(id)).toMatchObject({ status: 'approved', approved_version: 1, current_version: 2 });
    const params = { path: { templateId: id, generationId: (await read(id)).approved_generation_id as string } };
    const older = await service.api.GET('/v1/tent-templates/{templateId}/generations/{generationId}/content', { params, parseAs: 'text' });
    expect(older.data).toBe(CODE);
    expect(refusal(await approve(id, 1))).toEqual([409, 'approval_version_stale']);
    expect(refusal(await save(id, 'é'.repeat(1024 * 1024 + 1)))).toEqual([400, 'validation_failed', 'code']);
    const { data } = await service.api.POST('/v1/tent-templates/{templateId}/unapprove', at(id));
    expect(data).toMatchObject({ status: 'draft', approved_version: null });
  });

  test.runIf(isAtLength)('are kept as they are written, in pages made from them, too; what pages cannot do is warned of', async () => {
    const html =
      '<!-- ours --><!doctype html><html><head><title>{{hut}}</title><script src="https://stats.example/a.js"></script></head><body onclick="fetch(1)">' +
      '<h1>{{hut}}</h1><iframe src="https://video.example/1"></iframe><iframe src="http://video.example/2"></iframe>' +
      '<noscript><img src="https://stats.example/p.gif"></noscript><p>x</body></html>\n';
    const { template_id, warnings } = await must(service.api.POST('/v1/tent-templates', { body: { name: 'Ours', code: html } }));
    expect(warnings?.map(({ code }) => code)).toEqual(['script_blocked', 'frame_blocked']);
    const params = { path: { templateId: template_id } };
    expect((await must(service.api.POST('/v1/tent-templates/{templateId}/save-code', { params, body: { code: html } }))).warnings).toEqual(
      warnings,
    );
    await must(service.api.POST('/v1/tent-templates/{templateId}/approve', { params }));
    const body = { template_id, items: [{ input_data: { hut: 'Kobberhaug' } }] };
    const { items } = await must(service.api.POST('/v1/tents/bulk', { body }));
    await service.drain();
    const [item] = items as { tent_id: string }[];
    const made = await service.api.GET('/v1/tents/{tentId}/content', {
      params: { path: { tentId: item?.tent_id as string } },
      parseAs: 'text',
    });
    expect(made.data).toBe(html.replaceAll('{{hut}}', 'Kobberhaug'));
  });

  test('are approved while another is being written', async () => {
    const id = await newTemplate();
    const { data, response } = await iterate(id);
    expect([response.status, data]).toEqual([
      202,
      { template_id: id, generation_id: data?.generation_id, message_id: expect.any(String), status: 'generating' },
    ]);
    expect(refusal(await iterate(id))).toEqual([409, 'generation_in_progress']);
    expect(refusal(await save(id, 'x'))).toEqual([409, 'generation_in_progress']);
    expect(await must(approve(id))).toMatchObject({ status: 'approved', approved_version: 1, latest_generation_status: 'generating' });
    await service.drain();
    expect(generator.commissions.at(-1)).toMatchObject({ kind: 'page', prompt: 'Shorter', current: { html: CODE, draft: null } });
    expect(await read(id)).toMatchObject({ status: 'approved', approved_version: 1, current_version: 2, number_of_iterations: 1 });
    expect(await content(id)).toBe(page('<p>Shorter</p>'));
    expect(await generation(id, data?.generation_id as string)).toMatchObject({ type: 'iteration', status: 'completed', version: 2 });
    expect(refusal(await iterate(id, { prompt: 'x', asset_ids: ['01JPQ8B6T2W9X4R7D5N3K1M0ZZ'] }))).toEqual([
      409,
      'asset_not_found',
      'asset_ids.0',
    ]);
  });

  test('are needed for an approval', async () => {
    const id = await newTemplate();
    // No request leaves one without a version.
    await service.db.prisma.document.updateMany({ where: { id: fromUlid(id) }, data: { currentVersion: null } });
    expect(refusal(await approve(id))).toEqual([409, 'template_not_ready']);
  });
});

describe('a copy', () => {
  test.runIf(isAtLength)('has all that the original has come through, and goes its own way', async () => {
    const id = await newTemplate();
    await must(iterate(id, { prompt: 'Shorter' }));
    await service.drain();
    const { answer } = generator;
    generator.answer = async () => ({ html: '', draft: null, summary: '', notes: [] });
    await must(iterate(id, { prompt: 'A dance' }));
    await service.drain();
    generator.answer = answer;
    await must(save(id, '<p>three</p>'));
    await must(approve(id));
    await must(iterate(id, { prompt: 'Never ended' }));

    const { data, response } = await clone(id);
    expect([response.status, data]).toMatchObject([
      201,
      {
        name: 'Copy of Event page',
        status: 'draft',
        current_version: 3,
        approved_version: null,
        number_of_iterations: 1,
        latest_generation_status: 'completed',
      },
    ]);
    const copy = data?.template_id as string;
    const history = async (templateId: string) =>
      (await service.db.prisma.generation.findMany({ where: { documentId: fromUlid(templateId) }, orderBy: { number: 'asc' } })).map(
        ({ type, status, prompt }) => [type, status, prompt],
      );
    expect(await history(copy)).toEqual([
      ['upload', 'completed', null],
      ['iteration', 'completed', 'Shorter'],
      ['iteration', 'failed', 'A dance'],
      ['code', 'completed', null],
    ]);
    const versions = (templateId: string) =>
      service.db.prisma.version.findMany({ where: { documentId: fromUlid(templateId) }, orderBy: { version: 'asc' } });
    expect((await versions(copy)).map(({ version, html }) => [version, html])).toEqual([
      [1, CODE],
      [2, page('<p>Shorter</p>')],
      [3, '<p>three</p>'],
    ]);
    await must(save(copy, '<p>four</p>'));
    expect(await content(id)).toBe('<p>three</p>');
    expect((await service.api.DELETE('/v1/tent-templates/{templateId}', at(id))).data).toEqual({ template_id: id, deleted: true });
    expect(await content(copy)).toBe('<p>four</p>');
    await service.drain();
    expect((await must(clone(copy, 'Mine'))).name).toBe('Mine');
  });
});
