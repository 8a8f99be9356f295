import type { Draft } from '../draft/draft.ts';
import { sentencesOf } from '../reader/text.ts';
import { matcher, normal } from '../reader/words.ts';
import { entriesNamed, entriesOf, type FoundEntry } from './find.ts';
import { textsOf } from './texts.ts';

/** Where a draft speaks of something: entries of lists, sentences, and what stands between their commas. */

export interface Span {
  path: string;
  begin: number;
  text: string;
}

const wordsOf = (of: string): string[] =>
  normal(of)
    .split(' ')
    .filter((word) => word.length > 2);

function score(text: string, words: readonly string[]): number {
  const speaks = matcher(text);
  return words.filter(
    (word) =>
      speaks(word) ||
      (word.length >= 6 && speaks(`${word.slice(0, -1)}*`)) ||
      speaks(`${word}s`) ||
      speaks(word.replace(/e?s$/, '')) ||
      speaks(word.replace(/s$/, '')),
  ).length;
}

function best<One>(all: readonly One[], words: readonly string[], textOf: (one: One) => string): One[] {
  const scored = all.map((one) => ({ one, score: score(textOf(one), words) }));
  const most = Math.max(0, ...scored.map(({ score: own }) => own));
  return most === 0 || most < words.length / 2 ? [] : scored.filter(({ score: own }) => own === most).map(({ one }) => one);
}

export function entriesAbout(draft: Draft, of: string): string[] {
  const exact = entriesNamed(draft, of);
  if (exact.length === 1 && exact[0] && (/\s/.test(of) || normal(exact[0].text.split(' · ')[0] ?? '') === normal(of)))
    return [exact[0].path];
  return best(entriesOf(draft), wordsOf(of), ({ text }) => text).map(({ path }) => path);
}

export function entryOfAll(draft: Draft, of: string): FoundEntry | undefined {
  const words = wordsOf(of).filter((word) => !/^(?:the|and|for|with|our|that|der|die|das|les|los|las)$/u.test(word));
  const all = words.length < 2 ? [] : entriesOf(draft).filter(({ text }) => score(text, words) === words.length);
  return all.length === 1 ? all[0] : undefined;
}

export function spansAbout(draft: Draft, of: string): Span[][] {
  const texts = textsOf(draft);
  const words = wordsOf(of);
  return [/[,;:]\s+|\s(?:or|and|oder|und|ou|et|o|y|e|of|en|eller|och|lub|i)\s/gu, undefined].map((separator) =>
    best(
      texts.flatMap(({ path, text }) => sentenceSpans(path, text).flatMap((span) => (separator ? cut(span, separator) : [span]))),
      words,
      ({ text }) => text,
    ),
  );
}

function sentenceSpans(path: string, text: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const sentence of sentencesOf(text)) {
    const begin = text.indexOf(sentence, from);
    if (begin < 0) continue;
    spans.push({ path, begin, text: sentence });
    from = begin + sentence.length;
  }
  return spans;
}

function cut({ path, begin, text }: Span, separator: RegExp): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(separator)) {
    spans.push({ path, begin: begin + from, text: text.slice(from, index) });
    from = index + found.length;
  }
  return [...spans, { path, begin: begin + from, text: text.slice(from) }];
}
