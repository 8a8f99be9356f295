import type { Draft, Note } from '../draft/draft.ts';
import type { CommissionedAsset } from '../generator.ts';
import { wordsOf } from '../library/library.ts';
import { note } from '../reader/brief.ts';
import { Masked } from '../reader/mask.ts';
import { clausesOf } from './cut.ts';
import { add } from './do-add.ts';
import { setFacts } from './do-facts.ts';
import { addFields, addOptions, require } from './do-form.ts';
import { looks } from './do-looks.ts';
import { duplicate, move, swap } from './do-parts.ts';
import { picture } from './do-picture.ts';
import { remove } from './do-remove.ts';
import { replace } from './do-replace.ts';
import { change, link, rebrand, say, sign } from './do-texts.ts';
import { isOpinion, isTalk, withoutFillers } from './fillers.ts';
import { setHours } from './hours.ts';
import { apply, type DraftOperation } from './operations.ts';
import type { Order } from './orders.ts';
import { type Around, already, type Context, cited, type Failed, failed, type Outcome } from './outcome.ts';
import { readClause } from './read.ts';
import { shorten } from './shorten.ts';
import { spelled } from './spelling.ts';
import { newlyTwice, textsOf } from './texts.ts';
import { translate } from './translate.ts';
import { withoutNow } from './values.ts';

export interface EditOptions {
  kind: 'page' | 'email';
  /** The language of the workspace, for a draft without one of its own. */
  lang: string;
  assets: readonly CommissionedAsset[];
  around?: Around;
}

export interface Edited {
  operations: DraftOperation[];
  /** What was done, in words for the author. */
  summary: string;
  notes: Note[];
  /** The author wants the version before. */
  undo?: true;
  /** Nothing was done: what was understood, and what stands in the way. */
  refused?: string;
}

const LONGEST = 10_000;
const MOST_NOTES = 12;
const LONGEST_SUMMARY = 400;
const HELP =
  'Name what is to change, such as: “headline: …”, “change … to …”, “remove the prices”, “move the form to the top”, “add a FAQ: …”, “make phone optional”, “main colour dark blue”.';

/** An instruction in words, as operations on a draft. What is not understood, or could mean two things, is not done, and said. */
export function edit(draft: Draft, instruction: string, options: EditOptions): Edited {
  const source = cleanedInstruction(instruction);
  const masked = new Masked(source);
  let current = named(draft);
  const texts = textsOf(current).map(({ text }) => text.toLowerCase());
  masked.text = spelled(masked.text, (word) => texts.some((text) => text.includes(word)));
  const { clauses, cut } = clausesOf(masked);
  const operations: DraftOperation[] = [];
  const said: string[] = [];
  const notes: Note[] = [];
  const problems: string[] = [];
  /** What is so already: no problem beside something that was done. */
  const settled: string[] = [];
  const doneAlready = new Set<string>();
  let undo = false;
  /** What "it" stands for in the next clause. */
  let topic: string | undefined;
  /** The problem of a clause that says what is so: the next may say what is to be done about it. */
  let pending: string | undefined;
  for (const clause of clauses) {
    const words = masked.shown(clause.text, true).trim();
    if (isOpinion(clause.text)) continue;
    const about = topic === undefined ? undefined : clause.text.replace(IT, topic);
    const refers = about !== undefined && about !== clause.text;
    const orders =
      (refers && TAKEN.test(withoutFillers(clause.text)) ? readClause({ ...clause, text: about }, masked) : undefined) ??
      readClause(clause, masked) ??
      (refers ? readClause({ ...clause, text: about }, masked) : undefined);
    if (refers && orders && problems.at(-1) === pending) problems.pop();
    pending = undefined;
    topic = topicOf(clause.text);
    if (!orders) {
      if (!isTalk(clause.text)) problems.push(`“${short(words)}” was not understood.`);
      pending = problems.at(-1);
      continue;
    }
    if (orders[0]?.do === 'undo') {
      undo = true;
      continue;
    }
    for (const order of orders) {
      const key = JSON.stringify(order);
      // People say a thing twice: "too long, make it shorter".
      if (doneAlready.has(key)) continue;
      doneAlready.add(key);
      const outcome = perform(order, {
        draft: current,
        kind: options.kind,
        words: wordsOf(current.lang || options.lang),
        assets: options.assets,
        around: options.around ?? {},
      });
      const next = checked(current, order, outcome);
      if ('problem' in next) {
        if (isTalk(clause.text)) continue;
        if (next.already) {
          said.push(next.problem);
          settled.push(`“${short(words)}”: ${next.problem}`);
          continue;
        }
        if (next.code) notes.push(note(next.code, `“${short(words)}”: ${next.problem}`));
        problems.push(`“${short(words)}”: ${next.problem}`);
        pending = problems.at(-1);
        continue;
      }
      current = next.draft;
      operations.push(...next.operations);
      said.push(next.said);
      notes.push(...next.notes);
    }
  }
  if (cut) problems.push('There were more than 60 orders; the rest was not read.');
  return answer({ operations, said, notes, problems: operations.length === 0 ? [...settled, ...problems] : problems, undo, source });
}

const IT = /(?<!\p{L})(?:it|them|him|her)(?!\p{L})/iu;
/** Orders whose "it" is what the clause before speaks of. */
const TAKEN =
  /^(?:(?:take|get|cross|strike|leave|cut)\s+(?:it|them|him|her)\s+(?:out|off|away|down)|(?:remove|delete|drop|lose|cut|hide)\s+(?:it|them|him|her)|get rid of (?:it|them|him|her))$|^(?:make|change|set|turn)\s+it\s+(?:to\s+|into\s+|say\s+)?[\ue100-\ue483]$/iu;

