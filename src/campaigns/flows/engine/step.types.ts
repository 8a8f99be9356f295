import type { Ctx, Tx } from '../../../platform/db.ts';
import type { Definition, Step, StepType } from '../definition.ts';

/** A member at a step, whose position the transaction holds. */
export interface Member {
  id: string;
  contactId: string;
  /** With the member's id it names this coming to the step: the key of whatever is to happen once. */
  visit: number;
  /** `active` the first time that the step is looked at; `waiting` when it has said to wait before. */
  status: 'active' | 'waiting';
  /** When the member came to the step. */
  startedAt: Date;
  waitUntil: Date | null;
}

/** What a step has come to for a member. */
export type Result = Done | Waiting | Dropped;

/** It is over, and the member goes on. A step that has failed is over too. */
export interface Done {
  kind: 'done';
  /** As the member's history shows it, `EmailFlowMembershipStep.outcome`; `failed` goes with an `error` in `details`. */
  outcome: string;
  /** Which exit of its kind is taken; the ordinary one unless said. */
  edge?: string;
  details?: Details;
}

/** It is not over: it is looked at again at `dueAt`, and before that when something is told of the member; null: only then. */
export interface Waiting {
  kind: 'waiting';
  dueAt: Date | null;
  /** What clients are told: when the member goes on, or the next attempt is due. */
  waitUntil: Date | null;
  /** Whether a change of the contact may matter: then it is looked at again. */
  watches?: boolean;
}

export interface Dropped {
  kind: 'dropped';
  outcome: string;
  reason: 'drop_step';
}

/** More about a step that is over, for the member's history. */
export interface Details {
  error?: string;
  /** The name of the way that was drawn. */
  way?: string;
  tent_id?: string;
  /** Where the page of a tent is, for merge tags. */
  url?: string;
  /** Where it is live. */
  published_url?: string;
  /** How often a request was tried. */
  attempts?: number;
  response?: { status: number | null; body: string | null };
}

/** Its transaction holds the flow's run and the members' positions. Whatever an executor writes goes through it, and is undone when it throws. */
export interface StepCall extends Ctx<Tx> {
  readonly definition: Definition;
}

/**
 * Carries a step out for members who are due at it: new ones, and those whom it has told to wait. Statements over sets, never one for
 * each. Nothing outside of the database happens here: mail and requests are written down, for those who send them, by the key
 * (member, visit). Those whose contact is gone or disqualified are not among them.
 * @returns a result for every member, by id
 * @throws what ends the turn: the members come again, a few at a time, until the one that it is about is known
 */
export type Executor<Of extends Step = Step> = (call: StepCall, step: Of, members: Member[]) => Promise<Map<string, Result>>;

export type Executors = { [Type in StepType]: Executor<Extract<Step, { type: Type }>> };
