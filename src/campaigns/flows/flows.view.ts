import type { components } from '../../../generated/api.d.ts';
import type { Flow } from '../../../generated/prisma/client.ts';
import type { PageLinks } from '../../platform/page-links.ts';
import { definitionOf } from './definition.ts';
import type { FlowCounts } from './engine/tallies.repo.ts';
import { kindOf } from './steps/index.ts';

type Schemas = components['schemas'];

export interface WholeFlow {
  flow: Flow;
  counts: FlowCounts;
  /** Why it cannot be activated, or which part of an active one no longer works; none of an archived flow. */
  readiness: Schemas['ActivationReadiness'] | undefined;
}

export const toEmailFlowSummary = ({ flow, counts, readiness }: WholeFlow): Schemas['EmailFlowSummary'] => ({
  flow_id: flow.id,
  type: 'triggered_flow',
  ...(flow.test && { test: true as const }),
  name: flow.name,
  description: flow.description,
  status: flow.status as Schemas['EmailFlowStatus'],
  triggers: definitionOf(flow).triggers,
  disqualification_rules: definitionOf(flow).disqualificationRules as Schemas['RuleTree'] | null,
  reentry_policy: flow.reentryPolicy as Schemas['EmailFlowReentryPolicy'],
  manual_membership_enabled: flow.manualMembershipEnabled,
  settings: flow.settings as Schemas['EmailFlowSettings'],
  details: toDetails(counts),
  archived_at: flow.archivedAt?.toISOString() ?? null,
  created_at: flow.createdAt.toISOString(),
  updated_at: flow.updatedAt.toISOString(),
  ...(readiness && (flow.status === 'active' ? { findings: readiness.missing } : { activation_readiness: readiness })),
});

export const toDetails = (counts: FlowCounts): Schemas['EmailFlowDetails'] => ({
  total_entered: counts.totalEntered,
  active_count: counts.active,
  waiting_count: counts.waiting,
  completed_count: counts.completed,
  dropped_count: counts.dropped,
  refused_entry_count: counts.refused,
  most_recent_entry_at: counts.mostRecentEntryAt?.toISOString() ?? null,
});

export const toEmailFlow = (whole: WholeFlow, links: PageLinks): Schemas['EmailFlow'] => ({
  ...toEmailFlowSummary(whole),
  steps: definitionOf(whole.flow).steps.map((step) => kindOf(step).shown?.(step) ?? (step as Schemas['FlowStep'])),
  entry_step_id: whole.flow.entryStepId,
  report_url: links.report('flow', whole.flow),
});
