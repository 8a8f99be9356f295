import { type ChangesMade, changeContacts, type FieldChange } from '../../../../audience/contacts/changes.service.ts';
import type { Events } from '../../../../platform/events.ts';
import type { Issue } from '../../../../shared/errors.ts';
import type { StepOf } from '../../definition.ts';
import { nextTurn } from './later.ts';
import type { Executor, Result } from './step.types.ts';

/** A turn keeps a lock for each email and phone that it changes, and the database has room for some thousands of all transactions. */
const MOST_IDENTIFIERS = 500;

/** The changes of a step as the audience takes them. */
export const changesIn = ({ updates }: Pick<StepOf<'update_contact'>, 'updates'>): FieldChange[] =>
  updates.map(({ field, value, write_mode }) => ({ field, value, fills: write_mode === 'skip_if_filled' }));

/** Writes fields of contacts as any other write would. What a contact cannot take fails the step, with the rest written. */
export const createUpdateContact =
  ({ events }: { events: Events }): Executor<StepOf<'update_contact'>> =>
  async (call, step, members) => {
    const changes = changesIn(step);
    const movesIdentifiers = changes.some(({ field }) => field === 'email' || field === 'phone');
    const first = movesIdentifiers ? members.slice(0, MOST_IDENTIFIERS) : members;
    const ids = first.map(({ contactId }) => contactId);
    const made = await changeContacts(call, events.by(call.definition.flowId), ids, changes, {
      changedBy: 'flow',
      now: call.now,
    });
    return new Map(
      members.map(({ id, contactId }) => {
        const outcome = made.get(contactId);
        return [id, outcome ? resultOf(outcome) : nextTurn(call.now)];
      }),
    );
  };

function resultOf({ changed, issues }: ChangesMade): Result {
  if (issues.length > 0) return { kind: 'done', outcome: 'failed', details: { error: inWords(issues) } };
  return { kind: 'done', outcome: changed ? 'updated' : 'unchanged' };
}

const inWords = (issues: Issue[]): string => issues.map(({ path, message }) => `${path} ${message}.`).join(' ');
