import type { Brief, BriefFact, SlotName } from '../reader/brief.ts';
import { capital } from '../reader/text.ts';
import { normal } from '../reader/words.ts';

const SLOTS: [RegExp, SlotName][] = [
  [/^(?:business|company|shop|brand|event|product|organi[sz]ation|venue)?(?: )?name$/, 'name'],
  [/^(?:city|town|place)$/, 'place'],
  [/^(?:audience|for)$/, 'audience'],
  [/^(?:discount)$/, 'discount'],
  [/^(?:host|speaker|teacher)$/, 'host'],
];
const FACTS: [RegExp, BriefFact['kind']][] = [
  [/(?:^|\s)(?:phone|telephone|tel|mobile)(?:\s|$)/, 'phone'],
  [/(?:^|\s)(?:email|e mail|mail)(?:\s|$)/, 'email'],
  [/(?:^|\s)(?:address|street)(?:\s|$)/, 'address'],
  [/(?:^|\s)(?:price|cost|fee|rate)(?:\s|$)/, 'price'],
  [/(?:^|\s)(?:date|day|when|time|start|starts)(?:\s|$)/, 'when'],
  [/(?:^|\s)(?:where|location|room)(?:\s|$)/, 'where'],
  [/(?:^|\s)(?:hours|open|opening)(?:\s|$)/, 'hours'],
  [/(?:^|\s)(?:until|ends|expires|deadline)(?:\s|$)/, 'until'],
  [/(?:^|\s)(?:code|coupon|voucher)(?:\s|$)/, 'code'],
  [/(?:^|\s)(?:url|link|website|web)(?:\s|$)/, 'link'],
];

export function givenFacts(brief: Brief, given: Readonly<Record<string, string>>): void {
  for (const [key, raw] of Object.entries(given)) {
    const value = raw.trim();
    if (value === '') continue;
    const words = normal(key.replace(/[_.]+|(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
    const slot = SLOTS.find(([pattern]) => pattern.test(words))?.[1];
    if (slot) brief.slots[slot] ??= value;
    const kind = FACTS.find(([pattern]) => pattern.test(words))?.[1];
    if (kind && kind in SLOT_OF) brief.slots[kind as SlotName] ??= value;
    if (kind === 'link' && brief.action.href === undefined && /^https?:\/\//.test(value)) brief.action.href = value;
    else if (!slot) brief.facts.push({ kind: kind ?? 'note', label: labelOf(key), value });
  }
}

const SLOT_OF = { price: 1, when: 1, where: 1, until: 1, code: 1, deadline: 1 };

export const labelOf = (key: string): string =>
  capital(
    key
      .replace(/[_.-]+|(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
      .trim()
      .toLowerCase(),
  );
