import type { components } from '../../generated/api.d.ts';

type Pagination = components['schemas']['Pagination'];

export interface PageRequest {
  page: number;
  limit: number;
}

/** Rows to pass over before the page. Cast it to bigint in SQL: a far page is beyond 4 bytes. */
export const offsetOf = ({ page, limit }: PageRequest): number => (page - 1) * limit;

export const paginationOf = ({ page, limit }: PageRequest, total: number): Pagination => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
});

/** How many there are on all pages. They are counted only where the page does not tell: the last one does. */
export async function totalOf(page: PageRequest, found: number, count: () => Promise<number>): Promise<number> {
  const offset = offsetOf(page);
  const isLast = found < page.limit && (found > 0 || offset === 0);
  return isLast ? offset + found : count();
}

/**
 * The pattern for a search that contains `text` as it stands: `%`, `_` and `\` mean themselves. Compare `fold_case(column)` with
 * `fold_case(pattern)`, or `lower` with `lower`:
 * the database lower-cases some letters (İ, a Σ at the end) in another way than JavaScript does. Names and texts are kept in NFC.
 */
export const containing = (text: string): string => `%${text.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`;

/** What a switch in a query says. */
export const isYes = (flag: components['schemas']['Flag']): boolean => flag === true || flag === 'true' || flag === '1';
