import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAtLength } from '../support/at-length.ts';
import {
  givenBlast,
  givenContacts,
  givenEmail,
  givenList,
  givenReadyBlast,
  givenRecipients,
  setStatus,
  unapproved,
} from '../support/given.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const UNKNOWN = '01936d2e-0000-7000-8000-000000000000';
const NOT_DRAFT = ['scheduled', 'sending', 'paused', 'sent', 'failed', 'cancelled', 'archived'];
const at = (blastId: string) => ({ params: { path: { blastId } } });
const get = async (blastId: string, { api }: TestWorkspace = service) => (await api.GET('/v1/email-blasts/{blastId}', at(blastId))).data;
const putAudience = (blastId: string, list_id: string, { api }: TestWorkspace = service) =>
  api.PUT('/v1/email-blasts/{blastId}/audience', { ...at(blastId), body: { source: 'existing', list_id } });
const putEmail = (blastId: string, email_id: string, { api }: TestWorkspace = service) =>
  api.PUT('/v1/email-blasts/{blastId}/email', { ...at(blastId), body: { source: 'existing', email_id } });

describe('creating and reading', () => {
  test('a new blast is a draft that says what it lacks', async () => {
    const { data, response } = await service.api.POST('/v1/email-blasts', { body: { name: 'First wave', description: 'For readers.' } });
    expect(response.status).toBe(201);
    expect(data).toMatchObject({
      type: 'email_blast',
      name: 'First wave',
      description: 'For readers.',
      status: 'draft',
      audience_list_id: null,
      audience_source: null,
      audience: null,
      email_id: null,
      email_source: null,
      email: null,
      operational: false,
      send_mode: null,
      details: { blast_recipient_count: 0, blast_error: null, blast_audience_truncated: false },
      approval_readiness: { ready: false, missing: ['audience', 'email', 'schedule'], warnings: [] },
    });
    expect(await get(data?.blast_id as string)).toEqual(data);
  });

  test('the description may be left out', async () => {
    const { data } = await service.api.POST('/v1/email-blasts', { body: { name: 'Plain' } });
    expect(data?.description).toBeNull();
  });

  test.each([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['a name that is too long', { name: 'x'.repeat(201) }],
    ['a description that is too long', { name: 'x', description: 'x'.repeat(1001) }],
    ['a field that is not for the client', { name: 'x', status: 'sent' }],
  ])('%s is refused', async (_, body) => {
    const { error, response } = await service.api.POST('/v1/email-blasts', { body: body as never });
    expect([response.status, error?.error_code]).toEqual([400, 'validation_failed']);
    expect(error?.details?.issues).toHaveLength(1);
  });

  test.runIf(isAtLength)('what does not exist, and what another workspace has, is not found', async () => {
    const { api } = await service.workspace();
    const theirs = await givenReadyBlast(service.db, service);
    for (const blastId of [UNKNOWN, theirs]) {
      const answers = [
        await api.GET('/v1/email-blasts/{blastId}', at(blastId)),
        await api.PATCH('/v1/email-blasts/{blastId}', { ...at(blastId), body: { name: 'Mine' } }),
        await api.DELETE('/v1/email-blasts/{blastId}', at(blastId)),
        await api.PUT('/v1/email-blasts/{blastId}/audience', { ...at(blastId), body: { source: 'existing', list_id: UNKNOWN } }),
        await api.PUT('/v1/email-blasts/{blastId}/email', { ...at(blastId), body: { source: 'existing', email_id: UNKNOWN } }),
        await api.POST('/v1/email-blasts/{blastId}/send-now', at(blastId)),
        await api.GET('/v1/email-blasts/{blastId}/contacts', at(blastId)),
      ];
      expect(answers.map(({ error }) => error?.error_code)).toEqual(answers.map(() => 'not_found'));
    }
    expect(await get(theirs)).toMatchObject({ name: 'Spring opening, first wave', status: 'draft' });
  });
});

