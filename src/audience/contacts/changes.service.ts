import type { Ctx, Scope } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { ContactId } from '../../platform/ids.ts';
import { distinct, entriesOf, isBlank } from '../../shared/entries.ts';
import type { Issue } from '../../shared/errors.ts';
import { NOT_A_NAME, nameOf } from '../../shared/text.ts';
import { standardField } from '../contact-field-catalogue.ts';
import { definitionsByName } from '../contact-fields/contact-fields.repo.ts';
import { type CustomValue, type Definitions, KINDS, readCustomValues } from '../contact-fields/values.ts';
import { FIELDS, OWN_FIRST } from '../rules/tree.ts';
import { identifiersOf } from './batch.repo.ts';
import { CHANGEABLE, type ContactRow } from './contacts.repo.ts';
import {
  type BatchRules,
  isNormalField,
  NORMAL_FORMS,
  NOT_NORMAL,
  type PhoneReader,
  PUBLIC_API,
  phoneReader,
  writeDrafts,
} from './contacts.service.ts';
import { type ContactFields, type Draft, type Fitting, LAST_IDENTIFIER } from './roster.service.ts';

export interface FieldChange {
  /** The camelCase key of a standard field, or the `api_name` of a custom one; a name of both means the standard field. */
  field: string;
  /** Null and an empty text clear it. */
  value: CustomValue;
  fills: boolean;
}

/** The field cannot be written, or not with this value. The message follows the field's name. */
export interface ChangeProblem {
  of: 'field' | 'value';
  message: string;
}

export interface ChangesMade {
  changed: boolean;
  /** The fields that were left as they are, and why. */
  issues: Issue[];
}

type StandardName = Exclude<keyof ContactFields, 'custom_fields' | 'add_tags' | 'remove_tags'>;
type Target = { kind: 'standard'; name: StandardName } | { kind: 'custom'; name: string };

interface Readable {
  target: Target;
  value: CustomValue;
  fills: boolean;
}

interface Reading {
  definitions: Definitions;
  readPhone: PhoneReader;
}

type Wanted = Map<string, { value: CustomValue; fills: boolean }>;

/** The problems that a change has with every contact, in the order of the changes; null for none. */
export async function checkChanges(ctx: Scope, changes: readonly FieldChange[]): Promise<(ChangeProblem | null)[]> {
  const reading = await readingOf(ctx, changes);
  return changes.map((change) => {
    const read = readChange(change, reading);
    return 'message' in read ? read : null;
  });
}

/**
 * Makes the same changes, one after the other, to each of these contacts, in a handful of statements. A part that a contact cannot take is
 * left out, and the rest is written.
 * @returns by id, for contacts that exist
 * @throws contended
 */
export async function changeContacts(
  ctx: Ctx,
  events: Events,
  { contactIds, changes }: { contactIds: ContactId[]; changes: readonly FieldChange[] },
): Promise<Map<string, ChangesMade>> {
  const reading = await readingOf(ctx, changes);
  const [standard, custom]: [Wanted, Wanted] = [new Map(), new Map()];
  const unfit: Issue[] = [];
  for (const change of changes) {
    const read = readChange(change, reading);
    if ('message' in read) unfit.push({ path: change.field, message: read.message });
    else lay(read.target.kind === 'standard' ? standard : custom, read);
  }

  const fields = { ...valuesOf(standard), ...(custom.size > 0 && { custom_fields: valuesOf(custom) }) } as ContactFields;
  const drafts = contactIds.map((id, index): Draft => ({ index, id, fields }));
  // An update makes no contact, so the origin is never stored.
  const rules: BatchRules = {
    mode: 'update',
    origin: PUBLIC_API,
    changedBy: 'flow',
    fittingIn: fitting(standard, custom),
    mayResubscribe: true,
  };
  const made = new Map<string, ChangesMade>();
  for (const [{ id = '' }, outcome] of await writeDrafts(ctx, events, { drafts, rules }))
    if (outcome.status !== 'rejected') made.set(id, { changed: outcome.changed, issues: [...unfit, ...outcome.issues] });
  return made;
}

