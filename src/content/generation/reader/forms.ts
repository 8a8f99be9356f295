import { NEGATED } from './asked.ts';
import type { AskedField } from './brief.ts';
import { fieldsIn } from './fields.ts';
import type { Reading } from './reading.ts';
import { capital, listOf } from './text.ts';
import { allAnyCase, anyCase, lexicon } from './words.ts';

/** Form fields in languages other than English: a list that starts with a field, behind a colon, a bracket, "with" or a verb of asking. */

const WITH = 'mit|samt|avec|con|com|met|med|z|ze|und zwar';
const ASK =
  'frag(?:t|en)? (?:nur )?nach|abfragen|erfragen|erfassen|brauchen|angeben|eintragen|hinterlassen|bitte nur|' +
  'demand\\p{L}{1,4}|indiqu\\p{L}{1,4}|laiss\\p{L}{1,4}|recueillir|renseign\\p{L}{1,4}|' +
  'ped\\p{L}{2,4}|pid\\p{L}{1,4}|pregunt\\p{L}{1,4}|recog\\p{L}{2,4}|dej\\p{L}{1,3}|rellen\\p{L}{1,4}|indic\\p{L}{1,4}|' +
  'chied\\p{L}{1,4}|raccogli\\p{L}{1,4}|lasci\\p{L}{1,4}|inserir\\p{L}|inserisc\\p{L}{1,3}|indich\\p{L}{1,4}|' +
  'peç\\p{L}{1,2}|pergunt\\p{L}{1,4}|recolh\\p{L}{1,4}|colet\\p{L}{1,4}|deix\\p{L}{1,4}|preench\\p{L}{1,4}|' +
  'vra(?:ag|agt|gen) (?:alleen )?(?:om|naar)?|opgeven|invullen|achterlaten|' +
  'fråg\\p{L}{1,2} (?:bara )?(?:efter|om)|ange\\p{L}?|lämn\\p{L}{1,2}|fyll\\p{L}? i|samla in|be om|' +
  'pytaj\\p{L}{0,3} o|zapyt\\p{L}{1,4} o|popro\\p{L}{1,3} o|pod\\p{L}{2,5}|zbier\\p{L}{1,4}|wpis\\p{L}{2,5}';
const FIELDS =
  '(?:(?:den |der |die )?feldern?|(?:les |comme )?champs(?: suivants)?|(?:los |estos )?campos(?: de)?|(?:i )?campi|(?:os )?campos|(?:de )?velden|fält(?:en)?|polami|pola)';
const SMALL =
  "(?:(?:nur|solo|sólo|seulement|juste|só|apenas|soltanto|alleen|bara|tylko|el|la|le|il|o|a|los|las|i|den|der|die|das|dem|sein\\p{L}{0,2}|ihr\\p{L}{0,2}|dein\\p{L}{0,2}|su|sus|tu|son|sa|ses|leur|leurs|votre|hun|je|uw|sitt|sin|seu|sua|swoje|swój)\\s|l['’]){0,2}";
const LEAD = allAnyCase`(?:[:：(（]\s{0,2}|(?<!\p{L})(?:${WITH}|${ASK})\s(?:${FIELDS}\s?:?\s)?)(?=${SMALL}[\p{L}])`;
const OF_FORM =
  /(?:formul\p{L}{2,6}|modulo|\bform\b|felder|campos|campi|champs|velden|\bfält|\bpola|anmeld\p{L}*|eintrag\p{L}*|buch\p{L}{2}|bestell\p{L}*|anfrag\p{L}*|termin\p{L}*|bewerb\p{L}*|inscri\p{L}*|réserv\p{L}*|demand\p{L}*|rendez-vous|reserv\p{L}*|apunt\p{L}*|cita|solicit\p{L}*|iscri\p{L}*|prenot\p{L}*|richie\p{L}*|marca\p{L}*|encomend\p{L}*|aanmeld\p{L}*|inschrijv\p{L}*|afspra\p{L}*|boek\p{L}*|anmäl\p{L}*|bok\p{L}{1,4}|intresse\p{L}*|zapis\p{L}*|rezerw\p{L}*|zgłosz\p{L}*|zamów\p{L}*|umów\p{L}*|rsvp|kontakt\p{L}*|contact\p{L}*|contatt\p{L}*)/iu;
const REACHES: ReadonlySet<string> = new Set(['name', 'first_name', 'last_name', 'email', 'phone', 'address', 'postcode', 'company']);

