import type { components } from '../../../generated/api.d.ts';
import { distinct, isBlank, isSame } from '../../shared/entries.ts';
import type { Issue } from '../../shared/errors.ts';
import { domainOf, localPartOf } from '../../shared/identifiers.ts';
import { CONTACT_FIELDS, type FieldWith, fieldsWith } from '../contact-field-catalogue.ts';
import type { ContactRow } from './contacts.repo.ts';

/** What a write may say about a contact, whichever operation it comes through. Undefined leaves a field alone. */
export type ContactFields = Omit<
  components['schemas']['ContactUpdateItem'],
  'contact_id' | 'client_item_id' | 'resubscribe' | 'consent_source'
>;

/** The fields that a write sets without regard to others. */
const INDEPENDENT = fieldsWith('writable').filter(
  (name) => name !== 'email' && name !== 'email_domain' && name !== 'phone' && name !== 'display_name' && name !== 'tags',
);

const BLANKS = Object.fromEntries(fieldsWith('blank').map((name) => [name, CONTACT_FIELDS[name].blank])) as unknown as Pick<
  ContactRow,
  FieldWith<'blank'>
>;

/** Of one contact. */
export const MOST_TAGS = 50;

/** A contact that nobody has said anything about yet. */
export const blankContact = (origin: Origin, now: Date): Omit<ContactRow, 'id'> => ({
  ...BLANKS,
  tags: [],
  custom_fields: {},
  original_source: origin.source,
  original_source_detail: origin.detail,
  created_at: now,
  updated_at: now,
});

/** A value as its column holds it: one that is empty in either form is the blank one. */
const storedValue = (name: FieldWith<'blank'>, value: unknown): unknown =>
  isBlank(value) ? CONTACT_FIELDS[name].blank : value;

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
  /** What the contact cannot take of it, as it is; then nothing is changed. */
  issues?: Issue[];
}

/**
 * What a write changes in a contact. Email, its domain and phone come normalized, custom fields as they are stored.
 * @returns no columns at all when everything is as the write wants it
 */
export function changesOf(contact: ContactRow, given: ContactFields): Changes {
  const columns: Partial<ContactRow> = {};
  for (const name of INDEPENDENT) if (given[name] !== undefined) Object.assign(columns, { [name]: storedValue(name, given[name]) });

  const tags = tagsOf(contact.tags, given);
  if (tags && tags.length > MOST_TAGS) {
    const message = `would give the contact ${tags.length} tags; ${MOST_TAGS} are the most`;
    return { columns: {}, fields: [], issues: [{ path: given.add_tags ? 'add_tags' : 'tags', message }] };
  }
  if (tags) columns.tags = tags;
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

  const fields = Object.keys(columns).filter((name) => !isSame(columns[name as keyof ContactRow], contact[name as keyof ContactRow]));
  const custom = Object.entries(given.custom_fields ?? {});
  if (custom.length > 0) columns.custom_fields = Object.fromEntries(custom);
  for (const [name, value] of custom) {
    const before = Object.hasOwn(contact.custom_fields, name) ? contact.custom_fields[name] : null;
    if (!isSame(value, before)) fields.push(`custom_fields.${name}`);
  }
  return fields.length > 0 ? { columns, fields } : { columns: {}, fields };
}

/** The tags that a contact has after a write; undefined where it says nothing of them. */
function tagsOf(before: readonly string[], { tags, add_tags = [], remove_tags = [] }: ContactFields): string[] | undefined {
  if (tags !== undefined) return distinct(tags ?? []);
  if (add_tags.length + remove_tags.length === 0) return undefined;
  const removed = new Set(remove_tags);
  return distinct([...before.filter((tag) => !removed.has(tag)), ...add_tags]);
}

/** As long as a name that is given may be, so that it can be sent back. */
const LONGEST_NAME = 255;

/** Whether the name to show follows from the others, so that it changes with them. */
export const hasDefaultName = (contact: Names & Pick<ContactRow, 'display_name'>): boolean => contact.display_name === defaultName(contact);

/** Whether a contact has no name of any kind: the one to show is made of the email or phone. */
export const isNameless = (contact: Names & Pick<ContactRow, 'display_name'>): boolean =>
  !contact.first_name && !contact.last_name && hasDefaultName(contact);

type Names = Pick<ContactRow, 'first_name' | 'last_name' | 'email' | 'phone'>;

/** The name of a contact who has been given none. */
function defaultName({ first_name, last_name, email, phone }: Names): string {
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
