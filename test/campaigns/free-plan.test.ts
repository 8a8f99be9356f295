import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isAtLength } from '../support/at-length.ts';
import { givenBlast, givenContacts, givenEmail, givenList, givenReadyBlast, givenSuppressions } from '../support/given.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  workspace = await service.workspace({ plan: 'free' });
});
afterAll(() => service.stop());

const send = (blastId: string, body?: { operational: boolean }) =>
  workspace.api.POST('/v1/email-blasts/{blastId}/send-now', { params: { path: { blastId } }, ...(body && { body }) });
const reserved = async (blastId: string) => (await service.db.prisma.blast.findFirst({ where: { id: blastId } }))?.reservedRecipients;
const used = async () => {
  const rows = await service.db.query<{ used: number }>({
    text: 'SELECT used FROM daily_email_allotments WHERE workspace_id = $1::uuid ORDER BY day',
    values: [workspace.id],
  });
  return rows.map((row) => row.used);
};

describe('the daily allotment', () => {
  test.runIf(isAtLength)('takes what a blast needs, to the last email', async () => {
    const first = await givenReadyBlast(service.db, workspace, 60);
    const second = await givenReadyBlast(service.db, workspace, 40);
    expect((await send(first)).response.status).toBe(202);
    expect((await send(second)).response.status).toBe(202);
    expect([await reserved(first), await reserved(second), await used()]).toEqual([60, 40, [100]]);
  });

  test.runIf(isAtLength)('refuses what does not fit; the blast stays a draft that can be changed and sent', async () => {
    expect((await send(await givenReadyBlast(service.db, workspace, 98))).response.status).toBe(202);
    const blastId = await givenReadyBlast(service.db, workspace, 3);
    const { error, response } = await send(blastId);
    expect([response.status, error?.error_code, error?.details]).toEqual([
      403,
      'free_plan_email_limit',
      { limit: 100, current: 98, allowance: { limit: 1000, current: 101 } },
    ]);
    expect(error?.error).toContain('3');
    expect([await reserved(blastId), await used()]).toEqual([null, [98]]);

    const params = { path: { blastId } };
    const { data } = await workspace.api.GET('/v1/email-blasts/{blastId}', { params });
    expect(data).toMatchObject({ status: 'draft', approved_at: null, approval_readiness: { ready: true } });
    const list_id = await givenList(
      { db: service.db, workspaceId: workspace.id },
      await givenContacts({ db: service.db, workspaceId: workspace.id }, 2),
    );
    await workspace.api.PUT('/v1/email-blasts/{blastId}/audience', { params, body: { source: 'existing', list_id } });
    expect((await send(blastId)).response.status).toBe(202);
    expect(await used()).toEqual([100]);
  });

  test('refuses a blast that no day has room for', async () => {
    const { error } = await send(await givenReadyBlast(service.db, workspace, 101));
    expect(error?.details).toEqual({ limit: 100, current: 0, allowance: { limit: 1000, current: 101 } });
    expect(await used()).toEqual([]);
  });

  test.runIf(isAtLength)('starts anew with the UTC day', async () => {
    expect((await send(await givenReadyBlast(service.db, workspace, 100))).response.status).toBe(202);
    const next = await givenReadyBlast(service.db, workspace, 100);
    expect((await send(next)).error?.error_code).toBe('free_plan_email_limit');
    service.clock.advance({ days: 1 });
    expect((await send(next)).response.status).toBe(202);
    expect(await used()).toEqual([100, 100]);
  });

  test('counts the people that a blast would mail: those with an address who are not suppressed and have not refused marketing mail', async () => {
    const { db } = service;
    const { id } = workspace;
    const people = [
      ...(await givenContacts({ db, workspaceId: id }, 4)),
      ...(await givenContacts({ db, workspaceId: id }, 3, { unsubscribed: true })),
      ...(await givenContacts({ db, workspaceId: id }, 1, { email: 'bounced@mail.example' })),
      ...(await givenContacts({ db, workspaceId: id }, 1, { email: 'manual@mail.example' })),
      ...(await givenContacts({ db, workspaceId: id }, 1, { email: 'complained@mail.example', unsubscribed: true })),
      ...(await givenContacts({ db, workspaceId: id }, 1, { email: null, phone: '+46701740605' })),
      ...(await givenContacts({ db, workspaceId: id }, 5, { marketingEmailSubscribed: false })),
    ];
    await givenSuppressions(
      { db, workspaceId: id },
      {
        'bounced@mail.example': 'bounced',
        'manual@mail.example': 'manual',
        'complained@mail.example': 'complained',
      },
    );
    const listId = await givenList({ db, workspaceId: id }, people);
    const emailId = await givenEmail({ db, workspaceId: id });
    const marketing = await givenBlast(workspace, { listId, emailId });
    const operational = await givenBlast(workspace, { listId, emailId });
    await send(marketing);
    await send(operational, { operational: true });
    expect([await reserved(marketing), await reserved(operational)]).toEqual([4, 12]);
  });

  test('is never passed by sends that run at the same time', async () => {
    const blasts = await Promise.all(Array.from({ length: 10 }, () => givenReadyBlast(service.db, workspace, 25)));
    const answers = await Promise.all(blasts.map((blastId) => send(blastId)));
    const codes = answers.map(({ error, response }) => error?.error_code ?? response.status);
    expect(codes.sort()).toEqual([202, 202, 202, 202, ...Array(6).fill('free_plan_email_limit')]);
    expect(await used()).toEqual([100]);
  });

  test('is taken once by a blast that is sent twice at once', async () => {
    const blastId = await givenReadyBlast(service.db, workspace, 30);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(blastId)));
    expect(answers.filter(({ data }) => data)).toHaveLength(1);
    expect(await used()).toEqual([30]);
  });

  test.runIf(isAtLength)("is each workspace's own", async () => {
    expect((await send(await givenReadyBlast(service.db, workspace, 100))).response.status).toBe(202);
    workspace = await service.workspace({ plan: 'free' });
    expect((await send(await givenReadyBlast(service.db, workspace, 100))).response.status).toBe(202);
  });
});

describe('the contact allowance', () => {
  test.runIf(isAtLength)('ends at 1,000 contacts, on the list or not', async () => {
    const blastId = await givenReadyBlast(service.db, workspace, 2);
    await givenContacts({ db: service.db, workspaceId: workspace.id }, 999);
    const { error, response } = await send(blastId);
    expect([response.status, error?.error_code, error?.details]).toEqual([
      403,
      'free_plan_email_limit',
      { limit: 100, current: 0, allowance: { limit: 1000, current: 1001 } },
    ]);
    expect(await used()).toEqual([]);

    const [spare] = await service.db.prisma.contact.findMany({ where: { workspaceId: workspace.id }, orderBy: { id: 'desc' }, take: 1 });
    await service.db.prisma.contact.deleteMany({ where: { workspaceId: workspace.id, id: spare?.id ?? '' } });
    expect((await send(blastId)).response.status).toBe(202);
  });
});

test.runIf(isAtLength)('a paid plan has no allowances', async () => {
  workspace = await service.workspace({ plan: 'paid' });
  const blastId = await givenReadyBlast(service.db, workspace, 101);
  await givenContacts({ db: service.db, workspaceId: workspace.id }, 1_000);
  expect((await send(blastId)).response.status).toBe(202);
  expect([await reserved(blastId), await used()]).toEqual([null, []]);
});
