import { asciiOf } from '../../../../shared/text.ts';
import type { Phrases } from '../languages/index.ts';
import { type FieldKey, KNOWN } from './known-fields.ts';
import { words } from './words.ts';

export type { FieldKey } from './known-fields.ts';

/** A field of a form. */
export interface Field {
  /** In snake_case, as contact fields are. */
  name: string;
  label: string;
  type: 'text' | 'email' | 'tel' | 'url' | 'number' | 'date' | 'time' | 'textarea' | 'select' | 'checkbox';
  required: boolean;
  autocomplete?: string;
  options?: string[];
}

/** Words that say what kind of field something is without being its name. */
const TYPES: [RegExp, Field['type']][] = [
  [
    words(
      'checkbox',
      'tick box',
      'consent',
      'agree*',
      'kontrollkästchen',
      'ankreuzfeld',
      'einwilligung',
      'zustimmung',
      'case à cocher',
      'casilla',
    ),
    'checkbox',
  ],
  [words('dropdown', 'drop-down', 'select', 'auswahl', 'auswahlfeld', 'choice', 'menu'), 'select'],
  [words('textarea', 'long text', 'multi-line', 'langtext', 'mehrzeilig', 'several lines'), 'textarea'],
  [
    words(
      'number',
      'how many',
      'quantity',
      'anzahl',
      'menge',
      'zahl',
      'nombre de',
      'número',
      'numero',
      'aantal',
      'antal',
      'liczba',
      'age',
      'alter',
      '数',
    ),
    'number',
  ],
  [words('date', 'datum', 'wunschtermin'), 'date'],
];

const REQUIRED = words(
  'required',
  'mandatory',
  'pflicht',
  'pflichtfeld',
  'obligatoire',
  'obligatorio',
  'obbligatorio',
  'obrigatório',
  'verplicht',
  'obligatorisk*',
  'wymagan*',
  '必須',
);
const OPTIONAL = words(
  'optional',
  'freiwillig',
  'facultatif',
  'facultative',
  'opcional',
  'facoltativo',
  'niet verplicht',
  'optioneel',
  'frivillig*',
  'valfri*',
  'nieobowiązkow*',
  'opcjonaln*',
  '任意',
);

const whole = ({ source }: RegExp): RegExp => new RegExp(`^(?:${source})$`, 'i');
const WHOLE = (Object.keys(KNOWN) as FieldKey[]).map((key) => [key, whole(KNOWN[key].words)] as const);

/** Words that say which email or phone is meant, and leave it one: "work email", "correo electrónico de trabajo". */
const QUALIFIERS =
  /^(?:(?:your|my|work|business|company|corporate|private|personal|home|office|contact|best|main|primary|preferred|daytime|evening|valid|ihre?|deine?|geschäftliche?|private?|dienstliche?|votre|mon|tu|su|mi|jouw|din|je|seu|sua|il tuo|la tua)\s+)+/iu;
const QUALIFIERS_BEHIND =
  /\s+(?:de (?:trabajo|contacto|travail|contact)|du travail|professionnelle?|profesional|personale?|personnel(?:le)?|corporativo|empresarial|aziendale|di lavoro|lavorativa|profissional|pessoal|de trabalho|de contato|do trabalho|geschäftlich|privat|\(?work\)?|number|address)$/iu;

/** What a field is called when it is one that contacts have, else undefined. Only the whole label counts, but for an email and a phone. */
export function knownField(label: string): FieldKey | undefined {
  const bare = label.trim();
  const found = keyOf(bare);
  if (found) return found;
  const key = keyOf(bare.replace(QUALIFIERS, '').replace(QUALIFIERS_BEHIND, ''));
  return key === 'email' || key === 'phone' ? key : undefined;
}

const keyOf = (label: string): FieldKey | undefined => WHOLE.find(([, pattern]) => pattern.test(label))?.[0];

/** The field of the house that has this key. */
export function fieldOf(key: FieldKey, phrases: Phrases, required = true): Field {
  const { type, autocomplete } = KNOWN[key];
  return { name: key, label: phrases.fields[key], type, required: required && key !== 'message', ...(autocomplete && { autocomplete }) };
}

/**
 * A field as somebody asks for it: "company (optional)", "T-shirt size (dropdown: S, M, L)", "Lieblingskuchen".
 * @param taken names that other fields of the form have
 */
