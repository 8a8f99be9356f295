/*
 * What a prompt quotes, and what is no prose, is put aside before anything is read, each as one character of private use: no pattern can
 * take letters from it, split it, or take it for an instruction.
 */

export type AsideKind = 'quote' | 'url' | 'email' | 'phone' | 'tag' | 'hex';

export interface Aside {
  kind: AsideKind;
  /** Without quotation marks. */
  text: string;
}

const FIRST = 0xe100;
const MOST = 900;
/** One thing that was put aside. */
export const ASIDE = /[\ue100-\ue483]/;
export const ASIDES = /[\ue100-\ue483]/g;

const PATTERNS: [AsideKind, RegExp][] = [
  ['tag', /\{\{[^{}\n]{1,200}\}\}/g],
  [
    'quote',
    /"([^"\n]{1,600})"|“([^“”\n]{1,600})”|„([^“”\n]{1,600})[“”]|«\s?([^«»\n]{1,600}?)\s?»|»([^«»\n]{1,600})«|「([^「」\n]{1,600})」|『([^『』\n]{1,600})』|(?<=^|[\s:(])'([^'\n]{2,300})'(?=[\s.,;:!?)]|$)|(?<=^|[\s:(])‘([^’\n]{2,300})’(?=[\s.,;:!?)]|$)/gm,
  ],
  [
    'url',
    /https?:\/\/[^\s<>"'\ue100-\ue483]{3,2000}|(?<![\w@.])(?:www\.)?[a-z0-9][a-z0-9-]{0,60}(?:\.[a-z0-9-]{1,60}){0,3}\.(?:com|org|net|io|dev|app|co|shop|store|studio|eu|info|example|de|at|ch|fr|es|it|pt|nl|se|pl|jp|uk|ie|us|ca|au|nz|br|be|dk|no|fi|me|tv|ai|xyz|page|site)(?:\/[^\s<>"']{0,500})?(?![\w@.-]*@)(?!\w)/gi,
  ],
  ['email', /[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}/g],
  [
    'phone',
    /(?<![\w/#.,€$£-])\(\d{2}\)\s?\d{4,5}[\s-]?\d{4}(?!\w)|(?<![\w/#.,€$£-])(?:\+|00|\(?0)\d(?:[\s()/.-]{0,2}\d){5,13}(?![\w/]|[.,]\d)|(?<![\w/#.,€$£-])\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}(?!\w)|(?<=\b(?:tel|telf|tlf|tel[eé]fono|telefon|telefone|whats ?app|m[oó]vil|phone|call|mobile|handy)\.?:?\s{1,2})\d(?:[\s.-]?\d){6,11}(?!\w)/gi,
  ],
  ['hex', /(?<![\w&])#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![\w-])/gi],
];

/** A text with things put aside. */
export class Masked {
  readonly asides: Aside[] = [];
  /** What is read: the source with a character for each thing that was put aside. */
  text: string;

  constructor(source: string) {
    let text = source.replace(/[\ue000-\uf8ff]/g, ' ');
    for (const [kind, pattern] of PATTERNS) {
      text = text.replace(pattern, (...found: unknown[]) => {
        const whole = found[0] as string;
        if (this.asides.length >= MOST) return whole;
        const inner = kind === 'quote' ? found.slice(1, -2).find((part): part is string => typeof part === 'string') : undefined;
        // A full stop behind an address ends the sentence.
        const [, kept = whole, rest = ''] = kind === 'url' ? (/^(.*?)([.,;:!?)]*)$/s.exec(whole) ?? []) : [];
        this.asides.push({ kind, text: (inner ?? (kind === 'url' ? kept : whole)).trim() });
        return `${String.fromCharCode(FIRST + this.asides.length - 1)}${rest}`;
      });
    }
    this.text = text;
  }

  /** What stands for this character. */
  at(character: string): Aside | undefined {
    const index = character.charCodeAt(0) - FIRST;
    const aside = this.asides[index];
    return aside && { ...aside, text: this.shown(aside.text) };
  }

  /** The things of a kind in a text. */
  all(kind: AsideKind, text = this.text): string[] {
    return [...text.matchAll(ASIDES)].flatMap(([character]) => {
      const aside = this.at(character);
      return aside?.kind === kind ? [aside.text] : [];
    });
  }

  /** A text with everything in its place again. @param quotes whether quotation marks come back */
  shown(text: string, quotes = false): string {
    return text.replace(ASIDES, (character) => {
      const aside = this.asides[character.charCodeAt(0) - FIRST];
      if (!aside) return '';
      const inner = ASIDE.test(aside.text) ? this.shown(aside.text) : aside.text;
      return quotes && aside.kind === 'quote' ? `“${inner}”` : inner;
    });
  }
}

export const withScheme = (address: string): string => (/^https?:\/\//i.test(address) ? address : `https://${address}`);

/** The address that a link to it has; undefined where it is nothing to link to. */
export const hrefOf = ({ kind, text }: Aside): string | undefined =>
  kind === 'url'
    ? withScheme(text)
    : kind === 'email'
      ? `mailto:${text}`
      : kind === 'phone'
        ? `tel:${text.replace(/[^\d+]/g, '')}`
        : undefined;
