import { type Ctx, type Scope, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { DomainError, invalid, notFound } from '../../shared/errors.ts';
import { isInternational, normaliseEmail, normalisePhone } from '../../shared/identifiers.ts';
import { nameOf } from '../../shared/text.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { hasUnsubscribedThemselves } from '../activities/activities.repo.ts';
import { removeFromAllLists } from '../contact-lists/contact-lists.repo.ts';
import { contactDeleted } from '../events.ts';
import { type Batch, type BatchItem, type Outcome, writeContacts } from './batch.service.ts';
import { type ContactRow, deleteContacts as deleteRows, findContact, findContactsMatching } from './contacts.repo.ts';
import type { Origin } from './fields.service.ts';
import type { Warning } from './roster.service.ts';

const PUBLIC_API: Origin = { source: 'public_api', detail: null };

type ApiBatch = Omit<Batch, 'origin'>;

/** Makes a contact of each item. One that is known already, even by an item before it, is a conflict. */
export const createContacts = (ctx: Scope, events: Events, batch: ApiBatch) =>
  writeContacts(ctx, events, 'create', { ...batch, origin: PUBLIC_API }) as Promise<Outcome<'created'>[]>;

/** Updates the contact that has an item's external ID, or else its email, or for an item without one its phone; makes it when there is none. */
export const upsertContacts = (ctx: Scope, events: Events, batch: ApiBatch): Promise<Outcome[]> =>
  writeContacts(ctx, events, 'upsert', { ...batch, origin: PUBLIC_API });

/** Updates the contact that each item names. */
export const updateContacts = (ctx: Scope, events: Events, batch: ApiBatch) =>
  writeContacts(ctx, events, 'update', { ...batch, origin: PUBLIC_API }) as Promise<Outcome<'updated'>[]>;

export const CONFLICT = 'Another contact already has this email, phone or external ID.';

/** @throws not_found, conflict with the contact in the way, or validation_failed */
export async function updateContact(
  ctx: Ctx,
  events: Events,
  id: string,
  fields: Omit<BatchItem, 'contact_id'>,
): Promise<{ contact: ContactRow; warnings: Warning[] }> {
  // A change of one contact that an API client unsubscribed is meant; what the person did takes consent to undo.
  const mayResubscribe = fields.unsubscribed === false && !fields.resubscribe && !(await hasUnsubscribedThemselves(ctx, id));
  const batch = { items: [{ ...fields, contact_id: id }], itemIssues: [null], now: ctx.now, ...(mayResubscribe && { mayResubscribe }) };
  const [outcome] = await updateContacts(ctx, events, batch);
  if (outcome?.status === 'updated') return { contact: outcome.contact, warnings: outcome.warnings };
  if (outcome?.code === 'conflict') throw new DomainError('conflict', CONFLICT, { existing_contact: outcome.existing });
  // Nobody learns what would be wrong with a change to a contact that is not there.
  if (outcome?.code === 'validation_failed' && (await findContact(ctx, id))) throw invalid(...outcome.issues);
  throw notFound();
}

/**
 * Deletes contacts, each named once, with their timelines and their places on lists.
 * @returns the ids of those who were there
 */
export function deleteContacts(ctx: Scope, events: Events, ids: string[]): Promise<Set<string>> {
  return transaction(ctx, async (tx) => {
    const found = await removeFromAllLists(tx, ids);
    await events.publish(tx, [contactDeleted, found]);
    await deleteRows(tx, found);
    return new Set(found);
  });
}

/** @throws not_found */
export async function deleteContact(ctx: Scope, events: Events, id: string): Promise<void> {
  const deleted = await deleteContacts(ctx, events, [id]);
  if (deleted.size === 0) throw notFound();
}

/** The contacts that have one of the identifiers, however these are written. What is no email or phone finds nobody. */
export async function lookUpContacts(
  ctx: Scope,
  { email, phone, external_id }: { email?: string; phone?: string; external_id?: string },
): Promise<ContactRow[]> {
  const country = phone && !isInternational(phone) ? (await findWorkspace(ctx)).defaultCountry : '';
  const key = {
    email: email && normaliseEmail(email),
    phone: phone && normalisePhone(phone, country),
    external_id: external_id && nameOf(external_id),
  };
  return findContactsMatching(ctx, [key]);
}
