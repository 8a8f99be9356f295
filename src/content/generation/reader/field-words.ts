import { capital } from './split.ts';

/** Words about the fields of a form, in other languages than English. */

const FIELD_WORDS =
  /^(?:ein(?:em|e|en)?\s|un\s|una\s|um\s|een\s|ett\s)?(?:(?:frei)?(?:text)?feld|champ(?: libre)?|campo(?: libre| libero| livre)?|veld|fält|pole)\s(?:für\s|pour\s|para\s|per\s|voor\s|för\s|na\s|mit\s|,\s?)?(?:(?:die|den|das|dem|der)\s)?/iu;
const CHECKED =
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

/** "Montag bis Freitag": each day between. */
export function daysBetween(text: string): string[] | undefined {
  for (const days of Object.values(DAYS)) {
    const [first, last] = text
      .split(/\s(?:bis|à|au|a|al|até|t\/m|tot|tot en met|till|do)\s(?:el\s|la\s|il\s)?/iu)
      .map((day) => days.findIndex((one) => one.toLowerCase() === day.trim().toLowerCase().replace(/^de\s/u, '')));
    if (first !== undefined && last !== undefined && first >= 0 && last > first) return days.slice(first, last + 1).map(capital);
  }
  return undefined;
}

/** A field's own words as a label: "einem Feld, was gebaut werden soll" is "Was gebaut werden soll". */
export const withoutFieldWords = (text: string): string => text.replace(FIELD_WORDS, '');
export const checked = (text: string): boolean => CHECKED.test(text);
export const withoutChecked = (text: string): string => text.replace(CHECKED, '');
