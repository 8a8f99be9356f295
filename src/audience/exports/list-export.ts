import type { components } from '../../../generated/api.d.ts';
import type { Cell } from '../../shared/csv.ts';
import { joinedEntries } from '../../shared/entries.ts';
import { FIELD_NAMES, type FieldName } from '../contact-field-catalogue.ts';
import { definitionsOf } from '../contact-fields/contact-fields.repo.ts';
import { readAnyList } from '../contact-lists/contact-lists.repo.ts';
import { toContactSummary } from '../contacts/contacts.view.ts';
import type { ExportSource } from './exports.service.ts';
import { type ExportedMember, pagesOfMembers } from './list-export.repo.ts';

type Member = components['schemas']['ContactListMember'];

const OWN_TIMES: readonly FieldName[] = ['created_at', 'updated_at'];

/** The fields of a member, in the order in which the document lists them. */
const MEMBER_FIELDS: readonly (keyof Member)[] = [
  'contact_id',
  ...FIELD_NAMES.filter((name) => !OWN_TIMES.includes(name)),
  'member_added_at',
  ...OWN_TIMES,
];

const cellOf = (value: Cell | string[]): Cell => (Array.isArray(value) ? joinedEntries(value) : value);

/** Fields of these names cannot be made any more; one that is older is told from the standard one. */
const headerOf = (apiName: string): string => (MEMBER_FIELDS.some((field) => field === apiName) ? `custom_fields.${apiName}` : apiName);

/** The members of a list with all their fields, the workspace's own after the standard ones. */
export const listExport: ExportSource = {
  kind: 'contact_list',
  gone: 'The list was deleted before its file was written.',
  async open(ctx, listId) {
    const list = await readAnyList(ctx, listId);
    if (!list) return null;
    const own = (await definitionsOf(ctx, { includeArchived: false })).map(({ apiName }) => apiName);
    const toCells = (row: ExportedMember): Cell[] => {
      const member: Member = { ...toContactSummary(row), member_added_at: row.added_at?.toISOString() ?? null };
      const customCell = (field: string): Cell => (Object.hasOwn(row.custom_fields, field) ? cellOf(row.custom_fields[field] ?? null) : null);
      return [...MEMBER_FIELDS.map((field) => cellOf(member[field])), ...own.map(customCell)];
    };
    async function* pages() {
      for await (const page of pagesOfMembers(ctx, list as NonNullable<typeof list>)) yield page.map(toCells);
    }
    return { header: [...MEMBER_FIELDS, ...own.map(headerOf)], pages: pages() };
  },
};

/** `spring-newsletter-2026-04-14.csv` */
export const listFileName = ({ slug }: { slug: string }, now: Date): string =>
  `${slug.slice(0, 200)}-${now.toISOString().slice(0, 10)}.csv`;
