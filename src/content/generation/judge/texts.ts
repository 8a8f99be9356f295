import type { Action, Block, Draft } from '../draft/draft.ts';
import { hrefsOf } from '../draft/normal.ts';

export interface PlacedText {
  text: string;
  place: string;
}

const UNREAD: ReadonlySet<string> = new Set([
  ...['id', 'kind', 'layout', 'href', 'url', 'logo_url', 'lang', 'dir', 'type', 'name', 'maps_to', 'drawing', 'form', 'theme'],
]);

export function textsOf(draft: Draft): PlacedText[] {
  const { blocks, ...rest } = draft;
  const all: PlacedText[] = [];
  const walk = (value: unknown, place: string, key: string): void => {
    if (typeof value === 'string') {
      if (!UNREAD.has(key) || (key === 'name' && !place.includes('.fields['))) all.push({ text: value, place });
    } else if (Array.isArray(value)) for (const [i, inner] of value.entries()) walk(inner, `${place}[${i}]`, key);
    else if (typeof value === 'object' && value !== null && key !== 'theme')
      for (const [name, inner] of Object.entries(value)) walk(inner, place === '' ? name : `${place}.${name}`, name);
  };
  for (const [name, value] of Object.entries(rest)) walk(value, name, name);
  for (const [place, block] of placedBlocks(draft)) walk(block, place, 'block');
  return all;
}

export const placedBlocks = ({ blocks }: Draft): [place: string, block: Block][] =>
  (blocks as readonly Block[]).map((block, i) => [block.id ?? `blocks[${i}]`, block]);

export const placedHrefs = (draft: Draft): [place: string, href: string][] =>
  placedBlocks(draft).flatMap(([place, block]) => hrefsOf(block, place));

export function placedLabels(draft: Draft): PlacedText[] {
  return placedBlocks(draft).flatMap(([place, block]) => [
    ...(['action', 'second_action'] as const).flatMap((name) => {
      const action = (block as Partial<Record<typeof name, Action>>)[name];
      return action ? [{ text: action.label, place: `${place}.${name}` }] : [];
    }),
    ...(block.kind === 'pricing'
      ? block.items.flatMap(({ action }, i) => (action ? [{ text: action.label, place: `${place}.items[${i}]` }] : []))
      : []),
    ...(block.kind === 'form' ? [{ text: block.submit, place: `${place}.submit` }] : []),
  ]);
}
