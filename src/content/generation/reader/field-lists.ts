import { capital, listOf, type Masked } from './text.ts';
import { lexicon } from './words.ts';

const BARE =
  /^((?:their|your|just|only|full|first|last)\s)?(e-?mail address|e-?mail|phone number|mobile number|phone|mobile|number|full name|first name|last name|team name|name|surname|address|postcode|post code|age|company|date of birth|message)\s+(?=(?:and\s|plus\s|their\s|then\s)?(?:e-?mail|phone|mobile|number|full name|first name|last name|name|surname|address|postcode|post code|age|company|date of birth|message|how|what|which|when|where|who|whether|if)(?![\p{L}'’]))/iu;
const MOST_BARE = 8;

/** "Name email and how far you run": adds the commas. */
export function withCommas(list: string): string {
  let done = '';
  let left = list
    .trimStart()
    .replace(/\b(?:phone(?:\snumber)?\sor\se-?mail|e-?mail\sor\sphone(?:\snumber)?)\b/giu, 'email, phone')
    .replace(/(?<=\p{L}\/\p{L}{2,12})\s(?:and|plus)\s/giu, ', ');
  for (let count = 0; count < MOST_BARE; count++) {
    const found = BARE.exec(left);
    if (!found) break;
    const isNumber = /^number$/iu.test(found[2] as string);
    done += `${found[1] ?? ''}${isNumber ? 'phone number' : found[2]}, `;
    left = left.slice(found[0].length).replace(/^(?:and|plus|then|their)\s/iu, '');
  }
  return done + left;
}

const CONTACT = /(?<!\p{L})(?:names?|e-?mails?|phone|mobile|telephone)(?!\p{L})/iu;
const ENDS_AS_FIELD =
  /(?:^|\s)(?:names?|e-?mails?|phone|mobile|age|number|postcode|address|birth|size|link|bio|allergies|needs|requirements)$|^names?\sof\s/iu;
const MOST_WORDS = 9;

function isFieldName(entry: string, masked: Masked): boolean {
  const bare = masked
    .shown(entry)
    .replace(/\s*[(（].*$/u, '')
    .replace(/^(?:and|their|your|his|her|a|an|the)\s/iu, '')
    .trim();
  return (
    lexicon('fields').whole(bare) !== undefined ||
    /^(?:message|comment|note)\sfor\s/iu.test(bare) ||
    (bare.split(/\s+/).length <= 4 && ENDS_AS_FIELD.test(bare))
  );
}

export function namesFields(list: string, masked: Masked): boolean {
  const entries = listOf(list);
  const fields = entries.filter((entry) => isFieldName(entry, masked));
  return (
    entries.length >= 2 &&
    !entries.some((entry) => /\b(?:forms?|sections?|headlines?|buttons?|page)\b/iu.test(entry)) &&
    fields.length >= 2 &&
    fields.length * 3 >= entries.length &&
    fields.some((entry) => CONTACT.test(entry)) &&
    entries.every((entry) => entry.replace(/[(（].*$/u, '').split(/\s+/).length <= MOST_WORDS)
  );
}

const INVITES = /\b(?:sign[- ]?up|register|registration|rsvp|to\s(?:book|join|enter|apply)|apply|form|let us know)\b/iu;

/** "Sign up if you bake: name, what you bring": one field name is enough behind such words. */
export function invitesFields(lead: string, list: string, masked: Masked): boolean {
  const entries = listOf(list);
  return (
    INVITES.test(lead) &&
    entries.length >= 2 &&
    entries.every((entry) => entry.split(/\s+/).length <= MOST_WORDS) &&
    isFieldName(entries[0] as string, masked)
  );
}

const ASKING = /^(?:and\s)?(?:what|how|which|why|when|who|may|would|will|did|do|can|was|were|is|rate|\d\s?[-–]\s?\d)\b/iu;

/** "1-5 stars overall, what was best, may we quote you": a survey in a row. */
export function asksInRow(list: string): boolean {
  const entries = listOf(list);
  return entries.length >= 3 && entries.filter((entry) => ASKING.test(entry)).length * 3 >= entries.length * 2;
}

/** "We need names, …", "applicants send their name, …" */
export const ASKS_FOR =
  /(?<=^|[,;.]\s|\band\s)(?:(?:and\s|also\s|then\s|so\s)?(?:we|i|you)(?:['’]ll| will)?\s(?:also\s|only\s|just\s)?(?:need(?:\sto know)?|want(?:\sto know)?|ask for|collect|would like(?:\sto know)?)|(?:applicants|entrants|people|guests|they|visitors|parents|members|volunteers|everyone|attendees|participants|teams)\s(?:(?:need to|must|should|have to|can|to|will|just)\s){0,2}(?:submit|send(?: us)?|give(?: us)?|provide|enter|tell us|answer|leave|include|fill in|state|put(?: in)?)|just|only)\s(?:their\s|the\s)?/iu;

export const FIELD_WORDS =
  /^(?:ein(?:em|e|en)?\s|un\s|una\s|um\s|een\s|ett\s)?(?:(?:frei)?(?:text)?feld|champ(?: libre)?|campo(?: libre| libero| livre)?|veld|fält|pole)\s(?:für\s|pour\s|para\s|per\s|voor\s|för\s|na\s|mit\s|,\s?)?(?:(?:die|den|das|dem|der)\s)?/iu;
export const CHECKED =
  /[\s,]*(?:zum ankreuzen|ankreuzbar|mehrfachauswahl|à cocher|para marcar|da spuntare|da selezionare|para assinalar|aan te vinken|aanvinken|att kryssa i|do zaznaczenia|selección múltiple)(?!\p{L})/iu;
const DAYS: Record<string, string[]> = {
  de: ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'],
  fr: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  es: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
  it: ['lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato', 'domenica'],
  pt: ['segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado', 'domingo'],
  nl: ['maandag', 'dinsdag', 'woensdag', 'donderdag', 'vrijdag', 'zaterdag', 'zondag'],
  sv: ['måndag', 'tisdag', 'onsdag', 'torsdag', 'fredag', 'lördag', 'söndag'],
  pl: ['poniedziałek', 'wtorek', 'środa', 'czwartek', 'piątek', 'sobota', 'niedziela'],
};

/** "Montag bis Freitag" lists each day. */
export function daysBetween(text: string): string[] | undefined {
  for (const days of Object.values(DAYS)) {
    const [first, last] = text
      .split(/\s(?:bis|à|au|a|al|até|t\/m|tot|tot en met|till|do)\s(?:el\s|la\s|il\s)?/iu)
      .map((day) => days.findIndex((one) => one.toLowerCase() === day.trim().toLowerCase().replace(/^de\s/u, '')));
    if (first !== undefined && last !== undefined && first >= 0 && last > first) return days.slice(first, last + 1).map(capital);
  }
  return undefined;
}
