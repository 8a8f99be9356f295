import type { components } from '../../../generated/api.d.ts';
import { splitMergeTags } from '../../shared/merge-tags.ts';

/** By their names without the prefix, those that are set. */
export type Utm = components['schemas']['UtmInput'];

const NAMES = ['source', 'medium', 'campaign', 'term', 'content'] as const satisfies (keyof Utm)[];

/** Appends parameters to the query of an address, except those that it has. Merge tags stay as they are and count as text of a value. */
export function withUtm(address: string, utm: Utm): string {
  // As long as the tag, so that places in one are places in the other.
  const shape = splitMergeTags(address)
    .map(({ tag, text }) => (tag ? 'x'.repeat(text.length) : text))
    .join('');
  const fragment = shape.indexOf('#');
  const end = fragment === -1 ? address.length : fragment;
  const before = shape.slice(0, end);
  const added = NAMES.flatMap((name) => {
    const value = utm[name];
    return value === undefined || new RegExp(`[?&]utm_${name}=`, 'i').test(before)
      ? []
      : [`utm_${name}=${encodeURIComponent(value.toWellFormed())}`];
  });
  if (added.length === 0) return address;
  const joint = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&';
  return `${address.slice(0, end)}${joint}${added.join('&')}${address.slice(end)}`;
}