/** What a clause speaks of, for the "it" of the next. */
function topicOf(text: string): string | undefined {
  const line = /^(?:(?:the|this|that|your|our)\s+)?(headline|title|subject(?: line)?|preview text|überschrift|betreff)(?!\p{L})/iu.exec(
    text,
  )?.[1];
  if (line) return `the ${line}`;
  if (/(?<!\p{L})buttons(?!\p{L})/iu.test(text)) return 'the buttons';
  if (/(?<!\p{L})button(?!\p{L})/iu.test(text)) return 'the button';
  const subject = /^(?:so\s+|and\s+)?(.{2,60}?)\s(?:is|are|was|were|has|have)\s(?!to\s)/iu.exec(text)?.[1];
  return subject !== undefined && !/^(?:it|that|this|they|we|i|he|she|there|you)$/iu.test(subject) ? subject : undefined;
}

function answer({
  operations,
  said,
  notes,
  problems,
  undo,
  source,
}: {
  operations: DraftOperation[];
  said: string[];
  notes: Note[];
  problems: string[];
  undo: boolean;
  source: string;
}): Edited {
  if (undo && operations.length === 0 && problems.length === 0)
    return { operations: [], summary: 'Back to the version before.', notes: [], undo: true };
  if (undo) problems.push('Taking back what was changed before works on its own only: send “undo” as a message by itself.');
  if (operations.length === 0) {
    const why = problems.length > 0 ? problems.slice(0, 4).join(' ') : source === '' ? 'It is empty.' : 'It asks for no change.';
    return { operations: [], summary: '', notes: [], refused: `${why} ${HELP}` };
  }
  const all = [
    ...notes,
    ...problems.filter((problem) => !notes.some(({ text }) => text === problem)).map((problem) => note('not_understood', problem)),
  ];
  return { operations, summary: clip([...new Set(said)].join(' '), LONGEST_SUMMARY), notes: all.slice(0, MOST_NOTES) };
}

export const cleanedInstruction = (instruction: string): string =>
  instruction
    .slice(0, LONGEST)
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[^\S\n]+/gu, ' ')
    .trim();

export const clip = (text: string, most: number): string => ([...text].length <= most ? text : `${[...text].slice(0, most - 1).join('')}…`);
const short = (words: string): string => clip(words, 120);

/** Blocks with ids, so that operations can name them. */
function named(draft: Draft): Draft {
  const next = apply(draft, []);
  return 'draft' in next ? next.draft : draft;
}

/** @throws never: what cannot be done is an outcome */
export function perform(order: Order, context: Context): Outcome {
  switch (order.do) {
    case 'translate':
      return translate(context, order.lang);
    case 'shorten':
      return shorten(context, order.what);
    case 'looks':
      return looks(context, order.theme, order.wish);
    case 'change':
      return change(context, order);
    case 'replace':
      return replace(context, order.from, order.to);
    case 'facts':
      return setFacts(context, order.facts, order.of);
    case 'hours':
      return setHours(context, order.days, order.span);
    case 'cannot':
      return failed(order.why, 'left_out');
    case 'link':
      return link(context, order.what, order.href, order.label);
    case 'sign':
      return sign(context, order.name, order.not);
    case 'call':
      return rebrand(context, order.name, order.not);
    case 'remove':
      return remove(context, order.what, order.from);
    case 'move':
      return move(context, order.what, order.where, order.anchor);
    case 'swap':
      return swap(context, order.one, order.other);
    case 'duplicate':
      return duplicate(context, order.what);
    case 'add':
      return add(context, order);
    case 'fields':
      return addFields(context, order.fields, order.near);
    case 'options':
      return addOptions(context, order.options, order.field, order.only);
    case 'require':
      return require(context, order.what, order.required, order.except);
    case 'say':
      return say(context, order.text, order.role);
    case 'picture':
      return picture(context, order.what, order.use);
    case 'undo':
      return failed('It stands for itself.');
  }
}

type Checked = { draft: Draft; operations: DraftOperation[]; said: string; notes: Note[] } | Failed;

/** An outcome counts when its operations can be done, and change what they were to change. */
function checked(draft: Draft, order: Order, outcome: Outcome): Checked {
  if ('problem' in outcome) return outcome;
  const next = apply(draft, outcome.operations);
  if ('problem' in next) return failed(next.problem);
  if (JSON.stringify(next.draft) === JSON.stringify(draft)) return already('It is like that already.');
  if (order.do === 'replace' && !textsOf(next.draft).some(({ text }) => text.toLowerCase().includes(lastWord(order.to))))
    return failed(`“${order.to}” does not stand in it afterwards.`);
  const twice = order.do === 'replace' || order.do === 'change' || order.do === 'facts' ? newlyTwice(draft, next.draft) : undefined;
  if (twice) return failed(`It would say ${cited(twice)} twice in a row. Say which words are to be changed: “change … to …”.`);
  if (next.draft.blocks.filter(({ kind }) => kind === 'hero').length > 1) return failed('There can be one opening only.');
  return { draft: next.draft, operations: outcome.operations, said: outcome.said, notes: outcome.notes ?? [] };
}

const lastWord = (words: string): string => (withoutNow(words).split(/\s+/).at(-1) ?? '').replace(/^\W+/u, '').toLowerCase();
