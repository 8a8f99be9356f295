import type { Db } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { domainOf } from '../../shared/identifiers.ts';
import type { CustomValues } from '../contact-fields/values.ts';
import { defaultName } from '../contacts/fields.service.ts';
import { extraCells, rowReader } from './cells.ts';
import type { Mapping } from './mappings.ts';
import { readingOf } from './reading.service.ts';
import { FIRST_ROW } from './results.repo.ts';
import type { StagedRow } from './staging.repo.ts';

/** Turns the rows of a chunk into what is staged; `before` is how many rows came before it. */
export type ChunkReader = (rows: string[][], before: number) => Promise<StagedRow[]>;

/** Rows that are written together. Many enough that a statement's own cost does not count, few enough that progress shows and others get in between. */
export const CHUNK_ROWS = 1_000;

/**
 * A reader for a turn of a run over a table of so many columns. Fields are looked up for each chunk: one that is archived
 * meanwhile takes no value any more.
 */
export function chunkReader(db: Db, workspaceId: string, mappings: readonly Mapping[], width: number): ChunkReader {
  const under = new Set(mappings.filter(({ kind, fill }) => kind === 'custom_field' && fill).map(({ field }) => field));
  return async (rows, before) => {
    const read = rowReader(mappings, await readingOf(db, workspaceId));
    return rows.map((cells, index) => {
      const { values, custom, issues } = read(cells);
      const { email = null, phone = null, first_name, last_name } = values;
      const notes = extraCells(cells, width);
      return {
        rowNumber: FIRST_ROW + before + index,
        contactId: newId(),
        defaultName: defaultName({ email, phone, first_name: first_name ?? '', last_name: last_name ?? '' }),
        emailDomain: email && domainOf(email),
        values,
        customOver: withOnly(custom, (name) => !under.has(name)),
        customUnder: withOnly(custom, (name) => under.has(name)),
        fieldIssues: issues.length > 0 ? issues : null,
        notes: notes.length > 0 ? notes : null,
        cells,
      };
    });
  };
}

function withOnly(values: CustomValues, wanted: (name: string) => boolean): CustomValues | null {
  const entries = Object.entries(values).filter(([name]) => wanted(name));
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}
