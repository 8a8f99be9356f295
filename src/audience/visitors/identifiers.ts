import { keyOf, SPELLED } from '../imports/suggestions.ts';

export interface AskedField {
  name: string;
  /** As HTML calls the control. */
  type: string;
  label: string | null;
  /** The tokens of its `autocomplete`. */
  autocomplete?: string | undefined;
}

const IDENTIFIERS = ['email', 'phone'] as const;
type Identifier = (typeof IDENTIFIERS)[number];

/** By identifier the name of the field that asks for it. */
export type Identifiers = { [Name in Identifier]?: string | undefined };

/** Controls that take or carry a text. */
const TYPED = new Set(['text', 'email', 'tel', 'search', 'url', 'number', 'textarea', 'select', 'hidden']);

const TOKENS: Record<Identifier, ReadonlySet<string>> = { email: new Set(['email']), phone: new Set(['tel', 'tel-national']) };
const TYPES: Record<Identifier, string> = { email: 'email', phone: 'tel' };

type Sign = (field: AskedField, identifier: Identifier) => boolean;

const isCalledSo: Sign = ({ name, label }, identifier) => isCalled(name, identifier) || (label !== null && isCalled(label, identifier));

/** The signs that a field asks for an identifier, the surest first. */
const SIGNS: Sign[] = [
  ({ name }, identifier) => name === identifier,
  ({ autocomplete = '' }, identifier) => autocomplete.split(/\s+/).some((token) => TOKENS[identifier].has(token)),
  ({ type }, identifier) => type === TYPES[identifier],
  isCalledSo,
];

/**
 * At most one field each: by the name, else by `autocomplete`, else by the type, else by a spelling in the name or the label. Visible
 * fields go before hidden ones.
 */
export function identifiersOf(fields: readonly AskedField[]): Identifiers {
  const typed = fields.filter(({ type }) => TYPED.has(type));
  const found: Identifiers = {};
  for (const group of [typed.filter(({ type }) => type !== 'hidden'), typed.filter(({ type }) => type === 'hidden')]) {
    for (const sign of SIGNS) {
      for (const identifier of IDENTIFIERS) {
        found[identifier] ??= group.find((field) => sign(field, identifier) && !Object.values(found).includes(field.name))?.name;
      }
    }
  }
  // "Email or phone": one field for either. No text can be both.
  for (const identifier of IDENTIFIERS) found[identifier] ??= typed.find((field) => isCalledSo(field, identifier))?.name;
  return found;
}

const SPELLINGS: Record<Identifier, ReadonlySet<string>> = {
  email: new Set(['email', ...keysOf('email')]),
  phone: new Set(['phone', ...keysOf('phone')]),
};

function keysOf(identifier: Identifier): string[] {
  return SPELLED.flatMap(([field, key]) => (field === identifier ? [key] : []));
}

/** Scripts without blanks between words, so that a spelling may stand anywhere in a text. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const MOST_WORDS = 4;
const LONGEST = 200;

/** Whether a text contains a spelling of the identifier: `kontakt_email`, `emailAddress`, "Deine E-Mail-Adresse *". */
function isCalled(text: string, identifier: Identifier): boolean {
  const short = text.slice(0, LONGEST);
  const words = short
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(keyOf)
    .filter((word) => word !== '');
  const spellings = SPELLINGS[identifier];
  for (let from = 0; from < words.length; from++) {
    let run = '';
    for (const word of words.slice(from, from + MOST_WORDS)) {
      run += word;
      if (spellings.has(run)) return true;
    }
  }
  const key = keyOf(short);
  return (
    key.includes(identifier) || (UNSPACED.test(key) && [...spellings].some((spelling) => UNSPACED.test(spelling) && key.includes(spelling)))
  );
}
