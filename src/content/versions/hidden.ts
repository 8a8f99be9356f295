type Attributes = Readonly<Record<string, string>>;

const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden|(?:opacity|max-height)\s*:\s*0(?:px|em|rem|pt|%)?\s*(?:;|!|$)/i;

/** Whether an element, with all that it holds, is kept out of sight by what is written on it. A style sheet is not asked. */
export const isHidden = (attributes: Attributes): boolean => 'hidden' in attributes || HIDDEN.test(attributes.style ?? '');

/** Whether declarations keep an element, or its text, out of sight. */
export const hides = (style: string): boolean => HIDDEN.test(style) || isSizeless({ style }) === true;

/**
 * Whether the text of an element has no size; undefined where nothing is said about it. What is within may have one again: rows of
 * emails are of no size so that no gaps come between their columns.
 */
function isSizeless({ style = '' }: Attributes): boolean | undefined {
  const size = /font-size\s*:\s*([^;!]+)/i.exec(style)?.[1];
  return size === undefined ? undefined : /^0(?:\.0+)?(?:px|em|rem|pt|%)?\s*$/i.test(size);
}

/** What they hold is not shown as it stands, or not in mail. */
const UNSHOWN = new Set(
  'head title style script noscript template textarea select iframe noframes noembed xmp object audio video canvas'.split(' '),
);

/** Follows elements as they open and close, and tells whether what comes now can be seen. */
export class Sight {
  /** For each open element: whether its text has no size, and whether it or one around it is hidden. */
  readonly #open: { sizeless: boolean; hidden: boolean }[] = [];

  /** @param name of the element; without one only what is written on it counts */
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
