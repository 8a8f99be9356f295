import { HAS_WEEKDAY } from '../reader/dates.ts';
import { labelOf } from '../reader/labels.ts';
import { languageOf } from '../reader/language.ts';
import { cutOutside, linesOf, Masked, sentencesOf } from '../reader/text.ts';
import { anyCase, lexicon } from '../reader/words.ts';
import type { Failed, Order } from './orders.ts';
import { readClause } from './read.ts';
import { looksWish } from './read-looks.ts';
import { impossible, isOpinion, isTalk, spelled, withoutFillers } from './talk.ts';
import { factsIn } from './values.ts';
import * as v from './verbs.ts';

/** One order of an instruction: its words, and the lines of a list that belongs to it. */
export interface Clause {
  text: string;
  entries: string[];
}

const MOST_CLAUSES = 60;
const MOST_PIECES = 60;
const STRONG = anyCase`^(?:${[v.REMOVE, v.ADD, v.CHANGE, v.REPLACE, v.MOVE, v.USE, v.TRANSLATE, v.SHORTEN, v.DUPLICATE, v.RENAME, v.MAKE_IT, v.ASK].join('|')}|link|point|sign|unterschreib\p{L}*|signe[rz]?|firma|assina|onderteken|underteckna|podpisz|swap|undo|revert|mention|say|tell|no|centre|center|align|round|enlarge|attach)(?![\p{L}'’])`;
const TAIL = anyCase`^(?!\s).{2,80}\s(?:${v.REMOVE_LAST}|${v.ADD_LAST}|ändern|ersetzen|umbenennen|verschieben|signs|sign)[\s.!]*$`;
const LABELLED = anyCase`^([^:：]{2,48}?)(?:\s*[:：]\s|${v.TO})`;
const DEMAND =
  /\b(?:optional|required|mandatory|compulsory|obligatory|freiwillig|pflicht(?:feld)?|facultati\w+|obligat\w+|opcional\w*|facoltativ\w+|verplicht|optioneel|valfri\w*|obligatorisk\w*|opcjonaln\w+|wymagan\w+)\b/iu;
const INSTEAD =
  /\s(?:instead of|rather than|statt|anstatt|anstelle von|au lieu de|en vez de|en lugar de|invece di|em vez de|in plaats van|i stället för|istället för|zamiast)\s|(?:,?\s(?:not|nicht|pas|non|não|niet|inte|nie)|,\sno)\s+[\p{L}\d\ue100-\ue483£€$][^,;]{0,40}$/iu;
const PLACED = anyCase`^(.{2,60}?)\s+(?:${v.FIRST}|${v.LAST}|(?:${v.BEFORE}|${v.AFTER})\s+.{2,60})$`;

export function begins(piece: string, masked: Masked): boolean {
  if (piece.length > 600) return false;
  const text = withoutFillers(piece);
  if (STRONG.test(text) || TAIL.test(text) || INSTEAD.test(text) || /してください|して$|ください|削除|追加/u.test(text)) return true;
  if (DEMAND.test(text) && text.split(/\s+/).length > 1) return true;
  if (isTalk(piece)) return true;
  const [, before] = /^(?:the\s+)?(\p{L}+(?:\s\p{L}+)?)\s+[\ue100-\ue483]$/u.exec(text) ?? [];
  if (before !== undefined && masked.all('quote', text).length > 0 && labelOf(before) !== undefined) return true;
  const [, label] = LABELLED.exec(text) ?? [];
  if (label !== undefined && (labelOf(label) !== undefined || THING.test(label))) return true;
  const [, what] = PLACED.exec(text) ?? [];
  if (what !== undefined && lexicon('sections').find(what).length > 0) return true;
  return impossible(text) !== undefined || looksWish(text, masked) !== undefined || factsIn(text, masked) !== undefined;
}

const THING =
  /\b(?:button|headline|heading|title|subject|field|section|form|step|question|price|date|time|text|colou?r|background|font|link|name|logo|picture|photo|image|knopf|überschrift|feld|bouton|champ|botón|campo|pulsante|botão|knop|veld|knapp|fält|przycisk|pole)\b/iu;

