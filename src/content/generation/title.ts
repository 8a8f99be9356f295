import { nameOf } from '../../shared/text.ts';

const LONGEST = 200;
/** A prompt begins with its subject; reading more would hold up the request that makes the tent. */
const READ = 400;

/** `Headline "…"`, in the languages of the library. */
const HEADLINE =
  /(?:headline|heading|title|überschrift|titel|titre|título|titolo|titular|kop|rubrik|nagłówek|見出し)[\s:]{0,3}["“„«「]([^"“”„«»「」\n]{1,200})["“”»」]/iu;
/** "Landing page for our …": the rest says what it is about. */
const ORDER =
  /^[^\n"“„«「]{0,60}?(?:page|website|microsite|site|seite|webseite|página|pagina|sida|strona|stronę)\s(?:for|about|für|über|pour|sur|para|sobre|per|su|voor|over|för|om|dla|o)\s(?:(?:our|my|the|an?|unsere?n?|mein|meine|den|die|das|eine?n?|notre|nos|mon|le|la|les|une?|nuestr[oa]s?|mi|el|los|las|una?|nossa?|o|os|as|uma?|il|lo|i|gli|la nostra|il nostro|onze|ons|mijn|de|het|een|vår|vårt|våra|min|en|ett)\s)?/iu;

/** The headline that a prompt gives, else its first words. Null without any. */
export function titleOf(prompt: string): string | null {
  const beginning = cut(prompt, READ);
  const [line = ''] = beginning.trimStart().split(END, 1);
  const subject = line.replace(ORDER, '');
  const words = HEADLINE.exec(beginning)?.[1] ?? (/\p{L}/u.test(subject) ? capitalised(subject) : beginning);
  const title = nameOf(words.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' '));
  return title ? cut(title, LONGEST).trimEnd() : null;
}

/** The end of a line or a sentence, but not of "Dr." or "St.". */
const END = /(?<=[\p{L}\d]{3})\.(?=\s|$)|[!?](?=\s|$)|[。！？\n\r]/u;

/** Without half of a character at the end. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
