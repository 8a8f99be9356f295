import type { ListId } from '../../platform/ids.ts';
import { DomainError, type ErrorCode } from '../../shared/errors.ts';
import type { StepOf } from './definition.ts';
import { each, failed } from './engine/results.ts';
import type { Member, Result } from './engine/step.types.ts';
import { oneWay, type Writing } from './step.kind.ts';
import type { Found } from './targets.ts';

type ListStep = StepOf<'add_to_list' | 'remove_from_list'>;

export const ofListSteps = {
  shape: <Type extends ListStep['type']>(
    { type, list_id = null }: { type: Type; list_id?: string | null },
    { base, next }: Pick<Writing, 'base' | 'next'>,
  ) => ({ ...base, type, next_step_id: next, list_id }),
  references: ({ list_id: id }: ListStep): Found[] => [{ path: 'list_id', of: 'static_list', id }],
  ...oneWay,
  locks: true,
};

export const contactsOf = (members: Member[]): string[] => members.map(({ contactId }) => contactId);

/** By the errors of the audience. */
const UNFIT: Partial<Record<ErrorCode, string>> = {
  not_found: 'There is no such list any more.',
  validation_failed: 'The list is dynamic: its members follow from its rules.',
  system_list_protected: 'System lists are computed; you cannot add or remove members.',
};

/** A list that is missing, or takes no members, fails the step. */
export async function withList(
  listId: ListId | null,
  members: Member[],
  work: (listId: ListId) => Promise<(member: Member) => Result>,
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
