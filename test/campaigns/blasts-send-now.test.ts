import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findUsers } from '../../src/campaigns/users.repo.ts';
import { thing } from '../../src/workspaces/references.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { givenBlast, givenContacts, givenEmail, givenList, givenReadyBlast, setStatus, unapproved } from '../support/given.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const at = (blastId: string) => ({ params: { path: { blastId } } });
const get = async (blastId: string, { api }: TestWorkspace = service) => (await api.GET('/v1/email-blasts/{blastId}', at(blastId))).data;
const send = (blastId: string, { api }: TestWorkspace = service, body?: { operational: boolean }) =>
  api.POST('/v1/email-blasts/{blastId}/send-now', { ...at(blastId), ...(body && { body }) });
/** The answer to each of several requests: the status, or the code of the error. */
const outcomes = (answers: { error?: { error_code: string }; response: Response }[]) =>
  answers.map(({ error, response }) => error?.error_code ?? response.status).sort();
/** The queues of the jobs that prepare a blast. */
const queuesOf = async (blastId: string): Promise<string[]> => {
  const rows = await service.db.query<{ name: string }>({
    text: `SELECT name FROM pgboss.job WHERE name LIKE 'prepare-blast%' AND data->>'blast_id' = $1::text`,
    values: [blastId],
  });
  return rows.map(({ name }) => name);
};
const jobsOf = async (blastId: string): Promise<number> => (await queuesOf(blastId)).length;

/** How many sessions of this database wait for a lock. */
const waiting = async (statement = ''): Promise<number> => {
  const [row] = await service.db.query<{ count: number }>({
    text: `SELECT count(*)::int FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0`,
    values: [statement],
  });
  return row?.count ?? 0;
};

describe('sending now', () => {
  test('releases a ready draft, and pins the approved version', async () => {
    const listId = await givenList(
      { db: service.db, workspaceId: service.id },
      await givenContacts({ db: service.db, workspaceId: service.id }, 2),
    );
    const blastId = await givenBlast(service, {
      listId,
      emailId: await givenEmail({ db: service.db, workspaceId: service.id }, { currentVersion: 3, approvedVersion: 2 }),
    });
    const before = service.clock.now().getTime();
    const { data, response } = await send(blastId);
    expect(response.status).toBe(202);
    expect(data).toMatchObject({
      status: 'sending',
      send_mode: 'immediate',
      operational: false,
      approved_email_version: 2,
      scheduled_at: null,
      sent_at: null,
      details: { blast_recipient_count: 0 },
    });
    expect(Date.parse(data?.approved_at ?? '')).toBeGreaterThanOrEqual(before);
    expect(data).not.toHaveProperty('approval_readiness');
    expect(await get(blastId)).toEqual(data);
    expect(await jobsOf(blastId)).toBe(1);
    expect(await service.db.prisma.blast.findFirst({ where: { id: blastId } })).toMatchObject({ reservedRecipients: null });
  });

  test.each([
    [100, false, 'prepare-blast-interactive'],
    [101, false, 'prepare-blast'],
    [101, true, 'prepare-blast-interactive'],
  ])(
    'to %i people, operational %s, is prepared by %s: mass mail holds nobody up who waits for a few',
    async (count, operational, queue) => {
      const blastId = await givenReadyBlast(service.db, service, count);
      await send(blastId, service, { operational });
      expect(await queuesOf(blastId)).toEqual([queue]);
    },
  );

  test('operational is remembered', async () => {
    expect((await send(await givenReadyBlast(service.db, service), service, { operational: true })).data?.operational).toBe(true);
  });

  test('an audience without members may be sent to, with a warning beforehand', async () => {
    const blastId = await givenReadyBlast(service.db, service, 0);
    expect((await get(blastId))?.approval_readiness).toMatchObject({
      ready: true,
      missing: ['schedule'],
      warnings: ['empty_static_audience', 'no_postal_address'],
    });
    expect((await send(blastId)).response.status).toBe(202);
  });

  test.runIf(isAtLength)('says what a draft lacks, which is no time to go out, and leaves it a draft', async () => {
    const { db, id } = service;
    const listId = await givenList({ db, workspaceId: id }, await givenContacts({ db, workspaceId: id }, 1));
    const drafts = [
      { listId: null, emailId: null, missing: ['audience', 'email'] },
      { listId, emailId: null, missing: ['email'] },
      { listId: null, emailId: await givenEmail({ db, workspaceId: id }), missing: ['audience'] },
      { listId, emailId: await givenEmail({ db, workspaceId: id }, unapproved), missing: ['email_approval'] },
      { listId, emailId: await givenEmail({ db, workspaceId: id }, { replyToEmail: null }), missing: ['email_headers'] },
      {
        listId,
        emailId: await givenEmail({ db, workspaceId: id }, { ...unapproved, subject: null }),
        missing: ['email_approval', 'email_headers'],
      },
    ];
    for (const { missing, ...parts } of drafts) {
      const blastId = await givenBlast(service, parts);
      const { error, response } = await send(blastId);
      expect([response.status, error?.error_code]).toEqual([400, 'campaign_not_ready']);
      expect(error?.details?.approval_readiness).toEqual({
        ready: false,
        missing,
        warnings: [...(parts.listId ? ['audience_without_consent'] : []), ...(parts.emailId ? ['no_postal_address'] : [])],
        help: expect.any(Array),
      });
      const help = error?.details?.approval_readiness?.help ?? [];
      expect(help.map(({ code }) => code).slice(0, missing.length)).toEqual(missing);
      expect(help[0]?.documentation_url).toBe(`${service.service.config.baseUrl}/docs/readiness#${missing[0]}`);
      const approval_readiness = { missing: [...missing, 'schedule'] };
      expect(await get(blastId)).toMatchObject({ status: 'draft', approved_at: null, send_mode: null, approval_readiness });
      expect(await jobsOf(blastId)).toBe(0);
    }
  });

  test('an email whose domain is no longer verified cannot go out', async () => {
    const workspace = await service.workspace();
    const blastId = await givenReadyBlast(service.db, workspace);
    await service.db.prisma.sendingDomain.updateMany({ where: { workspaceId: workspace.id }, data: { verifiedAt: null } });
    expect((await send(blastId, workspace)).error?.details?.approval_readiness?.missing).toEqual(['sender_domain']);
  });

  test('a blast that is no draft is not sent', async () => {
    const blastId = await givenReadyBlast(service.db, service);
    for (const status of ['scheduled', 'sending', 'paused', 'sent', 'failed', 'cancelled', 'archived']) {
      await setStatus({ db: service.db, workspaceId: service.id }, blastId, status);
      const { error, response } = await send(blastId);
      expect([response.status, error?.error_code], status).toEqual([409, 'campaign_invalid_state']);
      expect(await get(blastId)).toMatchObject({ status, approved_at: null });
    }
    expect(await jobsOf(blastId)).toBe(0);
  });

  test('another body is refused', async () => {
    const blastId = await givenReadyBlast(service.db, service);
    for (const body of [{ operational: 'yes' }, { operational: null }, { scheduled_at: '2030-01-01T00:00:00Z' }])
      expect((await send(blastId, service, body as never)).error?.error_code, JSON.stringify(body)).toBe('validation_failed');
  });

  test('an email is in use while a blast that carries it is scheduled or sending', async () => {
    const emailId = await givenEmail({ db: service.db, workspaceId: service.id });
    const blastId = await givenBlast(service, { emailId });
    const used: string[] = [];
    for (const status of ['draft', 'scheduled', 'sending', 'paused', 'sent', 'failed', 'cancelled', 'archived']) {
      await setStatus({ db: service.db, workspaceId: service.id }, blastId, status);
      const [found] = await findUsers({ db: service.db, workspaceId: service.id }, [thing('email', emailId)], { live: true });
      if (found?.count) used.push(status);
    }
    expect(used).toEqual(['scheduled', 'sending', 'paused']);
  });
});

