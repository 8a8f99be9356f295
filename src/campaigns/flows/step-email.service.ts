import type { components } from '../../../generated/api.d.ts';
import type { Flow } from '../../../generated/prisma/client.ts';
import { readDocument } from '../../content/documents/documents.repo.ts';
import { EMAIL } from '../../content/documents/kinds.ts';
import type { Db } from '../../platform/db.ts';
import { invalid, notFound, unknown } from '../../shared/errors.ts';
import { createOwnEmail } from '../own-email.ts';
import { definitionOf } from './definition.ts';
import { changeFlow } from './flows.repo.ts';
import { holdForEdit } from './flows.service.ts';
import { requireStep } from './steps.service.ts';

/**
 * Gives a step its email: one of the workspace's, or one that is made for it. An email that is deleted afterwards is a gap of the flow.
 * @throws DomainError `not_found` without such a flow, step, email or template; `campaign_flow_invalid_state`, `template_not_ready`,
 *   `validation_failed` for a step that sends no email, or what the email cannot have
 */
export const setStepEmail = (
  db: Db,
  workspaceId: string,
  flowId: string,
  stepId: string,
  body: components['schemas']['SetCampaignEmailRequest'],
  createdByName: string,
  now: Date,
): Promise<Flow> =>
  db.transaction(async (tx) => {
    const flow = await holdForEdit(tx, workspaceId, flowId);
    const { steps } = definitionOf(flow);
    const step = requireStep(steps, stepId);
    if (step.type !== 'send_email') throw invalid({ path: 'stepId', message: 'is a step that sends no email' });
    const email =
      body.source === 'inline'
        ? await createOwnEmail(tx, workspaceId, flow.name, body, createdByName, now)
        : await readDocument(tx, EMAIL, workspaceId, body.email_id);
    if (!email) throw notFound(unknown('email_id'));
    return changeFlow(tx, flow, { steps: steps.map((known) => (known === step ? { ...step, email_id: email.id } : known)) }, now);
  });