describe('changing', () => {
  test('name and description change one by one, whatever the status', async () => {
    const blastId = await givenBlast(service);
    await service.api.PATCH('/v1/email-blasts/{blastId}', { ...at(blastId), body: { description: 'A note' } });
    for (const status of NOT_DRAFT) {
      await setStatus({ db: service.db, workspaceId: service.id }, blastId, status);
      const { data } = await service.api.PATCH('/v1/email-blasts/{blastId}', { ...at(blastId), body: { name: `Now ${status}` } });
      expect(data).toMatchObject({ name: `Now ${status}`, description: 'A note', status });
      expect(data).not.toHaveProperty('approval_readiness');
    }
    const { data } = await service.api.PATCH('/v1/email-blasts/{blastId}', { ...at(blastId), body: { description: null } });
    expect(data).toMatchObject({ name: 'Now archived', description: null });
  });

  test.each([
    ['an empty change', {}],
    ['an empty name', { name: '' }],
    ['a name that is null', { name: null }],
    ['a status', { status: 'archived' }],
  ])('%s is refused', async (_, body) => {
    const blastId = await givenBlast(service);
    const { error } = await service.api.PATCH('/v1/email-blasts/{blastId}', { ...at(blastId), body: body as never });
    expect(error?.error_code).toBe('validation_failed');
  });
});

describe('audience', () => {
  test('a draft takes a list, and another in its place', async () => {
    const blastId = await givenBlast(service);
    const first = await givenList(
      { db: service.db, workspaceId: service.id },
      await givenContacts({ db: service.db, workspaceId: service.id }, 2),
      { name: 'Readers' },
    );
    const { data, response } = await putAudience(blastId, first);
    expect(response.status).toBe(200);
    expect(data).toMatchObject({
      audience_list_id: first,
      audience_source: 'existing',
      audience: { list_id: first, source: 'existing', name: 'Readers', kind: 'static', member_count: 2 },
      approval_readiness: { ready: false, missing: ['email', 'schedule'], warnings: ['audience_without_consent'] },
    });

    const second = await givenList({ db: service.db, workspaceId: service.id }, []);
    expect((await putAudience(blastId, second)).data).toMatchObject({
      audience: { list_id: second },
      approval_readiness: { warnings: ['empty_static_audience'] },
    });
  });

  test('an unknown, foreign or private list is not found, a system list is no audience', async () => {
    const other = await service.workspace();
    const blastId = await givenBlast(service);
    const foreign = await givenList({ db: service.db, workspaceId: other.id }, []);
    const owned = await givenList({ db: service.db, workspaceId: service.id }, [], { ownerCampaignId: blastId });
    for (const listId of [UNKNOWN, foreign, owned]) expect((await putAudience(blastId, listId)).error?.error_code).toBe('not_found');

    const system = await givenList({ db: service.db, workspaceId: service.id }, [], { kind: 'system', memberCount: null });
    const { error } = await putAudience(blastId, system);
    expect(error).toMatchObject({ error_code: 'validation_failed', details: { issues: [{ path: 'list_id' }] } });
    expect(await get(blastId)).toMatchObject({ audience: null });
  });

  test.runIf(isAtLength)('a blast that is no draft keeps its audience', async () => {
    const blastId = await givenReadyBlast(service.db, service);
    const before = await get(blastId);
    const another = await givenList({ db: service.db, workspaceId: service.id }, []);
    for (const status of NOT_DRAFT) {
      await setStatus({ db: service.db, workspaceId: service.id }, blastId, status);
      const { error } = await putAudience(blastId, another);
      expect([error?.error_code, error?.error]).toEqual(['campaign_invalid_state', expect.stringContaining(status)]);
      expect((await get(blastId))?.audience_list_id).toBe(before?.audience_list_id);
    }
  });

  test('a deleted list leaves the draft without an audience', async () => {
    const listId = await givenList({ db: service.db, workspaceId: service.id }, []);
    const blastId = await givenBlast(service, { listId });
    await service.db.prisma.contactList.deleteMany({ where: { id: listId } });
    expect(await get(blastId)).toMatchObject({ audience_list_id: null, audience_source: null, audience: null });
  });

  test.each([
    ['no source', { list_id: UNKNOWN }],
    ['no list', { source: 'existing' }],
    ['another source', { source: 'inline', list_id: UNKNOWN }],
    ['a malformed identifier', { source: 'existing', list_id: 'spring-newsletter' }],
  ])('%s is refused', async (_, body) => {
    const { error } = await service.api.PUT('/v1/email-blasts/{blastId}/audience', {
      ...at(await givenBlast(service)),
      body: body as never,
    });
    expect(error?.error_code).toBe('validation_failed');
  });
});

