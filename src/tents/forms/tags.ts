import { type QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** A tag as it is written. Positions count in the text that is read. */
export interface Tag {
  /** In lower case. */
  name: string;
  begin: number;
  /** Behind its `>`. */
  end: number;
}

export interface StartTag extends Tag {
  /** In their order. Of several with one name the first is the one that counts. */
  attributes: Attribute[];
}

export interface Attribute {
  /** In lower case. */
  name: string;
  value: string;
  begin: number;
  /** Behind its value and the quotes around it. */
  end: number;
}

/** Hears of the HTML elements of a page, not of those that drawings and formulas are made of. */
export interface TagReader {
  open(tag: StartTag): void;
  /** A tag that closes an element, whether one is open or not. */
  close(tag: Tag): void;
  /** Text outside of scripts and the like, as it is read. */
  text(text: string): void;
}

/** @returns undefined when the tag has no such attribute */
export const attributeOf = ({ attributes }: StartTag, name: string): Attribute | undefined =>
  attributes.find((attribute) => attribute.name === name);

/**
 * Reads a page's tags as browsers do, in time that grows with its length and nothing else: it keeps no elements, only
 * what decides how a tag is read.
 * @returns the last place where more HTML would be read as such: the end, unless a comment, a tag or a raw text is left open
 */
export function readTags(source: string, reader: TagReader): number {
  const reading = new Reading(source, reader);
  const tokenizer = new Tokenizer({}, reading);
  tokenizer.write(source);
  // What stands behind the page is read as a tag, unless something of the page swallows it.
  tokenizer.write(LAST);
  tokenizer.end();
  return reading.openEnd;
}

const LAST = '<x-last>';

/** What they hold is text, up to their own closing tag. */
const RAW = new Set('script style textarea title xmp iframe noembed noframes plaintext'.split(' '));
/** Raw texts whose words are read as text. */
const WORDED = new Set(['textarea', 'title']);
/** Elements of drawings and formulas that hold HTML again. */
const BRIDGES = new Set('foreignobject desc title mi mo mn ms mtext annotation-xml'.split(' '));
/** Tags that end a drawing or formula, wherever in it they stand. The second line does so only where it closes what is open around it. */
const ENDING = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small ' +
    'span strong strike sub sup table tt u ul var'
  ).split(' '),
);
const AROUND = new Set(
  'a address article aside button details dialog fieldset figure footer form header html label main nav section select summary td tr'.split(
    ' ',
  ),
);

class Reading implements TokenizerCallbacks {
  openEnd = 0;
  readonly #source: string;
  readonly #reader: TagReader;
  /** Drawings, formulas and their elements that are open, and how many of each name. */
  readonly #foreign: string[] = [];
  readonly #names = new Map<string, number>();
  #tag: StartTag = { name: '', begin: 0, end: 0, attributes: [] };
  #attribute: Attribute = { name: '', value: '', begin: 0, end: 0 };
  #value: string[] = [];
  /** The raw text that is being read. */
  #raw: string | undefined;

  constructor(source: string, reader: TagReader) {
    this.#source = source;
    this.#reader = reader;
  }

  isInForeignContext(): boolean {
    const innermost = this.#foreign.at(-1);
    return innermost !== undefined && !BRIDGES.has(innermost);
  }

  onopentagname(start: number, end: number): void {
    this.#raw = undefined;
    this.#tag = { name: this.#source.slice(start, end).toLowerCase(), begin: start - 1, end: 0, attributes: [] };
    if (start > this.#source.length) this.openEnd = this.#source.length;
  }

  onattribname(start: number, end: number): void {
    this.#attribute = { name: this.#source.slice(start, end).toLowerCase(), value: '', begin: start, end };
    this.#value = [];
  }

  onattribdata(start: number, end: number): void {
    this.#value.push(this.#source.slice(start, end));
  }

  onattribentity(codePoint: number): void {
    this.#value.push(String.fromCodePoint(codePoint));
  }

  onattribend(_quote: QuoteType, end: number): void {
    this.#tag.attributes.push({ ...this.#attribute, value: this.#value.join(''), end });
  }

  onopentagend(index: number): void {
    this.#open(index + 1, false);
  }

  onselfclosingtag(index: number): void {
    this.#open(index + 1, true);
  }

  #open(end: number, isClosed: boolean): void {
    const tag = { ...this.#tag, end };
    // It was never finished, or it is the one behind the page.
    if (end > this.#source.length) return;
    this.openEnd = end;
    if (this.isInForeignContext() && ENDING.has(tag.name)) this.#leave();
    if (this.isInForeignContext() || tag.name === 'svg' || tag.name === 'math') {
      if (!isClosed) this.#enter(tag.name);
      return;
    }
    if (RAW.has(tag.name)) {
      this.#raw = tag.name;
      // What comes is no HTML until it is closed, and perhaps it never is.
      this.openEnd = tag.begin;
    }
    this.#reader.open(tag);
  }

  onclosetag(start: number, end: number): void {
    const name = this.#source.slice(start, end).toLowerCase();
    const bracket = this.#source.indexOf('>', end);
    if (bracket < 0) return;
    this.#raw = undefined;
    this.openEnd = bracket + 1;
    if (this.#names.has(name)) {
      while (this.#pop() !== name);
      return;
    }
    if (this.isInForeignContext()) {
      if (!ENDING.has(name) && !AROUND.has(name)) return;
      this.#leave();
    }
    this.#reader.close({ name, begin: start - 2, end: bracket + 1 });
  }

  #enter(name: string): void {
    this.#foreign.push(name);
    this.#names.set(name, (this.#names.get(name) ?? 0) + 1);
  }

  #pop(): string | undefined {
    const name = this.#foreign.pop();
    if (name === undefined) return undefined;
    const left = (this.#names.get(name) ?? 1) - 1;
    if (left > 0) this.#names.set(name, left);
    else this.#names.delete(name);
    return name;
  }

  #leave(): void {
    while (this.isInForeignContext()) this.#pop();
  }

  ontext(start: number, end: number): void {
    if (start >= this.#source.length) return;
    this.#words(this.#source.slice(start, end), end);
  }

  ontextentity(codePoint: number, end: number): void {
    this.#words(String.fromCodePoint(codePoint), end);
  }

  #words(text: string, end: number): void {
    if (this.#raw === undefined) this.openEnd = Math.min(end, this.#source.length);
    if (this.#raw === undefined || WORDED.has(this.#raw)) this.#reader.text(text);
  }

  oncomment(_start: number, index: number): void {
    this.#aside(index);
  }

  oncdata(_start: number, index: number): void {
    this.#aside(index);
  }

  ondeclaration(_start: number, index: number): void {
    this.#aside(index);
  }

  onprocessinginstruction(_start: number, index: number): void {
    this.#aside(index);
  }

  /** One that reaches beyond the page was never closed. */
  #aside(index: number): void {
    if (index < this.#source.length) this.openEnd = index + 1;
  }

  onend(): void {}
}
