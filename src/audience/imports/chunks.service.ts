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
  /** By which national phone numbers are read, and dates that leave open whether the day or the month comes first. */
  country: string;
}

/** What the cells of a workspace's imports are read by, as it is now. */
export async function readingOf(ctx: Scope): Promise<WorkspaceReading> {
  const [{ defaultCountry }, definitions] = await Promise.all([findWorkspace(ctx), definitionsByName(ctx)]);
  return {
    country: defaultCountry,
    readPhone: (text) => normalisePhone(text, defaultCountry),
    definitions,
  };
}

/** A row as it has been read: what its cells say, or why it fails. */
export interface ImportRow {
  rowNumber: number;
  /** Email and phone are normalized, custom fields as they are stored; what is blank is not there. */
  fields: ContactFields;
  /** Why the row fails. One that does is about nobody, whatever else it says. */
  fieldIssues: readonly FieldIssue[];
  /** What there is to say of the row whether or not it fails. */
  notes: readonly FieldIssue[];
  cells: readonly string[];
}

/** Reads the rows of a chunk; `before` is how many rows came before it. */
export type ChunkReader = (rows: string[][], before: number) => Promise<ImportRow[]>;

/** Rows that are written together. Many enough that a statement's own cost does not count, few enough that progress shows and others get in between. */
export const CHUNK_ROWS = 1_000;

interface Plan {
  mappings: readonly Mapping[];
  onInvalid: OnInvalid;
  /** How many columns the table has. */
  width: number;
}

/**
 * A reader for a turn of a run. Fields are looked up for each chunk: one that is archived
 * meanwhile takes no value any more.
 */
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
