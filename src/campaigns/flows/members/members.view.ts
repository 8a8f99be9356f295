import type { components } from '../../../../generated/api.d.ts';
import type { Flow } from '../../../../generated/prisma/client.ts';
import { toUlid } from '../../../platform/ids.ts';
import { definitionOf } from '../definition.ts';
import type { CurrentVisit, FlowOfContact, MemberRow, VisitRow } from './members.repo.ts';

type Schemas = components['schemas'];
type Membership = Schemas['EmailFlowMembership'];
type Visit = Schemas['EmailFlowMembershipStep'];

export const MOST_STEPS = 500;

export const toMembership = (member: MemberRow): Membership => ({
  membership_id: toUlid(member.id),
  flow_id: member.flowId,
  contact_id: member.contactId,
  ...(member.isTest && { test: true as const }),
  display_name: member.displayName,
  email: member.email,
  status: member.status,
  current_step_id: member.stepId,
  entered_via: member.enteredVia as Membership['entered_via'],
  entered_at: member.enteredAt.toISOString(),
  wait_until: member.waitUntil?.toISOString() ?? null,
  completed_at: member.status === 'completed' ? toTimestamp(member.endedAt) : null,
  dropped_at: member.status === 'dropped' ? toTimestamp(member.endedAt) : null,
  drop_reason: member.dropReason as Membership['drop_reason'],
});

export const toFlowOfContact = (member: FlowOfContact): Schemas['ContactFlow'] => ({
  ...toMembership(member),
  flow_name: member.flowName,
  flow_status: member.flowStatus as Schemas['ContactFlow']['flow_status'],
});

export const toMembershipDetail = (
  flow: Flow,
  member: MemberRow,
  { visits, current }: { visits: VisitRow[]; current: CurrentVisit | undefined },
): Schemas['EmailFlowMembershipDetail'] => ({
  ...toMembership(member),
  dynamic_context: member.dynamicContext as Schemas['FlowDynamicContext'],
  steps: [...visits.map(toVisit), ...stepOf(flow, member, current)].slice(-MOST_STEPS),
});

const toVisit = ({ stepId, type, status, outcome, startedAt, completedAt, details }: VisitRow): Visit => ({
  step_id: stepId,
  type: type as Visit['type'],
  status,
  started_at: startedAt.toISOString(),
  completed_at: completedAt.toISOString(),
  outcome: outcome as Visit['outcome'],
  error: details?.error ?? null,
  way: details?.way ?? null,
  tent_id: details?.tent_id ?? null,
  published_url: details?.published_url ?? null,
  attempts: details?.attempts ?? null,
  response: details?.response ?? null,
});

function stepOf(flow: Flow, { stepId, startedAt, status }: MemberRow, visit: CurrentVisit | undefined): Visit[] {
  const step = definitionOf(flow).steps.find(({ step_id }) => step_id === stepId);
  if (!step || !startedAt) return [];
  return [
    {
      step_id: step.step_id,
      type: step.type,
      status: status === 'waiting' ? 'waiting' : 'running',
      started_at: startedAt.toISOString(),
      completed_at: null,
      outcome: null,
      error: visit?.response?.error ?? null,
      way: null,
      tent_id: visit?.tentId ?? null,
      published_url: null,
      attempts: visit?.attempts ?? null,
      response: visit?.response ? { status: visit.response.status, body: visit.response.body } : null,
    },
  ];
}

const toTimestamp = (date: Date | null): string | null => date?.toISOString() ?? null;
