import { expect, test } from 'vitest';
import { type ContactId, fromUlid, type ListId, newId, toUlid } from '../../src/platform/ids.ts';

test('an id of one kind is no id of another, which the compiler says; a text of no kind is either', () => {
  const contactId: ContactId = newId();
  // @ts-expect-error
  const listId: ListId = contactId;
  expect(listId).toBe(contactId);
  // @ts-expect-error
  const ids: ReadonlySet<ListId> = new Set<ContactId>();
  expect(ids.size).toBe(0);
});

test('a ULID is the same identifier in other letters', () => {
  const id = newId();
  expect(fromUlid(toUlid(id))).toBe(id);
});
