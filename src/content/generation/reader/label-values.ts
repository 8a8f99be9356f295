import type { BriefFact } from './brief.ts';
import { readOffer } from './offers.ts';
import type { Reading } from './reading.ts';
import { instruction, polished } from './statements.ts';
import { sentencesOf } from './text.ts';

/** "App: “Roamly” helps parents …" */
export function readBehindName(name: string, text: string, reading: Reading): void {
  const [first = '', ...more] = sentencesOf(text);
  const shown = reading.masked.shown(first);
  if (/^\p{Ll}+s\s/u.test(first) && !instruction(shown)) reading.does.push({ thing: name, said: polished(shown, reading.brief.lang) });
  else reading.sentence(first.replace(/^[–—-]\s/u, ''), true);
  for (const one of more) reading.sentence(one, false);
}

export function labelledFact(kind: BriefFact['kind'], rest: string, reading: Reading): boolean {
  // "Price: 30 % off tents" is an offer.
  if (kind === 'price' && !/\d\s?[€£$]|[€£$]\s?\d/u.test(rest) && reading.brief.slots.discount === undefined) {
    readOffer(rest, reading);
    if (reading.brief.slots.discount !== undefined) return true;
  }
  const isContact = kind === 'email' || kind === 'phone';
  if (isContact && reading.masked.all(kind, rest).length === 0 && !(kind === 'phone' && /\d{4}/.test(rest))) return false;
  const [first = '', ...more] = sentencesOf(rest);
  reading.fact(kind, first);
  if (kind === 'when' || kind === 'until' || kind === 'where' || kind === 'price' || kind === 'deadline' || kind === 'host')
    reading.brief.slots[kind] ??= reading.masked.shown(first).replace(/\.$/, '');
  for (const one of more) reading.sentence(one, false);
  return true;
}
