import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockDocument } from '../../src/content/documents/documents.repo.ts';
import { approve, saveCode, unapprove } from '../../src/content/documents/documents.service.ts';
import { EMAIL } from '../../src/content/documents/kinds.ts';
import { newId } from '../../src/platform/ids.ts';
import { encodeCursor } from '../../src/shared/cursor.ts';
import { lockReferences } from '../../src/workspaces/references.ts';
import { updateWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { givenBlast, givenReadyBlast, setStatus } from '../support/given.ts';
import { behind } from '../support/race.ts';
import { refusal } from '../support/refusal.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const UNKNOWN = '01936d2e-0000-7000-8000-000000000000';
const HEADERS = {
  subject: 'Hi {{contact.first_name | default: "there"}}',
  from_name: 'Juniper Trail',
  from_address: 'hello@example.com',
  reply_to_email: 'reply@elsewhere.org',
};
type Body = { name?: string; [header: string]: string | null | undefined };

const at = (emailId: string) => ({ params: { path: { emailId } } });
const create = (body: Body = {}, { api }: Pick<TestWorkspace, 'api'> = service) =>
  api.POST('/v1/emails', { body: { name: 'Spring opening', ...body } as never });
const newEmail = async (body: Body = {}) => (await must(create(body))).email_id;
const ready = (body: Body = {}) => newEmail({ ...HEADERS, ...body });
const read = (emailId: string) => must(service.api.GET('/v1/emails/{emailId}', at(emailId)));
const patch = (emailId: string, body: Body) => service.api.PATCH('/v1/emails/{emailId}', { ...at(emailId), body: body as never });
const content = async (emailId: string) => {
  const { data, response } = await service.api.GET('/v1/emails/{emailId}/content', { ...at(emailId), parseAs: 'text' });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  return data as unknown as string;
};
const save = (emailId: string, code: string) => service.api.POST('/v1/emails/{emailId}/save-code', { ...at(emailId), body: { code } });
const text = (emailId: string) => must(service.api.GET('/v1/emails/{emailId}/plain-text', at(emailId)));
const override = (emailId: string, words: string) =>
  service.api.PUT('/v1/emails/{emailId}/plain-text', { ...at(emailId), body: { content: words } });
const revert = (emailId: string) => service.api.DELETE('/v1/emails/{emailId}/plain-text', at(emailId));
const approveIt = (emailId: string, version?: number) =>
  service.api.POST('/v1/emails/{emailId}/approve', { ...at(emailId), ...(version !== undefined && { body: { version } }) });
const unapproveIt = (emailId: string) => service.api.POST('/v1/emails/{emailId}/unapprove', at(emailId));
const remove = (emailId: string) => service.api.DELETE('/v1/emails/{emailId}', at(emailId));
const preheaders = (html: string) => [...html.matchAll(/<div data-preheader [^>]*>(.*?)<\/div>/g)].map(([, words]) => words);

const versionsOf = (id: string) => service.db.prisma.version.findMany({ where: { documentId: id }, orderBy: { version: 'asc' } });

/** A refusal: status, code and the paths of the issues. */
describe('creating', () => {
  test('makes a draft with the blank design as version 1', async () => {
    const { data, response } = await create({ subject: 'The trails are open again' });
    expect(response.status).toBe(201);
    const id = data?.email_id as string;
    const { created_at } = await read(id);
    expect(data).toEqual({
      email_id: id,
      name: 'Spring opening',
      status: 'draft',
      subject: 'The trails are open again',
      preview_text: null,
      from_name: null,
      from_address: null,
      reply_to_email: null,
      tracking: null,
      current_version: 1,
      approved_version: null,
      number_of_iterations: 0,
      plain_text_overridden: false,
      plain_text_overridden_at: null,
      plain_text_stale_after_html_iteration: false,
      created_at,
      updated_at: created_at,
      created_by_name: 'Test',
      latest_generation_status: 'completed',
      latest_generation_id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      approved_generation_id: null,
      preview_url: expect.stringContaining(`/email/${id}?`),
      content_path: `/v1/emails/${id}/content`,
      plain_text_path: `/v1/emails/${id}/plain-text`,
      warnings: [],
    });
    expect(await read(id as string)).toEqual({ ...data, used_by: [], used_by_count: 0 });
    const [generation] = await service.db.prisma.generation.findMany({ where: { documentId: id } });
    expect(generation).toMatchObject({ type: 'scaffold', status: 'completed', number: 1 });
    expect(await versionsOf(id)).toMatchObject([{ id: generation?.id, version: 1, plainTextSource: 'auto' }]);
  });

  test('the blank design carries the workspace, a preheader and the way out', async () => {
    const html = await content(await newEmail({ preview_text: 'Boots & {{contact.first_name | default: "you"}}' }));
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).toContain('<title>Juniper Trail</title>');
    expect(html).toContain('href="{{unsubscribe_url}}"');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(preheaders(html)).toEqual(['Boots &amp; {{contact.first_name | default: "you"}}']);
    expect(html).toMatch(/<body[^>]*><div data-preheader /);
  });

  test('the name and colour of the workspace cannot break the design', async () => {
    const other = await service.workspace({ name: '<script>{{x</script> & {% if %}' });
    const make = async (primary: unknown) => {
      await updateWorkspace(service.db, other.id, { brand: { colors: { primary } } as never }, new Date());
      const { email_id } = await must(create({}, other));
      const { data } = await other.api.GET('/v1/emails/{emailId}/content', { ...at(email_id), parseAs: 'text' });
      return data as unknown as string;
    };
    expect(await make('#c0ffee')).toContain('solid #c0ffee');
    const html = await make('red;background:url(//evil.example)');
    expect(html).not.toContain('evil');
    expect(html).toContain('<title>&lt;script&gt;&#123;\u2060&#123;x&lt;/script&gt; &amp; &#123;\u2060% if %&#125;</title>');
    const { email_id } = await must(create({}, other));
    const { content: words } = await must(other.api.GET('/v1/emails/{emailId}/plain-text', at(email_id)));
    expect(words).toContain('<script>{\u2060{x</script> & {\u2060% if %}');
  });

  test.each([
    ['no name', { name: undefined }, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['a subject of 999 characters', { subject: 'x'.repeat(999) }, 'subject'],
    ['a preview text of 201 characters', { preview_text: 'x'.repeat(201) }, 'preview_text'],
    ['a sender of 121 characters', { from_name: 'x'.repeat(121) }, 'from_name'],
    ['an address that is none', { from_address: 'hello' }, 'from_address'],
    ['two addresses', { reply_to_email: 'a@example.com, b@example.com' }, 'reply_to_email'],
    ['an address in quotes', { from_address: '"a@evil x"@example.com' }, 'from_address'],
    ['a status', { status: 'approved' }, 'status'],
    ['an approved version', { approved_version: '1' }, 'approved_version'],
    ['a prompt that is no text', { prompt: 5 }, 'prompt'],
    ['a workspace', { workspace_id: UNKNOWN }, 'workspace_id'],
    ['a malformed tag in the subject', { subject: 'Hi {{contact.first_name' }, 'subject'],
    ['a malformed tag in the preview text', { preview_text: '{{ two words }}' }, 'preview_text'],
    ['logic in the subject', { subject: '{% if contact %}Hi{% endif %}' }, 'subject'],
    ['a line break in the subject', { subject: 'Hi\r\nBcc: everybody@example.com' }, 'subject'],
    ['a line break in the preview text', { preview_text: 'one\ntwo' }, 'preview_text'],
    ['a line break in the sender', { from_name: 'Juniper\nTrail' }, 'from_name'],
    ['a control character', { from_name: 'Juniper\u0007' }, 'from_name'],
    ['an exotic line break', { subject: 'one\u2028two' }, 'subject'],
    ['a domain nobody verified', { from_address: 'hello@example.org' }, 'from_address'],
    ['a subdomain of a verified one', { from_address: 'hello@mail.example.com' }, 'from_address'],
    ['a domain that ends like a verified one', { from_address: 'hello@notexample.com' }, 'from_address'],
  ])('%s is refused, on creation and on change', async (_what, body, path) => {
    expect(refusal(await create(body as Body))).toEqual([400, 'validation_failed', path]);
    if ((body as Body).name === undefined && 'name' in body) return;
    expect(refusal(await patch(await newEmail(), body as Body))).toEqual([400, 'validation_failed', path]);
  });

  test('every finding is named at once', async () => {
    const ofForm = await create({ subject: 'x', preview_text: 'a\nb', from_name: 'a\rb' });
    expect(ofForm.error?.details?.issues).toEqual([
      { path: 'preview_text', message: 'must be one line, without control characters' },
      { path: 'from_name', message: 'must be one line, without control characters' },
    ]);
    const { error } = await create({ subject: '{{', preview_text: '{% if x %}', from_address: 'a@b.example' });
    expect(error?.details?.issues).toEqual([
      { path: 'subject', message: 'holds a malformed merge tag at line 1, column 1: "}}" is missing' },
      { path: 'preview_text', message: expect.stringContaining('"x" is no name that emails have') },
      {
        path: 'from_address',
        message: 'the domain b.example is not verified for this workspace; ask the operator of the service to verify it',
      },
    ]);
  });

  test('headers may be null, empty, long, or in capitals', async () => {
    const headers = {
      subject: '',
      preview_text: null,
      from_name: 'é'.repeat(120),
      from_address: 'Hello@EXAMPLE.com',
      reply_to_email: null,
    };
    expect(await must(create(headers))).toMatchObject(headers);
    expect(await must(create({ subject: 'x'.repeat(998), preview_text: 'x'.repeat(200), name: 'x'.repeat(200) }))).toMatchObject({
      status: 'draft',
    });
  });

  test('a domain that is verified for another workspace is not ours', async () => {
    const { addDomain } = await import('../../src/workspaces/sending-domains.ts');
    const other = await service.workspace();
    await addDomain(service.db, { workspaceId: other.id, domain: 'theirs.example', verified: true }, new Date());
    await addDomain(service.db, { workspaceId: service.id, domain: 'pending.example' }, new Date());
    expect((await create({ from_address: 'a@theirs.example' }, other)).response.status).toBe(201);
    expect(refusal(await create({ from_address: 'a@theirs.example' }))).toEqual([400, 'validation_failed', 'from_address']);
    expect(refusal(await create({ from_address: 'a@pending.example' }))).toEqual([400, 'validation_failed', 'from_address']);
  });

  test('with an idempotency key is done once', async () => {
    const send = () => service.api.POST('/v1/emails', { params: { header: { 'Idempotency-Key': newId() } }, body: { name: 'Keyed' } });
    const key = newId();
    const keyed = () => service.api.POST('/v1/emails', { params: { header: { 'Idempotency-Key': key } }, body: { name: 'Keyed' } });
    const [first, again, other] = [await keyed(), await keyed(), await send()];
    expect(again.data).toEqual(first.data);
    expect(other.data?.email_id).not.toBe(first.data?.email_id);
  });
});

describe('listing', () => {
  let own: TestWorkspace;
  const list = (query: Record<string, unknown> = {}, { api } = own) => api.GET('/v1/emails', { params: { query: query as never } });
  const names = async (query?: Record<string, unknown>) => (await must(list(query))).emails.map(({ name }) => name);
  /** Follows the cursors to the end. */
  const walk = async (query: Record<string, unknown>) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await must(list({ ...query, ...(cursor && { cursor }) }));
      expect(page.emails.length).toBeGreaterThan(0);
      seen.push(...page.emails.map(({ name }) => name));
      cursor = page.next_cursor;
    } while (cursor);
    return seen;
  };

  beforeAll(async () => {
    own = await service.workspace();
    expect(await must(list())).toEqual({ emails: [] });
    for (const name of ['delta', 'alpha', 'charlie', 'Bravo', 'echo']) {
      await must(create({ ...HEADERS, name }, own));
      service.clock.advance({ seconds: 1 });
    }
    const emails = await service.db.prisma.document.findMany({ where: { workspaceId: own.id } });
    for (const name of ['charlie', 'delta']) {
      await must(own.api.POST('/v1/emails/{emailId}/approve', at(emails.find((email) => email.name === name)?.id as string)));
      service.clock.advance({ seconds: 1 });
    }
  });

  test.each([
    [{}, ['delta', 'charlie', 'echo', 'Bravo', 'alpha']],
    [{ sort_order: 'asc' }, ['alpha', 'Bravo', 'echo', 'charlie', 'delta']],
    [{ sort_by: 'created_at' }, ['echo', 'Bravo', 'charlie', 'alpha', 'delta']],
    [{ sort_by: 'created_at', sort_order: 'asc' }, ['delta', 'alpha', 'charlie', 'Bravo', 'echo']],
    [{ sort_by: 'name', sort_order: 'asc' }, ['alpha', 'Bravo', 'charlie', 'delta', 'echo']],
    [{ sort_by: 'name' }, ['echo', 'delta', 'charlie', 'Bravo', 'alpha']],
    [{ status: 'approved' }, ['delta', 'charlie']],
    [{ status: 'draft' }, ['echo', 'Bravo', 'alpha']],
    [{ status: 'draft', sort_by: 'name', sort_order: 'asc' }, ['alpha', 'Bravo', 'echo']],
    [{ status: 'approved', sort_by: 'created_at' }, ['delta', 'charlie']],
  ])('%j', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
    for (const limit of isAtLength ? [1, 2, 3] : [2]) expect(await walk({ ...query, limit })).toEqual(expected);
  });

  test('shows neither content nor where it is', async () => {
    const [email] = (await must(list())).emails;
    expect(Object.keys(email as object)).not.toEqual(expect.arrayContaining(['content_path']));
    expect(email).toMatchObject({ name: 'delta', status: 'approved', current_version: 1, approved_version: 1, created_by_name: 'Test' });
  });

  test('a page that is exactly full ends the listing', async () => {
    expect(await must(list({ limit: 5 }))).not.toHaveProperty('next_cursor');
    expect(await must(list({ limit: 4 }))).toHaveProperty('next_cursor');
  });

  test.runIf(isAtLength)('pages of emails that share their moment and their name have no gap', async () => {
    const crowded = await service.workspace();
    const now = new Date();
    // Written in no order, so that none comes about by itself.
    const ids = Array.from({ length: 23 }, newId).map((id, i, all) => all[(i * 7) % 23] ?? id);
    await service.db.prisma.document.createMany({
      data: ids.map((id) => ({
        workspaceId: crowded.id,
        id,
        kind: 'email',
        name: "Same \u0001 ' %",
        status: 'draft',
        createdByName: '',
        createdAt: now,
        updatedAt: now,
      })),
    });
    for (const sort_by of ['name', 'updated_at', 'created_at']) {
      for (const sort_order of ['asc', 'desc']) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await must(list({ sort_by, sort_order, limit: 5, ...(cursor && { cursor }) }, crowded));
          seen.push(...page.emails.map(({ email_id }) => email_id));
          cursor = page.next_cursor;
        } while (cursor);
        expect(seen).toEqual(sort_order === 'asc' ? [...ids].sort() : [...ids].sort().reverse());
      }
    }
  });

  describe('a cursor', () => {
    const first = async (query: Record<string, unknown>) => (await must(list({ limit: 1, ...query }))).next_cursor as string;

    test.each([{ status: 'draft' }, { sort_by: 'name' }, { sort_by: 'created_at' }, { sort_order: 'asc' }, { limit: 2 }])(
      'is refused with %j instead',
      async (query) => {
        expect(refusal(await list({ limit: 1, ...query, cursor: await first({}) }))).toEqual([400, 'invalid_cursor']);
      },
    );

    test('goes on with the same, and with a sort that does not count', async () => {
      expect((await list({ limit: 1, cursor: await first({}) })).response.status).toBe(200);
      expect((await list({ limit: 1, status: 'draft', sort_by: 'name', cursor: await first({ status: 'draft' }) })).response.status).toBe(
        200,
      );
    });

    const listing = { of: 'email', status: 'any', sort: 'updated_at', order: 'desc', limit: '25' };
    test.each([
      ['junk', 'x'],
      ['the example of the document', 'WyIyMDI2LTA0LTE0VDA5OjQyOjAwLjAwMFoiXQ'],
      ['a day that is none', encodeCursor(listing, { key: '2026-02-30T00:00:00.000Z', id: UNKNOWN })],
      ['a place in another list', encodeCursor({ ...listing, of: 'email_template' }, { key: '2026-02-20T00:00:00.000Z', id: UNKNOWN })],
      ['SQL', encodeCursor(listing, { key: 'now(); DROP TABLE emails; --', id: UNKNOWN })],
      ['SQL for an id', encodeCursor(listing, { key: '2026-02-20T00:00:00.000Z', id: "' OR 1=1 --" })],
      ['NUL', encodeCursor({ ...listing, sort: 'name' }, { key: '\0', id: UNKNOWN })],
      ['the longest that is allowed', 'x'.repeat(2048)],
    ])('that holds %s is refused', async (_what, cursor) => {
      expect(refusal(await list({ cursor }))).toEqual([400, 'invalid_cursor']);
    });

    test('of a name goes wherever it points', async () => {
      const cursor = encodeCursor({ ...listing, sort: 'name' }, { key: "'; DROP TABLE emails; --", id: UNKNOWN });
      expect((await list({ sort_by: 'name', cursor })).response.status).toBe(200);
    });

    test.each(['', 'x'.repeat(2049)])('of a length that cannot be is refused', async (cursor) => {
      expect(refusal(await list({ cursor }))).toEqual([400, 'validation_failed', 'cursor']);
    });
  });

  test.each([{ limit: 0 }, { limit: 101 }, { status: 'sent' }, { sort_by: 'subject' }, { sort_order: 'up' }, { page: 1 }])(
    'refuses %j',
    async (query) => {
      expect((await list(query)).error?.error_code).toBe('validation_failed');
    },
  );
});

