/** Scheduled blasts when their time has come: once, whatever dies or races. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Preparing, releaseDue } from '../../src/campaigns/blasts/release.service.ts';
import { sql, type Tx } from '../../src/platform/db.ts';
import { startService } from '../../src/service.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { type BlastMove, moveBlast, must, people, prepareBlast, readBlast } from '../support/blast.ts';
import { givenContacts, setStatus } from '../support/given.ts';
import { behind, deadlocksIn } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { type SmtpSink, smtpError, startSmtp } from '../support/smtp.ts';

let sink: SmtpSink;
let service: TestService;
let workspace: TestWorkspace;
/** Runs when the mail server receives a recipient. */
let rcpt: (to: string) => Promise<undefined>;
beforeAll(async () => {
  sink = await startSmtp({ onRcptTo: ({ address }, _session, callback) => void rcpt(address).then(callback, callback) });
  service = await startTestService({ SMTP_URL: sink.url });
});
beforeEach(async () => {
  // Messages of other tests that are still under way.
  await service.db.query(sql`DELETE FROM blasts`);
  sink.messages.length = 0;
  rcpt = async () => undefined;
  workspace = await service.workspace();
});
afterAll(async () => {
  await service.stop();
  await sink.close();
});

type Of = Pick<TestWorkspace, 'api'>;
const at = (blastId: string) => ({ params: { path: { blastId } } });
const inMinutes = (minutes: number) => new Date(service.clock.now().getTime() + minutes * 60_000).toISOString();
async function givenScheduled(count = 2, { api }: Of = workspace) {
  const prepared = await prepareBlast(api, people(count, `${Math.random()}.example`));
  await must(api.POST('/v1/email-blasts/{blastId}/schedule', { ...at(prepared.blastId), body: { scheduled_at: inMinutes(10) } }));
  return prepared;
}
const move = (how: BlastMove, blastId: string) => moveBlast(workspace.api, how, blastId);
/** Releases without a job, and counts how often something was to be prepared. */
const releasing = () => {
  const prepared: string[] = [];
  const sending: Preparing = { prepare: async (_tx, blastId) => void prepared.push(blastId), wake: async () => {} };
  return {
    prepared,
    release: (blastId: string) => releaseDue({ db: service.db, workspaceId: workspace.id, now: service.clock.now() }, sending, blastId),
  };
};

