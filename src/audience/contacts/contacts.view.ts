import type { components } from '../../../generated/api.d.ts';
import { notFound } from '../../shared/errors.ts';
import { isUuid } from '../../shared/identifiers.ts';
import { isStorable } from '../../shared/text.ts';
import { FIELD_NAMES, type FieldName } from '../contact-field-catalogue.ts';
import type { ContactListRow, ContactRow } from './contacts.repo.ts';
import { type BatchItem, CONFLICT, type Outcome } from './contacts.service.ts';
import type { Rejection, Warning } from './roster.service.ts';

type Schemas = components['schemas'];

export const toContactSummary = (row: ContactListRow): Schemas['ContactSummary'] =>
  ({ contact_id: row.id, ...Object.fromEntries(FIELD_NAMES.map((name) => [name, shownValue(row[name])])) }) as Schemas['ContactSummary'];

const shownValue = (value: ContactListRow[FieldName]) => (value instanceof Date ? value.toISOString() : value);

export const toContact = (row: ContactRow): Schemas['Contact'] => ({ ...toContactSummary(row), custom_fields: row.custom_fields });

type Item = BatchItem & { client_item_id?: string };

export const toCreateResult = (items: Item[], outcomes: Outcome<'created'>[]): Schemas['ContactCreateResult'] => ({
  status: 'completed',
  created_count: count(outcomes, 'created'),
  rejected_count: count(outcomes, 'rejected'),
  items: outcomes.map((outcome, index) => toResult(outcome, index, items[index])) as Schemas['ContactCreateResult']['items'],
});

export const toUpsertResult = (items: Item[], outcomes: Outcome[]): Schemas['ContactUpsertResult'] => ({
  status: 'completed',
  created_count: count(outcomes, 'created'),
  updated_count: count(outcomes, 'updated'),
  rejected_count: count(outcomes, 'rejected'),
  items: outcomes.map((outcome, index) => toResult(outcome, index, items[index])),
});

export const toUpdateResult = (items: Item[], outcomes: Outcome<'updated'>[]): Schemas['ContactUpdateResult'] => ({
  status: 'completed',
  updated_count: count(outcomes, 'updated'),
  rejected_count: count(outcomes, 'rejected'),
  items: outcomes.map((outcome, index) => toResult(outcome, index, items[index])) as Schemas['ContactUpdateResult']['items'],
});

export function toDeleteResult(ids: string[], deleted: Set<string>): Schemas['ContactDeleteResult'] {
  const items = ids.map((id, index) => ({
    index,
    contact_id: id,
    status: deleted.has(id) ? ('deleted' as const) : ('not_found' as const),
  }));
  return { deleted_count: deleted.size, items };
}

const count = (outcomes: Outcome[], status: Outcome['status']): number => outcomes.filter((outcome) => outcome.status === status).length;

export const shownWarnings = (warnings: Warning[]): { warnings?: Warning[] } => (warnings.length > 0 ? { warnings } : {});

type Result = Schemas['ContactUpsertResult']['items'][number];

function toResult(outcome: Outcome, index: number, item: Item | undefined): Result {
  if (outcome.status === 'rejected') return rejected(index, item, outcome);
  const { status, contact, warnings } = outcome;
  const shown = { index, client_item_id: clientItemId(item), contact_id: contact.id, status, contact: toContact(contact) };
  return { ...shown, ...shownWarnings(warnings) } as Result;
}

const MESSAGES: Record<Rejection['code'], string> = {
  validation_failed: 'The item is not valid.',
  conflict: CONFLICT,
  not_found: notFound().message,
};

function rejected(index: number, item: Item | undefined, rejection: Rejection): Schemas['ContactRejected'] {
  const issues = rejection.code === 'validation_failed' ? rejection.issues : undefined;
  return {
    index,
    client_item_id: clientItemId(item),
    contact_id: contactId(item),
    status: 'rejected',
    contact: null,
    error_code: rejection.code,
    message: MESSAGES[rejection.code],
    ...(issues && { issues }),
    ...(rejection.code === 'conflict' && { existing_contact: rejection.existing }),
  };
}

/* The schema has refused some of these items, so they may hold anything. */

const clientItemId = (item: Item | undefined): string | null =>
  typeof item?.client_item_id === 'string' && isStorable(item.client_item_id) ? item.client_item_id : null;
const contactId = (item: Item | undefined): string | null => (isUuid(item?.contact_id) ? item.contact_id : null);
