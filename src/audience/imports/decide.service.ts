import { createHash } from 'node:crypto';
import type { ContactId } from '../../platform/ids.ts';
import type { ContactRow } from '../contacts/contacts.repo.ts';
import { type ContactFields, decideAll, happenedTo, isUnfilled, needsWriting, type Person, rosterOf } from '../contacts/roster.service.ts';
import type { ContactUpdate } from '../events.ts';
import { type FieldIssue, issueAt } from './cells.ts';
import type { ImportRow } from './chunks.service.ts';
import type { Mapping } from './formats.ts';
import type { ChunkWrite, KnownContact, Merge } from './merge.repo.ts';
import type { Counts, RowResult } from './runs.repo.ts';

export interface Decided extends ChunkWrite {
  counts: Counts;
  /** Ids of the existing contacts that a row is about. */
  about: ReadonlySet<string>;
  /** Those of them that are written. */
  held: KnownContact[];
  updated: ContactUpdate[];
  /** Ids of the existing contacts that join the run's lists. */
  joining: string[];
  /** Ids of the contacts whose phone another contact gets in the same chunk. */
  letGo: string[];
}

/**
 * Decides the rows like a batch of upserts, each on what those before it leave. An import adds columns that only fill empty fields,
 * existing contacts that are skipped, and a result for each row.
 * @param known all contacts that have an identifier of the rows
 */
export function decideRows(rows: readonly ImportRow[], known: readonly KnownContact[], merge: Merge & { now: Date }): Decided {
  const stored = new Map(known.map((contact) => [contact.id, contact]));
  const roster = rosterOf([...known]);
  const drafts = rows.flatMap(({ fields, fieldIssues }, index) =>
    fieldIssues.length > 0 ? [] : { index, id: undefined, fields, consentSource: merge.consentSource },
  );
  const decisions = decideAll(drafts, roster, {
    mode: 'upsert',
    origin: { source: 'import', detail: merge.fileName },
    now: merge.now,
    givenTo: givenBy(merge),
    letsGoFirst: true,
  });

  const identifiers = { external_id: standard(merge, 'external_id'), email: standard(merge, 'email'), phone: standard(merge, 'phone') };
  const counts: Counts = { created: 0, updated: 0, skipped: 0, failed: 0 };
  const firstAbout = new Map<Person, number>();
  const results: RowResult[] = rows.map(({ fieldIssues, notes, cells }) => resultOf('failed', null, [...fieldIssues, ...notes], cells));
  for (const decision of decisions) {
    const { draft } = decision;
    const { rowNumber, cells, notes } = rows[draft.index] as ImportRow;
    const issueOf = (mapping: Mapping, refusal: { error_code: FieldIssue['error_code']; message: string }) =>
      issueAt(mapping, cells[mapping.column] as string, refusal);
    if ('rejection' in decision) {
      const { rejection } = decision;
      const refusal = identifiers.external_id ? CONFLICT_OF_IDS : CONFLICT;
      const issue = rejection.code === 'conflict' ? issueOf(columnOf(draft.fields, rejection.existing, identifiers), refusal) : UNKNOWN_ID;
      results[draft.index] = resultOf('failed', null, [issue, ...notes], cells);
      continue;
    }
    const { person, success, warnings } = decision;
    const status = success === 'updated' && merge.skipExisting ? 'skipped' : success;
    const earlier = firstAbout.get(person) ?? stored.get(person.contact.id)?.earlier;
    if (!firstAbout.has(person)) firstAbout.set(person, earlier ?? rowNumber);
    const by = identifiers[draft.fields.external_id ? 'external_id' : draft.fields.email ? 'email' : 'phone'] as Mapping;
    const issues = earlier
      ? [issueOf(by, { error_code: 'duplicate_in_file', message: `Row ${earlier} is about the same contact.` }), ...notes]
      : [...notes];
    if (warnings.length > 0) issues.push(issueOf(standard(merge, 'unsubscribed') as Mapping, STILL_UNSUBSCRIBED));
    results[draft.index] = resultOf(status, person.contact.id, issues, cells);
  }
  for (const { status } of results) counts[status] += 1;

  const written = roster.people.filter(needsWriting);
  const changed = written.filter((person) => person.stored);
  const joins = (person: Person) => firstAbout.has(person) && stored.get(person.contact.id)?.joins;
  const joining = roster.people.filter(joins).map(({ contact }) => contact.id);
  const held = new Set([...changed.map(({ contact }) => contact.id), ...joining]);
  return {
    counts,
    about: new Set(stored.keys()),
    held: known.filter(({ id }) => held.has(id)),
    created: written.filter((person) => !person.stored),
    changed,
    updated: happenedTo(written).updated,
    joining,
    // The database checks uniqueness row by row: an identifier that one row gives up cannot be taken by another in the same statement.
    letGo: changed.flatMap(({ contact, stored }) => {
      const before = stored?.phone;
      return before && before !== contact.phone && roster.byIdentifier.has(before) ? contact.id : [];
    }),
    firstRow: rows[0]?.rowNumber ?? 0,
    results,
  };
}