export function clausesOf(masked: Masked): { clauses: Clause[]; cut: boolean } {
  const clauses: Clause[] = [];
  const lines = linesOf(masked.text);
  const lang = languageOf(masked.shown(masked.text));
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (!line || line.blank) continue;
    const entries: string[] = [];
    if (!line.bullet && wantsList(line.text))
      while (at + 1 < lines.length && isEntry(lines[at + 1], entries.length === 0, masked)) {
        at += 1;
        const entry = lines[at]?.text ?? '';
        if (entry !== '') entries.push(entry);
      }
    const own = ofLine(line.text, masked, lang);
    const last = own.at(-1);
    if (last && entries.length > 0) last.entries = entries;
    clauses.push(...own);
    if (clauses.length > MOST_CLAUSES) return { clauses: clauses.slice(0, MOST_CLAUSES), cut: true };
  }
  return { clauses, cut: false };
}

const ADDS = anyCase`^(?:${v.ADD}|${v.REPLACE}|${v.CHANGE})(?![\p{L}'’])`;
const wantsList = (text: string): boolean =>
  /[:：]\s*$/u.test(text)
    ? !/^(?:(?:things|changes|edits|fixes|todo|to do|please change|änderungen|changements|cambios|modifiche)[\s\p{L}]{0,30})[:：]\s*$/iu.test(
        text,
      ) && ADDS.test(withoutFillers(text))
    : anyCase`^(?:${v.ADD})(?![\p{L}'’])`.test(withoutFillers(text));

function isEntry(line: { text: string; bullet: boolean; blank: boolean } | undefined, first: boolean, masked: Masked): boolean {
  if (!line || (line.blank && line.text === '')) return false;
  if (line.bullet) return true;
  return !STRONG.test(withoutFillers(line.text)) && !(first && begins(line.text, masked) && factsIn(line.text, masked) === undefined);
}

const ADDS_QUESTION = /^(?:\p{L}+\s){1,4}(?:question|frage|pregunta|domanda|pergunta|vraag|fråga|pytanie)\s/iu;
const ENGLISH = 'and then|and also|and|then|but also|but|plus';
const JOINERS: Record<string, string> = {
  de: 'und dann|und|dann|aber|sowie',
  fr: 'et puis|et|puis|mais',
  es: 'y luego|y|luego|pero',
  it: 'e poi|e|poi|ma',
  pt: 'e depois|e|depois|mas',
  nl: 'en dan|en|dan|maar',
  sv: 'och sen|och|sen|men',
  pl: 'i|oraz|ale|a także',
};
const piece = (joiners: string): RegExp =>
  new RegExp(`(?:,(?!\\d)|;|、|，|\\s[–—-]\\s|\\.\\.\\.)\\s*(?:(?:${joiners})\\s)?|\\s(?:${joiners}|&)\\s(?=\\S)`, 'iy');
const PIECES = Object.fromEntries(
  ['en', ...Object.keys(JOINERS)].map((lang) => [lang, piece(lang in JOINERS ? `${JOINERS[lang]}|${ENGLISH}` : ENGLISH)]),
);
const ASKS =
  /^(?:(?:and|also|so|hi|hello|hey|ok|please)[\s,]+)*(?:can|could|would|will|may|shall|should|is it|how about|what about|mind|kannst|könn\p{L}*|würd\p{L}*|peux|pouvez|pourr\p{L}*|puede\p{L}*|podr\p{L}*|puoi|può|potre\p{L}*|pode\p{L}*|kun|kan|zou|wil|skulle|czy|mógł\p{L}*)\s/iu;
const INTRO =
  /^(?:(?:ok|so|hi|hello|please|just|only)[\s,]+)*(?:(?:a few|some|a couple of|one|two|three|four|five|six|\d|my|these|the following|here are (?:my|some|a few|the))\s+(?:more\s+|small\s+|little\s+|quick\s+|last\s+|other\s+)*(?:things?|changes?|edits?|fixes|points?|tweaks?|requests?)|changes|edits|tweaks|to ?do|änderungen|(?:ein paar|zwei|drei|vier) (?:dinge|sachen|änderungen)|(?:deux|trois|quelques) (?:choses|changements)|(?:dos|tres|unas) cosas|(?:due|tre|alcune) cose)(?:\s+(?:please|to change|bitte))?\s*[:–-]\s*/iu;