describe('changing', () => {
  test('touches what is sent, and null clears a header', async () => {
    const before = await read(await newEmail(HEADERS));
    service.clock.advance({ seconds: 1 });
    const renamed = await must(patch(before.email_id, { name: 'Renamed' }));
    expect({ ...before, ...renamed }).toEqual({ ...before, name: 'Renamed', updated_at: renamed.updated_at });
    expect(renamed.updated_at > before.updated_at).toBe(true);
    const cleared = await must(patch(before.email_id, { subject: null, from_name: null, from_address: null, reply_to_email: null }));
    expect(cleared).toMatchObject({
      name: 'Renamed',
      subject: null,
      from_name: null,
      from_address: null,
      reply_to_email: null,
      current_version: 1,
    });
    expect(await read(before.email_id)).toMatchObject(cleared);
  });

  test.each([{}, { name: null }, { name: '' }, { html: 'x' }, { created_by_name: 'x' }])('refuses %j', async (body) => {
    expect((await patch(await newEmail(), body as Body)).error?.error_code).toBe('validation_failed');
  });

  test('the preview text rewrites the preheader and makes no version', async () => {
    const id = await newEmail();
    const blank = await content(id);
    expect(preheaders(blank)).toEqual([]);
    for (const words of [
      'One',
      'Two <b> & {{contact.first_name | default: "<you>"}}',
      'Two <b> & {{contact.first_name | default: "<you>"}}',
    ]) {
      expect((await must(patch(id, { preview_text: words }))).current_version).toBe(1);
      expect(preheaders(await content(id))).toEqual([words.replace('<b> &', '&lt;b&gt; &amp;')]);
    }
    await patch(id, { subject: 'Something else' });
    expect(preheaders(await content(id))).toHaveLength(1);
    await patch(id, { preview_text: null });
    expect(await content(id)).toBe(blank);
    await patch(id, { preview_text: '' });
    expect(await content(id)).toBe(blank);
  });

  test('the preview text is neither in the plain text nor makes it stale', async () => {
    const id = await newEmail({ preview_text: 'A line for the inbox' });
    expect((await text(id)).content).not.toContain('inbox');
    await must(override(id, 'Mine'));
    await patch(id, { preview_text: 'Another line' });
    expect(await text(id)).toMatchObject({ content: 'Mine', stale_after_html_iteration: false });
  });

  test('every version shows the preview text that the email has now, also one that an earlier release wrote it into', async () => {
    const id = await ready({ preview_text: 'Old' });
    const { approved_generation_id: generationId } = await must(approveIt(id));
    const [first] = await versionsOf(id);
    const baked = String(first?.html).replace(/<body[^>]*>/, '$&<div data-preheader style="display:none">Old</div>');
    await service.db.prisma.version.updateMany({ where: { id: String(first?.id) }, data: { html: baked } });
    await must(save(id, '<body><div style="display:none">Mine</div><p>two</p></body>'));
    await must(patch(id, { preview_text: 'New' }));
    const approved = await service.api.GET('/v1/emails/{emailId}/generations/{generationId}/content', {
      params: { path: { emailId: id, generationId: generationId as string } },
      parseAs: 'text',
    });
    expect(preheaders(approved.data as unknown as string)).toEqual(['New']);
    expect(preheaders(await content(id))).toEqual(['New']);
    expect(await content(id)).not.toContain('Mine');
    await must(patch(id, { preview_text: null }));
    expect(await content(id)).toContain('Mine');
  });

  test('an approved email stays approved as long as it has the headers that approval needs', async () => {
    const id = await ready();
    await must(approveIt(id));
    const { latest_generation_id } = await read(id);
    expect(await must(patch(id, { subject: 'Another', preview_text: null }))).toMatchObject({ status: 'approved', approved_version: 1 });
    // Flows go on sending what was approved, once they can.
    const draft = { status: 'draft', approved_version: 1, approved_generation_id: latest_generation_id };
    for (const subject of [null, 'There again']) expect(await must(patch(id, { subject }))).toMatchObject({ ...draft, subject });
    expect(await must(approveIt(id))).toMatchObject({ ...draft, status: 'approved' });
    expect(await must(patch(id, { from_name: ' ' }))).toMatchObject(draft);
    expect(await must(unapproveIt(id))).toMatchObject({ status: 'draft', approved_version: null, approved_generation_id: null });
  });
});

