import type { StandardField } from './cells.ts';

/** A header without what people spell differently: case, accents, blanks and punctuation. */
export const keyOf = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * How other programs and people head the columns of the built-in fields, what is meant most surely first: English, then
 * German, French, Spanish and Swedish; email and phone in more languages. A field's own name and label need not be here.
 */
const SPELLINGS: Record<StandardField, string> = {
  email:
    'email address, mail, primary email, e-mail 1 - value, email 1, work email, contact email, subscriber email, your email, mail address, ' +
    'e-mail-adresse, mailadresse, adresse email, courriel, correo electrónico, correo, e-post, e-postadress, ' +
    'posta elettronica, indirizzo email, correio eletrônico, endereço de email, sähköposti, e-posta, poczta elektroniczna, ' +
    'メール, メールアドレス, 電子メール, 邮箱, 電郵, 이메일, البريد الإلكتروني, почта, имейл, ईमेल',
  phone:
    'phone number, telephone, telephone number, mobile, mobile phone, mobile number, mobile phone number, cell, cell phone, ' +
    'primary phone, phone 1 - value, phone 1, work phone, whatsapp phone number, tel, sms, ' +
    'telefon, telefonnummer, handy, handynummer, mobiltelefon, mobilnummer, portable, numéro de téléphone, teléfono, móvil, mobil, ' +
    'celular, cellulare, telefone, telemóvel, telefoon, telefoonnummer, puhelin, telefonnr, numer telefonu, ' +
    '電話, 電話番号, 携帯, 电话, 手机, 전화, 휴대폰, هاتف, الهاتف, телефон, फ़ोन',
  display_name: 'full name, contact name, your name, person, vollständiger name, nom complet, nombre completo, namn',
  first_name: 'given name, fname, first, forename, vorname, prénom, nombre, förnamn',
  last_name: 'family name, lname, last, surname, nachname, familienname, nom, nom de famille, apellido, apellidos, efternamn',
  company:
    'company name, organization, organisation, organization name, organization 1 - name, associated company, primary company, ' +
    'employer, business, account name, firma, unternehmen, entreprise, société, empresa, företag',
  job_title: 'title, position, role, job, organization 1 - title, beruf, stelle, poste, fonction, cargo, puesto, titel',
  address:
    'street address, street, address line 1, address 1, mailing address, postal address, address 1 - street, ' +
    'adresse, straße, strasse, anschrift, rue, dirección, calle, adress, gatuadress',
  address2:
    'address line 2, street address 2, street 2, apartment, suite, address 1 - extended address, adresszusatz, complément d’adresse',
  city: 'town, city/town, locality, address 1 - city, ort, stadt, ville, ciudad, stad, postort',
  state: 'state/region, region, province, county, state/province, address 1 - region, bundesland, provincia, län',
  country: 'country/region, country name, address 1 - country, land, pays, país',
  zip_code:
    'zip, zip/postal code, postal code, postcode, address 1 - postal code, plz, postleitzahl, code postal, código postal, postnummer',
  lead_status: 'status of lead',
  lifecycle_stage: 'lifecycle, stage',
  service_score: 'score, contact score, lead score, hubspot score',
  unsubscribed: 'opted out, opt out, email opt out, unsubscribed from all email, abgemeldet, désinscrit, avregistrerad',
  marketing_email_subscribed: 'newsletter, email opt in, email marketing, email consent, marketing consent, email subscribed',
  marketing_sms_subscribed: 'sms opt in, sms marketing, sms consent, sms subscribed',
};

/** Every spelling as a key, with the field that it stands for. */
export const SPELLED: readonly (readonly [field: StandardField, key: string])[] = Object.entries(SPELLINGS).flatMap(([field, spellings]) =>
  spellings.split(', ').map((spelling) => [field as StandardField, keyOf(spelling)] as const),
);
