import { type Handler, type Handlers, holding } from '../../http/handler.types.ts';
import type { Events } from '../../platform/events.ts';
import { momentOf } from '../../shared/dates.ts';
import { notFound } from '../../shared/errors.ts';
import { holdPeople } from './batch.repo.ts';
import { pageOfContacts } from './contact-page.repo.ts';
import { findContact } from './contacts.repo.ts';
import * as service from './contacts.service.ts';
import {
  shownWarnings,
  toContact,
  toContactSummary,
  toCreateResult,
  toDeleteResult,
  toUpdateResult,
  toUpsertResult,
} from './contacts.view.ts';
import type { MergeFollower } from './merging.service.ts';
import * as merging from './merging.service.ts';

const listContacts: Handler<'listContacts'> = async ({ query }, ctx) => {
  const { email, phone, external_id, updated_after, ...listing } = query;
  if (email !== undefined || phone !== undefined || external_id !== undefined) {
    const found = await service.lookUpContacts(ctx, { email, phone, external_id });
    return { status: 200, body: { items: found.map(toContact) } };
  }
  const updatedAfter = updated_after === undefined ? undefined : (momentOf(updated_after) ?? undefined);
  const { rows, paging } = await pageOfContacts(ctx, { of: 'contacts', ...listing, updatedAfter });
  return { status: 200, body: { items: rows.map(toContactSummary), ...paging } };
};

const getContact: Handler<'getContact'> = async ({ path }, ctx) => {
  const contact = await findContact(ctx, path.contact_id);
  if (!contact) throw notFound();
  return { status: 200, body: toContact(contact) };
};

export function createContactHandlers({ events, mergeFollower }: { events: Events; mergeFollower: MergeFollower }) {
  const mergeContacts: Handler<'mergeContacts'> = async ({ body }, ctx) => {
    const merge = { keepId: body.keep_id, mergeIds: body.merge_ids, prefer: body.prefer ?? 'kept' };
    const { contact, fields } = await merging.mergeContacts(ctx, { events, follower: mergeFollower }, merge);
    return { status: 200, body: { contact: toContact(contact), merged_ids: merge.mergeIds, fields } };
  };

  const createContacts: Handler<'createContacts'> = async ({ body: { items }, itemIssues }, ctx) => {
    const outcomes = await service.writeContacts(ctx, events, { mode: 'create', items, itemIssues });
    return { status: 201, body: toCreateResult(items, outcomes) };
  };

  const upsertContacts: Handler<'upsertContacts'> = async ({ body: { items }, itemIssues }, ctx) => {
    const outcomes = await service.writeContacts(ctx, events, { mode: 'upsert', items, itemIssues });
    return { status: 200, body: toUpsertResult(items, outcomes) };
  };

  const updateContacts: Handler<'updateContacts'> = async ({ body: { items }, itemIssues }, ctx) => {
    const outcomes = await service.writeContacts(ctx, events, { mode: 'update', items, itemIssues });
    return { status: 200, body: toUpdateResult(items, outcomes) };
  };

  const updateContact: Handler<'updateContact'> = async ({ path, body }, ctx) => {
    const { contact, warnings } = await service.updateContact(ctx, events, { ...body, id: path.contact_id });
    return { status: 200, body: { ...toContact(contact), ...shownWarnings(warnings) } };
  };

  const deleteContact: Handler<'deleteContact'> = async ({ path }, ctx) => {
    const deleted = await service.deleteContacts(ctx, events, [path.contact_id]);
    if (deleted.size === 0) throw notFound();
    return { status: 204 };
  };

  const deleteContacts: Handler<'deleteContacts'> = async ({ body }, ctx) => {
    const deleted = await service.deleteContacts(ctx, events, body.contact_ids);
    return { status: 200, body: toDeleteResult(body.contact_ids, deleted) };
  };

  /** For clients that can send no body with DELETE. */
  const deleteContactsByPost: Handler<'deleteContactsByPost'> = deleteContacts;

  return {
    listContacts,
    createContacts,
    upsertContacts,
    updateContacts,
    getContact: holding(getContact, (tx, path) => holdPeople(tx, [], [path.contact_id])),
    updateContact,
    deleteContact,
    deleteContacts,
    deleteContactsByPost,
    mergeContacts,
  } satisfies Partial<Handlers>;
}