describe('saving code', () => {
  const page = (body: string) => `<!doctype html><html><head><title>t</title></head><body>${body}</body></html>`;

  test('makes the next version and is what comes back', async () => {
    const id = await newEmail();
    const html = page('<p>Hi {{contact.first_name}}</p>');
    expect(await must(save(id, html))).toMatchObject({
      email_id: id,
      version: 2,
      generation_id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
    });
    expect(await content(id)).toBe(html);
    expect(await read(id)).toMatchObject({ current_version: 2, number_of_iterations: 0, status: 'draft', approved_version: null });
    const generations = await service.db.prisma.generation.findMany({ where: { documentId: id }, orderBy: { number: 'asc' } });
    expect(generations.map(({ number, type, status }) => [number, type, status])).toEqual([
      [1, 'scaffold', 'completed'],
      [2, 'code', 'completed'],
    ]);
  });

  test.runIf(isAtLength)('puts one preheader in, where there is none', async () => {
    const id = await newEmail({ preview_text: 'Read me' });
    await must(save(id, page('<p>x</p>')));
    expect(await content(id)).toMatch(/<body><div data-preheader [^>]*>Read me<\/div><p>x<\/p><\/body>/);
    await must(save(id, await content(id)));
    expect(preheaders(await content(id))).toEqual(['Read me']);
    for (const own of [
      '<div style="display: none">Mine</div>',
      '<div style="display: none">Mine</div >',
      '<span class="preheader">Mine</span>',
    ]) {
      await must(save(id, page(`${own}<p>x</p>`)));
      expect(await content(id)).toMatch(/<body><div data-preheader [^>]*>Read me<\/div><p>x<\/p>/);
      expect(await content(id)).not.toContain('Mine');
      expect((await text(id)).content).toBe('x');
    }
  });

  test.each([
    ['a fragment', '<p>x</p>', '@<p>x</p>'],
    ['plain words', 'x', '@x'],
    [
      'no body',
      '<!doctype html><html><head><title>t</title></head><p>x</p></html>',
      '<!doctype html><html><head><title>t</title></head>@<p>x</p></html>',
    ],
    [
      'a closing tag with a blank in it',
      '<!doctype html><html><head><title>t</title></head ><p>x</p></html>',
      '<!doctype html><html><head><title>t</title></head >@<p>x</p></html>',
    ],
    ['attributes', '<body class="a>b" data-x=\'<body>\'>x</body>', '<body class="a>b" data-x=\'<body>\'>@x</body>'],
    ['a body in a comment', '<!-- <body> --><body>x</body>', '<!-- <body> --><body>@x</body>'],
    ['a tag in the body', '<body {{ "<body>" }}>x</body>', '<body {{ "<body>" }}>@x</body>'],
    [
      'something hidden that is not closed',
      '<body><div style="display:none">a<p>b</p></body>',
      '<body>@<div style="display:none">a<p>b</p></body>',
    ],
    ['hidden words that are not closed', '<body><div style="display:none">a</body>', '<body>@<div style="display:none">a</body>'],
    ['something hidden that holds more than words', '<body><div hidden><p>b</p></div></body>', '<body>@<div hidden><p>b</p></div></body>'],
    ['something hidden further down', '<body>a<div hidden>b</div></body>', '<body>@a<div hidden>b</div></body>'],
  ])('finds the beginning of the body with %s', async (_what, html, expected) => {
    const id = await newEmail({ preview_text: 'P' });
    await must(save(id, html));
    expect(await content(id)).toBe(
      expected.replace('@', '<div data-preheader style="display:none;max-height:0;overflow:hidden;mso-hide:all">P</div>'),
    );
    await must(patch(id, { preview_text: null }));
    expect(await content(id)).toBe(html);
  });

  test('keeps an approval where it is', async () => {
    const id = await ready();
    await must(approveIt(id));
    await must(save(id, '<p>two</p>'));
    expect(await read(id)).toMatchObject({ status: 'approved', approved_version: 1, current_version: 2 });
    expect(await must(approveIt(id, 2))).toMatchObject({ status: 'approved', approved_version: 2 });
  });

  test.each([
    ['nothing', ''],
    ['more than 2 MiB of ASCII', 'x'.repeat(2 * 1024 * 1024 + 1)],
    ['more than 2 MiB of UTF-8 in fewer characters', 'é'.repeat(1024 * 1024 + 1)],
    ['a malformed tag', '<p>{{contact.first_name</p>'],
    ['logic', '<p>{% if x %}a{% endif %}</p>'],
    ['elements that are never closed', '<div>'.repeat(257)],
    ['headings that are never closed', '<section>'.repeat(400_000)],
  ])('refuses %s', async (_what, code) => {
    const id = await newEmail();
    expect(refusal(await save(id, code))).toEqual([400, 'validation_failed', 'code']);
    expect((await read(id)).current_version).toBe(1);
  });

  test.runIf(isAtLength)('takes 2 MiB to the byte, and what other converters choke on', async () => {
    const id = await newEmail({ preview_text: 'P' });
    for (const code of [
      'é'.repeat(1024 * 1024),
      '<h1>'.repeat(rounds(50_000, 500_000)),
      `${'<ul><li>'.repeat(120)}${'<li>y'.repeat(rounds(40_000, 400_000))}`,
      '<a href=x>y'.repeat(rounds(19_000, 190_000)),
    ]) {
      expect((await save(id, code)).response.status).toBe(200);
    }
  });

  test.runIf(isAtLength)('20 at once make 20 versions in a row', async () => {
    const id = await newEmail();
    const saved = await Promise.all(Array.from({ length: 20 }, (_value, i) => must(save(id, `<p>${i}</p>`))));
    expect(saved.map(({ version }) => version).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_value, i) => i + 2));
    expect((await read(id)).current_version).toBe(21);
    expect(await content(id)).toBe(`<p>${saved.findIndex(({ version }) => version === 21)}</p>`);
  });

  test('with an idempotency key makes one version', async () => {
    const id = await newEmail();
    const send = () =>
      service.api.POST('/v1/emails/{emailId}/save-code', {
        params: { path: { emailId: id }, header: { 'Idempotency-Key': 'k' } },
        body: { code: '<p>k</p>' },
      });
    expect((await send()).data).toEqual((await send()).data);
    expect((await read(id)).current_version).toBe(2);
  });
});

