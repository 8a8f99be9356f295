import type { components } from '../../generated/api.d.ts';

type Schemas = components['schemas'];
export type ValueType = Schemas['ContactFieldType'];

/** Its column and its merge tag have the name of the API's property. */
export interface StandardField {
  /** Makes the id, which is the same in every workspace and version. A new field takes the next number, wherever it stands. */
  number: number;
  type: ValueType;
  label: string;
  description: string;
  /** Lists of people show it by default. */
  listed?: true;
  /** The value of a contact that has none. Fields without it are set when the contact is made. */
  blank?: '' | false | null | readonly [];
  /** The API, imports and flows may write it. */
  writable?: true;
  longest?: number;
  /**
   * Headers that other programs and people use for the field, the surest first: English, then German, French, Spanish and Swedish; email
   * and phone in more languages. The name and the label are recognised without being listed.
   */
  spellings?: string;
  mergeable?: true;
  /**
   * Visitors fill it in by a form's field of this name. The others are the workspace's own notes, which a visitor could set for another
   * person.
   */
  fromForms?: true;
  /** Its column is in `contact_moments`, which changes often. */
  moment?: true;
  rule?: {
    /** Holds ASCII in lower case only, so it needs no folding. */
    plain?: true;
    /** A part of `search_text`, whose index finds candidates. */
    searched?: true;
    /** One of a contact's terms, whose index finds equal values. */
    term?: true;
    /** Compared as it is, upper and lower case included, by an index of its own. */
    exact?: true;
  };
}

/** Empty texts are unset. */
const PERSONAL = { type: 'string', blank: '', writable: true, longest: 255, mergeable: true, fromForms: true } as const;
/** Null is unset. */
const REACHED_AT = { ...PERSONAL, blank: null, rule: {} } as const;
const NOTE = { type: 'string', blank: '', writable: true, longest: 255, mergeable: true, rule: {} } as const;
const CONSENT = { type: 'boolean', blank: null, writable: true, rule: {} } as const;