describe('idempotency', () => {
  const keyed = (blastId: string, key: string, body?: { operational: boolean }) =>
    service.api.POST('/v1/email-blasts/{blastId}/send-now', {
      params: { path: { blastId }, header: { 'Idempotency-Key': key } },
      ...(body && { body }),
    });

  test('a repeat gets the first answer, another body does not', async () => {
    const blastId = await givenReadyBlast(service.db, service);
    const first = await keyed(blastId, 'send', { operational: false });
    const second = await keyed(blastId, 'send', { operational: false });
    expect(second.data).toEqual(first.data);
    expect(second.response.headers.get('idempotency-replayed')).toBe('true');
    expect((await keyed(blastId, 'send', { operational: true })).error?.error_code).toBe('idempotency_key_mismatch');
    expect(await jobsOf(blastId)).toBe(1);
  });

  test('after a refusal the key is free again', async () => {
    const blastId = await givenBlast(service);
    expect((await keyed(blastId, 'again')).error?.error_code).toBe('campaign_not_ready');
    expect((await keyed(blastId, 'again')).error?.error_code).toBe('campaign_not_ready');
  });

  test.runIf(isAtLength)('twenty at once with one key send once', async () => {
    const blastId = await givenReadyBlast(service.db, service);
    const answers = await Promise.all(Array.from({ length: 20 }, () => keyed(blastId, 'once')));
    expect(outcomes(answers).filter((answer) => answer !== 202 && answer !== 'idempotency_in_progress')).toEqual([]);
    expect(await jobsOf(blastId)).toBe(1);
  });

  test.runIf(isAtLength)('creating with one key creates once', async () => {
    const workspace = await service.workspace();
    const create = (name: string) =>
      workspace.api.POST('/v1/email-blasts', { params: { header: { 'Idempotency-Key': 'new' } }, body: { name } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('Once')));
    expect(answers.some(({ response }) => response.status === 201)).toBe(true);
    expect((await create('Twice')).error?.error_code).toBe('idempotency_key_mismatch');
    expect((await workspace.api.GET('/v1/email-blasts')).data?.pagination.total).toBe(1);
  });
});

