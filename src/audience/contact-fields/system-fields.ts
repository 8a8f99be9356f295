import type { components } from '../../../generated/api.d.ts';

type Schemas = components['schemas'];
type SystemName = Exclude<keyof Schemas['Contact'], 'contact_id' | 'custom_fields' | 'warnings'>;

/** A field that every contact has by itself. Its id is the same in every workspace and version. */
export interface SystemField {
  id: string;
  displayName: string;
  valueType: Schemas['ContactFieldType'];
  description: string;
  showInPeopleListDefault: boolean;
}

const system = (
  number: number,
  valueType: SystemField['valueType'],
  displayName: string,
  description: string,
  shown = false,
): SystemField => ({
  id: `00000000-0000-8000-8000-${String(number).padStart(12, '0')}`,
  displayName,
  valueType,
  description,
  showInPeopleListDefault: shown,
});

/** The built-in fields by `api_name`, in the order of a contact's properties. A new one takes the next number, wherever it stands. */
export const SYSTEM_FIELDS: Readonly<Record<SystemName, SystemField>> = {
  display_name: system(1, 'string', 'Name', 'The name to show.', true),
  first_name: system(2, 'string', 'First name', 'The given name.'),
  last_name: system(3, 'string', 'Last name', 'The family name.'),
  email: system(4, 'string', 'Email', 'The normalized address.', true),
  email_domain: system(5, 'string', 'Email domain', 'The part of the address after the at sign, unless it was set otherwise.'),
  phone: system(6, 'string', 'Phone', 'The normalized number, in international form.', true),
  company: system(7, 'string', 'Company', 'Where the contact works.', true),
  job_title: system(8, 'string', 'Job title', 'What the contact does there.'),
  address: system(9, 'string', 'Address', 'First line of the postal address.'),
  address2: system(10, 'string', 'Address, second line', 'Second line of the postal address.'),
  city: system(11, 'string', 'City', 'City of the postal address.'),
  state: system(12, 'string', 'State', 'State, province or region of the postal address.'),
  country: system(13, 'string', 'Country', 'Country of the postal address.'),
  zip_code: system(14, 'string', 'Postal code', 'Postal code.'),
  lead_status: system(15, 'string', 'Lead status', 'Your own label for where the sales talk stands.'),
  lifecycle_stage: system(16, 'string', 'Lifecycle stage', 'Your own label for the stage of the relation.'),
  service_score: system(17, 'number', 'Score', 'The contact score, on a scale of your own.'),
  unsubscribed: system(18, 'boolean', 'Unsubscribed', 'Keeps the emails of blasts and flows away, except operational ones.'),
  marketing_email_subscribed: system(19, 'boolean', 'Marketing by email', 'Consent to marketing by email, kept as a record.'),
  marketing_sms_subscribed: system(20, 'boolean', 'Marketing by text message', 'Consent to marketing by text message, kept as a record.'),
  original_source: system(21, 'string', 'Source', 'How the contact came into the workspace.'),
  original_source_detail: system(
    22,
    'string',
    'Source, detail',
    "More about the source; the file's name of an import, the tent's of a form.",
  ),
  last_activity_at: system(23, 'date', 'Last activity', 'The newest timeline entry other than creation and updates.'),
  created_at: system(24, 'date', 'Created', 'When the contact was made.', true),
  updated_at: system(25, 'date', 'Updated', 'When a field last changed.'),
};

const IDS = new Set(Object.values(SYSTEM_FIELDS).map(({ id }) => id));
export const isSystemField = (id: string): boolean => IDS.has(id);

type Property = Exclude<
  keyof (Schemas['Contact'] & Schemas['ContactListMember'] & Schemas['ContactUpsertItem'] & Schemas['ContactUpdateItem']),
  SystemName
>;

/** What a contact has beside the built-in fields in an answer, an item or an export. */
const BESIDE: Record<Property, true> = {
  contact_id: true,
  client_item_id: true,
  custom_fields: true,
  member_added_at: true,
  resubscribe: true,
  consent_source: true,
  warnings: true,
};

/** Names that a custom field would share with a contact's own properties, or with those that every object in JavaScript has. */
const RESERVED = new Set([
  ...Object.keys(SYSTEM_FIELDS),
  ...Object.keys(BESIDE),
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
]);
export const isReserved = (apiName: string): boolean => RESERVED.has(apiName);
