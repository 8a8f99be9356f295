/** How a flow is seen to do: figures of its steps and emails, exact at any moment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAtLength } from '../../support/at-length.ts';
import { approvedEmail, must } from '../../support/blast.ts';
import { expectSound } from '../../support/flows.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

type Body = Parameters<typeof create>[0];
const create = (body: { name: string; steps: object[]; triggers?: object[] }) =>
  must(service.api.POST('/v1/email-flows', { body: body as never }));

/** An active flow, and a function that enrols a new contact in it. */
async function running(body: Body) {
  const { list_id } = await list('Nobody');
  const { flow_id: flowId } = await create({ triggers: [{ type: 'added_to_static_list', list_id }], ...body });
  const path = { flowId };
  await must(service.api.POST('/v1/email-flows/{flowId}/activate', { params: { path } }));
  return {
    flowId,
    async enrol(...emails: string[]) {
      const ids: string[] = [];
      for (const email of emails) {
        const { items } = await must(service.api.POST('/v1/contacts/upsert', { body: { items: [{ email }] } }));
        const contactId = (items[0] as { contact_id: string }).contact_id;
        await must(service.api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', { params: { path: { flowId, contactId } } }));
        ids.push(contactId);
      }
      await service.drain();
      return ids;
    },
    report: () => must(service.api.GET('/v1/email-flows/{flowId}/report', { params: { path } })),
    pause: () => must(service.api.POST('/v1/email-flows/{flowId}/pause', { params: { path } })),
  };
}

type Report = Awaited<ReturnType<Awaited<ReturnType<typeof running>>['report']>>;
/** Step by step: here, entered, left, failed. */
const figuresOf = ({ steps }: Report) =>
  Object.fromEntries(steps.map((step) => [step.step_id, [step.member_count, step.entered_count, step.left_count, step.failed_count]]));

describe('the report of a flow', () => {
  it.runIf(isAtLength)('counts who is at each step, came, left and failed, and what became of its emails', async () => {
    const emailId = await approvedEmail(service.api);
    const flow = await running({
      name: 'Welcome',
      steps: [
        { step_id: 'welcome', type: 'send_email', label: 'Say welcome', email_id: emailId, next_step_id: 'guests' },
        { step_id: 'guests', type: 'add_to_list', list_id: (await list('Guests')).list_id, next_step_id: 'two_days' },
        { step_id: 'two_days', type: 'wait', duration_amount: 2, duration_unit: 'days', next_step_id: 'out' },
        { step_id: 'out', type: 'drop_from_flow' },
      ],
    });
    expect((await flow.report()).steps[0]).toEqual({
      step_id: 'welcome',
      type: 'send_email',
      label: 'Say welcome',
      removed: false,
      member_count: 0,
      entered_count: 0,
      left_count: 0,
      failed_count: 0,
      email: expect.objectContaining({ recipient_count: 0, open_rate: 0, click_rate: 0 }),
    });
    await flow.enrol('maya@example.net', 'tomas@example.net');
    service.clock.advance({ days: 2, seconds: 5 });
    await flow.enrol('aiko@example.net', 'noor@example.net', 'elif@example.net');

    const report = await flow.report();
    expect(figuresOf(report)).toEqual({ welcome: [0, 5, 5, 0], guests: [0, 5, 5, 0], two_days: [3, 5, 2, 0], out: [0, 2, 2, 0] });
    expect(report).toMatchObject({ flow_id: flow.flowId, name: 'Welcome', status: 'active' });
    expect(report.details).toMatchObject({ total_entered: 5, active_count: 0, waiting_count: 3, completed_count: 0, dropped_count: 2 });
    const read = await must(service.api.GET('/v1/email-flows/{flowId}', { params: { path: { flowId: flow.flowId } } }));
    expect(report.details).toEqual(read.details);

    // One opens and clicks, two only open, and one unsubscribes.
    const at = service.clock.now();
    const members = await service.db.prisma.flowMembership.findMany({ where: { workspaceId: service.id, flowId: flow.flowId } });
    const deliveries = await service.db.prisma.delivery.findMany({
      where: { workspaceId: service.id, memberId: { in: members.map(({ id }) => id) } },
    });
    const mark = (index: number, data: object) =>
      service.db.prisma.delivery.updateMany({ where: { workspaceId: service.id, id: deliveries[index]?.id as string }, data });
    await mark(0, { openedAt: at, clickedAt: at });
    await mark(1, { openedAt: at, unsubscribedAt: at });
    await mark(2, { openedAt: at });
    expect((await flow.report()).steps.map(({ email }) => email)).toEqual([
      {
        recipient_count: 5,
        sent_count: 5,
        failed_count: 0,
        blocked_count: 0,
        delivered_count: 5,
        opened_count: 3,
        clicked_count: 1,
        bounced_count: 0,
        spam_count: 0,
        unsubscribed_count: 1,
        open_rate: 0.6,
        click_rate: 0.2,
      },
      null,
      null,
      null,
    ]);
    await expectSound(service.db);
  });

  it.runIf(isAtLength)('counts each time round a loop, and what failed', async () => {
    const gone = await list('Gone');
    const flow = await running({
      name: 'Round and round',
      steps: [
        { step_id: 'day', type: 'wait', duration_amount: 1, duration_unit: 'days', next_step_id: 'join' },
        { step_id: 'join', type: 'add_to_list', list_id: gone.list_id, next_step_id: 'day' },
      ],
    });
    // The API refuses to delete a list that an active flow uses; the row can still be gone after a race or a manual change.
    await service.db.prisma.contactList.deleteMany({ where: { workspaceId: service.id, id: gone.list_id } });
    await flow.enrol('loop@example.net');
    for (let day = 0; day < 3; day++) {
      service.clock.advance({ days: 1, seconds: 1 });
      await service.drain();
    }
    expect(figuresOf(await flow.report())).toEqual({ day: [1, 4, 3, 0], join: [0, 3, 3, 3] });
  });

  it.runIf(isAtLength)('keeps what it knows of steps that are gone, behind the others', async () => {
    const emailId = await approvedEmail(service.api);
    const flow = await running({
      name: 'Shorter',
      steps: [
        { step_id: 'hello', type: 'send_email', email_id: emailId, next_step_id: 'rest' },
        { step_id: 'rest', type: 'wait', duration_amount: 1, duration_unit: 'weeks' },
      ],
    });
    await flow.enrol('short@example.net');
    await flow.pause();
    const steps = [{ step_id: 'new', type: 'wait', duration_amount: 1, duration_unit: 'hours' } as const];
    await must(service.api.PUT('/v1/email-flows/{flowId}/steps', { params: { path: { flowId: flow.flowId } }, body: { steps } }));
    await service.drain();
    const report = await flow.report();
    expect(figuresOf(report)).toEqual({ new: [0, 0, 0, 0], hello: [0, 1, 1, 0], rest: [0, 1, 1, 0] });
    expect(report.steps.map(({ step_id, type, removed }) => [step_id, type, removed])).toEqual([
      ['new', 'wait', false],
      ['hello', null, true],
      ['rest', null, true],
    ]);
    expect(report.steps[1]?.email).toMatchObject({ recipient_count: 1, delivered_count: 1 });
    expect(report.steps[2]?.email).toBeNull();
    expect(report.details).toMatchObject({ total_entered: 1, dropped_count: 1, waiting_count: 0 });
  });

  it('is of a flow of the workspace', async () => {
    const { flow_id: flowId } = await create({ name: 'Ours', steps: [] });
    const stranger = await service.workspace({ name: 'Stranger' });
    const ask = (api: typeof service.api) => api.GET('/v1/email-flows/{flowId}/report', { params: { path: { flowId } } });
    expect((await ask(service.api)).response.status).toBe(200);
    expect((await ask(stranger.api)).response.status).toBe(404);
  });
});

const list = (name: string) => must(service.api.POST('/v1/contact-lists', { body: { name: `${name} ${Math.random()}`, kind: 'static' } }));