/** In the order of a contact's properties. The lists elsewhere follow from this one. */
export const CONTACT_FIELDS = {
  display_name: {
    ...PERSONAL,
    number: 1,
    label: 'Name',
    description: 'The name to show.',
    listed: true,
    rule: { searched: true },
    spellings: 'full name, contact name, your name, person, vollständiger name, nom complet, nombre completo, namn',
  },
  first_name: {
    ...PERSONAL,
    number: 2,
    label: 'First name',
    description: 'The given name.',
    rule: { searched: true },
    spellings: 'given name, fname, first, forename, vorname, prénom, nombre, förnamn',
  },
  last_name: {
    ...PERSONAL,
    number: 3,
    label: 'Last name',
    description: 'The family name.',
    rule: { searched: true },
    spellings: 'family name, lname, last, surname, nachname, familienname, nom, nom de famille, apellido, apellidos, efternamn',
  },
  email: {
    ...REACHED_AT,
    number: 4,
    label: 'Email',
    description: 'The normalized address.',
    listed: true,
    longest: 320,
    rule: { plain: true, searched: true },
    spellings:
      'email address, mail, primary email, e-mail 1 - value, email 1, work email, contact email, subscriber email, your email, mail address, ' +
      'e-mail-adresse, mailadresse, adresse email, courriel, correo electrónico, correo, e-post, e-postadress, ' +
      'posta elettronica, indirizzo email, correio eletrônico, endereço de email, sähköposti, e-posta, poczta elektroniczna, ' +
      'メール, メールアドレス, 電子メール, 邮箱, 電郵, 이메일, البريد الإلكتروني, почта, имейл, ईमेल',
  },
  email_domain: {
    number: 5,
    type: 'string',
    label: 'Email domain',
    description: 'The part of the address after the at sign, unless it was set otherwise.',
    blank: null,
    writable: true,
    longest: 255,
    mergeable: true,
    rule: { term: true },
  },
  phone: {
    ...REACHED_AT,
    number: 6,
    label: 'Phone',
    description: 'The normalized number, in international form.',
    listed: true,
    longest: 64,
    rule: { plain: true, searched: true },
    spellings:
      'phone number, telephone, telephone number, mobile, mobile phone, mobile number, mobile phone number, cell, cell phone, ' +
      'primary phone, phone 1 - value, phone 1, work phone, whatsapp phone number, tel, sms, ' +
      'telefon, telefonnummer, handy, handynummer, mobiltelefon, mobilnummer, portable, numéro de téléphone, teléfono, móvil, mobil, ' +
      'celular, cellulare, telefone, telemóvel, telefoon, telefoonnummer, puhelin, telefonnr, numer telefonu, ' +
      '電話, 電話番号, 携帯, 电话, 手机, 전화, 휴대폰, هاتف, الهاتف, телефон, फ़ोन',
  },
  external_id: {
    number: 26,
    type: 'string',
    label: 'External ID',
    description: 'The identifier of the contact in another system.',
    blank: null,
    writable: true,
    longest: 255,
    mergeable: true,
    rule: { exact: true },
    spellings:
      'external identifier, customer id, customer number, client id, member id, member number, user id, uid, crm id, record id, ' +
      'kundennummer, numéro client, número de cliente, kundnummer',
  },
  company: {
    ...PERSONAL,
    number: 7,
    label: 'Company',
    description: 'Where the contact works.',
    listed: true,
    rule: { searched: true },
    spellings:
      'company name, organization, organisation, organization name, organization 1 - name, associated company, primary company, ' +
      'employer, business, account name, firma, unternehmen, entreprise, société, empresa, företag',
  },
  job_title: {
    ...PERSONAL,
    number: 8,
    label: 'Job title',
    description: 'The job title of the contact.',
    rule: {},
    spellings: 'title, position, role, job, organization 1 - title, beruf, stelle, poste, fonction, cargo, puesto, titel',
  },
  address: {
    ...REACHED_AT,
    number: 9,
    label: 'Address',
    description: 'First line of the postal address.',
    longest: 500,
    spellings:
      'street address, street, address line 1, address 1, mailing address, postal address, address 1 - street, ' +
      'adresse, straße, strasse, anschrift, rue, dirección, calle, adress, gatuadress',
  },
  address2: {
    ...REACHED_AT,
    number: 10,
    label: 'Address, second line',
    description: 'Second line of the postal address.',
    spellings:
      'address line 2, street address 2, street 2, apartment, suite, address 1 - extended address, adresszusatz, complément d’adresse',
  },
  city: {
    ...REACHED_AT,
    number: 11,
    label: 'City',
    description: 'City of the postal address.',
    rule: { term: true },
    spellings: 'town, city/town, locality, address 1 - city, ort, stadt, ville, ciudad, stad, postort',
  },
  state: {
    ...REACHED_AT,
    number: 12,
    label: 'State',
    description: 'State, province or region of the postal address.',
    spellings: 'state/region, region, province, county, state/province, address 1 - region, bundesland, provincia, län',
  },
  country: {
    ...REACHED_AT,
    number: 13,
    label: 'Country',
    description: 'Country of the postal address.',
    spellings: 'country/region, country name, address 1 - country, land, pays, país',
  },
  zip_code: {
    ...REACHED_AT,
    number: 14,
    label: 'Postal code',
    description: 'Postal code.',
    longest: 50,
    spellings:
      'zip, zip/postal code, postal code, postcode, address 1 - postal code, plz, postleitzahl, code postal, código postal, postnummer',
  },
  timezone: {
    number: 27,
    type: 'string',
    label: 'Time zone',
    description: 'The IANA name of the time zone, such as Europe/Stockholm.',
    blank: null,
    writable: true,
    longest: 100,
    mergeable: true,
    rule: {},
    spellings: 'tz, zeitzone, fuseau horaire, zona horaria, tidszon',
  },
  language: {
    number: 28,
    type: 'string',
    label: 'Language',
    description: 'The BCP 47 tag of the language, such as pt-BR.',
    blank: null,
    writable: true,
    longest: 100,
    mergeable: true,
    rule: {},
    spellings: 'preferred language, locale, lang, sprache, langue, idioma, språk',
  },
  tracking: {
    number: 30,
    type: 'string',
    label: 'Tracking',
    description: "How the contact's opens and clicks are recorded: full, anonymous or off.",
    blank: null,
    writable: true,
    rule: {},
    spellings: 'email tracking, tracking mode, open tracking',
  },
  lead_status: {
    ...NOTE,
    number: 15,
    label: 'Lead status',
    description: 'Your own label for how far the sale has come.',
    longest: 100,
    spellings: 'status of lead',
  },
  lifecycle_stage: {
    ...NOTE,
    number: 16,
    label: 'Lifecycle stage',
    description: 'Your own label for the stage of the relation.',
    longest: 100,
    spellings: 'lifecycle, stage',
  },
  service_score: {
    number: 17,
    type: 'number',
    label: 'Score',
    description: 'The contact score, on a scale of your own.',
    blank: null,
    writable: true,
    mergeable: true,
    rule: {},
    spellings: 'score, contact score, lead score, hubspot score',
  },
  unsubscribed: {
    ...CONSENT,
    number: 18,
    label: 'Unsubscribed',
    description: 'Keeps the emails of blasts and flows away, except operational ones.',
    blank: false,
    spellings: 'opted out, opt out, email opt out, unsubscribed from all email, abgemeldet, désinscrit, avregistrerad',
  },
  marketing_email_subscribed: {
    ...CONSENT,
    number: 19,
    label: 'Marketing by email',
    description: 'Consent to marketing by email, kept as a record.',
    spellings: 'newsletter, email opt in, email marketing, email consent, marketing consent, email subscribed',
  },
  marketing_sms_subscribed: {
    ...CONSENT,
    number: 20,
    label: 'Marketing by text message',
    description: 'Consent to marketing by text message, kept as a record.',
    spellings: 'sms opt in, sms marketing, sms consent, sms subscribed',
  },
  tags: {
    number: 29,
    type: 'list',
    label: 'Tags',
    description: 'Labels of your own, in the order in which you set them.',
    blank: [],
    writable: true,
    longest: 64,
    mergeable: true,
    rule: {},
    spellings: 'tag, labels, keywords, schlagwörter, étiquettes, etiquetas, taggar',
  },
  original_source: {
    number: 21,
    type: 'string',
    label: 'Source',
    description: 'How the contact came into the workspace.',
    rule: { plain: true },
  },
  original_source_detail: {
    number: 22,
    type: 'string',
    label: 'Source, detail',
    description: "More about the source; the file's name of an import, the tent's of a form.",
    blank: null,
  },
  last_activity_at: {
    number: 23,
    type: 'date',
    label: 'Last activity',
    description: 'The newest timeline entry other than creation and updates.',
    blank: null,
    moment: true,
    rule: {},
  },
  created_at: {
    number: 24,
    type: 'date',
    label: 'Created',
    description: 'When the contact was made.',
    listed: true,
    rule: {},
  },
  updated_at: {
    number: 25,
    type: 'date',
    label: 'Updated',
    description: 'When a field last changed.',
    moment: true,
    rule: {},
  },
} as const satisfies Record<Exclude<keyof Schemas['Contact'], 'contact_id' | 'custom_fields' | 'warnings'>, StandardField>;

