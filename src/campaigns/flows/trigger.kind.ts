import type { components } from '../../../generated/api.d.ts';
import type { FieldDefinition } from '../../audience/rules/rules.service.ts';
import type { Scope, Sql } from '../../platform/db.ts';
import type { EventBatch } from '../../platform/events.ts';
import type { ContactId, FlowId } from '../../platform/ids.ts';
import type { EntryContext } from '../messages/merge-values.ts';
import type { Trigger } from './definition.ts';
import type { NameOf } from './report/texts.ts';
import type { Found } from './targets.ts';

export type TriggerInput = components['schemas']['FlowTriggerInput'];

/**
 * A type of trigger: everything about it in one file of `triggers/`, beside its schemas `Flow…TriggerInput` and `Flow…Trigger` in the
 * document. Code that treats triggers alike asks the registry, `triggers/index.ts`.
 */
export interface TriggerKind<Of extends Trigger = Trigger> {
  type: Of['type'];
  /** Fills in defaults. */
  shape(input: Extract<TriggerInput, { type: Of['type'] }>, wrong: (field: string, message: string) => void): Of;
  /** Its references and unset values: the gaps of a flow follow from them. */
  references(trigger: Of): Found[];
  subject(trigger: Of): string;
  /** The subjects of a write that triggers of this type wait for; null for any. */
  happened(batch: EventBatch): (string | null)[];
  contacts(subject: string, batch: EventBatch): string[];
  /** Of one that lets contacts in with values: the contacts that it is for, with these. The first that fits counts. */
  contexts?(armed: ArmedTrigger<Of>, batch: EventBatch): Iterable<readonly [contactId: ContactId, context: EntryContext]>;
  /** The first name of the merge tags that such values are for. */
  supplies?: keyof EntryContext;
  /** An SQL condition on a contact `c`, and on `e.context`, the values as text; null: none. */
  condition?(match: ArmedTrigger<Of> & { day: string | null }, context: Pick<Scope, 'workspaceId'> & { now: Date }): Sql | null;
  /** Of one that fires by time: its next moment. */
  dueAfter?(trigger: Of, moment: Date): Date;
  /** Of one that fires for days: the day for which a write at this moment may let contacts in; null for none. */
  dayAt?(armed: ArmedTrigger<Of>, now: Date): string | null;
  words(trigger: Of, nameOf: NameOf): string;
}

/** A trigger of an active flow that waits for an event that has just happened. */
export interface ArmedTrigger<Of extends Trigger = Trigger> {
  flowId: FlowId;
  position: number;
  subject: string;
  trigger: Of;
  /** The workspace's own field that it is about, while that is active. */
  field: FieldDefinition | null;
}
