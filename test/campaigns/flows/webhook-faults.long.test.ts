/** Webhooks while several processes do the same, and servers are slow. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MOST_OF_ONE, webhookTurns } from '../../../src/campaigns/flows/webhooks/send.work.ts';
import { createTokenSealing } from '../../../src/campaigns/flows/webhooks/tokens.ts';
import { claim, type Report, record } from '../../../src/campaigns/flows/webhooks/webhooks.repo.ts';
import { DatabaseUnavailable } from '../../../src/platform/database-errors.ts';
import { type Db, sql } from '../../../src/platform/db.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { Log } from '../../../src/platform/log.ts';
import { openMetrics } from '../../../src/platform/metrics.ts';
import { must } from '../../support/blast.ts';
import type { ApiClient } from '../../support/client.ts';
import { tellingFlow } from '../../support/flow-mail.ts';
import { expectSound } from '../../support/flows.ts';
import { givenContacts } from '../../support/given.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { startTestService, type TestService, type TestWorkspace } from '../../support/service.ts';

let receiver: Receiver;
let service: TestService;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({ OUTBOUND_ALLOW: '127.0.0.1' });
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = (_request, answer) => void answer.end();
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
});

/** A flow that tells of each of these contacts at an address of the receiver. */
const telling = (api: ApiClient, path: string, contactIds: string[]) => tellingFlow(api, `${receiver.url}/${path}`, contactIds);
const membershipsAt = (path: string) =>
  receiver.received.filter((request) => request.path === path).map(({ json }) => (json as { membership_id: string }).membership_id);
const pendingOf = (flowId: string) =>
  service.db.query<{ status: string; attempts: number }>(sql`
    SELECT status, attempts FROM flow_webhooks WHERE flow_id = ${flowId}::uuid`);

describe('a slow server of one workspace', () => {
  it('keeps the places of its workspace, and nobody of another waits for it', async () => {
    const other: TestWorkspace = await service.workspace();
    const held: ServerResponse[] = [];
    let most = 0;
    const quick = Promise.withResolvers<void>();
    receiver.answer = ({ path }, answer) => {
      if (path === '/slow') {
        held.push(answer);
        most = Math.max(most, held.length);
      } else {
        answer.end();
        if (membershipsAt('/quick').length === 20) quick.resolve();
      }
    };
    const slow = await telling(service.api, 'slow', await givenContacts({ db: service.db, workspaceId: service.id }, 40));
    await telling(other.api, 'quick', await givenContacts({ db: service.db, workspaceId: other.id }, 20));
    const drained = service.drain();
    await quick.promise;
    // The last of them may come after all that is quick.
    await expect.poll(() => held.length).toBe(MOST_OF_ONE);
    // From here on it answers.
    receiver.answer = (_request, answer) => void answer.end();
    for (const answer of held) answer.end();
    await drained;
    expect(most).toBe(MOST_OF_ONE);
    expect(new Set(membershipsAt('/slow')).size).toBe(40);
    expect(membershipsAt('/slow')).toHaveLength(40);
    expect(await pendingOf(slow)).toEqual([]);
    await expectSound(service.db);
  });
});

