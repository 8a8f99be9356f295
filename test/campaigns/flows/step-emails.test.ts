/** The emails that flows send: how a step gets one, and who may take it away. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../../generated/api.d.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { givenEmail, unapproved } from '../../support/given.ts';
import { behind } from '../../support/race.ts';
import { startTestService, type TestService } from '../../support/service.ts';

type Schemas = components['schemas'];

let service: TestService;
let api: TestService['api'];
beforeAll(async () => {
  service = await startTestService();
  ({ api } = service);
});
afterAll(() => service.stop());

const email = (values: Parameters<typeof givenEmail>[1] = {}) => givenEmail({ db: service.db, workspaceId: service.id }, values);
const at = (flowId: string) => ({ params: { path: { flowId } } });
const read = (flowId: string) => must(api.GET('/v1/email-flows/{flowId}', at(flowId)));
const activate = (flowId: string) => api.POST('/v1/email-flows/{flowId}/activate', at(flowId));
const pause = (flowId: string) => must(api.POST('/v1/email-flows/{flowId}/pause', at(flowId)));
const unapprove = (emailId: string) => api.POST('/v1/emails/{emailId}/unapprove', { params: { path: { emailId } } });
const remove = (emailId: string) => api.DELETE('/v1/emails/{emailId}', { params: { path: { emailId } } });

/** A flow without members, with a step that sends an email and one behind it that does not. */
async function flowWith(emailId: string | null = null): Promise<string> {
  const flow = await must(
    api.POST('/v1/email-flows', {
      body: {
        name: 'Welcome',
        triggers: [{ type: 'contact_created' }],
        steps: [
          { step_id: 'mail', type: 'send_email', email_id: emailId, operational: true, next_step_id: 'out' },
          { step_id: 'out', type: 'drop_from_flow' },
        ],
      },
    }),
  );
  return flow.flow_id;
}

const outcome = ({ response, error }: { response: Response; error?: { error_code?: string } }) => error?.error_code ?? response.status;
const gapsOf = (flow: Schemas['EmailFlow']) => flow.activation_readiness?.missing.map(({ field, code }) => `${field} ${code}`);

describe('the email of a step', () => {
  const set = (flowId: string, body: object, { stepId = 'mail', key }: { stepId?: string; key?: string } = {}) =>
    api.PUT('/v1/email-flows/{flowId}/steps/{stepId}/email', {
      params: { path: { flowId, stepId }, ...(key && { header: { 'Idempotency-Key': key } }) },
      body: body as Schemas['SetCampaignEmailRequest'],
    });

  it('is one of the workspace: the step has it, and is what it was but for that', async () => {
    const emailId = await email(unapproved);
    const flowId = await flowWith();
    const flow = await must(set(flowId, { source: 'existing', email_id: emailId }));
    expect(flow.steps).toEqual([
      { step_id: 'mail', type: 'send_email', label: null, email_id: emailId, operational: true, next_step_id: 'out' },
      { step_id: 'out', type: 'drop_from_flow', label: null },
    ]);
    expect(gapsOf(flow)).toEqual(['email_id email_approval']);
    expect(await read(flowId)).toEqual(flow);
    expect(await must(set(flowId, { source: 'existing', email_id: emailId }))).toMatchObject({ steps: flow.steps });
  });

  it('is made with the request, and once for a key', async () => {
    const flowId = await flowWith();
    const html = '<!doctype html><html><body><p>Hello</p></body></html>';
    const body = { source: 'inline', html, subject: 'Hi', from_address: 'hello@example.com' };
    const key = newId();
    const flow = await must(set(flowId, body, { key }));
    expect(gapsOf(flow)).toEqual(['email_id email_approval', 'email_id email_headers']);
    const [step] = flow.steps as [Schemas['FlowSendEmailStep']];
    const made = await must(api.GET('/v1/emails/{emailId}', { params: { path: { emailId: step.email_id as string } } }));
    expect(made).toMatchObject({ name: 'Welcome Email', status: 'draft', subject: 'Hi', current_version: 1, created_by_name: 'Test' });
    expect((await must(set(flowId, body, { key }))).steps).toEqual(flow.steps);
    expect((await must(set(flowId, body))).steps).not.toEqual(flow.steps);
  });

  it('is refused where there is nothing to give, or nothing to give it to', async () => {
    const emailId = await email();
    const template = await must(api.POST('/v1/email-templates', { body: { name: 'Letter' } }));
    const flowId = await flowWith();
    const before = [await read(flowId), await service.db.prisma.document.count()];
    const refused = async (answer: ReturnType<typeof set>) => {
      const { error, response } = await answer;
      return [response.status, error?.error_code, error?.details?.issues?.map(({ path }) => path)];
    };
    const existing = { source: 'existing', email_id: emailId };
    expect(await refused(set(newId(), existing))).toEqual([404, 'not_found', undefined]);
    expect(await refused(set(flowId, existing, { stepId: 'nowhere' }))).toEqual([404, 'not_found', undefined]);
    expect(await refused(set(flowId, { source: 'existing', email_id: newId() }))).toEqual([404, 'not_found', ['email_id']]);
    expect(await refused(set(flowId, { source: 'existing', email_id: template.template_id }))).toEqual([404, 'not_found', ['email_id']]);
    expect(await refused(set(flowId, { source: 'inline', template_id: newId() }))).toEqual([404, 'not_found', ['template_id']]);
    expect(await refused(set(flowId, { source: 'inline', template_id: template.template_id }))).toEqual([
      ...[409, 'template_not_ready', undefined],
    ]);
    expect(await refused(set(flowId, existing, { stepId: 'out' }))).toEqual([400, 'validation_failed', ['stepId']]);
    expect(await refused(set(flowId, { source: 'inline' }, { stepId: 'out' }))).toEqual([400, 'validation_failed', ['stepId']]);
    expect(await refused(set(flowId, { source: 'inline', subject: '{{contact.' }))).toEqual([400, 'validation_failed', ['subject']]);
    expect(await refused(set(flowId, { source: 'inline', from_address: 'a@elsewhere.example' }))).toEqual([
      ...[400, 'validation_failed', ['from_address']],
    ]);
    expect([await read(flowId), await service.db.prisma.document.count()]).toEqual(before);
  });

  it('changes in a draft or a paused flow only', async () => {
    const other = { source: 'existing', email_id: await email() };
    const flowId = await flowWith(await email());
    await must(activate(flowId));
    const { error, response } = await set(flowId, other);
    expect([response.status, error?.error_code]).toEqual([409, 'campaign_flow_invalid_state']);
    expect(outcome(await set(flowId, { source: 'inline' }))).toBe('campaign_flow_invalid_state');
    await pause(flowId);
    expect(outcome(await set(flowId, other))).toBe(200);
    await must(api.POST('/v1/email-flows/{flowId}/archive', at(flowId)));
    expect(outcome(await set(flowId, other))).toBe('campaign_flow_invalid_state');
  });

  it('and another edit of the steps at once: both are there', async () => {
    const flowId = await flowWith();
    const emailId = await email();
    const steps = [
      { step_id: 'mail', type: 'send_email', label: 'Hello', email_id: null, operational: false, next_step_id: null },
      { step_id: 'out', type: 'drop_from_flow', label: 'Bye' },
    ];
    const given = await behind(
      service.db,
      (tx) => tx.prisma.flow.update({ where: { workspaceId_id: { workspaceId: service.id, id: flowId } }, data: { steps } }),
      () => set(flowId, { source: 'existing', email_id: emailId }),
    );
    expect(given.data?.steps).toMatchObject([{ label: 'Hello', email_id: emailId }, { label: 'Bye' }]);
  });
});

