import { askedField } from './fields.ts';
import type { Reading } from './reading.ts';
import { listOf } from './split.ts';
import { instruction } from './statements.ts';

const ANSWERED = /[^?？.!。]{3,160}[?？]\s+[^?？]{2,300}?[.!。](?=\s|$)|[^?？.!。]{3,160}[?？]\s+[^?？]{2,300}$/gu;
const LONGEST = 2000;
const PLACEHOLDER = /^[\s.]*$/u;

/** Questions that are answered within running text: "What to wear? Something warm. Insurance? We give you an invoice." @returns what else is said */
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

const SURVEY = /survey|questionnaire|poll|feedback|umfrage|fragebogen|sondage|encuesta|sondaggio|inquérito|enquête|enkät|ankiet/iu;

/** "… for our guests: how did you find us? (friends, press), rate the soup 1-5": the questions of a survey in one line. @returns what else is said */
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

/** What is offered for an answer right behind a question: "(1-5)", "yes/no", "yes, no or not sure". */
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
