import { allAnyCase, lists } from './words.ts';

const LONGEST_PROMPT = 10_000;

/** "Act as a senior copywriter." says nothing about the page. */
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
/** "5pm - 8pm": this dash separates no clauses. */
const withSpans = (text: string): string =>
  text
    .replace(DAYS, '–')
    .replace(
      /(?<![\d.,])(\d{1,2}(?:[:.]\d{2})?\s?(?:[ap]m)?)\s[-–—]\s(?=\d{1,2}(?:[:.]\d{2})?\s?[ap]m\b|(?<=[:.]\d{2}\s[-–—]\s)\d{1,2}[:.]\d{2}(?!\d))/giu,
      '$1–',
    );

const NUMBERED = /(?<=^|[\s:])([1-9])[.)]\s(?=\p{L})/gu;

/** "Questions: 1. How …? 2. What …? 3. Which …?": one line for each. */
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
      // Text behind the last item is about the whole.
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

/* Spells out English shorthand before anything is read, so no page shows it. Ambiguous words ("its", "were", "well") stay. */

const WORD = /(?<![\p{L}\p{N}'’@#./-])\p{L}{1,13}(?![\p{L}\p{N}'’@-]|\.\p{L})/gu;

const DOTTED = /(?<!\p{L})(incl?|excl|approx|esp|yrs?|wks?|hrs|mins|qty)\.(?=\s\S)/gu;

const PHRASES: [RegExp, string][] = [
  [/[,\s]*(?<!\p{L})(?:tbh|imho|imo|lol|haha|fyi|iirc|iykwim|ngl)(?!\p{L})[,\s]*/giu, ' '],
  [
    /[,\s]*(?<!\p{L})(?:touch wood|bless (?:them|him|her|['’]?em)|if (?:we['’]re|i['’]m) (?:being )?honest|to be honest|i suppose|i guess|believe it or not|obviously|tbf)(?=\s*(?:[,.;!?)]|$))/giu,
    '',
  ],
  [/(?<=^|[.!?\n]\s?)(?:right[,\s]+so|so basically|basically|ok(?:ay)?[,\s]+so|so yeah|anyway)[,\s]+(?=\p{L})/giu, ''],
  [/(?<=\b(?:we|you|they|who|there|what|these)) r (?=\p{L})/giu, ' are '],
  [/(?<=\p{L}|\d)\s(?:w\/|w\/o)\s?(?=\p{L})/giu, ' with '],
  // "wool + knitters", but not between names.
  [/(?<=\p{Ll}{2}) \+ (?=\p{Ll}{2})/gu, ' and '],
  [/(?<=\p{L}) n (?=\p{L})/gu, ' and '],
  [/(?<![\p{N}£€$.])(\d{1,5}(?:\.\d{2})?)\s?(?:quid|squid)(?!\p{L})/giu, '£$1'],
  [/(?<![\p{N}£€$.])(\d{1,5})\s?bucks(?!\p{L})/giu, '$$$1'],
  [/(?<=£\d{1,4}(?:\.\d{2})?) adv(?!\p{L})/giu, ' in advance'],
  [/\.{4,}/g, '…'],
];

const wholeWord = (word: string, list: 'any' | 'small'): string | undefined => {
  const words = lists<Record<string, string>>('shorthand')[list] ?? {};
  return Object.hasOwn(words, word) ? words[word] : undefined;
};

export function speltOut(text: string, lang: string): string {
  if (lang !== 'en') return text;
  let result = text
    .replace(/(?<=\p{L}|\d|[£%)])\sw\/\s?(?=\S)/giu, ' with ')
    .replace(DOTTED, '$1')
    .replace(WORD, (word) => {
      const small = word.toLowerCase();
      const whole = wholeWord(small, 'any') ?? (word === small ? wholeWord(small, 'small') : undefined);
      if (whole === undefined) return word;
      return /^\p{Lu}/u.test(word) ? `${whole.charAt(0).toUpperCase()}${whole.slice(1)}` : whole;
    });
  for (const [pattern, by] of PHRASES) result = result.replace(pattern, by);
  return result;
}

/** Dictated prompts have no punctuation between sentences. */

const LEAST_WORDS = 25;
const WORDS_A_MARK = 18;

const BEGINS = new RegExp(
  [
    '(?<!\\b(?:if|when|where|because|that|which|who|whom|while|until|as|what|how|why|whether|than|before|after|since|to|for|of|about|like|with|from|says?|think|hope|know|sure|and|but|so|or|also|then|where|the|a|an|our|my|your))',
    '\\s(?=(?:(?:and|so|also|but|then|oh and)\\s)?(?:',
    [
      "there(?:['’]?s|\\sis|\\sare|\\swill\\sbe)\\s",
      "we(?:['’](?:re|ve|ll)|\\s(?:meet|do|are|have|run|offer|need|want|also|will|started|sell|make|got|play|sing|welcome|charge|use|take|only))\\s",
      "i(?:['’](?:m|ve|d)|\\s(?:want|need|have|am|will|would|run|teach|make|do))\\s",
      "it['’]?s\\s(?:on|at|in|an?|the|for|about|from|free|going|open|£|\\d|every|all|only|called)",
      'it\\s(?:is|will|has|starts|costs|was|lasts|runs)\\s',
      "they(?:['’]re|['’]ll|\\s(?:can|need|should|have|will|are))\\s",
      '(?:people|everyone|everybody|anyone|guests|parents|kids)\\s(?:needs?\\sto|can|should|has|have|must|is|are|gets?|will)\\s',
      'bring\\s(?:a|an|the|your|some|own)\\s',
      'please\\s',
      'run\\sby\\s',
      '(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty)\\s(?:pounds|euros|dollars)\\s(?:an?|per|each)\\s',
      'absolute\\sbeginners',
      'no\\s\\p{L}{3,12}\\s(?:please|needed|required|allowed)',
      'tickets?\\s(?:are|cost|is)\\s',
      'doors\\s(?:open|at)\\s',
      'all\\s(?:abilities|ages|levels|are\\swelcome|welcome)',
      'first\\s\\p{L}+\\s\\p{L}+\\s(?:are|is)\\sfree',
      '(?:make|put|add|keep)\\s(?:it|the|in|them|an?)\\s',
      'the\\s(?:form|button|page|headline|colou?rs?)\\s',
    ].join('|'),
    '))',
  ].join(''),
  'giu',
);

export function withStops(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const words = line.split(' ').length;
      const marks = line.match(/[,.;:!?](?=\s|$)/gu)?.length ?? 0;
      return words < LEAST_WORDS || marks * WORDS_A_MARK > words
        ? line
        : line.replace(BEGINS, '. ').replace(/\.\s(?:and|so|also|but|then)\s/giu, '. ');
    })
    .join('\n');
}
