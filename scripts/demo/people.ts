import { createReadStream } from 'node:fs';
import type { components } from '../../generated/api.d.ts';
import { openCsv } from '../../src/shared/csv-reader.ts';

/** A row of the file: where it stands, and what it says about a contact. */
export interface Person {
  line: number;
  item: components['schemas']['ContactUpsertItem'];
}

const FIELDS = {
  'First name': 'first_name',
  'Last name': 'last_name',
  Email: 'email',
  Phone: 'phone',
  Company: 'company',
  'Job title': 'job_title',
  City: 'city',
  Country: 'country',
} as const;

/** Reads the people, mistakes included: the service validates them. No cell of the file holds a line break. */
export async function readPeople(file: URL): Promise<Person[]> {
  const { headers, start, batches } = await openCsv(async (offset) => createReadStream(file, { start: offset }));
  const rows: string[][] = [];
  for await (const batch of batches(start, 1_000, headers.length)) rows.push(...batch.rows);
  return rows.map((row, index) => {
    // An empty cell is left out; it does not clear the value.
    const cells = Object.entries(FIELDS).flatMap(([column, field]) => {
      const cell = row[headers.indexOf(column)];
      return cell ? [[field, cell]] : [];
    });
    return { line: index + 2, item: Object.fromEntries(cells) };
  });
}
