import type { components } from '../../../generated/api.d.ts';
import { domainOf, localPartOf } from '../../shared/identifiers.ts';
import { type ContactRow, EMPTY_WHEN_UNSET } from './contacts.repo.ts';

/** What a write may say about a contact, whichever operation it comes through. Undefined leaves a field alone. */
export type ContactFields = Omit<
  components['schemas']['ContactUpdateItem'],
  'contact_id' | 'client_item_id' | 'resubscribe' | 'consent_source'
>;

const NULL_WHEN_UNSET = ['address', 'address2', 'city', 'state', 'country', 'zip_code'] as const;
const KEPT_AS_GIVEN = ['service_score', 'unsubscribed', 'marketing_email_subscribed', 'marketing_sms_subscribed'] as const;

/** A contact that nobody has said anything about yet. */
export const blankContact = (origin: Origin, now: Date): Omit<ContactRow, 'id'> => ({
  email: null,
  email_domain: null,
  phone: null,
  display_name: '',
  first_name: '',
  last_name: '',
  company: '',
  job_title: '',
  address: null,
  address2: null,
  city: null,
  state: null,
  country: null,
  zip_code: null,
  lead_status: '',
  lifecycle_stage: '',
  service_score: null,
  unsubscribed: false,
  marketing_email_subscribed: null,
  marketing_sms_subscribed: null,
  custom_fields: {},
  original_source: origin.source,
  original_source_detail: origin.detail,
  last_activity_at: null,
  created_at: now,
  updated_at: now,
});

/** Where a write comes from. */
export interface Origin {
  source: components['schemas']['ContactSource'];
  detail: string | null;
}

export interface Changes {
  /** The columns to set, each given by the write or following from what it gave. Of `custom_fields` only what was given, null to clear. */
  columns: Partial<ContactRow>;
  /** The API's names of the fields that have another value than before. */
  fields: string[];
}

/**
 * What a write changes in a contact. Email, its domain and phone come normalized, custom fields as they are stored.
 * @returns no columns at all when everything is as the write wants it
 */
export function changesOf(contact: ContactRow, given: ContactFields): Changes {
  const columns: Partial<ContactRow> = {};
  for (const name of EMPTY_WHEN_UNSET) if (given[name] !== undefined) columns[name] = given[name] ?? '';
  for (const name of NULL_WHEN_UNSET) if (given[name] !== undefined) columns[name] = given[name] || null;
  for (const name of KEPT_AS_GIVEN) if (given[name] !== undefined) Object.assign(columns, { [name]: given[name] });

  if (given.phone !== undefined && given.phone !== contact.phone) columns.phone = given.phone;
  if (given.email !== undefined && given.email !== contact.email) {
    columns.email = given.email;
    columns.email_domain = given.email && domainOf(given.email);
  }
  if (given.email_domain !== undefined) {
    const email = columns.email === undefined ? contact.email : columns.email;
    columns.email_domain = given.email_domain || (email && domainOf(email));
  }
  const isNamed = given.display_name === undefined ? !hasDefaultName(contact) : Boolean(given.display_name);
  const name = isNamed ? given.display_name : defaultName({ ...contact, ...columns });
  if (name && name !== contact.display_name) columns.display_name = name;

  const fields = Object.keys(columns).filter((name) => columns[name as keyof ContactRow] !== contact[name as keyof ContactRow]);
  const custom = Object.entries(given.custom_fields ?? {});
  if (custom.length > 0) columns.custom_fields = Object.fromEntries(custom);
  for (const [name, value] of custom) {
    const before = Object.hasOwn(contact.custom_fields, name) ? contact.custom_fields[name] : null;
    if (value !== before) fields.push(`custom_fields.${name}`);
  }
  return fields.length > 0 ? { columns, fields } : { columns: {}, fields };
}

/** As long as a name that is given may be, so that it can be sent back. */
const LONGEST_NAME = 255;

/** Whether the name to show follows from the others, so that it changes with them. */
const hasDefaultName = (contact: Names & Pick<ContactRow, 'display_name'>): boolean => contact.display_name === defaultName(contact);

/** Whether a contact has no name of any kind: the one to show is made of the email or phone. */
export const isNameless = (contact: Names & Pick<ContactRow, 'display_name'>): boolean =>
  !contact.first_name && !contact.last_name && hasDefaultName(contact);

type Names = Pick<ContactRow, 'first_name' | 'last_name' | 'email' | 'phone'>;

/** The name of a contact who has been given none. */
export function defaultName({ first_name, last_name, email, phone }: Names): string {
  const name = [...`${first_name} ${last_name}`.trim()].slice(0, LONGEST_NAME).join('').trim();
  return name || (email ? localPartOf(email) : (phone ?? ''));
}

/** The contact with changes laid over it. */
export function withChanges(contact: ContactRow, { custom_fields = {}, ...columns }: Changes['columns']): ContactRow {
  const values = Object.entries({ ...contact.custom_fields, ...custom_fields }).filter(([, value]) => value !== null);
  return { ...contact, ...columns, custom_fields: Object.fromEntries(values) };
}

/** Changes and then more of them, as one. */
export const bothChanges = (first: Changes['columns'], second: Changes['columns']): Changes['columns'] => ({
  ...first,
  ...second,
  ...((first.custom_fields || second.custom_fields) && { custom_fields: { ...first.custom_fields, ...second.custom_fields } }),
});
