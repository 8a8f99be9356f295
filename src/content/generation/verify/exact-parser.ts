import { type Handler, Parser } from 'htmlparser2';

/** A parser that knows where each tag begins and ends. `startIndex` and `endIndex` are off around tags such as `</a >`. */
export class ExactParser extends Parser {
  /** Of the tag that an event is about; of the one that closes an element when its own tag is missing. */
  tagBegin = 0;
  /** Behind its `>`. While an element is closed by a tag that opens another, this is still the end of the tag before. */
  tagEnd = 0;
  readonly #source: string;

  /** @param source all that will be written to it */
  constructor(source: string, handler: Partial<Handler>) {
    super(handler);
    this.#source = source;
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
    super.onclosetag(start, endIndex);
  }
}
