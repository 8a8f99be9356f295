/** A step that sends email, from the member's arrival to the delivered message. */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { record } from '../../../src/campaigns/feedback/feedback.repo.ts';
import type { Definition, StepOf } from '../../../src/campaigns/flows/definition.ts';
import { findDefinition } from '../../../src/campaigns/flows/definition.ts';
import type { Member } from '../../../src/campaigns/flows/engine/step.types.ts';
import { sql, type Tx } from '../../../src/platform/db.ts';
import { toUlid } from '../../../src/platform/ids.ts';
import { isAtLength, rounds } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { emailStep, type FlowMail, startFlowMail } from '../../support/flow-mail.ts';
import type { FlowRef } from '../../support/flows.ts';
import { givenContacts, givenSuppressions } from '../../support/given.ts';
import { smtpError } from '../../support/smtp.ts';
import { executorsWith } from '../../support/steps.ts';

let mail: FlowMail;
beforeAll(async () => {
  mail = await startFlowMail();
});
beforeEach(() => {
  mail.behaviour = {};
  mail.sink.messages.length = 0;
});
afterAll(() => mail.stop());

const db = () => mail.service.db;
const contacts = (count: number, values = {}) => givenContacts({ db: db(), workspaceId: mail.service.id }, count, values);
const pause = { type: 'wait', step_id: 'pause', duration_amount: 1, duration_unit: 'days' } as never;
const read = (raw: string | undefined) => PostalMime.parse(raw ?? '');
const statuses = async ({ flowId }: FlowRef) =>
  (
    await db().query<{ status: string }>(sql`
      SELECT d.status FROM flow_messages f JOIN deliveries d ON d.message_id = f.message_id WHERE f.flow_id = ${flowId}::uuid ORDER BY d.member_id`)
  ).map(({ status }) => status);

const SHOP = '<a href="https://shop.example/?c={{campaign.dynamic.code}}&amp;p={{campaign.tents.page.url}}">Go</a>';
/** Has a member come by a step that made a page for it. Returns the member's id. */
async function comesByPage({ flowId }: FlowRef, contactId: string, url: string): Promise<string> {
  const [member] = await db().query<{ id: string }>(sql`
    UPDATE flow_positions SET visit = 2 WHERE flow_id = ${flowId}::uuid AND contact_id = ${contactId}::uuid RETURNING member_id::text AS id`);
  const { id } = member as { id: string };
  await db().query(sql`
    INSERT INTO flow_visits (workspace_id, member_id, visit, flow_id, step_id, type, status, outcome, started_at, completed_at, details)
    VALUES (${mail.service.id}::uuid, ${id}::uuid, 1, ${flowId}::uuid, 'page', 'create_tent', 'completed', 'queued', now(), now(),
      ${JSON.stringify({ tent_id: 't', url })}::jsonb)`);
  return id;
}
/** Where the first link of a mail leads. */
async function targetIn(html: string): Promise<string | null> {
  const [, link = ''] = /href="([^"]+\/t\/c\/[^"]+)"/.exec(html) ?? [];
  const clicked = await fetch(link.replace(/^https?:\/\/[^/]+/, mail.service.url), { redirect: 'manual' });
  return clicked.headers.get('location');
}

