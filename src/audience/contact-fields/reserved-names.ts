import type { components } from '../../../generated/api.d.ts';
import { FIELD_NAMES, type FieldName } from '../contact-field-catalogue.ts';

type Schemas = components['schemas'];
type Property = Exclude<
  keyof (Schemas['Contact'] & Schemas['ContactListMember'] & Schemas['ContactUpsertItem'] & Schemas['ContactUpdateItem']),
  FieldName
>;

/** What a contact has beside the built-in fields in an answer, an item or an export. */
const BESIDE: Record<Property, true> = {
  contact_id: true,
  client_item_id: true,
  custom_fields: true,
  add_tags: true,
  remove_tags: true,
  member_added_at: true,
  resubscribe: true,
  consent_source: true,
  warnings: true,
};

/** Names that a custom field would share with a contact's own properties, or with those that every object in JavaScript has. */
const RESERVED = new Set([...FIELD_NAMES, ...Object.keys(BESIDE), ...Object.getOwnPropertyNames(Object.prototype), 'prototype']);
export const isReserved = (apiName: string): boolean => RESERVED.has(apiName);
