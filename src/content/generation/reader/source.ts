import { allAnyCase } from './patterns.ts';

/** A prompt as it is read: in one form of Unicode, without control characters and pictographs, and without shouting. */

const LONGEST_PROMPT = 10_000;

/** "Act as a senior copywriter.": a part that the writer is to play says nothing about the page. */
const PLAYED =
  '(?:(?:[\\p{L}/&-]+\\s){0,7}?(?:copywriters?|designers?|developers?|marketers?|marketing|writers?|experts?|speciali[sz]ts?|strategists?|consultants?|professionals?|agency|assistants?|creators?|builders?|gurus?|engineers?|managers?|directors?|editors?|texter(?:in)?|werbetexter(?:in)?|rédact\\p{L}{2,6}|redact\\p{L}{2,5}|concepteur\\p{L}*|diseñador\\p{L}*|expert\\p{L}{1,2}|skribent|tekstschrijver))';
const ROLE_PLAY = allAnyCase`(?<=^|\n|[.!?]\s)[ ]?(?:please )?(?:act (?:as|like)|pretend (?:to be|you(?:['’]re| are))|imagine (?:that )?you(?:['’]re| are)|you(?:['’]re| are)|take (?:on )?the role of|assume the role of|behave (?:as|like)|du bist|agis (?:comme|en tant que)|tu es|actúa como|eres|agisci come|sei|aja como|age como|je bent|agera som|du är)\s(?:if you(?:['’]re| are| were)\s)?(?:an?|the|my|our|ein\p{L}{0,2}|une?|una?|um|uma|een|en|ett)\s${PLAYED}(?![\p{L}])[^.!?\n]{0,160}?(?:[.!?](?=\s|$)|\n|$|(?:,?\s(?:and|to)|[,:;])\s(?=(?:please\s)?(?:write|create|build|design|make|draft|help|produce|generate|develop|i need|i want)))`;

export function cleaned(prompt: string): string {
  const source = prompt
    .slice(0, LONGEST_PROMPT)
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/\p{Extended_Pictographic}|\ufe0f/gu, (letter) => (/[\d#*©®™]/.test(letter) ? letter : ' '))
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/(?<=^|[\s.!?])[;:]-?[)D](?=\s|$)/gu, '')
    .replace(/(?<=\p{Ll}{2}) (?:n|&amp;) (?=\p{Ll}{2})/gu, ' and ')
    .replace(ROLE_PLAY, '')
    .trim();
  return lined(withSpans(isShouted(source) ? spoken(source) : source));
}

const DAYS =
  /(?<=\d(?:st|nd|rd|th)?)\s[-–—]\s(?=(?:(?:mon|tue|wed|thu|fri|sat|sun)\p{L}{0,6}\s)?\d{1,2}(?:st|nd|rd|th)?\s(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/giu;
/** "5pm - 8pm": a dash between two times is none between two clauses. */
const withSpans = (text: string): string =>
  text
    .replace(DAYS, '–')
    .replace(
      /(?<![\d.,])(\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]m)?)\s[-–—]\s(?=\d{1,2}(?:[:.]\d{2})?\s?[ap]m\b|(?<=[:.]\d{2}\s[-–—]\s)\d{1,2}[:.]\d{2}(?!\d))/giu,
      '$1–',
    );

const NUMBERED = /(?<=^|[\s:])([1-9])[.)]\s(?=\p{L})/gu;

/** "Questions: 1. How …? 2. What …? 3. Which …?": what is numbered within a line has lines of its own. */
function lined(text: string): string {
  if (!/(?:^|[\s:])3[.)]\s\p{L}/u.test(text)) return text;
  return text
    .split('\n')
    .map((line) => {
      const marks = [...line.matchAll(NUMBERED)];
      if (marks.length < 3 || marks.some(({ 1: number }, i) => Number(number) !== i + 1)) return line;
      const starts = marks.map(({ index }) => index);
      const items = starts.map((from, i) => line.slice(from, starts[i + 1]).trim());
      const last = items.pop() as string;
      // What follows the last of them is said of the whole.
      const end = /(?<=[.!?]|[.!?]\s\([^()]{2,200}\))\s(?=\S)/u.exec(last.slice(3));
      const tail = end ? [last.slice(0, end.index + 3), '', last.slice(end.index + 4)] : [last];
      const head = line.slice(0, starts[0]).trim();
      return [...(head === '' ? [] : [head.replace(/(?<=[.!?])\s(?=[^.!?]{2,40}:$)/u, '\n')]), ...items, ...tail].join('\n');
    })
    .join('\n');
}

function isShouted(text: string): boolean {
  const small = text.match(/\p{Ll}/gu)?.length ?? 0;
  const large = text.match(/\p{Lu}/gu)?.length ?? 0;
  return large > 40 && large > small * 4;
}

const SMALL = /^(?:THE|A|AN|OF|AND|IN|ON|AT|BY|FOR|TO|FROM|WITH|DER|DIE|DAS|UND|DE|LA|LE|DU|DES|EL|Y|E|DI|DO|DA|VAN|OF)$/;
const KEPT = /^(?:[B-HJ-LO-Z]|I|EPC|FAQ|UK|USA|EU|TV|PDF|CV|VAT|BBQ|DJ|AM|PM|KG|CM|KM|FAQS|RSVP|HQ|II|III|IV)$/;
const PLAIN =
  /\b(?:PAGE|WEBSITE|SITE|EMAIL|FORM|FOR SALE|PRICE|GUIDE|PLEASE|NEED|WANT|WITH|HAS|IS|ARE|WE|I|NO|NOT|BEDS?|BATHS?|FREE|OFF|ONLY|UNTIL|FROM|TRAINS|MAKE|OPEN|CLOSED|SEITE|BITTE|FÜR|WIR|NOUS|POUR)\b|\d/u;

function spoken(text: string): string {
  const names = new Set<string>();
  const [head = ''] = text.split(/\n\s*\n/u);
  const pieces = [
    ...head.split(/[.,:;\n]/u),
    ...[...text.matchAll(/(?:AGENT|OWNER|CONTACT|BY|CALLED)\s*:?\s+([\p{Lu}&' ]{3,60})/gu)].map(([, name = '']) => name),
  ];
  for (const piece of pieces)
    if (piece.trim().split(/\s+/).length <= 5 && !PLAIN.test(piece))
      for (const word of piece.match(/\p{Lu}[\p{Lu}'’-]+/gu) ?? []) if (!SMALL.test(word)) names.add(word);
  let begins = true;
  return text.replace(/[\p{L}\p{M}'’]+|[.!?\n:"“]/gu, (word) => {
    if (/^[.!?\n:"“]$/.test(word)) {
      begins = true;
      return word;
    }
    const starts = begins;
    begins = false;
    if (KEPT.test(word) || /\p{Ll}/u.test(word)) return word;
    const small = word.toLocaleLowerCase();
    return starts || names.has(word) ? small.charAt(0).toLocaleUpperCase() + small.slice(1) : small;
  });
}
