import type { components } from '../../generated/api.d.ts';

type Pagination = components['schemas']['Pagination'];

export interface PageRequest {
  page: number;
  limit: number;
}

/** Cast it to bigint in SQL: a far page is beyond 4 bytes. */
export const offsetOf = ({ page, limit }: PageRequest): number => (page - 1) * limit;

export const paginationOf = ({ page, limit }: PageRequest, total: number): Pagination => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
});

/** Counts the rows of all pages, unless this is the last page. */
export async function totalOf(page: PageRequest, found: number, count: () => Promise<number>): Promise<number> {
  const offset = offsetOf(page);
  const isLast = found < page.limit && (found > 0 || offset === 0);
  return isLast ? offset + found : count();
}

/**
 * The pattern for a search that contains `text` as it is: `%`, `_` and `\` are escaped. Compare `fold_case(column)` with
 * `fold_case(pattern)`, or `lower` with `lower`: the database lower-cases some letters (İ, a final Σ) unlike JavaScript. Names and texts
 * are stored in NFC.
 */
export const containing = (text: string): string => `%${text.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`;

export const isYes = (flag: components['schemas']['Flag']): boolean => flag === true || flag === 'true' || flag === '1';
