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
 * A type of step: all that the service does with one, in one file of `steps/`, beside its schemas `Flow…StepInput` and `Flow…Step` in the
 * document. Whatever treats steps alike asks the registry, `steps/index.ts`.
 */
export interface StepKind<Of extends Step = Step> {
  type: Of['type'];
  /** A step as it is kept: what was left out is filled in. What is wrong with it goes into `writing.issues`. */
  shape(input: Extract<StepInput, { type: Of['type'] }>, writing: Writing): Of;
  /** What a patch means beyond putting its fields in place of the step's: changes `merged`, in which no field but `value` is null. */
  merge?(change: { step: Of; patch: StepPatch; path: string }, merged: Record<string, unknown>): void;
  /** As answers show it, where that is not as it is kept. */
  shown?(step: Of): Schemas['FlowStep'];
  /** As a copy of the flow has it. */
  copied?(step: Of, copy: { from: FlowTokens; to: FlowTokens }): Of;
  /** What it needs beside itself, and what is still to be set, its edges apart: the gaps of a flow follow from it. */
  references(step: Of): Found[];
  /** Its texts with merge tags, by field. */
  texts?(step: Of): { field: string; texts: string[] }[];
  /** The step with what `lead` returns in place of each edge. */
  edges(step: Of, lead: Lead): Of;
  /** Where members go from it, one exit for each way that it can end. */
  exits(step: Of): Exit[];
  /** Whether it takes time to pass, so that a loop through it is none. */
  takesTime?(step: Of): boolean;
  /** What a member does who comes to it; most are due at once. */
  arrival?(step: Of, moment: Date): Place;
  /** Whether it takes hold of contacts, lists or credits, each in the order that all who do keep. */
  locks?: boolean;
  execute(dependencies: StepDependencies): Executor<Of>;
  /** What it does, for people, in a few words. */
  words(step: Of, nameOf: NameOf): string;
  drawing: Look;
}

/** @param to where the edge leads, as it is kept; `field` is its path within the step */
export type Lead = (to: string | null, field: string) => string | null;

export interface Exit {
  /** As `Done.edge` names it; left out for the ordinary way. */
  edge?: string;
  /** What it is taken for, as drawings say it. */
  label: string | null;
  /** A `step_id`; null is the end. */
  to: string | null;
}

/** How a box of a drawing looks. */
export interface Look {
  /** What it is, in a word or two. */
  name: string;
  /** Its colour, a class of `report/drawing.style.css`. */
  tone: 'in' | 'mail' | 'wait' | 'ask' | 'change' | 'page' | 'call' | 'out' | 'plain';
  /** What stands around its label in Mermaid. */
  mermaid: [open: string, close: string];
}

/** What executors work with. */
export interface StepDependencies extends TentDependencies {
  events: Events;
}

/** What webhooks are written by. */
export interface WebhookRules {
  /** Where they may go beside public addresses. */
  allowed: Allowed;
  tokens: Tokens;
}

/** A step that is being written. */
export interface Writing {
  base: { step_id: string; label: string | null };
  /** Of steps with one edge. */
  next: string | null;
  /** Where the step stands in the request. */
  path: string;
  issues: Issue[];
  /** The steps that the flow had. */
  before: readonly Step[];
  allowed: Allowed;
  tokens: FlowTokens;
  /** Something is wrong with a field, unless the message is null. */
  wrong(field: string, message: string | null): void;
  /** Rules as they are kept. */
  rules(tree: object | null | undefined): Schemas['FlowRuleTree'] | null;
}

/** The edge that ends the flow where null would leave it to `default_step_id`. */
export const END = 'end';

/** Where an edge leads as members take it: its own way, or else the one that it falls back to. */
export const leadsTo = (own: string | null, fallback: string | null = null): string | null => {
  const to = own ?? fallback;
  return to === END ? null : to;
};

/** Edges and exits of a step with one way out. */
export const oneWay = {
  edges: <Of extends { next_step_id: string | null }>(step: Of, lead: Lead): Of => ({
    ...step,
    next_step_id: lead(step.next_step_id, 'next_step_id'),
  }),
  exits: ({ next_step_id }: { next_step_id: string | null }): Exit[] => [{ label: null, to: leadsTo(next_step_id) }],
};
