/** Code that the compiler refuses. `tsc` is the test: an unused `@ts-expect-error` is an error. */
import { expect, it } from 'vitest';
import type { Handler, Handlers, Reply } from '../../src/http/handler.types.ts';

const count = { list_id: 'x', kind: 'static', member_count: 1, blocked_count: 0 } as const;

const right: Handler<'getContactListMemberCount'> = async ({ path }) => ({ status: 200, body: { ...count, list_id: path.listId } });

// @ts-expect-error a field that the document requires is missing
const incomplete: Handler<'getContactListMemberCount'> = async () => ({ status: 200, body: { list_id: 'x', kind: 'static' } });

// @ts-expect-error the document says integer
const mistyped: Handler<'getContactListMemberCount'> = async () => ({ status: 200, body: { ...count, member_count: '1' } });

// @ts-expect-error the document does not know this status
const undocumented: Handler<'getContactListMemberCount'> = async () => ({ status: 201, body: count });

// @ts-expect-error errors are thrown, not returned
const returned: Handler<'getContactListMemberCount'> = async () => ({ status: 404, body: { error: 'no', error_code: 'not_found' } });

// @ts-expect-error nor is the answer that the document has for all errors a status
const other: Handler<'listContacts'> = async () => ({ status: 'default', body: { error: 'no', error_code: 'not_found' } });

// @ts-expect-error a 204 has no body
const chatty: Reply<'deleteContactList'> = { status: 204, body: {} };

// @ts-expect-error HTML is not JSON
const json: Reply<'getEmailContent'> = { status: 200, body: '<p>' };

// @ts-expect-error the request has no such parameter
const misread: Handler<'getContactListMemberCount'> = async ({ path }) => ({ status: 200, body: { ...count, list_id: path.contact_id } });

/** Parameters with a default are always there. */
const defaults: Handler<'listContactLists'> = async ({ query }) => {
  const { page, limit }: { page: number; limit: number } = query;
  // @ts-expect-error one without a default may be absent
  const search: string = query.search;
  return { status: 200, body: { lists: [], pagination: { page, limit, total: search.length, totalPages: 0 } } };
};

// @ts-expect-error an operation without a handler
const gaps: Handlers = {};

// @ts-expect-error a handler without an operation
const strays: Partial<Handlers> = { makeCoffee: async () => ({ status: 200 }) };

it('is checked by the compiler', () => {
  expect([right, incomplete, mistyped, undocumented, returned, other, chatty, json, misread, defaults, gaps, strays]).toHaveLength(12);
});