describe('when its time has come', () => {
  test('a blast goes out, not before and not again', async () => {
    const { blastId } = await givenScheduled();
    service.clock.advance({ minutes: 9 });
    await service.drain();
    expect([(await readBlast(workspace.api, blastId)).status, sink.messages.length]).toEqual(['scheduled', 0]);
    service.clock.advance({ minutes: 2 });
    await service.drain();
    await service.drain();
    expect(await readBlast(workspace.api, blastId)).toMatchObject({
      status: 'sent',
      send_mode: 'scheduled',
      scheduled_at: expect.any(String),
      details: { blast_sent_count: 2 },
    });
    expect(sink.messages.length).toBe(2);
  });

  test.runIf(isAtLength)('what was taken down goes out, whatever has become of the email', async () => {
    const { blastId, emailId } = await givenScheduled(1);
    const params = { path: { emailId } };
    await must(workspace.api.PATCH('/v1/emails/{emailId}', { params, body: { subject: 'Something else' } }));
    const code = '<!doctype html><html><body>Newer</body></html>';
    await must(workspace.api.POST('/v1/emails/{emailId}/save-code', { params, body: { code } }));
    // As an iteration leaves it.
    await service.db.prisma.document.updateMany({ where: { id: emailId }, data: { status: 'draft' } });
    service.clock.advance({ minutes: 11 });
    await service.drain();
    expect((await readBlast(workspace.api, blastId)).status).toBe('sent');
    expect(sink.messages[0]?.raw).toContain('Subject: Hi Person 0');
    expect(sink.messages[0]?.raw).not.toContain('Newer');
  });

  test('a service that was down at the time sends it once when it is back, and so do two', async () => {
    const { blastId } = await givenScheduled(3);
    service.clock.advance({ days: 2 });
    const { config } = service.service;
    const other = await startService(
      { ...config, port: 0, pagesPort: 0 },
      { clock: service.clock, log: service.service.log, runJobs: false },
    );
    await Promise.all([service.drain(), other.jobs.drain(), service.drain(), other.jobs.drain()]);
    await service.drain();
    await other.stop();
    expect((await readBlast(workspace.api, blastId)).status).toBe('sent');
    expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(3);
    expect(sink.messages.length).toBe(3);
  });

  test.runIf(isAtLength)('of many who release it at once one does', async () => {
    const { blastId } = await givenScheduled();
    service.clock.advance({ minutes: 11 });
    const { prepared, release } = releasing();
    await Promise.all(Array.from({ length: 10 }, () => release(blastId)));
    expect(prepared).toEqual([blastId]);
  });

  test.runIf(isAtLength)('a process that dies before it has committed leaves a blast that is still due', async () => {
    const { blastId } = await givenScheduled();
    service.clock.advance({ minutes: 11 });
    const dying: Preparing = { prepare: () => Promise.reject(new Error('died')), wake: async () => {} };
    await expect(releaseDue({ db: service.db, workspaceId: workspace.id, now: service.clock.now() }, dying, blastId)).rejects.toThrow(
      'died',
    );
    expect((await readBlast(workspace.api, blastId)).status).toBe('scheduled');
    await service.drain();
    expect([(await readBlast(workspace.api, blastId)).status, sink.messages.length]).toEqual(['sent', 2]);
  });

  test('a job that comes when the blast has another time does nothing', async () => {
    const { blastId } = await givenScheduled();
    const { prepared, release } = releasing();
    await release(blastId);
    expect([prepared, (await readBlast(workspace.api, blastId)).status]).toEqual([[], 'scheduled']);
  });

  test.runIf(isAtLength)('one that cannot go out keeps no other from it, and says why', async () => {
    const noList = await givenScheduled(1);
    // The API refuses that; an earlier version did not.
    await service.db.prisma.contactList.deleteMany({ where: { id: noList.listId } });
    const other = await service.workspace();
    const noDomain = await givenScheduled(1, other);
    await service.db.prisma.sendingDomain.updateMany({ where: { workspaceId: other.id }, data: { verifiedAt: null } });
    const fine = await givenScheduled(1);
    service.clock.advance({ minutes: 11 });
    await service.drain();
    expect((await readBlast(workspace.api, fine.blastId)).status).toBe('sent');
    expect(await readBlast(workspace.api, noList.blastId)).toMatchObject({
      status: 'failed',
      details: { blast_error: 'The list was deleted before sending started.' },
    });
    expect(await readBlast(other.api, noDomain.blastId)).toMatchObject({
      status: 'failed',
      details: { blast_error: "The domain of the sender's address is not verified for this workspace." },
    });
    expect(sink.messages.length).toBe(1);
    // Mended, it is taken up.
    await service.db.prisma.sendingDomain.updateMany({ where: { workspaceId: other.id }, data: { verifiedAt: new Date() } });
    await must(other.api.POST('/v1/email-blasts/{blastId}/resume', at(noDomain.blastId)));
    await service.drain();
    expect((await readBlast(other.api, noDomain.blastId)).status).toBe('sent');
  });
});

