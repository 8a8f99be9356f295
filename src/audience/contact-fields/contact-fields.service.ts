import type { components } from '../../../generated/api.d.ts';
import type { ContactFieldDefinition } from '../../../generated/prisma/client.ts';
import { type Ctx, type Scope, type Tx, transaction } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { DomainError, type Issue, invalid, notFound } from '../../shared/errors.ts';
import { asciiOf } from '../../shared/text.ts';
import { beginRemoval, type FindUsers, fieldThing } from '../../workspaces/references.ts';
import { FIELD_NAMES, type FieldName, isSystemField } from '../contact-field-catalogue.ts';
import * as repo from './contact-fields.repo.ts';

export type NewField = components['schemas']['CreateContactFieldRequest'];

const MOST_ACTIVE = 200;
export const LONGEST_NAME = 100;

/**
 * Defines fields, all of them or none.
 * @param place where a field is in the request, for issues: `items.3`, or nothing for a request of one
 * @throws validation_failed, or conflict with the names that are taken or with the limit
 */
export async function createFields(
  ctx: Ctx,
  fields: NewField[],
  { createdByName, place }: { createdByName: string; place: (index: number) => string },
): Promise<ContactFieldDefinition[]> {
  const named = fields.map((field) => ({ ...field, apiName: field.api_name ?? apiNameFrom(field.display_name) }));
  const issues = named.flatMap((field, index) => nameIssues(field, place(index)));
  if (issues.length > 0) throw invalid(...issues);
  const apiNames = named.map(({ apiName }) => apiName);

  return transaction(ctx, async (tx) => {
    // Others that define or restore fields wait here, so that together they do not pass the limit.
    await repo.lockDefinitions(tx);
    const taken = await repo.takenNames(tx, apiNames);
    const conflicting = apiNames.filter((name, index) => taken.has(name) || apiNames.indexOf(name) < index);
    if (conflicting.length > 0) throw namesTaken([...new Set(conflicting)]);
    await requireRoom(tx, fields.length);
    return repo.insertDefinitions(
      tx.db,
      named.map((field) => ({
        workspaceId: ctx.workspaceId,
        id: newId(),
        apiName: field.apiName,
        displayName: field.display_name,
        valueType: field.value_type,
        description: field.description || null,
        showInPeopleListDefault: field.show_in_people_list_default ?? false,
        status: 'active',
        createdByName,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })),
    );
  });
}

/**
 * Archiving keeps the values that contacts have; restoring shows them again.
 * @throws not_found, validation_failed for a built-in field, conflict when no more can be active, or in_use
 */
export async function updateField(
  ctx: Ctx,
  findUsers: FindUsers,
  id: string,
  changes: repo.DefinitionChanges,
): Promise<ContactFieldDefinition> {
  if (isSystemField(id)) throw invalid({ path: 'field_definition_id', message: 'is a built-in field, which cannot be changed' });
  return transaction(ctx, async (tx) => {
    const known = await repo.readDefinition(tx, id);
    if (!known) throw notFound();
    if (changes.status === 'archived' && known.status !== 'archived')
      await beginRemoval(tx, findUsers, { thing: fieldThing(known), name: `The field "${known.apiName}"` });
    await repo.lockDefinitions(tx);
    const field = (await repo.readDefinition(tx, id)) ?? known;
    if (changes.status === 'active' && field.status !== 'active') await requireRoom(tx, 1);
    const changed = Object.entries(changes).some(
      ([name, value]) => value !== undefined && value !== field[name as keyof repo.DefinitionChanges],
    );
    return changed ? repo.updateDefinition(tx, id, { ...changes, updatedAt: ctx.now }) : field;
  });
}

/** `Größe (2026)` becomes `grosse_2026`. It may be empty, or begin with a digit. */
export const apiNameFrom = (displayName: string): string =>
  asciiOf(displayName, '_').replace(/^_/, '').slice(0, LONGEST_NAME).replace(/_$/, '');

function nameIssues({ api_name, apiName }: NewField & { apiName: string }, place: string): Issue[] {
  const at = (name: string) => (place ? `${place}.${name}` : name);
  const isDerived = api_name === undefined;
  if (isDerived && !/^[a-z]/.test(apiName)) return [{ path: at('display_name'), message: 'makes no usable api_name; send one' }];
  if (!isReserved(apiName)) return [];
  return [
    isDerived
      ? { path: at('display_name'), message: `makes the api_name ${apiName}, which is reserved; send another` }
      : { path: at('api_name'), message: 'is reserved' },
  ];
}

const namesTaken = (names: string[]): DomainError =>
  new DomainError('conflict', 'Other fields have these names already.', { conflicting_api_names: names });

async function requireRoom(tx: Scope<Tx>, wanted: number): Promise<void> {
  const current = await repo.countActive(tx);
  if (current + wanted > MOST_ACTIVE)
    throw new DomainError('conflict', `A workspace has at most ${MOST_ACTIVE} active fields of its own.`, { limit: MOST_ACTIVE, current });
}

type Schemas = components['schemas'];
type Property = Exclude<
  keyof (Schemas['Contact'] & Schemas['ContactListMember'] & Schemas['ContactUpsertItem'] & Schemas['ContactUpdateItem']),
  FieldName
>;

/** Properties of a contact in an answer, an item or an export that are no fields. */
const BESIDE: Record<Property, true> = {
  contact_id: true,
  client_item_id: true,
  custom_fields: true,
  member_added_at: true,
  resubscribe: true,
  consent_source: true,
  warnings: true,
};

/** Names of a contact's own properties, and of those that every object in JavaScript has. */
const RESERVED = new Set([...FIELD_NAMES, ...Object.keys(BESIDE), ...Object.getOwnPropertyNames(Object.prototype), 'prototype']);
export const isReserved = (apiName: string): boolean => RESERVED.has(apiName);