describe('an email of a flow', () => {
  it('is kept while the flow is active', async () => {
    const emailId = await email();
    await must(activate(await flowWith(emailId)));
    for (const answer of [await unapprove(emailId), await remove(emailId)]) {
      expect([answer.response.status, answer.error?.error_code]).toEqual([409, 'email_in_active_flow']);
    }
    const kept = await must(api.GET('/v1/emails/{emailId}', { params: { path: { emailId } } }));
    expect(kept).toMatchObject({ status: 'approved', approved_version: 1 });
  });

  it.runIf(isAtLength)('is kept for one active flow out of many, and not for that of another workspace', async () => {
    const [held, free] = [await email(), await email()];
    await flowWith(free);
    await must(activate(await flowWith(held)));
    expect(await service.db.prisma.flow.count({ where: { workspaceId: service.id, status: 'active' } })).toBeGreaterThan(0);
    const stranger = await service.workspace({ name: 'Stranger' });
    const theirs = await givenEmail({ db: service.db, workspaceId: stranger.id });
    await service.db.prisma.flow.updateMany({
      where: { workspaceId: service.id, status: 'active' },
      data: {
        steps: [
          { step_id: 'mail', type: 'send_email', email_id: theirs },
          { step_id: 'also', type: 'send_email', email_id: held },
        ],
        uses: [`email:${theirs}`, `email:${held}`],
      },
    });
    const path = { emailId: theirs };
    expect(outcome(await stranger.api.POST('/v1/emails/{emailId}/unapprove', { params: { path } }))).toBe(200);
    expect(outcome(await unapprove(held))).toBe('email_in_active_flow');
    expect(outcome(await unapprove(free))).toBe(200);
  });

  it.runIf(isAtLength)('may go while the flow is a draft or paused, and is a gap then', async () => {
    const [withdrawn, deleted] = [await email(), await email()];
    const flows = [await flowWith(withdrawn), await flowWith(deleted)] as const;
    await must(activate(flows[0]));
    await pause(flows[0]);
    expect([outcome(await unapprove(withdrawn)), outcome(await remove(deleted))]).toEqual([200, 200]);
    expect(gapsOf(await read(flows[0]))).toEqual(['email_id email_approval']);
    expect(gapsOf(await read(flows[1]))).toEqual(['email_id unknown']);
    for (const flowId of flows) expect(outcome(await activate(flowId))).toBe('campaign_flow_not_ready');
    expect((await read(flows[0])).status).toBe('paused');
  });

  it.each([
    ['withdrawn', unapprove],
    ['deleted', remove],
  ])('activated or %s, at once: one of them', async (_what, take) => {
    for (let round = 0; round < 8; round++) {
      const emailId = await email();
      const flowId = await flowWith(emailId);
      const [activated, taken] = await Promise.all([activate(flowId), take(emailId)]);
      expect([
        [200, 'email_in_active_flow'],
        ['campaign_flow_not_ready', 200],
      ]).toContainEqual([outcome(activated), outcome(taken)]);
    }
  });
});
