import {
  addedToStaticList,
  contactCreated,
  contactDeleted,
  contactUpdated,
  eventReceived,
  removedFromStaticList,
} from '../../../audience/events.ts';
import { generationEnded } from '../../../content/events.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Subscription, subscription, type Told } from '../../../platform/events.ts';
import { formSubmitted } from '../../../tents/events.ts';
import { lookAtTents } from '../tents/tents.repo.ts';
import type { Heard } from '../trigger.kind.ts';
import { kindOf, triggerKinds } from '../triggers/index.ts';
import { enter, type Happening, listen, type Match, tellOfDeletion } from './inbox.repo.ts';

/**
 * Flows react to changes of contacts: triggers let contacts in, and waiting members become due. A write of a workspace without flows costs
 * one look at an index, otherwise one more statement, however many contacts it was about.
 *
 * One write is one event: a form that makes a contact lets it in once, by the first of the flow's triggers that fits. A write for a flow
 * (`Events.by`) is not heard by that flow: a step does not let its members in again.
 */
export function flowSubscriptions({ clock }: { clock: Clock }): Subscription[] {
  return [
    {
      events: [contactCreated, contactUpdated, addedToStaticList, removedFromStaticList, eventReceived, formSubmitted],
      async handle(scope, told) {
        const tx = { ...scope, now: clock.now() };
        const [changed, created] = [changedIn(told), told.of(contactCreated)];
        const contactIds = [...new Set([...changed, ...created, ...told.of(formSubmitted).map(({ contactId }) => contactId)])];
        const heard = await listen(tx, { happenings: happeningsIn(told), contactIds, changedCount: changed.length });
        const matches = heard.filter(({ flowId }) => flowId !== told.by).flatMap((trigger) => matchOf(trigger, told, tx.now));
        await enter(tx, matches);
      },
    },
    subscription(generationEnded, async (tx, ended) => {
      const pages = ended.filter(({ kind }) => kind === 'tent');
      const ids = pages.map(({ generationId }) => generationId);
      if (ids.length > 0) await lookAtTents({ ...tx, now: clock.now() }, ids);
    }),
    subscription(contactDeleted, (tx, ids) => tellOfDeletion({ ...tx, now: clock.now() }, ids)),
  ];
}

const happeningsIn = (told: Told): Happening[] =>
  triggerKinds.flatMap(({ type, happened }) => [...new Set(happened(told))].map((subject) => ({ type, subject })));

const changedIn = ({ of }: Told): string[] => [
  ...new Set(
    [...of(contactUpdated), ...of(addedToStaticList), ...of(removedFromStaticList), ...of(eventReceived)].map(({ contactId }) => contactId),
  ),
];

function matchOf(heard: Heard, told: Told, now: Date): Match[] {
  const kind = kindOf(heard.trigger);
  const entries = kind.contexts && [...kind.contexts(heard, told)];
  const contactIds = entries ? entries.map(([contactId]) => contactId) : kind.contacts(heard.subject, told);
  const match = { ...heard, contactIds, contexts: entries?.map(([, context]) => context), day: null };
  if (!kind.dayAt) return [match];
  const day = kind.dayAt(heard, now);
  return day === null ? [] : [{ ...match, day }];
}
