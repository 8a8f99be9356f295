import type { BriefFact } from '../reader/brief.ts';

/** Where a fact leads when it is pressed. */
export function factHref({ kind, value }: BriefFact): string | undefined {
  if (kind === 'phone') return `tel:${value.replace(/[^\d+]/g, '')}`;
  if (kind === 'email') return `mailto:${value}`;
  if (kind === 'link') return /^https?:/.test(value) ? value : `https://${value}`;
  return undefined;
}
