import { addThoseThere } from '../../../audience/contact-lists/contact-lists.service.ts';
import type { StepOf } from '../definition.ts';
import { nextTurn } from '../engine/results.ts';
import { contactsOf, ofListSteps, withList } from '../list-steps.ts';
import { called } from '../report/texts.ts';
import type { StepKind } from '../step.kind.ts';

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
