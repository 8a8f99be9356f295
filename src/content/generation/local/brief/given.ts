import type { Brief, Fact, FactKind } from './brief.types.ts';
import { capitalised } from './clauses.ts';

/** What keys of given values are called when they are one of the page's parts. */
const PARTS: [RegExp, (brief: Brief, value: string) => void][] = [
  [/^(?:headline|title|heading|ueberschrift|titel)$/iu, (brief, value) => (brief.headline = value)],
  [/^(?:lede|intro|subtitle|subheadline|tagline|description|summary)$/iu, (brief, value) => (brief.lede = value)],
  [/^(?:button|cta|button_text|button_label|call_to_action)$/iu, (brief, value) => (brief.action.label = value)],
  [
    /^(?:url|link|href|cta_url|button_url|shop_url|website)$/iu,
    (brief, value) => {
      if (/^https?:\/\//iu.test(value)) brief.action.href = value;
      else brief.facts.push({ kind: 'note', label: 'Link', value });
    },
  ],
  [/^(?:brand|company|company_name|organisation|organization|organizer|sender)$/iu, (brief, value) => (brief.brand = value)],
];

const KINDS: [RegExp, FactKind][] = [
  [/^(?:date|dates|when|day|datum)$/iu, 'when'],
  [/^(?:until|deadline|expires|valid_until|ends)$/iu, 'until'],
  [/^(?:place|venue|location|where|city|address|ort)$/iu, 'where'],
  [/^(?:price|cost|fee|preis)$/iu, 'price'],
  [/^(?:code|coupon|coupon_code|discount_code|promo_code|voucher|gutschein)$/iu, 'code'],
  [/^(?:audience|for)$/iu, 'audience'],
  [/^(?:hours|opening_hours)$/iu, 'hours'],
];

/** Values that are used as given: where a key names a part of the page they are that part, else a line of the facts. */
export function givenFacts(brief: Brief, given: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(given)) {
    const text = value.trim();
    if (text === '') continue;
    const part = PARTS.find(([pattern]) => pattern.test(key));
    if (part) {
      part[1](brief, text);
      continue;
    }
    const kind = KINDS.find(([pattern]) => pattern.test(key))?.[1];
    const fact: Fact = kind
      ? { kind, value: text }
      : {
          kind: 'note',
          label: capitalised(
            key
              .replace(/([a-z])([A-Z])/g, '$1 $2')
              .replace(/[_\s-]+/g, ' ')
              .trim()
              .toLowerCase(),
          ),
          value: text,
        };
    // What the prompt says of the same thing gives way.
    if (kind) brief.facts = brief.facts.filter((other) => other.kind !== kind);
    brief.facts.push(fact);
  }
}
