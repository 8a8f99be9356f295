import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testOrigin } from '../../src/campaigns/tests/tests.service.ts';
import { sql } from '../../src/platform/db.ts';
import { fromUlid, newId } from '../../src/platform/ids.ts';
import { updateWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { isAtLength } from '../support/at-length.ts';
import { approvedEmail, must } from '../support/blast.ts';
import { givenContacts, givenEmail, givenSuppressions } from '../support/given.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { type SmtpSink, smtpError, startSmtp } from '../support/smtp.ts';

let sink: SmtpSink;
let service: TestService;
let workspace: TestWorkspace;
let emailId: string;
let refused: (to: string) => Error | undefined;
beforeAll(async () => {
  sink = await startSmtp({
    onRcptTo: ({ address }, _session, callback) => callback(refused(address)),
    onMailFrom: (_address, _session, callback) => callback(refused('')),
  });
  service = await startTestService({ SMTP_URL: sink.url });
});
beforeEach(async () => {
  refused = () => undefined;
  await service.db.query(sql`DELETE FROM messages`);
  await service.db.query(sql`DELETE FROM transports`);
  sink.messages.length = 0;
  workspace = await service.workspace();
  emailId = await approvedEmail(workspace.api);
});
afterAll(async () => {
  await service.stop();
  await sink.close();
});

const send = (body: { to: string[]; contact_id?: string; version?: number }, id = emailId) =>
  workspace.api.POST('/v1/emails/{emailId}/test', { params: { path: { emailId: id } }, body });
const read = (test_id: string, id = emailId) =>
  workspace.api.GET('/v1/emails/{emailId}/tests/{test_id}', { params: { path: { emailId: id, test_id } } });
const used = async () =>
  (
    await service.db.query<{ used: number }>(
      sql`SELECT used FROM daily_email_allotments WHERE workspace_id = ${workspace.id}::uuid ORDER BY day DESC LIMIT 1`,
    )
  )[0]?.used;

describe('a test of an email', () => {
  test('goes to whom it is told, with defaults, untracked, and says what became of it', async () => {
    const { data, response } = await send({ to: ['Press@Elsewhere.example', 'nobody@elsewhere.example', 'press@elsewhere.example'] });
    expect(response.status).toBe(202);
    expect(data).toMatchObject({
      email_id: emailId,
      version: 2,
      subject: '[Test] Hi {{contact.first_name}}',
      status: 'sending',
      error: null,
      deliveries: [
        { to: 'press@elsewhere.example', status: 'pending', sent_at: null },
        { to: 'nobody@elsewhere.example', status: 'pending', sent_at: null },
      ],
    });
    refused = (to) => (to.startsWith('nobody') ? smtpError(550, '5.1.1 No such user') : undefined);
    await service.drain();
    const done = await must(read(data?.test_id as string));
    expect(done).toMatchObject({
      status: 'completed',
      deliveries: [
        { to: 'press@elsewhere.example', status: 'sent', error: null, sent_at: expect.any(String) },
        { to: 'nobody@elsewhere.example', status: 'bounced', error: expect.stringContaining('No such user') },
      ],
    });
    const [message] = sink.messages;
    expect(message?.raw).toMatch(/^Subject: \[Test\] Hi\r$/m);
    expect(message?.raw).toMatch(/<h1>Hi(=20| )there/);
    expect(message?.raw).not.toContain('/t/o/');
    expect(message?.raw).not.toContain('/t/c/');
  });

  test('shows what a contact would see, and leaves the contact alone', async () => {
    const [contactId] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 1, { firstName: 'Noor' });
    await must(send({ to: ['press@elsewhere.example'], contact_id: contactId as string }));
    await service.drain();
    expect(sink.messages.map(({ to }) => to)).toEqual(['press@elsewhere.example']);
    expect(sink.messages[0]?.raw).toContain('Subject: [Test] Hi Noor');
    const { data } = await workspace.api.GET('/v1/contacts/{contact_id}/activities', {
      params: { path: { contact_id: contactId as string } },
    });
    expect(JSON.stringify(data)).not.toContain('email_sent');
  });

  test.runIf(isAtLength)('has a link to unsubscribe that suppresses the address it went to, and is not sent there again', async () => {
    const [contactId] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 1);
    await must(send({ to: ['ada@example.net'], contact_id: contactId as string }));
    await service.drain();
    const [path] = /(?<=^List-Unsubscribe: <https?:\/\/[^/]*)\/u\/[\w-]+/m.exec(sink.messages[0]?.raw as string) as RegExpExecArray;
    const asked = await fetch(`${service.url}${path}`);
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('<button type="submit">Unsubscribe')]);
    expect((await must(workspace.api.GET('/v1/suppressions', {}))).items).toEqual([]);
    const done = await fetch(`${service.url}${path}`, { method: 'POST' });
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('You are unsubscribed')]);
    const { items } = await must(workspace.api.GET('/v1/suppressions', {}));
    expect(items).toMatchObject([{ address: 'ada@example.net', reason: 'unsubscribed' }]);
    const again = await must(send({ to: ['ada@example.net'] }));
    expect(again.deliveries).toMatchObject([{ to: 'ada@example.net', status: 'blocked' }]);
  });

  test.runIf(isAtLength)('sends the version that it is told, also of a draft', async () => {
    await must(workspace.api.POST('/v1/emails/{emailId}/unapprove', { params: { path: { emailId } } }));
    expect((await must(send({ to: ['a@elsewhere.example'], version: 1 }))).version).toBe(1);
    await service.drain();
    expect(sink.messages[0]?.raw).not.toContain('Shop');
    const { error, response } = await send({ to: ['a@elsewhere.example'], version: 9 });
    expect([response.status, error?.details?.issues?.[0]?.path]).toEqual([404, 'version']);
  });

  test('is refused where something is missing', async () => {
    const { db } = service;
    const bare = await givenEmail({ db, workspaceId: workspace.id }, { subject: null, replyToEmail: ' ' });
    expect((await send({ to: ['a@elsewhere.example'] }, bare)).error).toMatchObject({
      error_code: 'email_missing_required_headers',
      details: { missing: ['subject', 'reply_to_email'] },
    });
    const foreign = await givenEmail({ db, workspaceId: workspace.id }, { fromAddress: 'me@elsewhere.example' });
    expect((await send({ to: ['a@elsewhere.example'] }, foreign)).error?.details?.issues?.[0]?.path).toBe('from_address');
    const unwritten = await givenEmail({ db, workspaceId: workspace.id });
    await db.prisma.document.updateMany({ where: { id: unwritten }, data: { currentVersion: null } });
    expect((await send({ to: ['a@elsewhere.example'] }, unwritten)).error?.error_code).toBe('email_not_ready');
    const nobody = await send({ to: ['a@elsewhere.example'], contact_id: emailId });
    expect([nobody.response.status, nobody.error?.details?.issues?.[0]?.path]).toEqual([404, 'contact_id']);
    for (const to of [[], ['no address'], Array.from({ length: 11 }, (_value, i) => `p${i}@elsewhere.example`)])
      expect((await send({ to })).error?.error_code).toBe('validation_failed');
    expect(await db.prisma.emailTest.count({ where: { workspaceId: workspace.id } })).toBe(0);
  });

  test.runIf(isAtLength)('does not go to addresses that are suppressed, for an unsubscribe too', async () => {
    await givenSuppressions(
      { db: service.db, workspaceId: workspace.id },
      { 'bad@elsewhere.example': 'bounced', 'out@elsewhere.example': 'unsubscribed' },
    );
    const { test_id } = await must(send({ to: ['bad@elsewhere.example', 'out@elsewhere.example'] }));
    await service.drain();
    expect((await must(read(test_id))).deliveries.map(({ status, error }) => [status, error])).toEqual([
      ['blocked', 'bounced'],
      ['blocked', 'unsubscribed'],
    ]);
    const used = async () => (await must(workspace.api.GET('/v1/workspace'))).usage.test_mails;
    expect(await used()).toBe(0);
    await updateWorkspace(service.db, workspace.id, { limits: new Map([['test_mails', 2]]) }, service.clock.now());
    await must(send({ to: ['a@elsewhere.example', 'b@elsewhere.example'] }));
    const { response, error } = await send({ to: ['c@elsewhere.example'] });
    expect([response.status, error?.details?.resource, await used()]).toEqual([429, 'test_mails', 2]);
  });

  test('knows addresses in the form in which they are suppressed, and takes nothing that is none', async () => {
    await givenSuppressions({ db: service.db, workspaceId: workspace.id }, { 'bad@xn--bcher-kva.example': 'bounced' });
    const { deliveries } = await must(send({ to: [' Bad@Bücher.example ', 'bad@xn--bcher-kva.example'] }));
    expect(deliveries).toMatchObject([{ to: 'bad@xn--bcher-kva.example', status: 'blocked' }]);
    const { error, response } = await send({ to: ['a@elsewhere.example', 'a@192.0.2.1', 'nobody'] });
    expect([response.status, error?.details?.issues?.map(({ path }) => path)]).toEqual([400, ['to.1', 'to.2']]);
  });

  test.runIf(isAtLength)('says that it failed, and why', async () => {
    refused = () => smtpError(535, '5.7.8 Bad credentials');
    const { test_id } = await must(send({ to: ['a@elsewhere.example'] }));
    await service.drain();
    const waiting = await must(read(test_id));
    expect(waiting.error).toContain('Bad credentials');
    // A test without acceptance for a day has failed.
    for (const hours of [8, 8, 8, 2]) {
      service.clock.advance({ hours });
      await service.drain();
    }
    expect(await must(read(test_id))).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Bad credentials'),
      deliveries: [{ status: 'cancelled' }],
    });
  });

  test.runIf(isAtLength)('is of its email and its workspace, and is forgotten after 30 days', async () => {
    const { test_id } = await must(send({ to: ['a@elsewhere.example'] }));
    expect((await read(test_id, await givenEmail({ db: service.db, workspaceId: workspace.id }))).response.status).toBe(404);
    const other = await service.workspace();
    const params = { path: { emailId, test_id } };
    expect((await other.api.GET('/v1/emails/{emailId}/tests/{test_id}', { params })).response.status).toBe(404);
    service.clock.advance({ days: 29 });
    await service.drain();
    expect((await read(test_id)).response.status).toBe(200);
    service.clock.advance({ days: 2 });
    await service.drain();
    expect((await read(test_id)).response.status).toBe(404);
  });

  test('counts among the emails of the free plan, whatever contacts there are, and gives back what was not sent', async () => {
    workspace = await service.workspace({ plan: 'free' });
    emailId = await approvedEmail(workspace.api);
    await givenContacts({ db: service.db, workspaceId: workspace.id }, 1_001);
    refused = (to) => (to.startsWith('nobody') ? smtpError(550, '5.1.1 No such user') : undefined);
    await must(send({ to: ['a@elsewhere.example', 'nobody@elsewhere.example'] }));
    expect(await used()).toBe(2);
    await service.drain();
    expect(await used()).toBe(1);
    await service.db.query(sql`UPDATE daily_email_allotments SET used = 98 WHERE workspace_id = ${workspace.id}::uuid`);
    const { error, response } = await send({ to: ['a@b.example', 'b@b.example', 'c@b.example'] });
    expect([response.status, error?.error_code, error?.details]).toMatchObject([403, 'free_plan_email_limit', { limit: 100, current: 98 }]);
  });

  test.runIf(isAtLength)('that fails keeps the emails of whom a run has in hand, until they have come back', async () => {
    workspace = await service.workspace({ plan: 'free' });
    emailId = await approvedEmail(workspace.api);
    const message = { workspaceId: workspace.id, messageId: fromUlid((await must(send({ to: ['a@b.example', 'b@b.example'] }))).test_id) };
    const [inHand] = await service.db.query<{ id: string }>(
      sql`UPDATE deliveries SET next_attempt_at = NULL WHERE id = (SELECT id FROM deliveries WHERE message_id = ${message.messageId}::uuid LIMIT 1) RETURNING id`,
    );
    const claim = { ...message, run: newId(), ids: [inHand?.id as string], leaseUntil: service.clock.now() };
    await service.db.prisma.claim.create({ data: claim });
    await service.db.transaction((db) =>
      testOrigin.failed({ db, workspaceId: workspace.id, now: service.clock.now() }, message.messageId, 'Bad credentials'),
    );
    expect(await used()).toBe(1);
    await service.db.query(sql`DELETE FROM claims WHERE run = ${claim.run}::uuid`);
    await service.db.transaction((db) =>
      testOrigin.stopped({ db, workspaceId: workspace.id, now: service.clock.now() }, message.messageId),
    );
    expect(await used()).toBe(0);
  });

  test.runIf(isAtLength)('with a key is sent once', async () => {
    const params = { path: { emailId }, header: { 'Idempotency-Key': 'test' } };
    const body = { to: ['a@elsewhere.example'] };
    const answers = [
      await workspace.api.POST('/v1/emails/{emailId}/test', { params, body }),
      await workspace.api.POST('/v1/emails/{emailId}/test', { params, body }),
    ];
    expect(answers[0]?.data).toEqual(answers[1]?.data);
    await service.drain();
    expect(sink.messages.length).toBe(1);
  });
});
