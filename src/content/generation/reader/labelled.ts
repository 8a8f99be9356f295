import type { BlockKind } from '../draft/draft.ts';
import type { BriefFact } from './brief.ts';
import { fieldsIn } from './fields.ts';
import { looksLikePeople } from './items.ts';
import { type Label, labelOf } from './labels.ts';
import { ASIDES } from './mask.ts';
import { readOffer } from './offers.ts';
import { sentence } from './prose.ts';
import type { Reading } from './reading.ts';
import { listOf, sentencesOf } from './split.ts';
import { instruction, polished } from './statements.ts';

/** Lines and clauses that say themselves what they are: "Headline: …". */

const LABEL = /^([^:：\ue100-\ue483]{2,60}?)\s*[:：]\s*(\S.*)$/su;

/** What stands before a colon, where it is a label that is known. */
export function labelKind(text: string, { masked }: Reading): ReturnType<typeof labelOf> {
  const [, label] = /^([^:：]{2,40})[:：](?:\s|$)/u.exec(text) ?? [];
  return label === undefined ? undefined : labelOf(masked.shown(label));
}

/** Reads a line such as "Headline: …". @returns whether it was one */
export function labelled(text: string, reading: Reading): boolean {
  const [, name = '', rest = ''] = LABEL.exec(text) ?? [];
  if (name === '' || /^\d{1,2}$/.test(name) || /^\d/.test(rest) && /\d$/.test(name)) return false;
  const known = labelOf(name.replace(/\s*\([^)]*\)$/, ''));
  if (known) return 'part' in known ? inlinePart(known.part, rest, reading) : label(known.label, rest, reading);
  return ownLabel(name, rest, reading);
}

/** "Shoes: no stilettos", "Agent: …": a label that the library has no use for says something all the same. */
function ownLabel(name: string, rest: string, reading: Reading): boolean {
  const { masked, brief } = reading;
  const words = name.trim().split(/\s+/);
  const shown = masked.shown(rest).trim();
  const people = /^\d{1,3}\s\p{L}+$/u.test(name.trim()) && looksLikePeople(listOf(rest), masked);
  if (people) {
    reading.part('people', undefined, listOf(rest));
    return true;
  }
  if (words.length > 2 || shown.length > 160 || instruction(shown) || instruction(name) || sentencesOf(rest).length > 1) return false;
  if (/^[\ue100-\ue483]$/u.test(rest.trim()) && masked.at(rest.trim())?.kind === 'url') return false;
  if (words.some((word) => /^(?:to|for|is|and|or|with|the|page|email|mail|website|site|newsletter|webinar|shop|i|we|it|you|one|two|three|lp|needs?|wants?|wish|wishes|include|must|also|plus|ideas?|please|todo|brauche|brauchen|bitte|besoin|necesito|serve)$/iu.test(word)) || masked.all('quote', rest).length > 0) return false;
  const slashed = rest.split(/\s\/\s/u);
  if (slashed.length >= 3) {
    reading.part('features', name, slashed);
    return true;
  }
  reading.fact('note', polished(rest, brief.lang), name.trim());
  return true;
}

/** "Plans: Solo $9, Studio $29": a part with its entries in one line. */
export function inlinePart(part: string, rest: string, reading: Reading): boolean {
  if (part === 'form') {
    const fields = fieldsIn(rest.replace(/^(?:with|for)\s+/iu, ''), reading.masked);
    reading.addFields(fields);
    return fields.length > 0;
  }
  if (part === 'hours') {
    reading.fact('hours', rest);
    return true;
  }
  if (['cta', 'hero', 'footer', 'contact', 'video', 'gallery'].includes(part)) return false;
  const entries = entriesOf(part, rest);
  if (entries.length === 0) return false;
  if (part === 'map' && entries.length > 0) {
    reading.fact('where', rest);
    return true;
  }
  if (entries.length === 1 && entries[0]?.split(/\s+/).length === 1 && !/\d/.test(entries[0])) return false;
  reading.part(part as BlockKind, undefined, part === 'text' ? sentencesOf(rest) : entries);
  return true;
}

const ANSWERED = /[^?？]{3,200}[?？][^?？]{1,300}?(?:[.!](?=\s|$)|$)/gu;

function entriesOf(part: string, rest: string): readonly string[] {
  const slashed = rest.split(/\s\/\s(?=\S)/u);
  if (part === 'faq') return slashed.length > 1 ? slashed : (rest.match(ANSWERED) ?? []);
  return slashed.length > 2 ? slashed : listOf(rest);
}

export function label(kind: Label, rest: string, reading: Reading): boolean {
  const { masked, brief } = reading;
  const { slots, quoted, action } = brief;
  const text = masked.shown(rest).trim();
  const [quote] = masked.all('quote', rest);
  switch (kind) {
    case 'name': {
      const [name = '', about] = text.split(/\s*(?:\(|,|\s[–—-]\s|\.\s)\s*/u);
      slots.name ??= quote ?? name.trim().replace(/\.$/, '');
      if (about && !quote) reading.opening += ` ${about.replace(/\)$/, '')}`;
      return true;
    }
    case 'headline':
    case 'lede':
    case 'subject':
    case 'preview':
      quoted.push({ as: kind, text: quote ?? text });
      return true;
    case 'button': {
      const [url] = masked.all('url', rest);
      const words = quote ?? masked.shown(rest.replace(ASIDES, '')).replace(/\s*(?:→|->|=>|links? to|goes to|to|\()\s*$/iu, '').trim();
      if (words) action.label ??= words.replace(/[.)]$/, '');
      if (url) action.href ??= withScheme(url);
      return true;
    }
    case 'looks':
      reading.looks(rest);
      return true;
    case 'audience':
      slots.audience ??= text.replace(/[.]$/, '');
      return true;
    case 'goal':
      reading.opening += ` ${text}`;
      for (const one of sentencesOf(rest)) sentence(one, reading, true);
      return true;
    case 'fields':
      return inlinePart('form', rest, reading);
    case 'sign':
      sign(text, reading);
      return true;
    case 'code':
      reading.fact('code', text);
      slots.code ??= text;
      return true;
    case 'offer':
      readOffer(rest, reading);
      if (slots.offer === undefined && !instruction(text)) slots.offer = text.replace(/\.$/, '');
      return true;
    case 'role':
      slots.role ??= text.replace(/\.$/, '');
      return true;
    case 'drop':
      sentence(rest, reading);
      return true;
    default:
      return labelledFact(kind, rest, reading);
  }
}

function labelledFact(kind: BriefFact['kind'], rest: string, reading: Reading): boolean {
  const [first = '', ...more] = sentencesOf(rest);
  reading.fact(kind, first);
  if (kind === 'when' || kind === 'until' || kind === 'where' || kind === 'price' || kind === 'deadline' || kind === 'host') reading.brief.slots[kind] ??= reading.masked.shown(first).replace(/\.$/, '');
  for (const one of more) sentence(one, reading);
  return true;
}

/** "Niall, owner", "Lotte from Descant": the person who signs, and what they do. */
export function sign(text: string, { brief }: Reading): void {
  const [, name = '', role] = /^([^,(]{2,60}?)(?:,\s*([^,.]{2,60})|\s*\(([^)]{2,60})\))?[.!]?$/u.exec(text.trim()) ?? [];
  if (name) brief.signature ??= { name: name.trim(), ...(role && { role: role.trim() }) };
}

export const withScheme = (address: string): string => (/^https?:\/\//i.test(address) ? address : `https://${address}`);