describe('a member that comes to a step with an email', () => {
  it.runIf(isAtLength)('is mailed it once, with what the flow knows of it, and goes on when the mail is out', async () => {
    const html = `<p>Hi {{contact.first_name}}, {{campaign.dynamic.code}} {{campaign.tents.page.url}}</p>${SHOP}`;
    const flow = await mail.flow([await emailStep(mail.service, html), pause]);
    const [ada] = (await contacts(1, { firstName: 'Ada' })) as [string];
    await mail.enter(flow, [ada], { code: 'A&B c' });
    const memberId = await comesByPage(flow, ada, 'https://pages.example/ada');
    await mail.settle();

    expect(mail.sink.messages).toHaveLength(1);
    const { html: said = '', headers } = await read(mail.sink.messages[0]?.raw);
    expect(said).toContain('Hi Ada, A&amp;B c https://pages.example/ada');
    expect(headers.map(({ key }) => key)).toContain('list-unsubscribe');
    expect(await mail.history(flow, ada)).toEqual(['page queued', 'welcome sent']);
    expect(await mail.positions(flow)).toMatchObject([{ contactId: ada, stepId: 'pause' }]);

    // Within the next seconds hits would be a machine's.
    mail.service.clock.advance({ seconds: 10 });
    // A click leads to the address of the link.
    expect(await targetIn(said)).toBe('https://shop.example/?c=A%26B%20c&p=https%3A%2F%2Fpages.example%2Fada');

    const [, pixel = ''] = /src="([^"]+\/t\/o\/[^"]+)"/.exec(said) ?? [];
    await fetch(pixel.replace(/^https?:\/\/[^/]+/, mail.service.url));
    const [, wayOut = ''] = /<([^>]+\/u\/[^>]+)>/.exec(headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '') ?? [];
    await fetch(wayOut.replace(/^https?:\/\/[^/]+/, mail.service.url), { method: 'POST' });
    const params = { path: { contact_id: ada }, query: { limit: 50, order: 'asc' as const } };
    const timeline = () => must(mail.service.api.GET('/v1/contacts/{contact_id}/activities', { params }));
    await expect.poll(async () => (await timeline()).items.map(({ type }) => type)).toContain('email_clicked');
    await expect.poll(async () => (await timeline()).items.map(({ type }) => type)).toContain('email_opened');
    const about = { flow_id: flow.flowId, membership_id: toUlid(memberId), step_id: 'welcome' };
    const entries = (await timeline()).items.filter(({ type }) => type.startsWith('email_'));
    expect(new Map(entries.map(({ type, metadata }) => [type, metadata]))).toEqual(
      new Map<string, unknown>([
        ['email_sent', about],
        ['email_delivered', about],
        ['email_opened', about],
        ['email_clicked', { ...about, url: 'https://shop.example/?c=A%26B%20c&p=https%3A%2F%2Fpages.example%2Fada' }],
        ['email_unsubscribed', about],
      ]),
    );
  });

  it.runIf(isAtLength)('is led by its mail where the links led when the flow is deleted and nothing is left of it', async () => {
    const flow = await mail.flow([await emailStep(mail.service, SHOP), pause]);
    const [ada, bo] = (await contacts(2)) as [string, string];
    await mail.enter(flow, [ada], { code: 'A&B c' });
    await mail.enter(flow, [bo], { code: 'D' });
    await comesByPage(flow, ada, 'https://pages.example/ada');
    await comesByPage(flow, bo, 'https://pages.example/bo');
    await mail.settle();
    expect(mail.sink.messages).toHaveLength(2);

    const { flowId } = flow;
    await mail.pause(flow);
    await must(mail.service.api.DELETE('/v1/email-flows/{flowId}', { params: { path: { flowId } } }));
    await mail.settle();
    const { prisma } = db();
    const left = [
      await prisma.flow.count({ where: { id: flowId } }),
      await prisma.flowMembership.count({ where: { flowId } }),
      await prisma.flowVisit.count({ where: { flowId } }),
      await prisma.delivery.count({ where: { contactId: { in: [ada, bo] } } }),
    ];
    expect(left).toEqual([0, 0, 0, 0]);

    // No link was followed before, so none is remembered.
    const targets = await Promise.all(mail.sink.messages.map(async ({ raw }) => targetIn((await read(raw)).html ?? '')));
    expect(targets.sort()).toEqual([
      'https://shop.example/?c=A%26B%20c&p=https%3A%2F%2Fpages.example%2Fada',
      'https://shop.example/?c=D&p=https%3A%2F%2Fpages.example%2Fbo',
    ]);
  });

  it.runIf(isAtLength)('is mailed the subject and the preview text of the moment', async () => {
    const step = (await emailStep(mail.service)) as { email_id: string };
    const flow = await mail.flow([step as never]);
    const params = { path: { emailId: step.email_id } };
    for (const words of ['First', 'Second']) {
      await must(mail.service.api.PATCH('/v1/emails/{emailId}', { params, body: { subject: words, preview_text: words } }));
      await mail.enter(flow, await contacts(1));
      await mail.settle();
    }
    const said = await Promise.all(mail.sink.messages.map(({ raw }) => read(raw)));
    expect(said.map(({ subject, html }) => [subject, /<div data-preheader [^>]*>(.*?)<\/div>/.exec(html ?? '')?.[1]])).toEqual([
      ['First', 'First'],
      ['Second', 'Second'],
    ]);
  });

  it.runIf(isAtLength)('gets nothing when the address is suppressed or missing, and goes on', async () => {
    const people = await contacts(4);
    const [bounced, unsubscribed, without, left] = people as [string, string, string, string];
    const addressOf = async (id: string) =>
      (await db().prisma.contact.findFirstOrThrow({ where: { id }, select: { email: true } })).email as string;
    await givenSuppressions({ db: db(), workspaceId: mail.service.id }, { [await addressOf(bounced)]: 'bounced' });
    await db().prisma.contact.updateMany({ where: { id: unsubscribed }, data: { unsubscribed: true } });
    await db().prisma.contact.updateMany({ where: { id: without }, data: { email: null, phone: '+4712345678' } });
    const flow = await mail.flow([await emailStep(mail.service)]);
    await mail.enter(flow, people);
    await mail.move();
    // Between the step and the mail server, too.
    await db().prisma.contact.updateMany({ where: { id: left }, data: { unsubscribed: true } });
    await mail.settle();
    expect(mail.sink.messages).toEqual([]);
    expect(await Promise.all(people.map((id) => mail.history(flow, id)))).toEqual([
      ['welcome suppressed'],
      ['welcome suppressed'],
      ['welcome no_address'],
      ['welcome suppressed'],
    ]);

    const operational = await mail.flow([await emailStep(mail.service, undefined, { operational: true })]);
    await mail.enter(operational, people);
    await mail.settle();
    expect(mail.sink.messages).toHaveLength(2);
    expect(mail.sink.messages[0]?.raw).not.toMatch(/unsubscribe/i);
    expect(await Promise.all(people.map((id) => mail.history(operational, id)))).toEqual([
      ['welcome suppressed'],
      ['welcome sent'],
      ['welcome no_address'],
      ['welcome sent'],
    ]);
  });

  it.runIf(isAtLength)('goes on with what the mail server said', async () => {
    const [gone, full] = (await contacts(2)) as [string, string];
    const { email } = await db().prisma.contact.findFirstOrThrow({ where: { id: gone } });
    mail.behaviour.onRcptTo = ({ address }, _session, done) =>
      done(address === email ? smtpError(550, '5.1.1 No such user') : smtpError(552, '5.2.2 Mailbox full'));
    const flow = await mail.flow([await emailStep(mail.service)]);
    await mail.enter(flow, [gone, full]);
    await mail.settle();
    expect(await mail.history(flow, gone)).toEqual([expect.stringMatching(/^welcome bounced 550 5\.1\.1/)]);
    expect(await mail.history(flow, full)).toEqual([expect.stringMatching(/^welcome failed 552 5\.2\.2/)]);
    const [bounce] = await db().query<{ metadata: unknown }>(sql`
      SELECT metadata FROM contact_activities WHERE contact_id = ${gone}::uuid AND type = 'email_bounced'`);
    expect(bounce?.metadata).toEqual({
      flow_id: flow.flowId,
      membership_id: expect.any(String),
      step_id: 'welcome',
      reason: expect.stringContaining('550 5.1.1'),
    });
  });

  it.runIf(isAtLength)('waits while the mail server refuses for now, and a bounce that is told of meanwhile ends that', async () => {
    const [ada, bo] = (await contacts(2)) as [string, string];
    mail.behaviour.onRcptTo = (_address, _session, done) => done(smtpError(450, '4.2.0 Greylisted'));
    const flow = await mail.flow([await emailStep(mail.service)]);
    await mail.enter(flow, [ada, bo]);
    await mail.settle();
    expect(await mail.positions(flow)).toMatchObject([{ status: 'waiting', waitUntil: null }, { status: 'waiting' }]);
    const [delivery] = await db().query<{ id: string }>(sql`SELECT id::text FROM deliveries WHERE contact_id = ${ada}::uuid`);
    const bounce = { ended: 'bounced' as const, endedAt: mail.service.clock.now(), reason: '5.1.1', complainedAt: null, complaint: null };
    const news = [{ workspaceId: mail.service.id, deliveryId: delivery?.id as string, ...bounce }];
    expect(await record(db(), news, 'ses', mail.service.clock.now())).toBe(1);
    await mail.move();
    expect(await mail.history(flow, ada)).toEqual(['welcome bounced 5.1.1']);
    mail.behaviour = {};
    mail.service.clock.advance({ minutes: 2 });
    await mail.settle();
    expect(await mail.history(flow, bo)).toEqual(['welcome sent']);
  });

  it.runIf(isAtLength)('comes to it again in a loop, and is mailed again', async () => {
    const flow = await mail.flow([
      await emailStep(mail.service, undefined, { next_step_id: 'pause' }),
      { ...(pause as object), next_step_id: 'welcome' } as never,
    ]);
    const [ada] = (await contacts(1)) as [string];
    await mail.enter(flow, [ada]);
    for (let i = 0; i < 3; i++) {
      await mail.settle();
      mail.service.clock.advance({ hours: 25 });
    }
    expect(mail.sink.messages).toHaveLength(3);
    expect(new Set(mail.sink.messages.map(({ messageId }) => messageId)).size).toBe(3);
    expect(await mail.history(flow, ada)).toEqual(['welcome sent', 'pause elapsed', 'welcome sent', 'pause elapsed', 'welcome sent']);
    expect(await db().prisma.flowMessage.count({ where: { flowId: flow.flowId } })).toBe(1);
    await mail.archive(flow);
  });
});

