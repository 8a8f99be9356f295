import { addThoseThere, removeThoseThere } from '../../../../audience/contact-lists/contact-lists.service.ts';
import type { Events } from '../../../../platform/events.ts';
import { DomainError, type ErrorCode } from '../../../../shared/errors.ts';
import type { StepOf } from '../../definition.ts';
import { nextTurn } from './later.ts';
import type { Executor, Member, Result } from './step.types.ts';

/** Puts contacts on a static list, which other flows hear. */
export const createAddToList =
  ({ events }: { events: Events }): Executor<StepOf<'add_to_list'>> =>
  (call, { list_id: listId }, members) =>
    unlessUnfit(listId, members, async (list) => {
      const { added, unknown } = await addThoseThere(call, events.by(call.definition.flowId), list, contactsOf(members));
      return ({ contactId }) => {
        if (unknown.has(contactId)) return nextTurn(call.now);
        return { kind: 'done', outcome: added.has(contactId) ? 'added' : 'already_member' };
      };
    });

/** Takes contacts off a static list, which other flows hear. */
export const createRemoveFromList =
  ({ events }: { events: Events }): Executor<StepOf<'remove_from_list'>> =>
  (call, { list_id: listId }, members) =>
    unlessUnfit(listId, members, async (list) => {
      const removed = await removeThoseThere(call, events.by(call.definition.flowId), list, contactsOf(members));
      return ({ contactId }) => ({ kind: 'done', outcome: removed.has(contactId) ? 'removed' : 'not_member' });
    });

const contactsOf = (members: Member[]): string[] => members.map(({ contactId }) => contactId);

/** Why nobody can be put on a list or taken off it, by what the audience answers. */
const UNFIT: Partial<Record<ErrorCode, string>> = {
  not_found: 'There is no such list any more.',
  validation_failed: 'The list is dynamic: its members follow from its rules.',
  system_list_protected: 'The list is one of the system, whose members follow from what they are.',
};

async function unlessUnfit(
  listId: string | null,
  members: Member[],
  work: (listId: string) => Promise<(member: Member) => Result>,
): Promise<Map<string, Result>> {
  const all = (result: (member: Member) => Result) => new Map(members.map((member) => [member.id, result(member)]));
  if (listId === null) return all(() => failed('The step has no list.'));
  try {
    return all(await work(listId));
  } catch (error) {
    const reason = error instanceof DomainError && UNFIT[error.code];
    if (!reason) throw error;
    return all(() => failed(reason));
  }
}

const failed = (error: string): Result => ({ kind: 'done', outcome: 'failed', details: { error } });
