import type { components } from '../../../generated/api.d.ts';
import type { Events } from '../../platform/events.ts';
import type { Allowed } from '../../platform/outbound-guard.ts';
import type { Issue } from '../../shared/errors.ts';
import type { Step } from './definition.ts';
import type { Place } from './engine/moves.repo.ts';
import type { Executor } from './engine/step.types.ts';
import type { NameOf } from './report/texts.ts';
import type { TentDependencies } from './steps/create-tent.ts';
import type { Found } from './targets.ts';
import type { FlowTokens, Tokens } from './webhooks/tokens.ts';

type Schemas = components['schemas'];
export type StepInput = Schemas['FlowStepInput'];
export type StepPatch = Schemas['FlowStepPatch'];

/**
 * A type of step: everything about it in one file of `steps/`, beside its schemas `Flow…StepInput` and `Flow…Step` in the document. Code
 * that treats steps alike asks the registry, `steps/index.ts`.
 */
export interface StepKind<Of extends Step = Step> {
  type: Of['type'];
  /** Fills in defaults. Faults go into `writing.issues`. */
  shape(input: Extract<StepInput, { type: Of['type'] }>, writing: Writing): Of;
  /** Adjusts `merged`, the step with the fields of the patch in it, in which no field but `value` is null. */
  merge?(change: { step: Of; patch: StepPatch; path: string }, merged: Record<string, unknown>): void;
  /** As answers show it, if different. */
  shown?(step: Of): Schemas['FlowStep'];
  copied?(step: Of, copy: { from: FlowTokens; to: FlowTokens }): Of;
  /** Its references and unset values, its edges apart: the gaps of a flow follow from them. */
  references(step: Of): Found[];
  texts?(step: Of): { field: string; texts: string[] }[];
  /** With the result of `lead` in place of each edge. */
  edges(step: Of, lead: Lead): Of;
  /** One exit for each way that it can end. */
  exits(step: Of): Exit[];
  /** Whether a loop through it takes time. */
  takesTime?(step: Of): boolean;
  /** By default a member is due at once. */
  arrival?(step: Of, moment: Date): Place;
  /** Whether it locks contacts, lists or credits, each in the order that everything keeps. */
  locks?: boolean;
  execute(dependencies: StepDependencies): Executor<Of>;
  words(step: Of, nameOf: NameOf): string;
  drawing: Look;
}

/** @param to where the edge leads, as it is kept; `field` is its path within the step */
export type Lead = (to: string | null, field: string) => string | null;

export interface Exit {
  edge?: string;
  label: string | null;
  to: string | null;
}

export interface Look {
  name: string;
  tone: 'in' | 'mail' | 'wait' | 'ask' | 'change' | 'page' | 'call' | 'out' | 'plain';
  /** Around its label. */
  mermaid: [open: string, close: string];
}

export interface StepDependencies extends TentDependencies {
  events: Events;
}

export interface WebhookRules {
  allowed: Allowed;
  tokens: Tokens;
}

export interface Writing {
  base: { step_id: string; label: string | null };
  next: string | null;
  path: string;
  issues: Issue[];
  before: readonly Step[];
  allowed: Allowed;
  tokens: FlowTokens;
  /** Ignored where the message is null. */
  wrong(field: string, message: string | null): void;
  rules(tree: object | null | undefined): Schemas['FlowRuleTree'] | null;
}

/** Ends the flow where null would fall back to `default_step_id`. */
export const END = 'end';

/** As members take the edge: its own way, or else the fallback. */
export const leadsTo = (own: string | null, fallback: string | null = null): string | null => {
  const to = own ?? fallback;
  return to === END ? null : to;
};

export const oneWay = {
  edges: <Of extends { next_step_id: string | null }>(step: Of, lead: Lead): Of => ({
    ...step,
    next_step_id: lead(step.next_step_id, 'next_step_id'),
  }),
  exits: ({ next_step_id }: { next_step_id: string | null }): Exit[] => [{ label: null, to: leadsTo(next_step_id) }],
};
