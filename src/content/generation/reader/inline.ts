import { PRICE } from './dates.ts';
import { priceIn } from './items.ts';
import { inlinePart, label } from './labelled.ts';
import { labelOf } from './labels.ts';
import type { Reading } from './reading.ts';
import { ASIDES, cutOutside, listOf } from './text.ts';
import { anyCase } from './words.ts';

/** "Prices are …", "We have three plans: …": introduces the list and says nothing else. */
const PRICED_LIST =
  /^(?:(?:[^\d£€$,;:]{0,60}?\s)?(?:plans?|prices?|pricing|costs?|options?|packages?|rates?|fees|tarife|preise|tarifs|precios|prezzi|preços|prijzen|priser|ceny)\b\s*(?:(?:are|is|start (?:at|from)|of|from)\b|[:–-])?|tickets?\b(?:\s(?:are|cost)\b|:)?)\s*(?=\S)/iu;
const ONLY_PRICED =
  /^(?:and\s)?(?:(?:our|the|my)\s)?(?:plans?|prices?|pricing|costs?|options?|packages?|rates?|fees|tickets?)(?:\s(?:are|is|cost|start (?:at|from)|from))?\s*[:,–-]*\s*$/iu;
const STROKE = /\s\/\s/y;

const WAY = /^(?:by|via|per|through|over|par|por|telefonisch)$/iu;

