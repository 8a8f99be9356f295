import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claim } from '../../src/campaigns/deliveries/deliveries.repo.ts';
import { sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { draftBlast, must, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const NAMES = ['joined', 'left', 'pending', 'silent', 'refused'];

/** A workspace with people in every state of a topic, and a blast to them. */
async function given(default_: 'opt_in' | 'opt_out') {
  const own = await service.workspace();
  const { blastId, listId, emailId } = await prepareBlast(
    own.api,
    NAMES.map((name) => `${name}@example.net`),
  );
  const { topic_id } = await must(own.api.POST('/v1/topics', { body: { name: 'News', default: default_ } }));
  const { contacts } = await must(own.api.GET('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } } }));
  const ids = new Map(contacts.map(({ email, contact_id }) => [email?.split('@')[0], contact_id]));
  const say = (name: string, state: 'subscribed' | 'unsubscribed' | 'pending') =>
    must(
      own.api.POST('/v1/contacts/{contact_id}/consent', {
        params: { path: { contact_id: ids.get(name) as string } },
        body: { topic_id, state, source: 'Fair' },
      }),
    );
  await say('joined', 'subscribed');
  await say('left', 'unsubscribed');
  await say('pending', 'pending');
  const refused = { contact_id: ids.get('refused') as string, marketing_email_subscribed: false };
  await must(own.api.POST('/v1/contacts/update', { body: { items: [refused] } }));
  return { own, blastId, listId, emailId, topic_id, ids, say };
}

const setTopic = (own: TestWorkspace, blastId: string, topic_id: string | null) =>
  own.api.PATCH('/v1/email-blasts/{blastId}', { params: { path: { blastId } }, body: { topic_id } });

async function outcomes(own: TestWorkspace, blastId: string): Promise<Record<string, string>> {
  const { contacts } = await must(own.api.GET('/v1/email-blasts/{blastId}/contacts', { params: { path: { blastId } } }));
  return Object.fromEntries(contacts.map(({ email, status, error }) => [email?.split('@')[0], error ?? status]));
}

describe('a blast with a topic', () => {
  it.each([
    [
      'opt_in',
      1,
      { joined: 'sent', left: 'topic_unsubscribed', pending: 'topic_pending', silent: 'topic_not_joined', refused: 'no_consent' },
    ],
    ['opt_out', 2, { joined: 'sent', left: 'topic_unsubscribed', pending: 'topic_pending', silent: 'sent', refused: 'no_consent' }],
  ] as const)('that is %s goes to those who may get it, and counts them before', async (default_, mailable, expected) => {
    const { own, blastId, topic_id } = await given(default_);
    expect((await readBlast(own.api, blastId)).audience?.estimate?.mailable_count).toBe(4);
    const draft = await must(setTopic(own, blastId, topic_id));
    expect(draft).toMatchObject({ topic_id, audience: { estimate: { member_count: 5, mailable_count: mailable } } });
    await sendNow(own.api, blastId);
    await service.drain();
    expect(await outcomes(own, blastId)).toEqual(expected);
    expect((await readBlast(own.api, blastId)).details).toMatchObject({
      blast_qualified_count: mailable,
      blast_blocked_count: 5 - mailable,
    });
    const again = await setTopic(own, blastId, null);
    expect(again.error).toMatchObject({ error_code: 'campaign_invalid_state' });
  });

  it.runIf(isAtLength)('goes to all of them where it is operational', async () => {
    const { own, blastId, topic_id } = await given('opt_in');
    await must(setTopic(own, blastId, topic_id));
    await sendNow(own.api, blastId, true);
    await service.drain();
    expect(new Set(Object.values(await outcomes(own, blastId)))).toEqual(new Set(['sent']));
  });

  it.runIf(isAtLength)('does not go to a person who leaves between its preparation and its sending', async () => {
    const { own, blastId, topic_id, ids, say } = await given('opt_in');
    await must(setTopic(own, blastId, topic_id));
    await sendNow(own.api, blastId);
    // Prepared as far as it is written here: one delivery that waits.
    const ctx = { db: service.db, workspaceId: own.id, now: service.clock.now() };
    await service.db.prisma.delivery.create({
      data: {
        ...{ workspaceId: own.id, id: newId(), messageId: blastId, contactId: ids.get('joined') as string },
        ...{ displayName: '', email: 'joined@example.net', status: 'pending' },
      },
    });
    await service.db.query(sql`
      INSERT INTO dispatches (workspace_id, message_id, origin, lane, repeatable, state, wake_at)
      VALUES (${own.id}::uuid, ${blastId}::uuid, 'blast', 'bulk', true, 'open', now() + interval '1 day')`);
    service.clock.advance({ seconds: 1 });
    await say('joined', 'unsubscribed');
    const policy = { operational: false, topic: { id: topic_id, default: 'opt_in' as const } };
    const { claimed, taken } = await claim(ctx, blastId, {
      ...{ run: newId(), limit: 10, leaseUntil: new Date(Date.now() + 60_000), policy, stillWanted: sql`TRUE` },
    });
    expect([claimed, taken]).toEqual([[], 1]);
    expect(await service.db.prisma.delivery.findFirst({ where: { messageId: blastId } })).toMatchObject({
      status: 'blocked',
      error: 'topic_unsubscribed',
    });
  });

  it.runIf(isAtLength)('asks again for each claim of the loop that sends it', async () => {
    const { own, blastId, topic_id, ids } = await given('opt_in');
    await must(setTopic(own, blastId, topic_id));
    await sendNow(own.api, blastId);
    await service.drain();
    // As if it had been prepared before the person left.
    const where = { workspaceId: own.id, messageId: blastId, contactId: ids.get('left') as string };
    await service.db.prisma.delivery.updateMany({ where, data: { status: 'pending', error: null } });
    await service.db.query(sql`DELETE FROM dispatches WHERE message_id = ${blastId}::uuid`);
    await service.db.query(sql`
      INSERT INTO dispatches (workspace_id, message_id, origin, lane, repeatable, state, wake_at)
      VALUES (${own.id}::uuid, ${blastId}::uuid, 'blast', 'bulk', true, 'open', ${service.clock.now()}::timestamptz)`);
    await service.drain();
    expect(await service.db.prisma.delivery.findFirst({ where })).toMatchObject({ status: 'blocked', error: 'topic_unsubscribed' });
  });

  it('keeps its topic from being deleted while it is under way, and says when the topic of a draft is gone', async () => {
    const { own, blastId, listId, emailId, topic_id } = await given('opt_in');
    const remove = () => own.api.DELETE('/v1/topics/{topic_id}', { params: { path: { topic_id } } });
    await must(setTopic(own, blastId, topic_id));
    const scheduled_at = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
    const params = { path: { blastId } };
    await must(own.api.POST('/v1/email-blasts/{blastId}/schedule', { params, body: { scheduled_at } }));
    expect((await remove()).error).toMatchObject({ error_code: 'in_use', details: { used_by: [{ type: 'email_blast', id: blastId }] } });
    await must(own.api.POST('/v1/email-blasts/{blastId}/unschedule', { params }));
    expect((await remove()).response.status).toBe(204);
    expect((await readBlast(own.api, blastId)).approval_readiness).toMatchObject({ ready: false, missing: ['topic', 'schedule'] });
    const copy = await must(own.api.POST('/v1/email-blasts/{blastId}/duplicate', { params }));
    expect(copy.topic_id).toBeNull();
    const other = await draftBlast(own.api, listId, emailId);
    expect((await setTopic(own, other, topic_id)).error).toMatchObject({ error_code: 'not_found' });
    const made = await own.api.POST('/v1/email-blasts', { body: { name: 'New', topic_id } });
    expect(made.response.status).toBe(404);
  });
});

describe('a flow step with a topic', () => {
  it('mails those who may get it, and is not ready without its topic', async () => {
    const { own, emailId, topic_id, ids } = await given('opt_in');
    const flow = await must(
      own.api.POST('/v1/email-flows', {
        body: {
          name: 'News',
          triggers: [{ type: 'contact_created' }],
          steps: [{ step_id: 'mail', type: 'send_email', email_id: emailId, topic_id }],
        },
      }),
    );
    const params = { path: { flowId: flow.flow_id } };
    expect(flow.steps[0]).toMatchObject({ topic_id });
    await must(own.api.POST('/v1/email-flows/{flowId}/activate', { params }));
    expect((await own.api.DELETE('/v1/topics/{topic_id}', { params: { path: { topic_id } } })).error).toMatchObject({
      error_code: 'in_use',
    });
    for (const name of ['joined', 'silent']) {
      const path = { ...params.path, contactId: ids.get(name) as string };
      await must(own.api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', { params: { path } }));
    }
    await service.drain();
    const deliveries = await service.db.prisma.delivery.findMany({ where: { workspaceId: own.id } });
    expect(Object.fromEntries(deliveries.map(({ email, status, error }) => [email, error ?? status]))).toEqual({
      'joined@example.net': 'sent',
      'silent@example.net': 'topic_not_joined',
    });
    await must(own.api.POST('/v1/email-flows/{flowId}/pause', { params }));
    await own.api.DELETE('/v1/topics/{topic_id}', { params: { path: { topic_id } } });
    const paused = await must(own.api.GET('/v1/email-flows/{flowId}', { params }));
    expect(paused.activation_readiness?.missing).toMatchObject([{ field: 'topic_id', code: 'unknown' }]);
  });
});

it.runIf(isAtLength)('members of a list who refused marketing mail are counted as blocked', async () => {
  const { own, listId } = await given('opt_in');
  const params = { path: { listId } };
  expect(await must(own.api.GET('/v1/contact-lists/{listId}/member-count', { params }))).toMatchObject({
    member_count: 5,
    blocked_count: 1,
  });
});
