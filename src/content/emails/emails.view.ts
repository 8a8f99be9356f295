import type { components } from '../../../generated/api.d.ts';
import type { Email } from '../../../generated/prisma/client.ts';
import { toUlid } from '../../platform/ids.ts';
import type { Version } from '../versions/versions.repo.ts';

type Schemas = components['schemas'];

export const toEmailSummary = (email: Email): Schemas['EmailSummary'] => ({
  email_id: email.id,
  name: email.name,
  status: email.status as Schemas['EmailStatus'],
  subject: email.subject,
  preview_text: email.previewText,
  from_name: email.fromName,
  from_address: email.fromAddress,
  reply_to_email: email.replyToEmail,
  current_version: email.currentVersion,
  approved_version: email.approvedVersion,
  number_of_iterations: email.numberOfIterations,
  plain_text_overridden: email.plainTextOverriddenAt !== null,
  plain_text_overridden_at: email.plainTextOverriddenAt?.toISOString() ?? null,
  plain_text_stale_after_html_iteration: email.plainTextStale,
  created_at: email.createdAt.toISOString(),
  updated_at: email.updatedAt.toISOString(),
  created_by_name: email.createdByName,
});

export const toEmail = (email: Email): Schemas['Email'] => ({
  ...toEmailSummary(email),
  // Versions are written whole: one that is there is complete.
  latest_generation_status: 'completed',
  content_path: `/v1/emails/${email.id}/content`,
  plain_text_path: `/v1/emails/${email.id}/plain-text`,
});

export const toPlainText = (email: Email, version: Version): Schemas['EmailPlainText'] => ({
  email_id: email.id,
  generation_id: toUlid(version.id),
  version: version.version,
  content: version.plainText ?? '',
  overridden: email.plainTextOverriddenAt !== null,
  stale_after_html_iteration: email.plainTextStale,
  plain_text_source: version.plainTextSource ?? 'auto',
});

export const toSavedCode = (emailId: string, { id, version }: { id: string; version: number }): Schemas['SavedEmailCode'] => ({
  email_id: emailId,
  generation_id: toUlid(id),
  version,
});
