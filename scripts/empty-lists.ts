/**
 * Adds the answer of each empty list as an example, `empty`, made from the first hand-written one. A front end needs this state
 * before any other.
 */
import type { OpenAPIV3_1 } from 'openapi-types';
import { METHODS, resolve } from '../src/http/contract.ts';

/** Every workspace has the built-in fields and the key of the request, and nothing narrows these lists. */
export const NEVER_EMPTY = ['listContactFields', 'listKeys'];

type Answer = Record<string, unknown>;

/** In place. */
export function showEmptyLists(document: OpenAPIV3_1.Document): void {
  for (const item of Object.values(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item?.[method];
      const response = operation?.responses?.['200'];
      const { examples } = response
        ? ((resolve(document, response) as OpenAPIV3_1.ResponseObject).content?.['application/json'] ?? {})
        : {};
      const [first] = Object.values(examples ?? {});
      if (!operation || !examples || !first || NEVER_EMPTY.includes(operation.operationId ?? '')) continue;
      const answer = (resolve(document, first) as OpenAPIV3_1.ExampleObject).value as Answer;
      if (!/^list[A-Z]/.test(operation.operationId ?? '') && !('pagination' in answer)) continue;
      examples.empty = { summary: 'Nothing: there is none yet, or none fits', value: emptied(answer) };
    }
  }
}

/** The answer without its entries, and as the last page that there is. A feed, with `has_more`, never ends and keeps its cursor. */
function emptied({ pagination, next_cursor, ...rest }: Answer): Answer {
  const answer = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, Array.isArray(value) ? [] : value]));
  if ('has_more' in answer) return { ...answer, next_cursor, has_more: false };
  return pagination ? { ...answer, pagination: { ...pagination, page: 1, total: 0, totalPages: 0 } } : answer;
}
