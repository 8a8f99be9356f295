import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import type { SubmissionRow } from './submission-page.repo.ts';

export const toSubmission = (row: SubmissionRow): components['schemas']['Submission'] => ({
  submission_id: toUlid(row.id),
  tent_id: row.tentId,
  form_id: row.formId,
  contact_id: row.contactId,
  fields: row.fields,
  origin: row.origin,
  submitted_at: row.submittedAt.toISOString(),
});
