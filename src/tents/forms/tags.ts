import { type QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Positions count in the source. */
export interface Tag {
  /** In lower case. */
  name: string;
  begin: number;
  /** Behind its `>`. */
  end: number;
}

export interface StartTag extends Tag {
  /** In their order. Of several with one name the first counts. */
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

/** Gets the HTML elements of a page, without those of drawings and formulas. */
export interface TagReader {
  open(tag: StartTag): void;
  /**
   * A tag that closes an element, whether one is open or not.
   * @param isAmongForeign whether it is within a drawing or formula, which goes on behind it
   */
  close(tag: Tag, isAmongForeign: boolean): void;
  /** Text outside of scripts and the like. */
  text(text: string): void;
}

export const attributeOf = ({ attributes }: StartTag, name: string): Attribute | undefined =>
  attributes.find((attribute) => attribute.name === name);

/**
 * Reads a page's tags as browsers do, in time that grows with its length: it keeps no elements, only the state that decides how a tag is
 * read.
 * @returns the last place where more HTML would be read as such: the end, unless a comment, a tag or a raw text is left open
 */
export function readTags(source: string, reader: TagReader): number {
  const reading = new Reading(source, reader);
  const tokenizer = new Tokenizer({}, reading);
  for (let at = 0; at < source.length; ) {
    const next = source.indexOf(CDATA, at + 1);
    const end = next < 0 ? source.length : next;
    const piece = source.slice(at, end);
    // Outside of drawings this begins a comment that ends at the first `>`, like other words behind `<!`.
    tokenizer.write(piece.startsWith(CDATA) && !reading.isInForeignContext() ? piece.replace(CDATA, CDATA.toLowerCase()) : piece);
    at = end;
  }
  // A tag behind the page is read as a tag, unless something of the page swallows it.
  tokenizer.write(LAST);
  tokenizer.end();
  return reading.openEnd;
}

const LAST = '<x-last>';
const CDATA = '<![CDATA[';

/** Their content is text, up to their own closing tag. */
const RAW = new Set('script style textarea title xmp iframe noembed noframes plaintext'.split(' '));
/** Raw texts that people read. */
const WORDED = new Set(['textarea', 'title']);
/** Elements of drawings and formulas that hold HTML again. */
const BRIDGES = { svg: new Set(['foreignobject', 'desc', 'title']), math: new Set(['mi', 'mo', 'mn', 'ms', 'mtext']) };
/** Tags that end a drawing or formula anywhere. */
const ENDING = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ol p pre ruby s small ' +
    'span strong strike sub sup table tt u ul var'
  ).split(' '),
);

const STAYING = new Set(['body', 'html', 'form']);
const HTML_TYPE = /^(?:text\/html|application\/xhtml\+xml)$/i;

/** An open element of a drawing or formula. */
interface Foreign {
  name: string;
  kind: keyof typeof BRIDGES;
  isBridge: boolean;
}

class Reading implements TokenizerCallbacks {
  openEnd = 0;
  readonly #source: string;
  readonly #reader: TagReader;
  readonly #foreign: Foreign[] = [];
  /** The open elements of each name: of drawings and formulas, and, as far as it is known without a tree, of HTML. */
  readonly #foreignNames = new Counts();
  readonly #htmlNames = new Counts();
  #tag: StartTag = { name: '', begin: 0, end: 0, attributes: [] };
  #attribute: Attribute = { name: '', value: '', begin: 0, end: 0 };
  #value: string[] = [];
  #raw: string | undefined;

  constructor(source: string, reader: TagReader) {
    this.#source = source;
    this.#reader = reader;
  }

  isInForeignContext(): boolean {
    return this.#foreign.at(-1)?.isBridge === false;
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
      if (!isClosed) this.#enter(tag);
      return;
    }
    this.#htmlNames.add(tag.name);
    if (RAW.has(tag.name)) {
      this.#raw = tag.name;
      // The content is no HTML until it is closed, and perhaps it never is.
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
    if (this.#foreignNames.has(name)) {
      while (this.#pop() !== name);
      return;
    }
    if (this.isInForeignContext()) {
      // It closes an element around the drawing, or nothing.
      if (name !== 'p' && name !== 'br' && !this.#htmlNames.has(name)) return;
      // The end of a body or a form closes nothing else.
      if (!STAYING.has(name)) this.#leave();
    }
    this.#htmlNames.remove(name);
    this.#reader.close({ name, begin: start - 2, end: bracket + 1 }, this.isInForeignContext());
  }

  #enter(tag: StartTag): void {
    const { name } = tag;
    const around = this.#foreign.at(-1);
    const kind = around && !around.isBridge ? around.kind : (name as Foreign['kind']);
    const isBridge =
      BRIDGES[kind].has(name) ||
      (name === 'annotation-xml' && kind === 'math' && HTML_TYPE.test(attributeOf(tag, 'encoding')?.value ?? ''));
    this.#foreign.push({ name, kind, isBridge });
    this.#foreignNames.add(name);
  }

  #pop(): string | undefined {
    const name = this.#foreign.pop()?.name;
    if (name !== undefined) this.#foreignNames.remove(name);
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

class Counts {
  readonly #counts = new Map<string, number>();

  has(name: string): boolean {
    return this.#counts.has(name);
  }

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  remove(name: string): void {
    const left = (this.#counts.get(name) ?? 0) - 1;
    if (left > 0) this.#counts.set(name, left);
    else this.#counts.delete(name);
  }
}
