import { findContact } from '../../audience/contacts/contacts.repo.ts';
import { toContact } from '../../audience/contacts/contacts.view.ts';
import { readWhole } from '../../audience/contacts/merging.repo.ts';
import {
  type ArchivedFile,
  type ExportArchive,
  type ExportSource,
  readExport,
  startExport,
  toExportEnvelope,
} from '../../audience/exports/exports.service.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import type { Ctx } from '../../platform/db.ts';
import { fromUlid } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import { type Cell, csvLine } from '../../shared/csv.ts';
import { notFound } from '../../shared/errors.ts';
import { PERSON_TABLES, type PersonRow, type PersonTable, pagesOf } from './person-data.repo.ts';

/** A cell of a spreadsheet: what has parts is JSON. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : (value as Cell);
}

const objectOf = ({ columns }: PersonTable, row: PersonRow): PersonRow =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));

type Contact = ReturnType<typeof toContact>;

/** The contact's own file has its custom fields as columns, archived ones included. */
function contactLines({ custom_fields, ...fields }: Contact): string[] {
  const columns = {
    ...fields,
    ...Object.fromEntries(Object.entries(custom_fields).map(([name, value]) => [`custom_fields.${name}`, value])),
  };
  return [csvLine(Object.keys(columns)), csvLine(Object.values(columns).map(cellOf))];
}

/** All in one, by kind, in pieces: it may be larger than memory. */
async function* jsonPieces(ctx: Ctx, contact: Contact): AsyncGenerator<string> {
  yield `{\n"exported_at": ${JSON.stringify(ctx.now)},\n"contact": ${JSON.stringify(contact, null, 2)}`;
  for (const table of PERSON_TABLES) {
    yield `,\n${JSON.stringify(table.name)}: [`;
    let separator = '\n';
    for await (const page of pagesOf(ctx, table, contact.contact_id)) {
      yield separator + page.map((row) => JSON.stringify(objectOf(table, row), null, 2)).join(',\n');
      separator = ',\n';
    }
    yield '\n]';
  }
  yield '\n}\n';
}

export const personExport: ExportSource<ExportArchive> = {
  kind: 'contact',
  gone: 'The contact was deleted before its file was written.',
  async open(ctx, contactId) {
    const [row] = await readWhole(ctx, [contactId]);
    if (!row) return null;
    const contact = toContact(row);
    let rowCount = 1;
    async function* csvPieces(table: PersonTable): AsyncGenerator<string> {
      yield csvLine([...table.columns]);
      for await (const page of pagesOf(ctx, table, contactId)) {
        rowCount += page.length;
        yield page.map((row) => csvLine(table.columns.map((column) => cellOf(row[column])))).join('');
      }
    }
    const files: ArchivedFile[] = [
      { name: 'person.json', pieces: jsonPieces(ctx, contact) },
      { name: 'contact.csv', pieces: contactLines(contact) },
      ...PERSON_TABLES.map((table) => ({ name: `${table.name}.csv`, pieces: csvPieces(table) })),
    ];
    return { files, count: () => rowCount };
  },
};

export function createPersonExportHandlers({ enqueue, storage }: { enqueue: Enqueue; storage: Storage }) {
  const exportContact: Handler<'exportContact'> = async ({ path }, ctx) => {
    if (!(await findContact(ctx, path.contact_id))) throw notFound();
    const fileName = `contact-${path.contact_id}-${ctx.now.toISOString().slice(0, 10)}.zip`;
    const request = { kind: 'contact', subjectId: path.contact_id, fileName } as const;
    return { status: 202, body: toExportEnvelope(await startExport(ctx, enqueue, request)) };
  };

  const getContactExport: Handler<'getContactExport'> = async ({ path }, ctx) => {
    const subject = { kind: 'contact', subjectId: path.contact_id, exportId: fromUlid(path.exportId) } as const;
    return { status: 200, body: toExportEnvelope(await readExport(ctx, storage, subject)) };
  };

  return { exportContact, getContactExport } satisfies Partial<Handlers>;
}
