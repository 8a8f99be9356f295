import type { BlockKind, EmailBlock, Fact, PageBlock } from '../draft/draft.ts';
import type { Words } from '../draft/words.ts';
import type { AskedPart, BriefFact } from '../reader/brief.ts';

/** Without undefined and empty values. */
export function opt<Given extends Record<string, unknown>>(given: Given): { [Key in keyof Given]?: NonNullable<Given[Key]> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== '')) as never;
}

type Describe = (heading: string, text: string | undefined) => { heading: string; text?: string };

/** Kinds of pages and emails alike. */
export type GivenBlock = Extract<PageBlock, EmailBlock>;

export const headingOf = (kind: BlockKind, words: Words): string | undefined => words.headings[kind === 'text' ? 'about' : kind];

export function givenBlock({ kind, heading, items, columns }: AskedPart, words: Words, describe: Describe): GivenBlock | undefined {
  if (items.length === 0) return undefined;
  const title = opt({ heading: heading ?? headingOf(kind, words) });
  const named = items.filter(({ lead }) => lead.length <= 300);
  switch (kind) {
    case 'pricing':
      return {
        kind,
        ...title,
        items: named.slice(0, 20).map(({ lead, text, price, unit }) => ({ name: lead, ...opt({ price, unit, text }) })),
      };
    case 'schedule':
      return { kind, ...title, items: named.map(({ lead, text, time, day, who }) => ({ title: lead, ...opt({ day, time, text, who }) })) };
    case 'menu':
      return { kind, ...title, groups: [{ items: named.map(({ lead, text, price }) => ({ name: lead, ...opt({ text, price }) })) }] };
    case 'faq': {
      const answered = items.flatMap(({ lead, text }) => (text ? [{ question: lead, answer: text }] : []));
      return answered.length > 0 ? { kind, ...title, items: answered } : undefined;
    }
    case 'people':
      return { kind, ...title, items: named.map(({ lead, text, who }) => ({ name: lead, ...opt({ role: who ?? text }) })) };
    case 'quote':
      return { kind, ...title, items: items.map(({ lead, who }) => ({ text: lead, ...opt({ name: who }) })) };
    case 'facts': {
      const rows = items.flatMap(({ lead, text }) => (text ? [{ label: lead, value: text }] : []));
      return rows.length > 0 ? { kind, ...title, items: rows } : undefined;
    }
    case 'numbers': {
      const rows = items.flatMap(({ lead, text }) => (text ? [{ value: lead, label: text }] : []));
      return rows.length > 0 ? { kind, ...title, items: rows.slice(0, 8) } : undefined;
    }
    case 'logos':
      return { kind, ...title, items: named.map(({ lead }) => ({ name: lead })) };
    case 'compare': {
      const rows = items.flatMap(({ lead, cells = [] }) => (cells.length >= 2 ? [{ label: lead, values: cells.slice(0, 6) }] : []));
      return rows.length > 0 && columns ? { kind, ...title, columns: [...columns], rows } : undefined;
    }
    case 'steps':
    case 'features':
    case 'gallery':
      return {
        kind: kind === 'steps' ? kind : 'features',
        ...title,
        items: named.slice(0, 20).map(({ lead, text, price }) => describe(lead, [text, price].filter(Boolean).join(', ') || undefined)),
      };
    case 'text':
      return { kind, ...title, paragraphs: items.map(({ lead, text }) => (text ? `**${lead}** ${text}` : lead)) };
    case 'video': {
      const [first] = items;
      return first?.text && /^https:/.test(first.text) ? { kind, url: first.text, title: first.lead } : undefined;
    }
    default:
      return undefined;
  }
}

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
