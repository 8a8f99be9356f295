/** Email templates: their own behaviour, and emails made from them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { type TestGenerator, testGenerator } from '../support/generator.ts';
import { refusal } from '../support/refusal.ts';
import { startTestService, type TestService } from '../support/service.ts';

let generator: TestGenerator;
let service: TestService;
beforeAll(async () => {
  generator = testGenerator();
  service = await startTestService({}, { generator });
});
afterAll(() => service.stop());

const DEFAULTS = {
  default_subject: 'Hi {{contact.first_name}}, it is {{season}}',
  default_preview_text: 'All about {{ season | upcase }}',
  default_from_name: 'Juniper Trail',
  default_from_address: 'hello@example.com',
  default_reply_to_email: 'reply@elsewhere.org',
};
const CODE = '<!doctype html><html><body><h1>{{season}}</h1><p>Dear {{contact.first_name}}, {{ season }} is here.</p></body></html>';

const at = (templateId: string) => ({ params: { path: { templateId } } });
type Body = Record<string, unknown>;
const create = (body: Body = {}, { api } = service) =>
  api.POST('/v1/email-templates', { body: { name: 'Seasonal letter', ...body } as never });
const newTemplate = async (body: Body = {}) => (await must(create({ code: CODE, ...body }))).template_id;
const read = (templateId: string) => must(service.api.GET('/v1/email-templates/{templateId}', at(templateId)));
const patch = (templateId: string, body: Body) =>
  service.api.PATCH('/v1/email-templates/{templateId}', { ...at(templateId), body: body as never });
const content = async (templateId: string) =>
  (await service.api.GET('/v1/email-templates/{templateId}/content', { ...at(templateId), parseAs: 'text' })).data as unknown as string;
const text = (templateId: string) => must(service.api.GET('/v1/email-templates/{templateId}/plain-text', at(templateId)));
const override = (templateId: string, words: string) =>
  service.api.PUT('/v1/email-templates/{templateId}/plain-text', { ...at(templateId), body: { content: words } });
const revert = (templateId: string) => service.api.DELETE('/v1/email-templates/{templateId}/plain-text', at(templateId));
const save = (templateId: string, code: string) =>
  service.api.POST('/v1/email-templates/{templateId}/save-code', { ...at(templateId), body: { code } });
const iterate = (templateId: string, body: Body = { prompt: 'Shorter' }) =>
  service.api.POST('/v1/email-templates/{templateId}/messages', { ...at(templateId), body: body as never });
const approve = (templateId: string, version?: number) =>
  service.api.POST('/v1/email-templates/{templateId}/approve', { ...at(templateId), ...(version !== undefined && { body: { version } }) });
const unapprove = (templateId: string) => service.api.POST('/v1/email-templates/{templateId}/unapprove', at(templateId));
const clone = (templateId: string, name?: string) =>
  service.api.POST('/v1/email-templates/{templateId}/clone', { ...at(templateId), ...(name && { body: { name } }) });
const remove = (templateId: string) => service.api.DELETE('/v1/email-templates/{templateId}', at(templateId));
const approved = async (body: Body = {}) => {
  const id = await newTemplate({ ...DEFAULTS, ...body });
  await must(approve(id));
  return id;
};
describe('creating', () => {
  test('with code makes version 1 of it, as it was sent', async () => {
    const { data, response } = await create({ code: CODE, ...DEFAULTS });
    expect(response.status).toBe(201);
    const { used_by, used_by_count, ...template } = await read(data?.template_id as string);
    expect([data, used_by, used_by_count]).toEqual([{ ...template, warnings: [] }, [], 0]);
    expect(template).toEqual({
      template_id: template.template_id,
      name: 'Seasonal letter',
      status: 'draft',
      source_type: 'upload',
      source_email_id: null,
      ...DEFAULTS,
      current_version: 1,
      approved_version: null,
      number_of_iterations: 0,
      plain_text_overridden: false,
      plain_text_overridden_at: null,
      plain_text_stale_after_html_iteration: false,
      created_at: template.updated_at,
      updated_at: template.created_at,
      created_by_name: 'Test',
      latest_generation_status: 'completed',
      latest_generation_id: template.latest_generation_id,
      approved_generation_id: null,
      preview_url: expect.stringContaining(`/email_template/${template.template_id}?`),
      content_path: `/v1/email-templates/${template.template_id}/content`,
      plain_text_path: `/v1/email-templates/${template.template_id}/plain-text`,
    });
    expect(await content(template.template_id)).toBe(CODE);
    const params = { path: { templateId: template.template_id, generationId: template.latest_generation_id } };
    const path = `/v1/email-templates/${template.template_id}/generations/${template.latest_generation_id}`;
    expect(await must(service.api.GET('/v1/email-templates/{templateId}/generations/{generationId}', { params }))).toMatchObject({
      type: 'code',
      status: 'completed',
      version: 1,
      content_path: `${path}/content`,
      plain_text_path: `${path}/plain-text`,
      plain_text_source: 'auto',
    });
    const html = await service.api.GET('/v1/email-templates/{templateId}/generations/{generationId}/content', { params, parseAs: 'text' });
    expect(html.data).toBe(CODE);
    expect(await must(service.api.GET('/v1/email-templates/{templateId}/generations/{generationId}/plain-text', { params }))).toEqual({
      template_id: template.template_id,
      generation_id: template.latest_generation_id,
      version: 1,
      content: '{{season}}\n\nDear {{contact.first_name}}, {{ season }} is here.',
      plain_text_source: 'auto',
    });
  });

  test('with nothing starts with the blank design, without a preheader', async () => {
    const id = await newTemplate({ code: undefined, default_preview_text: 'Read me' });
    expect(await content(id)).toContain('<title>Juniper Trail</title>');
    expect(await content(id)).not.toContain('data-preheader');
  });

  test('with a prompt is written after the answer', async () => {
    const { data, response } = await create({ prompt: 'A letter', default_preview_text: 'Read me' });
    expect(response.status).toBe(202);
    const { template_id: id, generation_id: generationId } = data as { template_id: string; generation_id: string };
    expect(data).toMatchObject({ status: 'generating', message_id: expect.any(String) });
    expect(await read(id)).toMatchObject({ current_version: null, latest_generation_status: 'generating' });
    const refused = [
      await approve(id),
      await save(id, '<p>'),
      await iterate(id),
      await clone(id),
      await override(id, 'x'),
      await revert(id),
    ];
    expect(refused.map(refusal as never)).toEqual([
      [409, 'generation_in_progress'],
      [409, 'generation_in_progress'],
      [409, 'generation_in_progress'],
      [409, 'template_not_ready'],
      [400, 'validation_failed', 'template_id'],
      [400, 'validation_failed', 'template_id'],
    ]);
    for (const path of ['content', 'plain-text'] as const) {
      expect((await service.api.GET(`/v1/email-templates/{templateId}/${path}`, { ...at(id), parseAs: 'text' })).response.status).toBe(404);
      const params = { path: { templateId: id, generationId } };
      const made = service.api.GET(`/v1/email-templates/{templateId}/generations/{generationId}/${path}`, { params, parseAs: 'text' });
      expect((await made).response.status).toBe(404);
    }
    await service.drain();
    expect(await read(id)).toMatchObject({ current_version: 1, latest_generation_status: 'completed', latest_generation_id: generationId });
    expect(await content(id)).not.toContain('data-preheader');
  });

  test('that came to nothing cannot be approved', async () => {
    const { answer } = generator;
    generator.answer = async () => ({ html: '', draft: null, summary: '', notes: [] });
    const { template_id } = await must(create({ prompt: 'A letter' }));
    await service.drain();
    generator.answer = answer;
    expect(refusal(await approve(template_id))).toEqual([409, 'template_not_ready']);
    expect(refusal(await clone(template_id))).toEqual([409, 'template_not_ready']);
  });

  test.each([
    ['code and a prompt', { code: CODE, prompt: 'x' }, 'prompt'],
    ['a malformed tag in the code', { code: '{{' }, 'code'],
    ['too much code', { code: 'é'.repeat(1024 * 1024 + 1) }, 'code'],
    ['a malformed tag in a default', { default_subject: '{{' }, 'default_subject'],
    ['a line break in a default', { default_from_name: 'a\nb' }, 'default_from_name'],
    ['a domain nobody verified', { default_from_address: 'a@b.example' }, 'default_from_address'],
    ['a header of emails', { subject: 'Hi' }, 'subject'],
  ])('is refused with %s', async (_what, body, path) => {
    expect(refusal(await create(body))).toEqual([400, 'validation_failed', path]);
    if (!('code' in body)) expect(refusal(await patch(await newTemplate(), body))).toEqual([400, 'validation_failed', path]);
  });
});

test('a change of the defaults makes no version, unapproves nothing, and leaves the HTML alone', async () => {
  const id = await approved();
  const cleared = { default_subject: null, default_preview_text: 'Another', default_from_address: null };
  expect(await must(patch(id, { name: 'Renamed', ...cleared }))).toMatchObject({
    ...cleared,
    name: 'Renamed',
    status: 'approved',
    approved_version: 1,
    current_version: 1,
  });
  expect(await content(id)).toBe(CODE);
});

test('lists hold templates, and emails no template', async () => {
  const own = await service.workspace();
  const ids: string[] = [];
  for (const name of ['b', 'a', 'c']) ids.push((await must(create({ name }, own as never))).template_id);
  await must(own.api.POST('/v1/emails', { body: { name: 'an email' } }));
  await must(own.api.POST('/v1/email-templates/{templateId}/approve', at(ids[1] as string)));
  const list = (query: Body) => own.api.GET('/v1/email-templates', { params: { query: query as never } });
  const names = async (query: Body) => (await must(list(query))).templates.map(({ name }) => name);
  expect(await names({ sort_by: 'name', sort_order: 'asc' })).toEqual(['a', 'b', 'c']);
  expect(await names({ status: 'approved' })).toEqual(['a']);
  expect(await names({ status: 'draft', sort_order: 'asc' })).toEqual(['b', 'c']);
  const first = await must(list({ sort_by: 'name', limit: 2 }));
  expect(first.templates[0]).not.toHaveProperty('latest_generation_status');
  expect(await names({ sort_by: 'name', limit: 2, cursor: first.next_cursor })).toEqual(['a']);
  expect(refusal(await list({ cursor: first.next_cursor }))).toEqual([400, 'invalid_cursor']);
  expect((await must(own.api.GET('/v1/emails'))).emails.map(({ name }) => name)).toEqual(['an email']);
});

test('an id of one kind is none of another', async () => {
  const templateId = await newTemplate();
  const { email_id } = await must(service.api.POST('/v1/emails', { body: { name: 'x' } }));
  expect((await service.api.GET('/v1/emails/{emailId}', { params: { path: { emailId: templateId } } })).response.status).toBe(404);
  expect((await service.api.DELETE('/v1/emails/{emailId}', { params: { path: { emailId: templateId } } })).response.status).toBe(404);
  expect((await remove(email_id)).response.status).toBe(404);
  const { blast_id: blastId } = await must(service.api.POST('/v1/email-blasts', { body: { name: 'x' } }));
  const set = service.api.PUT('/v1/email-blasts/{blastId}/email', {
    params: { path: { blastId } },
    body: { source: 'existing', email_id: templateId },
  });
  expect(refusal(await set)).toEqual([404, 'not_found', 'email_id']);
});

describe('versions', () => {
  test('saved as code leave an approval where it is, and make a text of the author stale', async () => {
    const id = await approved();
    await must(override(id, 'Mine'));
    expect(await must(save(id, '<p>two</p>'))).toMatchObject({ template_id: id, version: 2 });
    expect(await read(id)).toMatchObject({ status: 'approved', approved_version: 1, current_version: 2, plain_text_overridden: true });
    expect(await text(id)).toMatchObject({ version: 2, content: 'Mine', overridden: true, stale_after_html_iteration: true });
    expect(await must(revert(id))).toMatchObject({ content: 'two', overridden: false, plain_text_source: 'auto' });
    expect(refusal(await approve(id, 1))).toEqual([409, 'approval_version_stale']);
    expect(await must(approve(id, 2))).toMatchObject({ approved_version: 2 });
    expect(await must(unapprove(id))).toMatchObject({ status: 'draft', approved_version: null });
  });

  test('written by a prompt leave it approved, too', async () => {
    const id = await approved();
    await must(iterate(id));
    expect(refusal(await approve(id))).toEqual([409, 'generation_in_progress']);
    expect(refusal(await save(id, 'x'))).toEqual([409, 'generation_in_progress']);
    await service.drain();
    expect(await read(id)).toMatchObject({ status: 'approved', approved_version: 1, current_version: 2, number_of_iterations: 1 });
    expect(refusal(await iterate(id, { prompt: 'x', asset_ids: ['01JPQ8B6T2W9X4R7D5N3K1M0ZZ'] }))).toEqual([
      409,
      'asset_not_found',
      'asset_ids.0',
    ]);
  });
});

describe('a copy', () => {
  test('has the newest version as its first, and is never approved', async () => {
    const id = await approved();
    await must(save(id, '<p>two</p>'));
    await must(override(id, 'Mine'));
    const { data, response } = await clone(id);
    expect(response.status).toBe(201);
    expect(data).toMatchObject({
      ...DEFAULTS,
      name: 'Seasonal letter (copy)',
      status: 'draft',
      current_version: 1,
      approved_version: null,
      number_of_iterations: 0,
      plain_text_overridden: true,
      plain_text_stale_after_html_iteration: false,
    });
    const copy = data?.template_id as string;
    expect([await content(copy), (await text(copy)).content]).toEqual(['<p>two</p>', 'Mine']);
    await must(save(copy, '<p>three</p>'));
    expect(await content(id)).toBe('<p>two</p>');
    expect((await must(clone(id, 'Another'))).name).toBe('Another');
  });

  test('has a name that is cut where it grows too long', async () => {
    const id = await newTemplate({ name: '𝒳'.repeat(194) });
    expect((await must(clone(id))).name).toBe(`${'𝒳'.repeat(194)} (copy`);
  });
});

test('deleting takes all along, and leaves the emails that started from it', async () => {
  const id = await approved();
  const { email_id } = await must(service.api.POST('/v1/emails', { body: { name: 'x', template_id: id } }));
  expect(await must(remove(id))).toEqual({ template_id: id, deleted: true });
  expect((await remove(id)).response.status).toBe(404);
  expect(await service.db.prisma.version.count({ where: { documentId: id } })).toBe(0);
  expect((await service.api.GET('/v1/emails/{emailId}', { params: { path: { emailId: email_id } } })).response.status).toBe(200);
});

describe('an email that starts from a template', () => {
  const start = (template_id: string, body: Body = {}) =>
    service.api.POST('/v1/emails', { body: { name: 'Letter', template_id, ...body } as { name: string; prompt?: string } });
  const emailAt = (emailId: string) => ({ params: { path: { emailId } } });
  const emailContent = async (emailId: string) =>
    (await service.api.GET('/v1/emails/{emailId}/content', { ...emailAt(emailId), parseAs: 'text' })).data as unknown as string;
  const emailText = (emailId: string) => must(service.api.GET('/v1/emails/{emailId}/plain-text', emailAt(emailId)));

  test('has the approved version and the defaults', async () => {
    const id = await approved();
    await must(save(id, '<p>newer</p>'));
    const { data, response } = await start(id);
    expect(response.status).toBe(201);
    expect(data).toMatchObject({
      status: 'draft',
      subject: DEFAULTS.default_subject,
      preview_text: DEFAULTS.default_preview_text,
      from_name: DEFAULTS.default_from_name,
      from_address: DEFAULTS.default_from_address,
      reply_to_email: DEFAULTS.default_reply_to_email,
      current_version: 1,
      approved_version: null,
      latest_generation_status: 'completed',
    });
    const emailId = data?.email_id as string;
    expect(await emailContent(emailId)).toMatch(
      /<body><div data-preheader [^>]*>All about \{\{ season \| upcase \}\}<\/div><h1>\{\{season\}\}/,
    );
    const params = { path: { emailId, generationId: (data as { latest_generation_id: string }).latest_generation_id } };
    expect((await must(service.api.GET('/v1/emails/{emailId}/generations/{generationId}', { params }))).type).toBe('template');
  });

  test('has the headers that it is given, and null leaves one empty', async () => {
    const { data } = await start(await approved(), { subject: 'Mine', preview_text: null, from_name: null });
    expect(data).toMatchObject({ subject: 'Mine', preview_text: null, from_name: null, from_address: DEFAULTS.default_from_address });
    expect(await emailContent(data?.email_id as string)).toBe(CODE);
  });

  test('has the values of tags filled in, as text', async () => {
    const token_data = { season: '<b>spring</b> {{contact.email}} {', year: 2027, sale: false };
    const code =
      '<p title="{{season}}">{{ season | upcase }} {{year}} {{sale}} {{other}} {{contact.first_name}} {{ season.x }}{{season}}</p>';
    const id = await approved({ code, default_subject: '{{season}}\n'.trim(), default_preview_text: '{{ year }} {{season}}' });
    const { data } = await start(id, { token_data });
    expect(data).toMatchObject({
      subject: '<b>spring</b> {{ "{{" }}contact.email}} {{ "{" }}',
      preview_text: expect.stringContaining('2027 <b>'),
    });
    const html = await emailContent(data?.email_id as string);
    expect(html.replace(/<div data-preheader.*?<\/div>/, '')).toBe(
      '<p title="&lt;b&gt;spring&lt;/b&gt; {{ "{{" }}contact.email}} {{ "{" }}">&lt;B&gt;SPRING&lt;/B&gt; {{ "{{" }}CONTACT.EMAIL}} {{ "{" }} 2027 false {{other}} {{contact.first_name}} {{ season.x }}&lt;b&gt;spring&lt;/b&gt; {{ "{{" }}contact.email}} {{ "{" }}</p>',
    );
  });

  test('has no more than one line of a value in its headers', async () => {
    const { data } = await start(await approved(), { token_data: { season: 'spring\r\nBcc: all@example.com' } });
    expect(data).toMatchObject({ subject: 'Hi {{contact.first_name}}, it is spring Bcc: all@example.com' });
  });

  test.each([
    ['a subject', { season: 'x'.repeat(999) }, 'makes the default_subject of the template longer than 998 characters'],
    ['a preview text', { season: 'x'.repeat(200) }, 'makes the default_preview_text of the template longer than 200 characters'],
  ])('is refused where values make %s too long', async (_what, token_data, message) => {
    const { error, response } = await start(await approved(), { token_data });
    expect([response.status, error?.details?.issues]).toEqual([400, [{ path: 'token_data', message }]]);
  });

  test.runIf(isAtLength)('is refused where values make the HTML too large', async () => {
    const id = await approved({ code: '<p>{{season}}</p>'.repeat(1_000), default_subject: null, default_preview_text: null });
    const { error } = await start(id, { token_data: { season: 'x'.repeat(10_000) } });
    expect(error?.details?.issues).toEqual([
      { path: 'token_data', message: 'makes HTML of the template that must not be larger than 2 MiB of UTF-8' },
    ]);
  });

  test.runIf(isAtLength)('has a text that was written for the template, filled in, and derives another', async () => {
    const id = await newTemplate(DEFAULTS);
    await must(override(id, 'Mine in {{season}} & more'));
    await must(approve(id));
    const { data } = await start(id, { token_data: { season: 'spring <b> & co' } });
    expect(await emailText(data?.email_id as string)).toMatchObject({
      content: 'Mine in spring <b> & co & more',
      overridden: true,
      stale_after_html_iteration: false,
      plain_text_source: 'override',
    });
    // The approved version keeps its own text, whatever is written for a newer one.
    await must(save(id, '<p>two</p>'));
    expect(await emailText((await must(start(id))).email_id)).toMatchObject({ overridden: true, stale_after_html_iteration: false });
    await must(approve(id));
    expect(await emailText((await must(start(id))).email_id)).toMatchObject({ overridden: true, stale_after_html_iteration: true });
    await must(revert(id));
    expect(await emailText((await must(start(id))).email_id)).toMatchObject({ content: 'two', overridden: false });
  });

  test.runIf(isAtLength)('with a prompt has the template reworked, and its defaults', async () => {
    const id = await approved();
    const { data, response } = await start(id, { prompt: 'For spring', token_data: { season: 'spring' } });
    expect(response.status).toBe(202);
    const emailId = data?.email_id as string;
    // The email has its copy: the template may be deleted.
    await must(remove(id));
    await service.drain();
    expect(generator.commissions.at(-1)).toMatchObject({
      prompt: 'For spring',
      current: { html: CODE.replace(/\{\{ ?season ?\}\}/g, 'spring') },
      facts: { season: 'spring' },
    });
    expect(await must(service.api.GET('/v1/emails/{emailId}', emailAt(emailId)))).toMatchObject({
      subject: DEFAULTS.default_subject.replace('{{season}}', 'spring'),
      preview_text: 'All about SPRING',
      current_version: 1,
      number_of_iterations: 0,
    });
  });

  test.runIf(isAtLength)('and whose first draft came to nothing starts from it again', async () => {
    const { answer } = generator;
    generator.answer = async () => ({ html: '', draft: null, summary: '', notes: [] });
    const emailId = (await must(start(await approved(), { prompt: 'For spring' }))).email_id;
    await service.drain();
    generator.answer = answer;
    // Its first version is a copy.
    await must(service.api.POST('/v1/emails', { body: { name: 'Other', prompt: 'From nothing' } }));
    await service.drain();
    expect(generator.commissions.at(-1)).toMatchObject({ prompt: 'From nothing' });
    expect(generator.commissions.at(-1)?.current).toBeUndefined();
    await must(service.api.POST('/v1/emails/{emailId}/messages', { ...emailAt(emailId), body: { prompt: 'Again' } }));
    await service.drain();
    expect(generator.commissions.at(-1)).toMatchObject({ prompt: 'Again', current: { html: CODE } });
    // Once there is a version, that is what is reworked.
    await must(service.api.POST('/v1/emails/{emailId}/messages', { ...emailAt(emailId), body: { prompt: 'More' } }));
    await service.drain();
    expect(generator.commissions.at(-1)?.current?.html).toContain('Again');
  });

  test('needs one that is there and approved', async () => {
    const other = await service.workspace();
    const theirs = (await must(create({ code: CODE }, other as never))).template_id;
    await must(other.api.POST('/v1/email-templates/{templateId}/approve', at(theirs)));
    for (const id of [newId(), theirs]) {
      for (const body of [{}, { prompt: 'x' }]) expect(refusal(await start(id, body))).toEqual([404, 'not_found', 'template_id']);
    }
    const id = await newTemplate();
    expect(refusal(await start(id))).toEqual([409, 'template_not_ready']);
    await must(approve(id));
    await must(unapprove(id));
    expect(refusal(await start(id, { prompt: 'x' }))).toEqual([409, 'template_not_ready']);
  });
});
