import { Contended, type Ctx, type Scope, type Tx } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { isBlank } from '../../shared/entries.ts';
import { isInternational, normalisePhone } from '../../shared/identifiers.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { definitionsOf } from '../contact-fields/contact-fields.repo.ts';
import { type ContactChange, writeBatch } from '../contacts/batch.repo.ts';
import type { ContactRow } from '../contacts/contacts.repo.ts';
import {
  blankContact,
  bothChanges,
  type Changes,
  type ContactFields,
  changesOf,
  isNameless,
  withChanges,
} from '../contacts/fields.service.ts';
import type { ContactUpdate } from '../events.ts';
import type { Identifiers } from './identifiers.ts';
import { readerOfForms, type Said } from './visitors.fields.ts';
import { holdMatching, recordSubmissions } from './visitors.repo.ts';

/** A form that somebody has sent. */
export interface SentForm {
  /** What was typed, by the form's own names. */
  values: ReadonlyMap<string, string>;
  /** The fields that ask for an email and a phone. */
  identifiers: Identifiers;
  /** Where a contact comes from who is new. */
  sourceDetail: string;
  /** Of the entry in the timeline. */
  metadata: object;
}

/** What has become of forms. */
export interface Taken {
  /** By form the id of the contact, or null when the form has neither an email nor a phone that can be read. */
  contacts: (string | null)[];
  /** For `contactCreated` and `contactUpdated`. */
  created: string[];
  updated: ContactUpdate[];
}

/** Somebody in the course of a group: as the forms so far have left them, and what that takes in the database. */
interface Visitor {
  contact: ContactRow;
  /** As it is in the database; null for somebody new. */
  stored: ContactRow | null;
  columns: Changes['columns'];
  updates: string[][];
  forms: number;
}

/**
 * Writes what visitors say of themselves: somebody new becomes a contact, of somebody known only what was empty is filled in, and
 * each form is an entry in the timeline. The email decides who somebody is, the phone when there is none; a phone that is
 * somebody else's is passed over. In the caller's transaction, as if one form came after the other; the caller publishes what has
 * happened to them, together with what it makes of the forms itself.
 */
export async function takeForms(tx: Ctx<Tx>, forms: readonly SentForm[]): Promise<Taken> {
  const said = await readForms(tx, forms);
  const identifiers = said.flatMap(({ email, phone }) => [email, phone].filter((identifier) => identifier !== undefined));
  if (identifiers.length === 0) return { contacts: said.map(() => null), created: [], updated: [] };

  const visitors: Visitor[] = [];
  const byIdentifier = new Map<string, Visitor>();
  const enlist = (visitor: Visitor) => {
    for (const identifier of [visitor.contact.email, visitor.contact.phone]) if (identifier) byIdentifier.set(identifier, visitor);
  };
  for (const stored of await holdMatching(tx, [...new Set(identifiers)])) {
    enlist({ contact: stored, stored, columns: {}, updates: [], forms: 0 });
  }

  const who = said.map((given, index) => {
    const key = given.email ?? given.phone;
    if (key === undefined) return null;
    const known = byIdentifier.get(key);
    const visitor = known ?? newcomer((forms[index] as SentForm).sourceDetail, tx.now);
    const phoneOf = given.phone === undefined ? undefined : byIdentifier.get(given.phone);
    const { phone: _theirs, ...rest } = given;
    const fields: ContactFields = phoneOf && phoneOf !== visitor ? rest : given;
    fill(visitor, known ? emptyIn(visitor.contact, fields) : { ...fields, display_name: fields.display_name ?? null }, tx.now);
    if (visitor.forms === 0) visitors.push(visitor);
    visitor.forms += 1;
    enlist(visitor);
    return visitor;
  });

  await write(tx, visitors);
  await recordSubmissions(
    tx,
    who.flatMap((visitor, index) => (visitor ? { contactId: visitor.contact.id, metadata: (forms[index] as SentForm).metadata } : [])),
  );
  return { contacts: who.map((visitor) => visitor?.contact.id ?? null), ...happenedTo(visitors) };
}