export function readInlineLists(text: string, reading: Reading): string {
  const found = /(?:^|[\s(])((?:[\p{L}'’]{1,30}\s){0,2}[\p{L}'’&]{1,30})\s*[:：]\s+([\s\S]+)$/u.exec(text);
  if (found) {
    const [all, name = '', entries = ''] = found;
    const words = name.split(' ');
    for (let from = 0; from < words.length; from++) {
      const known = labelOf(words.slice(from).join(' '));
      // "You can book by phone: …" is part of the sentence.
      if (!known || WAY.test(words[from - 1] ?? '')) continue;
      // "The Harrowgate Chess Club: …": the end of a name is no label.
      if (from > 0 && /^\p{Lu}/u.test(words[from] ?? '') && /^\p{Lu}/u.test(words[from - 1] ?? '')) continue;
      const done = 'part' in known ? inlinePart(known.part, entries, reading) : label(known.label, entries, reading);
      if (done) return text.slice(0, found.index) + (all.startsWith(' ') ? ' ' : '') + words.slice(0, from).join(' ');
    }
  }
  const named = /(?:^|,\s)(\p{Ll}{4,16}):\s(\p{Lu}\p{L}+(?:,\s\p{Lu}\p{L}+){1,8})(?=\s*(?:$|[,.;]))/u.exec(text);
  if (named?.[1] && named[2]) {
    reading.fact('note', named[2], named[1]);
    return readPrices(text.replace(named[0], ' '), reading);
  }
  const bracketed = /\(([^()]{6,300})\)/u.exec(text);
  if (bracketed && (bracketed[1]?.match(PRICE) ?? []).length >= 2) {
    reading.part('pricing', undefined, listOf(bracketed[1] as string));
    return text.replace(bracketed[0], ' ');
  }
  return readPrices(text, reading);
}

/** "Kitchen knives £5, scissors 6": figures behind a price share its currency. */
const FIGURE = /(?<=(?:^|[,/]|\band)\s?)(\p{L}[\p{L}'’ -]{2,30}?\s(?:is\s)?)(\d{1,4}(?:\.\d{2})?)(?=\s*(?:each)?\s*(?:$|[,/.]|and\s))/giu;
function inCurrency(text: string): string {
  const price = priceIn(text)?.price;
  const [, sign, word] = price === undefined ? [] : (/^(?:from\s)?([£€$])\d|\d\s?(pounds|euros|dollars)$/iu.exec(price) ?? []);
  if (!sign && !word) return text;
  return text.replace(FIGURE, (all, thing: string, figure: string, at: number) =>
    at < text.indexOf(price ?? '') ||
    /^(?:19|20)\d\d$/.test(figure) ||
    /\s(?:from|until|till|to|max|age|aged|over|under|of|up to|size|no|number|for|in|since)\s$/iu.test(` ${thing}`)
      ? all
      : `${thing}${sign ?? ''}${figure}${word ? ` ${word}` : ''}`,
  );
}

/** "small £10 medium £15 big £20": without separators, a price ends its entry. */
function runOn(entry: string): string[] {
  const prices = entry.match(PRICE) ?? [];
  if (prices.length < 3 || /\b(?:or|then|was|now|plus|instead|payments?|of|between)\b|\(/iu.test(entry)) return [entry];
  return prices.map((price, i) => {
    const from = i === 0 ? 0 : entry.indexOf(prices[i - 1] as string) + (prices[i - 1] as string).length;
    return entry.slice(from, entry.indexOf(price, from) + price.length).trim();
  });
}

function readPrices(source: string, reading: Reading): string {
  const text = reading.brief.kind === 'page' && reading.brief.lang === 'en' ? inCurrency(source) : source;
  if ((text.match(PRICE) ?? []).length < 2 || reading.brief.kind !== 'page') return text;
  const list = listOf(text.replace(PRICED_LIST, '').replace(/^[\p{L} ]{3,30}:\s(?=\S)/u, ''));
  const entries = list.flatMap((entry) => ((entry.match(PRICE) ?? []).length > 1 ? cutOutside(entry, STROKE).flatMap(runOn) : [entry]));
  const priced = entries.filter(isPriced);
  if (priced.length < 2) return text;
  const isFree = (entry: string): boolean =>
    /\b(?:from|on request|free|auf anfrage|sur devis)\b/iu.test(entry) && entry.split(/\s+/).length <= 4;
  const at = entries.indexOf(priced[0] as string);
  const run = entries.slice(at, at + priced.length + 1).filter((entry) => priced.includes(entry) || isFree(entry));
  reading.part('pricing', undefined, run);
  let left = text;
  for (const entry of run) left = left.replace(entry, ' ');
  left = left.replace(/(?:\s*(?:,|\s\/\s|\sand\s(?=\s*$))\s*){2,}/gu, ', ');
  return ONLY_PRICED.test(left.trim()) ? '' : left;
}

function isPriced(entry: string): boolean {
  const price = priceIn(entry);
  if (!price || entry.length >= 90 || /^(?:then|dann|danach|puis|luego|poi|depois|daarna|sedan|potem|we|i|our)\s/iu.test(entry))
    return false;
  const [before, after] = [price.before.trim(), price.after.trim()];
  return before.split(/\s+/).length <= 5 && (before.length > 1 || after.length > 1 || price.unit !== undefined);
}

const PERSON = "(?:mrs?|ms|dr|frau|herr|mme|m\\.|sra?|dott)?\\.?\\s?[\\p{L}'’-]{1,30}(?:\\s\\p{Lu}[\\p{L}'’-]{1,30})?";
const SAID = '(?:said|says|wrote|writes|sagt|schrieb|dit|dijo|dice|disse|zei|säger|sade|powiedzia\\p{L}{0,3})';

/** "Mrs Bowen said “…”", "“…” (The Calder Ear)" */
export function readQuotes(text: string, reading: Reading): string {
  let rest = text;
  const by = /([\ue100-\ue483])\s+(?:by|von|de|di|av|van)\s+(\p{Lu}[\p{L}'’.-]+(?:\s\p{Lu}[\p{L}'’.-]+){1,2})/u.exec(rest);
  if (by?.[2] && reading.brief.kind === 'page') {
    reading.fact('host', by[2], /\sby\s/u.test(by[0]) ? 'By' : undefined);
    rest = rest.replace(by[0], by[1] as string);
  }
  for (const [character] of text.matchAll(ASIDES)) {
    const aside = reading.masked.at(character);
    if (aside?.kind !== 'quote' || aside.text.split(/\s+/).length < 4) continue;
    const found =
      anyCase`(?:quote|review|praise|blurb|zitat|avis|cita|citazione)\s(?:from|by|von|de|di|av|van)\s([^:\n]{2,40}):\s*${character}()`.exec(
        rest,
      ) ??
      anyCase`(?:(${PERSON})\s+${SAID}|(?:press|said|says|testimonial|review|quote|kundenstimme|zitat)[^${character}]{0,30})\s*:?\s*${character}(?:\s*[(–—-]\s*([^)\n]{2,60})\)?)?`.exec(
        rest,
      ) ??
      anyCase`${character}\s*[(–—-]{1,2}\s*([^)\n\ue100-\ue483]{2,60}?)(?:\)|\s*$|[,;]?\s(?:and\s)?(?=[\ue100-\ue483]))()`.exec(rest);
    if (!found) continue;
    const by = reading.masked.shown(found[2] || found[1] || '').trim();
    const isNamed = by !== '' && !/^(?:press|they|people)$/iu.test(by);
    const speaker = by.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase());
    reading.brief.quoted.push({ as: 'quote', text: aside.text, ...(isNamed && { by: speaker }) });
    rest = rest.replace(found[0], ' ');
  }
  return rest;
}
