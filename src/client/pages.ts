import { type Answer, unwrap } from './errors.ts';

/** Where to read next: lists with `pagination` take `page`, lists with `next_cursor` take `cursor`, which the first page has not. */
export interface Position {
  page: number;
  cursor: string | undefined;
}

interface Page {
  pagination?: { page: number; totalPages: number };
  next_cursor?: string;
}

/** What a page is a list of. */
export type Entry<T> = T extends unknown ? { [Field in keyof T]-?: T[Field] extends readonly (infer E)[] ? E : never }[keyof T] : never;

/**
 * All pages of a list, read as you go:
 *
 *     for await (const { items } of pages(({ page }) => client.GET('/v1/contacts', { params: { query: { page, limit: 100 } } }))) …
 *     for await (const { emails } of pages(({ cursor }) => client.GET('/v1/emails', { params: { query: { cursor } } }))) …
 *
 * Throws `ApiError`. What changes in the list meanwhile may be missed or met twice in lists by `page`.
 */
export async function* pages<T extends object>(read: (at: Position) => Promise<Answer<T>>): AsyncGenerator<T, void, undefined> {
  for (let page = 1, cursor: string | undefined; ; page += 1) {
    const body = await unwrap(read({ page, cursor }));
    yield body;
    const { pagination, next_cursor } = body as Page;
    if (next_cursor === undefined && page >= (pagination?.totalPages ?? 0)) return;
    cursor = next_cursor;
  }
}

/**
 * All entries of a list, whatever they are called, a page read when the one before is through:
 *
 *     for await (const contact of items(({ page }) => client.GET('/v1/contacts', { params: { query: { page, limit: 100 } } }))) …
 *
 * Throws like `pages`.
 */
export async function* items<T extends object>(read: (at: Position) => Promise<Answer<T>>): AsyncGenerator<Entry<T>, void, undefined> {
  for await (const body of pages(read)) yield* Object.values(body).find(Array.isArray) as Entry<T>[];
}
