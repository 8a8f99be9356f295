import type { components } from '../../../generated/api.d.ts';
import type { Issue } from '../../shared/errors.ts';
import { isStorable, nameOf } from '../../shared/text.ts';
import { asksForWebContent } from '../tents/screening.ts';

export type Item = components['schemas']['BulkTentItem'];
export type ErrorCode = components['schemas']['BulkItemRejected']['error_code'];

export interface Rejected {
  index: number;
  clientItemId: string | null;
  tentName: string | null;
  alias: string | null;
  code: ErrorCode;
  message: string;
}

export interface Wanted {
  index: number;
  clientItemId: string | null;
  tentName: string | null;
  alias: string | null;
  instructions: string;
  values: Record<string, string>;
  withBrand: boolean;
}

export type Judged = Rejected | Wanted;

export const isWanted = (judged: Judged): judged is Wanted => !('code' in judged);

const MOST_BYTES = 16 * 1024;

export const isTooLarge = (value: object): boolean => Buffer.byteLength(JSON.stringify(value)) > MOST_BYTES;

/** Follows the name of a field. */
export const TOO_LARGE = 'must not be larger than 16 KiB of JSON';

/** @param issues of the schema */
export function judgeItem(item: Item, issues: Issue[] | null, index: number, { autoPublish }: { autoPublish: boolean }): Judged {
  const problem = issues ? inWords(issues) : problemOf(item, autoPublish);
  if (problem !== undefined) return rejected({ ...item, index }, 'INVALID_ITEM', problem);
  return {
    index,
    clientItemId: item.client_item_id ?? null,
    tentName: item.tent_name ?? null,
    alias: item.custom_page_alias ?? null,
    instructions: item.instructions ?? '',
    values: Object.fromEntries(Object.entries(item.input_data ?? {}).map(([name, value]) => [name, textOf(value)])),
    withBrand: item.include_brand ?? false,
  };
}

function problemOf({ custom_page_alias, instructions, input_data }: Item, autoPublish: boolean): string | undefined {
  if (custom_page_alias !== undefined && !autoPublish) return 'custom_page_alias needs auto_publish of the request to be true.';
  if (instructions !== undefined && !asksForWebContent(instructions, { template: true }))
    return 'instructions must ask for web content, such as a change of the template.';
  if (input_data && isTooLarge(input_data)) return `input_data ${TOO_LARGE}.`;
  return undefined;
}

/** A page needs an address of its own: of items that ask for the same one, the first keeps it. */
export function rejectRepeatedAliases(items: readonly Judged[]): Judged[] {
  const firsts = new Map<string, number>();
  return items.map((item) => {
    if (!isWanted(item) || item.alias === null) return item;
    const first = firsts.get(item.alias);
    if (first === undefined) firsts.set(item.alias, item.index);
    return first === undefined ? item : turnedDown(item, 'INVALID_ITEM', `custom_page_alias is that of item ${first}.`);
  });
}

export const turnedDown = ({ index, clientItemId, tentName, alias }: Wanted, code: ErrorCode, message: string): Rejected => ({
  ...{ index, clientItemId, tentName, alias },
  ...{ code, message },
});

/** An item that the schema refuses may hold anything. */
type Unread = { index: number } & { [Field in keyof Item]?: unknown };

function rejected({ index, client_item_id, tent_name, custom_page_alias }: Unread, code: ErrorCode, message: string): Rejected {
  const name = readable(tent_name, 200);
  return {
    index,
    clientItemId: readable(client_item_id, 255),
    tentName: (name !== null && nameOf(name)) || null,
    alias: readable(custom_page_alias, 100),
    ...{ code, message },
  };
}

const readable = (value: unknown, longest: number): string | null =>
  typeof value === 'string' && isStorable(value) && hasAtMost(longest, value) ? value : null;

const hasAtMost = (characters: number, text: string): boolean => text.length <= 2 * characters && [...text].length <= characters;

const MOST_ISSUES = 5;
const LONGEST_PATH = 120;

const inWords = (issues: Issue[]): string =>
  issues
    .slice(0, MOST_ISSUES)
    .map(
      ({ path, message }) =>
        `${[...path.slice(0, 2 * LONGEST_PATH)].slice(0, LONGEST_PATH).join('').toWellFormed() || 'The item'} ${message}.`,
    )
    .join(' ');

/** As it appears on a page. */
function textOf(value: unknown): string {
  if (value === null) return '';
  if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