const PAIR = /^[^:]{1,60}?\s(?:to|into|with|by|zu|in|durch|en|par|a|por|con|com|para|naar|door|till|med|na)\s.{1,80}$/iu;
const PAIRED = anyCase`^(?:${v.CHANGE}|${v.REPLACE})(?![\p{L}'’]).{1,80}?\s(?:to|into|with|by|zu|in|durch|en|par|a|por|con|com|para|naar|door|till|med|na)\s`;

function ofLine(line: string, masked: Masked, lang: string): Clause[] {
  const clauses: Clause[] = [];
  let open = false;
  let budget = MOST_PIECES;
  for (const raw of wholes(sentencesOf(line.replace(INTRO, ''))).map((one) => one.replace(INTRO, ''))) {
    const asks = open && /[?？]$/u.test(raw);
    const answer: boolean = /[?？]$/u.test(clauses.at(-1)?.text ?? '');
    const sentence: string = ASKS.test(raw) && !open ? raw.replace(/[?？]$/u, '') : raw;
    const pieces = piecesOf(sentence, lang, masked).map((one) =>
      !open && ASKS.test(one.text) ? { ...one, text: one.text.replace(/[?？]$/u, '') } : one,
    );
    for (const [i, { text, glue }] of pieces.entries()) {
      budget -= 1;
      if (budget < 0) return clauses;
      const last = clauses.at(-1);
      const strong = (STRONG.test(withoutFillers(text)) && !asks) || /^[^:：]{2,30}[:：]\s/u.test(text);
      // "Is lunch included? No, please bring one.": behind a question stands its answer.
      const answers = open && answer && !/^[^:：]{2,30}[:：]\s/u.test(text);
      const joins =
        last !== undefined &&
        (answers ||
          (open
            ? !strong || (i > 0 && !/\p{L}/u.test(glue) && !/^[^:：]{2,30}[:：]\s/u.test(text))
            : i > 0 && (!begins(text, masked) || bothLooks(last.text, text, masked) || belongs(last.text, text))));
      if (joins) last.text += i > 0 ? glue + text : /[?!？！]$/u.test(last.text) ? ` ${text}` : `. ${text}`;
      else clauses.push({ text, entries: [] });
      // Behind a colon stand lists and texts with commas and full stops of their own.
      if (!joins) open = /^[^:：]{2,80}[:：]\s+[^\s\ue100-\ue483]/u.test(text) || (ADDS_QUESTION.test(text) && /[?？]$/u.test(text));
    }
  }
  return clauses;
}