const CONFLICT = { error_code: 'conflict', message: 'The email and the phone belong to two different contacts.' } as const;
const CONFLICT_OF_IDS = {
  error_code: 'conflict',
  message: 'The external ID, the email and the phone belong to different contacts.',
} as const;

const UNKNOWN_ID: FieldIssue = {
  field: null,
  header: null,
  error_code: 'missing_identifier',
  message: 'No contact has this external ID, and the row has neither an email nor a phone.',
  value: null,
};

type Identifiers = Record<'external_id' | 'email' | 'phone', Mapping | undefined>;

/** The column whose value the contact in the way has. */
function columnOf(fields: ContactFields, existing: Pick<ContactRow, keyof Identifiers>, identifiers: Identifiers): Mapping {
  const name = (['email', 'phone', 'external_id'] as const).find((one) => fields[one] && fields[one] === existing[one]);
  // An email that another row of the chunk has just given up belongs to no contact.
  return identifiers[name ?? 'email'] as Mapping;
}

const STILL_UNSUBSCRIBED = {
  error_code: 'resubscribe_ignored',
  message: 'The contact has unsubscribed, and stays so: the import was executed without `resubscribe` and `consent_source`.',
} as const;

const standard = ({ mappings }: Merge, field: string): Mapping | undefined =>
  mappings.find((mapping) => mapping.kind === 'standard' && mapping.field === field);

/** Cells are kept only of rows that need attention. */
const resultOf = (
  status: RowResult['status'],
  contactId: ContactId | null,
  issues: readonly FieldIssue[],
  cells: readonly string[],
): RowResult => ({
  status,
  contactId,
  issues: issues.length > 0 ? issues : null,
  cells: status === 'failed' || status === 'skipped' ? cells : null,
});

/**
 * The part of a row that is meant for an existing contact: nothing, the unfilled fields, or all; without long texts that it has already.
 */
function givenBy({ mappings, skipExisting }: Merge) {
  const nothing: ContactFields = {};
  const custom = mappings.filter(({ kind }) => kind === 'custom_field');
  const filling = mappings.filter(({ kind, fill }) => fill && kind === 'standard');
  return (contact: ContactRow, fields: ContactFields): ContactFields => {
    if (skipExisting) return nothing;
    if (filling.length === 0 && custom.length === 0) return fields;
    const given = { ...fields };
    for (const { field } of filling) if (!isUnfilled(contact, field as keyof ContactRow)) delete given[field as keyof ContactFields];
    if (custom.length > 0) given.custom_fields = { ...fields.custom_fields };
    for (const { field, fill } of custom) {
      const value: unknown = contact.custom_fields[field];
      const isThere = fill ? (value ?? null) !== null : isDigestOf(value, fields.custom_fields?.[field]);
      if (isThere) delete given.custom_fields?.[field];
    }
    return given;
  };
}

/** Long texts are read as digests, so that a chunk's memory does not depend on them. */
const isDigestOf = (stored: unknown, given: unknown): boolean =>
  Array.isArray(stored) && typeof given === 'string' && stored[0] === createHash('sha256').update(given).digest('hex');
