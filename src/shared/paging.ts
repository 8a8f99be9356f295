import type { components } from '../../generated/api.d.ts';
import { invalid } from './errors.ts';

type Pagination = components['schemas']['Pagination'];

/** The paging parameters of a list by pages and cursors. */
export interface PageRequest {
  page: number;
  limit: number;
  cursor?: string | undefined;
  total: 'exact' | 'none';
}

/** The part of an answer that says where its page is. */
export interface Paging {
  pagination: Pagination;
  next_cursor?: string;
}

export interface Page<Row> {
  rows: Row[];
  paging: Paging;
}

/** @throws validation_failed when a page is named twice */
export function requireOnePlace(page: number, cursor: string | undefined): void {
  if (cursor !== undefined && page > 1) {
    throw invalid({ path: 'page', message: 'must be left out, or 1, with `cursor`, which names the page by itself' });
  }
}

export const paginationOf = ({ page, limit }: Pick<Pagination, 'page' | 'limit'>, total: number): Pagination => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
});

/**
 * The pattern for a search that contains `text` as it is: `%`, `_` and `\` are escaped. Compare `fold_case(column)` with
 * `fold_case(pattern)`, or `lower` with `lower`: the database lower-cases some letters (İ, a final Σ) unlike JavaScript. Names and texts
 * are stored in NFC.
 */
export const containing = (text: string): string => `%${text.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`;

export const isYes = (flag: components['schemas']['Flag']): boolean => flag === true || flag === 'true' || flag === '1';
