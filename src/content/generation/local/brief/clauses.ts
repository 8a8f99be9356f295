/*
 * A prompt is taken apart where its writer paused: into lines, sentences and clauses. Nothing inside of quotes and brackets
 * is a place to cut, nor is a point or comma of a number, a date or an address.
 */

const OPENING = '"“„«「『‚‹([（［';
const CLOSING = '"”“»」』‘›)]）］';
/** How far away the end of a quotation is looked for. */
const LONGEST_QUOTE = 500;

/** Cuts at the places that `isCut` names; it is asked for those outside of quotes and brackets only. */
function cut(text: string, isCut: (at: number) => number): string[] {
  const parts: string[] = [];
  let from = 0;
  const expected: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (letter === '\n') expected.length = 0;
    const top = expected.at(-1);
    if (top?.includes(letter)) {
      expected.pop();
      continue;
    }
    const pair = OPENING.indexOf(letter);
    // A quotation that never ends is a sign for inches, or a slip.
    if (pair >= 0 && expected.length < 4) {
      const ends = letter === '„' ? '“”' : letter === '"' ? '"' : (CLOSING[pair] as string);
      const [behind = ''] = text.slice(at + 1, at + LONGEST_QUOTE).split('\n', 1);
      if ([...ends].some((end) => behind.includes(end))) {
        expected.push(ends);
        continue;
      }
    }
    if (expected.length > 0) continue;
    const length = isCut(at);
    if (length > 0) {
      parts.push(text.slice(from, at));
      from = at + length;
      at = from - 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

const ABBREVIATED =
  /(?:^|[\s(])(?:\p{L}|e\.g|i\.e|z\.\s?B|d\.\s?h|St|Dr|Prof|Mr|Mrs|Ms|Nr|No|ca|approx|bzw|inkl|incl|Str|vs|etc|usw|p\.ej|Sr|Sra|M|Mme|a\.m|p\.m|t\.o\.m|m\.in|np|ul|tel|Tel)$/u;

/** The sentences of a text. A semicolon ends one, too: whoever writes it changes the subject. */
export function sentencesOf(text: string): string[] {
  return cut(text, (at) => {
    const letter = text[at] as string;
    if (letter === '\n' || letter === ';' || letter === '；' || letter === '؛') return 1;
    if ('。！？'.includes(letter)) return 1;
    if (!'.!?'.includes(letter)) return 0;
    const next = text[at + 1];
    if (next !== undefined && !/\s/u.test(next)) return 0;
    const before = text.slice(Math.max(0, at - 12), at);
    if (letter === '.') {
      if (ABBREVIATED.test(before)) return 0;
      // "am 12. April", "14.–15. Oktober": a month or another word of the date follows.
      if (
        /(?:^|\D)\d{1,2}$/u.test(before) &&
        /^\s*(?:\p{Ll}|[–-]|(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)|(?:Juli|Klasse|Stock|Auflage|Jahrhundert))/u.test(
          text.slice(at + 1),
        )
      )
        return 0;
    }
    return 1;
  });
}

/** Beginnings that only go on with what was said before. */
const GOES_ON =
  /^(?:and|or|but|which|that|who|where|und|oder|aber|das|der|die|den|dem|dessen|welche[rs]?|wo|et|ou|qui|que|où|dont|y|o|pero|donde|e|che|dove|ma|mas|onde|en|of|dat|waar|maar|och|som|där|men|i|oraz|który|która|które|gdzie|with|mit|avec|con|com|met|med)\s/u;

/** The clauses of a sentence: what stands between its commas and dashes. */
export function clausesOf(sentence: string): string[] {
  const parts = cut(sentence, (at) => {
    const rest = sentence.slice(at);
    if (/^[、，،]/u.test(rest)) return 1;
    const comma = /^,\s+/u.exec(rest) ?? /^\s+[–—-]\s+(?!\d)/u.exec(rest) ?? /^\s+[|·]\s+/u.exec(rest);
    if (!comma) return 0;
    // A range of numbers, or "12 April, 2027".
    if (/\d\s*$/u.test(sentence.slice(0, at)) && /^,\s+\d{4}(?!\d)/u.test(rest)) return 0;
    return comma[0].length;
  });
  const clauses: string[] = [];
  let from = 0;
  for (const part of parts) {
    const at = sentence.indexOf(part, from);
    if (clauses.length > 0 && GOES_ON.test(part)) clauses[clauses.length - 1] = `${clauses.at(-1)}${sentence.slice(from, at)}${part}`;
    else clauses.push(part);
    from = at + part.length;
  }
  return clauses;
}

/** A sentence that speaks, with somebody who does something, and is no list of catchwords. */
export function isProse(sentence: string): boolean {
  const count = sentence.split(/\s+/u).length;
  return (count >= 5 && SPEAKS.test(sentence)) || /(?:です|ます|した|ません|でした)。?$/u.test(sentence);
}

const SPEAKS =
  /(?<!\p{L})(?:we|our|you|your|i|my|is|are|was|were|has|have|had|can|will|they|it|it's|gets?|brings?|makes?|helps?|offers?|comes?|starts?|wir|unsere?[rnms]?|ihr|ist|sind|war|waren|hat|haben|kann|können|wird|werden|sie|ich|meine?|es|gibt|kommt|nous|notre|nos|vous|est|sont|ont|avons|il y a|on|somos|es|son|está|están|tiene|tenemos|hay|nuestr\p{L}+|siamo|è|sono|ha|abbiamo|nostr\p{L}+|c'è|é|são|tem|temos|noss\p{L}+|há|wij|we|onze|ons|zijn|heeft|hebben|er is|vi|vår|våra|är|har|finns|jesteśmy|jest|są|mamy|nasz\p{L}*)(?!\p{L})/iu;

/** A text without the marks around it. */
export const bare = (text: string): string =>
  text
    .replace(/^[\s,;:.–—-]+|[\s,;:–—-]+$/gu, '')
    .replace(/(?<!\d|\p{L}\.\p{L})\.$/u, '')
    .trim();

/** A first letter that may be one: codes, addresses and names that begin small stay as they are. */
export const capitalised = (text: string): string =>
  /^\p{Ll}[\p{L}'’-]*(?:[\s,.!?]|$)/u.test(text) ? text.charAt(0).toLocaleUpperCase() + text.slice(1) : text;

/** A text that ends as a sentence does. */
export const asSentence = (text: string): string => {
  const sentence = capitalised(bare(text));
  return /[.!?。！？…:]$/u.test(sentence) || sentence === ''
    ? sentence
    : /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(sentence)
      ? `${sentence}。`
      : `${sentence}.`;
};
