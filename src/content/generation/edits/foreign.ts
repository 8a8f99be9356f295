import type { Note } from '../draft/draft.ts';
import { wordsOf } from '../library/library.ts';
import { note } from '../reader/brief.ts';
import { asSentence, listOf } from '../reader/text.ts';
import { applied } from '../verify/edits.ts';
import { carriedOut, clip } from './clauses.ts';
import { foreignLooks } from './do-looks.ts';
import { addFieldsTo, duplicateNamed, moveNamed, removeNamed, requireNamed, setOptions, swapNamed } from './foreign-parts.ts';
import { carriedIn, sentenceIn, signedIn, viewOf } from './foreign-view.ts';
import { type Document, LARGEST, MOST_ELEMENTS, readDocument } from './html.ts';
import { type ForeignOutcome, linkButton, namesIn, relabelNamed } from './html-parts.ts';
import { checked, type EditOptions, perform as performOn } from './instructions.ts';
import { already, type Failed, failed, type Order } from './orders.ts';

export type ForeignEdited = { html: string; summary: string; notes: Note[] } | { undo: true } | { refused: string };

const MOST_ORDERS = 20;
const MOST_NOTES = 12;
const CAN =
  'On a page whose code somebody saved by hand, these can be changed in words: texts (“replace … with …”), headings, buttons and where they lead, prices, dates, hours, phone numbers, entries of lists, colours, fields of the form, and where parts stand or whether they are there. All else is changed in its code.';

/** An instruction on HTML that was saved by hand. All else stays byte for byte. */
export function editHtml(html: string, instruction: string, options: EditOptions): ForeignEdited {
  if (html.length > LARGEST || Buffer.byteLength(html) > LARGEST)
    return { refused: 'The document is larger than 2 MiB, too large to change it in words. Change its code instead.' };
  const first = readDocument(html);
  if (!first)
    return {
      refused: `The document has more than ${MOST_ELEMENTS.toLocaleString('en')} elements, too many to change it in words. Change its code instead.`,
    };
  const lang = first.all.find(({ name }) => name === 'html')?.attributes.lang ?? options.lang;
  let page: Document = first;
  let orderCount = 0;
  const lower = html.length > LARGEST_READ ? '' : html.toLowerCase();
  const { said, problems, undo } = carriedOut(
    instruction,
    (word) => lower.includes(word),
    (order) => {
      orderCount += 1;
      if (orderCount > MOST_ORDERS) return failed(`More than ${MOST_ORDERS} changes at a time.`);
      const next = changed(page, order, { ...options, lang });
      if ('problem' in next) return next;
      page = next.page;
      return next;
    },
  );
  if (undo) return { undo: true };
  if (page === first) return { refused: `${problems.slice(0, 4).join(' ') || 'It asks for no change.'} ${CAN}` };
  return {
    html: page.source,
    summary: clip(said.join(' '), 400),
    notes: problems.slice(0, MOST_NOTES).map((problem) => note('not_understood', problem)),
  };
}

const LARGEST_READ = 300_000;

function changed(page: Document, order: Order, options: EditOptions): { page: Document; said: string } | Failed {
  const outcome = perform(page, order, options);
  const names = 'problem' in outcome && order.do === 'remove' ? listOf(order.what) : [];
  if (order.do === 'remove' && names.length > 1 && names.length <= 8) {
    let next = page;
    const said: string[] = [];
    for (const name of names) {
      const one = changed(
        next,
        { do: 'remove', what: /\sfields?$/iu.test(order.what) && !/\sfields?$/iu.test(name) ? `${name} field` : name },
        options,
      );
      if ('problem' in one) return one;
      next = one.page;
      said.push(one.said);
    }
    return { page: next, said: said.join(' ') };
  }
  if ('problem' in outcome) return outcome;
  const source = applied(page.source, outcome.splices);
  if (source === page.source) return already('It is like that already.');
  const read = Buffer.byteLength(source) > LARGEST ? undefined : readDocument(source);
  return read ? { page: read, said: outcome.said } : failed('The document would be larger than 2 MiB.');
}

type Performed = {
  [Do in Order['do']]?: (page: Document, order: Extract<Order, { do: Do }>, options: EditOptions) => ForeignOutcome | undefined;
};

/** Orders that need the markup; the others go through the draft that the document is seen as. */
const PERFORM: Performed = {
  call: (page, { name, not }, options) =>
    not === undefined
      ? failed('Say which name it replaces: “replace … with …”.')
      : asDraft(page, { do: 'replace', from: not, to: name }, options),
  cannot: (_page, { why }) => failed(why),
  change: relabelNamed,
  duplicate: (page, { what }) => duplicateNamed(page, what),
  fields: (page, { fields }, { lang }) => addFieldsTo(page, fields, lang),
  link: (page, { what, href }) => linkButton(page, what, href),
  looks: (page, { theme, wish }) => foreignLooks(page, theme, wish),
  move: moveNamed,
  options: setOptions,
  picture: () => failed(ONLY_IN_CODE),
  remove: (page, { what }) => removeNamed(page, what),
  require: requireNamed,
  say: (page, { role, text }, { lang }) =>
    sentenceIn(page, viewOf(page, lang), role === 'ps' ? `PS: ${asSentence(text)}` : asSentence(text)),
  shorten: () => failed(ONLY_IN_CODE),
  sign: (page, { name, not }, options) =>
    not === undefined ? signedIn(viewOf(page, options.lang), name) : asDraft(page, { do: 'replace', from: not, to: name }, options),
  swap: (page, { one, other }) => swapNamed(page, one, other),
  translate: () => failed('It cannot be translated without a model. Write its texts: “replace … with …”.'),
  undo: () => failed(ONLY_IN_CODE),
};
const ONLY_IN_CODE = 'That cannot be done in words on a page that was written by hand.';

const perform = (page: Document, order: Order, options: EditOptions): ForeignOutcome =>
  (PERFORM[order.do] as ((page: Document, order: Order, options: EditOptions) => ForeignOutcome | undefined) | undefined)?.(
    page,
    order,
    options,
  ) ?? asDraft(page, order, options);

function asDraft(page: Document, order: Order, { lang, kind, assets }: EditOptions): ForeignOutcome {
  const view = viewOf(page, lang);
  const outcome = checked(view.draft, order, performOn(order, { draft: view.draft, kind, words: wordsOf(lang), assets }));
  if ('problem' in outcome) return failed(outcome.problem.replace(/There are: .*$/su, `There are: ${namesIn(page)}.`));
  return carriedIn(page, view, outcome.operations, outcome.said);
}