test('content may be opened in a browser: nothing in it runs, and it belongs to no origin', async () => {
  const id = await newEmail();
  await must(save(id, '<script>alert(document.cookie)</script>'));
  const { response } = await service.api.GET('/v1/emails/{emailId}/content', { ...at(id), parseAs: 'text' });
  const policy = response.headers.get('content-security-policy')?.split('; ') ?? [];
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "form-action 'none'", "base-uri 'none'", 'sandbox']));
  expect(policy.find((part) => part.startsWith('script-src'))).toBeUndefined();
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('set-cookie')).toBeNull();
});

describe('plain text', () => {
  test('is derived as the document shows', async () => {
    const id = await newEmail({ preview_text: 'Boots, tents and a free map of the spring trails' });
    await must(
      save(
        id,
        `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Spring opening</title>
  </head>
  <body>
    <h1>Good morning, {{contact.first_name | default: "friend"}}</h1>
    <p>The snow is off the ridge, and our spring range is in the shop.</p>
    <p><a href="https://junipertrail.com/spring">See what is new</a></p>
    <p><a href="{{unsubscribe_url}}">Unsubscribe</a></p>
  </body>
</html>
`,
      ),
    );
    expect(await text(id)).toEqual({
      email_id: id,
      generation_id: expect.any(String),
      version: 2,
      content: `GOOD MORNING, {{contact.first_name | default: "friend"}}

The snow is off the ridge, and our spring range is in the shop.

See what is new: https://junipertrail.com/spring

Unsubscribe: {{unsubscribe_url}}`,
      overridden: false,
      stale_after_html_iteration: false,
      plain_text_source: 'auto',
    });
  });

  test.runIf(isAtLength)('of your own stays until it is written anew or dropped', async () => {
    const id = await newEmail();
    const derived = await text(id);
    service.clock.advance({ seconds: 1 });

    const mine = await must(override(id, 'Mine, {{contact.first_name}}'));
    expect(mine).toEqual({ ...derived, content: 'Mine, {{contact.first_name}}', overridden: true, plain_text_source: 'override' });
    expect(await text(id)).toEqual(mine);
    const { plain_text_overridden_at, updated_at } = await read(id);
    expect(plain_text_overridden_at).toBe(updated_at);

    await must(save(id, '<p>two</p>'));
    expect(await text(id)).toMatchObject({
      version: 2,
      content: mine.content,
      overridden: true,
      stale_after_html_iteration: true,
      plain_text_source: 'override',
    });
    expect(await read(id)).toMatchObject({
      plain_text_overridden: true,
      plain_text_overridden_at,
      plain_text_stale_after_html_iteration: true,
    });

    expect(await must(override(id, 'Mine again'))).toMatchObject({ version: 2, content: 'Mine again', stale_after_html_iteration: false });
    await must(save(id, '<p>three</p>'));
    const reverted = await must(revert(id));
    expect(reverted).toMatchObject({
      version: 3,
      content: 'three',
      overridden: false,
      stale_after_html_iteration: false,
      plain_text_source: 'auto',
    });
    expect(await text(id)).toEqual(reverted);
    expect(await read(id)).toMatchObject({
      plain_text_overridden: false,
      plain_text_overridden_at: null,
      plain_text_stale_after_html_iteration: false,
    });

    await must(save(id, '<p>four</p>'));
    expect(await text(id)).toMatchObject({ version: 4, content: 'four', overridden: false, stale_after_html_iteration: false });
  });

  test('may be empty, which is not the same as none of your own', async () => {
    const id = await newEmail();
    expect(await must(override(id, ''))).toMatchObject({ content: '', overridden: true, plain_text_source: 'override' });
    await must(save(id, '<p>two</p>'));
    expect(await text(id)).toMatchObject({ content: '', overridden: true, stale_after_html_iteration: true });
    expect((await must(revert(id))).content).toBe('two');
  });

  test('without one of your own, dropping it changes nothing', async () => {
    const id = await newEmail();
    const before = await read(id);
    service.clock.advance({ seconds: 1 });
    expect(await must(revert(id))).toEqual(await text(id));
    expect(await read(id)).toEqual(before);
  });

  test('of the approved version is untouched by what is written for a newer one', async () => {
    const id = await ready();
    await must(approveIt(id));
    const approved = (await text(id)).content;
    await must(save(id, '<p>two</p>'));
    await must(override(id, 'Mine'));
    expect((await versionsOf(id))[0]).toMatchObject({ plainText: approved, plainTextSource: 'auto' });
  });

  test.each([
    ['more than 1 MiB of ASCII', 'x'.repeat(1024 * 1024 + 1)],
    ['more than 1 MiB of UTF-8 in fewer characters', 'é'.repeat(512 * 1024 + 1)],
    ['a malformed tag', 'Hi {{'],
    ['logic', '{% assign x = 1 %}'],
  ])('refuses %s', async (_what, words) => {
    expect(refusal(await override(await newEmail(), words))).toEqual([400, 'validation_failed', 'content']);
  });

  test.runIf(isAtLength)('takes 1 MiB to the byte', async () => {
    expect((await override(await newEmail(), 'é'.repeat(512 * 1024))).response.status).toBe(200);
  });

  test.each([
    ['entities and white space', '<p>Fish &amp;\n   chips&nbsp;&mdash; <b>now</b>!</p>', 'Fish & chips — now!'],
    ['lists', '<ul><li>one</li><li>two<ol><li>a<li>b</ol></li></ul>after', '* one\n* two\n  1. a\n  2. b\n\nafter'],
    ['an empty item at the end', '<ul><li>one</li><li></li></ul><p>after</p>', '* one\n\nafter'],
    ['line breaks', 'a<br>b<br><br>c', 'a\nb\n\nc'],
    ['an element of a name that every object has', 'a <constructor>b</constructor> c', 'a b c'],
    ['cells', '<table><tr><td>Boots</td><td>120</td></tr></table>', 'Boots\n120'],
    ['a link that shows itself', '<a href="https://a.example">https://a.example</a>', 'https://a.example'],
    ['a link that asks', '<a href="https://a.example">Ready?</a>', 'Ready? https://a.example'],
    ['an image that links', '<a href="https://a.example"><img src="x" alt="Our shop"></a>', 'Our shop: https://a.example'],
    ['a link without words', 'a <a href="https://a.example"><img src="x"></a> b', 'a https://a.example b'],
    ['an address', '<a href="mailto:a@b.example">a@b.example</a>', 'a@b.example'],
    ['a place on the page', '<a href="#top">Up</a>', 'Up'],
    ['what is hidden', '<style>a{}</style><script>x</script><p hidden>a</p><p style="DISPLAY : none">b</p>c', 'c'],
    ['preformatted text', '<p>a</p><pre>  b\n    c</pre>', 'a\n\n  b\n    c'],
    [
      'tags in capitals',
      '<h2>To {{ contact.first_name | default: "a  friend" }} &amp; co</h2>',
      'TO {{ contact.first_name | default: "a  friend" }} & CO',
    ],
    [
      'braces that are none',
      '<p>&#123;&#123;x}} {<b>{</b>y}} {<i></i>{{contact.company}}</p>',
      '{{ "{{" }}x}} {{ "{{" }}y}} {{ "{" }}{{contact.company}}',
    ],
    ['nothing', '<p> </p>', ''],
  ])('from %s', async (_what, html, expected) => {
    const id = await newEmail();
    await must(save(id, html));
    expect((await text(id)).content).toBe(expected);
    expect((await override(id, expected)).response.status).toBe(200);
  });
});