describe('what a step sends', () => {
  it.runIf(isAtLength)('is the version approved at that moment, with the headers of that moment', async () => {
    const step = await emailStep(mail.service);
    const { api } = mail.service;
    const params = { path: { emailId: (step as { email_id: string }).email_id } };
    const flow = await mail.flow([step]);
    const people = await contacts(4);
    const sendTo = async (i: number) => {
      await mail.enter(flow, [people[i] as string]);
      await mail.settle();
      return read(mail.sink.messages.at(-1)?.raw);
    };
    const first = await sendTo(0);
    await must(api.PATCH('/v1/emails/{emailId}', { params, body: { subject: 'Another' } }));
    expect(await sendTo(1)).toMatchObject({ subject: 'Another' });
    await must(api.POST('/v1/emails/{emailId}/save-code', { params, body: { code: '<html><body><p>New words</p></body></html>' } }));
    expect((await sendTo(2)).html).not.toContain('New words');
    await must(api.POST('/v1/emails/{emailId}/approve', { params }));
    expect((await sendTo(3)).html).toContain('New words');
    expect(first.subject).not.toBe('Another');
    expect(await db().prisma.flowMessage.count({ where: { flowId: flow.flowId } })).toBe(3);
  });

  const UNREADY = [
    ['is not approved', 'UPDATE documents SET status = $2, approved_version = NULL WHERE id = $1', 'draft', 'approved'],
    ['lacks a header', 'UPDATE documents SET subject = $2 WHERE id = $1', ' ', 'Hello'],
    ['has a sender that is not verified', 'UPDATE documents SET from_address = $2 WHERE id = $1', 'a@elsewhere.example', 'a@example.com'],
  ] as const;
  it.each(UNREADY.slice(0, rounds(1, UNREADY.length)))('is waited for while the email %s', async (_what, statement, now, then) => {
    const step = await emailStep(mail.service);
    const { email_id: emailId } = step as { email_id: string };
    const flow = await mail.flow([step]);
    await db().pool.query(statement, [emailId, now]);
    const [ada] = (await contacts(1)) as [string];
    await mail.enter(flow, [ada]);
    await mail.settle();
    const [{ status, dueAt, waitUntil } = {}] = await mail.positions(flow);
    expect([status, dueAt, mail.sink.messages.length]).toEqual(['waiting', waitUntil, 0]);
    const ahead = (dueAt as Date).getTime() - mail.service.clock.now().getTime();
    expect(ahead).toBeGreaterThan(40_000);
    expect(ahead).toBeLessThanOrEqual(60_000);

    await db().pool.query(statement.replace('approved_version = NULL', 'approved_version = 1'), [emailId, then]);
    mail.service.clock.advance({ minutes: 1 });
    await mail.settle();
    expect(await mail.history(flow, ada)).toEqual(['welcome sent']);
  });

  it.runIf(isAtLength)('takes as many statements for sixty members as for ten', async () => {
    const step = (await emailStep(mail.service)) as StepOf<'send_email'>;
    const counts: number[] = [];
    for (const many of [10, 60]) {
      const flow = await mail.flow([step]);
      await mail.enter(flow, await contacts(many));
      const members = await db().query<Member>(sql`
        SELECT member_id::text AS id, contact_id::text AS "contactId", visit, 'active' AS status, started_at AS "startedAt"
        FROM flow_positions WHERE flow_id = ${flow.flowId}::uuid`);
      await db().transaction(async (tx) => {
        let count = 0;
        const counting: Tx = {
          ...tx,
          prisma: tx.prisma,
          query(statement) {
            count += 1;
            return tx.query(statement);
          },
        };
        const definition = (await findDefinition({ ...flow, db: tx }, flow.flowId)) as Definition;
        const results = await executorsWith({}).send_email(
          { ...flow, db: counting, now: mail.service.clock.now(), definition },
          step,
          members,
        );
        expect([results.size, new Set([...results.values()].map(({ kind }) => kind))]).toEqual([many, new Set(['waiting'])]);
        counts.push(count);
      });
      expect(await statuses(flow)).toHaveLength(many);
      await mail.archive(flow);
    }
    expect(counts[1]).toBe(counts[0]);
  });
});