async function readingOf(ctx: Scope, changes: readonly FieldChange[]): Promise<Reading> {
  const isCustom = changes.some(({ field }) => !Object.hasOwn(FIELDS, field) || OWN_FIRST.has(field));
  const phones = changes.flatMap(({ field, value }) => (field === 'phone' ? { phone: value } : []));
  return { definitions: isCustom ? await definitionsByName(ctx) : new Map(), readPhone: await phoneReader(ctx, phones) };
}

const WRITABLE: ReadonlySet<string> = new Set(CHANGEABLE);

function readChange({ field, value, fills }: FieldChange, reading: Reading): Readable | ChangeProblem {
  const own = reading.definitions.get(field);
  const isActive = own?.status === 'active';
  if (!Object.hasOwn(FIELDS, field) || (isActive && OWN_FIRST.has(field))) {
    // A step has one text for the entries of a list.
    const given = own?.valueType === 'list' && typeof value === 'string' ? entriesOf(value) : value;
    const { values, issues } = readCustomValues({ [field]: given }, reading.definitions);
    if (issues[0]) return { of: isActive ? 'value' : 'field', message: issues[0].message };
    return { target: { kind: 'custom', name: field }, value: values[field] ?? null, fills };
  }
  const { column } = FIELDS[field as keyof typeof FIELDS];
  if (column === null || !WRITABLE.has(column)) return { of: 'field', message: 'cannot be written' };
  const name = column as StandardName;
  const read = readStandard(name, value, reading);
  return typeof read === 'object' && read !== null && 'message' in read
    ? { of: 'value', ...read }
    : { target: { kind: 'standard', name }, value: read, fills };
}

function readStandard(name: StandardName, value: CustomValue, { readPhone }: Reading): CustomValue | { message: string } {
  const { type, longest = 0 } = standardField(name);
  // `unsubscribed` has no empty value.
  if ((value === null || value === '') && name !== 'unsubscribed') return null;
  if (type === 'list') {
    const entries = typeof value === 'string' ? distinct(entriesOf(value)) : value;
    return Array.isArray(entries) ? entries : { message: KINDS.list };
  }
  if (typeof value !== type) return { message: KINDS[type] };
  if (typeof value !== 'string') return value;
  const text = nameOf(value);
  if (text === null) return { message: NOT_A_NAME };
  if (text === '') return null;
  if ([...text].length > longest) return { message: `must not have more than ${longest} characters` };
  if (!isNormalField(name)) return text;
  return NORMAL_FORMS[name](text, readPhone) ?? { message: NOT_NORMAL[name] };
}

/** A change that writes replaces the ones before it; one that only fills comes after one that clears. */
function lay(wanted: Wanted, { target: { name }, value, fills }: Readable): void {
  const before = wanted.get(name);
  if (!fills) wanted.set(name, { value, fills });
  else if (!before || before.value === null) wanted.set(name, { value, fills: before?.fills ?? true });
}

const valuesOf = (wanted: Wanted): Record<string, CustomValue> => Object.fromEntries([...wanted].map(([name, { value }]) => [name, value]));

function fitting(standard: Wanted, custom: Wanted) {
  const filling = (wanted: Wanted) => [...wanted].flatMap(([name, { fills }]) => (fills ? name : []));
  const [fillStandard, fillCustom] = [filling(standard) as StandardName[], filling(custom)];
  return (contact: ContactRow, wanted: ContactFields, isOthers: (identifier: string) => boolean): Fitting => {
    const fields = { ...wanted, ...(wanted.custom_fields && { custom_fields: { ...wanted.custom_fields } }) };
    const issues: Issue[] = [];
    for (const name of fillStandard) if (!isBlank(contact[name])) delete fields[name];
    for (const name of fillCustom) if (!isBlank(contact.custom_fields[name])) delete fields.custom_fields?.[name];
    const leave = (name: 'email' | 'phone' | 'external_id', message: string) => {
      delete fields[name];
      issues.push({ path: name, message });
    };
    for (const name of ['email', 'phone', 'external_id'] as const)
      if (identifiersOf({ [name]: fields[name] }).some(isOthers)) leave(name, 'belongs to another contact');
    const [email, phone] = [fields.email, fields.phone].map((given, i) =>
      given === undefined ? [contact.email, contact.phone][i] : given,
    );
    if (!email && !phone) leave(contact.phone && fields.phone === null ? 'phone' : 'email', LAST_IDENTIFIER);
    return { fields, issues };
  };
}
