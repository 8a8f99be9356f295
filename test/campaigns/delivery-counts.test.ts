import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countsOf } from '../../src/campaigns/deliveries/counts.repo.ts';
import { addUpCounts } from '../../src/campaigns/series/series.repo.ts';
import { sql } from '../../src/platform/db.ts';
import { moveBlast, must, people, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import { givenSuppressions } from '../support/given.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

let service: TestService;
let sink: SmtpSink;
let workspace: TestWorkspace;
beforeAll(async () => {
  sink = await startSmtp({
    accept: (to) => {
      if (to.startsWith('person1@')) throw Object.assign(new Error('No such person'), { responseCode: 550 });
    },
  });
  service = await startTestService({ SMTP_URL: sink.url });
  workspace = await service.workspace();
});
afterAll(async () => {
  await service.stop();
  await sink.close();
});

/** The kept counts of a blast, which have to be those of its rows. */
async function counts(blastId: string) {
  const [rows] = await service.db.query<Record<string, number>>(sql`
    SELECT count(*)::int AS recipients, (count(*) FILTER (WHERE status = 'pending'))::int AS pending,
      (count(*) FILTER (WHERE status = 'blocked'))::int AS blocked, (count(*) FILTER (WHERE status = 'failed'))::int AS failed,
      (count(*) FILTER (WHERE status NOT IN ('blocked', 'unqualified')))::int AS qualified, count(sent_at)::int AS sent,
      count(delivered_at)::int AS delivered, count(opened_at)::int AS opened, count(clicked_at)::int AS clicked,
      count(bounced_at)::int AS bounced, count(complained_at)::int AS complained, count(unsubscribed_at)::int AS unsubscribed
    FROM deliveries WHERE workspace_id = ${workspace.id}::uuid AND message_id = ${blastId}::uuid`);
  const kept = (await countsOf({ db: service.db, workspaceId: workspace.id }, [blastId])).get(blastId);
  expect(kept).toEqual(rows);
  return kept;
}

describe('the counts of a blast', () => {
  test('follow its deliveries from preparation to reports and an end before the end', async () => {
    const { blastId } = await prepareBlast(workspace.api, people(6, 'a.example'));
    await givenSuppressions({ db: service.db, workspaceId: workspace.id }, { 'person0@a.example': 'manual' });
    await sendNow(workspace.api, blastId);
    await service.drain();
    expect(await counts(blastId)).toMatchObject({ recipients: 6, pending: 0, blocked: 1, qualified: 5, failed: 1, sent: 4 });
    await addUpCounts(service.db);
    await counts(blastId);
    const { details } = await readBlast(workspace.api, blastId);
    expect(details).toMatchObject({ blast_recipient_count: 6, blast_blocked_count: 1, blast_failed_count: 1, blast_sent_count: 4 });
  });

  test('count those that are cancelled, and are gone with what is written anew', async () => {
    const { blastId } = await prepareBlast(workspace.api, people(4, 'b.example'));
    await sendNow(workspace.api, blastId);
    await must(moveBlast(workspace.api, 'pause', blastId));
    await service.drain();
    await must(moveBlast(workspace.api, 'cancel', blastId));
    await service.drain();
    const [left] = await service.db.query<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM deliveries WHERE workspace_id = ${workspace.id}::uuid AND message_id = ${blastId}::uuid`);
    expect(left?.count === 0 || (await counts(blastId))?.pending === 0).toBe(true);
  });

  test('are those of the rows where a process of an earlier version took part', async () => {
    const { blastId } = await prepareBlast(workspace.api, people(3, 'c.example'));
    await sendNow(workspace.api, blastId);
    await service.drain();
    await counts(blastId);
    await service.db.query(sql`
      UPDATE delivery_counts SET pending = pending + 1 WHERE ctid IN (
        SELECT ctid FROM delivery_counts WHERE workspace_id = ${workspace.id}::uuid AND message_id = ${blastId}::uuid LIMIT 1)`);
    expect((await countsOf({ db: service.db, workspaceId: workspace.id }, [blastId])).size).toBe(0);
    expect((await readBlast(workspace.api, blastId)).details).toMatchObject({ blast_recipient_count: 3, blast_sent_count: 2 });
  });
});

test('recipients are read page by page in the order of their ids', async () => {
  const { blastId } = await prepareBlast(workspace.api, people(5, 'd.example'));
  await sendNow(workspace.api, blastId);
  await service.drain();
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { sort: 'recipient_id', order: 'asc', limit: 2, ...(cursor && { cursor }) } as const;
    const page = await must(workspace.api.GET('/v1/email-blasts/{blastId}/contacts', { params: { path: { blastId }, query } }));
    expect(page.pagination.total).toBe(5);
    ids.push(...page.contacts.map(({ recipient_id }) => recipient_id));
    cursor = page.next_cursor;
  } while (cursor);
  expect([ids.length, ids]).toEqual([5, ids.toSorted()]);
});
