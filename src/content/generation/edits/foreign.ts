import type { Note } from '../draft/draft.ts';
import type { CommissionedAsset } from '../generator.ts';
import { note } from '../reader/brief.ts';
import { Masked } from '../reader/mask.ts';
import { clausesOf } from './cut.ts';
import { isOpinion, isTalk } from './fillers.ts';
import { foreignLooks } from './foreign-looks.ts';
import { addFieldsTo, moveNamed, removeNamed, requireNamed } from './foreign-parts.ts';
import { changeNamed, type ForeignOutcome, linkButton, newFact, replaceWords } from './foreign-texts.ts';
import { type Document, LARGEST, MOST_ELEMENTS, readDocument, splice } from './html.ts';
import { cleanedInstruction, clip } from './instructions.ts';
import type { Order } from './orders.ts';
import { failed } from './outcome.ts';
import { readClause } from './read.ts';

export interface ForeignOptions {
  kind: 'page' | 'email';
  lang: string;
  assets: readonly CommissionedAsset[];
}

export type ForeignEdited = { html: string; summary: string; notes: Note[] } | { undo: true } | { refused: string };

/** Each is found in the document anew. */
const MOST_ORDERS = 20;
const MOST_NOTES = 12;
const CAN =
  'On a page whose code somebody saved by hand, these can be changed in words: texts (“replace … with …”), the headline, buttons and where they lead, prices, the title and the description, colours, fields of the form, and where parts stand or whether they are there. All else is changed in its code.';

/** An instruction on HTML that somebody saved by hand. What it does not name stays byte for byte. */
export function editHtml(html: string, instruction: string, { lang }: ForeignOptions): ForeignEdited {
  if (html.length > LARGEST || Buffer.byteLength(html) > LARGEST)
    return { refused: 'The document is larger than 2 MiB, too large to change it in words. Change its code instead.' };
  const first = readDocument(html);
  if (!first)
    return {
      refused: `The document has more than ${MOST_ELEMENTS.toLocaleString('en')} elements, too many to change it in words. Change its code instead.`,
    };
  const masked = new Masked(cleanedInstruction(instruction));
  const { clauses } = clausesOf(masked);
  let page: Document = first;
  const said: string[] = [];
  const problems: string[] = [];
  let undo = false;
  let orderCount = 0;
  const seen = new Set<string>();
  for (const clause of clauses) {
    const words = clip(masked.shown(clause.text, true).trim(), 120);
    if (isOpinion(clause.text)) continue;
    const orders = readClause(clause, masked);
    if (!orders) {
      if (!isTalk(clause.text)) problems.push(`“${words}” was not understood.`);
      continue;
    }
    for (const order of orders) {
      if (order.do === 'undo') {
        undo = true;
        continue;
      }
      const key = JSON.stringify(order);
      if (seen.has(key)) continue;
      seen.add(key);
      orderCount += 1;
      const outcome =
        orderCount > MOST_ORDERS
          ? failed(`More than ${MOST_ORDERS} changes at a time.`)
          : perform(page, order, page.all.find(({ name }) => name === 'html')?.attributes.lang ?? lang);
      const next = 'problem' in outcome ? page.source : splice(page.source, outcome.splices);
      const tooLarge = Buffer.byteLength(next) > LARGEST;
      const read = next === page.source || tooLarge ? undefined : readDocument(next);
      if ('problem' in outcome || !read) {
        if (!isTalk(clause.text))
          problems.push(
            `“${words}”: ${'problem' in outcome ? outcome.problem : tooLarge ? 'The document would be larger than 2 MiB.' : 'It is like that already.'}`,
          );
        continue;
      }
      page = read;
      said.push(outcome.said);
    }
  }
  if (undo && said.length === 0 && problems.length === 0) return { undo: true };
  if (undo) problems.push('Taking back what was changed before works on its own only: send “undo” as a message by itself.');
  if (said.length === 0) return { refused: `${problems.slice(0, 4).join(' ') || 'It asks for no change.'} ${CAN}` };
  return {
    html: page.source,
    summary: clip(said.join(' '), 400),
    notes: problems.slice(0, MOST_NOTES).map((problem) => note('not_understood', problem)),
  };
}

function perform(page: Document, order: Order, lang: string): ForeignOutcome {
  switch (order.do) {
    case 'replace':
      return replaceWords(page, order.from, order.to);
    case 'change':
      return changeNamed(page, order);
    case 'facts': {
      const [fact] = order.facts;
      return order.facts.length === 1 && fact ? newFact(page, fact, order.of) : failed('Say them one by one: “change … to …”.');
    }
    case 'link':
      return linkButton(page, order.what, order.href);
    case 'sign':
    case 'call':
      return order.not === undefined
        ? failed('Say which name it replaces: “replace … with …”.')
        : replaceWords(page, order.not, order.name);
    case 'remove':
      return removeNamed(page, order.what);
    case 'move':
      return moveNamed(page, order.what, order.where, order.anchor);
    case 'fields':
      return addFieldsTo(page, order.fields, lang);
    case 'require':
      return requireNamed(page, order.what, order.required);
    case 'looks':
      return foreignLooks(page, order.theme, order.wish);
    default:
      return failed('That cannot be done in words on a page that was written by hand.');
  }
}
