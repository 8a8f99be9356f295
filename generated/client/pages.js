import { unwrap } from "./errors.js";
/**
 * All pages of a list, read as you go:
 *
 *     for await (const { items } of pages(({ cursor }) => client.GET('/v1/contacts', { params: { query: { cursor, limit: 100 } } }))) …
 *
 * By `page` alone, what changes in the list meanwhile may be missed or met twice. Throws `ApiError`.
 */
export async function* pages(read) {
    let takesCursor = false;
    for (let page = 1, cursor;; page += 1) {
        const at = {
            // A request names its page once: by the cursor, if `read` takes it.
            page: takesCursor && cursor !== undefined ? 1 : page,
            get cursor() {
                takesCursor = true;
                return cursor;
            },
        };
        const body = await unwrap(read(at));
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
 *     for await (const contact of items(({ cursor }) => client.GET('/v1/contacts', { params: { query: { cursor, limit: 100 } } }))) …
 *
 * Throws like `pages`.
 */
export async function* items(read) {
    for await (const body of pages(read))
        yield* Object.values(body).find(Array.isArray);
}
