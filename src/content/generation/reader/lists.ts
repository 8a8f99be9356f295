import type { BlockKind } from '../draft/draft.ts';
import type { BriefFact } from './brief.ts';
import { PRICE } from './dates.ts';
import { askedField, fieldsIn } from './fields.ts';
import { isFact, kindOf, looksLikePeople } from './items.ts';
import { labelKind, labelled } from './labelled.ts';
import { labelOf } from './labels.ts';
import type { Reading } from './reading.ts';
import { instruction } from './statements.ts';
import { capital, type Line, listOf } from './text.ts';

const MOST_ENTRIES = 60;

interface Listed {
  heading?: string;
  items: string[];
  end: number;
}

export function listAt(lines: readonly Line[], at: number, reading: Reading): Listed | undefined {
  const line = lines[at] as Line;
  const next = lines.slice(at + 1, at + 4).findIndex(({ blank }) => !blank);
  const follower = next < 0 ? undefined : (lines[at + 1 + next] as Line);
  const headed =
    !line.bullet &&
    follower !== undefined &&
    next <= 1 &&
    line.text.length <= 90 &&
    (line.title || /[:：]$/.test(line.text) || (next === 0 && isHeading(line.text, lines, at)));
  const from = headed ? at + 1 + next : at;
  const { items, end } = entriesFrom(lines, from, reading);
  if (headed && items.length > 0) return { heading: line.text.replace(/\s*[:：]$/, ''), items, end };
  if (!headed && items.length >= 2 && ((lines[from]?.bullet ?? false) || kindOf(items) !== undefined)) return { items, end };
  return undefined;
}

function entriesFrom(lines: readonly Line[], from: number, reading: Reading): { items: string[]; end: number } {
  const items: string[] = [];
  const bulleted = lines[from]?.bullet ?? false;
  let end = from;
  for (; end < lines.length && items.length < MOST_ENTRIES; end++) {
    const entry = lines[end] as Line;
    if (entry.blank) {
      // A blank line between bullets is a pause; otherwise it ends the list.
      if (bulleted && (lines[end + 1]?.bullet ?? false) && items.length > 0) continue;
      if (/^[\s|:=-]+$/.test(entry.text) && entry.text !== '') continue;
      break;
    }
    if (entry.title || (bulleted && !entry.bullet)) break;
    if (!bulleted && end > from && (/[:：]$/.test(entry.text) || labelKind(entry.text, reading) !== undefined)) break;
    items.push(entry.text);
  }
  return { items, end };
}

/** "TOUR", "What it does": a short line that is no sentence, above lines of another shape. */
function isHeading(text: string, lines: readonly Line[], at: number): boolean {
  if (/[.!?,;]$/.test(text) || text.split(/\s+/).length > 6) return false;
  const below = lines.slice(at + 1, at + 9);
  const end = below.findIndex(({ blank }) => blank);
  const entries = (end < 0 ? below : below.slice(0, end)).filter(({ blank }) => !blank);
  const [first] = entries;
  if (!first) return false;
  // A line of the same shape as those below is the first of them.
  if (!labelOf(text) && kindOf([text, text]) !== undefined && kindOf([text, ...entries.map((entry) => entry.text)]) !== undefined)
    return false;
  const isList = entries.length >= 2 && kindOf(entries.map((entry) => entry.text)) !== undefined;
  return first.bullet || isList || (labelOf(text) !== undefined && !/[:：]/.test(first.text));
}

