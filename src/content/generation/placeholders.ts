import { createHmac } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { escapeHtml } from '../../shared/html.ts';
import { ADDRESSES as DRAFT_ADDRESSES, inert } from '../documents/tokens.ts';
import { ExactParser } from '../versions/exact-parser.ts';
import type { Draft } from './draft/draft.ts';
import { applied, type Edit } from './verify/edits.ts';

/*
 * Values that contacts or visitors wrote never reach a generator: it would read them as part of the prompt. Invented names take their
 * places, and the values are put into the finished document, escaped for where they stand.
 */

/** The values behind the placeholders of a prompt, by placeholder. */
export type Fills = Readonly<Record<string, Fill>>;

export interface Fill {
  /** The author's words, never the value: a model composes around it. */
  meaning: string;
  value: string;
}

const CONSONANTS = 'bdfgklmnprtvz';
const VOWELS = 'aeiou';
const SYLLABLES = 6;

/**
 * A name for a value: one capitalised word that reads like a name in any language, so that composers neither inflect nor split it. It
 * follows from the secret, so that no value can contain it, and is the same each time, so that pages for different values are alike.
 */
export function placeholderFor(secret: string, ...about: string[]): string {
  const bytes = createHmac('sha256', secret)
    .update(JSON.stringify(['placeholder', ...about]))
    .digest();
  const letter = (letters: string, at: number) => letters.charAt(bytes.readUInt8(at) % letters.length);
  let name = `X${letter(VOWELS, 0)}`;
  for (let syllable = 1; syllable <= SYLLABLES; syllable++) name += letter(CONSONANTS, 2 * syllable) + letter(VOWELS, 2 * syllable + 1);
  return name;
}

export const filledText = (text: string, fills: Fills): string => replaced(text, fills, (value) => value);

/** The HTML is filled by itself, so addresses of the draft keep their placeholders. */
export function filledDraft(draft: Draft, fills: Fills): Draft {
  if (Object.keys(fills).length === 0) return draft;
  const values = Object.fromEntries(Object.entries(fills).map(([name, fill]) => [name, { ...fill, value: inert(fill.value) }]));
  return JSON.parse(JSON.stringify(draft), (key, value: unknown) =>
    typeof value === 'string' && !DRAFT_ADDRESSES.has(key) ? filledText(value, values) : value,
  ) as Draft;
}

/** Letters are matched in any case: a composer may have capitalised them. */
const patternOf = (fills: Fills): RegExp => new RegExp(Object.keys(fills).join('|'), 'gi');

function replaced(text: string, fills: Fills, put: (value: string) => string): string {
  const values = new Map(Object.entries(fills).map(([name, { value }]) => [name.toLowerCase(), value]));
  return values.size === 0 ? text : text.replace(patternOf(fills), (found) => put(values.get(found.toLowerCase()) ?? ''));
}

/** Parsed at a stretch; others wait no longer than this takes. */
const STRETCH = 16 * 1024;

/** Attributes that people read. */
const WORDS = new Set(['alt', 'title', 'label', 'placeholder', 'value', 'summary', 'aria-label', 'aria-description']);
/** Every other `<meta>` is treated as an address. */
const SAID = /^(?:(?:og|twitter):)?(?:title|description|site_name|author|keywords|application-name)$/i;
const ADDRESSES = new Set(['href', 'xlink:href', 'src', 'action', 'formaction', 'cite', 'poster', 'content']);
const UNFILLED = new Set(['script', 'style']);

/**
 * Fills placeholders as text, in attributes that people read, and in addresses behind their host. Scripts and comments lose them. An
 * address whose scheme or host would come from a value is dropped. Names and styles keep the placeholder itself, which connects them.
 * @param html verified, so that all readers agree on where its markup is
 * @param most bytes of the result; null where there would be more
 */
export async function filledHtml(html: string, fills: Fills, most: number): Promise<string | null> {
  if (Object.keys(fills).length === 0 || html.search(patternOf(fills)) < 0) return html;
  const filler = new Filler(html, fills, most);
  for (let at = 0; at < html.length; at += STRETCH) {
    filler.read(html.slice(at, at + STRETCH));
    if (filler.isFull) return null;
    await setImmediate();
  }
  const filled = filler.end();
  return filler.isFull || Buffer.byteLength(filled) > most ? null : filled;
}

class Filler {
  readonly #source: string;
  readonly #fills: Fills;
  readonly #pattern: RegExp;
  readonly #parser: ExactParser;
  readonly #edits: Edit[] = [];
  /** Characters of all values so far. */
  #written = 0;
  readonly #most: number;
  /** Where the text before the next markup begins. */
  #from = 0;
  /** The element whose content is no text. */
  #unfilled: string | undefined;

