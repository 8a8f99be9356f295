import { standardField } from './fields.ts';
import { readAsides } from './findings.ts';
import type { Reading } from './reading.ts';
import { asWritten, lists, normal } from './words.ts';

/* Languages with labels but no copy in the library. Texts stay as written; only the order and the fields of a form are removed. */

interface Vocabulary {
  document: string[];
  order: string[];
  /** Small words between the order and the subject. */
  edges: string[];
  with: string[];
  form: string[];
  /** Words for the writer alone. */
  looks: string[];
  button: string[];
  /** Words before a name. */
  named: string[];
  fields: Record<string, string[]>;
  /** Prepositions that inflect the noun, with a replacement that does not. */
  inflected?: [edge: string, instead: string][];
}

const NONE: Vocabulary = { document: [], order: [], edges: [], with: [], form: [], looks: [], button: [], named: [], fields: {} };

const STOPS = '[.!?。！？؟।]';
const CLAUSE = /[,，、،;；]\s*/u;
/** "时间：5月9日", "Adres: …" */
const LABELLED = /^([^:：\d\n]{1,24})[:：]\s*(?=\S)(.{1,200})$/u;
const LONGEST_NAME = 40;
const LONGEST_HEAD = 24;
const HAS_LETTERS = /[\p{L}\p{N}]/u;

export function readPlain(text: string, reading: Reading): true {
  const words = lists<Vocabulary>('plain')[reading.brief.lang];
  // Chinese separates clauses with blanks.
  const spaced = text.replace(/(?<=\p{sc=Han})\s+(?=\p{sc=Han})/gu, '，');
  for (const sentence of spaced.split(/(?<=[。！？؟।])\s*(?=\S)/u)) readSentence(sentence.trim(), words ?? NONE, reading);
  return true;
}

function readSentence(source: string, words: Vocabulary, reading: Reading): void {
  const { brief, masked } = reading;
  const sentence = withoutWishes(source, words, reading);
  const isOrder = has(sentence, words.document) || has(sentence, words.order);
  const isOpening = reading.opening === '';
  if (isOpening) reading.opening = sentence;
  let rest = readButton(readForm(sentence, words, reading), words, reading);
  rest = readName(rest, words, reading);
  // "Tell our customers: …"
  const told = isOrder ? /^([^:：]{2,80})[:：]\s*(.{4,})$/su.exec(rest) : null;
  if (told?.[1] && told[2] && has(told[1], [...words.document, ...words.order])) {
    subject(told[1], words, reading);
    rest = told[2];
    // "Page: the tea house, open from May": the name comes first.
    const [name = '', ...others] = rest.split(CLAUSE);
    if (brief.kind === 'page' && brief.slots.subject === undefined && others.length > 0 && name.length <= LONGEST_HEAD) {
      brief.slots.name ??= masked.shown(name);
      rest = others.join('\n');
    }
  } else if (isOrder && (isOpening || has(rest, words.document))) {
    const [first = '', ...others] = rest.split(CLAUSE);
    subject(first, words, reading);
    rest = others.join('\n');
  }
  // More labelled values may follow on the line.
  const isList = LABELLED.test(rest);
  for (const part of isList ? rest.split(/[\n，]|(?<=\S)[,、،;；]\s*(?=[^,、،:]{1,24}:)/u) : rest.split('\n')) {
    const value = readAsides(part, reading).replace(/\s,\s/gu, ' ').trim();
    const labelled = LABELLED.exec(value.replace(asWritten`(?:${STOPS}|[,、،])+$`, ''));
    if (labelled?.[1] && labelled[2]) reading.fact('note', labelled[2], masked.shown(labelled[1]));
    else if (isList && HAS_LETTERS.test(value)) reading.remark(value);
    // A lone "phone" is left of a number.
    else if (value === part.trim() ? HAS_LETTERS.test(value) : lengthOf(value) > 2)
      reading.statement(ended(masked.shown(value, true), brief.lang));
  }
}

const lengthOf = (text: string): number => (/[\p{sc=Han}]/u.test(text) ? Math.ceil(text.length / 2) : normal(text).split(' ').length);

function withoutWishes(text: string, words: Vocabulary, reading: Reading): string {
  if (!has(text, words.looks)) return text;
  return text
    .split(/(?<=[,，、،;；\n])/u)
    .filter((clause) => {
      if (!has(clause, words.looks)) return true;
      reading.looks(clause);
      return false;
    })
    .join('');
}

function subject(order: string, words: Vocabulary, reading: Reading): void {
  const { slots } = reading.brief;
  if (slots.subject !== undefined) return;
  let rest = order.replace(asWritten`${STOPS}+$`, '');
  for (const phrase of [...words.document, ...words.order]) rest = without(rest, phrase);
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.trim().replace(/\s{2,}/gu, ' ');
    for (const edge of words.edges) rest = rest.replace(asWritten`^${edge}${gap(edge)}|${gap(edge)}${edge}$`, '');
  }
  // In Arabic "for" is a prefix.
  if (reading.brief.lang === 'ar') rest = rest.replace(/^لل(?=\p{L}{3})/u, 'ال').replace(/^ل(?=\p{L}{3})/u, '');
  rest = reading.masked.shown(rest).trim();
  if (!HAS_LETTERS.test(rest) || rest.length > 120) return;
  const of = words.inflected?.find(([edge]) => rest.startsWith(`${edge} `));
  slots.subject = of ? `${of[1]} ${rest.slice(of[0].length + 1)}` : rest;
}

