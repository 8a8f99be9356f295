import type { Block, Draft } from '../draft/draft.ts';
import { betweenTags } from '../draft/text.ts';
import { trimmedEnd } from './talk.ts';

export interface Placed {
  path: string;
  text: string;
}

const DRAFT_TEXTS = ['title', 'name', 'description', 'subject', 'preview_text'] as const;
const NO_WORDS = new Set(['kind', 'id', 'layout', 'url', 'href', 'drawing', 'variant', 'type', 'maps_to', 'form']);
const FIELD_WORDS = new Set(['label', 'options', 'hint']);

const texts = new WeakMap<Draft, readonly Placed[]>();

/** Drafts are never changed in place, so the texts of one are found once. */
export function textsOf(draft: Draft): readonly Placed[] {
  const known = texts.get(draft);
  if (known) return known;
  const found: Placed[] = [];
  for (const name of DRAFT_TEXTS) {
    const text = (draft as Partial<Record<(typeof DRAFT_TEXTS)[number], string>>)[name];
    if (text) found.push({ path: name, text });
  }
  for (const block of draft.blocks)
    walk(block, block.id ?? block.kind, (path, key, text, inField) => {
      if (!NO_WORDS.has(key) && (!inField || FIELD_WORDS.has(key))) found.push({ path, text });
    });
  texts.set(draft, found);
  return found;
}

export function addressesOf(draft: Draft): Placed[] {
  const found: Placed[] = [];
  for (const block of draft.blocks)
    walk(block, block.id ?? block.kind, (path, key, text) => {
      if (key === 'href' || (key === 'email' && block.kind === 'contact')) found.push({ path, text });
    });
  return found;
}

type Visit = (path: string, key: string, text: string, inField: boolean) => void;

function walk(value: unknown, path: string, visit: Visit, key = '', inField = false): void {
  if (typeof value === 'string') {
    visit(path, key, value, inField);
    return;
  }
  if (Array.isArray(value)) {
    for (const [i, entry] of value.entries())
      walk(entry, `${path}[${i}]`, visit, key, inField || (key === 'fields' && 'label' in Object(entry)));
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) walk(inner, `${path}.${name}`, visit, name, inField);
}

export const patternText = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

export function patternOf(words: string, flags = 'gu', anyFirst = false): RegExp {
  const exact = patternText(words.trim().slice(0, 1_000)).replace(/\s+/g, '\\s+').replace(/['’‘]/g, "['’‘]").replace(/["“”]/g, '["“”]');
  const [, first] = /^(\p{L})/u.exec(exact) ?? [];
  const body = anyFirst && first ? `[${first.toLocaleLowerCase()}${first.toLocaleUpperCase()}]${exact.slice(first.length)}` : exact;
  const before = /^[\p{L}\p{N}]/u.test(words) && !UNSPACED.test(words) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = /[\p{L}\p{N}]$/u.test(words) && !UNSPACED.test(words) ? '(?![\\p{L}\\p{N}])' : '';
  return new RegExp(before + body + after, flags);
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

export const replacedIn = (text: string, pattern: RegExp, by: (found: string) => string): string =>
  betweenTags(text, (part) => part.replace(pattern, by));

export function inCaseOf(found: string, to: string, atStart: boolean): string {
  if (/^[^\p{Ll}]*\p{Lu}[^\p{Ll}]*\p{Lu}[^\p{Ll}]*$/u.test(found) && /\p{Ll}/u.test(to) && !/\p{Lu}/u.test(to))
    return to.toLocaleUpperCase();
  if (/^\p{Lu}/u.test(found) && /^\p{Ll}/u.test(to) && (atStart || !/\s/.test(found)))
    return to.charAt(0).toLocaleUpperCase() + to.slice(1);
  return to;
}

export const holds = (text: string, words: string): boolean => words.trim() !== '' && patternOf(words, 'iu').test(text);

export const bare = (phrase: string): string =>
  trimmedEnd(
    phrase
      .trim()
      .replace(ARTICLES, '')
      .replace(ARTICLES, '')
      .replace(/^[\s,:;–—-]+/u, ''),
    ' ,:;.!–—-\n',
  );

