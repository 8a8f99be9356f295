import { LETTERS } from './letters.ts';
import { anyCase } from './patterns.ts';

/** Opening hours in running text: a run of days and times, found word by word. */

export const DAY =
  '(?:mo|di|mi|do|fr|sa|so|mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|ma|di|wo|woe|vr|za|zo|mån|tis|ons|tors|fre|lör|sön|pon|pn|wt|śr|czw|pt|sob|nd|niedz|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|segunda|terça|quarta|quinta|sexta|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|(?:mån|tis|ons|tors|fre|lör|sön)dag(?:ar)?|weekdays?|weekends?|werktags|daily|tutti i giorni|todos los días|todos os dias|alla dagar|elke dag|jeden tag|varje dag|täglich|dagelijks|dagligen|codziennie|tous les jours)';
const TIME = '\\d{1,2}(?:[:.h]\\d{2})?\\s?(?:am|pm|uhr|h)?';
const LINK =
  '(?:[-–—+&/]|except|to|till|until|and|from|on|at|bis|und|von|ab|au|et|du|de|le|à|a|al|y|las|e|dalle|alle|das|às|tot|en|van|och|till|kl|do|od|i|w|before|after|vor|nach)';
const CLOSED = '(?:closed|geschlossen|ruhetag|fermé|cerrado|chiuso|fechado|gesloten|stängt|nieczynne|zamknięte)';
const TOKEN = new RegExp(`(?:[-–—+&/]|(?:${DAY}|${TIME}|${CLOSED}|${LINK})(?![${LETTERS}\\d]))\\s{0,2}[,;:]?\\s{0,2}`, 'iuy');
const OPEN =
  /(?<!\p{L})(?:we(?:['’]re| are) open|opening (?:hours|times)|open(?!\s(?:house|day|air|mic|source|position|from \d{1,2} \p{L}))|geöffnet|öffnungszeiten|ouverte?|horaires|abierto|abierta|horario|apert[oaie]|orari|abert[oa]s?|horário|geopend|openingstijden|öppet|öppen|öppettider|otwarte|czynne|godziny)(?!\p{L})\s*:?\s*/iu;
const RANGE = anyCase`(?<![${LETTERS}])${DAY}(?![${LETTERS}])(?:\s?[-–—+&/]\s?|\s(?:to|bis|au|a|al|à|tot|t/m|till|do|and|und)\s)${DAY}(?![${LETTERS}])(?:\s?[&/,+]\s?${DAY}(?![${LETTERS}])){0,5}\s?[,:]?\s?(?:from\s|de\s|von\s|ab\s|dès\s|desde\s|vanaf\s|från\s|dalle\s|das\s|van\s|od\s|kl\s)?(?=\d{1,2}\D)`;
/** "Weekends 10-4": days that come round, with a span of hours. */
const SINGLE = anyCase`(?<![${LETTERS}])(?:weekends?|weekdays?|daily|werktags|täglich|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\s(?:from\s|von\s)?(?=${TIME}\s?(?:[-–—]|to|bis)\s?\d)`;
const LONGEST = 30;

export function hoursIn(text: string): { value: string; at: number; end: number } | undefined {
  const open = OPEN.exec(text);
  const range = RANGE.exec(text) ?? SINGLE.exec(text);
  const at = open && (!range || open.index <= range.index) ? open.index : range?.index;
  if (at === undefined) return undefined;
  const from = at === open?.index ? at + open[0].length : at;
  let end = from;
  for (let count = 0; count < LONGEST; count++) {
    TOKEN.lastIndex = end;
    const found = TOKEN.exec(text);
    if (!found) break;
    end += found[0].length;
  }
  // "Weekends 10-4, closed in January": closed begins something else.
  end -= anyCase`[,;]\s{0,2}${CLOSED}\s{0,2}$`.exec(text.slice(from, end))?.[0].length ?? 0;
  const value = text.slice(from, end).replace(anyCase`(?:[\s,;:]|(?<![${LETTERS}])${LINK}(?![${LETTERS}]))+$`, '').trim();
  const hasDay = anyCase`(?<![${LETTERS}])${DAY}(?![${LETTERS}])`.test(value);
  return (hasDay && value.length > 4) || /\d.*[-–—].*\d|\d.{1,8}\d/u.test(value)
    ? { value, at, end: from + text.slice(from, end).trimEnd().length }
    : undefined;
}
