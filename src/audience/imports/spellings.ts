import { CONTACT_FIELDS, fieldsWith } from '../contact-field-catalogue.ts';

/** A header without what people spell differently: case, accents, blanks and punctuation. */
export const keyOf = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Every spelling as a key, with the field that it stands for. */
export const SPELLED = fieldsWith('spellings').flatMap((field) =>
  CONTACT_FIELDS[field].spellings.split(', ').map((spelling) => [field, keyOf(spelling)] as const),
);
