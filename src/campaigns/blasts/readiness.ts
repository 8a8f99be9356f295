import type { components } from '../../../generated/api.d.ts';
import { gapsOf, type SendableEmail } from '../messages/emails.repo.ts';
import type { AudienceList } from './whole-blast.repo.ts';

type Readiness = components['schemas']['ApprovalReadiness'];

/**
 * What keeps a draft from going out. `schedule` is always named, because a draft has no time to go out, but sending now
 * needs none, so it does not count against `ready`.
 */
export function readinessOf({ list, email }: { list: AudienceList | null; email: SendableEmail | null }): Readiness {
  const missing: Readiness['missing'] = [];
  if (!list) missing.push('audience');
  if (!email) missing.push('email');
  if (email) missing.push(...gapsOf(email));
  const ready = missing.length === 0;
  missing.push('schedule');
  const warnings: Readiness['warnings'] = [];
  if (list?.kind === 'static' && list.memberCount === 0) warnings.push('empty_static_audience');
  if (email?.approvedVersion && email.approvedVersion !== email.currentVersion) warnings.push('newer_email_version');
  return { ready, missing, warnings };
}
