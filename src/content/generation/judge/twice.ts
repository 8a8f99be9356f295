import type { Draft, Note } from '../draft/draft.ts';
import { note } from '../reader/brief.ts';
import { sentencesOf } from '../reader/text.ts';
import { normal } from '../reader/words.ts';
import { type PlacedText, placedBlocks, textsOf } from './texts.ts';

const APART: ReadonlySet<string> = new Set(['title', 'description', 'subject', 'preview_text', 'name']);
/** Shorter sentences may repeat: "Bring a jumper." */
const LONG = 40;
const TITLE = 16;
const HEADING = /^[^.]+\.heading$/;
const ENTRY = /^([^.]+)\.(?:items|groups)\[\d+\]\.(?:heading|question)$/;
const BUTTON = /\.(?:label|submit)$/;

export function judgeTwice(draft: Draft): Note[] {
  const shown = textsOf(draft).filter(({ place }) => !APART.has(place));
  return [...repeatedSentences(shown), ...repeatedHeadings(shown), ...repeatedOpening(draft, shown), ...repeatedParts(draft)];
}

const repeated = (place: string, before: string): Note => note('check', `The same text stands at ${before}, too.`, place);

function repeatedSentences(shown: readonly PlacedText[]): Note[] {
  const seen = new Map<string, string>();
  const notes: Note[] = [];
  for (const { text, place } of shown) {
    const own = sentencesOf(text).map(normal);
    const before = own.find((sentence) => sentence.length > LONG && seen.has(sentence));
    if (before !== undefined) notes.push(repeated(place, seen.get(before) as string));
    for (const sentence of own) if (!seen.has(sentence)) seen.set(sentence, place);
  }
  return notes;
}

function repeatedHeadings(shown: readonly PlacedText[]): Note[] {
  const seen = new Map<string, string>();
  return shown.flatMap(({ text, place }) => {
    const within = HEADING.test(place) ? '' : ENTRY.exec(place)?.[1];
    if (within === undefined) return [];
    const said = normal(text);
    const key = `${within} ${said}`;
    const before = seen.get(key);
    if (before === undefined) seen.set(key, place);
    return before === undefined || said.length > LONG ? [] : [repeated(place, before)];
  });
}

function repeatedOpening(draft: Draft, shown: readonly PlacedText[]): Note[] {
  const [place, opening] = placedBlocks(draft).find(([, { kind }]) => kind === 'hero') ?? [];
  if (place === undefined || opening?.kind !== 'hero') return [];
  const footers = new Set(placedBlocks(draft).flatMap(([at, { kind }]) => (kind === 'footer' ? [`${at}.`] : [])));
  const titles = new Set([draft.title, opening.heading].map(normal).filter((title) => title.length >= TITLE && title.length <= LONG));
  const own = `${place}.heading`;
  return shown.flatMap((one) =>
    one.place === own ||
    HEADING.test(one.place) ||
    // The footer repeats the name of the owner.
    [...footers].some((at) => one.place.startsWith(at)) ||
    BUTTON.test(one.place) ||
    !sentencesOf(one.text).some((sentence) => titles.has(normal(sentence)))
      ? []
      : [repeated(one.place, own)],
  );
}

function repeatedParts(draft: Draft): Note[] {
  const notes: Note[] = [];
  const seen = new Map<string, string>();
  let hero: string | undefined;
  for (const [place, block] of placedBlocks(draft)) {
    if (block.kind === 'hero') {
      if (hero !== undefined) notes.push(note('check', `There is an opening at ${hero} already.`, place));
      hero ??= place;
    }
    const { id: _id, ...content } = block;
    const key = JSON.stringify(content);
    const before = seen.get(key);
    if (before !== undefined) notes.push(note('check', `It is the same as ${before}.`, place));
    seen.set(key, place);
  }
  return [...notes, ...repeatedFacts(draft)];
}

function repeatedFacts(draft: Draft): Note[] {
  const seen = new Map<string, string>();
  return placedBlocks(draft).flatMap(([place, block]) => {
    const facts = block.kind === 'hero' ? (block.facts ?? []) : block.kind === 'facts' ? block.items : [];
    return facts.flatMap(({ label, value }, i) => {
      const at = `${place}.${block.kind === 'hero' ? 'facts' : 'items'}[${i}]`;
      const key = normal(`${label} ${value}`);
      const before = seen.get(key);
      seen.set(key, before ?? at);
      return before === undefined ? [] : [repeated(at, before)];
    });
  });
}
