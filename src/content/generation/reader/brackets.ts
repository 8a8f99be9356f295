import { fragment } from './fragments.ts';
import { looksOf } from './looks.ts';
import { subjectOf } from './names.ts';
import type { Reading } from './reading.ts';
import { described } from './self.ts';
import { asSentence, capital, clausesOf, listOf } from './split.ts';
import { instruction, isStatement, polished } from './statements.ts';

/** What stands in brackets, or behind "because", within the words that order a page. */

/** "A page for people that need …": a statement within the words that order the page. */
export function readReason(head: string, reading: Reading): void {
  const tail = /\b(?:because|so that|since|denn|weil)\s+(.{8,200})$/iu.exec(head)?.[1];
  const shown = tail && reading.masked.shown(tail, true);
  if (tail && shown && isStatement(tail, reading.brief.lang) && !instruction(shown))
    reading.statement(asSentence(polished(shown, reading.brief.lang)));
}

export function aside(inside: string, reading: Reading): void {
  const shown = reading.masked.shown(inside, true);
  if (instruction(shown) || looksOf(inside, reading.masked)) {
    reading.looks(inside);
    return;
  }
  if (described(inside, reading)) return;
  const things = listOf(inside);
  // "What we sell (herbs, perennials, trees)"
  if (reading.brief.kind === 'page' && things.length >= 3 && things.every((one) => /^\p{L}[\p{L}'’& -]{2,30}$/u.test(one))) {
    reading.brief.offers.push(...things.map((one) => capital(reading.masked.shown(one))));
    return;
  }
  if (/^\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+)?$/u.test(inside)) {
    reading.brackets.push(shown);
    return;
  }
  if (reading.brief.kind === 'email' && isStatement(inside, reading.brief.lang)) return;
  if (isStatement(inside, reading.brief.lang) || /^(?:we|i)\s/iu.test(inside))
    reading.statement(asSentence(polished(shown, reading.brief.lang)));
  else {
    reading.opening += ` ${inside}`;
    reading.brief.slots.subject ??= subjectOf(inside, reading.masked);
    for (const clause of clausesOf(inside).slice(1)) fragment(clause, reading);
  }
}
