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
import { type EventBatch, type Subscription, subscription } from '../../../platform/events.ts';
import { formSubmitted } from '../../../tents/events.ts';
import { lookAtTents } from '../tents/tents.repo.ts';
import type { ArmedTrigger } from '../trigger.kind.ts';
import { kindOf, triggerKinds } from '../triggers/index.ts';
import { enter, type Happening, listen, type Match, noteDeletion } from './inbox.repo.ts';

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
      async handle(scope, batch) {
        const tx = { ...scope, now: clock.now() };
        const [changed, created] = [changedIn(batch), batch.of(contactCreated)];
        const contactIds = [...new Set([...changed, ...created, ...batch.of(formSubmitted).map(({ contactId }) => contactId)])];
        const armed = await listen(tx, { happenings: happeningsIn(batch), contactIds, changedCount: changed.length });
        const matches = armed.filter(({ flowId }) => flowId !== batch.by).flatMap((trigger) => matchOf(trigger, batch, tx.now));
        await enter(tx, matches);
      },
    },
    subscription(generationEnded, async (tx, ended) => {
      const pages = ended.filter(({ kind }) => kind === 'tent');
      const ids = pages.map(({ generationId }) => generationId);
      if (ids.length > 0) await lookAtTents({ ...tx, now: clock.now() }, ids);
    }),
    subscription(contactDeleted, (tx, ids) => noteDeletion({ ...tx, now: clock.now() }, ids)),
  ];
}

const happeningsIn = (batch: EventBatch): Happening[] =>
  triggerKinds.flatMap(({ type, happened }) => [...new Set(happened(batch))].map((subject) => ({ type, subject })));

const changedIn = ({ of }: EventBatch): string[] => [
  ...new Set(
    [...of(contactUpdated), ...of(addedToStaticList), ...of(removedFromStaticList), ...of(eventReceived)].map(({ contactId }) => contactId),
  ),
];

function matchOf(armed: ArmedTrigger, batch: EventBatch, now: Date): Match[] {
  const kind = kindOf(armed.trigger);
  const entries = kind.contexts && [...kind.contexts(armed, batch)];
  const contactIds = entries ? entries.map(([contactId]) => contactId) : kind.contacts(armed.subject, batch);
  const match = { ...armed, contactIds, contexts: entries?.map(([, context]) => context), day: null };
  if (!kind.dayAt) return [match];
  const day = kind.dayAt(armed, now);
  return day === null ? [] : [{ ...match, day }];
}
