import type { components } from '../../generated/api.d.ts';
import { headersIn } from '../content/documents/headers.ts';
import { EMAIL } from '../content/documents/kinds.ts';
import { createReadyEmail } from '../content/emails/emails.service.ts';
import type { Ctx, Tx } from '../platform/db.ts';
import { cutName } from '../shared/text.ts';

export type InlineEmail = Omit<components['schemas']['SetCampaignEmailInline'], 'source'>;

/**
 * Makes an email for a blast or a flow, which the transaction holds.
 * @param campaignName the default name of the email follows from it
 * @throws not_found without such a template, template_not_ready, validation_failed
 */
export function createOwnEmail(
  tx: Ctx<Tx>,
  { campaignName, createdByName }: { campaignName: string; createdByName: string },
  { name, template_id: templateId, html, ...headers }: InlineEmail,
): Promise<{ id: string }> {
  const own = name ?? cutName(`${campaignName} Email`);
  return createReadyEmail(tx, { name: own, headers: headersIn(EMAIL, headers), createdByName, templateId, html });
}