describe('email', () => {
  test('a draft takes an email, approved or not, and another in its place', async () => {
    const blastId = await givenBlast(service, {
      listId: await givenList(
        { db: service.db, workspaceId: service.id },
        await givenContacts({ db: service.db, workspaceId: service.id }, 1),
      ),
    });
    const draft = await givenEmail({ db: service.db, workspaceId: service.id }, { name: 'Not yet', currentVersion: 3, ...unapproved });
    const { data, response } = await putEmail(blastId, draft);
    expect(response.status).toBe(200);
    expect(data).toMatchObject({
      email_id: draft,
      email_source: 'existing',
      email: { email_id: draft, source: 'existing', name: 'Not yet', status: 'draft', current_version: 3, approved_version: null },
      approval_readiness: { ready: false, missing: ['email_approval', 'schedule'] },
    });

    const approved = await givenEmail({ db: service.db, workspaceId: service.id }, { currentVersion: 3, approvedVersion: 2 });
    expect((await putEmail(blastId, approved)).data).toMatchObject({
      email: { email_id: approved, status: 'approved', current_version: 3, approved_version: 2 },
      approval_readiness: { ready: true, missing: ['schedule'], warnings: expect.arrayContaining(['newer_email_version']) },
    });
  });

  test('an unknown or foreign email is not found', async () => {
    const other = await service.workspace();
    const blastId = await givenBlast(service);
    const foreign = await givenEmail({ db: service.db, workspaceId: other.id });
    for (const emailId of [UNKNOWN, foreign]) expect((await putEmail(blastId, emailId)).error?.error_code).toBe('not_found');
    expect(await get(blastId)).toMatchObject({ email: null });
  });

  test.runIf(isAtLength)('a blast that is no draft keeps its email', async () => {
    const blastId = await givenReadyBlast(service.db, service);
    const before = await get(blastId);
    const another = await givenEmail({ db: service.db, workspaceId: service.id });
    for (const status of NOT_DRAFT) {
      await setStatus({ db: service.db, workspaceId: service.id }, blastId, status);
      expect((await putEmail(blastId, another)).error?.error_code, status).toBe('campaign_invalid_state');
      expect((await get(blastId))?.email_id).toBe(before?.email_id);
    }
  });

  test.each([
    ['subject', { subject: null }, 'email_headers'],
    ['subject', { subject: ' ' }, 'email_headers'],
    ['from_name', { fromName: null }, 'email_headers'],
    ['from_address', { fromAddress: null }, 'email_headers'],
    ['reply_to_email', { replyToEmail: '' }, 'email_headers'],
    ['verified domain', { fromAddress: 'hello@elsewhere.example' }, 'sender_domain'],
  ])('an email without %s is not ready', async (_, values, missing) => {
    const blastId = await givenBlast(service, { emailId: await givenEmail({ db: service.db, workspaceId: service.id }, values) });
    expect((await get(blastId))?.approval_readiness?.missing).toEqual(['audience', missing, 'schedule']);
  });

  test('an email that was made a draft again is not ready, although a version of it is approved', async () => {
    const emailId = await givenEmail(
      { db: service.db, workspaceId: service.id },
      { status: 'draft', currentVersion: 2, approvedVersion: 1 },
    );
    const blastId = await givenBlast(service, { emailId });
    expect((await get(blastId))?.approval_readiness?.missing).toEqual(['audience', 'email_approval', 'schedule']);
  });

  test('a deleted email leaves the draft without one', async () => {
    const emailId = await givenEmail({ db: service.db, workspaceId: service.id });
    const blastId = await givenBlast(service, { emailId });
    await service.db.prisma.document.deleteMany({ where: { id: emailId } });
    expect(await get(blastId)).toMatchObject({ email_id: null, email_source: null, email: null });
  });

  test.each([
    ['no email', { source: 'existing' }],
    ['a field of another source', { source: 'existing', email_id: UNKNOWN, subject: 'Hello' }],
  ])('%s is refused', async (_, body) => {
    const { error } = await service.api.PUT('/v1/email-blasts/{blastId}/email', { ...at(await givenBlast(service)), body: body as never });
    expect(error?.error_code).toBe('validation_failed');
  });
});

describe('deleting', () => {
  test.each(['draft', 'sent', 'failed', 'cancelled'])('a blast that is %s goes, with its report', async (status) => {
    const blastId = await givenReadyBlast(service.db, service);
    await givenRecipients({ db: service.db, workspaceId: service.id }, blastId, [{ status: 'sent' }]);
    await setStatus({ db: service.db, workspaceId: service.id }, blastId, status);
    const { data } = await service.api.DELETE('/v1/email-blasts/{blastId}', at(blastId));
    expect(data).toEqual({ blast_id: blastId, deleted: true });
    expect((await service.api.GET('/v1/email-blasts/{blastId}/contacts', at(blastId))).error?.error_code).toBe('not_found');
    expect(await service.db.prisma.delivery.count({ where: { messageId: blastId } })).toBe(0);
  });

  test.each(['scheduled', 'sending', 'paused', 'archived'])('a blast that is %s stays', async (status) => {
    const blastId = await givenBlast(service);
    await setStatus({ db: service.db, workspaceId: service.id }, blastId, status);
    const { error, response } = await service.api.DELETE('/v1/email-blasts/{blastId}', at(blastId));
    expect([response.status, error?.error_code]).toEqual([409, 'campaign_invalid_state']);
    expect((await get(blastId))?.status).toBe(status);
  });
});

