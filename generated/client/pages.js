import { unwrap } from "./errors.js";
/**
 * All pages of a list, read as you go:
 *
 *     for await (const { items } of pages(({ page }) => client.GET('/v1/contacts', { params: { query: { page, limit: 100 } } }))) …
 *     for await (const { emails } of pages(({ cursor }) => client.GET('/v1/emails', { params: { query: { cursor } } }))) …
 *
 * Throws `ApiError`. What changes in the list meanwhile may be missed or met twice in lists by `page`.
 */
export async function* pages(read) {
    for (let page = 1, cursor;; page += 1) {
        const body = await unwrap(read({ page, cursor }));
        yield body;
        const { pagination, next_cursor } = body;
        if (next_cursor === undefined && page >= (pagination?.totalPages ?? 0))
            return;
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
export async function* items(read) {
    for await (const body of pages(read))
        yield* Object.values(body).find(Array.isArray);
}