/** @returns whether the list became a part, a form or facts */
export function readList({ heading, items }: Listed, reading: Reading): boolean {
  const { masked } = reading;
  const shown = heading === undefined ? '' : masked.shown(heading);
  const known = heading === undefined ? undefined : labelOf(shown.replace(/\s*\([^)]*\)$/, ''));
  const part = known && 'part' in known ? known.part : undefined;
  const label = known && 'label' in known ? known.label : undefined;
  const guessed = kindOf(items);
  const asks = label === 'fields' || part === 'form' || FORM_HEADING.test(shown);
  if (asks || isSurvey(items, reading)) {
    const one = items.length === 1 && (items[0] as string).replace(/^(?:just|only)\s/iu, '');
    const fields = one ? fieldsIn(one, masked) : items.flatMap((item) => askedField(item, masked) ?? []);
    reading.addFields(fields);
    if (!asks && fields.length > 0) reading.surveyed = true;
    if (fields.length > 0) return true;
  }
  if (label === 'looks' || label === 'drop') {
    for (const item of items) reading.looks(item);
    return true;
  }
  // "## Button", with its label below.
  if (label && label !== 'goal' && items.length === 1 && labelled(`${heading}: ${items[0]}`, reading)) return true;
  if (label && FACTUAL.has(label) && guessed === undefined && items.length <= 3) {
    for (const item of items) reading.fact(label as BriefFact['kind'], item);
    return true;
  }
  if (heading !== undefined && ORDERS.test(shown)) {
    for (const item of items) if (!labelled(item, reading)) reading.sentence(item);
    return true;
  }
  if (part === 'hours' && items.length <= 3) return reading.fact('hours', items.join(', '));
  if (isOrder(items, reading)) return readOrder(shown, items, reading);
  const compared = comparison(shown, items);
  if (compared) return reading.part('compare', OWN_HEADING.test(shown) || /\(/.test(shown) ? undefined : capital(shown), items, compared);
  if (items.every((item) => labelKind(item, reading) !== undefined)) {
    for (const item of items) labelled(item, reading);
    return true;
  }
  return readPart(heading, part, guessed, items, reading);
}

function readPart(
  heading: string | undefined,
  part: string | undefined,
  guessed: BlockKind | undefined,
  items: readonly string[],
  reading: Reading,
): boolean {
  const shown = heading === undefined ? '' : reading.masked.shown(heading);
  const dishes = guessed === 'pricing' && (part === 'menu' || DISHES.test(shown) || reading.brief.purpose === 'restaurant');
  const given = part && !['hours', 'hero', 'footer', 'cta', 'form', 'contact'].includes(part) ? part : undefined;
  const timed = guessed === 'schedule' && (given === undefined || given === 'features');
  const priced = guessed === 'pricing' && given === 'features';
  const kind = (
    dishes ? 'menu' : timed || priced ? guessed : (given ?? guessed ?? (looksLikePeople(items, reading.masked) ? 'people' : undefined))
  ) as BlockKind | undefined;
  const prose = kind === undefined && heading !== undefined && items.every((item) => /[.!]$/u.test(item) && item.split(/\s+/).length >= 4);
  if (prose && !instruction(shown)) return reading.part('text', capital(shown), items);
  // Bullets without heading and kind are notes, read one by one.
  if (kind === undefined && (heading === undefined || instruction(shown) || NOTES.test(shown))) return false;
  const own =
    heading !== undefined &&
    part === undefined &&
    !instructs(shown) &&
    !(kind === 'schedule' && /^(?:when|wann|quand|cuándo|quando)$/iu.test(shown));
  // The first words of a prompt name the whole.
  const opens = own && reading.opening === '' && shown.split(/\s+/).length >= 3 && reading.masked.text.startsWith(heading);
  if (opens) reading.sentence(heading);
  const wanted = items.filter((item) => !CODE_ENTRY.test(item) || item.length > 3).map(plainEntry);
  const offers = kind === undefined || kind === 'features';
  if (offers && items.every((item) => isFact(item)) && items.length <= 4 && heading === undefined) return false;
  const isNamed = part && (OWN_HEADING.test(shown) || (part === 'features' && !/^(?:features?|benefits?)$/iu.test(shown)));
  const isShown = (own && !opens) || (isNamed && !instructs(shown));
  return reading.part(kind ?? 'features', isShown ? capital(shown) : undefined, wanted);
}

/** "FEAT seating plans (sorry!)": drops the marks of a change log. */
const plainEntry = (item: string): string =>
  item
    .replace(/^(?:FEAT|FIX|CHG|CHANGE|ADD|NEW|DEL|REF|feat|fix|chore|docs)(?:\([^)]{0,40}\))?:?\s+(?=\S)/u, '')
    .replace(/\s+(?:if|when|where|because)\s+[^,;]{0,80}(?:!=|==|=>|&&|\|\|)[^,;]*$/u, '')
    .replace(/\s*\((?:sorry|lol|haha|yay)!*\)/giu, '');
const CODE_ENTRY = /^\W*$/u;

