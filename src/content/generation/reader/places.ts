import { asWritten } from './patterns.ts';

/** Streets and venues, as people write them. */

const KIND =
  '(?:Street|St|Road|Rd|Lane|Avenue|Ave|Square|Way|Drive|Close|Court|Place|Hill|Row|Terrace|Gardens|Park|Yard|Mews|Green|Walk|Boulevard|Blvd|Crescent|Quay|street|road|lane|avenue|square|drive|terrace)';
const TOWN =
  "(?:,?\\s(?!(?:from|on|at|in|and|with|by|for|to|the|same|open|since|near|is|are|off|opposite|next|behind)\\b)(?:\\p{Lu}[\\p{L}'’-]+(?:\\s\\p{Lu}[\\p{L}'’-]+)?|\\p{Ll}{4,20}(?=\\s(?:from|on)\\b|[.,;]|$)))";

export const STREET = asWritten`(?<![\p{L}\d])(?:\d{1,4}[a-z]?\s(?!(?:[ap]\.?m|uhr|Uhr|[AP]M|o['’]clock|at|in|on)(?!\p{L}))(?:\p{L}[\p{L}'’.-]{0,20}\s){1,3}${KIND}(?![\p{L}])(?!\s\p{Lu}\p{L}{1,20}['’]s)${TOWN}?(?:,?\s(?:[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}|[A-Z]{2}\s\d{5}))?|(?:Via|Viale|Piazza|Corso|Rue|rue|Avenue|Place|Boulevard|Calle|calle|Plaza|Paseo|Avenida|Rua|rua|Praça|Largo|ul\.|ulica|aleja)\s(?:\p{L}[\p{L}'’.]{0,20}\s){1,4}\d{1,4}[a-z]?(?:,\s\p{Lu}[\p{L}'’ -]{1,30})?|\d{1,4}\s?(?:bis|ter)?,?\s(?:rue|avenue|boulevard|place|quai|chemin)\s(?:[\p{L}'’.-]{1,20}\s?){1,5}|\p{Lu}[\p{L}-]{0,30}(?:straße|strasse|str\.|weg|platz|gasse|allee|ufer|markt|laan|straat|gracht|plein|gatan|vägen|kade)\s\d{1,4}[a-z]?(?:,\s(?:\d{4,5}\s)?\p{Lu}[\p{L}'’-]{1,30})?)`;

const HALL =
  '(?:hall|park|church|school|pub|inn|library|centre|center|theatre|theater|barn|gardens?|square|club|gallery|museum|bar|cafe|café|field|house|car park|room|rooms|studio|brook|beach|lake|river|stadium|arena|station|market|hotel|farm|castle|chapel|town hall|hut|green|yard|gate|stage|dairy|zoom|online|teams|rathaus|halle|saal|kirche|schule|platz|salle|mairie|église|sala|teatro|parque|plaza|piazza|chiesa|igreja|praça|zaal|kerk|lokal|kyrka|sal|dom kultury|galeria|hala|szkoła|kościół)';

/** What stands behind a date and says where: "at the lower car park, Dunmere Wood". */
export const VENUE = asWritten`^\s*,?\s*((?:(?:[Aa]t|@|in|[Nn]ear|im|in der|an der|au|à la|à|nel|nella|presso)\s(?:the\s|der\s|den\s|la\s|le\s|el\s|my\s|our\s)?[\p{L}\d][\p{L}\d'’. -]{2,60}|(?:on|by|am|en|no|na|em|op|på|w|i)\s(?:the\s|der\s|den\s|la\s|le\s|el\s)?\p{Lu}[\p{L}\d'’. -]{2,60}|(?:(?!(?:from|with|and|for|free|after|until)\s)\p{L}[\p{L}'’.]{0,20}\s){0,4}${HALL}(?![\p{L}])(?:\s\p{Lu}[\p{L}'’-]+)?)(?:,\s(?:(?:by|near|opposite|behind|next to)\s[\p{L}'’ ]{3,40}|\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){0,3}))?(?:\s?\([^()]{2,60}\))?)(?=\s*(?:$|[,.;!]))`;
