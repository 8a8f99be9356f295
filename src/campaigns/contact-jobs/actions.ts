import { addThoseThere, removeMembers } from '../../audience/contact-lists/contact-lists.service.ts';
import { deleteContacts, type Outcome, writeContacts } from '../../audience/contacts/contacts.service.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import type { Ctx, Tx } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { ContactId, FlowId, ListId } from '../../platform/ids.ts';
import { DomainError } from '../../shared/errors.ts';
import { eraseContact } from '../erasures/erasures.service.ts';
import { enrolMany } from '../flows/members/members.service.ts';
import type { Failure, JobRow } from './contact-jobs.repo.ts';

export interface ActionDependencies {
  events: Events;
  enqueue: Enqueue;
}

export interface Done {
  changed: number;
  unchanged: number;
  failures: Failure[];
}

interface Action {
  /** Contacts that are looked through for one transaction. */
  most: number;
  /** Whether each contact has a transaction of its own. */
  isSingle?: true;
  apply(tx: Ctx<Tx>, dependencies: ActionDependencies, part: { job: JobRow; contactIds: ContactId[] }): Promise<Done>;
}

/** Each calls the function of the single operation, which writes the whole part in a few statements. */
export const ACTIONS: Record<JobRow['action'], Action> = {
  update: {
    most: 1_000,
    async apply(tx, { events }, { job, contactIds }) {
      const { changes } = job.parameters;
      const items = contactIds.map((contact_id) => ({ ...changes, contact_id }));
      const outcomes = await writeContacts(tx, events, { mode: 'update', items, itemIssues: items.map(() => null) });
      const failures = outcomes.flatMap((outcome, index) => failureOf(contactIds[index] as ContactId, outcome));
      const changed = outcomes.filter((outcome) => outcome.status === 'updated' && outcome.changed).length;
      return { changed, unchanged: contactIds.length - changed - failures.length, failures };
    },
  },
  delete: {
    most: 1_000,
    apply: async (tx, { events }, { contactIds }) => counted(contactIds, (await deleteContacts(tx, events, contactIds)).size),
  },
  add_to_list: {
    most: 1_000,
    async apply(tx, { events }, { job, contactIds }) {
      const { added } = await addThoseThere(tx, events, { listId: job.parameters.targetListId as ListId, contactIds });
      return counted(contactIds, added.size);
    },
  },
  remove_from_list: {
    most: 1_000,
    async apply(tx, { events }, { job, contactIds }) {
      const removed = await removeMembers(tx, events, { listId: job.parameters.targetListId as ListId, contactIds });
      return counted(contactIds, removed.size);
    },
  },
  enrol: {
    most: 1_000,
    async apply(tx, _dependencies, { job, contactIds }) {
      const { flowId, dynamicContext } = job.parameters;
      const admissions = await enrolMany(tx, { flowId: flowId as FlowId, contactIds, dynamicContext });
      const was = (...kinds: string[]) => contactIds.filter((id) => kinds.includes(admissions.get(id)?.was ?? 'unknown'));
      const failures = was('limit').map((contactId) => ({ contactId, message: TOO_OFTEN }));
      return { changed: was('entered').length, unchanged: was('in_flow', 'was_in_flow', 'disqualified', 'unknown').length, failures };
    },
  },
  // The locks of several people in one transaction would be in no order that other writers keep.
  erase: {
    most: 500,
    isSingle: true,
    async apply(tx, dependencies, { job, contactIds }) {
      const [contactId] = contactIds as [ContactId];
      try {
        await eraseContact(tx, dependencies, { contactId, requestedBy: job.requestedBy });
        return counted(contactIds, 1);
      } catch (error) {
        // Deleted since it was selected. Nothing has been written by then.
        if (error instanceof DomainError && error.code === 'not_found') return counted(contactIds, 0);
        throw error;
      }
    },
  },
};

const TOO_OFTEN = 'The contact has entered the flow 10 times within 24 hours.';

const counted = (contactIds: readonly ContactId[], changed: number): Done => ({
  changed,
  unchanged: contactIds.length - changed,
  failures: [],
});

/** A contact that is gone by now is no failure. */
function failureOf(contactId: ContactId, outcome: Outcome): Failure[] {
  if (outcome.status !== 'rejected' || outcome.code === 'not_found') return [];
  if (outcome.code === 'conflict') return [{ contactId, message: 'Another contact already has this value.' }];
  return [{ contactId, message: outcome.issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ') }];
}
