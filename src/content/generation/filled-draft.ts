import { inert } from '../documents/tokens.ts';
import type { Draft } from './draft/draft.ts';
import { type Fills, filledText } from './placeholders.ts';

/** The HTML is filled by itself, so addresses of the draft keep their placeholders. */
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'url', 'logo_url']);

export function filledDraft(draft: Draft, fills: Fills): Draft {
  if (Object.keys(fills).length === 0) return draft;
  const values = Object.fromEntries(Object.entries(fills).map(([name, fill]) => [name, { ...fill, value: inert(fill.value) }]));
  return JSON.parse(JSON.stringify(draft), (key, value: unknown) =>
    typeof value === 'string' && !ADDRESSES.has(key) ? filledText(value, values) : value,
  ) as Draft;
}