  constructor(source: string, fills: Fills, most: number) {
    this.#most = most;
    this.#source = source;
    this.#fills = fills;
    this.#pattern = patternOf(fills);
    const handler = {
      onopentag: (name: string, attributes: Record<string, string>) => this.#open(name, attributes),
      onclosetag: (name: string, implied: boolean) => {
        if (!implied) this.#close(name);
      },
    };
    this.#parser = new ExactParser(source, handler, () => this.#mark((aside) => this.#without(aside)));
  }

  read(text: string): void {
    this.#parser.write(text);
  }

  end(): string {
    this.#parser.end();
    this.#text(this.#source.length);
    return applied(this.#source, this.#edits);
  }

  #open(name: string, attributes: Record<string, string>): void {
    this.#mark((tag) => this.#tag(name, attributes, tag.endsWith('/>')));
    if (UNFILLED.has(name)) this.#unfilled = name;
  }

  #close(name: string): void {
    this.#mark((tag) => tag);
    if (this.#unfilled === name) this.#unfilled = undefined;
  }

  /** Handles the text before the markup at hand, and the markup where it holds a placeholder. */
  #mark(rewrite: (markup: string) => string): void {
    const { tagBegin: begin, tagEnd: end } = this.#parser;
    if (begin < this.#from || end > this.#source.length) return;
    this.#text(begin);
    this.#from = end;
    const markup = this.#source.slice(begin, end);
    if (this.#holds(markup)) this.#edits.push({ begin, end, text: rewrite(markup) });
  }

  get isFull(): boolean {
    return this.#written > this.#most;
  }

  /** As long as there is room for values. */
  #counting(put: (value: string) => string): (value: string) => string {
    return (value) => {
      if (this.isFull) return '';
      const text = put(value);
      this.#written += text.length;
      return text;
    };
  }

  #text(end: number): void {
    const text = this.#source.slice(this.#from, end);
    if (!this.#holds(text) || this.#unfilled === 'style') return;
    const filled = this.#unfilled === 'script' ? this.#without(text) : replaced(text, this.#fills, this.#counting(escaped));
    this.#edits.push({ begin: this.#from, end, text: filled });
  }

  #holds(text: string): boolean {
    return text.search(this.#pattern) >= 0;
  }

  #without(text: string): string {
    return text.replace(this.#pattern, '');
  }

  #tag(name: string, attributes: Record<string, string>, isClosed: boolean): string {
    const isSaid = name === 'meta' && SAID.test(attributes.name ?? attributes.property ?? '');
    const written = Object.entries(attributes).map(([attribute, value]) => {
      const filled = this.#holds(value) ? this.#attribute(attribute, value, isSaid) : escapeHtml(value);
      return filled === undefined ? '' : ` ${attribute}="${filled}"`;
    });
    return `<${name}${written.join('')}${isClosed ? ' /' : ''}>`;
  }

  #attribute(name: string, value: string, isSaid: boolean): string | undefined {
    if (WORDS.has(name) || (name === 'content' && isSaid)) return filledValue(value, this.#fills, this.#counting(escaped));
    if (ADDRESSES.has(name)) return this.#address(value);
    if (name.startsWith('on')) return escapeHtml(this.#without(value));
    return escapeHtml(value);
  }

  #address(address: string): string | undefined {
    // A place on the page is named by an attribute that keeps its placeholder, too.
    if (address.startsWith('#')) return escapeHtml(address);
    const fixed = FIXED.exec(address)?.[0];
    if (fixed === undefined || this.#holds(fixed)) return undefined;
    const encode = /^(?:tel|sms):/i.test(address) ? (value: string) => value.replace(/[^\d+]/g, '') : encoded;
    const filled = replaced(address, this.#fills, this.#counting(encode));
    return changesPath(address.replace(this.#pattern, 'x'), filled) ? undefined : escapeHtml(filled);
  }
}

/** The part of an address that says where it leads: nothing behind it can change that. */
const FIXED = /^(?:https?:\/\/[^/?#\\]+(?=[/?#])|(?:mailto|tel|sms):|\/(?![/\\])|\?)/i;

/** Behind the host an "@" means nothing, and mail programs want it as it is. */
const encoded = (value: string): string => encodeURIComponent(value.toWellFormed()).replaceAll('%40', '@');

/** Whether a value is "." or "..", which climbs up. */
function changesPath(plain: string, filled: string): boolean {
  const depth = (address: string) => URL.parse(address, 'https://own.invalid')?.pathname.split('/').length;
  return depth(plain) !== depth(filled);
}

/** Braces, too: the page may become a template, and nothing in a value is a tag of it. */
const escaped = (value: string): string => escapeHtml(value).replaceAll('{', '&#123;');

/** The parts between placeholders are escaped as well: the attribute is written anew. */
function filledValue(value: string, fills: Fills, put: (value: string) => string): string {
  return value
    .split(new RegExp(`(${Object.keys(fills).join('|')})`, 'i'))
    .map((piece, i) => (i % 2 === 0 ? escapeHtml(piece) : replaced(piece, fills, put)))
    .join('');
}