const entryKind = (entry: string, reading: Reading): string | undefined => {
  const shown = reading.masked
    .shown(entry)
    .replace(/\s*[(（].*$/u, '')
    .replace(anyCase`^${SMALL}`, '')
    .replace(/\.$/u, '')
    .trim();
  const [first = ''] = shown.split(/\s+/);
  return lexicon('fields').whole(shown) ?? (shown.split(/\s+/).length <= 4 ? lexicon('fields').whole(first) : undefined);
};

/** "anreise abreise personen name email" */
function withCommas(list: string): string {
  const words = list.trim().split(/\s+/);
  const isRun = words.length >= 3 && words.every((word) => lexicon('fields').whole(word.replace(/[.,]$/u, '')) !== undefined);
  return isRun ? words.join(', ') : list;
}

/** @returns the rest of the sentence */
export function readFormElsewhere(text: string, reading: Reading): string {
  const { brief } = reading;
  if (brief.kind !== 'page' || brief.lang === 'en') return text;
  for (const found of text.matchAll(LEAD)) {
    const before = text.slice(0, found.index);
    const after = text.slice(found.index + found[0].length);
    const inside = /^[(（]/u.test(found[0]) ? bracketed(after) : after;
    const entries = listOf(withCommas(inside));
    const [first = ''] = entries;
    const kind = entryKind(first, reading);
    const clause = /(?:^|[,;.]\s)([^,;.]{0,120})$/u.exec(before)?.[1] ?? '';
    if (NEGATED.test(before)) continue;
    const speaks = OF_FORM.test(`${clause}${found[0]}`) || anyCase`^(?:${ASK})\s`.test(found[0]);
    const others = entries.slice(1).filter((entry) => entryKind(entry, reading) !== undefined).length;
    if (!kind || !(REACHES.has(kind) || (speaks && others > 0)) || (others === 0 && !speaks)) continue;
    const left: string[] = [];
    const fields: AskedField[] = fieldsIn(entries.join(', '), reading.masked, left);
    if (fields.length === 0) continue;
    reading.addFields(fields);
    reading.want('form');
    const behind = [...left, ...(inside === after ? [] : [after.slice(inside.length).replace(/^[)）]\s*/u, '')])].filter(Boolean);
    // The clause before the list only announces the form.
    const isAll = speaks && (before.length > clause.length || reading.opening !== '');
    const kept = isAll
      ? before.slice(0, before.length - clause.length)
      : before.replace(
          anyCase`\s(?:ein\p{L}{0,2} |un |una |um |een |ett )?(?:[\p{L}-]{0,24}formul\p{L}{1,4}|modulo|form)\s*(?:${WITH})?$`,
          '',
        );
    return [kept.replace(/[,;:\s]+$/u, ''), ...behind].filter(Boolean).join(', ');
  }
  return text;
}

function bracketed(text: string): string {
  let depth = 1;
  for (let at = 0; at < text.length; at++) {
    if ('(（'.includes(text[at] as string)) depth += 1;
    else if (')）'.includes(text[at] as string)) depth -= 1;
    if (depth === 0) return text.slice(0, at);
  }
  return text;
}

/* "Registration form for new members": the form is the whole page, since the library has no copy for it. */

const ENGLISH =
  /^(?:please\s)?(?:(?:make|create|build|design|give|need|do|set up|i need|we need)\s)?(?:(?:me|us)\s)?(?:(?:an?|the|my|our|simple|basic|quick|short|small|plain|online)\s){0,4}((?:contact|registration|sign[- ]?up|application|order|booking|feedback|enquiry|inquiry|request|reservation|membership|intake|nomination|entry|returns?|complaints?|support|referral)(?:\s(?:request|form|us))?)\s(?:page|form|website|site)\b(?:\s(for\s\p{Ll}[^.,:;\n]{2,60}?))?(?=\s(?:with|where|that|asking|to|so|and)\b|[.,:;\n]|$)/iu;
const OTHERS =
  /^[^.,:;\n]{0,40}?(?<!\p{L})(\p{L}{4,16}formular|formulaire\s(?:de|d['’])\s?\p{L}{4,16}|formulario\sde\s\p{L}{4,16}|modulo\sdi\s\p{L}{4,16}|formulário\sde\s\p{L}{4,16}|\p{L}{4,16}formulier|formularz\s\p{L}{4,16}|\p{L}{2,12}フォーム)(?=\s(?:mit|für|avec|pour|con|para|per|com|met|voor|med|för|z|dla)(?!\p{L})|[.,:;\n]|$)/iu;

export function readFormPage({ brief, masked }: Reading): void {
  // "With name and email" names fields, not a business.
  if (brief.slots.name && lexicon('fields').find(brief.slots.name).length > 0) delete brief.slots.name;
  if (brief.kind !== 'page' || brief.purpose !== 'landing' || brief.slots.name !== undefined || brief.statements.length > 2) return;
  const found = (brief.lang === 'en' ? ENGLISH : OTHERS).exec(masked.text);
  const what = found?.[1]?.replace(/\s(?:form|us)$/iu, '');
  if (!what) return;
  brief.isForm = true;
  brief.slots.subject = what;
  if (!brief.quoted.some(({ as }) => as === 'headline'))
    brief.quoted.push({ as: 'headline', text: capital([what, found?.[2]].filter(Boolean).join(' ')) });
}