function isSurvey(items: readonly string[], { brief, masked }: Reading): boolean {
  if (brief.kind !== 'page' || items.length < 2) return false;
  const named = NAMED_SURVEY.test(brief.words);
  const asked = items.filter((item) => /[?？]/.test(masked.shown(item)) || /\b(?:rate|bewert|note[rz]?)\b.*\d/iu.test(item));
  const answered = items.filter((item) =>
    /[?？]\s*(?!.*[/|(])(?!several|multiple|choose|mehrere|plusieurs|varias)(?:\S+\s+){2}\S/iu.test(masked.shown(item)),
  );
  return asked.length * 2 >= items.length && asked.length >= 2 && (named || answered.length * 3 < items.length);
}

const SUM =
  /^(?:grand )?(?:sub\s?total|total|sum|postage|shipping|delivery|vat|tax|zwischensumme|summe|gesamt\w*|versand|mwst\.?|sous-total|livraison|somme|tva|subtotal|envío|iva|totale|spedizione|portes|envio|totaal|verzending|btw|summa|frakt|moms|razem|dostawa|合計|小計|送料)(?!\p{L})/iu;

const isOrder = (items: readonly string[], { brief }: Reading): boolean =>
  brief.kind === 'email' &&
  items.filter((item) => QUANTITY.test(item) || SUM.test(item)).length >= 2 &&
  items.some((item) => QUANTITY.test(item));
const QUANTITY = /^(\d{1,3})\s?(?:[x×]|st\.|stk\.?|pcs\.?)\s/iu;

function readOrder(heading: string, items: readonly string[], reading: Reading): boolean {
  const number =
    /\b(?:order|bestellung|commande|pedido|ordine|encomenda|bestelling|beställning|zamówienie)?\s*(?:no\.?|nr\.?|#)?\s*([A-Z]{0,4}-?\d{3,12})\b/iu;
  const lines = items.flatMap((item) => (SUM.test(item) ? listOf(item) : [item]));
  const found = [heading, ...lines.filter((line) => !QUANTITY.test(line) && !(line.match(PRICE) ?? []).length)]
    .map((line) => number.exec(line)?.[1])
    .find(Boolean);
  if (found) reading.slot('number', found);
  const priced = lines.filter((line) => (line.match(PRICE) ?? []).length > 0);
  return reading.part('order', undefined, priced);
}

const VERSUS = /\s+(?:vs\.?|versus|gegen|contre|contra|contro|tegen|mot)\s+/iu;

function comparison(heading: string, items: readonly string[]): string[] | undefined {
  if (items.filter((item) => VERSUS.test(item)).length * 2 < items.length || items.length < 2) return undefined;
  const named = /\(([^()]{3,80})\)/u.exec(heading)?.[1] ?? heading.replace(/^[^:]{0,40}:/u, '');
  const columns = named.split(VERSUS).map((name) => capital(name.trim()));
  return columns.length === 2 && columns.every((name) => name.length > 1 && name.length < 60) ? columns : ['1', '2'];
}

const instructs = (heading: string): boolean => instruction(heading) || INTRODUCES.test(heading);
const INTRODUCES =
  /\b(?:as follows|following|people (?:always )?ask|we get|i get|always ask|these|here are|folgende\w*|suivant\w*|siguiente\w*|seguente|seguenti|seguinte\w*|i want|we want|we need)\b/iu;

const FORM_HEADING =
  /\b(?:form|fields|formular|formulaire|formulario|formulário|formulier|formulär|formularz|have to tell us|tell us|fill in|ask(?: them)? for|we need to know|sign up with)\b|フォーム|項目/iu;
const ORDERS =
  /\b(?:order of things|structure|sections|page structure|aufbau|requirements for the page|to ?do|three things|brief|notes)\b/iu;
const NOTES = /\b(?:notes|copy|details|infos?|facts|brief|notizen|stichpunkte|eckdaten|datos|dati|dados)\b/iu;
const OWN_HEADING = /\s\S+\s|[?]$/u;
const DISHES = /menu|karte|speise|carte|carta|menù|ementa|cardápio|kaart|meny|お品書き|メニュー/iu;
const FACTUAL: ReadonlySet<string> = new Set('when where price phone email hours address deadline salary host until'.split(' '));

const ANSWERED = /[^?？.!。]{3,160}[?？]\s+[^?？]{2,300}?[.!。](?=\s|$)|[^?？.!。]{3,160}[?？]\s+[^?？]{2,300}$/gu;
const LONGEST = 2000;
const PLACEHOLDER = /^[\s.]*$/u;

/** "What to wear? Something warm. Insurance? We give you an invoice." @returns the rest */
export function readFaq(text: string, reading: Reading): string {
  const pairs = text.length > LONGEST ? [] : (text.match(ANSWERED) ?? []);
  const real = pairs.filter((pair) => {
    const [question = '', answer = ''] = pair.split(/[?？]/u);
    return !instruction(reading.masked.shown(`${question} `)) && !PLACEHOLDER.test(answer);
  });
  if (real.length < 2) return text;
  reading.part(
    'faq',
    undefined,
    real.map((pair) =>
      pair.replace(/^\s*(?:an?\s)?(?:faqs?|q\s?&\s?a|questions?)(?:\s(?:page|section|for [^:]{2,60}))?\s*[:–-]\s*/iu, '').trim(),
    ),
  );
  let rest = text;
  for (const pair of real) rest = rest.replace(pair, ' ');
  return rest.trim();
}

const NAMED_SURVEY = /survey|questionnaire|poll|umfrage|fragebogen|sondage|encuesta|sondaggio|inquérito|enquête|enkät|ankiet|アンケート/iu;
const SURVEY = /survey|questionnaire|poll|feedback|umfrage|fragebogen|sondage|encuesta|sondaggio|inquérito|enquête|enkät|ankiet/iu;

/** "… for our guests: how did you find us? (friends, press), rate the soup 1-5" @returns the rest */
export function readSurvey(text: string, reading: Reading): string {
  const at = text.indexOf(': ');
  const { brief, masked } = reading;
  if (brief.kind !== 'page' || at < 0 || text.length > LONGEST || !SURVEY.test(text.slice(0, at)) || !text.slice(at).includes('?'))
    return text;
  const said = text.slice(at + 2);
  // "… called? Options: A, B, C. Vote by …"
  const chosen = /^([^?？]{6,160}[?？])\s*(?:the\s)?(?:options?|choices|answers?)\s*(?:are\s*)?:?\s*([^.\n]{4,300})(?:\.\s|$)/iu.exec(said);
  const slashed = /^([^?？]{6,160}[?？])\s*((?:[^/.?？]{2,40}\s\/\s){2,9}[^/.?？]{2,40})(?:\.(?=\s|$)|$)/u.exec(said);
  const picked = chosen ?? slashed;
  const field = picked && askedField(`${picked[1]} (${picked[2]})`, masked);
  if (picked && field?.options) {
    reading.addFields([{ ...field, required: true }]);
    reading.surveyed = true;
    return `${text.slice(0, at)}. ${said.slice(picked[0].length)}`;
  }
  const [questions, rest] = questionsIn(said);
  const fields = questions.flatMap((entry) => askedField(entry, masked) ?? []);
  if (fields.length < 2) return text;
  reading.addFields(fields);
  reading.surveyed = true;
  return `${text.slice(0, at)}${rest === '' ? '' : `. ${rest}`}`;
}

/** Options right behind a question: "(1-5)", "yes/no", "yes, no or not sure". */
const ANSWERS =
  /^\s*(\([^()]{1,120}\)|(?:yes|no|ja|nein|nee|nej|oui|non|sí|si|sì|sim|não|tak|nie)\s?(?:\/|,|or)\s?[^.?]{1,60}|\d{1,2}\s?(?:[–-]|to)\s?\d{1,2})\s*(?:[.,;]|$|(?<=\))(?=\s\p{Lu}))/iu;

function questionsIn(text: string): [questions: string[], rest: string] {
  const sentences = text.split(/(?<=[?？])/u);
  if (sentences.filter((sentence) => /[?？]$/u.test(sentence)).length < 2) {
    const end = /[^?？]\.\s(?=\p{Lu})/u.exec(text)?.index ?? text.length;
    return [listOf(text.slice(0, end + 1)), text.slice(end + 2)];
  }
  const questions: string[] = [];
  let rest = '';
  for (const sentence of sentences) {
    const answers = questions.length > 0 ? ANSWERS.exec(sentence) : null;
    if (answers) questions[questions.length - 1] += ` ${(answers[1] as string).replace(/^(?!\()(.*)$/su, '($1)')}`;
    const own = sentence.slice(answers?.[0].length ?? 0).replace(/^[\s.,;]+/u, '');
    if (/[?？]$/u.test(own)) questions.push(own);
    else rest = own;
  }
  return [questions, rest];
}
