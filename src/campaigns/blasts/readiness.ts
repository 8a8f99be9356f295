import type { components } from '../../../generated/api.d.ts';
import type { AudienceList, BlastEmail } from './whole-blast.repo.ts';

type Readiness = components['schemas']['ApprovalReadiness'];

/**
 * What keeps a draft from going out. `schedule` is always named, because a draft has no time to go out, but sending now
 * needs none, so it does not count against `ready`.
 */
export function readinessOf({ list, email }: { list: AudienceList | null; email: BlastEmail | null }): Readiness {
  const missing: Readiness['missing'] = [];
  if (!list) missing.push('audience');
  if (!email) missing.push('email');
  if (email && email.status !== 'approved') missing.push('email_approval');
  if (email && !hasHeaders(email)) missing.push('email_headers');
  const ready = missing.length === 0;
  missing.push('schedule');
  const empty = list?.kind === 'static' && list.memberCount === 0;
  return { ready, missing, warnings: empty ? ['empty_static_audience'] : [] };
}

/** An address at a domain that the workspace may not send from is as good as none. */
const hasHeaders = ({ subject, fromName, fromAddress, replyToEmail, senderVerified }: BlastEmail): boolean =>
  [subject, fromName, fromAddress, replyToEmail].every((header) => header?.trim()) && senderVerified;