describe('approving', () => {
  test('pins the newest version', async () => {
    const id = await ready();
    await must(save(id, '<p>two</p>'));
    service.clock.advance({ seconds: 1 });
    const approved = await must(approveIt(id));
    expect(approved).toMatchObject({ status: 'approved', approved_version: 2, current_version: 2 });
    service.clock.advance({ seconds: 1 });
    expect(await must(approveIt(id))).toEqual(approved);
    expect(await must(approveIt(id, 2))).toEqual(approved);
  });

  test.each([
    [
      {},
      ['subject', 'from_name', 'from_address', 'reply_to_email'],
      'Set subject, from_name, from_address, and reply_to_email before approving the email.',
    ],
    [
      { ...HEADERS, subject: null, reply_to_email: null },
      ['subject', 'reply_to_email'],
      'Set subject and reply_to_email before approving the email.',
    ],
    [{ ...HEADERS, from_name: '' }, ['from_name'], 'Set from_name before approving the email.'],
    [{ ...HEADERS, subject: '   ' }, ['subject'], 'Set subject before approving the email.'],
  ])('with %j names what is missing', async (headers, missing, message) => {
    const id = await newEmail(headers);
    const { error, response } = await approveIt(id);
    expect(response.status).toBe(400);
    expect(error).toMatchObject({ error: message, error_code: 'email_missing_required_headers', details: { missing } });
    expect((await read(id)).status).toBe('draft');
  });

  test('a preview text is not required', async () => {
    expect((await approveIt(await ready({ preview_text: null }))).response.status).toBe(200);
  });

  test.each([1, 3])('version %i, where 2 is the newest, is refused', async (version) => {
    const id = await ready();
    await must(save(id, '<p>two</p>'));
    const { error, response } = await approveIt(id, version);
    expect([response.status, error?.error_code]).toEqual([409, 'approval_version_stale']);
    expect(error?.error).toBe(`Version ${version} is not the newest version of this email, which is 2.`);
    expect((await read(id)).status).toBe('draft');
  });

  test.each([{ version: 0 }, { version: '1' }, { version: 1.5 }, { version: null }, { force: true }])('refuses %j', async (body) => {
    const { error } = await service.api.POST('/v1/emails/{emailId}/approve', { ...at(await ready()), body: body as never });
    expect(error?.error_code).toBe('validation_failed');
  });

  test('is withdrawn, and withdrawing it twice changes nothing', async () => {
    const id = await ready();
    await must(approveIt(id));
    service.clock.advance({ seconds: 1 });
    const draft = await must(unapproveIt(id));
    expect(draft).toMatchObject({ status: 'draft', approved_version: null, current_version: 1 });
    service.clock.advance({ seconds: 1 });
    expect(await must(unapproveIt(id))).toEqual(draft);
  });
});