/** @returns the text before the clause of the form */
function readForm(sentence: string, words: Vocabulary, reading: Reading): string {
  const clauses = sentence.split(/(?<=[,，、،;；])/u);
  const at = clauses.findIndex((clause) => has(clause, words.form));
  if (at < 0) return sentence;
  const names = Object.values(words.fields).flat();
  let first = at;
  while (first > 0 && !/[:：]/u.test(clauses[first - 1] as string) && has(clauses[first - 1] as string, names)) first -= 1;
  const asked = clauses.slice(first).join('');
  reading.want('form');
  const found = Object.entries(words.fields)
    .flatMap(([standard, all]) => {
      const places = all.map((name) => indexOf(asked, name)).filter((one) => one >= 0);
      return places.length > 0 ? [{ standard, at: Math.min(...places) }] : [];
    })
    .toSorted((one, other) => one.at - other.at);
  reading.addFields(found.map(({ standard }) => standardField(standard)));
  // "A page for a bakery with a form": the order is in the same clause.
  const before = asked.slice(0, Math.max(0, Math.min(...words.form.map((form) => indexOf(asked, form)).filter((one) => one >= 0))));
  const joint = Math.max(...words.with.map((phrase) => before.lastIndexOf(phrase)), has(before, words.document) ? 0 : -1);
  const order = joint > 0 ? before.slice(0, joint) : joint === 0 ? before : '';
  return `${clauses.slice(0, first).join('')}${has(order, words.document) && !has(order, names) ? order : ''}`;
}

function readButton(sentence: string, words: Vocabulary, reading: Reading): string {
  if (!has(sentence, words.button)) return sentence;
  const [label] = reading.masked.all('quote', sentence);
  if (label) reading.brief.action.label ??= label;
  return '';
}

function readName(sentence: string, words: Vocabulary, reading: Reading): string {
  const { slots } = reading.brief;
  const { masked } = reading;
  for (const phrase of words.named) {
    const at = indexOf(sentence, phrase);
    if (at < 0) continue;
    const behind = sentence.slice(at + phrase.length);
    const said = /^\s*[:：]?\s*([^,，、،.。!！?؟।\n]{1,40})/u.exec(behind)?.[1]?.trim();
    const [quoted] = masked.all('quote', behind.slice(0, 4));
    const name = quoted ?? (said && masked.shown(said));
    if (!name || name.length > LONGEST_NAME) continue;
    slots.name ??= name;
    return `${sentence.slice(0, at).trim()} ${behind.slice(behind.indexOf(said ?? '') + (said ?? '').length).replace(/^[\s,，、،]+/u, '')}`.trim();
  }
  const [quoted] = masked.all('quote', sentence);
  if (quoted && quoted.length <= LONGEST_NAME && has(sentence, words.document)) slots.name ??= quoted;
  return sentence;
}

const joins = (phrase: string): boolean => /[\p{sc=Han}\p{sc=Hangul}\p{sc=Arabic}]/u.test(phrase);
const gap = (edge: string): string => (joins(edge) && !/\p{sc=Arabic}/u.test(edge) ? '' : '\\s+');

function indexOf(text: string, phrase: string): number {
  // Keeps the length: İ becomes two letters in lower case.
  const lower = text.replace(/\p{Lu}/gu, (letter) => letter.toLowerCase().slice(0, letter.length));
  for (let at = lower.indexOf(phrase); at >= 0; at = lower.indexOf(phrase, at + 1))
    if (joins(phrase) || (!/\p{L}/u.test(text.charAt(at - 1)) && (phrase.length > 3 || !/\p{L}/u.test(text.charAt(at + phrase.length)))))
      return at;
  return -1;
}

const has = (text: string, phrases: readonly string[]): boolean => phrases.some((phrase) => indexOf(text, phrase) >= 0);

function without(text: string, phrase: string): string {
  const at = indexOf(text, phrase);
  const end = at + phrase.length;
  return at < 0 || (!/\p{sc=Han}/u.test(phrase) && /\p{L}/u.test(text.charAt(end))) ? text : `${text.slice(0, at)}${text.slice(end)}`;
}

const END: Record<string, string> = { zh: '。', hi: '।' };

function ended(text: string, lang: string): string {
  const bare = text.replace(/^[\s,，、،]+|[\s,，、،]+$/gu, '');
  const first = bare.charAt(0).toLocaleUpperCase(lang) + bare.slice(1);
  return asWritten`${STOPS}$`.test(first) ? first : `${first}${END[lang] ?? '.'}`;
}