/** "…, not Bernd"; "Tuesdays to Wednesdays and Thursdays to Fridays". */
const belongs = (last: string, text: string): boolean =>
  (/^(?:do\s?n[o'’]?t|do not|never)\s+(?:say|write|use|put|call it)\s/iu.test(last) &&
    /^(?:but\s+)?(?:say|write|use|put|call it)\s/iu.test(text)) ||
  (/^(?:not|instead of|rather than|nicht|statt|pas|no|non|não|niet|inte|nie)\s\S+(?:\s\S+){0,3}$/iu.test(text) && !/^no\s/iu.test(text)) ||
  // "Saturdays and Sundays" are one time.
  (ENDS_ON_DAY.test(last) &&
    (BEGINS_WITH_DAY.test(text) || /^(?:the\s)?\d{1,2}(?:st|nd|rd|th|\.)?\s(?:of\s|de\s)?\p{L}{3,12}/u.test(text))) ||
  (ADDS_ONLY.test(withoutFillers(last)) &&
    !STRONG.test(withoutFillers(text)) &&
    /^[\s\p{L}]{0,20}[\ue100-\ue483\d€£$]/u.test(text) &&
    !LABELLED_START.test(text)) ||
  (PAIRED.test(withoutFillers(last)) && PAIR.test(text) && !STRONG.test(withoutFillers(text)) && !/^[^:]{2,40}[:]/.test(text));

const ENDS_ON_DAY = anyCase`${HAS_WEEKDAY.source}$`;
const BEGINS_WITH_DAY = anyCase`^${HAS_WEEKDAY.source}(?!\s(?:to|is|are|instead|on)\s)`;
const ADDS_ONLY = anyCase`^(?:${v.ADD})(?![\p{L}'’])`;
const LABELLED_START = /^(?:the\s+)?(?:price|date|time|venue|code|headline|subject|button)\s+(?:is|are|to|should)\s/iu;
const CONTRAST =
  /\s(?:instead of|rather than|statt|anstatt|anstelle von|au lieu de|en vez de|en lugar de|invece di|em vez de|in plaats van|i stället för|istället för|zamiast)\s/iu;
const RENAMES = anyCase`^(?:${v.RENAME}|${v.CHANGE}|${v.REPLACE})(?![\p{L}'’])`;

/** A question that is renamed ends no sentence: "rename What? to Which?". */
function wholes(sentences: readonly string[]): string[] {
  const result: string[] = [];
  for (const sentence of sentences) {
    const last = result.at(-1);
    if (
      last !== undefined &&
      /[?？]$/u.test(last) &&
      /^(?:to|into|with|by|should|in|zu|durch|en|par|a|por|con|para|naar|till|na)\s/u.test(sentence) &&
      RENAMES.test(withoutFillers(last))
    )
      result[result.length - 1] = `${last} ${sentence}`;
    else result.push(sentence);
  }
  return result;
}

const bothLooks = (one: string, other: string, masked: Masked): boolean =>
  one.length + other.length < 160 &&
  looksWish(withoutFillers(one), masked) !== undefined &&
  looksWish(withoutFillers(other), masked) !== undefined;

const ALONE =
  /^(?:(?:make|use)\s+(?:the\s+)?)?(?:bigger|larger|smaller|rounder|darker|lighter|bolder|warmer|wider|round|big|large|größere?|rundere?|plus (?:grands?|gros|ronds?)|más grandes|più grandi|maiores|grotere|större|większe)$/iu;

function piecesOf(sentence: string, lang: string, masked: Masked): { text: string; glue: string }[] {
  const cut = cutOutside(sentence, PIECES[lang] ?? (PIECES.en as RegExp));
  // "The Mill, Leeds instead of the boathouse": commas belong to what is given.
  const whole =
    CONTRAST.test(` ${sentence.replace(/^(?:bitte\s)?\p{Lu}/u, (letter) => letter.toLowerCase())}`) &&
    !cut
      .slice(1)
      .some(
        (one) =>
          STRONG.test(withoutFillers(one)) || looksWish(withoutFillers(one), masked) !== undefined || /^[^:：]{2,30}[:：]\s/u.test(one),
      );
  const texts = whole ? [sentence] : cut.slice(0, MOST_PIECES);
  const pieces: { text: string; glue: string }[] = [];
  let from = 0;
  for (const text of texts) {
    const at = sentence.indexOf(text, from);
    const glue = at > from ? sentence.slice(from, at) : ' ';
    const last = pieces.at(-1);
    // "Bigger and rounder buttons": the first word waits for what it is about.
    if (last && ALONE.test(withoutFillers(last.text))) last.text += glue + text;
    else pieces.push({ text, glue });
    from = at + text.length;
  }
  return pieces;
}

/** The orders of an instruction, carried out one after another. */

const LONGEST = 10_000;

export function carriedOut(
  instruction: string,
  stands: (word: string) => boolean,
  perform: (order: Order, words: string) => { said: string } | Failed,
): { said: string[]; problems: string[]; undo: boolean } {
  const masked = new Masked(cleaned(instruction));
  masked.text = spelled(masked.text, stands);
  const { clauses, cut } = clausesOf(masked);
  const said: string[] = [];
  const problems: string[] = [];
  const settled: string[] = [];
  const seen = new Set<string>();
  let undo = false;
  let changes = 0;
  let topic: string | undefined;
  let pending: string | undefined;
  for (const clause of clauses) {
    const words = clip(masked.shown(clause.text, true).trim(), 120);
    if (isOpinion(clause.text)) continue;
    const about = topic === undefined ? undefined : clause.text.replace(IT, topic).replace(REMOVE_IT, `$1 ${topic}`);
    const refers = about !== undefined && about !== clause.text;
    const orders =
      (refers && TAKEN.test(withoutFillers(clause.text)) ? readClause({ ...clause, text: about }, masked) : undefined) ??
      readClause(clause, masked) ??
      (refers ? readClause({ ...clause, text: about }, masked) : undefined);
    if (refers && orders && problems.at(-1) === pending) problems.pop();
    pending = undefined;
    topic = topicOf(clause.text) ?? (refers ? topic : undefined);
    if (!orders) {
      if (!isTalk(clause.text)) problems.push(`“${words}” was not understood.`);
      pending = problems.at(-1);
      continue;
    }
    for (const order of orders) {
      if (order.do === 'undo') {
        undo = true;
        continue;
      }
      const key = JSON.stringify(order);
      // People say a thing twice: "too long, make it shorter".
      if (seen.has(key)) continue;
      seen.add(key);
      const outcome = perform(order, words);
      if (!('problem' in outcome)) {
        changes += 1;
        said.push(outcome.said);
      } else if (!isTalk(clause.text)) {
        if (outcome.already) {
          said.push(outcome.problem);
          settled.push(`“${words}”: ${outcome.problem}`);
          continue;
        }
        problems.push(`“${words}”: ${outcome.problem}`);
        pending = problems.at(-1);
      }
    }
  }
  if (cut) problems.push('There were more than 60 orders; the rest was not read.');
  if (changes === 0) problems.unshift(...settled);
  const alone = undo && changes === 0 && problems.length === 0;
  if (undo && !alone) problems.push('Taking back what was changed before works on its own only: send “undo” as a message by itself.');
  return { said, problems, undo: alone };
}

const IT = /(?<!\p{L})(?:it|them|him|her)(?!\p{L})/iu;
/** "Quítalo" is one word. */
const REMOVE_IT = /(?<!\p{L})(quíta|elimína|bórra|togli|rimuovi|enlève|supprime|retire)-?l[oaei]s?(?!\p{L})/iu;
/** Orders whose "it" is the subject of the clause before. */
const TAKEN =
  /^(?:(?:take|get|cross|strike|leave|cut)\s+(?:it|them|him|her)\s+(?:out|off|away|down)|(?:remove|delete|drop|lose|cut|hide)\s+(?:it|them|him|her)|get rid of (?:it|them|him|her)|\p{L}{4,8}-?(?:l[oaei]s?))$|^(?:make|change|set|turn)\s+it\s+(?:to\s+|into\s+|say\s+)?[\ue100-\ue483]$/iu;

/** The subject of a clause, for the "it" of the next. */
function topicOf(text: string): string | undefined {
  const line = /^(?:(?:the|this|that|your|our)\s+)?(headline|title|subject(?: line)?|preview text|überschrift|betreff)(?!\p{L})/iu.exec(
    text,
  )?.[1];
  if (line) return `the ${line}`;
  if (/(?<!\p{L})buttons(?!\p{L})/iu.test(text)) return 'the buttons';
  if (/(?<!\p{L})button(?!\p{L})/iu.test(text)) return 'the button';
  const subject =
    /^(?:so\s+|and\s+)?(.{2,60}?)\s(?:is|are|was|were|has|have|isn['’]t|no hace|no es|sobra|ya no|ist|sind|n['’]est|est|sont|non è|non serve|è|sono)\s(?!to\s)/iu.exec(
      text,
    )?.[1];
  return subject !== undefined && !/^(?:it|that|this|they|we|i|he|she|there|you)$/iu.test(subject) ? subject : undefined;
}

export const cleaned = (instruction: string): string =>
  instruction
    .slice(0, LONGEST)
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[^\S\n]+/gu, ' ')
    .trim();

export const clip = (text: string, most: number): string => ([...text].length <= most ? text : `${[...text].slice(0, most - 1).join('')}…`);