describe('what a blast needs', () => {
  const blastWith = async (emailId: string) => {
    const blastId = await givenReadyBlast(service.db, service);
    await must(
      service.api.PUT('/v1/email-blasts/{blastId}/email', {
        params: { path: { blastId } },
        body: { source: 'existing', email_id: emailId },
      }),
    );
    return blastId;
  };

  test.each(['scheduled', 'sending'])('is kept while the blast is %s', async (status) => {
    const id = await ready();
    await must(approveIt(id));
    await setStatus({ db: service.db, workspaceId: service.id }, await blastWith(id), status);
    for (const answer of [await unapproveIt(id), await remove(id)]) {
      expect(refusal(answer)).toEqual([409, 'email_in_scheduled_blast']);
    }
    expect(await read(id)).toMatchObject({ status: 'approved' });
    expect(await content(id)).not.toBe('');
  });

  test.each(['sent', 'draft', 'failed', 'cancelled', 'archived'].slice(0, rounds(2, 5)))('is free once the blast is %s', async (status) => {
    const id = await ready();
    await must(approveIt(id));
    await setStatus({ db: service.db, workspaceId: service.id }, await blastWith(id), status);
    expect((await unapproveIt(id)).response.status).toBe(200);
    expect((await remove(id)).response.status).toBe(200);
  });

  const sendNow = (blastId: string) => service.api.POST('/v1/email-blasts/{blastId}/send-now', { params: { path: { blastId } } });

  test.runIf(isAtLength)('is not withdrawn behind the back of a blast that goes out', async () => {
    const id = await ready();
    await must(approveIt(id));
    const blastId = await blastWith(id);
    for (const ask of [unapproveIt, remove]) {
      const { response } = await behind(
        service.db,
        async (tx) => {
          await lockReferences({ db: tx, workspaceId: service.id }, 'using');
          await tx.prisma.blast.updateMany({ where: { id: blastId }, data: { status: 'sending' } });
        },
        async () => ({ response: (await ask(id)).response }),
      );
      expect(response.status).toBe(409);
    }
    expect((await read(id)).status).toBe('approved');
  });

  test.runIf(isAtLength)('is withdrawn before the blast goes out, or after it went out, never in between', async () => {
    const id = await ready();
    await must(approveIt(id));
    const { error, response } = await behind(
      service.db,
      (tx) => unapprove({ db: tx, workspaceId: service.id, now: new Date() }, EMAIL, id),
      async () => sendNow(await blastWith(id)),
    );
    expect([response.status, error?.error_code]).toEqual([400, 'campaign_not_ready']);

    for (let round = 0; round < rounds(3, 10); round++) {
      const email = await ready();
      await must(approveIt(email));
      const blastId = await blastWith(email);
      const [sent, withdrawn] = await Promise.all([sendNow(blastId), unapproveIt(email)]);
      expect([
        [202, 409],
        [400, 200],
      ]).toContainEqual([sent.response.status, withdrawn.response.status]);
    }
  });

  test('a draft blast loses the email that is deleted', async () => {
    const id = await ready();
    const blastId = await givenBlast(service, { emailId: id });
    await must(remove(id));
    const blast = await must(service.api.GET('/v1/email-blasts/{blastId}', { params: { path: { blastId } } }));
    expect(blast.email_id).toBeNull();
  });
});

