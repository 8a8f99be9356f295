/** Rules about the outcome of a step's email: of a membership within its flow, of all memberships in a search. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileFlowRules } from '../../../src/audience/rules/rules.service.ts';
import { fitting } from '../../../src/campaigns/flows/engine/rules.ts';
import { stepEmailMetrics } from '../../../src/campaigns/flows/mail/messages.repo.ts';
import { sql } from '../../../src/platform/db.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { emailStep, type FlowMail, startFlowMail } from '../../support/flow-mail.ts';
import type { FlowRef } from '../../support/flows.ts';
import { givenContacts, givenSuppressions } from '../../support/given.ts';
import { explain, statementsOf } from '../../support/plans.ts';
import { smtpError } from '../../support/smtp.ts';

let mail: FlowMail;
beforeAll(async () => {
  mail = await startFlowMail();
});
afterAll(() => mail.stop());

const db = () => mail.service.db;
const asks = (metric: string, more = {}) => ({
  kind: 'condition',
  source: 'email_step',
  nodeId: 'welcome',
  metric,
  operator: 'has_activity',
  ...more,
});
const memberOf = async ({ flowId }: FlowRef, contactId: string) => {
  const [position] = await db().query<{ id: string }>(sql`
    SELECT member_id::text AS id FROM flow_positions WHERE flow_id = ${flowId}::uuid AND contact_id = ${contactId}::uuid`);
  return { contactId, id: position?.id as string };
};
/** Opens the last mail of a contact. */
async function open(contactId: string): Promise<void> {
  const { email } = await db().prisma.contact.findFirstOrThrow({ where: { id: contactId } });
  const raw = mail.sink.messages.findLast(({ to }) => to === email)?.raw.replace(/=\r\n/g, '') ?? '';
  const [, path = ''] = /(\/t\/o\/[\w-]+)/.exec(raw) ?? [];
  const opened = async () =>
    (await db().query(sql`SELECT FROM contact_activities WHERE contact_id = ${contactId}::uuid AND type = 'email_opened'`)).length;
  const before = await opened();
  // Within the next seconds it would be a machine.
  mail.service.clock.advance({ seconds: 10 });
  expect((await fetch(mail.service.url + path)).status).toBe(200);
  await expect.poll(opened).toBe(before + 1);
}

describe('within its flow', () => {
  it.runIf(isAtLength)('a rule asks of this membership, at any of its visits', async () => {
    const pause = { type: 'wait', step_id: 'pause', duration_amount: 1, duration_unit: 'days' } as never;
    const flow = await mail.flow([await emailStep(mail.service), { ...(await emailStep(mail.service)), step_id: 'again' }, pause]);
    const [ada, bo] = (await givenContacts({ db: db(), workspaceId: mail.service.id }, 2)) as [string, string];
    await mail.enter(flow, [ada, bo]);
    await mail.settle();
    const fitNow = async (condition: unknown) => {
      const members = [await memberOf(flow, ada), await memberOf(flow, bo)];
      return [...(await fitting({ ...flow, db: db(), now: mail.service.clock.now() }, flow.flowId, { tree: condition, members }))];
    };
    // The opened mail is that of the second step.
    await open(ada);
    expect(await fitNow(asks('opened'))).toEqual([]);
    expect(await fitNow(asks('opened', { nodeId: 'again' }))).toEqual([ada]);
    expect((await fitNow(asks('delivered'))).sort()).toEqual([ada, bo].sort());

    mail.service.clock.advance({ hours: 25 });
    await mail.settle();
    await mail.enter(flow, [ada]);
    await mail.enter(flow, [bo]);
    expect(await fitNow(asks('sent'))).toEqual([]);
    await mail.settle();
    expect((await fitNow(asks('sent'))).sort()).toEqual([ada, bo].sort());
    expect(await fitNow(asks('opened', { nodeId: 'again' }))).toEqual([]);
  });

  it.runIf(isAtLength)('each contact costs a look at an index, however much mail there has been', async () => {
    const [own, other] = [await mail.flow([await emailStep(mail.service)]), await mail.flow([await emailStep(mail.service)])];
    const people = await givenContacts({ db: db(), workspaceId: mail.service.id }, 1_000);
    // Members of ten passages each, of this flow and of another.
    await db().query(sql`
      INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
      SELECT ${mail.service.id}::uuid, c.id, 'email_sent', now() - n * interval '1 hour',
             jsonb_build_object('flow_id', f.id, 'membership_id', CASE WHEN n = 3 THEN shown_id(c.id) ELSE c.id::text || n END, 'step_id', 'welcome')
      FROM unnest(${people}::uuid[]) AS c (id), generate_series(1, 10) AS n, unnest(${[own.flowId, other.flowId]}::uuid[]) AS f (id)`);
    await db().pool.query('ANALYZE contact_activities; ANALYZE contacts');
    const members = people.slice(0, 100).map((contactId) => ({ id: contactId, contactId }));
    let fit = new Set<string>();
    const [statement] = (
      await statementsOf(async () => {
        fit = await fitting({ ...own, db: db(), now: mail.service.clock.now() }, own.flowId, { tree: asks('sent'), members });
      })
    ).filter(({ text }) => text.includes('contact_activities'));
    expect(fit.size).toBe(100);
    const read = await explain(db().pool, statement as never, new Set(['contact_activities']));
    expect([...read.scanned]).toEqual([]);
    expect(read.indexes).toContain('contact_activities_step');
    // Of each the ten passages; the contacts may be read in whatever way.
    expect(read.rows).toBeLessThanOrEqual(100 * 11 + people.length);
  });

  it('says nothing of the mail of other flows', async () => {
    const where = await compileFlowRules({ db: db(), workspaceId: mail.service.id, now: mail.service.clock.now() }, asks('sent'), {
      flowId: newId(),
      member: sql`'anybody'::text`,
    });
    expect(await db().query(sql`SELECT FROM contacts c WHERE c.workspace_id = ${mail.service.id}::uuid AND ${where}`)).toEqual([]);
  });
});

