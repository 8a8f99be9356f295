/** As RFC 5322 wants it; lines with encoded words have 76 by RFC 2047. */
const LINE = 76;
const PRINTABLE = /^[\x20-\x7e]*$/;
/** Readers decode it wherever it stands. */
const ENCODED_WORD = '=?';
/** A quoted name of this length fits on one line with its header's name. */
const SHORT_NAME = 60;

/** White space becomes one blank, and control characters go. Merge values come from people; a line break in one must not start a header. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\t\n\v\f\r \u0085\u2028\u2029]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    // A control character may have stood between them.
    .replace(/ {2,}/g, ' ')
    .trim();

/** Text for people (RFC 5322, RFC 2047), as `oneLine` leaves it. */
export function textHeader(name: string, text: string): string {
  const value = oneLine(text);
  const words = value.split(' ');
  const isPlain =
    PRINTABLE.test(value) &&
    !value.includes(ENCODED_WORD) &&
    words.every(({ length }, i) => length < LINE - (i === 0 ? name.length + 2 : 0));
  return isPlain ? folded(`${name}:`, words) : `${name}: ${encodedWords(value, name.length + 2)}`;
}

/** `Name <address>`: the name as a quoted string, or as encoded words where that is not enough. */
export function personHeader(name: string, person: string, address: string): string {
  const clean = oneLine(person);
  if (clean === '') return `${name}: ${address}`;
  const isPlain = PRINTABLE.test(clean) && !clean.includes(ENCODED_WORD) && clean.length <= SHORT_NAME;
  const shown = isPlain ? `"${clean.replace(/[\\"]/g, '\\$&')}"` : encodedWords(clean, name.length + 2);
  const line = `${name}: ${shown}`;
  const lastLine = line.length - (line.lastIndexOf('\n') + 1);
  return `${line}${lastLine + address.length + 3 > LINE ? '\r\n' : ''} <${address}>`;
}

function folded(start: string, words: string[]): string {
  let result = start;
  let column = start.length;
  for (const word of words) {
    const fits = column + 1 + word.length <= LINE;
    result += `${fits ? ' ' : '\r\n '}${word}`;
    column = fits ? column + 1 + word.length : 1 + word.length;
  }
  return result;
}

/**
 * Encoded words of at most 75 characters, no line longer than 76, no character split. The shorter one of the two encodings.
 * @param column how much of the first line is taken
 */
function encodedWords(text: string, column: number): string {
  const characters = [...text];
  const quotedLength = characters.reduce((sum, character) => sum + quotedLengthOf(character), 0);
  const asBase64 = quotedLength > Math.ceil(Buffer.byteLength(text) / 3) * 4;
  const words: string[] = [];
  let word = '';
  let size = 0;
  const flush = () => {
    words.push(asBase64 ? `=?utf-8?B?${Buffer.from(word).toString('base64')}?=` : `=?utf-8?Q?${word}?=`);
    word = '';
    size = 0;
  };
  for (const character of characters) {
    // Within the marks: 12 characters. A line begins with a blank.
    const room = LINE - 12 - (words.length === 0 ? column : 1);
    const cost = asBase64 ? bytesOf(character) : quotedLengthOf(character);
    if (size > 0 && (asBase64 ? Math.ceil((size + cost) / 3) * 4 : size + cost) > room) flush();
    word += asBase64 ? character : quotedCharacter(character);
    size += cost;
  }
  flush();
  return words.join('\r\n ');
}

/** In a name fewer signs may stand for themselves. */
const UNQUOTED = /^[A-Za-z0-9!*+/-]$/;

function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  return code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

const quotedLengthOf = (character: string): number => (character === ' ' || UNQUOTED.test(character) ? 1 : 3 * bytesOf(character));

function quotedCharacter(character: string): string {
  if (character === ' ') return '_';
  if (UNQUOTED.test(character)) return character;
  return Buffer.from(character).toString('hex').toUpperCase().replace(/../g, '=$&');
}