async function readForms(tx: Scope<Tx>, forms: readonly SentForm[]): Promise<Said[]> {
  const definitions = await definitionsOf(tx, { includeArchived: true });
  // The workspace's country is looked up only when a number needs it.
  const typed = forms.map(withIdentifiers);
  const isLocal = typed.some((values) => !isInternational(values.get('phone') ?? '+'));
  const country = isLocal ? (await findWorkspace(tx)).defaultCountry : '';
  const read = readerOfForms({
    definitions: new Map(definitions.map((definition) => [definition.apiName, definition])),
    readPhone: (phone) => normalisePhone(phone, country),
  });
  return typed.map(read);
}

/** With the email and the phone under these names, wherever they were typed. */
function withIdentifiers({ values, identifiers }: SentForm): Map<string, string> {
  const named = new Map(values);
  for (const [identifier, field] of Object.entries(identifiers)) {
    const value = field === undefined ? undefined : values.get(field);
    if (value !== undefined) named.set(identifier, value);
  }
  return named;
}

const newcomer = (detail: string, now: Date): Visitor => ({
  contact: { ...blankContact({ source: 'tent_form', detail }, now), id: newId() },
  stored: null,
  columns: {},
  updates: [],
  forms: 0,
});

/** Those of the values that the contact has none for. A name made of the email or phone is none. */
function emptyIn(contact: ContactRow, { custom_fields = {}, ...fields }: ContactFields): ContactFields {
  const standard = Object.entries(fields).filter(([name]) => {
    if (name === 'display_name') return isNameless(contact);
    const value = contact[name as keyof ContactRow];
    return isBlank(value);
  });
  const custom = Object.entries(custom_fields).filter(([name]) => !Object.hasOwn(contact.custom_fields, name));
  return { ...Object.fromEntries(standard), ...(custom.length > 0 && { custom_fields: Object.fromEntries(custom) }) };
}

function fill(visitor: Visitor, given: ContactFields, now: Date): void {
  const { columns, fields } = changesOf(visitor.contact, given);
  if (fields.length === 0) return;
  // Who is new is made with what their first form says, whatever names that has.
  if (visitor.stored || visitor.forms > 0) visitor.updates.push(fields);
  visitor.contact = { ...withChanges(visitor.contact, columns), updated_at: now };
  visitor.columns = bothChanges(visitor.columns, columns);
}

async function write(tx: Ctx<Tx>, visitors: Visitor[]): Promise<void> {
  const created: ContactChange[] = [];
  const changed: ContactChange[] = [];
  for (const { contact, stored, columns, updates } of visitors) {
    const { original_source_detail } = contact;
    if (!stored) created.push({ id: contact.id, stored, columns: { ...columns, original_source_detail } });
    else if (updates.length > 0) changed.push({ id: contact.id, stored, columns });
  }
  if (created.length + changed.length === 0) return;
  const updates = visitors.flatMap(({ contact, updates }) => updates.map((fields) => ({ contactId: contact.id, fields })));
  const blank = blankContact({ source: 'tent_form', detail: null }, tx.now);
  // All identifiers are held already.
  const written = await writeBatch(tx, { identifiers: [], blank, created, changed, updates, changedBy: 'tent_form' });
  if (written.length < created.length + changed.length) throw new Contended(new Error('somebody has taken what was held'));
}

/** What has happened to people, for whoever publishes it. */
function happenedTo(visitors: Visitor[]): Pick<Taken, 'created' | 'updated'> {
  return {
    created: visitors.filter(({ stored }) => !stored).map(({ contact }) => contact.id),
    updated: visitors
      .filter(({ updates }) => updates.length > 0)
      .map(({ contact, updates }) => ({ contactId: contact.id, fields: [...new Set(updates.flat())] })),
  };
}
