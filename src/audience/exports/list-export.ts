import type { components } from '../../../generated/api.d.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import { type Ctx, raw, type Sql, sql } from '../../platform/db.ts';
import { fromUlid } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import type { Cell } from '../../shared/csv.ts';
import { joinedEntries } from '../../shared/entries.ts';
import { FIELD_NAMES, type FieldName } from '../contact-field-catalogue.ts';
import { definitionsOf } from '../contact-fields/contact-fields.repo.ts';
import { readAnyList } from '../contact-lists/contact-lists.repo.ts';
import { requireReadable } from '../contact-lists/contact-lists.service.ts';
import { type Membership, membersOf } from '../contact-lists/members.repo.ts';
import { ALL, type ContactRow, withTimestamps } from '../contacts/contacts.repo.ts';
import { toContactSummary } from '../contacts/contacts.view.ts';
import { type ExportSource, type ExportTable, readExport, startExport, toExportEnvelope } from './exports.service.ts';

export type ExportedMember = ContactRow & { added_at: Date | null };

const SELECTED = raw(ALL);
const FIRST = '00000000-0000-0000-0000-000000000000';
/** A page of the largest contacts is some megabytes, and the round trips do not count. */
const PAGE_SIZE = 200;

/** By id. Each page is a statement of its own: no cursor or transaction stays open while the file is written. */
export async function* pagesOfMembers(ctx: Ctx, list: Membership): AsyncGenerator<ExportedMember[]> {
  const statement = await statementOf(ctx, list);
  for (let after = FIRST; ; ) {
    const page = await ctx.db.query<ExportedMember>(statement(after));
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = last.id;
  }
}

async function statementOf(ctx: Ctx, list: Membership): Promise<(after: string) => Sql> {
  if (list.kind === 'static') {
    // Reads along its own key before the join, so that every page costs the same.
    return (after) => sql`
      SELECT ${SELECTED}, m.added_at FROM (
        SELECT contact_id, added_at FROM contact_list_members
        WHERE workspace_id = ${ctx.workspaceId}::uuid AND list_id = ${list.id}::uuid AND contact_id > ${after}::uuid
        ORDER BY contact_id LIMIT ${PAGE_SIZE}::int
      ) m JOIN contacts c ON c.workspace_id = ${ctx.workspaceId}::uuid AND c.id = m.contact_id ${withTimestamps}
      ORDER BY c.id`;
  }
  const members = await membersOf(ctx, list);
  return (after) => sql`
    SELECT ${SELECTED}, NULL::timestamptz AS added_at FROM contacts c ${withTimestamps}
    WHERE c.workspace_id = ${ctx.workspaceId}::uuid AND ${members} AND c.id > ${after}::uuid
    ORDER BY c.id LIMIT ${PAGE_SIZE}::int`;
}

type Member = components['schemas']['ContactListMember'];

const OWN_TIMES: readonly FieldName[] = ['created_at', 'updated_at'];

/** In the order of the document. */
const MEMBER_FIELDS: readonly (keyof Member)[] = [
  'contact_id',
  ...FIELD_NAMES.filter((name) => !OWN_TIMES.includes(name)),
  'member_added_at',
  ...OWN_TIMES,
];

/** An old custom field may have the name of a standard one. */
const headerOf = (apiName: string): string => (MEMBER_FIELDS.some((field) => field === apiName) ? `custom_fields.${apiName}` : apiName);

const cellOf = (value: Cell | string[]): Cell => (Array.isArray(value) ? joinedEntries(value) : value);

export const listExport: ExportSource<ExportTable> = {
  kind: 'contact_list',
  gone: 'The list was deleted before its file was written.',
  async open(ctx, listId) {
    const list = await readAnyList(ctx, listId);
    if (!list) return null;
    const own = (await definitionsOf(ctx, { includeArchived: false })).map(({ apiName }) => apiName);
    const toCells = (row: ExportedMember): Cell[] => {
      const member: Member = { ...toContactSummary(row), member_added_at: row.added_at?.toISOString() ?? null };
      const customCell = (field: string): Cell =>
        Object.hasOwn(row.custom_fields, field) ? cellOf(row.custom_fields[field] ?? null) : null;
      return [...MEMBER_FIELDS.map((field) => cellOf(member[field])), ...own.map(customCell)];
    };
    async function* pages() {
      for await (const page of pagesOfMembers(ctx, list as NonNullable<typeof list>)) yield page.map(toCells);
    }
    return { header: [...MEMBER_FIELDS, ...own.map(headerOf)], pages: pages() };
  },
};

/** `spring-newsletter-2026-04-14.csv` */
const listFileName = ({ slug }: { slug: string }, now: Date): string => `${slug.slice(0, 200)}-${now.toISOString().slice(0, 10)}.csv`;

export function createListExportHandlers({ enqueue, storage }: { enqueue: Enqueue; storage: Storage }) {
  const exportContactList: Handler<'exportContactList'> = async ({ path }, ctx) => {
    const list = await requireReadable(ctx, path.listId);
    const request = { kind: 'contact_list', subjectId: list.id, fileName: listFileName(list, ctx.now) } as const;
    return { status: 202, body: toExportEnvelope(await startExport(ctx, enqueue, request)) };
  };

  const getContactListExport: Handler<'getContactListExport'> = async ({ path }, ctx) => {
    // The file outlives the list.
    const subject = { kind: 'contact_list', subjectId: path.listId, exportId: fromUlid(path.exportId) } as const;
    return { status: 200, body: toExportEnvelope(await readExport(ctx, storage, subject)) };
  };

  return { exportContactList, getContactListExport } satisfies Partial<Handlers>;
}
