import { setImmediate } from 'node:timers/promises';
import { escapeHtml } from '../../../shared/html.ts';
import { type Aside, ExactParser } from '../../versions/exact-parser.ts';
import { Sight } from '../../versions/hidden.ts';
import { type Edit, tagOf, tamed } from './edits.ts';
import { type Judgement, judge, type Kind, type Repair, reachesElsewhere } from './rules.ts';

/** Positions refer to the source text. */
export interface Survey {
  /** To be applied and then surveyed again. */
  edits: Edit[];
  repairs: Set<Repair>;
  /** Completes "it …" with the reason why the document cannot be repaired. */
  problem: string | undefined;
  doctype: number | undefined;
  html: { begin: number; end: number; lang: string } | undefined;
  head: number | undefined;
  body: boolean;
  /** The start of `</body>` and of `</html>`. */
  bodyEnd: number | undefined;
  htmlEnd: number | undefined;
  /** The first element within `<html>`. */
  first: string | undefined;
  title: string;
  /** Of the first `<h1>`. */
  heading: string;
  charset: boolean;
  viewport: boolean;
  /** A visible link to `{{unsubscribe_url}}`. */
  unsubscribe: boolean;
  /** The first readable text. */
  words: string;
}

/** The limit of `checkHtml`. */
const DEEPEST = 256;
const MOST_ATTRIBUTES = 500;
/** Characters parsed before other work gets a turn. */
const STRETCH = 16 * 1024;
/** Appended to the text. The parser sees it unless the text ends inside a comment, a tag or a style. */
const LAST = '<x-last>';
const RAW = new Set(['style', 'title', 'textarea']);
const SEEN = new Set(['svg', 'video', 'canvas', 'input', 'textarea', 'select']);
const UNREAD = new Set(['title', 'style', 'script', 'template']);

export async function survey(source: string, kind: Kind, isUnsubscribe: (address: string) => boolean): Promise<Survey> {
  const surveyor = new Surveyor(source, kind, isUnsubscribe);
  for (let at = 0; at < source.length && surveyor.seen.problem === undefined; at += STRETCH) {
    surveyor.read(source.slice(at, at + STRETCH));
    await setImmediate();
  }
  return surveyor.end();
}

class Surveyor {
  readonly seen: Survey = {
    edits: [],
    repairs: new Set(),
    problem: undefined,
    doctype: undefined,
    html: undefined,
    head: undefined,
    body: false,
    bodyEnd: undefined,
    htmlEnd: undefined,
    first: undefined,
    title: '',
    heading: '',
    charset: false,
    viewport: false,
    unsubscribe: false,
    words: '',
  };
  readonly #source: string;
  readonly #kind: Kind;
  readonly #isUnsubscribe: (address: string) => boolean;
  readonly #parser: ExactParser;
  /** The open elements, and how many of them are drawings or unread. */
  readonly #path: string[] = [];
  #foreign = 0;
  #unread = 0;
  readonly #sight = new Sight();
  #going: { depth: number; begin: number; why: Repair } | undefined;
  #drawing: { depth: number; begin: number } | undefined;
  #raw: { depth: number; begin: number } | undefined;
  #script: { depth: number; begin: number; text: string[] } | undefined;
  #unsubscribe: number | undefined;
  #attributes = 0;
  #hasFigure = false;
  #ended = false;

