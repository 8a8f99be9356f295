import type { BlockKind } from '../draft/draft.ts';
import { ASKS_FOR, asksInRow, namesFields, withCommas } from './field-lists.ts';
import { fieldsAfter, fieldsIn, labelOf } from './fields.ts';
import { languageWished } from './language.ts';
import { leavesWords } from './occasions.ts';
import type { Reading } from './reading.ts';
import { turned } from './statements.ts';
import { capital, listOf } from './text.ts';
import { lexicon } from './words.ts';

const FORM =
  /\b(?:(tell us (?=(?:if|whether|veg\p{L}*|dietary|your name|names?|how many|who)\b)|fill(?:s|ing)? in|fill(?:s|ing)? out|leaves? their|leave us|ask(?:ing)? (?:them |people |visitors |guests |everyone |for )?for|asks? (?=name|their|email|for\b)|asks? (?=which|how|what they|what you|when they|where they|whether|if they)|leaves? (?=(?:an? )?(?:name|e-?mail|phone))|collect(?:ing)?|enter their|gives? us|(?:have|needs?|has) to (?:tell us|let us know)|rellenar|remplir|ausfüllen|indiquer|compilare|preencher|invullen|fylla i|wypełnić|order (?:their \p{L}+ |it |them )?(?:on|through|via) the (?:page|site|website)|just (?:an? )?(?=email|e-mail)|with just (?:an? )?(?=email)|(?:reserveren|boeken|réserver|réservation|reservar|reserva|prenotare|prenotazione|boka|bokning|buchen|buchung|rezerwacja|sign up|sign-up|register|registration|rsvp|book|apply|anmeldung|termin(?:e|anfrage|vereinbarung|buchung)?|anfragen?|bestellung|appointments?|enquir(?:y|ies)|bookings?|orders?|rendez-vous|citas?|appuntamento|afspraak|inscription|inscripción|registro|iscrizione|inscrição|aanmelding|aanmelden|anmälan|zapisy) (?:with|by|mit|avec|con|com|met|med|z)(?=\s(?:an?\s|the\s|their\s|full\s|first\s)?(?:name|e-?mail|phone|telefon|vorname|nachname|nom|prénom|nombre|nome|naam|namn|imi)))(?=[\s:,]|(?<=\s))|(?:an?\s+)?mailing list (?:thing|sign-?up|form|field|box)|(?:an?\s+|the\s+|short\s+|simple\s+|small\s+){0,3}(?:contact|sign[- ]?up|signup|registration|booking|order|enquiry|consent|entry|nomination|submission|membership|joining|pledge|voting|ticket|inquiry|application|rsvp|request|request appointment|feedback|lead|newsletter|appointment|reservation|quote|volunteer|waitlist|waiting list|email|viewing|kontakt|anmelde|buchungs|bestell|bewerbungs|reservierungs)?[\s-]?(?:form(?!at|al|er|ul)|formular|formulaire|formulario|formulário|formulier|formulär|formularz|modulo|フォーム)(?:ular)?(?![\p{L}])(?:\s(?:de contacto?|di contatto|de contato|d['’]inscription|de inscripción|di iscrizione|de inscrição|de reservas?|de réservation|di prenotazione|contactowy|kontaktowy|zgłoszeniowy)(?![\p{L}]))?)/iu;
export const NEGATED =
  /\b(?:no|not|without|don['’]?t|dont|do not|never|kein\p{L}*|ohne|nicht|pas de|sans|sin|senza|sem|geen|zonder|inga|utan|bez)\s*(?:(?:an?|any|the)\s*)?$|^\s*(?:no|not|without|don['’]?t|dont|never|kein\p{L}*|ohne|pas|sans|sin|senza|sem|geen|zonder|inga|utan|bez)\b/iu;

/** "Do we want chickens yes/no/don't care" */
const CHOICE =
  /(?<=^|[:.;]\s?)([^:.;,()]{6,140}?)\s*[?:(]?\s*((?:yes|no|ja|nein|nee|nej|oui|non|sí|si|sì|sim|não|tak|nie)\s?\/\s?[\p{L}'’]{2,20}(?:\s?\/\s?[\p{L}'’]{2,12}(?:\s[\p{L}'’]{2,12}){0,3}){0,4})\)?\s*[.?]?$/iu;

const OPTIONAL_EMAIL =
  /\boptional e-?mail\b|\be-?mail\b[^.]{0,60}\b(?:optional|freiwillig|facultatif|opcional|facoltativ[ao]|optioneel|frivillig\p{L}?|opcjonaln\p{L}{1,3})(?!\p{L})/iu;

/** "RSVP by 1 July with names and number of guests": moves the day out of the list. */
const RSVP_BY =
  /\b(?:rsvp|register|sign up|apply|book|answer|reply|respond)\s((?:by|before|until)\s[^,.;]{3,24}?)\s(?:with|giving|stating)\s(?=(?:(?:an?|the|their|your|full|first)\s){0,2}(?:names?|e-?mail|phone|number)\b)/iu;
const WITH_LIST =
  /\s(?:with|mit|avec|con|com|met|med|z)\s(?:the\s)?([^.;:]{3,120}?)[\s-](?:(?:input|form)\s)?(?:fields?|feldern?|inputs|boxes)(?!\p{L})/iu;

const AT_TOP =
  /(?:(?:please\s)?(?:put|place|have|move|show|keep|i want|we want)\s)?(?:the|a|our|my)?\s?(?:(?:contact|sign-?up|booking|enquiry|order|registration)\s)?(?:form|sign-?up)\s(?:(?:should|must|has to|needs to)\s(?:be|go|come|stand)\s)?(?:(?:right\s)?(?:at|on|near|to) the (?:very\s)?top|first|above the fold|before everything else)(?:\sof the page)?/iu;

/** Takes the fields out of the sentence: "a form with name and email", "they fill in name, phone". */
export function readForm(source: string, reading: Reading): string {
  const text = source.replace(RSVP_BY, '$1, form with ');
  if (AT_TOP.test(text)) {
    reading.brief.formFirst = true;
    return text.replace(AT_TOP, ' ');
  }
  if (leavesWords(text, reading)) return '';
  // A thank-you page has no form; its requests address the reader.
  if (reading.brief.purpose === 'thanks' && reading.brief.kind === 'page')
    return turned(text)
      .replace(/\sand\sto\s/giu, ' and ')
      .replace(/\bask(?:ing)?\s(?:you|people|everyone|visitors)\s(?=to\s)/giu, 'remind them ');
  const choice = CHOICE.exec(text);
  if (choice?.[1] && choice[2] && reading.brief.kind === 'page') {
    const options = choice[2].split('/').map((one) => capital(one.trim()));
    reading.addFields([{ type: 'choice', label: labelOf(reading.masked.shown(choice[1], true)), options }]);
    return text.slice(0, choice.index);
  }
  const found = FORM.exec(text);
  if (!found && OPTIONAL_EMAIL.test(text) && reading.brief.fields) {
    reading.addFields([{ type: 'email', standard: 'email', required: false }]);
    return '';
  }
  const named = found ? null : WITH_LIST.exec(text);
  if (named?.[1]) {
    const fields = fieldsIn(named[1], reading.masked, []);
    if (fields.some(({ standard }) => standard !== undefined)) {
      reading.addFields(fields);
      reading.want('form');
      return `${text.slice(0, named.index)}${text.slice(named.index + named[0].length)}`;
    }
  }
  if (!found) return readFieldList(text, reading);
  const { masked } = reading;
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + found[0].length);
  if (NEGATED.test(before)) return text;
  const verb = found[1] !== undefined;
  const left: string[] = [];
  const list = after.replace(verb ? /^\s*(?:for|their)\s+/iu : FOR_WHOM, '');
  const fields = verb ? fieldsIn(list, masked, left) : fieldsAfter(list, masked, left);
  const plausible =
    fields.some(({ standard, options }) => standard !== undefined || options !== undefined) ||
    fields.length > 2 ||
    (!verb && fields.length === 2 && WITH_FIELDS.test(after) && fields.every(({ label = '' }) => label.split(/\s+/).length <= 3));
  if (!verb) reading.want('form');
  if (!plausible) return verb ? text : `${before} ${after}`;
  reading.addFields(fields);
  const clause = /(?:^|[,;.]\s)([^,;.]{0,60})$/u.exec(before)?.[1] ?? '';
  const isLead = clause.split(/\s+/).length <= 5 && !/\d|\p{Lu}\p{L}+\s\p{Lu}/u.test(clause);
  // "Book by form with …": the clause only leads to the form.
  const kept =
    isLead && (before.length > clause.length || reading.opening !== '')
      ? before.slice(0, before.length - clause.length).replace(/[,;.\s]+$/u, '')
      : before.replace(LEADS, '');
  return [kept, ...left].join(', ');
}
const FOR_WHOM = /^\s*for (?:new\p{L}*|guests|members|people|parents|customers|visitors|orders|viewings|bookings)(?=\s*[:：])/iu;
const LEADS =
  /(?:[,;:.]|\s(?:people|guests|visitors|customers|they|ppl|users|can|could|should|must|or|to|need:?|o|oder|ou|of|eller|se puede|able|be))+\s*$/giu;

const SURVEY = /(?<!\p{L})(?:survey|questionnaire|poll|feedback|reviews?)(?!\p{L})/iu;
const WITH_FIELDS = /^\s*(?:with|asking for|that asks for|which asks for|for|mit|avec|con|com|met|med|z)\s/iu;

/** "… sign up (name, email, size)", or a bare list of fields. */
function readFieldList(text: string, reading: Reading): string {
  const { masked } = reading;
  if (reading.brief.kind === 'page') {
    const asks = ASKS_FOR.exec(text);
    const list = asks ? text.slice(asks.index + asks[0].length) : text;
    if (SURVEY.test(reading.brief.words) && asksInRow(text)) {
      reading.surveyed = true;
      reading.addFields(fieldsIn(text, masked));
      return '';
    }
    if (namesFields(withCommas(list), masked) && (asks !== null || listOf(list).length >= 3)) {
      const left: string[] = [];
      reading.addFields(fieldsIn(list, masked, left));
      return [asks ? text.slice(0, asks.index).replace(/[,;.\s]+$/u, '') : '', ...left].join(', ');
    }
  }
  const isField = (entry: string): boolean => lexicon('fields').whole(masked.shown(entry).replace(/\s*[(（].*$/u, '')) !== undefined;
  const bracket = /[(（]([^()（）]{8,200})[)）]/u.exec(text);
  for (const [all, inside] of [
    [text, text.replace(/^(?:ask for|fields?:?|form:?)\s/iu, '')],
    ...(bracket ? [[bracket[0], bracket[1] as string]] : []),
    ...(text.includes(': ') ? [[text.slice(text.indexOf(': ')), text.slice(text.indexOf(': ') + 2)]] : []),
  ] as [string, string][]) {
    const entries = listOf(inside);
    if (entries.length < 2 || reading.brief.kind === 'email') continue;
    const certain = isField(entries[0] as string) && entries.filter(isField).length >= 2;
    // "People suggest books (title, author, their email)".
    const asked = all === bracket?.[0] && entries.some((entry) => CONTACT.test(entry)) && entries.every((entry) => SHORT_FIELD.test(entry));
    if (!certain && !asked) continue;
    reading.addFields(fieldsIn(inside, masked));
    return all === text || !/\d/.test(text.replace(all, '')) ? '' : text.replace(all, ' ');
  }
  return reading.brief.kind === 'page' ? readFieldsAtEnd(text, reading, isField) : text;
}

/** "Waiting list for a café; name, email, favourite cake" */
function readFieldsAtEnd(text: string, reading: Reading, isField: (entry: string) => boolean): string {
  const parts = text.split(/([,;]\s)/u);
  for (let at = 2; at + 2 < parts.length; at += 2) {
    if (!isField(parts[at] as string) || !isField(listOf(parts[at + 2] as string)[0] ?? '')) continue;
    const tail = parts.slice(at);
    const entries = tail.filter((_part, i) => i % 2 === 0);
    if (!entries.every((entry) => isField(entry) || entry.split(/\s+/).length <= 6)) return text;
    reading.addFields(fieldsIn(tail.join(''), reading.masked));
    return parts.slice(0, at - 1).join('');
  }
  return text;
}

const CONTACT = /(?<!\p{L})(?:e-?mail|phone|telefon|téléphone|teléfono|telefono|telefone|telefoon|courriel|correo)(?!\p{L})/iu;
const SHORT_FIELD = /^[\p{Ll}'’-]{2,20}(?:\s[\p{L}'’-]{1,20}){0,3}$/u;

const WITHOUT =
  /\b(?:no|without|without any|don['’]?t (?:want|need|add|include)|dont (?:want|need|add|include)|do not (?:want|need|add|include)|leave out|skip|ohne|keine?n?|sans|pas de|sin|senza|sem|geen|zonder|utan|inga|bez)\s+((?:an?\s+|any\s+|the\s+|erfundenen?\s+|invented\s+|made-up\s+|fake\s+|cheesy\s+)?[\p{L}&' -]{2,40}?)(?=\s*(?:$|[,.;!(]|\s(?:and|or|but|please|pls|plz|needed|yet|since|because|und|oder|bitte)\b))/giu;

const ONLY_SOME = /\b(?:stock|fake|cheesy|ai|generated|agency|posed|more|other|blurry|old)\b/iu;

export function readWithout(text: string, { brief, masked }: Reading): string {
  return text.replace(WITHOUT, (all, words: string) => {
    const kinds = lexicon('sections')
      .find(masked.shown(words))
      .map(({ value }) => value as BlockKind);
    if (/\bbuttons?\b|\bknopf\b|\bbouton\b|\bbotón\b|\bknop\b|\bknapp\b/iu.test(words)) kinds.push('button', 'cta');
    // "No stock photos" allows other photos.
    if (kinds.length === 0 || (kinds.includes('gallery') && ONLY_SOME.test(words))) return all;
    brief.without.push(...kinds);
    return ' ';
  });
}

const PARTS =
  /(?:\b(?:with|include|includes|including|add|show|have|having|has|needs?|want|wants|plus|also|sections?(?: for)?:?|contains?|containing|featuring|mit|samt|inklusive|avec|incluant|con|incluye|incluyendo|com|incluindo|met|inclusief|med|inklusive|z|oraz)\s+)([^.;:!?\n]{2,200})/giu;
const PART_WORDS = /\s+(?:section|block|area|abschnitt|bereich|part|on (?:it|the page|top)|please|pls)$/iu;
const ARTICLES = /^(?:an?|the|our|my|some|one|also|short|small|simple|nice|big|little|eine[nmr]?|ein|une?|una?|um|uma|een|ett|en)\s+/iu;

export function readParts(text: string, reading: Reading): string {
  return text.replace(PARTS, (all, words: string) => {
    const left: string[] = [];
    let any = false;
    for (const entry of listOf(words)) {
      const bare = entry.replace(ARTICLES, '').replace(ARTICLES, '');
      const shown = reading.masked.shown(bare.replace(PART_WORDS, ''));
      // "Mit Preisen": German adds a letter in the dative plural.
      const plural = reading.brief.lang === 'de' && shown.endsWith('en') ? shown.slice(0, -1) : '';
      const kind = lexicon('sections').whole(shown) ?? lexicon('sections').whole(plural);
      if (kind === undefined) left.push(entry);
      else any = reading.wantSection(kind);
    }
    if (!any) return all;
    return left.length > 0 ? `, ${left.join(', ')}` : ' ';
  });
}

export function readLanguage(text: string, { brief }: Reading): string {
  const wished = languageWished(text);
  if (!wished) return text;
  brief.lang = wished.lang;
  return text.replace(wished.words, ' ');
}

export function wantsPart(shown: string, reading: Reading): boolean {
  if (!/\s(?:section|block|abschnitt|bereich|sección|sezione)$/iu.test(shown)) return false;
  const kind = lexicon('sections').whole(shown.replace(/^(?:an?|the|with an?|and an?)\s|\s\p{L}+$/giu, ''));
  return kind !== undefined && reading.wantSection(kind);
}
