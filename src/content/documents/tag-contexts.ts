import { escapeHtml } from '../../shared/html.ts';

/** Where a tag stands in HTML, and so how a value has to be escaped. */
export type Context =
  | { in: 'text' | 'script' | 'style' }
  | { in: 'attribute'; name: string; before: string; isQuoted: boolean; next: string }
  /** Among the names of a tag, where nothing may be put. */
  | { in: 'markup' };

/** Elements whose content is not markup. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);
const ADDRESSES = new Set(['href', 'xlink:href', 'src', 'srcset', 'action', 'formaction', 'data', 'poster', 'cite', 'background', 'ping']);
const BLANK = /\s/;
const MOST_VALUE = 256;

type State = 'text' | 'open' | 'name' | 'inside' | 'attribute' | 'equals' | 'double' | 'single' | 'bare' | 'comment' | 'aside';

/** Reads as browsers do, once and in linear time. @param pieces text, then a tag, then text again */
export function contextsOf(pieces: readonly string[]): Context[] {
  const reader = new Reader();
  const contexts: Context[] = [];
  for (const [i, piece] of pieces.entries()) {
    if (i % 2 === 0) reader.read(piece);
    else contexts.push(reader.tag((pieces[i + 1] ?? '').charAt(0)));
  }
  return contexts;
}

/** Whether each tag stands between elements: in no tag, no comment and no element whose content is not markup. */
export function areBetweenElements(pieces: readonly string[]): boolean[] {
  const reader = new Reader();
  const answers: boolean[] = [];
  for (const [i, piece] of pieces.entries()) {
    if (i % 2 === 0) reader.read(piece);
    else {
      answers.push(reader.isBetweenElements);
      reader.tag((pieces[i + 1] ?? '').charAt(0));
    }
  }
  return answers;
}

class Reader {
  #state: State = 'text';
  #element = '';
  #isEnd = false;
  /** The element that the text belongs to, where it is not markup. */
  #raw = '';
  #attribute = '';
  #value = '';
  /** The last characters, by which comments and raw texts end. */
  #tail = '';

  get isBetweenElements(): boolean {
    return this.#state === 'text' && this.#raw === '';
  }

  read(text: string): void {
    for (const character of text) this.#take(character);
  }