describe('races', () => {
  test.each((['unschedule', 'archive', 'cancel'] as const).slice(0, rounds(1, 3)))(
    'of its time and %s one wins, and nothing else has happened',
    async (how) => {
      const left = { unschedule: 'draft', archive: 'archived', cancel: 'cancelled' }[how];
      for (let round = 0; round < rounds(2, 6); round++) {
        sink.messages.length = 0;
        const { blastId } = await givenScheduled(1);
        service.clock.advance({ minutes: 11 });
        const { prepared, release } = releasing();
        const [answer] = await Promise.all([move(how, blastId), release(blastId)]);
        const { status } = await readBlast(workspace.api, blastId);
        if (prepared.length === 1 && how === 'cancel') expect([answer.response.status, status]).toEqual([200, 'cancelled']);
        else if (prepared.length === 1) expect([answer.response.status, status]).toEqual([409, 'sending']);
        else expect([answer.response.status, status]).toEqual([200, left]);
        await setStatus({ db: service.db, workspaceId: workspace.id }, blastId, 'archived');
      }
      expect(await deadlocksIn(service.db)).toBe(0);
    },
  );

  test.runIf(isAtLength)('whoever holds it first is not waited for: it goes out later, or not at all', async () => {
    const { blastId } = await givenScheduled(1);
    service.clock.advance({ minutes: 11 });
    await service.db.transaction(async (tx) => {
      await tx.query(sql`SELECT 1 AS held FROM blasts WHERE id = ${blastId}::uuid FOR UPDATE`);
      const { prepared, release } = releasing();
      await release(blastId);
      expect(prepared).toEqual([]);
    });
    await service.drain();
    expect(sink.messages.length).toBe(1);
  });

  test.runIf(isAtLength)('who unschedules while it is being released is told that it was late', async () => {
    const { blastId } = await givenScheduled(1);
    service.clock.advance({ minutes: 11 });
    const { release } = releasing();
    const sending = (tx: Tx) =>
      releaseDue(
        { db: tx, workspaceId: workspace.id, now: service.clock.now() },
        { prepare: async () => {}, wake: async () => {} },
        blastId,
      );
    const answer = await behind(service.db, sending, () => move('unschedule', blastId));
    expect(answer.error?.error_code).toBe('campaign_invalid_state');
    await release(blastId);
    expect((await readBlast(workspace.api, blastId)).status).toBe('sending');
  });

  test.runIf(isAtLength)('a turn that ends and a client who pauses, resumes or cancels hold the same things in one order', async () => {
    const most = rounds(2, 4);
    for (let round = 0; round < most; round++) {
      const { blastId } = await prepareBlast(workspace.api, people(40, `${Math.random()}.example`));
      await must(workspace.api.POST('/v1/email-blasts/{blastId}/send-now', at(blastId)));
      const moves = async () => {
        for (let i = 0; i < 5; i++) {
          await workspace.api.POST('/v1/email-blasts/{blastId}/pause', at(blastId));
          await workspace.api.POST('/v1/email-blasts/{blastId}/resume', at(blastId));
        }
      };
      await Promise.all([service.drain(), moves(), service.drain()]);
      await service.drain();
      expect(await readBlast(workspace.api, blastId)).toMatchObject({ status: 'sent', details: { blast_sent_count: 40 } });
    }
    expect(await deadlocksIn(service.db)).toBe(0);
    expect(sink.messages.length).toBe(40 * most);
  });
});

