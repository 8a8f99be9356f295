/** Flows that send mail to a scripted mail server: a service, its contacts, and turns until nothing is due. */
import { wakeForInbox } from '../../src/campaigns/flows/engine/inbox.repo.ts';
import { flowTurns } from '../../src/campaigns/flows/engine/move.work.ts';
import type { Executors } from '../../src/campaigns/flows/engine/step.types.ts';
import { takeEndings, wakeMailed } from '../../src/campaigns/flows/mail/mail.repo.ts';
import { type Db, sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { approvedEmail, must } from './blast.ts';
import type { ApiClient } from './client.ts';
import type { FlowRef, StepGiven } from './flows.ts';
import { givenContacts } from './given.ts';
import { notingLog } from './log.ts';
import { startTestService, type TestService, type TestWorkspace } from './service.ts';
import { type SmtpBehaviour, type SmtpSink, startSmtp } from './smtp.ts';
import { executorsWith } from './steps.ts';

/** An active flow with manual enrolment, or with the given trigger. Steps without edges lead to the next one of the array. */
export async function activeFlow(api: ApiClient, given: StepGiven[], trigger: object = { type: 'contact_created' }): Promise<string> {
  const steps = given.map((step, i) => ({
    ...(step.type === 'drop_from_flow' || step.type === 'condition_check' ? {} : { next_step_id: given[i + 1]?.step_id ?? null }),
    ...step,
  }));
  const body = { name: 'Welcome', triggers: [trigger], steps } as never;
  const { flow_id: flowId } = await must(api.POST('/v1/email-flows', { body }));
  await must(api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } }));
  return flowId;
}

export interface FlowMail {
  service: TestService;
  sink: SmtpSink;
  /** The behaviour of the mail server. */
  behaviour: SmtpBehaviour;
  /** An active flow. Steps without edges lead to the next one of the array. */
  flow(steps: StepGiven[], of?: TestWorkspace): Promise<FlowRef>;
  enter(ref: FlowRef, contactIds: string[], dynamicContext?: Record<string, unknown>): Promise<void>;
  /** Takes turns of flows only: mail is recorded, and not sent. */
  move(): Promise<void>;
  /** Until nothing is due: mail is sent, and its members go on. */
  settle(): Promise<void>;
  pause(ref: FlowRef): Promise<void>;
  activate(ref: FlowRef): Promise<void>;
  archive(ref: FlowRef): Promise<void>;
  /** The outcome of each step of a contact, in order, with its error if any. */
  history(ref: FlowRef, contactId: string): Promise<string[]>;
  /** Of those under way, by contact: the step, and until when they wait. */
  positions(ref: FlowRef): Promise<{ contactId: string; stepId: string; status: string; dueAt: Date | null; waitUntil: Date | null }[]>;
  stop(): Promise<void>;
}

