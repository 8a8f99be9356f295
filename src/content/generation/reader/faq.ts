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
    real.map((pair) => pair.replace(/^\s*(?:faqs?|q\s?&\s?a|questions?)\s*:\s*/iu, '').trim()),
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
  const fields = listOf(text.slice(at + 2)).flatMap((entry) => askedField(entry, masked) ?? []);
  if (fields.length < 2) return text;
  reading.addFields(fields);
  reading.surveyed = true;
  return text.slice(0, at);
}