type Catalogue = typeof CONTACT_FIELDS;
export type FieldName = keyof Catalogue;

export type FieldWith<Property extends keyof StandardField> = {
  [Name in FieldName]: Property extends keyof Catalogue[Name] ? Name : never;
}[FieldName];

export const FIELD_NAMES = Object.keys(CONTACT_FIELDS) as FieldName[];

export const fieldsWith = <Property extends keyof StandardField>(property: Property): FieldWith<Property>[] =>
  FIELD_NAMES.filter((name): name is FieldWith<Property> => property in CONTACT_FIELDS[name]);

export const systemIdOf = (name: FieldName): string => `00000000-0000-8000-8000-${String(CONTACT_FIELDS[name].number).padStart(12, '0')}`;

const IDS: ReadonlySet<string> = new Set(FIELD_NAMES.map(systemIdOf));
export const isSystemField = (id: string): boolean => IDS.has(id);

export const standardField = (name: FieldName): StandardField => CONTACT_FIELDS[name];

export const CONTACT_TAGS = ['contact_id', ...fieldsWith('mergeable')] as const;
export const isContactTag = (name: string): boolean => CONTACT_TAGS.some((tag) => tag === name);
export const isListTag = (name: string): boolean =>
  fieldsWith('mergeable').some((field) => field === name && CONTACT_FIELDS[field].type === 'list');

interface TypesOfKinds {
  string: string;
  number: number;
  boolean: boolean;
  date: Date;
  list: string[];
}

export type StandardColumns = {
  [Name in FieldName]: TypesOfKinds[Catalogue[Name]['type']] | (Catalogue[Name] extends { blank: null } ? null : never);
};
