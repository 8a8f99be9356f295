import type { Block, BlockKind, Draft } from '../draft/draft.ts';
import { fillEmail } from '../library/fill-email.ts';
import { fillPage } from '../library/fill-page.ts';
import { LANGUAGES, pageTexts, trade } from '../library/library.ts';
import { type AskedPart, type Brief, PAGE_PURPOSES } from '../reader/brief.ts';
import { readBrief } from '../reader/read.ts';
import { tradeIn } from '../reader/words.ts';
import type { Around } from './outcome.ts';
import { textsOf } from './texts.ts';

/** The library's words for a draft that exists: its purpose and its trade are found by its texts where they are not given. */

export interface Known {
  purpose: string;
  trade?: string;
  slots: Brief['slots'];
  /** What heads the draft is what it is about, and no name. */
  nameless?: true;
}

export function knownOf(draft: Draft, around: Around): Known {
  const read = around.prompt ? readBrief(around.prompt, 'page') : undefined;
  const slots = { ...read?.slots, ...(draft.name !== undefined && { name: draft.name }) };
  const trade = around.trade ?? (read?.lang === 'en' ? read.trade : undefined) ?? tradeOf(draft);
  const purpose = around.purpose ?? read?.purpose ?? purposeOf(draft, trade);
  const named = draft.name;
  // A prompt that has it in small letters speaks of a thing.
  const nameless =
    read !== undefined &&
    read.slots.name === undefined &&
    named !== undefined &&
    !around.prompt?.includes(named) &&
    around.prompt?.toLowerCase().includes(named.toLowerCase());
  return { purpose, slots, ...(trade !== undefined && { trade }), ...(nameless && { nameless: true }) };
}

export function* choicesOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value) yield* choicesOf(one);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) if (key !== 'words') yield* choicesOf(one);
}

function tradeOf(draft: Draft): string | undefined {
  if (!draft.lang.startsWith('en')) return undefined;
  const texts = new Set(textsOf(draft).map(({ text }) => text));
  const said = [draft.title, ...draft.blocks.flatMap((block) => (block.kind === 'hero' ? [block.heading, block.text ?? ''] : []))].join(
    ' ',
  );
  const named = tradeIn(said, 'en')?.value ?? tradeIn([...texts].join(' ').slice(0, 6_000), 'en')?.value;
  if (named === undefined) return undefined;
  let shared = 0;
  for (const text of choicesOf(trade(named))) if (text.length > 20 && texts.has(text)) shared += 1;
  return shared >= 2 ? named : undefined;
}

function purposeOf(draft: Draft, of: string | undefined): string {
  if (of !== undefined) return trade(of).purpose;
  const [lang = 'en'] = draft.lang.toLowerCase().split('-');
  const texts = new Set(textsOf(draft).map(({ text }) => text));
  let best: [string, number] = ['landing', 0];
  for (const purpose of PAGE_PURPOSES) {
    let shared = 0;
    for (const text of choicesOf(pageTexts(lang, purpose))) if (text.length > 12 && texts.has(text)) shared += 1;
    if (shared > best[1]) best = [purpose, shared];
  }
  return best[0];
}

/** A part as the library makes it: of what is given, or of its own words. @returns nothing where it has none */
export function partFor(draft: Draft, kind: 'page' | 'email', part: AskedPart, around: Around, facts: Brief['facts'] = []): Block[] {
  const known = knownOf(draft, around);
  const [lang = 'en'] = draft.lang.toLowerCase().split('-');
  // Only English and the languages with copy of their own have more than labels.
  if (part.items.length === 0 && !(LANGUAGES as readonly string[]).includes(lang) && part.kind !== 'contact' && part.kind !== 'map')
    return [];
  const brief: Brief = {
    kind,
    lang,
    purpose: kind === 'email' ? 'letter' : known.purpose,
    ...(known.trade !== undefined && lang === 'en' && { trade: known.trade }),
    slots: known.slots,
    facts: [...facts],
    quoted: [],
    offers: [],
    statements: [],
    remarks: [],
    parts: [part],
    without: [],
    action: {},
    theme: {},
    plain: true,
    words: '',
    notes: [],
  };
  const surroundings = { name: draft.name, logoUrl: undefined, primary: undefined, assets: [], prompt: around.prompt ?? draft.title };
  const made: readonly Block[] = kind === 'page' ? fillPage(brief, surroundings).blocks : fillEmail(brief, surroundings).blocks;
  return made.filter((block) => block.kind === part.kind);
}

export const WORDED: readonly BlockKind[] = ['features', 'steps', 'faq', 'text', 'form', 'cta'];
