import type { ContactFieldDefinition } from '../../../generated/prisma/client.ts';
import type { Scope } from '../../platform/db.ts';
import { normalisePhone } from '../../shared/identifiers.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { definitionsByName } from '../contact-fields/contact-fields.repo.ts';
import type { ContactFields } from '../contacts/roster.service.ts';
import { extraCells, type FieldIssue, type OnInvalid, type Reading, rowReader } from './cells.ts';
import type { Mapping } from './formats.ts';
import { FIRST_ROW } from './runs.repo.ts';

/** Archived fields are among the definitions. */
export interface WorkspaceReading extends Reading {
  definitions: ReadonlyMap<string, ContactFieldDefinition>;
  /** For phone numbers without a country code, and dates whose day and month could be exchanged. */
  country: string;
}

export async function readingOf(ctx: Scope): Promise<WorkspaceReading> {
  const [{ defaultCountry }, definitions] = await Promise.all([findWorkspace(ctx), definitionsByName(ctx)]);
  return {
    country: defaultCountry,
    readPhone: (text) => normalisePhone(text, defaultCountry),
    definitions,
  };
}

export interface ImportRow {
  rowNumber: number;
  /** Email and phone are normalized, custom fields as they are stored; blank ones are left out. */
  fields: ContactFields;
  /** A row with any of them fails. */
  fieldIssues: readonly FieldIssue[];
  /** Remarks on a row that does not fail for them. */
  notes: readonly FieldIssue[];
  cells: readonly string[];
}

/** @param before how many rows came before the chunk */
export type ChunkReader = (rows: string[][], before: number) => Promise<ImportRow[]>;

/**
 * Rows of one transaction: many enough that a statement's own cost does not count, few enough that progress shows and others get in
 * between.
 */
export const CHUNK_ROWS = 1_000;

interface Plan {
  mappings: readonly Mapping[];
  onInvalid: OnInvalid;
  width: number;
}

/** Reads the fields again for each chunk, because one may be archived meanwhile. */
export function chunkReader(ctx: Scope, { mappings, onInvalid, width }: Plan): ChunkReader {
  return async (rows, before) => {
    const read = rowReader(mappings, await readingOf(ctx), onInvalid);
    return rows.map((cells, index) => {
      const { values, custom, issues, notes } = read(cells);
      return {
        rowNumber: FIRST_ROW + before + index,
        fields: { ...values, custom_fields: custom },
        fieldIssues: issues,
        notes: [...notes, ...extraCells(cells, width)],
        cells,
      };
    });
  };
}