test('a version that is saved while one is approved is not approved unseen', async () => {
  const id = await ready();
  const { error } = await behind(
    service.db,
    async (tx) => {
      await lockDocument({ db: tx, workspaceId: service.id }, EMAIL, id);
      await saveCode({ db: tx, workspaceId: service.id, now: new Date() }, EMAIL, id, { code: 'two', createdByName: 'Test' });
    },
    () => approveIt(id, 1),
  );
  expect(error?.error_code).toBe('approval_version_stale');
  expect((await approve({ db: service.db, workspaceId: service.id, now: new Date() }, EMAIL, id, 2)).approvedVersion).toBe(2);
});

test('deleting takes the versions along', async () => {
  const id = await newEmail();
  await must(save(id, '<p>two</p>'));
  expect(await must(remove(id))).toEqual({ email_id: id, deleted: true });
  expect(await service.db.prisma.generation.count({ where: { documentId: id } })).toBe(0);
  expect(await versionsOf(id)).toEqual([]);
  const answers = [await service.api.GET('/v1/emails/{emailId}', at(id)), await remove(id), await save(id, 'x'), await approveIt(id)];
  expect(answers.map(({ response }) => response.status)).toEqual([404, 404, 404, 404]);
});

test.runIf(isAtLength)("another workspace's email is not found, and not touched", async () => {
  const id = await ready();
  const before = [await read(id), await content(id)];
  const { api } = await service.workspace();
  const answers = [
    await api.GET('/v1/emails/{emailId}', at(id)),
    await api.PATCH('/v1/emails/{emailId}', { ...at(id), body: { name: 'Mine', preview_text: 'Mine' } }),
    await api.DELETE('/v1/emails/{emailId}', at(id)),
    await api.GET('/v1/emails/{emailId}/content', { ...at(id), parseAs: 'text' }),
    await api.POST('/v1/emails/{emailId}/save-code', { ...at(id), body: { code: 'x' } }),
    await api.GET('/v1/emails/{emailId}/plain-text', at(id)),
    await api.PUT('/v1/emails/{emailId}/plain-text', { ...at(id), body: { content: 'x' } }),
    await api.DELETE('/v1/emails/{emailId}/plain-text', at(id)),
    await api.POST('/v1/emails/{emailId}/approve', at(id)),
    await api.POST('/v1/emails/{emailId}/unapprove', at(id)),
  ];
  expect(answers.map(({ response }) => response.status)).toEqual(answers.map(() => 404));
  expect([await read(id), await content(id)]).toEqual(before);
});
