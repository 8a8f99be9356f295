import type { Block, BlockKind, Draft, FieldType, FormField, Note, Theme } from '../draft/draft.ts';
import { oklchOf } from '../draft/oklch.ts';
import { type Brief, note } from '../reader/brief.ts';
import { instruction } from '../reader/statements.ts';
import { sentencesOf } from '../reader/text.ts';
import { normal } from '../reader/words.ts';
import { placedHrefs, placedLabels, textsOf } from './texts.ts';

/** Compares a draft with the brief of its prompt. */
export function judgeBrief(draft: Draft, brief: Brief): Note[] {
  const notes: Note[] = [];
  const blocks: readonly Block[] = draft.blocks;
  const has = (kind: BlockKind): boolean => blocks.some((block) => block.kind === kind || STANDS_FOR[kind]?.includes(block.kind));
  const texts = textsOf(draft);
  const holds = holder(texts.map(({ text }) => text).join('\n'));
  const hrefs = placedHrefs(draft).map(([, href]) => href);
  const missing = (text: string, place: string | null = null) => notes.push(note('left_out', text, place));
  for (const { kind } of brief.parts)
    if (!has(kind) && !(kind === 'form' && brief.kind === 'email')) missing(`You ask for a part of the kind "${kind}", and there is none.`);
  for (const kind of brief.without)
    if (blocks.some((block) => block.kind === kind)) notes.push(note('check', `You want no "${kind}", and there is one.`, kind));
  for (const { as, text } of brief.quoted) if (as !== 'name' && !holds(text)) missing(`You quote “${text}”, and it is not there.`);
  for (const { kind, value } of brief.facts)
    if (!holds(value) && !(kind === 'phone' && hrefs.some((href) => href.includes(value.replace(/[^\d+]/g, '')))))
      missing(`You say “${value}”, and it is not there.`);
  const { label, href } = brief.action;
  if (label && !placedLabels(draft).some(({ text }) => normal(text) === normal(label)) && !labelsOfLinks(texts).includes(normal(label)))
    missing(`You want the button to say “${label}”, and none does.`);
  if (href && !hrefs.includes(href) && !texts.some(({ text }) => text.includes(`](${href})`)))
    missing(`You want a link to ${href}, and there is none.`);
  if (brief.kind === 'page' && brief.fields) notes.push(...judgeFields(blocks, brief));
  for (const wish of unmetLooks(brief.theme, draft.theme ?? {})) notes.push(note('left_out', wish, 'theme'));
  if (draft.lang.split('-', 1)[0] !== brief.lang.split('-', 1)[0])
    notes.push(note('changed', `It is written in "${draft.lang}" and not in "${brief.lang}".`, 'lang'));
  return [...notes, ...printedInstructions(draft, brief)];
}

const STANDS_FOR: Partial<Record<BlockKind, readonly BlockKind[]>> = {
  pricing: ['menu', 'facts', 'order'],
  menu: ['pricing'],
  features: ['text', 'steps', 'menu'],
  text: ['letter', 'features'],
  facts: ['hero', 'contact'],
  map: ['contact', 'facts'],
  contact: ['facts', 'footer', 'map'],
  cta: ['button', 'hero'],
  schedule: ['facts'],
  steps: ['features'],
};

