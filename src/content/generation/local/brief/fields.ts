import { asciiOf } from '../../../../shared/text.ts';
import type { Phrases } from '../languages/index.ts';
import { words } from './words.ts';

export type FieldKey =
  | 'name'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'company'
  | 'message'
  | 'address'
  | 'city'
  | 'postal_code'
  | 'country'
  | 'date'
  | 'time'
  | 'guests'
  | 'website'
  | 'birthday'
  | 'job_title';

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

interface Known {
  words: RegExp;
  type: Field['type'];
  autocomplete?: string;
}

const KNOWN: Record<FieldKey, Known> = {
  first_name: {
    words: words(
      'first name',
      'given name',
      'vorname',
      'prénom',
      'nombre de pila',
      'nome proprio',
      'nome próprio',
      'voornaam',
      'förnamn',
      'imię',
    ),
    type: 'text',
    autocomplete: 'given-name',
  },
  last_name: {
    words: words(
      'last name',
      'surname',
      'family name',
      'nachname',
      'familienname',
      'nom de famille',
      'apellido',
      'apellidos',
      'cognome',
      'apelido',
      'sobrenome',
      'achternaam',
      'efternamn',
      'nazwisko',
      '姓',
    ),
    type: 'text',
    autocomplete: 'family-name',
  },
  company: {
    words: words(
      'company',
      'company name',
      'organisation',
      'organization',
      'firma',
      'unternehmen',
      'entreprise',
      'société',
      'empresa',
      'azienda',
      'bedrijf',
      'företag',
      '会社',
      '会社名',
      '組織',
    ),
    type: 'text',
    autocomplete: 'organization',
  },
  job_title: {
    words: words(
      'job title',
      'role',
      'funktion',
      'position',
      'fonction',
      'cargo',
      'ruolo',
      'função',
      'functie',
      'befattning',
      'stanowisko',
      '役職',
    ),
    type: 'text',
    autocomplete: 'organization-title',
  },
  name: {
    words: words(
      'name',
      'full name',
      'your name',
      'nom',
      'nombre',
      'nome',
      'naam',
      'namn',
      'imię i nazwisko',
      '名前',
      'お名前',
      '氏名',
      'الاسم',
    ),
    type: 'text',
    autocomplete: 'name',
  },
  email: {
    words: words(
      'email',
      'e-mail',
      'mail',
      'email address',
      'e-mail address',
      'e-mail-adresse',
      'mailadresse',
      'emailadresse',
      'adresse e-mail',
      'courriel',
      'correo',
      'correo electrónico',
      'indirizzo e-mail',
      'endereço de e-mail',
      'e-mailadres',
      'e-post',
      'e-postadress',
      'adres e-mail',
      'メール',
      'メールアドレス',
      'البريد الإلكتروني',
      'البريد',
    ),
    type: 'email',
    autocomplete: 'email',
  },
  phone: {
    words: words(
      'phone',
      'phone number',
      'telephone',
      'mobile',
      'telefon',
      'telefonnummer',
      'handy',
      'handynummer',
      'téléphone',
      'teléfono',
      'telefono',
      'telefone',
      'telefoon',
      'telefoonnummer',
      'mobil',
      '電話',
      '電話番号',
      'الهاتف',
      'رقم الهاتف',
    ),
    type: 'tel',
    autocomplete: 'tel',
  },
  message: {
    words: words(
      'message',
      'comment',
      'comments',
      'note',
      'notes',
      'question',
      'questions',
      'your question',
      'nachricht',
      'anmerkung',
      'anmerkungen',
      'kommentar',
      'frage',
      'mitteilung',
      'commentaire',
      'mensaje',
      'comentario',
      'messaggio',
      'commento',
      'mensagem',
      'bericht',
      'opmerking',
      'meddelande',
      'wiadomość',
      'メッセージ',
      'ご質問',
      '備考',
    ),
    type: 'textarea',
  },
  address: {
    words: words(
      'address',
      'street',
      'street address',
      'postal address',
      'adresse',
      'anschrift',
      'straße',
      'dirección',
      'indirizzo',
      'morada',
      'endereço',
      'adres',
      'adress',
      '住所',
    ),
    type: 'text',
    autocomplete: 'street-address',
  },
  city: {
    words: words(
      'city',
      'town',
      'ort',
      'stadt',
      'wohnort',
      'ville',
      'ciudad',
      'città',
      'cidade',
      'plaats',
      'woonplaats',
      'miasto',
      '市区町村',
    ),
    type: 'text',
    autocomplete: 'address-level2',
  },
  postal_code: {
    words: words(
      'postal code',
      'postcode',
      'zip',
      'zip code',
      'plz',
      'postleitzahl',
      'code postal',
      'código postal',
      'cap',
      'postnummer',
      'kod pocztowy',
      '郵便番号',
    ),
    type: 'text',
    autocomplete: 'postal-code',
  },
  country: { words: words('country', 'land', 'pays', 'país', 'paese', 'kraj', '国'), type: 'text', autocomplete: 'country-name' },
  birthday: {
    words: words(
      'birthday',
      'date of birth',
      'birth date',
      'geburtstag',
      'geburtsdatum',
      'date de naissance',
      'fecha de nacimiento',
      'data di nascita',
      'data de nascimento',
      'geboortedatum',
      'födelsedatum',
      'data urodzenia',
      '生年月日',
    ),
    type: 'date',
    autocomplete: 'bday',
  },
  date: {
    words: words(
      'date',
      'day',
      'preferred date',
      'preferred day',
      'datum',
      'tag',
      'wunschtermin',
      'wunschdatum',
      'fecha',
      'data',
      'giorno',
      'dag',
      '日付',
      '希望日',
      '日程',
    ),
    type: 'date',
  },
  time: { words: words('time', 'uhrzeit', 'zeit', 'heure', 'hora', 'ora', 'tijd', 'tid', 'godzina', '時間'), type: 'time' },
  guests: {
    words: words(
      'guests',
      'number of guests',
      'number of people',
      'people',
      'persons',
      'party size',
      'personen',
      'anzahl personen',
      'gäste',
      'personenzahl',
      'personnes',
      'nombre de personnes',
      'personas',
      'persone',
      'pessoas',
      'aantal personen',
      'antal personer',
      'liczba osób',
      '人数',
    ),
    type: 'number',
  },
  website: {
    words: words(
      'website',
      'url',
      'web site',
      'webseite',
      'homepage',
      'site web',
      'sitio web',
      'sito web',
      'portfolio link',
      'link',
      'webbplats',
      'strona internetowa',
      'ウェブサイト',
    ),
    type: 'url',
    autocomplete: 'url',
  },
};

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

/** What a field is called when it is one that contacts have, else undefined. Only the whole label counts. */
export function knownField(label: string): FieldKey | undefined {
  const bare = label.trim();
  for (const [key, { words: pattern }] of Object.entries(KNOWN)) {
    const found = pattern.exec(bare);
    if (found && found[0].length === bare.length) return key as FieldKey;
  }
  return undefined;
}

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
      label: sameLanguage(label, known.label) ? capitalised(label) : known.label,
      required: REQUIRED.test(said) || (!loose && known.type !== 'textarea'),
    };
  }
  const type = options.length > 1 ? 'select' : (TYPES.find(([pattern]) => pattern.test(said))?.[1] ?? 'text');
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

/** The parts of a list of fields. Commas in brackets belong to the field. */
export const splitFields = (list: string): string[] =>
  list
    .split(/[,;、，・،](?![^(（]*[)）])|\s(?:and|und|et|y|och|oraz)\s(?![^(（]*[)）])|\s(?:&|\+)\s/u)
    .map((part) => part.replace(/[.。]$/u, '').trim())
    .filter((part) => part !== '');

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
