import type { components } from '../../../generated/api.d.ts';
import type { Flow } from '../../../generated/prisma/client.ts';
import { readDocument } from '../../content/documents/documents.repo.ts';
import { EMAIL } from '../../content/documents/kinds.ts';
import { type Ctx, transaction } from '../../platform/db.ts';
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
  ctx: Ctx,
  flowId: string,
  stepId: string,
  body: components['schemas']['SetCampaignEmailRequest'],
  createdByName: string,
): Promise<Flow> =>
  transaction(ctx, async (tx) => {
    const flow = await holdForEdit(tx, flowId);
    const { steps } = definitionOf(flow);
    const step = requireStep(steps, stepId);
    if (step.type !== 'send_email') throw invalid({ path: 'stepId', message: 'is a step that sends no email' });
    const email =
      body.source === 'inline' ? await createOwnEmail(tx, flow.name, body, createdByName) : await readDocument(tx, EMAIL, body.email_id);
    if (!email) throw notFound(unknown('email_id'));
    return changeFlow(tx, flow, { steps: steps.map((known) => (known === step ? { ...step, email_id: email.id } : known)) });
  });
