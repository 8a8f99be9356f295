import type { ListMember } from '../../audience/events.ts';
import type { DomainEvent, EventBatch } from '../../platform/events.ts';
import type { Found } from './targets.ts';

export const ofListTriggers = (event: DomainEvent<ListMember>) => ({
  shape: <Type extends string>({ type, list_id = null }: { type: Type; list_id?: string | null }) => ({ type, list_id }),
  references: ({ list_id: id }: { list_id: string | null }): Found[] => [{ path: 'list_id', of: 'static_list', id }],
  subject: ({ list_id }: { list_id: string | null }): string => String(list_id),
  happened: ({ of }: EventBatch): string[] => of(event).map(({ listId }) => listId),
  contacts: (subject: string, { of }: EventBatch): string[] =>
    of(event)
      .filter(({ listId }) => listId === subject)
      .map(({ contactId }) => contactId),
});
