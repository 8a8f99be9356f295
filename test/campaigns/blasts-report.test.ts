import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toUlid } from '../../src/platform/ids.ts';
import { givenBlast, givenContacts, givenRecipients, setStatus } from '../support/given.ts';
import { startTestService, type TestService } from '../support/service.ts';

/**
 * Ada opened and clicked, Bob unsubscribed, cleo complained after opening, Dan bounced after delivery, Eve has no address,
 * Fay was blocked, Gil could not be reached, Hal waits.
 */
const minute = (n: number) => new Date(Date.UTC(2026, 3, 14, 10, n));
const PEOPLE = [
  {
    displayName: 'Ada',
    email: 'ada@mail.example',
    status: 'sent',
    sentAt: minute(1),
    deliveredAt: minute(1),
    openedAt: minute(9),
    clickedAt: minute(11),
    clickedUrl: 'https://junipertrail.com/spring',
  },
  { displayName: 'Bob', email: 'bob@mail.example', status: 'sent', sentAt: minute(3), deliveredAt: minute(3), unsubscribedAt: minute(12) },
  {
    displayName: 'cleo',
    email: '100%_cleo@mail.example',
    status: 'sent',
    sentAt: minute(2),
    deliveredAt: minute(2),
    openedAt: minute(8),
    complainedAt: minute(13),
  },
  {
    displayName: 'Dan',
    email: 'dan@mail.example',
    status: 'bounced',
    sentAt: minute(4),
    bouncedAt: minute(6),
    error: '550 No mailbox by that name',
  },
  { displayName: 'Eve', email: null, status: 'unqualified' },
  { displayName: 'Fay', email: 'fay@mail.example', status: 'blocked', error: 'unsubscribed' },
  { displayName: 'Gil', email: 'gil@mail.example', status: 'failed', error: 'Connection refused' },
  { displayName: 'Hal', email: 'hal@other.example', status: 'pending' },
];

let service: TestService;
let blastId: string;
let recipientIds: string[];
let ada: string;
beforeAll(async () => {
  service = await startTestService();
  const { db, id } = service;
  [ada] = (await givenContacts({ db, workspaceId: id }, 1)) as [string];
  blastId = await givenBlast(service);
  recipientIds = await givenRecipients(
    { db, workspaceId: id },
    blastId,
    PEOPLE.map((person) => (person.displayName === 'Ada' ? { ...person, contactId: ada } : person)),
  );
  await setStatus({ db, workspaceId: id }, blastId, 'sending');
  // Neighbours that must not show: another blast of the workspace, and another workspace's.
  await givenRecipients({ db, workspaceId: id }, await givenBlast(service), [
    { displayName: 'Neighbour', status: 'sent', sentAt: minute(5) },
  ]);
  const other = await service.workspace();
  await givenRecipients({ db, workspaceId: other.id }, await givenBlast(other), [
    { displayName: 'Stranger', status: 'sent', sentAt: minute(5) },
  ]);
});
afterAll(() => service.stop());

const report = (query: Record<string, unknown> = {}) =>
  service.api.GET('/v1/email-blasts/{blastId}/contacts', { params: { path: { blastId }, query: query as never } });
const names = async (query: Record<string, unknown> = {}) => (await report(query)).data?.contacts.map(({ display_name }) => display_name);

