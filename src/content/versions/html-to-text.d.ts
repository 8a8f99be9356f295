/** The package brings no types; these are the parts in use. */
declare module 'html-to-text' {
  export interface Element {
    attribs: Record<string, string>;
    children: unknown[];
  }

  export interface Builder {
    addInline(text: string, options?: { noWordTransform?: boolean }): void;
    pushWordTransform(transform: (word: string) => string): void;
    popWordTransform(): unknown;
  }

  export type Formatter = (element: Element, walk: (nodes: unknown[], builder: Builder) => void, builder: Builder) => void;

  export interface Options {
    wordwrap?: number | false;
    limits?: { maxDepth?: number; maxInputLength?: number; ellipsis?: string };
    formatters?: Record<string, Formatter>;
    selectors?: { selector: string; format?: string; options?: Record<string, unknown> }[];
  }

  export function compile(options: Options): (html: string) => string;
}
