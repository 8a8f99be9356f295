import type { Reading } from './reading.ts';
import { asSentence, clausesOf } from './split.ts';
import { instruction, isStatement, polished } from './statements.ts';
import { asksReader } from './wishes.ts';

/** What an order wants to be said: "tell members that the hall is closed". */

const ADVISED = /^(?:if|when|once|unless)\s[^,]{3,120}, (?:please|you can)\s/iu;

const ABOUT_WHAT =
  /^(?:who|whom|what|why|how|where|when|which|wer|was|warum|wie|wo|wann|qui|ce que|pourquoi|comment|où|quand|quién|qué|por qué|cómo|dónde|cuándo|chi|cosa|perché|come|dove|quando|quem|o que|porquê|como|onde|wat|waarom|hoe|waar|wanneer|vem|vad|varför|hur|var|när|kto|co|dlaczego|jak|gdzie|kiedy)\s(?!(?:we|you|it)\s(?:open|close))/iu;

/** "… and ask them to share it". */
const ASKED = /^(?:ask|remind|invite|encourage)\s(?:you|them|people|everyone)\sto\s(.{4,120})$/iu;

/** "Include a comparison with spreadsheets": a part that only its author can fill. */
const PART =
  /^(?:an?|some|the)\s(?:\p{L}+\s)?(?:comparison|section|table|list|map|gallery|faq|picture|photo|timeline|calendar|chart|paragraph|testimonials?|reviews?|video|banner|slideshow|menu)(?!\p{L})/iu;

export function turnedRound(said: string, reading: Reading): void {
  const { masked, brief } = reading;
  for (const part of said.split(
    /\s*,?\s(?:(?:and|und|et|y|e|en|och|i)\s(?=(?:that|dass|que|che|dat|att|że)\s)|and\s(?=(?:please\s)?(?:ask|tell|remind|invite|thank|encourage)\s))/iu,
  )) {
    const text = masked.shown(part.replace(/^(?:that|dass|que|che|dat|att|że)\s+/iu, ''), true).trim();
    // "Say who it is for and what they will learn": what to write about, and not what.
    if (ABOUT_WHAT.test(text)) continue;
    const asked = ASKED.exec(text)?.[1];
    if (asked) {
      reading.statement(asSentence(`please ${asked}`));
      continue;
    }
    if (text === '') continue;
    if (!ADVISED.test(text) && instruction(text.replace(/^please\s/iu, ''))) {
      // One clause that orders something takes the others with it only where it is the whole.
      const clauses = clausesOf(part.replace(/^(?:that|dass|que|che|dat|att|że)\s+/iu, ''));
      if (clauses.length > 1) for (const clause of clauses) turnedRound(clause, reading);
      else asksReader(part, reading);
      continue;
    }
    if (isStatement(text, brief.lang) || /^(?:please|you) /iu.test(text)) reading.statement(asSentence(polished(text, brief.lang)));
    else if (PART.test(text)) reading.leave(part);
    else reading.remark(text);
  }
}