describe('the report', () => {
  test('shows every recipient with what became of it', async () => {
    const { data, response } = await report({ sort: 'display_name', order: 'asc' });
    expect(response.status).toBe(200);
    expect(data?.pagination).toEqual({ page: 1, limit: 25, total: 8, totalPages: 1 });
    expect(data?.contacts[0]).toEqual({
      recipient_id: toUlid(recipientIds[0] as string),
      contact_id: ada,
      display_name: 'Ada',
      email: 'ada@mail.example',
      contact_deleted: false,
      sent_at: '2026-04-14T10:01:00.000Z',
      delivered_at: '2026-04-14T10:01:00.000Z',
      opened_at: '2026-04-14T10:09:00.000Z',
      clicked_at: '2026-04-14T10:11:00.000Z',
      clicked_url: 'https://junipertrail.com/spring',
      machine_opened_at: null,
      machine_clicked_at: null,
      machine_reasons: [],
      bounced_at: null,
      unsubscribed_at: null,
      complained_at: null,
      tracking: 'full',
      status: 'sent',
      error: null,
    });
    expect(data?.contacts[3]).toMatchObject({
      status: 'bounced',
      bounced_at: '2026-04-14T10:06:00.000Z',
      delivered_at: null,
      error: '550 No mailbox by that name',
    });
    expect(data?.contacts[4]).toMatchObject({ status: 'unqualified', email: null, contact_deleted: true });
  });

  test.each([
    ['recipients', 8],
    ['sent', ['Dan', 'Bob', 'cleo', 'Ada']],
    ['delivered', ['Bob', 'cleo', 'Ada']],
    ['opened', ['cleo', 'Ada']],
    ['clicked', ['Ada']],
    ['bounced', ['Dan']],
    ['unsubscribed', ['Bob']],
    ['spam', ['cleo']],
  ])('category %s', async (category, expected) => {
    const { data } = await report({ category });
    const total = typeof expected === 'number' ? expected : expected.length;
    expect([data?.contacts.length, data?.pagination.total]).toEqual([total, total]);
    if (Array.isArray(expected)) expect(await names({ category })).toEqual(expected);
  });

  test.each([
    ['sent_at', ['Dan', 'Bob', 'cleo', 'Ada'], ['Ada', 'cleo', 'Bob', 'Dan']],
    ['delivered_at', ['Bob', 'cleo', 'Ada'], ['Ada', 'cleo', 'Bob']],
    ['opened_at', ['Ada', 'cleo'], ['cleo', 'Ada']],
    ['clicked_at', ['Ada'], ['Ada']],
    ['bounced_at', ['Dan'], ['Dan']],
    ['unsubscribed_at', ['Bob'], ['Bob']],
    ['complained_at', ['cleo'], ['cleo']],
    ['email', ['Hal', 'Gil', 'Fay', 'Dan', 'Bob', 'Ada', 'cleo', 'Eve'], ['cleo', 'Ada', 'Bob', 'Dan', 'Fay', 'Gil', 'Hal', 'Eve']],
    ['display_name', ['Hal', 'Gil', 'Fay', 'Eve', 'Dan', 'cleo', 'Bob', 'Ada'], ['Ada', 'Bob', 'cleo', 'Dan', 'Eve', 'Fay', 'Gil', 'Hal']],
  ])('sorted by %s, those without it last', async (sort, descending, ascending) => {
    const down = await names({ sort });
    const up = await names({ sort, order: 'asc' });
    expect(down?.slice(0, descending.length)).toEqual(descending);
    expect(up?.slice(0, ascending.length)).toEqual(ascending);
    expect([down?.length, up?.length]).toEqual([8, 8]);
  });

  test.each([
    ['MAIL.example', 6],
    ['bob', 1],
    ['CLEO', 1],
    ['%', 1],
    ['100%_', 1],
    ['_', 1],
    ['\\', 0],
    ["' OR 1=1 --", 0],
    ['nobody', 0],
    ['', 8],
  ])('search %j finds %i', async (search, total) => {
    expect((await report({ search })).data?.pagination.total).toBe(total);
  });

  test('search keeps to its category', async () => {
    expect(await names({ search: 'mail.example', category: 'opened' })).toEqual(['cleo', 'Ada']);
  });

  test('pages neither overlap nor leave anybody out, where all sort alike too', async () => {
    for (const sort of ['sent_at', 'clicked_at', 'display_name']) {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => names({ sort, page, limit: 3 })));
      expect(pages.map((page) => page?.length)).toEqual([3, 3, 2, 0]);
      expect(new Set(pages.flat()).size).toBe(8);
      expect(pages.flat()).toEqual(await names({ sort }));
    }
    expect((await report({ page: 1_000_000_000, limit: 100 })).data).toMatchObject({
      contacts: [],
      pagination: { total: 8, totalPages: 1 },
    });
  });

  test('people stay in it when their contact is deleted', async () => {
    const [contactId] = (await givenContacts({ db: service.db, workspaceId: service.id }, 1)) as [string];
    const sent = await givenBlast(service);
    await givenRecipients({ db: service.db, workspaceId: service.id }, sent, [
      { contactId, displayName: 'Ida', status: 'sent', sentAt: minute(1) },
    ]);
    const params = { path: { blastId: sent } };
    const find = async () => (await service.api.GET('/v1/email-blasts/{blastId}/contacts', { params })).data?.contacts[0];
    expect(await find()).toMatchObject({ contact_deleted: false });
    await service.db.prisma.contact.deleteMany({ where: { id: contactId } });
    expect(await find()).toMatchObject({ contact_id: contactId, display_name: 'Ida', contact_deleted: true });
  });

  test('a draft has nobody in it', async () => {
    const draft = await givenBlast(service);
    const { data } = await service.api.GET('/v1/email-blasts/{blastId}/contacts', { params: { path: { blastId: draft } } });
    expect(data).toEqual({ contacts: [], pagination: { page: 1, limit: 25, total: 0, totalPages: 0 } });
  });

  test.each([
    { category: 'failed' },
    { sort: 'id; DROP TABLE recipients' },
    { order: 'up' },
    { limit: 101 },
    { search: 'x'.repeat(256) },
    { sort_by: 'email' },
  ])('%j is refused', async (query) => {
    expect((await report(query)).error?.error_code).toBe('validation_failed');
  });
});

describe('the counters', () => {
  const expected = {
    blast_recipient_count: 8,
    blast_qualified_count: 6,
    blast_blocked_count: 1,
    blast_failed_count: 1,
    blast_sent_count: 4,
    blast_delivered_count: 3,
    blast_opened_count: 2,
    blast_clicked_count: 1,
    machine_opens: 0,
    machine_clicks: 0,
    machine_reasons: [],
    anonymous_opens: 0,
    anonymous_clicks: 0,
    blast_bounced_count: 1,
    blast_spam_count: 1,
    blast_unsubscribed_count: 1,
    blast_audience_truncated: false,
    blast_error: null,
    blast_waiting_for: null,
    blast_resumes_at: null,
    blast_pace_per_second: null,
    blast_completes_at: null,
    preparation: null,
  };

  test('are the sums of the rows', async () => {
    const { data } = await service.api.GET('/v1/email-blasts/{blastId}', { params: { path: { blastId } } });
    expect(data?.details).toEqual(expected);
  });

  test("stand in the list too, each blast's own", async () => {
    const { data } = await service.api.GET('/v1/email-blasts');
    expect(data?.blasts.find(({ blast_id }) => blast_id === blastId)?.details).toEqual(expected);
    expect(data?.blasts.find(({ blast_id }) => blast_id !== blastId)?.details.blast_recipient_count).toBe(0);
  });

  test('show why a blast failed as a whole', async () => {
    const failed = await givenBlast(service);
    await service.db.prisma.blast.update({
      where: { workspaceId_id: { workspaceId: service.id, id: failed } },
      data: { status: 'failed', error: 'Authentication failed', audienceTruncated: true },
    });
    const { data } = await service.api.GET('/v1/email-blasts/{blastId}', { params: { path: { blastId: failed } } });
    expect(data?.details).toMatchObject({ blast_error: 'Authentication failed', blast_audience_truncated: true });
  });
});
