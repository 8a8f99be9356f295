import type { components } from '../../../generated/api.d.ts';
import { gapsOf, type SendableEmail } from '../messages/emails.repo.ts';
import type { HelpOf } from '../readiness-help.ts';
import type { AudienceLook } from './audience.repo.ts';
import { type Audience, staticListOf } from './audience.ts';
import type { WholeBlast } from './whole-blast.repo.ts';

type Readiness = components['schemas']['ApprovalReadiness'];

export interface Showing {
  /** Whether mail says how to leave with one click. */
  isOneClick: boolean;
  /** Left out for lists. */
  helpOf?: HelpOf | undefined;
}

export function readinessOf(
  { blast, topics, audience, look, brokenRules, email, hasPlaceholder, unknownTags, hasAddress, isRisky }: WholeBlast,
  { isOneClick, helpOf }: Showing,
): Readiness {
  const missing: Readiness['missing'] = [];
  if (!audience) missing.push('audience');
  if (brokenRules.length > 0) missing.push('audience_rules');
  if (!email) missing.push('email');
  if (email) missing.push(...gapsOf(email));
  if (blast.topicId !== null && !topics.has(blast.topicId)) missing.push('topic');
  const warnings: Readiness['warnings'] = [];
  if (audience && staticListOf(audience)?.memberCount === 0) warnings.push('empty_static_audience');
  if (audience && look?.isAll) warnings.push(...warningsOf(audience, look));
  if (email?.approvedVersion && email.approvedVersion !== email.currentVersion) warnings.push('newer_email_version');
  if (hasPlaceholder) warnings.push('placeholder_text');
  if (unknownTags.length > 0) warnings.push('unknown_merge_tag');
  if (email && !hasAddress) warnings.push('no_postal_address');
  if (email) warnings.push(...warningsOfSender(email));
  if (email && !isOneClick) warnings.push('bulk_without_one_click');
  if (isRisky) warnings.push('spam_rate');
  return {
    ready: missing.length === 0,
    missing,
    warnings,
    ...(brokenRules.length > 0 && { findings: brokenRules }),
    ...(unknownTags.length > 0 && { unknown_merge_tags: unknownTags }),
    ...(helpOf && { help: helpOf([...missing, ...warnings]) }),
  };
}

function warningsOfSender({ dmarcPolicy, isAligned }: SendableEmail): Readiness['warnings'] {
  if (isAligned === null) return [];
  return [...(dmarcPolicy === null ? (['no_dmarc'] as const) : []), ...(isAligned ? [] : (['sender_not_aligned'] as const))];
}

function warningsOf(audience: Audience, { members, reachable, mailable, consenting }: AudienceLook): Readiness['warnings'] {
  if (members === 0) return staticListOf(audience) ? [] : ['empty_dynamic_audience'];
  if (reachable === 0) return ['nobody_mailable'];
  if (mailable === 0) return ['all_blocked'];
  return consenting === 0 ? ['audience_without_consent'] : [];
}

/** A draft also lacks a time to go out. Sending now needs none. */
export function readinessOfDraft(whole: WholeBlast, showing: Showing): Readiness {
  const { missing, help, ...readiness } = readinessOf(whole, showing);
  return { ...readiness, missing: [...missing, 'schedule'], ...(help && { help: [...help, ...(showing.helpOf?.(['schedule']) ?? [])] }) };
}
