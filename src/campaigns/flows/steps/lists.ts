import { addThoseThere, removeMembers } from '../../../audience/contact-lists/contact-lists.service.ts';
import { DomainError, type ErrorCode } from '../../../shared/errors.ts';
import type { StepOf } from '../definition.ts';
import { each, failed, nextTurn } from '../engine/results.ts';
import type { Member, Result } from '../engine/step.types.ts';
import { called } from '../report/texts.ts';
import { oneWay, type StepKind, type Writing } from '../step.kind.ts';
import type { Found } from '../targets.ts';

type ListStep = StepOf<'add_to_list' | 'remove_from_list'>;

const ofListSteps = {
  shape: <Type extends ListStep['type']>(
    { type, list_id = null }: { type: Type; list_id?: string | null },
    { base, next }: Pick<Writing, 'base' | 'next'>,
  ) => ({ ...base, type, next_step_id: next, list_id }),
  references: ({ list_id: id }: ListStep): Found[] => [{ path: 'list_id', of: 'static_list', id }],
  ...oneWay,
  locks: true,
};

const contactsOf = (members: Member[]): string[] => members.map(({ contactId }) => contactId);

/** By the errors of the audience. */
const UNFIT: Partial<Record<ErrorCode, string>> = {
  not_found: 'There is no such list any more.',
  validation_failed: 'The list is dynamic: its members follow from its rules.',
  system_list_protected: 'System lists are computed; you cannot add or remove members.',
};

/** A list that is missing, or takes no members, fails the step. */
async function withList(
  listId: string | null,
  members: Member[],
  work: (listId: string) => Promise<(member: Member) => Result>,
): Promise<Map<string, Result>> {
  if (listId === null) return each(members, () => failed('The step has no list.'));
  try {
    return each(members, await work(listId));
  } catch (error) {
    const reason = error instanceof DomainError && UNFIT[error.code];
    if (!reason) throw error;
    return each(members, () => failed(reason));
  }
}

export const addToList: StepKind<StepOf<'add_to_list'>> = {
  type: 'add_to_list',
  ...ofListSteps,
  execute:
    ({ events }) =>
    (call, { list_id }, members) =>
      withList(list_id, members, async (list) => {
        const { added, unknown } = await addThoseThere(call, events.by(call.definition.flowId), {
          listId: list,
          contactIds: contactsOf(members),
        });
        return ({ contactId }) => {
          if (unknown.has(contactId)) return nextTurn(call.now);
          return { kind: 'done', outcome: added.has(contactId) ? 'added' : 'already_member' };
        };
      }),
  words: ({ list_id }, nameOf) => `Adds to ${called(list_id, 'list', nameOf)}`,
  drawing: { name: 'Add to list', tone: 'change', mermaid: ['[[', ']]'] },
};

export const removeFromList: StepKind<StepOf<'remove_from_list'>> = {
  type: 'remove_from_list',
  ...ofListSteps,
  execute:
    ({ events }) =>
    (call, { list_id }, members) =>
      withList(list_id, members, async (list) => {
        const removed = await removeMembers(call, events.by(call.definition.flowId), {
          listId: list,
          contactIds: contactsOf(members),
        });
        return ({ contactId }) => ({ kind: 'done', outcome: removed.has(contactId) ? 'removed' : 'not_member' });
      }),
  words: ({ list_id }, nameOf) => `Removes from ${called(list_id, 'list', nameOf)}`,
  drawing: { name: 'Remove from list', tone: 'change', mermaid: ['[[', ']]'] },
};