describe('mail that nobody has claimed', () => {
  it.runIf(isAtLength)('rests while the flow is paused, and goes out when it goes on', async () => {
    const flow = await mail.flow([await emailStep(mail.service)]);
    const [ada] = (await contacts(1)) as [string];
    await mail.enter(flow, [ada]);
    await mail.move();
    await mail.pause(flow);
    await mail.settle();
    expect([mail.sink.messages.length, await statuses(flow)]).toEqual([0, ['pending']]);
    await mail.activate(flow);
    await mail.settle();
    expect([mail.sink.messages.length, await mail.history(flow, ada)]).toEqual([1, ['welcome sent']]);
  });

  it.runIf(isAtLength)('is not sent to a member that has left, and to the one of a later passage it is', async () => {
    const flow = await mail.flow([await emailStep(mail.service)]);
    const [ada, bo] = (await contacts(2)) as [string, string];
    await mail.enter(flow, [ada, bo]);
    await mail.move();
    const params = { path: { flowId: flow.flowId, contactId: ada } };
    await must(mail.service.api.DELETE('/v1/email-flows/{flowId}/contacts/{contactId}', { params }));
    await mail.enter(flow, [ada]);
    await mail.settle();
    expect(mail.sink.messages).toHaveLength(2);
    expect((await statuses(flow)).sort()).toEqual(['cancelled', 'sent', 'sent']);
    expect(await db().prisma.deliveryEnding.count()).toBe(0);
  });

  it.runIf(isAtLength)('is called off when the flow is archived', async () => {
    const flow = await mail.flow([await emailStep(mail.service)]);
    await mail.enter(flow, await contacts(3));
    await mail.move();
    await mail.archive(flow);
    await mail.settle();
    expect([mail.sink.messages.length, await statuses(flow)]).toEqual([0, ['cancelled', 'cancelled', 'cancelled']]);
    expect(await db().prisma.deliveryEnding.count()).toBe(0);
  });

  it.runIf(isAtLength)('has failed when our credentials are refused, and for those who come later it is tried anew', async () => {
    mail.behaviour.onRcptTo = (_address, _session, done) => done(smtpError(530, '5.7.57 Client not authenticated'));
    const flow = await mail.flow([await emailStep(mail.service)]);
    const [ada, bo, cleo] = (await contacts(3)) as [string, string, string];
    await mail.enter(flow, [ada, bo]);
    await mail.settle();
    for (const id of [ada, bo]) expect(await mail.history(flow, id)).toEqual([expect.stringMatching(/^welcome failed 530 5\.7\.57/)]);
    mail.behaviour = {};
    await mail.enter(flow, [cleo]);
    await mail.settle();
    expect([mail.sink.messages.length, await mail.history(flow, cleo)]).toEqual([1, ['welcome sent']]);
  });
});

