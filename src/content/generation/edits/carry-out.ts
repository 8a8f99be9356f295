import { Masked } from '../reader/mask.ts';
import { clausesOf } from './cut.ts';
import { isOpinion, isTalk, withoutFillers } from './fillers.ts';
import type { Order } from './orders.ts';
import type { Failed } from './outcome.ts';
import { readClause } from './read.ts';
import { spelled } from './spelling.ts';

/** The orders of an instruction, carried out one after another. */

export interface CarriedOut {
  said: string[];
  /** What was not understood, or could not be done, in words for the author. */
  problems: string[];
  /** The author wants the version before. */
  undo: boolean;
}

const LONGEST = 10_000;

export function carriedOut(
  instruction: string,
  /** Whether a word stands in what is changed. */
  stands: (word: string) => boolean,
  perform: (order: Order, words: string) => { said: string } | Failed,
): CarriedOut {
  const masked = new Masked(cleaned(instruction));
  masked.text = spelled(masked.text, stands);
  const { clauses, cut } = clausesOf(masked);
  const said: string[] = [];
  const problems: string[] = [];
  const settled: string[] = [];
  const seen = new Set<string>();
  let undo = false;
  let changes = 0;
  /** What "it" stands for in the next clause. */
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
/** Orders whose "it" is what the clause before speaks of. */
const TAKEN =
  /^(?:(?:take|get|cross|strike|leave|cut)\s+(?:it|them|him|her)\s+(?:out|off|away|down)|(?:remove|delete|drop|lose|cut|hide)\s+(?:it|them|him|her)|get rid of (?:it|them|him|her)|\p{L}{4,8}-?(?:l[oaei]s?))$|^(?:make|change|set|turn)\s+it\s+(?:to\s+|into\s+|say\s+)?[\ue100-\ue483]$/iu;

/** What a clause speaks of, for the "it" of the next. */
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
