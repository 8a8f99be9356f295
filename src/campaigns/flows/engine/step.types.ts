import type { Ctx, Tx } from '../../../platform/db.ts';
import type { ContactId } from '../../../platform/ids.ts';
import type { Definition, Step, StepType } from '../definition.ts';

export interface Member {
  id: string;
  contactId: ContactId;
  /** With the member's id it identifies the visit: the key of whatever is to happen once. */
  visit: number;
  status: 'active' | 'waiting';
  startedAt: Date;
  waitUntil: Date | null;
}

export type Result = Done | Waiting | Dropped;

/** A failed step is over too. */
export interface Done {
  kind: 'done';
  /** `EmailFlowMembershipStep.outcome`; `failed` goes with an `error` in `details`. */
  outcome: string;
  /** An exit of its kind; the ordinary one by default. */
  edge?: string;
  details?: Details;
}

/** Looked at again at `dueAt`, or earlier when the flow gets a message about the member; null: only then. */
export interface Waiting {
  kind: 'waiting';
  dueAt: Date | null;
  /** Shown to clients: when the member goes on, or the next attempt is due. */
  waitUntil: Date | null;
  /** Whether a change of the contact makes it due. */
  watches?: boolean;
}

export interface Dropped {
  kind: 'dropped';
  outcome: string;
  reason: 'drop_step';
}

export interface Details {
  error?: string;
  way?: string;
  /** The properties of the event that a wait has received. */
  event?: Record<string, unknown>;
  tent_id?: string;
  url?: string;
  published_url?: string;
  attempts?: number;
  response?: { status: number | null; body: string | null };
}

/** The transaction holds the flow's run and the members' positions. An executor writes through it only. */
export interface StepCall extends Ctx<Tx> {
  readonly definition: Definition;
}

/**
 * Executes a step for due members: new ones, and those that it has told to wait. One statement for all of them. Nothing outside the
 * database happens here: mail and requests are recorded under the key (member, visit). Contacts that are gone or disqualified are left out.
 * @returns a result for every member, by id
 * @throws an error that ends the turn: the members come again, a few at a time, until the faulty one is found
 */
export type Executor<Of extends Step = Step> = (call: StepCall, step: Of, members: Member[]) => Promise<Map<string, Result>>;

export type Executors = { [Type in StepType]: Executor<Extract<Step, { type: Type }>> };