  constructor(source: string, kind: Kind, isUnsubscribe: (address: string) => boolean) {
    this.#source = source;
    this.#kind = kind;
    this.#isUnsubscribe = isUnsubscribe;
    const handler = {
      onopentagname: () => {
        this.#attributes = 0;
      },
      onattribute: () => {
        this.#attributes += 1;
        if (this.#attributes > MOST_ATTRIBUTES) this.#fail(`has an element with more than ${MOST_ATTRIBUTES} attributes`);
      },
      onopentag: (name: string, attributes: Record<string, string>) => this.#open(name, attributes),
      onclosetag: (name: string, implied: boolean) => this.#close(name, implied),
      ontext: (text: string) => this.#text(text),
    };
    this.#parser = new ExactParser(source, handler, (what) => this.#stepAside(what));
  }

  read(text: string): void {
    this.#parser.write(text);
  }

  end(): Survey {
    const { seen } = this;
    if (seen.problem === undefined) {
      this.#parser.end(LAST);
      if (!this.#ended) seen.problem = 'breaks off in the middle';
      else if (seen.words === '' && !this.#hasFigure) seen.problem = 'has nothing in it that could be seen';
    }
    return seen;
  }

  #fail(problem: string): void {
    this.seen.problem ??= problem;
    this.#parser.pause();
  }

  /** Comments may contain no markup, except in email, where mail programs use conditional comments. */
  #stepAside(what: Aside): void {
    const { seen } = this;
    const { tagBegin: begin, tagEnd: end } = this.#parser;
    if (this.#going || begin < 0 || end > this.#source.length) return;
    const text = this.#source.slice(begin, end);
    const isEmail = this.#kind === 'email';
    if (what === 'doctype') {
      const isFirst = seen.doctype === undefined && seen.html === undefined && seen.first === undefined && seen.words === '';
      if (isFirst && /^<!doctype\s+html[\s>]/i.test(text)) seen.doctype = end;
      else this.#edit(begin, end);
    } else if (what === 'cdata') {
      this.seen.edits.push({ begin, end, text: this.#foreign > 0 ? escapeHtml(text.slice('<![CDATA['.length, -']]>'.length)) : ' ' });
    } else if (what === 'instruction' || (!isEmail && (!text.startsWith('<!--') || text.includes('<', 1)))) this.#edit(begin, end);
  }

  #open(name: string, attributes: Record<string, string>): void {
    this.#path.push(name);
    this.#sight.open(attributes);
    if (this.#parser.tagBegin >= this.#source.length) {
      this.#ended = true;
      return;
    }
    if (this.#path.length > DEEPEST) {
      this.#fail(`nests more than ${DEEPEST} elements in one another`);
      return;
    }
    if (name === 'svg') {
      this.#foreign += 1;
      this.#drawing ??= { depth: this.#path.length, begin: this.#parser.tagBegin };
    }
    if (UNREAD.has(name)) this.#unread += 1;
    if (this.#going) return;
    const odd = this.#source.slice(this.#parser.tagBegin + 1, this.#parser.tagEnd).includes('<');
    this.#follow(judge({ name, attributes, foreign: this.#foreign > 0, odd }, this.#kind), name);
    if (this.#going) return;
    if (RAW.has(name) && this.#foreign === 0) this.#raw = { depth: this.#path.length, begin: this.#parser.tagEnd };
    this.#note(name, attributes);
  }

  #follow(judgement: Judgement, name: string): void {
    const { tagBegin: begin, tagEnd: end } = this.#parser;
    switch (judgement.what) {
      case 'remove':
        this.#going = { depth: this.#path.length, begin, why: judgement.why };
        break;
      case 'unwrap':
        this.#edit(begin, end, judgement.why);
        break;
      case 'script':
        this.#script = { depth: this.#path.length, begin, text: [] };
        break;
      case 'rewrite': {
        for (const why of judgement.why) this.seen.repairs.add(why);
        this.seen.edits.push({ begin, end, text: tagOf(name, judgement.attributes, this.#source.endsWith('/>', end)) });
        break;
      }
    }
  }

  #note(name: string, attributes: Record<string, string>): void {
    const { seen } = this;
    const { tagBegin: begin, tagEnd: end } = this.#parser;
    if (name === 'html') {
      if (seen.html || seen.first !== undefined || seen.words !== '')
        seen.problem ??= 'holds something before its <html>, or two documents';
      seen.html ??= { begin, end, lang: (attributes.lang ?? '').trim() };
      return;
    }
    seen.first ??= name;
    if (name === 'head') seen.head ??= end;
    else if (name === 'body') seen.body = true;
    else if (name === 'meta') {
      seen.charset ||= 'charset' in attributes || attributes['http-equiv']?.trim().toLowerCase() === 'content-type';
      seen.viewport ||= attributes.name?.trim().toLowerCase() === 'viewport';
    } else if (name === 'a' && this.#isUnsubscribe(attributes.href ?? '')) this.#unsubscribe ??= this.#path.length;
    else if (name === 'img') {
      this.#hasFigure = true;
      if (this.#unsubscribe !== undefined && !this.#sight.hidesPictures && attributes.alt?.trim()) seen.unsubscribe = true;
    } else if (SEEN.has(name)) this.#hasFigure = true;
  }

  #text(text: string): void {
    const { seen } = this;
    if (this.#ended || this.#going) return;
    if (this.#script) this.#script.text.push(text);
    if (this.#foreign === 0 && this.#path.at(-1) === 'title') seen.title += text;
    if (this.#unread > 0 || this.#foreign > 0) return;
    if (seen.words.length < 4_000) seen.words = `${seen.words}${text}`.trimStart();
    if (this.#unsubscribe !== undefined && !this.#sight.hidesText && text.trim() !== '') seen.unsubscribe = true;
    if (seen.heading.length < 200 && this.#path.includes('h1')) seen.heading += text;
  }

  #close(name: string, implied: boolean): void {
    const depth = this.#path.length;
    this.#path.pop();
    this.#sight.close();
    const [begin, end] = this.#extent(implied);
    if (name === 'svg') this.#foreign -= 1;
    if (UNREAD.has(name)) this.#unread -= 1;
    if (this.#drawing?.depth === depth) {
      // Some browsers continue a drawing whose end is implied.
      if (implied && this.#drawing.begin !== this.#parser.tagBegin && !this.#going) this.#edit(this.#drawing.begin, begin, 'oddity');
      this.#drawing = undefined;
    }
    if (this.#going) {
      if (this.#going.depth !== depth) return;
      this.#edit(this.#going.begin, end, this.#going.why);
      this.#going = undefined;
    } else if (this.#script?.depth === depth) {
      if (reachesElsewhere(this.#script.text.join(''))) this.#edit(this.#script.begin, end, 'script');
      this.#script = undefined;
    } else if (this.#raw?.depth === depth) {
      this.#tame(name, this.#raw.begin, begin);
      this.#raw = undefined;
    } else if (name === 'button' && this.#kind === 'email' && !implied) this.#edit(begin, end, 'field');
    else if (name === 'body' && !implied) this.seen.bodyEnd = begin;
    else if (name === 'html' && !implied && this.seen.html) this.seen.htmlEnd = begin;
    if (this.#unsubscribe === depth) this.#unsubscribe = undefined;
  }

  /** The start of a closing tag and the end of its element. An implied end is where the other element starts. */
  #extent(implied: boolean): [number, number] {
    const last = this.#source.length;
    if (this.#ended) return [last, last];
    const { tagBegin: begin, tagEnd: end } = this.#parser;
    const isEmpty = begin === this.#going?.begin || begin === this.#script?.begin;
    return [begin, implied && !isEmpty ? begin : end];
  }

  #tame(name: string, begin: number, end: number): void {
    const text = this.#source.slice(begin, end);
    const tame = tamed(name, text);
    if (tame !== text) this.seen.edits.push({ begin, end, text: tame });
  }

  /** Leaves a blank where the text around the cut would form a tag. */
  #edit(begin: number, end: number, why?: Repair): void {
    if (why) this.seen.repairs.add(why);
    this.seen.edits.push({ begin, end, text: this.#source.charAt(begin - 1) === '<' ? ' ' : '' });
  }
}
