import type { Block, Draft, Note } from '../draft/draft.ts';
import { withIds } from '../draft/normal.ts';
import type { CommissionedAsset } from '../generator.ts';
import { wordsOf } from '../library/library.ts';
import { note } from '../reader/brief.ts';
import { carriedOut, clip } from './clauses.ts';
import { add } from './do-add.ts';
import { picture } from './do-add-details.ts';
import { setFacts } from './do-facts.ts';
import { looks } from './do-looks.ts';
import { addFields, addOptions, duplicate, move, require, swap } from './do-parts.ts';
import { remove } from './do-remove.ts';
import { again, replace } from './do-replace.ts';
import { change, link, rebrand, say, sign } from './do-texts.ts';
import { setHours } from './hours.ts';
import { apply, type DraftOperation } from './operations.ts';
import { already, type Context, cited, type Failed, failed, type Order, type Outcome } from './orders.ts';
import { shorten } from './shorten.ts';
import { newlyTwice, textsOf } from './texts.ts';
import { translate } from './translate.ts';
import { withoutNow } from './values.ts';

export interface EditOptions {
  kind: 'page' | 'email';
  /** The language of the workspace, for a draft without one of its own. */
  lang: string;
  assets: readonly CommissionedAsset[];
}

export interface Edited {
  operations: DraftOperation[];
  summary: string;
  notes: Note[];
  undo?: true;
  /** Nothing was done: why, in words for the author. */
  refused?: string;
}

const MOST_NOTES = 12;
const LONGEST_SUMMARY = 400;
const HELP =
  'Name what is to change, such as: “headline: …”, “change … to …”, “remove the prices”, “move the form to the top”, “add a FAQ: …”, “make phone optional”, “main colour dark blue”.';

export function edit(draft: Draft, instruction: string, options: EditOptions): Edited {
  // Blocks with ids, so that operations can name them.
  let current: Draft = { ...draft, blocks: withIds<Block>(draft.blocks) } as Draft;
  const texts = textsOf(current).map(({ text }) => text.toLowerCase());
  const operations: DraftOperation[] = [];
  const notes: Note[] = [];
  const { said, problems, undo } = carriedOut(
    instruction,
    (word) => texts.some((text) => text.includes(word)),
    (order, words) => {
      const context = {
        draft: current,
        kind: options.kind,
        words: wordsOf(current.lang || options.lang),
        assets: options.assets,
      };
      const next = checked(current, order, perform(order, context));
      if ('problem' in next) {
        if (next.code && !next.already) notes.push(note(next.code, `“${words}”: ${next.problem}`));
        return next;
      }
      current = next.draft;
      operations.push(...next.operations);
      notes.push(...next.notes);
      return next;
    },
  );
  if (undo) return { operations: [], summary: 'Back to the version before.', notes: [], undo: true };
  if (operations.length === 0) {
    const why = problems.slice(0, 4).join(' ') || 'It asks for no change.';
    return { operations: [], summary: '', notes: [], refused: `${why} ${HELP}` };
  }
  const all = [
    ...notes,
    ...problems.filter((problem) => !notes.some(({ text }) => text === problem)).map((problem) => note('not_understood', problem)),
  ];
  return { operations, summary: clip([...new Set(said)].join(' '), LONGEST_SUMMARY), notes: all.slice(0, MOST_NOTES) };
}

type Performed = { [Do in Order['do']]: (context: Context, order: Extract<Order, { do: Do }>) => Outcome };

const PERFORM: Performed = {
  add,
  again: (context, { text }) => again(context, text),
  call: (context, { name, not }) => rebrand(context, name, not),
  cannot: (_context, { why }) => failed(why, 'left_out'),
  change,
  duplicate: (context, { what }) => duplicate(context, what),
  facts: (context, { facts, of }) => setFacts(context, facts, of),
  fields: (context, { fields, near }) => addFields(context, fields, near),
  hours: setHours,
  link: (context, { what, href, label }) => link(context, what, { href, label }),
  looks: (context, { theme, wish }) => looks(context, theme, wish),
  move,
  options: (context, { options, field, only }) => addOptions(context, options, { field, only }),
  picture: (context, { what, use }) => picture(context, what, use),
  remove: (context, { what, from }) => remove(context, what, from),
  replace: (context, { from, to }) => replace(context, from, to),
  require: (context, { what, required, except }) => require(context, what, { required, except }),
  say: (context, { text, role }) => say(context, text, role),
  shorten: (context, { what }) => shorten(context, what),
  sign: (context, { name, not }) => sign(context, name, not),
  swap: (context, { one, other }) => swap(context, one, other),
  translate: (context, { lang }) => translate(context, lang),
  undo: () => failed('It stands for itself.'),
};

export const perform = <Of extends Order>(order: Of, context: Context): Outcome =>
  (PERFORM[order.do] as (context: Context, order: Of) => Outcome)(context, order);

type Checked = { draft: Draft; operations: DraftOperation[]; said: string; notes: Note[] } | Failed;

export function checked(draft: Draft, order: Order, outcome: Outcome): Checked {
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

const lastWord = (words: string): string =>
  (withoutNow(words).split(/\s+/).at(-1) ?? '')
    .replace(/^\W+/u, '')
    .replace(/(?<=^\d{1,2})(?:st|nd|rd|th)$/iu, '')
    .toLowerCase();
