/** Typed content of tents, templates and emails: reading, saving, changing and restoring it. */
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { EmailDraft, PageDraft } from '../../src/content/generation/draft/draft.ts';
import { must } from '../support/blast.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const PAGE: PageDraft = {
  lang: 'en',
  title: 'A trail map',
  blocks: [
    { kind: 'hero', id: 'top', heading: 'Sixteen walks', action: { label: 'Send me the map', href: '#form' } },
    { kind: 'form', id: 'form', fields: [{ type: 'email', label: 'Email', required: true }], submit: 'Send me the map' },
  ],
};
const MAIL: EmailDraft = {
  lang: 'en',
  title: 'Opening',
  subject: 'See you on 3 May',
  blocks: [
    { kind: 'hero', heading: 'We open on 3 May' },
    { kind: 'letter', greeting: 'Hello {{contact.first_name | default: "there"}},', paragraphs: ['Come & see <b>us</b>.'] },
  ],
};

const newTent = (draft: PageDraft = PAGE) => must(service.api.POST('/v1/tents/from-draft', { body: { draft } }));
const contentOf = async (tentId: string) =>
  (await service.api.GET('/v1/tents/{tentId}/content', { params: { path: { tentId } } })).data as unknown as string;

describe('a draft', () => {
  it('becomes a tent, is read as it was kept, and can be saved again', async () => {
    const { id, version, notes } = await newTent();
    expect([version, notes]).toEqual([1, []]);
    const at = { params: { path: { tentId: id } } };
    const { draft } = await must(service.api.GET('/v1/tents/{tentId}/draft', at));
    expect(draft.blocks[1]).toMatchObject({ kind: 'form', fields: [{ type: 'email', name: 'email' }] });
    const saved = await must(service.api.PUT('/v1/tents/{tentId}/draft', { ...at, body: { draft } }));
    expect(saved).toMatchObject({ id, version: 2, notes: [] });
    expect((await must(service.api.GET('/v1/tents/{tentId}/draft', at))).draft).toEqual(draft);
    expect(await contentOf(id)).toContain('<h1');
  });

  it('is data: nothing in it becomes HTML', async () => {
    const heading = '<script>alert(1)</script> "quotes" & more';
    const { id } = await newTent({ ...PAGE, blocks: [{ kind: 'hero', heading }] });
    const html = await contentOf(id);
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it.each([
    ['two blocks of one id', { blocks: [PAGE.blocks[1], PAGE.blocks[1]] }, 'draft.blocks[1].id'],
    [
      'a button that leads to no block',
      { blocks: [{ kind: 'hero', heading: 'A', action: { label: 'Go', href: '#nowhere' } }] },
      'draft.blocks[0].action.href',
    ],
    [
      'a choice of nothing',
      { blocks: [{ kind: 'form', submit: 'Go', fields: [{ type: 'choice', label: 'Size' }] }] },
      'draft.blocks[0].fields[0].options',
    ],
    ['a hero that shows a form which is none', { blocks: [{ kind: 'hero', heading: 'A', form: 'form' }] }, 'draft.blocks[0].form'],
  ])('with %s is refused, with the place', async (_what, change, path) => {
    const { response, error } = await service.api.POST('/v1/tents/from-draft', { body: { draft: { ...PAGE, ...change } as PageDraft } });
    expect([response.status, error?.details?.issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
  });

  it('is noted where a reader would stumble', async () => {
    const { notes } = await newTent({
      ...PAGE,
      blocks: [
        { kind: 'hero', heading: 'Lorem ipsum' },
        { kind: 'form', submit: 'Go', fields: [{ type: 'text', label: 'Colour' }] },
      ],
    });
    expect(notes.map(({ code, place }) => [code, place])).toEqual([
      ['check', 'hero.heading'],
      ['check', 'form'],
    ]);
  });

  it('of an email gives it a subject, keeps its tags, and goes through every kind of document', async () => {
    const { email_id: emailId } = await must(service.api.POST('/v1/emails/from-draft', { body: { name: 'Letter', draft: MAIL } }));
    const email = await must(service.api.GET('/v1/emails/{emailId}', { params: { path: { emailId } } }));
    expect(email).toMatchObject({ name: 'Letter', subject: 'See you on 3 May', current_version: 1 });
    const { data: html } = await service.api.GET('/v1/emails/{emailId}/content', { params: { path: { emailId } } });
    expect(html).toContain('{{contact.first_name | default: "there"}}');
    expect(html).toContain('Come &amp; see &lt;b&gt;us&lt;/b&gt;.');
    const { template_id: templateId } = await must(service.api.POST('/v1/email-templates', { body: { name: 'Letter' } }));
    const path = { params: { path: { templateId } } };
    expect((await must(service.api.PUT('/v1/email-templates/{templateId}/draft', { ...path, body: { draft: MAIL } }))).version).toBe(2);
    expect((await must(service.api.GET('/v1/email-templates/{templateId}/draft', path))).draft.title).toBe('Opening');
  });
});

describe('changes of a draft', () => {
  it('are carried out in their order, all or none', async () => {
    const { id } = await newTent();
    const at = { params: { path: { tentId: id } } };
    const change = await must(
      service.api.PATCH('/v1/tents/{tentId}/draft', {
        ...at,
        body: {
          operations: [
            { op: 'set', path: 'top.heading', value: 'The map is here' },
            { op: 'set', path: 'form.fields[1]', value: { type: 'phone', label: 'Phone' } },
            { op: 'insert', block: { kind: 'faq', items: [{ question: 'Is it free?', answer: 'Yes.' }] }, after: 'top' },
          ],
        },
      }),
    );
    expect(change.version).toBe(2);
    const { draft } = await must(service.api.GET('/v1/tents/{tentId}/draft', at));
    expect(draft.blocks.map(({ kind }) => kind)).toEqual(['hero', 'faq', 'form']);
    const { response, error } = await service.api.PATCH('/v1/tents/{tentId}/draft', {
      ...at,
      body: {
        operations: [
          { op: 'set', path: 'top.heading', value: 'Gone' },
          { op: 'remove', path: 'nowhere' },
        ],
      },
    });
    expect([response.status, error?.details?.issues?.[0]?.path]).toEqual([400, 'operations[1]']);
    expect(await contentOf(id)).toContain('The map is here');
  });

  it('that make something else than a draft are refused', async () => {
    const { id } = await newTent();
    const { response } = await service.api.PATCH('/v1/tents/{tentId}/draft', {
      params: { path: { tentId: id } },
      body: { operations: [{ op: 'set', path: 'theme', value: { primary: 'red' } }] },
    });
    expect(response.status).toBe(400);
  });

  test('of several writers at once are all there', async () => {
    const { id } = await newTent();
    const at = { params: { path: { tentId: id } } };
    const add = (question: string) =>
      service.api.PATCH('/v1/tents/{tentId}/draft', {
        ...at,
        body: { operations: [{ op: 'insert', block: { kind: 'faq', items: [{ question, answer: 'Yes.' }] } }] },
      });
    const answers = await Promise.all([add('One?'), add('Two?'), add('Three?')]);
    expect(answers.map(({ response }) => response.status)).toEqual([200, 200, 200]);
    const { draft, version } = await must(service.api.GET('/v1/tents/{tentId}/draft', at));
    expect([version, draft.blocks.filter(({ kind }) => kind === 'faq').length]).toEqual([4, 3]);
  });
});

describe('a version', () => {
  it('that was saved as HTML has no draft, and says so', async () => {
    const { email_id: emailId } = await must(service.api.POST('/v1/emails', { body: { name: 'Own' } }));
    const at = { params: { path: { emailId } } };
    await must(service.api.POST('/v1/emails/{emailId}/save-code', { ...at, body: { code: '<p>Own</p>' } }));
    const { response, error } = await service.api.GET('/v1/emails/{emailId}/draft', at);
    expect([response.status, error?.error]).toEqual([404, expect.stringContaining('Version 2 of this email was saved as HTML')]);
  });

  it('is restored as a version of its own, with its draft, and is listed with all others', async () => {
    const { id } = await newTent();
    const at = { params: { path: { tentId: id } } };
    await must(service.api.PUT('/v1/tents/{tentId}/draft', { ...at, body: { draft: { ...PAGE, title: 'Another' } } }));
    const restored = await must(service.api.POST('/v1/tents/{tentId}/restore', { ...at, body: { version: 1 } }));
    expect(restored).toMatchObject({ type: 'restored', version: 3, has_draft: true, summary: 'Restored version 1.' });
    expect((await must(service.api.GET('/v1/tents/{tentId}/draft', at))).draft.title).toBe('A trail map');
    const first = await must(service.api.GET('/v1/tents/{tentId}/generations', { params: { ...at.params, query: { limit: 2 } } }));
    expect(first.generations.map(({ version }) => version)).toEqual([3, 2]);
    const rest = await must(
      service.api.GET('/v1/tents/{tentId}/generations', {
        params: { ...at.params, query: { limit: 2, cursor: first.next_cursor as string } },
      }),
    );
    expect(rest.generations.map(({ version }) => version)).toEqual([1]);
    expect(rest).not.toHaveProperty('next_cursor');
    const missing = await service.api.POST('/v1/tents/{tentId}/restore', { ...at, body: { version: 9 } });
    expect([missing.response.status, missing.error?.error]).toEqual([404, 'This tent has no version 9.']);
  });
});
