import {
  addedToStaticList,
  contactCreated,
  contactDeleted,
  contactUpdated,
  type ListMember,
  removedFromStaticList,
} from '../../../audience/events.ts';
import { generationEnded } from '../../../content/events.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Subscription, subscription, type Told } from '../../../platform/events.ts';
import { formSubmitted, type SubmittedForm } from '../../../tents/events.ts';
import { lookAtTents } from '../tents/tents.repo.ts';
import { dayUnderWay } from './dates.ts';
import { formOf, type Heard, hasDates } from './heard.repo.ts';
import { enter, type Happening, listen, type Match, tellOfDeletion } from './inbox.repo.ts';

/**
 * What flows do about what happens to contacts: those that wait for it are told whom to let in, and those with members who wait for a
 * change of their contact, or have lost it, whom to look at. A write of a workspace without flows costs one look at an index, one of
 * a workspace with flows that wait for it another statement, however many contacts it was about.
 *
 * What one write has done is one event: a form that makes a contact lets it in once, by the first of the flow's triggers that fits. Who
 * writes for a flow says so by `Events.by`, with the flow's id, and is not heard by that flow: a step does not let its members in
 * again.
 */
export function flowSubscriptions({ clock }: { clock: Clock }): Subscription[] {
  return [
    {
      events: [contactCreated, contactUpdated, addedToStaticList, removedFromStaticList, formSubmitted],
      async handle(scope, told) {
        const tx = { ...scope, now: clock.now() };
        const heard = await listen(tx, happeningsIn(told), concernedIn(told));
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

/** What triggers wait for of all that a write has done. */
function happeningsIn({ of }: Told): Happening[] {
  const isAnybodyNew = of(contactCreated).length > 0;
  const fields = [...new Set(of(contactUpdated).flatMap((update) => update.fields))];
  const about = (type: Happening['type'], subjects: Iterable<string>) => [...new Set(subjects)].map((subject) => ({ type, subject }));
  return [
    ...(isAnybodyNew ? [{ type: 'contact_created' as const, subject: '' }] : []),
    ...about('contact_updated', fields),
    ...about('added_to_static_list', of(addedToStaticList).map(listOf)),
    ...about('removed_from_static_list', of(removedFromStaticList).map(listOf)),
    ...about('form_submitted', of(formSubmitted).map(nameOf)),
    // Whoever is new may come with dates in any field.
    ...(isAnybodyNew ? [{ type: 'date_based' as const, subject: null }] : about('date_based', fields)),
  ];
}

const listOf = ({ listId }: ListMember): string => listId;
const nameOf = ({ tentId, formId }: SubmittedForm): string => formOf(tentId, formId);

/** Contacts of whom something has changed that conditions ask about. */
const concernedIn = ({ of }: Told): string[] => [
  ...new Set([...of(contactUpdated), ...of(addedToStaticList), ...of(removedFromStaticList)].map(({ contactId }) => contactId)),
];

/** To whom it has happened that a trigger waits for. */
function contactsOf({ trigger: { type }, subject }: Heard, { of }: Told): string[] {
  const changed = () => of(contactUpdated).filter(({ fields }) => fields.includes(subject));
  const idsOf = (items: { contactId: string }[]) => items.map(({ contactId }) => contactId);
  switch (type) {
    case 'contact_created':
      return of(contactCreated);
    case 'contact_updated':
      return idsOf(changed());
    case 'added_to_static_list':
      return idsOf(of(addedToStaticList).filter((member) => listOf(member) === subject));
    case 'removed_from_static_list':
      return idsOf(of(removedFromStaticList).filter((member) => listOf(member) === subject));
    case 'form_submitted':
      return [...new Set(idsOf(of(formSubmitted).filter((form) => nameOf(form) === subject)))];
    case 'date_based':
      return [...new Set([...of(contactCreated), ...idsOf(changed())])];
  }
}

/** Whom a trigger may be for. A date is looked at here only when its moment has come before the date was known. */
function matchOf(heard: Heard, told: Told, now: Date): Match[] {
  const { trigger } = heard;
  const contactIds = contactsOf(heard, told);
  if (trigger.type !== 'date_based') return [{ ...heard, contactIds, day: null }];
  const day = hasDates({ ...heard, trigger }) ? dayUnderWay(trigger, now) : null;
  return day ? [{ ...heard, contactIds, day }] : [];
}
