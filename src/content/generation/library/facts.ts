import type { Fact } from '../draft/draft.ts';
import type { Words } from '../draft/words.ts';
import type { BriefFact } from '../reader/brief.ts';

export function factHref({ kind, value }: BriefFact): string | undefined {
  if (kind === 'phone') return `tel:${value.replace(/[^\d+]/g, '')}`;
  if (kind === 'email') return `mailto:${value}`;
  if (kind === 'link') return /^https?:/.test(value) ? value : `https://${value}`;
  return undefined;
}

export function factOf(fact: BriefFact, words: Words): Fact {
  const href = factHref(fact);
  return { label: fact.label ?? words.facts[fact.kind] ?? '', value: fact.value, ...(href && { href }) };
}