describe('races', () => {
  const ROUNDS = rounds(2, 8);

  test.runIf(isAtLength)('of twenty send-nows one wins', async () => {
    const blastId = await givenReadyBlast(service.db, service);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(blastId)));
    expect(outcomes(answers)).toEqual([202, ...Array(19).fill('campaign_invalid_state')]);
    expect(await jobsOf(blastId)).toBe(1);
  });

  test.runIf(isAtLength)('sending and deleting the blast: one of them', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const blastId = await givenReadyBlast(service.db, service);
      const [sent, deleted] = await Promise.all([send(blastId), service.api.DELETE('/v1/email-blasts/{blastId}', at(blastId))]);
      expect([
        [202, 'campaign_invalid_state'],
        ['not_found', 200],
      ]).toContainEqual([...outcomes([sent]), ...outcomes([deleted])]);
    }
  });

  test.runIf(isAtLength)('sending and unapproving the email: one of them', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const blastId = await givenReadyBlast(service.db, service);
      const emailId = (await get(blastId))?.email_id as string;
      const params = { path: { emailId } };
      const [sent, withdrawn] = await Promise.all([send(blastId), service.api.POST('/v1/emails/{emailId}/unapprove', { params })]);
      expect([
        [202, 'email_in_scheduled_blast'],
        ['campaign_not_ready', 200],
      ]).toContainEqual([...outcomes([sent]), ...outcomes([withdrawn])]);
    }
  });

  test('sending waits for whoever changes the email, and then looks', async () => {
    const blastId = await givenReadyBlast(service.db, service);
    const emailId = (await get(blastId))?.email_id as string;
    const sent = await service.db.transaction(async (tx) => {
      await tx.prisma.document.updateMany({ where: { workspaceId: service.id, id: emailId }, data: unapproved });
      const request = send(blastId);
      await expect.poll(() => waiting()).toBe(1);
      return { request };
    });
    expect(outcomes([await sent.request])).toEqual(['campaign_not_ready']);
  });

  test.runIf(isAtLength)(
    'sending looks again at an email that the blast was given meanwhile, and waits for whoever changes that one',
    async () => {
      const blastId = await givenReadyBlast(service.db, service);
      const other = await givenEmail({ db: service.db, workspaceId: service.id });
      const { request } = await service.db.transaction(async (withdrawing) => {
        await withdrawing.prisma.document.updateMany({ where: { workspaceId: service.id, id: other }, data: unapproved });
        const sent = await service.db.transaction(async (setting) => {
          await setting.prisma.blast.updateMany({ where: { workspaceId: service.id, id: blastId }, data: { emailId: other } });
          const request = send(blastId);
          await expect.poll(() => waiting('FROM blasts b WHERE')).toBe(1);
          return { request };
        });
        let answered = false;
        void sent.request.then(() => {
          answered = true;
        });
        await expect.poll(async () => answered || (await waiting('FOR SHARE OF e')) === 1).toBe(true);
        return sent;
      });
      expect(outcomes([await request])).toEqual(['campaign_not_ready']);
    },
  );

  test.runIf(isAtLength)('sending and deleting the email: one of them', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const blastId = await givenReadyBlast(service.db, service);
      const emailId = (await get(blastId))?.email_id as string;
      const [sent, deleted] = await Promise.all([
        send(blastId),
        service.api.DELETE('/v1/emails/{emailId}', { params: { path: { emailId } } }),
      ]);
      expect([
        [202, 'email_in_scheduled_blast'],
        ['campaign_not_ready', 200],
      ]).toContainEqual([...outcomes([sent]), ...outcomes([deleted])]);
    }
  });

  test('setting an email while it is deleted: it is set and taken off again, or not found', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const blastId = await givenBlast(service);
      const emailId = await givenEmail({ db: service.db, workspaceId: service.id });
      const [set] = await Promise.all([
        service.api.PUT('/v1/email-blasts/{blastId}/email', { ...at(blastId), body: { source: 'existing', email_id: emailId } }),
        service.api.DELETE('/v1/emails/{emailId}', { params: { path: { emailId } } }),
      ]);
      expect([200, 'not_found']).toContain(outcomes([set])[0]);
      expect(await get(blastId)).toMatchObject({ email_id: null, email: null });
    }
  });

  test.runIf(isAtLength)('setting another email while sending: the pinned version is that of the email it carries', async () => {
    const other = await givenEmail({ db: service.db, workspaceId: service.id }, { currentVersion: 2, approvedVersion: 2 });
    for (let round = 0; round < ROUNDS; round++) {
      const blastId = await givenReadyBlast(service.db, service);
      const [sent, set] = await Promise.all([
        send(blastId),
        service.api.PUT('/v1/email-blasts/{blastId}/email', { ...at(blastId), body: { source: 'existing', email_id: other } }),
      ]);
      expect(outcomes([sent])).toEqual([202]);
      const blast = await get(blastId);
      expect(blast?.approved_email_version).toBe(set.error ? 1 : 2);
      expect(blast?.email_id === other).toBe(!set.error);
    }
  });
});