function holder(all: string): (text: string) => boolean {
  const words = ` ${normal(all)} `;
  return (text) => {
    const wanted = normal(text);
    return words.includes(UNSPACED.test(wanted) ? wanted : ` ${wanted} `);
  };
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

const labelsOfLinks = (texts: readonly { text: string }[]): string[] =>
  texts.flatMap(({ text }) => [...text.matchAll(/\[([^\][\n]{1,200})\]\(/g)].map(([, label = '']) => normal(label)));

const TO_READERS =
  /^please\s(?:reply|answer|let us|bring|come|arrive|use|check|remember|book|call|ring|confirm|send us|return|leave|join|wear|note)\b/iu;

function printedInstructions(draft: Draft, { words, quoted, parts, offers, kind, lang }: Brief): Note[] {
  const asked = normal(words);
  const given = normal(
    [
      ...offers,
      ...quoted.map(({ text }) => text),
      ...parts.flatMap(({ items }) => items.flatMap(({ lead, text = '' }) => [lead, text])),
    ].join('\n'),
  );
  // Labels of fields give orders to visitors: "Tell me about the book".
  const shown = textsOf(draft).filter(({ place }) => !place.includes('.fields['));
  return shown.flatMap(({ text, place }) =>
    sentencesOf(text)
      .filter((sentence) => {
        const said = normal(sentence);
        return (
          sentence.length > 20 &&
          !TO_READERS.test(sentence) &&
          !/[?？]\s*$/u.test(sentence) &&
          asked.includes(said) &&
          !given.includes(said) &&
          (kind === 'page' || lang === 'en') &&
          instruction(sentence)
        );
      })
      .map((sentence) => note('check', `An instruction of yours stands there as text: “${sentence.trim()}”`, place)),
  );
}

function judgeFields(blocks: readonly Block[], { fields = [] }: Brief): Note[] {
  const notes: Note[] = [];
  const form = blocks.find((block) => block.kind === 'form');
  if (!form) return fields.length > 0 ? [note('left_out', 'You ask for a form, and there is none.')] : [];
  const place = form.id ?? 'form';
  for (const { label, type, standard, options = [] } of fields) {
    const found = form.fields.find((field) =>
      label ? normal(field.label) === normal(label) : field.type === type || field.name === standard,
    );
    if (!found && (label || !form.fields.some((field) => doesFor(field, type))))
      notes.push(note('left_out', `The form does not ask for ${label ? `“${label}”` : `a field of the type "${type}"`}.`, place));
    else if (found && label && !doesFor(found, type))
      notes.push(note('left_out', `“${label}” is a field of the type "${found.type}" and not "${type}".`, place));
    for (const option of found ? options : [])
      if (!found?.options?.some((one) => normal(one) === normal(option)))
        notes.push(note('left_out', `“${option}” cannot be chosen.`, place));
  }
  return notes;
}

const DOES_FOR: Partial<Record<FieldType, readonly FieldType[]>> = {
  number: ['text', 'choice'],
  date: ['text', 'choice', 'choices'],
  time: ['text', 'choice', 'choices'],
  choice: ['choices'],
  choices: ['choice'],
  url: ['text'],
  consent: ['choices'],
};
const ANY: ReadonlySet<FieldType> = new Set(['text', 'longtext', 'name', 'hidden']);

const doesFor = ({ type }: FormField, asked: FieldType): boolean =>
  type === asked || ANY.has(asked) || (DOES_FOR[asked]?.includes(type) ?? false);

function unmetLooks(asked: Theme, has: Theme): string[] {
  const wishes: string[] = [];
  for (const role of ['primary', 'accent'] as const) {
    const [wished, got] = [asked[role], has[role]];
    if (wished && !(got && isAkin(wished, got)))
      wishes.push(`You want the ${role === 'primary' ? 'main' : 'second'} colour ${wished}, and it is ${got ?? 'not set'}.`);
  }
  if (asked.background && asked.background !== 'auto' && isDark(asked.background) !== isDark(has.background ?? 'light'))
    wishes.push(`You want a ${isDark(asked.background) ? 'dark' : 'light'} ground, and it is not.`);
  for (const name of ['font', 'align', 'buttons'] as const)
    if (asked[name] && asked[name] !== has[name])
      wishes.push(`You want the ${name} "${asked[name]}", and it is ${has[name] ? `"${has[name]}"` : 'not set'}.`);
  return wishes;
}

const GREY = 0.04;
const MOST_DEGREES = 45;
const MOST_LIGHTNESS = 0.35;

function isAkin(one: string, other: string): boolean {
  const [a, b] = [oklchOf(one), oklchOf(other)];
  if (a.c < GREY || b.c < GREY) return a.c < GREY * 2 && b.c < GREY * 2 && Math.abs(a.l - b.l) < MOST_LIGHTNESS;
  const apart = Math.abs(a.h - b.h) % 360;
  return Math.min(apart, 360 - apart) <= MOST_DEGREES;
}

const isDark = (background: string): boolean => background === 'dark' || (background.startsWith('#') && oklchOf(background).l < 0.5);
