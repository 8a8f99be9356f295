import { type Ctx, type Scope, sql, type Tx } from '../../../platform/db.ts';
import { type FlowId, type MessageId, newId, type StepId } from '../../../platform/ids.ts';
import { type DeliveryCounts, deliveryCounts } from '../../deliveries/deliveries.repo.ts';
import { insertDispatch } from '../../deliveries/dispatches.repo.ts';
import { isVerifiedSender } from '../../messages/messages.repo.ts';
import { addCounts, keptCounts, NO_COUNTS } from '../../retention/figures.repo.ts';
import type { StepOf } from '../definition.ts';

export interface Mail {
  fingerprint: string;
  messageId: MessageId | null;
}

/** Undefined while it cannot: nothing is approved, a header is missing, or the sender is not verified. */
export async function findMail(
  { db, workspaceId, isTest = false }: Scope<Tx>,
  flowId: FlowId,
  { step_id: stepId, email_id: emailId, operational, topic_id: topicId, utm }: StepOf<'send_email'>,
): Promise<Mail | undefined> {
  if (emailId === null) return undefined;
  const [mail] = await db.query<Mail>(sql`
    SELECT said.fingerprint, f.message_id AS "messageId"
    FROM documents e
    JOIN versions v ON v.workspace_id = e.workspace_id AND v.document_id = e.id AND v.version = e.approved_version
    CROSS JOIN LATERAL (
      SELECT encode(sha256(convert_to((jsonb_build_array(
        ${operational}::boolean, e.subject, e.preview_text, e.from_name, e.from_address, e.reply_to_email, v.html, v.plain_text)
        -- Live, without a topic and UTM parameters, it is what it was before there were any.
        || CASE WHEN ${isTest}::boolean THEN jsonb_build_array('test') ELSE '[]' END
        || CASE WHEN ${topicId ?? null}::uuid IS NULL THEN '[]' ELSE jsonb_build_array(${topicId ?? null}::uuid) END
        || CASE WHEN ${utm === undefined}::boolean THEN '[]' ELSE jsonb_build_array(${JSON.stringify(utm ?? null)}::jsonb) END)::text, 'UTF8')), 'hex') AS fingerprint
    ) said
    LEFT JOIN flow_messages f
      ON f.workspace_id = e.workspace_id AND f.flow_id = ${flowId}::uuid AND f.step_id = ${stepId}::text AND f.fingerprint = said.fingerprint
    WHERE e.workspace_id = ${workspaceId}::uuid AND e.id = ${emailId}::uuid AND e.kind = 'email' AND e.status = 'approved'
      AND trim(e.subject) <> '' AND trim(e.from_name) <> '' AND trim(e.from_address) <> '' AND trim(e.reply_to_email) <> ''
      AND ${isVerifiedSender(sql`e.workspace_id`, sql`e.from_address`)}`);
  return mail;
}

/** Fixes the text of a step for its members: later edits of the email make another message. */
export async function insertFlowMessage(
  tx: Ctx<Tx>,
  flowId: FlowId,
  {
    step: { step_id: stepId, email_id: emailId, operational, topic_id: topicId, utm },
    fingerprint,
  }: { step: StepOf<'send_email'>; fingerprint: string },
): Promise<string> {
  const { db, workspaceId, now, isTest = false } = tx;
  const messageId = newId();
  await db.query(sql`
    WITH message AS (
      INSERT INTO messages (workspace_id, id, origin, email_id, topic_id, operational, test, utm, subject, preview_text, from_name, from_address, reply_to, html,
        plain_text, created_at)
      SELECT e.workspace_id, ${messageId}::uuid, 'flow', e.id, ${topicId ?? null}::uuid, ${operational}::boolean, ${isTest}::boolean,
             ${utm ? JSON.stringify(utm) : null}::jsonb, e.subject, coalesce(e.preview_text, ''), e.from_name,
             e.from_address, e.reply_to_email, v.html, coalesce(v.plain_text, ''), ${now}::timestamptz
      FROM documents e
      JOIN versions v ON v.workspace_id = e.workspace_id AND v.document_id = e.id AND v.version = e.approved_version
      WHERE e.workspace_id = ${workspaceId}::uuid AND e.id = ${emailId}::uuid
      RETURNING workspace_id, id
    )
    INSERT INTO flow_messages (workspace_id, flow_id, step_id, fingerprint, message_id)
    SELECT workspace_id, ${flowId}::uuid, ${stepId}::text, ${fingerprint}::text, id FROM message`);
  await insertDispatch(tx, { messageId, origin: 'flow', lane: 'interactive', repeatable: false, grows: true });
  return messageId;
}

/** Also of steps that are gone. Each visit of a member counts. */
export async function stepEmailMetrics({ db, workspaceId }: Scope, flowId: FlowId): Promise<(DeliveryCounts & { stepId: StepId })[]> {
  const steps = await db.query<DeliveryCounts & { stepId: StepId }>(sql`
    SELECT f.step_id AS "stepId", ${deliveryCounts}
    FROM flow_messages f JOIN deliveries d ON d.workspace_id = f.workspace_id AND d.message_id = f.message_id
    WHERE f.workspace_id = ${workspaceId}::uuid AND f.flow_id = ${flowId}::uuid GROUP BY f.step_id ORDER BY f.step_id`);
  const messages = await db.prisma.flowMessage.findMany({ where: { workspaceId, flowId }, orderBy: { stepId: 'asc' } });
  const kept = await keptCounts(
    { db, workspaceId },
    messages.map(({ messageId }) => messageId),
  );
  const metrics = new Map(steps.map((step) => [step.stepId, step]));
  for (const { stepId, messageId } of messages) {
    const counts = kept.get(messageId);
    const { qualified: _qualified, ...none } = NO_COUNTS;
    if (counts) metrics.set(stepId, addCounts(metrics.get(stepId) ?? { stepId, ...none }, counts));
  }
  return [...metrics.values()].sort((a, b) => (a.stepId < b.stepId ? -1 : 1));
}

/** By flow; unknown flows are left out. */
export async function findEmailSteps({ db, workspaceId }: Scope, flowIds: FlowId[]): Promise<Map<string, Set<string>>> {
  if (flowIds.length === 0) return new Map();
  const flows = await db.query<{ id: string; steps: string[] }>(sql`
    SELECT f.id::text, ARRAY(SELECT step ->> 'step_id' FROM jsonb_array_elements(f.steps) AS step WHERE step ->> 'type' = 'send_email') AS steps
    FROM flows f WHERE f.workspace_id = ${workspaceId}::uuid AND f.id = ANY(${flowIds}::uuid[]) AND f.status <> 'deleted'`);
  return new Map(flows.map(({ id, steps }) => [id, new Set(steps)]));
}
