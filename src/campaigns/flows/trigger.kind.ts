import type { components } from '../../../generated/api.d.ts';
import type { FieldDefinition } from '../../audience/rules/rules.service.ts';
import type { Scope, Sql } from '../../platform/db.ts';
import type { Told } from '../../platform/events.ts';
import type { Trigger } from './definition.ts';
import type { NameOf } from './report/texts.ts';
import type { Found } from './targets.ts';

export type TriggerInput = components['schemas']['FlowTriggerInput'];

/**
 * A type of trigger: all that the service does with one, in one file of `triggers/`, beside its schemas `Flow…TriggerInput` and
 * `Flow…Trigger` in the document. Whatever treats triggers alike asks the registry, `triggers/index.ts`.
 */
export interface TriggerKind<Of extends Trigger = Trigger> {
  type: Of['type'];
  /** A trigger as it is kept: what was left out is filled in. */
  shape(input: Extract<TriggerInput, { type: Of['type'] }>, wrong: (field: string, message: string) => void): Of;
  /** What it needs beside itself, and what is still to be set: the gaps of a flow follow from it. */
  references(trigger: Of): Found[];
  /** What a trigger of a complete flow is about, in the words of the events that it waits for. */
  subject(trigger: Of): string;
  /** Of all that a write has done, the subjects about which triggers of this type are to hear; null for any. */
  happened(told: Told): (string | null)[];
  /** To whom it has happened. */
  contacts(subject: string, told: Told): string[];
  /** What a contact `c` has to be for it beside that; null: nothing more. */
  condition?(match: Heard<Of> & { day: string | null }, context: Pick<Scope, 'workspaceId'> & { now: Date }): Sql | null;
  /** Of one that fires by time: the first moment after another one at which it does. */
  dueAfter?(trigger: Of, moment: Date): Date;
  /** Of one that fires for days: that for which a write of this moment may let contacts in; null for none. */
  dayAt?(heard: Heard<Of>, now: Date): string | null;
  /** What lets members in, for people. */
  words(trigger: Of, nameOf: NameOf): string;
}

/** A trigger of an active flow that waits for something that has just happened. */
export interface Heard<Of extends Trigger = Trigger> {
  flowId: string;
  /** Its place among the triggers of the flow. */
  position: number;
  subject: string;
  trigger: Of;
  /** The workspace's own field that it is about, while that is active. */
  field: FieldDefinition | null;
}
