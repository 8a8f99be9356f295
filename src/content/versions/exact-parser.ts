import { type Handler, Parser } from 'htmlparser2';

export type Aside = 'doctype' | 'comment' | 'cdata' | 'instruction';

/** Gives the exact place of each tag, comment and the like: `startIndex` and `endIndex` are off around tags such as `</a >`. */
export class ExactParser extends Parser {
  /** Of the tag at hand, or of the tag that closes an element whose own tag is missing. */
  tagBegin = 0;
  /** Behind its `>`. While an element is closed by a tag that opens another, this is still the end of the tag before. */
  tagEnd = 0;
  /** Where the last `</body>` begins, whether or not a body is open. */
  bodyEnd: number | undefined;
  readonly #source: string;
  readonly #aside: (what: Aside) => void;

  /** @param source the whole text @param aside called for comments and the like */
  constructor(source: string, handler: Partial<Handler>, aside: (what: Aside) => void = () => {}) {
    super(handler);
    this.#source = source;
    this.#aside = aside;
  }

  override onopentagname(start: number, endIndex: number): void {
    this.tagBegin = start - 1;
    super.onopentagname(start, endIndex);
  }

  override onopentagend(endIndex: number): void {
    this.tagEnd = endIndex + 1;
    super.onopentagend(endIndex);
  }

  override onselfclosingtag(endIndex: number): void {
    this.tagEnd = endIndex + 1;
    super.onselfclosingtag(endIndex);
  }

  override onclosetag(start: number, endIndex: number): void {
    this.tagBegin = start - 2;
    const bracket = this.#source.indexOf('>', endIndex);
    this.tagEnd = bracket < 0 ? this.#source.length : bracket + 1;
    if (/^body$/i.test(this.#source.slice(start, endIndex))) this.bodyEnd = this.tagBegin;
    super.onclosetag(start, endIndex);
  }

  override ondeclaration(start: number, endIndex: number): void {
    super.ondeclaration(start, endIndex);
    this.#tell('doctype', start, endIndex);
  }

  override onprocessinginstruction(start: number, endIndex: number): void {
    super.onprocessinginstruction(start, endIndex);
    this.#tell('instruction', start, this.#source.indexOf('>', endIndex));
  }

  override oncomment(start: number, endIndex: number, offset: number): void {
    super.oncomment(start, endIndex, offset);
    this.#tell('comment', start, endIndex);
  }

  /** Outside of drawings it is a comment for browsers, which ends at the first `>`. */
  override oncdata(start: number, endIndex: number, _offset: number): void {
    this.#tell('cdata', start, endIndex);
  }

  /** Unclosed markup ends with the text. */
  override onend(): void {
    this.tagBegin = this.#source.length;
    this.tagEnd = this.#source.length;
    super.onend();
  }

  #tell(what: Aside, start: number, endIndex: number): void {
    this.tagBegin = this.#source.lastIndexOf('<', start - 1);
    this.tagEnd = endIndex + 1;
    this.#aside(what);
  }
}
