import { readFile } from 'node:fs/promises';
import { inferSchema, initParser } from 'udsv';
import type { components } from '../../generated/api.d.ts';

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

/** Reads the people as they are, mistakes included: judging them is the service's part. No cell of the file holds a line break. */
export async function readPeople(file: URL): Promise<Person[]> {
  const text = await readFile(file, 'utf8');
  const rows = initParser(inferSchema(text)).stringObjs<Record<keyof typeof FIELDS, string>>(text);
  return rows.map((row, index) => {
    // An empty cell says nothing; it does not ask for a value to be cleared.
    const cells = Object.entries(FIELDS).flatMap(([column, field]) =>
      row[column as keyof typeof FIELDS] ? [[field, row[column as keyof typeof FIELDS]]] : [],
    );
    return { line: index + 2, item: Object.fromEntries(cells) };
  });
}
