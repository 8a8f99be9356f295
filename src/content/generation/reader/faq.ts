import type { Reading } from './reading.ts';
import { instruction } from './statements.ts';

const ANSWERED = /[^?？.!。]{3,160}[?？]\s+[^?？]{2,300}?[.!。](?=\s|$)|[^?？.!。]{3,160}[?？]\s+[^?？]{2,300}$/gu;
const LONGEST = 2000;
const PLACEHOLDER = /^[\s.]*$/u;

/** Questions that are answered within running text: "What to wear? Something warm. Insurance? We give you an invoice." @returns what else is said */
export function readFaq(text: string, reading: Reading): string {
  const pairs = text.length > LONGEST ? [] : (text.match(ANSWERED) ?? []);
  const real = pairs.filter((pair) => {
    const [question = '', answer = ''] = pair.split(/[?？]/u);
    return !instruction(reading.masked.shown(`${question} `)) && !PLACEHOLDER.test(answer);
  });
  if (real.length < 2) return text;
  reading.part('faq', undefined, real.map((pair) => pair.replace(/^\s*(?:faqs?|q\s?&\s?a|questions?)\s*:\s*/iu, '').trim()));
  let rest = text;
  for (const pair of real) rest = rest.replace(pair, ' ');
  return rest.trim();
}