const ARTICLES =
  /^(?:(?:the|a|an|our|your|my|this|that|these|those|both|all(?: the)?|whole|entire|some|der|die|das|den|dem|des|eine?[nmrs]?|unsere?[nmrs]?|diese?[nmrs]?|le|la|les|un|une|des|notre|nos|ce|cette|ces|el|los|las|una|unos|unas|nuestr[oa]s?|est[ea]s?|il|lo|gli|i|uno|nostr[oaie]|quest[oaie]|o|os|as|um|uma|noss[oa]s?|de|het|een|onze|ons|dit|deze|ett|en|vår[at]?|ta|tę|nasz[aeą]?)\s+|l['’])/iu;

const LONGEST_ECHO = 4;

/** Words that a change made a text say twice in a row: "Friday Friday 3 May". */
export function newlyTwice(before: Draft, after: Draft): string | undefined {
  const old = new Set(textsOf(before).map(({ text }) => text));
  for (const { text } of textsOf(after)) {
    if (old.has(text)) continue;
    const found = echoIn(text);
    if (found !== undefined && !textsOf(before).some(({ text: one }) => echoIn(one) === found)) return found;
  }
  return undefined;
}

const echoIn = (whole: string): string | undefined => whole.split(/\s[—–·|-]\s/u).flatMap((text) => echoOf(text) ?? [])[0];

function echoOf(text: string): string | undefined {
  // "1 hour hours" says it twice, too.
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => (word.length > 3 ? word.replace(/s$/u, '') : word));
  for (let length = 1; length <= LONGEST_ECHO; length++)
    for (let at = 0; at + 2 * length <= words.length; at++) {
      const echo = words.slice(at, at + length);
      if (echo.every((word, i) => word === words[at + length + i]) && echo.join('').length > 2) return echo.join(' ');
    }
  return undefined;
}

/** Single lines of a draft that have names of their own. */
export interface NamedLine {
  name: RegExp;
  path: (draft: Draft) => string | undefined;
  title: string;
  /** Its words are sentences. */
  prose?: true;
  /** It can be changed and not removed. */
  fixed?: true;
}

const within =
  (kind: Block['kind'], field: string) =>
  (draft: Draft): string | undefined => {
    const id = draft.blocks.find((block) => block.kind === kind)?.id;
    return id && `${id}.${field}`;
  };

const LINES: NamedLine[] = [
  {
    name: /^(?:eyebrow|kicker|dachzeile|surtitre|(?:small )?(?:line|text|words) (?:above|over) the (?:headline|heading|title))$/iu,
    path: within('hero', 'eyebrow'),
    title: 'The line above the headline',
  },
  {
    name: /^(?:(?:text|line|sentence|words?|paragraph) (?:under|below|beneath) the (?:headline|heading|title)|(?:text|sentence|line|words?|intro(?:duction)?) (?:at|on) (?:the )?top|sub-?(?:headline|heading|title|line)|tagline|lede|intro(?:duction)? (?:text|line))$/iu,
    path: within('hero', 'text'),
    title: 'The text under the headline',
    prose: true,
  },
  {
    name: /^(?:greeting|salutation|hello|anrede|saludo|saluto|saudação|aanhef|hälsning)$/iu,
    path: within('letter', 'greeting'),
    title: 'The greeting',
  },
  {
    name: /^(?:closing|ending|sign[- ]?off(?: line)?|regards|grußformel|schluss)$/iu,
    path: within('letter', 'closing'),
    title: 'The closing',
  },
  {
    name: /^(?:order |bestell|commande )?(?:number|nummer|no\.?|numéro|número|numero|numer)(?: of the order)?$/iu,
    path: within('order', 'number'),
    title: 'The number of the order',
  },
  {
    name: /^(?:(?:note|text|line|sentence|hinweis|satz|text)\s+)?(?:under|below|beneath|unter|sous|debajo del?|sotto|abaixo do|onder)\s+(?:the\s+|dem\s+|le\s+|el\s+|il\s+|het\s+)?(?:button|form|formular|knopf|formulaire|bouton|formulario|modulo|formulier)(?:\s+(?:noch|auch|also|a|the|den|einen|un|una|une|een|nog)){0,2}(?:\s+(?:note|text|line|sentence|hinweis|satz|phrase|frase|zin))?$/iu,
    path: within('form', 'note'),
    title: 'The note under the form',
    prose: true,
  },
  { name: /^logo$/iu, path: () => 'logo_url', title: 'The logo' },
  { name: /^(?:preview(?: text)?|preheader)$/iu, path: () => 'preview_text', title: 'The preview text' },
  {
    name: /^(?:browser|tab|document|meta|seo|html)\s*(?:title)?$|^(?:meta|seo|browser|tab|document) title$|^title tag$/iu,
    path: () => 'title',
    title: 'The title',
    fixed: true,
  },
  {
    name: /^(?:(?:meta|seo|page)\s+)?(?:description|beschreibung|descripción|descrizione|descrição|beschrijving|beskrivning|opis)$/iu,
    path: () => 'description',
    title: 'The description',
    fixed: true,
  },
  { name: /^(?:small print|footer(?: text)?|fine print)$/iu, path: within('footer', 'text'), title: 'The footer', fixed: true },
];

export const lineNamed = (words: string): NamedLine | undefined => LINES.find(({ name }) => name.test(words));

export const PICTURE =
  /(?:^|\s)(?:pictures?|images?|photos?|pics?|illustrations?|drawings?|graphics?|artwork|bild(?:er)?|zeichnung(?:en)?|grafik(?:en)?|fotos?|dessins?|illustrations?|imagen(?:es)?|dibujos?|ilustraci(?:ón|ones)|immagin[ei]|disegn[oi]|imagem|imagens|desenhos?|afbeelding(?:en)?|tekening(?:en)?|bilden|teckning(?:en)?|zdjęci[aeę]|obraz(?:ek|ki)?|rysun(?:ek|ki)|写真|画像|絵|イラスト)(?:\s+(?:at|on|in|of|from|oben|en haut|arriba)\s.{0,30}|\s+oben)?$/iu;
export const BUTTON =
  /(?:^|\s)(?:buttons?|cta|call[- ]to[- ]action|knopf|schaltfläche|bouton|botón|pulsante|botão|knop|knapp(?:en)?|przycisk|ボタン)(?:\s+(?:text|label|copy|words?))?$/iu;
export const FIELD =
  /(?:^|\s)(?:fields?|inputs?|felder|feld|champs?|campos?|campi|velden|veld|fält(?:et)?|pol[ae]|項目|欄)(?:\s+(?:label|name|text))?$|^(?:fields?|feld(?:er)?|champs?|campos?|veld|fält|pole)\s/iu;
