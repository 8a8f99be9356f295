/* One private-use character stands for each quotation or address, so no pattern can split it or take it for an instruction. */

export type AsideKind = 'quote' | 'url' | 'email' | 'phone' | 'tag' | 'hex';

export interface Aside {
  kind: AsideKind;
  /** Without quotation marks. */
  text: string;
}

const FIRST = 0xe100;
const MOST = 900;
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

export class Masked {
  readonly asides: Aside[] = [];
  /** The source with a character for each aside. */
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

  at(character: string): Aside | undefined {
    const index = character.charCodeAt(0) - FIRST;
    const aside = this.asides[index];
    return aside && { ...aside, text: this.shown(aside.text) };
  }

  all(kind: AsideKind, text = this.text): string[] {
    return [...text.matchAll(ASIDES)].flatMap(([character]) => {
      const aside = this.at(character);
      return aside?.kind === kind ? [aside.text] : [];
    });
  }

  /** @param quotes whether to restore quotation marks */
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

/** Undefined if the aside is no link. */
export function hrefOf({ kind, text }: Aside): string | undefined {
  if (kind === 'url') return withScheme(text);
  if (kind === 'email') return `mailto:${text}`;
  return kind === 'phone' ? `tel:${text.replace(/[^\d+]/g, '')}` : undefined;
}

/** Each function below reads every letter a bounded number of times. */

export interface Line {
  /** Without bullet, number and Markdown marks. */
  text: string;
  bullet: boolean;
  /** Marked as a heading in Markdown. */
  title: boolean;
  blank: boolean;
}

/** "Cut and finish . . . . £38": leader dots before a price. */
const LEADER =
  /(?<=[\p{L}\p{N})])\s{0,4}(?:(?:\.\s?){3,80}|…{1,20})\s{0,4}(?=(?:(?:[£€$]|CHF|EUR)?\s?\d{1,6}(?:[.,]\d{1,3}){0,2}(?:,-)?\s?(?:[£€$]|zł|kr|CHF|EUR|Kč)?(?:\s?(?:each|pp|p\.p\.|per\s\p{L}{1,20}))?|free|gratis|kostenlos|gratuite?|gratuito)\s*$)/iu;

const BULLET = /^\s{0,12}(?:[-*•·–—+>]\s{1,4}|\(?\d{1,2}[.)]\s{1,4}|[a-z][.)]\s{1,4}|\[[ x]?\]\s{1,4})/iu;

export function linesOf(text: string): Line[] {
  return text.split('\n').map((raw) => {
    const title = /^\s{0,3}#{1,6}\s/.test(raw);
    const bullet = !title && BULLET.test(raw) && !/^\s*\d{1,2}[.]\s?\d{1,2}[.\s]/.test(raw);
    const text = (title ? raw.replace(/^\s*#+\s*/, '') : bullet ? raw.replace(BULLET, '') : raw)
      .replace(LEADER, ' … ')
      .replace(/\*\*([^*\n]{1,200})\*\*/g, '$1')
      .replace(/__([^_\n]{1,200})__/g, '$1')
      .replace(/^\s*\|\s*|\s*\|\s*$/g, '')
      .trim();
    return { text, bullet, title, blank: text === '' || /^[\s|:=-]+$/.test(text) };
  });
}

/** Abbreviations whose full stop ends no sentence. */
const SHORT =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|st|prof|no|nr|tel|approx|ca|bzw|z\.b|u\.a|d\.h|e\.g|i\.e|etc|inc|ltd|co|vs|jan|feb|mar|apr|aug|sep|sept|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|str|ul|вул|ул|al|av|avda|pl|p\.m|a\.m|hon|sec|min|max|incl|inkl|godz|os|itd|np|\p{L}{2,20}str)$/iu;

/** These may end a sentence if no number follows. */
const DATE_SHORT = /(?:^|[\s(])(?:no|nr|jan|feb|mar|apr|aug|sep|sept|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|sec|min|max)$/iu;

export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const line of text.split('\n')) {
    let from = 0;
    for (const { 0: end, index } of line.matchAll(/[.!?…]+[)\]]?(?=\s|$)|[。！？]/gu)) {
      const piece = line.slice(from, index);
      const next = line.slice(index + 1, index + 6);
      // "Partner coming? yes/no": the answers belong to the question.
      if (end === '?' && /^\s\(?(?:yes|no|y)\s?[/,]\s?\p{L}/iu.test(line.slice(index + 1, index + 12))) continue;
      if (end === '.' && /(?:^|\s)\d{1,2}$/.test(piece.slice(-4)) && /^\s?(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez)/iu.test(next))
        continue;
      const isDate = DATE_SHORT.test(piece.slice(-24)) && !/^\s[\d\p{Ll}]/u.test(next);
      const isShort = SHORT.test(piece.slice(-24)) && !isDate && !/^\s(?:We|I|Our|The|It|You)\b/u.test(next);
      const isNumber = /(?:^|\s)\d{1,2}$/.test(piece.slice(-4)) && /^\s\p{Ll}|^\s\d/u.test(line.slice(index + 1, index + 3));
      if (end === '.' && (isShort || isNumber || /(?:^|\s)\p{L}$/u.test(piece.slice(-3)))) continue;
      const sentence = (piece + (/[?？]/.test(end) ? '?' : /[!！]/.test(end) ? '!' : '') + (/[)\]]$/.exec(end)?.[0] ?? '')).trim();
      if (sentence) sentences.push(sentence);
      from = index + end.length;
    }
    const rest = line.slice(from).trim();
    if (rest) sentences.push(rest);
  }
  return sentences;
}

