import { copyLine, type Database, type Db, sql } from '../../platform/db.ts';
import type { CustomValues } from '../contact-fields/values.ts';
import { holdingIdentifiers } from '../contacts/hold.repo.ts';
import type { Mapping } from './mappings.ts';

/** A row as it is staged: what its cells say, or why it fails. */
export interface StagedRow {
  rowNumber: number;
  /** The id of the contact if the row makes one. */
  contactId: string;
  /** The name of the contact if the row makes one and gives none. */
  defaultName: string | null;
  emailDomain: string | null;
  /** By the name of the column; blank ones are not there. */
  values: Readonly<Record<string, string | number | boolean | null | undefined>>;
  customOver: CustomValues | null;
  customUnder: CustomValues | null;
  /** Why the row fails. One that does is about nobody, whatever else it says. */
  fieldIssues: readonly object[] | null;
  /** What there is to say of the row whether or not it fails. */
  notes: readonly object[] | null;
  cells: readonly string[];
}

/** What the statements need to know of a run. */
export interface Merge {
  workspaceId: string;
  runId: string;
  claimId: string;
  fileName: string | null;
  /** With email or phone or both among them. */
  mappings: readonly Mapping[];
  skipExisting: boolean;
  listIds: readonly string[];
  /** Whether to tell who was created, updated and put on a list. */
  named: boolean;
}

/** Copies a chunk to where `mergeStaged` finds it. What an earlier attempt left there is replaced. */
export async function stage(db: Database, { workspaceId, claimId, mappings }: Merge, rows: readonly StagedRow[]): Promise<void> {
  await db.query(sql`DELETE FROM contact_import_staging WHERE workspace_id = ${workspaceId}::uuid AND claim_id = ${claimId}::uuid`);
  const standard = standardFields(mappings);
  const columns = [
    'workspace_id, claim_id, row_number, contact_id, default_name, email_domain, custom_over, custom_under, field_issues, notes, cells',
    ...standard,
  ].join(', ');
  const lines = rows.map((row) =>
    copyLine([
      workspaceId,
      claimId,
      row.rowNumber,
      row.contactId,
      row.defaultName,
      row.emailDomain,
      json(row.customOver),
      json(row.customUnder),
      json(row.fieldIssues),
      json(row.notes),
      json(row.cells),
      ...standard.map((field) => row.values[field]),
    ]),
  );
  // As one piece: to hand over line by line costs more than the lines do.
  await db.copy(`contact_import_staging (${columns})`, [lines.join('')]);
}

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Merges that may run at once in one database: each holds every email and phone of its chunk, and locks lie in the server's memory. */
const MERGES_AT_ONCE = 2;

/**
 * Begins the transaction of a chunk: holds the emails and phones of its rows, then the contacts that have them. It is the order that
 * all writers keep, and the passes that follow take hold of nobody else, so that nobody waits in a circle.
 */
export async function holdStaged(tx: Db, { workspaceId, claimId, mappings }: Merge): Promise<void> {
  await tx.query(sql`
    SELECT 1 AS locked
    FROM pg_advisory_xact_lock(hashtextextended('contact imports ' || abs(hashtext(${workspaceId}::text) % ${MERGES_AT_ONCE}::int), 0))`);
  const identifiers = standardFields(mappings).filter((field) => field === 'email' || field === 'phone');
  const staged = `contact_import_staging s WHERE s.workspace_id = $1::uuid AND s.claim_id = $2::uuid AND s.field_issues IS NULL`;
  const named = `(SELECT unnest(ARRAY[${identifiers.map((field) => `s.${field}`).join(', ')}]) FROM ${staged}) AS item (identifier)`;
  await tx.query({ text: holdingIdentifiers('$1', named), values: [workspaceId, claimId] });
  const matching = identifiers.map(
    (field) => `
      SELECT match.id FROM (SELECT s.workspace_id, s.${field} FROM ${staged} OFFSET 0) AS s CROSS JOIN LATERAL (
        SELECT c.id FROM contacts c WHERE c.workspace_id = s.workspace_id AND c.${field} = s.${field} LIMIT 1
      ) AS match`,
  );
  await tx.query({
    text: `
      WITH known AS MATERIALIZED (${matching.join(' UNION ')})
      SELECT 1 AS locked FROM known JOIN contacts c ON c.workspace_id = $1::uuid AND c.id = known.id
      ORDER BY c.id FOR NO KEY UPDATE OF c`,
    values: [workspaceId, claimId],
  });
}

const standardFields = (mappings: readonly Mapping[]): string[] =>
  mappings.filter(({ kind }) => kind === 'standard').map(({ field }) => field);
