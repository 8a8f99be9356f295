type Attributes = Readonly<Record<string, string>>;

const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden|(?:opacity|max-height)\s*:\s*0(?:px|em|rem|pt|%)?\s*(?:;|!|$)/i;

/** Whether attributes hide an element and its content. Style sheets are ignored. */
export const isHidden = (attributes: Attributes): boolean => 'hidden' in attributes || HIDDEN.test(attributes.style ?? '');

export const hides = (style: string): boolean => HIDDEN.test(style) || isSizeless({ style }) === true;

/** Undefined where nothing is said. Content may have a size again: rows of emails have none so that no gaps come between their columns. */
function isSizeless({ style = '' }: Attributes): boolean | undefined {
  const size = /font-size\s*:\s*([^;!]+)/i.exec(style)?.[1];
  return size === undefined ? undefined : /^0(?:\.0+)?(?:px|em|rem|pt|%)?\s*$/i.test(size);
}

/** Content that is not shown as it stands, or not in mail. */
const UNSHOWN = new Set(
  'head title style script noscript template textarea select iframe noframes noembed xmp object audio video canvas'.split(' '),
);

/** Follows elements as they open and close. */
export class Sight {
  /** Whether the text has no size, and whether this or an outer element is hidden. */
  readonly #open: { sizeless: boolean; hidden: boolean }[] = [];

  /** @param name of the element; without one only the attributes count */
  open(attributes: Attributes, name = ''): void {
    const around = this.#open.at(-1);
    this.#open.push({
      sizeless: isSizeless(attributes) ?? around?.sizeless ?? false,
      hidden: (around?.hidden ?? false) || UNSHOWN.has(name) || isHidden(attributes),
    });
  }

  close(): void {
    this.#open.pop();
  }

  get hidesPictures(): boolean {
    return this.#open.at(-1)?.hidden ?? false;
  }

  get hidesText(): boolean {
    const now = this.#open.at(-1);
    return now !== undefined && (now.hidden || now.sizeless);
  }
}
