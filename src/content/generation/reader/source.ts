/** A prompt as it is read: in one form of Unicode, without control characters and pictographs, and without shouting. */

const LONGEST_PROMPT = 10_000;

export function cleaned(prompt: string): string {
  const source = prompt
    .slice(0, LONGEST_PROMPT)
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/\p{Extended_Pictographic}|\ufe0f/gu, (letter) => (/[\d#*©®™]/.test(letter) ? letter : ' '))
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/(?<=\p{Ll}{2}) (?:n|&amp;) (?=\p{Ll}{2})/gu, ' and ')
    .trim();
  return isShouted(source) ? spoken(source) : source;
}

/** Whether most of a text is written in capitals. */
function isShouted(text: string): boolean {
  const small = text.match(/\p{Ll}/gu)?.length ?? 0;
  const large = text.match(/\p{Lu}/gu)?.length ?? 0;
  return large > 40 && large > small * 4;
}

const SMALL = /^(?:THE|A|AN|OF|AND|IN|ON|AT|BY|FOR|TO|FROM|WITH|DER|DIE|DAS|UND|DE|LA|LE|DU|DES|EL|Y|E|DI|DO|DA|VAN|OF)$/;
const KEPT = /^(?:[B-HJ-LO-Z]|I|EPC|FAQ|UK|USA|EU|TV|PDF|CV|VAT|BBQ|DJ|AM|PM|KG|CM|KM|FAQS|RSVP|HQ|II|III|IV)$/;
/** Words of ordinary orders and descriptions: where one of them stands, the words around it are no name. */
const PLAIN =
  /\b(?:PAGE|WEBSITE|SITE|EMAIL|FORM|FOR SALE|PRICE|GUIDE|PLEASE|NEED|WANT|WITH|HAS|IS|ARE|WE|I|NO|NOT|BEDS?|BATHS?|FREE|OFF|ONLY|UNTIL|FROM|TRAINS|MAKE|OPEN|CLOSED|SEITE|BITTE|FÜR|WIR|NOUS|POUR)\b|\d/u;

/** Capitals where a writer with small letters has them. Names are taken from the first lines, and kept wherever they come again. */
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