  /** @param next the character behind the tag */
  tag(next: string): Context {
    switch (this.#state) {
      case 'text':
        return { in: this.#raw === 'script' || this.#raw === 'style' ? this.#raw : 'text' };
      case 'comment':
      case 'aside':
        return { in: 'text' };
      case 'double':
      case 'single':
      case 'bare':
      case 'equals': {
        const isQuoted = this.#state === 'double' || this.#state === 'single';
        if (!isQuoted) this.#state = 'bare';
        const context = { in: 'attribute', name: this.#attribute.toLowerCase(), before: this.#value, isQuoted, next } as const;
        this.#append('x');
        return context;
      }
      case 'open':
        this.#state = 'text';
        this.#tail = '';
        return { in: 'markup' };
      default:
        return { in: 'markup' };
    }
  }

  #take(character: string): void {
    switch (this.#state) {
      case 'text':
        this.#text(character);
        return;
      case 'open':
        this.#open(character);
        return;
      case 'name':
        if (BLANK.test(character) || character === '/') this.#state = 'inside';
        else if (character === '>') this.#end();
        else this.#element += character;
        return;
      case 'inside':
        if (character === '>') this.#end();
        else if (!BLANK.test(character) && character !== '/') this.#begin(character);
        return;
      case 'attribute':
        if (character === '=') this.#state = 'equals';
        else if (character === '>') this.#end();
        else if (character === '/') this.#state = 'inside';
        // Blanks may stand before the sign, and another name behind them.
        else if (BLANK.test(character)) this.#attribute += ' ';
        else if (this.#attribute.endsWith(' ')) this.#begin(character);
        else this.#attribute += character;
        return;
      case 'equals':
        this.#attribute = this.#attribute.trim();
        this.#value = '';
        if (character === '"') this.#state = 'double';
        else if (character === "'") this.#state = 'single';
        else if (character === '>') this.#end();
        else if (!BLANK.test(character)) {
          this.#state = 'bare';
          this.#value = character;
        }
        return;
      case 'double':
      case 'single':
        if (character === (this.#state === 'double' ? '"' : "'")) this.#state = 'inside';
        else this.#append(character);
        return;
      case 'bare':
        if (character === '>') this.#end();
        else if (BLANK.test(character)) this.#state = 'inside';
        else this.#append(character);
        return;
      case 'comment':
        this.#tail = `${this.#tail}${character}`.slice(-4);
        if (/--!?>$/.test(this.#tail)) this.#state = 'text';
        return;
      case 'aside':
        if (character === '>') this.#state = 'text';
    }
  }

  #text(character: string): void {
    if (this.#raw === '') {
      if (character === '<') this.#state = 'open';
      this.#tail = '';
      return;
    }
    this.#tail = `${this.#tail}${character}`.slice(-this.#raw.length - 3);
    const closed = this.#tail.toLowerCase();
    if (closed.startsWith(`</${this.#raw}`) && /[\s/>]$/.test(closed)) {
      this.#element = this.#raw;
      this.#raw = '';
      this.#isEnd = true;
      this.#state = 'inside';
      if (character === '>') this.#end();
    }
  }

  #open(character: string): void {
    this.#tail += character;
    if (/^[a-z]$/i.test(character)) {
      this.#isEnd = this.#tail === `/${character}`;
      this.#state = 'name';
      this.#element = character;
    } else if (character === '/' && this.#tail === '/') return;
    else if (this.#tail === '!' || this.#tail === '!-') return;
    else if (this.#tail === '!--') this.#state = 'comment';
    else if (character === '>') this.#state = 'text';
    else if (/^[!?/]/.test(this.#tail)) this.#state = 'aside';
    else if (character !== '<') this.#state = 'text';
    if (this.#state === 'open' && character === '<') this.#tail = '';
    else if (this.#state !== 'open' && this.#state !== 'comment') this.#tail = '';
  }

  #begin(character: string): void {
    this.#state = 'attribute';
    this.#attribute = character;
    this.#value = '';
  }

  /** The rest of a long value is in no scheme and no host. */
  #append(character: string): void {
    if (this.#value.length < MOST_VALUE) this.#value += character;
    else if (this.#value.length === MOST_VALUE) this.#value += '?';
  }

  #end(): void {
    const name = this.#element.toLowerCase();
    this.#raw = !this.#isEnd && RAW.has(name) ? name : '';
    this.#tail = '';
    this.#state = 'text';
  }
}

/** Undefined where nothing may be written. */
export function writtenIn(context: Context, value: string): string | undefined {
  switch (context.in) {
    case 'markup':
      return undefined;
    case 'text':
      return escapeHtml(value);
    case 'script':
      return inScript(value);
    case 'style':
      return inStyle(value);
    case 'attribute': {
      const written = inAttribute(context, value);
      if (written === undefined || context.isQuoted) return written;
      // Without quotes a blank would end it, and nothing at all would make the next name its value.
      const plain = written.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => UNESCAPED[entity] as string);
      return plain === '' ? '&#32;' : plain.replace(/[^A-Za-z0-9]/gu, (character) => `&#${character.codePointAt(0)};`);
    }
  }
}

const UNESCAPED: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

function inAttribute({ name, before, next }: Context & { in: 'attribute' }, value: string): string | undefined {
  if (name.startsWith('on')) return inScript(value);
  if (name === 'style') return inStyle(value);
  if (name === 'srcdoc') return escapeHtml(escapeHtml(value));
  if (!ADDRESSES.has(name)) return escapeHtml(value);
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(compact(before))?.[1]?.toLowerCase();
  if (scheme === 'javascript' || scheme === 'vbscript') return inScript(value);
  if (scheme === 'data') return undefined;
  // Before the first of these signs it is the scheme that a value may say.
  if (!/[:/?#]/.test(before)) {
    if (next === ':') return undefined;
    return escapeHtml(hasOddScheme(value) ? encodeURIComponent(value.toWellFormed()) : value);
  }
  // Where the author wrote a part of the host, a value does not end it.
  const isWholeHost = before.endsWith('//') && /^["'\s>/?#:]?$/.test(next);
  const isInHost = /^[^?#]*\/\/[^/?#]*$/.test(before) && !isWholeHost;
  return escapeHtml(isInHost ? encodeURIComponent(value.toWellFormed()) : value);
}

/** As browsers read an address: without blanks and control characters. */
const compact = (address: string): string => address.replace(/[\s\p{Cc}]+/gu, '');

const SCHEMES = /^(?:https?|mailto|tel|sms)$/i;

function hasOddScheme(value: string): boolean {
  const [, scheme, sign] = /^([^:/?#]*)([:/?#])/.exec(compact(value)) ?? [];
  return sign === ':' && !SCHEMES.test(scheme as string);
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** Within quotes the same text; anywhere else no more than a name or a number. */
const inScript = (value: string): string =>
  NUMBER.test(value) ? value : value.replace(/[^A-Za-z0-9]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Within quotes and `url()` the same text; anywhere else no more than one value of a property. */
const inStyle = (value: string): string =>
  value
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[^A-Za-z0-9#%., \u0080-\u{10ffff}_-]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `);