describe('on the free plan', () => {
  it('as many are mailed as the day has emails, in the order of entry; the others wait for the next, and what is not used goes back', async () => {
    const free = await mail.service.workspace({ plan: 'free' });
    mail.service.clock.advanceToNoon();
    const day = () => mail.service.clock.now().toISOString().slice(0, 10);
    const used = async () => {
      const rows = await db().query<{ day: string; used: number }>(sql`
        SELECT day::text, used FROM daily_email_allotments WHERE workspace_id = ${free.id}::uuid`);
      return Object.fromEntries(rows.map((row) => [row.day, row.used]));
    };
    await db().query(sql`INSERT INTO daily_email_allotments (workspace_id, day, used) VALUES (${free.id}::uuid, ${day()}::date, 96)`);
    const people = await givenContacts({ db: db(), workspaceId: free.id }, 8);
    await db().prisma.contact.updateMany({ where: { id: { in: [people[0] as string] } }, data: { unsubscribed: true } });
    const refused = await db().prisma.contact.findFirstOrThrow({ where: { id: people[1] as string } });
    mail.behaviour.onRcptTo = ({ address }, _session, done) =>
      address === refused.email ? done(smtpError(550, '5.1.1 No such user')) : done();
    const flow = await mail.flow([await emailStep(free), pause], free);
    await mail.enter(flow, people);
    await mail.move();
    expect(await used()).toEqual({ [day()]: 100 });
    const tomorrow = new Date(`${new Date(mail.service.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`);
    await mail.settle();
    // One was suppressed and took nothing; one bounced, and its email went back.
    expect([mail.sink.messages.length, await used()]).toEqual([3, { [day()]: 99 }]);
    const late = (await mail.positions(flow)).filter(({ stepId }) => stepId === 'welcome');
    expect(late.map(({ contactId, waitUntil }) => [contactId, waitUntil])).toEqual(people.slice(5).map((id) => [id, tomorrow]));

    const before = day();
    mail.service.clock.advance({ days: 1 });
    await mail.settle();
    expect([mail.sink.messages.length, await used()]).toEqual([6, { [before]: 99, [day()]: 3 }]);
  });
});

describe('an email', () => {
  it('that an active flow sends is neither withdrawn nor deleted', async () => {
    const { api } = mail.service;
    const step = await emailStep(mail.service);
    const params = { path: { emailId: (step as { email_id: string }).email_id } };
    const flow = await mail.flow([step]);
    const codes = async () => [
      (await api.POST('/v1/emails/{emailId}/unapprove', { params })).error?.error_code,
      (await api.DELETE('/v1/emails/{emailId}', { params })).error?.error_code,
    ];
    expect(await codes()).toEqual(['email_in_active_flow', 'email_in_active_flow']);
    await mail.pause(flow);
    expect(await codes()).toEqual([undefined, undefined]);
  });
});

it.runIf(isAtLength)('an email of another workspace is none', async () => {
  const other = await mail.service.workspace();
  const flow = await mail.flow([await emailStep(mail.service)]);
  const steps = [{ ...(await emailStep(other)), next_step_id: null }];
  await db().prisma.flow.updateMany({ where: { id: flow.flowId }, data: { steps: steps as never } });
  await mail.enter(flow, await contacts(1));
  await mail.settle();
  expect([mail.sink.messages.length, (await mail.positions(flow)).map(({ status }) => status)]).toEqual([0, ['waiting']]);
});
