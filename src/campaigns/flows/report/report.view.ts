import type { components } from '../../../../generated/api.d.ts';
import type { Flow } from '../../../../generated/prisma/client.ts';
import type { StepId } from '../../../platform/ids.ts';
import type { DeliveryCounts } from '../../deliveries/deliveries.repo.ts';
import { definitionOf } from '../definition.ts';
import type { StepCounts } from '../engine/tallies.repo.ts';
import { toDetails } from '../flows.view.ts';
import type { Figures } from './report.repo.ts';

type Schemas = components['schemas'];
type StepReport = Schemas['EmailFlowStepReport'];
type StepEmail = Schemas['EmailFlowStepEmail'];

const NOBODY: StepCounts = { entered: 0, left: 0, failed: 0 };

/** Former steps come last, by name. */
export function toReport(flow: Flow, { counts, emails }: Figures): Schemas['EmailFlowReport'] {
  const { steps } = definitionOf(flow);
  const ofStep = (stepId: StepId) => {
    const email = emails.get(stepId);
    return { ...countsIn(counts.steps.get(stepId)), email: email ? toStepEmail(email) : null };
  };
  const has = new Set(steps.map(({ step_id }) => step_id));
  const gone = [...new Set([...counts.steps.keys(), ...emails.keys()])].filter((stepId) => !has.has(stepId)).sort();
  return {
    flow_id: flow.id,
    name: flow.name,
    status: flow.status as Schemas['EmailFlowStatus'],
    details: toDetails(counts.flow),
    steps: [
      ...steps.map(({ step_id, type, label }) => {
        const figures = ofStep(step_id);
        const email = type === 'send_email' ? (figures.email ?? toStepEmail({})) : figures.email;
        return { step_id, type, label, removed: false, ...figures, email };
      }),
      ...gone.map((step_id) => ({ step_id, type: null, label: null, removed: true, ...ofStep(step_id) })),
    ],
  };
}

function countsIn({ entered, left, failed }: StepCounts = NOBODY) {
  return { member_count: entered - left, entered_count: entered, left_count: left, failed_count: failed };
}

function toStepEmail(email: Partial<DeliveryCounts>): StepEmail {
  const count = (name: keyof DeliveryCounts): number => email[name] ?? 0;
  const rate = (name: 'opened' | 'clicked') => (count('delivered') === 0 ? 0 : Math.min(1, count(name) / count('delivered')));
  return {
    recipient_count: count('recipients'),
    sent_count: count('sent'),
    failed_count: count('failed'),
    blocked_count: count('blocked'),
    delivered_count: count('delivered'),
    opened_count: count('opened'),
    clicked_count: count('clicked'),
    bounced_count: count('bounced'),
    spam_count: count('complained'),
    unsubscribed_count: count('unsubscribed'),
    open_rate: rate('opened'),
    click_rate: rate('clicked'),
  };
}

export function countsText(step: Pick<StepReport, 'member_count' | 'entered_count' | 'failed_count'>): string[] {
  const counts = `${number(step.member_count)} here, ${number(step.entered_count)} came`;
  return step.failed_count > 0 ? [counts, `${number(step.failed_count)} failed`] : [counts];
}

export function emailText(email: StepReport['email']): string[] {
  if (email === null || email.sent_count === 0) return [];
  return [`${number(email.sent_count)} sent`, `${percent(email.open_rate)} opened, ${percent(email.click_rate)} clicked`];
}

export const number = (count: number): string => count.toLocaleString('en');
export const percent = (rate: number): string => `${Math.round(rate * 100)}%`;