/** Ignores separators in brackets. */
export function cutOutside(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if ('([（'.includes(letter)) depth += 1;
    else if (')]）'.includes(letter)) depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      separator.lastIndex = at;
      const found = separator.exec(text);
      if (found && found.index === at) {
        parts.push(text.slice(from, at));
        from = at + found[0].length;
        at = from - 1;
      }
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter(Boolean);
}

const COMMA = /(?:,(?!\d{2,3}(?!\d))|;|、|，)\s*/y;
const AND = /\s(?:and|und|et|y|e|och|i|oraz|en|&|\+|plus|sowie)\s(?=\S)/iy;
const SLASH = /\s?[/|]\s?/y;

const LONGEST_LIST = 2000;

const JOINED = /\p{L}\s(?:with|from|for|between|of|into|against|about)\s(?:\S+)$/iu;
const sameCase = (one: string, other: string): boolean =>
  /\p{Lu}/u.test((one.split(' ').at(-1) ?? '').charAt(0)) === /\p{Lu}/u.test(other.charAt(0));

/** "name, email and phone", "small / medium / large" */
export function listOf(text: string): string[] {
  const cleaned = text
    .slice(0, LONGEST_LIST)
    .replace(/[.。]\s*$/, '')
    .trim();
  const commas = cutOutside(cleaned, COMMA);
  if (commas.length === 0) return [];
  if (commas.length === 1) {
    const slashes = cutOutside(cleaned, SLASH);
    if (slashes.length > 1) return slashes;
    return cutOutside(cleaned, AND);
  }
  // "a, b and c": split the last two; "salt and pepper, oil" stay as they are.
  const last = commas.at(-1) as string;
  // "Plus £3" is the name of a plan.
  const bare = /^Plus\s/u.test(last) ? last : last.replace(/^(?:and|und|et|y|e|och|i|oraz|en|&|\+|plus|sowie)\s/iu, '');
  const [first, ...rest] = cutOutside(bare, AND);
  // "…, works with Slack and Notion": "and" joins the objects of the preposition.
  if (rest.length === 1 && first && JOINED.test(first) && /^\S+(?:\s\S+)?$/u.test(rest[0] as string) && sameCase(first, rest[0] as string))
    return [...commas.slice(0, -1), bare];
  return [...commas.slice(0, -1), ...(first === undefined ? [] : [first]), ...rest];
}

const MOST_CLAUSES = 40;

export const clausesOf = (sentence: string): string[] =>
  cutOutside(sentence, /(?:,(?!\d)|;|、|，|\s[–—-]\s|:(?=\s)|\s\/\s)\s*/y).slice(0, MOST_CLAUSES);

/** Keeps words with a spelling of their own: "iOS". */
export const capital = (text: string): string => (/^\p{Ll}\p{Lu}/u.test(text) ? text : text.charAt(0).toLocaleUpperCase() + text.slice(1));

export function asSentence(text: string): string {
  const trimmed = text.trim().replace(/[\s,;:–—-]+$/u, '');
  if (trimmed === '') return '';
  return /[.?。？…”"]$/u.test(trimmed)
    ? capital(trimmed)
    : `${capital(trimmed.replace(/!+$/, ''))}${/[\p{sc=Han}\p{sc=Hiragana}]$/u.test(trimmed) ? '。' : '.'}`;
}

const DANGLING =
  /\s+(?:a|an|the|of|at|to|in|on|by|with|and|or|from|near|outside|around|across|covering|serving|für|um|am|von|bis|zu|im|der|die|das|den|und|le|les|la|du|des|de|nach|ohne|à|au|aux|et|en|el|los|las|y|con|il|lo|gli|di|da|alle|o|os|as|do|em|het|van|op|och|på|i|w|z|na|od)$/iu;

/** "classes on": drops small words left at the end. */
export function withoutEnds(text: string): string {
  let left = text;
  for (let cut = 0; cut < 3 && DANGLING.test(left); cut++) left = left.replace(DANGLING, '');
  return left;
}
