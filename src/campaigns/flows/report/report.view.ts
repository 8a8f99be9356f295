import type { components } from '../../../../generated/api.d.ts';
import type { Flow } from '../../../../generated/prisma/client.ts';
import { definitionOf } from '../definition.ts';
import type { StepCounts } from '../engine/tallies.repo.ts';
import { toDetails } from '../flows.view.ts';
import type { EmailStep } from '../mail/messages.repo.ts';
import type { Figures } from './report.repo.ts';

type Schemas = components['schemas'];
type StepReport = Schemas['EmailFlowStepReport'];

const NOBODY: StepCounts = { entered: 0, left: 0, failed: 0 };

/** Former steps come last, by name. */
export function toReport(flow: Flow, { counts, emails }: Figures): Schemas['EmailFlowReport'] {
  const { steps } = definitionOf(flow);
  const ofStep = (stepId: string) => ({ ...countsIn(counts.steps.get(stepId)), email: toStepEmail(emails.get(stepId)) });
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
        const email = type === 'send_email' ? (figures.email ?? NO_EMAIL) : figures.email;
        return { step_id, type, label, removed: false, ...figures, email };
      }),
      ...gone.map((step_id) => ({ step_id, type: null, label: null, removed: true, ...ofStep(step_id) })),
    ],
  };
}

function countsIn({ entered, left, failed }: StepCounts = NOBODY) {
  return { member_count: entered - left, entered_count: entered, left_count: left, failed_count: failed };
}

function toStepEmail(email: Omit<EmailStep, 'stepId'> | undefined): Schemas['EmailFlowStepEmail'] | null {
  if (!email) return null;
  const { recipients, sent, failed, suppressed, delivered, opened, clicked, bounced, complained, unsubscribed } = email;
  const rate = (count: number) => (delivered === 0 ? 0 : Math.min(1, count / delivered));
  return {
    recipient_count: recipients,
    sent_count: sent,
    failed_count: failed,
    blocked_count: suppressed,
    delivered_count: delivered,
    opened_count: opened,
    clicked_count: clicked,
    bounced_count: bounced,
    spam_count: complained,
    unsubscribed_count: unsubscribed,
    open_rate: rate(opened),
    click_rate: rate(clicked),
  };
}

const NO_EMAIL = toStepEmail({
  recipients: 0,
  sent: 0,
  failed: 0,
  suppressed: 0,
  delivered: 0,
  opened: 0,
  clicked: 0,
  bounced: 0,
  complained: 0,
  unsubscribed: 0,
});

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