describe('a search', () => {
  it.runIf(isAtLength)('asks of all memberships of the flow that it names', async () => {
    const flow = await mail.flow([await emailStep(mail.service)]);
    const [ada, bo] = (await givenContacts({ db: db(), workspaceId: mail.service.id }, 2)) as [string, string];
    await mail.enter(flow, [ada]);
    await mail.settle();
    await mail.enter(flow, [ada, bo]);
    await mail.settle();
    await open(ada);
    const search = async (condition: object) => {
      const rules = { kind: 'group', operator: 'and', conditions: [condition] } as never;
      const { data, error, response } = await mail.service.api.POST('/v1/contacts/search', { body: { rules } });
      if (data) return data.items.map(({ contact_id }) => contact_id).sort();
      return [response.status, error?.details?.issues?.map(({ path }) => path)];
    };
    const { flowId } = flow;
    expect(await search(asks('sent', { flowId }))).toEqual([ada, bo].sort());
    expect(await search(asks('opened', { flowId }))).toEqual([ada]);
    expect(await search(asks('bounced', { flowId }))).toEqual([]);
    expect(await search(asks('sent', { flowId, nodeId: 'pause' }))).toEqual([400, ['rules.conditions.0.nodeId']]);
    expect(await search(asks('sent', { flowId: newId() }))).toEqual([404, ['rules.conditions.0.flowId']]);
    const other = await mail.service.workspace();
    const theirs = await mail.flow([await emailStep(other)], other);
    expect(await search(asks('sent', { flowId: theirs.flowId }))).toEqual([404, ['rules.conditions.0.flowId']]);
    await db().prisma.flow.updateMany({ where: { id: flowId }, data: { status: 'deleted' } });
    expect(await search(asks('sent', { flowId }))).toEqual([404, ['rules.conditions.0.flowId']]);
  });
});

describe('the figures of steps', () => {
  it.runIf(isAtLength)('count what became of the mail of each, through all messages that it has sent', async () => {
    const step = await emailStep(mail.service);
    const flow = await mail.flow([step, { ...step, step_id: 'again' } as never]);
    const people = (await givenContacts({ db: db(), workspaceId: mail.service.id }, 4)) as [string, string, string, string];
    const emails = await db().prisma.contact.findMany({ where: { id: { in: people } }, orderBy: { id: 'asc' } });
    const emailOf = (id: string) => emails.find((contact) => contact.id === id)?.email as string;
    await givenSuppressions({ db: db(), workspaceId: mail.service.id }, { [emailOf(people[0])]: 'complained' });
    mail.behaviour.onRcptTo = ({ address }, _session, done) => {
      if (address === emailOf(people[1])) return done(smtpError(550, '5.1.1 No such user'));
      done(address === emailOf(people[2]) ? smtpError(552, '5.2.2 Mailbox full') : null);
    };
    await mail.enter(flow, people);
    await mail.settle();
    await open(people[3]);
    const { email_id: emailId } = step as { email_id: string };
    await must(mail.service.api.PATCH('/v1/emails/{emailId}', { params: { path: { emailId } }, body: { subject: 'Another' } }));
    await mail.enter(flow, [people[3]]);
    await mail.settle();
    const none = { clicked: 0, unsubscribed: 0, complained: 0 };
    expect(await stepEmailMetrics({ db: db(), workspaceId: mail.service.id }, flow.flowId)).toEqual([
      { ...none, stepId: 'again', recipients: 5, sent: 2, delivered: 2, opened: 1, bounced: 0, blocked: 2, failed: 1 },
      { ...none, stepId: 'welcome', recipients: 5, sent: 2, delivered: 2, opened: 0, bounced: 1, blocked: 1, failed: 1 },
    ]);
  });
});