describe('on the free plan', () => {
  const used = async () =>
    (
      await service.db.query<{ used: number }>(
        sql`SELECT used FROM daily_email_allotments WHERE workspace_id = ${workspace.id}::uuid ORDER BY day DESC LIMIT 1`,
      )
    )[0]?.used;
  beforeEach(async () => {
    workspace = await service.workspace({ plan: 'free' });
  });

  test.runIf(isAtLength)('scheduling asks for nothing; when it is due it is cancelled if the day has too few emails left', async () => {
    const first = await givenScheduled(60);
    const second = await givenScheduled(60);
    expect(await used()).toBeUndefined();
    service.clock.advance({ minutes: 11 });
    await service.drain();
    const blasts = [await readBlast(workspace.api, first.blastId), await readBlast(workspace.api, second.blastId)];
    expect(blasts.map(({ status }) => status).sort()).toEqual(['cancelled', 'sent']);
    expect(blasts.find(({ status }) => status === 'cancelled')).toMatchObject({
      cancelled_reason: 'daily_email_limit',
      cancelled_at: expect.any(String),
      scheduled_at: expect.any(String),
      details: { blast_recipient_count: 0 },
    });
    expect([sink.messages.length, await used()]).toEqual([60, 60]);
  });

  test.runIf(isAtLength)('it is cancelled if the workspace has too many contacts, also when the day is used up', async () => {
    const { blastId } = await givenScheduled(1);
    await givenContacts({ db: service.db, workspaceId: workspace.id }, 1_000);
    service.clock.advance({ minutes: 11 });
    await service.drain();
    expect(await readBlast(workspace.api, blastId)).toMatchObject({ status: 'cancelled', cancelled_reason: 'contact_allowance' });
    expect(sink.messages).toEqual([]);
  });

  test.runIf(isAtLength)('never above a hundred, however many go out at once, now and at their time', async () => {
    const scheduled = [await givenScheduled(30), await givenScheduled(30)];
    const drafts = [];
    for (let i = 0; i < 4; i++) drafts.push(await prepareBlast(workspace.api, people(30, `${Math.random()}.example`)));
    service.clock.advance({ minutes: 11 });
    const { release } = releasing();
    await Promise.all([
      ...scheduled.map(({ blastId }) => release(blastId)),
      ...drafts.map(({ blastId }) => workspace.api.POST('/v1/email-blasts/{blastId}/send-now', at(blastId))),
    ]);
    const rows = await service.db.prisma.blast.findMany({ where: { workspaceId: workspace.id, status: 'sending' } });
    expect(rows.map(({ reservedRecipients }) => reservedRecipients)).toEqual([30, 30, 30]);
    expect(await used()).toBe(90);
  });

  test('what is stopped gives back what has not gone out, and is reserved anew when it goes on', async () => {
    const { blastId } = await prepareBlast(workspace.api, people(80, `${Math.random()}.example`));
    await must(workspace.api.POST('/v1/email-blasts/{blastId}/send-now', at(blastId)));
    expect(await used()).toBe(80);
    await must(workspace.api.POST('/v1/email-blasts/{blastId}/pause', at(blastId)));
    expect(await used()).toBe(0);
    const other = await prepareBlast(workspace.api, people(30, `${Math.random()}.example`));
    await must(workspace.api.POST('/v1/email-blasts/{blastId}/send-now', at(other.blastId)));
    const { error, response } = await workspace.api.POST('/v1/email-blasts/{blastId}/resume', at(blastId));
    expect([response.status, error?.details]).toEqual([403, { limit: 100, current: 30, allowance: { limit: 1000, current: 110 } }]);
    expect((await readBlast(workspace.api, blastId)).status).toBe('paused');
    service.clock.advance({ days: 1 });
    await must(workspace.api.POST('/v1/email-blasts/{blastId}/resume', at(blastId)));
    await service.drain();
    expect(await readBlast(workspace.api, blastId)).toMatchObject({ status: 'sent', details: { blast_sent_count: 80 } });
    expect(await used()).toBe(80);
  });

  test.runIf(isAtLength)('whom a run has in hand is not given back until it has come back', async () => {
    const { blastId } = await prepareBlast(workspace.api, people(3, `${Math.random()}.example`));
    await must(workspace.api.POST('/v1/email-blasts/{blastId}/send-now', at(blastId)));
    const [{ id: workspaceId }, ids] = [workspace, [blastId]];
    await service.db.query(sql`
      INSERT INTO deliveries (workspace_id, id, message_id, contact_id, display_name, email, status)
      SELECT ${workspaceId}::uuid, gen_random_uuid(), ${blastId}::uuid, gen_random_uuid(), '', 'a@b.example', 'pending' FROM generate_series(1, 3)`);
    await service.db.query(sql`
      INSERT INTO dispatches (workspace_id, message_id, origin, lane, repeatable, state, wake_at)
      VALUES (${workspaceId}::uuid, ${blastId}::uuid, 'blast', 'bulk', true, 'open', now())`);
    await service.db.query(sql`
      INSERT INTO claims (workspace_id, run, message_id, ids, lease_until)
      SELECT ${workspaceId}::uuid, ${blastId}::uuid, ${blastId}::uuid, array_agg(id), now() + interval '1 hour' FROM (
        SELECT id FROM deliveries WHERE message_id = ANY(${ids}::uuid[]) LIMIT 2) AS two`);
    await must(workspace.api.POST('/v1/email-blasts/{blastId}/cancel', at(blastId)));
    expect(await used()).toBe(2);
  });

  test.runIf(isAtLength)('what a run had in hand and could not send is given back when it comes back', async () => {
    const { blastId } = await prepareBlast(workspace.api, people(3, `${Math.random()}.example`));
    await must(workspace.api.POST('/v1/email-blasts/{blastId}/send-now', at(blastId)));
    let cancelled: Promise<unknown> | undefined;
    rcpt = async () => {
      cancelled ??= must(move('cancel', blastId)).then(used);
      await cancelled;
      throw smtpError(550, '5.1.1 No such user');
    };
    await service.drain();
    expect([await cancelled, await used()]).toEqual([3, 0]);
    expect(await readBlast(workspace.api, blastId)).toMatchObject({ status: 'cancelled', details: { blast_bounced_count: 3 } });
  });
});