describe('listing', () => {
  let workspace: TestWorkspace;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    workspace = await service.workspace();
    const rows = [
      { name: 'alpha', status: 'draft', updated: 3, created: 1, scheduled: null },
      { name: 'Bravo 100%', status: 'scheduled', updated: 2, created: 3, scheduled: 2 },
      { name: 'charlie', status: 'sent', updated: 1, created: 2, scheduled: 1 },
      { name: 'delta', status: 'archived', updated: 4, created: 4, scheduled: null },
    ];
    for (const { name, status, updated, created, scheduled } of rows) {
      const id = await givenBlast(workspace, { name });
      const day = (n: number) => new Date(Date.UTC(2026, 3, n));
      await service.db.prisma.blast.update({
        where: { workspaceId_id: { workspaceId: workspace.id, id } },
        data: {
          status,
          description: `Note on ${name}`,
          updatedAt: day(updated),
          createdAt: day(created),
          scheduledAt: scheduled ? day(scheduled) : null,
        },
      });
      ids[name] = id;
    }
  });
  const list = async (query: Record<string, unknown> = {}) => {
    const { data } = await workspace.api.GET('/v1/email-blasts', { params: { query } });
    return data?.blasts.map(({ name }) => name);
  };

  test.each([
    [{}, ['alpha', 'Bravo 100%', 'charlie']],
    [{ archived: 'include' }, ['delta', 'alpha', 'Bravo 100%', 'charlie']],
    [{ archived: 'only' }, ['delta']],
    [{ status: 'sent' }, ['charlie']],
    [{ status: 'archived' }, ['delta']],
    [{ status: 'draft', archived: 'only' }, []],
    [{ sort_order: 'asc' }, ['charlie', 'Bravo 100%', 'alpha']],
    [{ sort_by: 'created_at' }, ['Bravo 100%', 'charlie', 'alpha']],
    [{ sort_by: 'name', sort_order: 'asc' }, ['alpha', 'Bravo 100%', 'charlie']],
    [{ sort_by: 'scheduled_at' }, ['Bravo 100%', 'charlie', 'alpha']],
    [{ sort_by: 'scheduled_at', sort_order: 'asc' }, ['charlie', 'Bravo 100%', 'alpha']],
    [{ search: 'BRAVO' }, ['Bravo 100%']],
    [{ search: 'note on c' }, ['charlie']],
    [{ search: '0%' }, ['Bravo 100%']],
    [{ search: '_' }, []],
    [{ search: '\\' }, []],
  ])('%j finds %j', async (query, names) => {
    expect(await list(query)).toEqual(names);
  });

  test('pages do not overlap and know their total', async () => {
    const page = (page: number) =>
      workspace.api.GET('/v1/email-blasts', { params: { query: { page, limit: 2, sort_by: 'name', sort_order: 'asc' } } });
    expect((await page(2)).data?.blasts.map(({ name }) => name)).toEqual(['charlie']);
    expect((await page(2)).data?.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 });
    expect((await page(1_000_000_000)).data).toMatchObject({ blasts: [], pagination: { total: 3 } });
  });

  test('an entry is what reading the blast gives, without the help', async () => {
    const { data } = await workspace.api.GET('/v1/email-blasts', { params: { query: { status: 'draft' } } });
    const alpha = await get(ids.alpha as string, workspace);
    const { help, ...approval_readiness } = { help: [], ...alpha?.approval_readiness };
    expect(help).not.toEqual([]);
    expect(data?.blasts).toEqual([{ ...alpha, approval_readiness }]);
  });

  test.each([{ limit: 101 }, { limit: 0 }, { page: 0 }, { status: 'gone' }, { sort_by: 'id' }, { order: 'asc' }])(
    '%j is refused',
    async (query) => {
      const { error } = await workspace.api.GET('/v1/email-blasts', { params: { query: query as never } });
      expect(error?.error_code).toBe('validation_failed');
    },
  );
});