describe('an answer', () => {
  /** The member's visit to the step, as its history shows it. */
  const visitOf = async (flowId: string) => {
    const { members } = await must(service.api.GET('/v1/email-flows/{flowId}/members', { params: { path: { flowId } } }));
    const path = { flowId, membershipId: members[0]?.membership_id ?? '' };
    const { steps } = await must(service.api.GET('/v1/email-flows/{flowId}/members/{membershipId}', { params: { path } }));
    return steps[0];
  };

  it('that does not count is in the history while the request is tried again', async () => {
    receiver.answer = (_request, answer) => void answer.writeHead(503).end('later');
    const flowId = await telling(service.api, 'retried', await givenContacts({ db: service.db, workspaceId: service.id }, 1));
    await service.drain();
    const response = { status: 503, body: 'later' };
    const error = 'The server answered with 503.';
    expect(await visitOf(flowId)).toMatchObject({ status: 'waiting', outcome: null, attempts: 1, response, error });
    receiver.answer = (_request, answer) => void answer.end();
    service.clock.advance({ minutes: 1 });
    await service.drain();
    expect(await visitOf(flowId)).toMatchObject({ outcome: 'delivered', attempts: 2, response: { status: 200 }, error: null });
  });

  it('of 410, and an address that may not be reached, end the request at once', async () => {
    receiver.answer = (_request, answer) => void answer.writeHead(410).end();
    const gone = await telling(service.api, 'gone', await givenContacts({ db: service.db, workspaceId: service.id }, 1));
    await service.drain();
    expect(await visitOf(gone)).toMatchObject({ status: 'failed', attempts: 1, response: { status: 410 } });
    expect(membershipsAt('/gone')).toHaveLength(1);

    receiver.answer = (_request, answer) => void answer.writeHead(500).end();
    const inside = await telling(service.api, 'inside', await givenContacts({ db: service.db, workspaceId: service.id }, 1));
    await service.drain();
    const steps = [{ step_id: 'tell', type: 'send_webhook', label: null, next_step_id: null, endpoint_url: 'http://10.0.0.1/' }];
    const rest = { method: 'post', auth_type: 'none', custom_fields: {} };
    await service.db.prisma.flow.updateMany({ where: { id: inside }, data: { steps: steps.map((step) => ({ ...step, ...rest })) } });
    service.clock.advance({ minutes: 1 });
    await service.drain();
    expect(await visitOf(inside)).toMatchObject({ status: 'failed', attempts: 2, error: expect.stringContaining('public host') });
  });

  it('that the database cannot take is kept, and the request is not sent again when its lease is over', async () => {
    receiver.answer = (_request, answer) => void answer.writeHead(500).end();
    const flowId = await telling(service.api, 'kept', await givenContacts({ db: service.db, workspaceId: service.id }, 1));
    await service.drain();
    service.clock.advance({ minutes: 1 });
    let isAway = false;
    let sent = 0;
    const check = () => {
      if (isAway) throw new DatabaseUnavailable('unreachable', new Error('cut off'));
    };
    const { db, clock } = service;
    const log = { warn() {}, error() {} } as unknown as Log;
    const away: Db = {
      get prisma() {
        check();
        return db.prisma;
      },
      query: async (statement) => {
        check();
        return db.query(statement);
      },
      transaction: (work) => db.transaction(work),
      last: (work) => db.last(work),
      afterCommit: (work) => db.afterCommit(work),
    };
    const sendOutbound = async () => {
      isAway = true;
      sent += 1;
      return { status: 200, body: Buffer.from('') };
    };
    const sendDue = webhookTurns({
      db: away,
      clock,
      log,
      metrics: openMetrics(),
      sendOutbound,
      tokens: createTokenSealing('not used here'),
    });
    const stopping = new AbortController().signal;
    await expect(sendDue(stopping, performance.now() + 10_000)).rejects.toThrow(DatabaseUnavailable);
    expect([sent, await pendingOf(flowId)]).toEqual([1, [{ status: 'pending', attempts: 1 }]]);
    // Its lease is over, and it would be taken for one whose process has died.
    clock.advance({ minutes: 2 });
    isAway = false;
    await sendDue(stopping, performance.now() + 10_000);
    await expect.poll(() => pendingOf(flowId)).toEqual([{ status: 'delivered', attempts: 2 }]);
    expect(sent).toBe(1);
    await service.drain();
  });
});

describe('several processes', () => {
  it('never have one request at once, and who has lost it says nothing of it any more', async () => {
    receiver.answer = (_request, answer) => void answer.writeHead(500).end();
    const flowId = await telling(service.api, 'several', await givenContacts({ db: service.db, workspaceId: service.id }, 30));
    await service.drain();
    service.clock.advance({ minutes: 1 });
    const { db, clock } = service;
    const take = (run: string) =>
      claim(db, run, { limit: 10, atOnce: MOST_OF_ONE, leaseUntil: new Date(clock.now().getTime() + 60_000), now: clock.now() });
    const [first, second] = [newId(), newId()];
    const claims = await Promise.all([take(first), take(second), take(first), take(second)]);
    const taken = claims.flat().map(({ memberId }) => memberId);
    expect(new Set(taken).size).toBe(taken.length);
    // The limit of a workspace holds across processes.
    while ((await take(first)).length > 0);
    const [leased] = await db.query<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM flow_webhooks WHERE flow_id = ${flowId}::uuid AND lease_until > ${clock.now()}::timestamptz`);
    expect(leased?.count).toBe(MOST_OF_ONE);

    clock.advance({ minutes: 2 });
    const third = newId();
    const again = await take(third);
    expect(again).toHaveLength(10);
    const reports = again.map(
      ({ memberId, visit }): Report => ({
        ...{ flowId, memberId, visit, outcome: 'delivered', nextAttemptAt: null, status: 200, body: null, error: null },
      }),
    );
    await record({ db, workspaceId: service.id, now: clock.now() }, first, reports);
    expect((await pendingOf(flowId)).filter(({ status }) => status === 'delivered')).toEqual([]);
    await record({ db, workspaceId: service.id, now: clock.now() }, third, reports);
    expect((await pendingOf(flowId)).filter(({ status }) => status === 'delivered')).toHaveLength(10);
    receiver.answer = (_request, answer) => void answer.end();
    clock.advance({ minutes: 2 });
    await service.drain();
    expect(await pendingOf(flowId)).toEqual([]);
    await expectSound(db);
  });
});