export async function startFlowMail(environment: Record<string, string> = {}): Promise<FlowMail> {
  const sink = await startSmtp({
    accept: (to, raw) => mail.behaviour.accept?.(to, raw),
    onRcptTo: (address, session, done) => (mail.behaviour.onRcptTo ? mail.behaviour.onRcptTo(address, session, done) : done()),
  });
  const service = await startTestService({ SMTP_URL: sink.url, ...environment });
  const { db, clock } = service;
  const own = executorsWith({});
  const { log, logged } = notingLog();
  const takeTurn = flowTurns({ db, clock, log, executors: own as Executors, takeEndings });
  const apis = new Map<string, ApiClient>();
  const moving = (how: 'pause' | 'activate' | 'archive') => async (ref: FlowRef) => {
    const api = apis.get(ref.workspaceId) as ApiClient;
    await must(api.POST(`/v1/email-flows/{flowId}/${how}`, { params: { path: { flowId: ref.flowId } } }));
  };
  const move = async () => {
    await wakeForInbox(db, clock.now());
    await wakeMailed(db, clock.now());
    while (await takeTurn(new AbortController().signal, Number.POSITIVE_INFINITY));
    const errors = logged.filter(({ level }) => level === 'error');
    if (errors.length > 0) throw errors[0]?.err ?? new Error(JSON.stringify(errors[0]));
  };

  const mail: FlowMail = {
    service,
    sink,
    behaviour: {},
    async flow(given, of = service) {
      apis.set(of.id, of.api);
      return { workspaceId: of.id, flowId: await activeFlow(of.api, given) };
    },
    async enter({ workspaceId, flowId }, contactIds, dynamicContext) {
      const api = apis.get(workspaceId) as ApiClient;
      const enter = (contactId: string) =>
        must(
          api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', {
            params: { path: { flowId, contactId } },
            body: dynamicContext ? { dynamic_context: dynamicContext as never } : {},
          }),
        );
      // In their order, unless there are many.
      for (let i = 0; i < contactIds.length; i += 50) {
        if (contactIds.length > 50) await Promise.all(contactIds.slice(i, i + 50).map(enter));
        else for (const contactId of contactIds) await enter(contactId);
      }
    },
    move,
    settle: service.drain,
    pause: moving('pause'),
    activate: moving('activate'),
    async archive(ref) {
      await mail.pause(ref);
      await moving('archive')(ref);
    },
    async history({ flowId }, contactId) {
      const rows = await db.query<{ line: string }>(sql`
        SELECT concat_ws(' ', v.step_id, coalesce(v.outcome, v.status), v.details ->> 'error') AS line
        FROM flow_memberships m JOIN flow_visits v ON v.workspace_id = m.workspace_id AND v.member_id = m.id
        WHERE m.flow_id = ${flowId}::uuid AND m.contact_id = ${contactId}::uuid ORDER BY m.id, v.visit`);
      return rows.map(({ line }) => line);
    },
    positions: ({ flowId }) =>
      db.query(sql`
        SELECT contact_id::text AS "contactId", step_id AS "stepId", status, due_at AS "dueAt", wait_until AS "waitUntil"
        FROM flow_positions WHERE flow_id = ${flowId}::uuid ORDER BY member_id`),
    async stop() {
      await service.stop();
      await sink.close();
    },
  };
  return mail;
}

/** An approved email, and a step that sends it. */
export async function emailStep(of: Pick<TestWorkspace, 'api'>, html?: string, step: Record<string, unknown> = {}): Promise<StepGiven> {
  return { type: 'send_email', step_id: 'welcome', email_id: await approvedEmail(of.api, html), operational: false, ...step } as StepGiven;
}

/** A flow with a webhook for each of these contacts: 500 at most. */
export async function tellingFlow(api: ApiClient, endpoint_url: string, contact_ids: string[]): Promise<string> {
  const { list_id } = await must(api.POST('/v1/contact-lists', { body: { name: `List ${newId()}`, kind: 'static' } }));
  const step = { step_id: 'tell', type: 'send_webhook' as const, endpoint_url };
  const flowId = await activeFlow(api, [step as never], { type: 'added_to_static_list', list_id });
  await must(api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId: list_id } }, body: { contact_ids } }));
  return flowId;
}

/** A flow of `count` members that reach its email together: 500 at most. */
export async function mailedAtOnce(api: ApiClient, db: Db, workspaceId: string, count: number) {
  const { list_id } = await must(api.POST('/v1/contact-lists', { body: { name: `List ${newId()}`, kind: 'static' } }));
  const flowId = await activeFlow(api, [await emailStep({ api })], { type: 'added_to_static_list', list_id });
  const contact_ids = await givenContacts({ db, workspaceId }, count);
  await must(api.POST('/v1/contact-lists/{listId}/contacts', { params: { path: { listId: list_id } }, body: { contact_ids } }));
  return {
    /** The number of members by outcome. */
    async outcomes() {
      const rows = await db.query<{ outcome: string; count: number }>(sql`
        SELECT outcome, count(*)::int AS count FROM flow_visits WHERE flow_id = ${flowId}::uuid GROUP BY 1`);
      return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
    },
    async isOver() {
      const completed = sql`SELECT FROM flow_memberships WHERE flow_id = ${flowId}::uuid AND status = 'completed'`;
      return (await db.query(completed)).length === count;
    },
  };
}
