import type { Found } from './targets.ts';

/** They let contacts in by themselves, in the background: `listening/segments.work.ts`. */
export const ofSegmentTriggers = {
  shape: <Type extends string>({ type, list_id = null }: { type: Type; list_id?: string | null }) => ({ type, list_id }),
  references: ({ list_id: id }: { list_id: string | null }): Found[] => [{ path: 'list_id', of: 'dynamic_list', id }],
  subject: ({ list_id }: { list_id: string | null }): string => String(list_id),
  happened: (): string[] => [],
  contacts: (): string[] => [],
};