export function readField(wish: string, phrases: Phrases, taken: readonly string[]): Field | undefined {
  const brackets = /[(（[]([^)）\]]*)[)）\]]\s*$/u.exec(wish);
  const remark = brackets?.[1] ?? '';
  let label = (brackets ? wish.slice(0, brackets.index) : wish).trim();
  const listed = /^(.*?)[:：]\s*(.+)$/u.exec(remark);
  const options = optionsOf(listed ? (listed[2] as string) : remark);
  label = label
    .replace(ARTICLES, '')
    .replace(/\s+(?:field|feld|box)$/iu, '')
    .replace(/^["„“”«»「」']+|["„“”«»「」'.]+$/gu, '');
  const said = `${remark} ${label}`;
  const loose = OPTIONAL.test(said);
  label = label
    .replace(new RegExp(`^(?:${OPTIONAL.source}|${REQUIRED.source})[:,]?\\s+|\\s+(?:${OPTIONAL.source}|${REQUIRED.source})$`, 'giu'), '')
    .trim();
  if (label === '' || label.length > 80) return undefined;
  const key = knownField(label);
  const required = REQUIRED.test(said) || !loose;
  if (key && !taken.includes(key)) {
    const known = fieldOf(key, phrases);
    return {
      ...known,
      // "Work email" says more than the house's word.
      label: sameLanguage(label, known.label) || keyOf(label) !== key ? capitalised(label) : known.label,
      required: REQUIRED.test(said) || (!loose && known.type !== 'textarea'),
    };
  }
  const kind = key === 'email' || key === 'phone' ? KNOWN[key].type : (TYPES.find(([pattern]) => pattern.test(said))?.[1] ?? 'text');
  const type = options.length > 1 ? 'select' : kind;
  const bare = type === 'checkbox' ? label.replace(/^(?:a |an )?(?:checkbox|tick box)\s*(?:for|to|:)?\s*/iu, '') : label;
  const base =
    asciiOf(bare, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 40) || `field_${taken.length + 1}`;
  let name = /^\d/.test(base) ? `field_${base}` : base;
  for (let n = 2; taken.includes(name); n++) name = `${base}_${n}`;
  return {
    name,
    label: capitalised(bare || label),
    type: type === 'select' && options.length < 2 ? 'text' : type,
    required: required && (REQUIRED.test(said) || type !== 'checkbox'),
    ...(options.length > 1 && { options }),
  };
}

const ARTICLES =
  /^(?:(?:and|und|et|y|e|en|och|i|also|sowie|as well as|plus|their|your|his|her|the|an?|eine?n?|den|die|das|une?|el|la|le|il|the person's)\s+)+/iu;

/** "Email" for "email": the house's spelling of the same word. Another word is somebody's choice. */
const sameLanguage = (given: string, label: string): boolean =>
  given.toLowerCase().replace(/\W/g, '') !== label.toLowerCase().replace(/\W/g, '') && /^\p{Lu}/u.test(given);

const capitalised = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1);

function optionsOf(text: string): string[] {
  const parts = text
    .split(/\s*[,;/|、・]\s*|\s+(?:or|oder|ou|o|of|eller|lub)\s+/u)
    .map((part) => part.trim().replace(/^["'„“«「]|["'”“»」]$/gu, ''));
  return parts.length > 1 ? parts.filter((part) => part !== '') : [];
}

/** What a form may have, as in the pages that are published. */
const MOST_FIELDS = 100;
const LONGEST_LIST = 4_000;

/** The parts of a list of fields. Commas in brackets belong to the field. */
export const splitFields = (list: string): string[] =>
  list
    .slice(0, LONGEST_LIST)
    .split(/[,;、，・،](?![^(（]*[)）])|\s(?:and|und|et|y|och|oraz)\s(?![^(（]*[)）])|\s(?:&|\+)\s/u)
    .map((part) => part.replace(/[.。]$/u, '').trim())
    .filter((part) => part !== '')
    .slice(0, MOST_FIELDS);

/** Whether a list is one of fields: it has one that every form has, and each entry is short. */
export function looksLikeFields(list: string): boolean {
  const parts = splitFields(list).map((part) =>
    part
      .replace(/[(（].*$/u, '')
      .replace(ARTICLES, '')
      .trim(),
  );
  const known = parts.filter((part) => knownField(part) !== undefined);
  return (
    parts.length >= 2 &&
    known.some((part) => ['name', 'email', 'phone', 'first_name'].includes(knownField(part) as string)) &&
    parts.every((part) => (part.split(/\s+/).length <= 4 || (part.endsWith('?') && part.split(/\s+/).length <= 10)) && part.length <= 60) &&
    known.length * 3 >= parts.length
  );
}
