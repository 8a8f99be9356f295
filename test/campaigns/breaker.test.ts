/** A blast whose mail bounces or is called spam too often is paused. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { recordFeedback } from '../../src/campaigns/feedback/feedback.service.ts';
import { sql } from '../../src/platform/db.ts';
import { isAtLength } from '../support/at-length.ts';
import { moveBlast, must, people, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { settled } from '../support/settled.ts';
import { type SmtpSink, smtpError, startSmtp } from '../support/smtp.ts';

let sink: SmtpSink;
let service: TestService;
/** The share of recipients that the mail server does not know. */
let unknown = 0;
let api: ApiClient;
let workspaceId: string;
beforeAll(async () => {
  sink = await startSmtp({
    onRcptTo({ address }, _session, callback) {
      const number = Number(/\d+/.exec(address)?.[0]);
      callback(unknown > 0 && number % unknown === 0 ? smtpError(550, '5.1.1 No such user') : undefined);
    },
  });
  service = await startTestService({ SMTP_URL: sink.url });
});
beforeEach(async () => {
  unknown = 0;
  sink.messages.length = 0;
  ({ api, id: workspaceId } = await service.workspace());
});
afterAll(async () => {
  await service.stop();
  await sink.close();
});

async function send(count: number, domain = 'example.net'): Promise<string> {
  const { blastId } = await prepareBlast(api, people(count, domain));
  await sendNow(api, blastId);
  await service.drain();
  return blastId;
}
async function complain(blastId: string, count: number): Promise<void> {
  const now = service.clock.now();
  const rows = await service.db.query<{ id: string }>(sql`
    SELECT id::text FROM deliveries WHERE message_id = ${blastId}::uuid AND status = 'sent' LIMIT ${count}::int`);
  await recordFeedback(
    service.db,
    rows.map(({ id }) => ({ kind: 'complained', address: null, reason: 'abuse', at: now, messageId: null, returnPath: id })),
    { source: 'ses', readReturnPath: (deliveryId) => ({ workspaceId, deliveryId }), now },
  );
}
const readinessOfNext = async () => {
  const { blastId } = await prepareBlast(api, people(1, 'next.example'));
  return (await readBlast(api, blastId)).approval_readiness?.warnings;
};

it.runIf(isAtLength)('pauses a blast of which more than 5 % bounce, says why, and goes on anew when a client resumes it', async () => {
  await must(api.PATCH('/v1/workspace', { body: { event_feed: true, event_types: ['blast.paused', 'blast.sent'] } }));
  unknown = 10;
  const blastId = await send(600);
  const paused = await readBlast(api, blastId);
  expect(paused).toMatchObject({ status: 'paused', paused_reason: 'bounce_rate' });
  expect(paused.details.blast_error).toMatch(/^\d+ of the last \d+ messages of this workspace bounced; the limit is 5 %\.$/);
  expect(sink.messages.length).toBeLessThan(500);
  expect(await readinessOfNext()).toContain('spam_rate');

  unknown = 0;
  expect(await must(moveBlast(api, 'resume', blastId))).toMatchObject({ status: 'sending', paused_reason: null });
  await service.drain();
  const { status, details } = await readBlast(api, blastId);
  expect([status, details.blast_sent_count + details.blast_bounced_count, details.blast_error]).toEqual(['sent', 600, null]);
  expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(sink.messages.length);
  expect(await readinessOfNext()).not.toContain('spam_rate');

  await settled(service.db);
  const { events } = await must(api.GET('/v1/events'));
  expect(events.map(({ type, data }) => [type, data])).toMatchObject([
    ['blast.paused', { blast_id: blastId, paused_reason: 'bounce_rate', message: paused.details.blast_error }],
    ['blast.sent', {}],
  ]);
});

it.runIf(isAtLength)('pauses a blast after complaints about the one before, unless they are a week old', async () => {
  const first = await send(120);
  await complain(first, 1);
  expect(await readinessOfNext()).not.toContain('spam_rate');
  await complain(await send(110, 'example.org'), 2);
  expect(await readinessOfNext()).toContain('spam_rate');
  sink.messages.length = 0;
  const third = await send(10, 'example.edu');
  expect(await readBlast(api, third)).toMatchObject({ status: 'paused', paused_reason: 'complaint_rate' });
  expect(sink.messages).toEqual([]);
  service.clock.advance({ days: 8 });
  expect(await readinessOfNext()).not.toContain('spam_rate');
});

it.runIf(isAtLength)('counts a thousand, one workspace alone, and no small lists', async () => {
  unknown = 3;
  expect(await readBlast(api, await send(90))).toMatchObject({ status: 'sent', paused_reason: null });
  expect(await readinessOfNext()).not.toContain('spam_rate');
  unknown = 0;
  ({ api, id: workspaceId } = await service.workspace());
  await service.db.query(sql`
    INSERT INTO send_results (workspace_id, at, delivered, bounced, complained)
    SELECT ${workspaceId}::uuid, ${service.clock.now()}::timestamptz, d, b, 0 FROM unnest(ARRAY[900, 900, 200], ARRAY[900, 10, 30]) AS r (d, b)`);
  expect(await readinessOfNext()).not.toContain('spam_rate');
  await service.db.query(sql`
    INSERT INTO send_results (workspace_id, at, delivered, bounced, complained) VALUES (${workspaceId}::uuid, ${service.clock.now()}::timestamptz, 100, 40, 0)`);
  expect(await readinessOfNext()).toContain('spam_rate');
});

it('keeps no reason for a blast that a client paused', async () => {
  await must(api.PATCH('/v1/workspace', { body: { event_feed: true, event_types: ['blast.paused'] } }));
  const { blastId } = await prepareBlast(api, people(3));
  await sendNow(api, blastId);
  expect(await must(moveBlast(api, 'pause', blastId))).toMatchObject({ status: 'paused', paused_reason: null });
  await settled(service.db);
  const { events } = await must(api.GET('/v1/events'));
  expect(events.map(({ data }) => data)).toMatchObject([{ blast_id: blastId, paused_reason: null, message: null }]);
});
