import { type Answer } from './errors.ts';
/** Where to read next: pass on both, or only the one that the list takes. The first page has no cursor; with a cursor, `page` is 1. */
export interface Position {
    page: number;
    cursor: string | undefined;
}
/** What a page is a list of. */
export type Entry<T> = T extends unknown ? {
    [Field in keyof T]-?: T[Field] extends readonly (infer E)[] ? E : never;
}[keyof T] : never;
/**
 * All pages of a list, read as you go:
 *
 *     for await (const { items } of pages(({ cursor }) => client.GET('/v1/contacts', { params: { query: { cursor, limit: 100 } } }))) …
 *
 * By `page` alone, what changes in the list meanwhile may be missed or met twice. Throws `ApiError`.
 */
export declare function pages<T extends object>(read: (at: Position) => Promise<Answer<T>>): AsyncGenerator<T, void, undefined>;
/**
 * All entries of a list, whatever they are called, a page read when the one before is through:
 *
 *     for await (const contact of items(({ cursor }) => client.GET('/v1/contacts', { params: { query: { cursor, limit: 100 } } }))) …
 *
 * Throws like `pages`.
 */
export declare function items<T extends object>(read: (at: Position) => Promise<Answer<T>>): AsyncGenerator<Entry<T>, void, undefined>;
