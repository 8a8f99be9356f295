import { type ChangesMade, changeContacts, type FieldChange } from '../../../audience/contacts/changes.service.ts';
import { type Issue, invalid } from '../../../shared/errors.ts';
import type { StepOf } from '../definition.ts';
import { each, failed, nextTurn } from '../engine/results.ts';
import type { Executor, Result } from '../engine/step.types.ts';
import { counted, quote } from '../report/texts.ts';
import { oneWay, type StepDependencies, type StepKind } from '../step.kind.ts';
import { unset } from '../targets.ts';

type UpdateContact = StepOf<'update_contact'>;

/** A turn keeps a lock for each email and phone that it changes, and the database has room for some thousands of all transactions. */
const MOST_IDENTIFIERS = 500;

const changesIn = ({ updates }: Pick<UpdateContact, 'updates'>): FieldChange[] =>
  updates.map(({ field, value, write_mode }) => ({ field, value, fills: write_mode === 'skip_if_filled' }));

/** Like any other write. A change that a contact cannot take fails the step, with the rest written. */
const execute =
  ({ events }: Pick<StepDependencies, 'events'>): Executor<UpdateContact> =>
  async (call, step, members) => {
    const changes = changesIn(step);
    const movesIdentifiers = changes.some(({ field }) => field === 'email' || field === 'phone');
    const first = movesIdentifiers ? members.slice(0, MOST_IDENTIFIERS) : members;
    const ids = first.map(({ contactId }) => contactId);
    const made = await changeContacts(call, events.by(call.definition.flowId), { contactIds: ids, changes });
    return each(members, ({ contactId }) => {
      const outcome = made.get(contactId);
      return outcome ? resultOf(outcome) : nextTurn(call.now);
    });
  };

function resultOf({ changed, issues }: ChangesMade): Result {
  if (issues.length > 0) return failed(inWords(issues));
  return { kind: 'done', outcome: changed ? 'updated' : 'unchanged' };
}

const inWords = (issues: Issue[]): string => issues.map(({ path, message }) => `${path} ${message}.`).join(' ');

export const updateContact: StepKind<UpdateContact> = {
  type: 'update_contact',
  shape(input, { base, next }) {
    const given = 'field' in input ? [input] : (input.updates ?? []);
    const updates = given.map(({ field, value, write_mode = 'overwrite' }) => ({ field, value, write_mode }));
    return { ...base, type: input.type, next_step_id: next, updates };
  },
  /** Parts of one change are merged into the only one that the step makes; `field` and `value` together are a change of their own. */
  merge({ step, patch: { field, value, write_mode, updates }, path }, merged) {
    if (updates !== undefined || (field === undefined && value === undefined && write_mode === undefined)) return;
    delete merged.updates;
    if (field !== undefined && value !== undefined) return;
    const [only, ...others] = step.updates;
    if (others.length > 0) throw invalid({ path, message: 'makes several changes: send updates, or field and value together' });
    for (const [name, given] of Object.entries(only ?? {})) if (!(name in merged)) merged[name] = given;
  },
  references(step) {
    if (step.updates.length === 0) return unset('updates', 'No change is set.');
    return changesIn(step).map((change, i) => ({ path: `updates.${i}`, of: 'change', change }));
  },
  ...oneWay,
  locks: true,
  execute,
  words({ updates: [first, ...others] }) {
    if (!first) return 'Changes nothing';
    if (others.length > 0) return `Sets ${first.field} and ${counted(others.length, 'other fields')}`;
    return first.value === null ? `Empties ${first.field}` : `Sets ${first.field} to ${quote(String(first.value))}`;
  },
  drawing: { name: 'Update contact', tone: 'change', mermaid: ['[[', ']]'] },
};
