import { removeMembers } from '../../../audience/contact-lists/contact-lists.service.ts';
import type { StepOf } from '../definition.ts';
import { contactsOf, ofListSteps, withList } from '../list-steps.ts';
import { called } from '../report/texts.ts';
import type { StepKind } from '../step.kind.ts';

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
