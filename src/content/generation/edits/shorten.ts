import type { Block, BlockKind, Draft } from '../draft/draft.ts';
import { choose, isWritten, pageTexts, trade } from '../library/library.ts';
import { sentencesOf } from '../reader/text.ts';
import { writeHeadline } from './do-texts.ts';
import { blocksNamed } from './find.ts';
import { choicesOf, knownOf } from './library-copy.ts';
import type { DraftOperation } from './operations.ts';
import { type Context, cited, done, failed, type Outcome, partsOf, set } from './orders.ts';
import { bare, textsOf } from './texts.ts';

/** Leaves out sentences and entries, and changes no words. Facts, codes, dates, names, links and tags stay, and so does the action. */

const PRECIOUS = /[\d€£$¥%@]|\{\{|\]\(|\*\*|https?:|\p{Lu}{3,}|[“”"«»「]/u;
const NAME = /(?<=\p{L}[\p{L}’',]*\s)\p{Lu}\p{L}+/u;
const LONG: readonly BlockKind[] = ['faq', 'features', 'steps'];
const ENOUGH = 3;
const SHORT_TEXT = 60;

export function shorten(context: Context, what: string): Outcome {
  const { draft } = context;
  if (bare(what) === '') return whole(draft);
  const lede = /^(?:intro|introduction|text|lede|subheadline|tagline|opening|text under the headline|einleitung)$/iu.test(bare(what))
    ? draft.blocks.filter((block) => block.kind === 'hero' || block.kind === 'letter')
    : [];
  const headline =
    /^(?:headline|heading|title|subject(?: line)?|button|überschrift|betreff|titre|objet|título|asunto|titolo|oggetto)$/iu.test(bare(what));
  if (/^(?:headline|heading|title|überschrift|titre|título|titolo)$/iu.test(bare(what))) {
    const shorter = shorterHeadline(context);
    if (shorter) return writeHeadline(draft, shorter);
  }
  if (headline) return failed('A line cannot be made shorter without writing it anew. Say how it is to be: “headline: …”.');
  const found = lede.length > 0 ? lede : blocksNamed(draft, what).map(({ block }) => block);
  if (found.length === 0) return failed(`${cited(what)} was not found. There are: ${partsOf(draft)}.`);
  if (found.length > 1 && lede.length === 0) return failed(`Several sections could be meant by ${cited(what)}.`);
  const operations = found.flatMap((block) => [...trimmed(draft, block), ...fewer(draft, block)]);
  return operations.length > 0
    ? done(merged(operations), 'It is shorter.')
    : failed('It holds nothing that could be left out: each sentence says something of its own. Say what is to go.');
}

function shorterHeadline({ draft }: Context): string | undefined {
  const now = draft.blocks.find((block) => block.kind === 'hero')?.heading;
  if (!now) return undefined;
  const known = knownOf(draft);
  const [lang = 'en'] = draft.lang.toLowerCase().split('-');
  const from = [
    ...(known.trade !== undefined && lang === 'en' ? [...choicesOf(trade(known.trade).hero.heading)] : []),
    ...(isWritten(lang) && known.trade === undefined ? [...choicesOf(pageTexts(lang, known.purpose).hero.heading)] : []),
  ];
  const written = from.flatMap((text) => choose(text, known.slots) ?? []);
  const clause = /^(.{8,60}?)(?:[,;:]\s|\s[–—-]\s|[.!?]\s)/u.exec(now)?.[1];
  const all = [
    ...(written.includes(now) ? written : []),
    ...(clause && /\s/.test(clause) ? [`${clause}${/[.]$/.test(now) ? '.' : ''}`] : []),
  ];
  return all.filter((one) => one.length < now.length && one !== draft.name).toSorted((one, other) => other.length - one.length)[0];
}

function whole(draft: Draft): Outcome {
  const before = length(draft);
  const operations = draft.blocks.flatMap((block) => trimmed(draft, block));
  let gone = operations.reduce((sum, operation) => sum + saved(draft, operation), 0);
  for (const block of draft.blocks) {
    if (gone > before / 4) break;
    const cut = fewer(draft, block);
    gone += cut.reduce((sum, operation) => sum + saved(draft, operation), 0);
    operations.push(...cut);
  }
  return operations.length > 0
    ? done(merged(operations), 'It is shorter.')
    : failed('It holds nothing that could be left out: each sentence says something of its own. Say what is to go.');
}

const length = (draft: Draft): number => textsOf(draft).reduce((sum, { text }) => sum + text.length, 0);

const saved = (draft: Draft, operation: DraftOperation): number => {
  if (operation.op !== 'set' && operation.op !== 'remove') return 0;
  const before = textsOf(draft)
    .filter(({ path }) => path === operation.path || path.startsWith(`${operation.path}.`) || path.startsWith(`${operation.path}[`))
    .reduce((sum, { text }) => sum + text.length, 0);
  return before - (operation.op === 'set' ? JSON.stringify(operation.value).length : 0);
};

/** Removals from the end of their lists, so that places hold; a list that is set as a whole is not set in parts as well. */
function merged(operations: readonly DraftOperation[]): DraftOperation[] {
  const lists = operations.flatMap((operation) => (operation.op === 'set' && Array.isArray(operation.value) ? [operation.path] : []));
  const rest = operations.filter((operation) => !('path' in operation) || !lists.some((list) => operation.path.startsWith(`${list}[`)));
  const at = (operation: DraftOperation): number => ('path' in operation ? Number(/\[(\d+)\]$/.exec(operation.path)?.[1] ?? 0) : 0);
  return rest.toSorted((one, other) => (one.op === 'remove' ? 1 : 0) - (other.op === 'remove' ? 1 : 0) || at(other) - at(one));
}

function trimmed(draft: Draft, block: Block): DraftOperation[] {
  const id = block.id ?? '';
  const german = draft.lang.startsWith('de');
  const precious = (sentence: string): boolean => PRECIOUS.test(sentence) || (!german && NAME.test(sentence));
  const cut = (path: string, text: string | undefined): DraftOperation[] => {
    const next = text === undefined ? undefined : cutText(text, precious);
    return next === undefined || next === text ? [] : [set(path, next)];
  };
  switch (block.kind) {
    case 'hero':
    case 'form':
    case 'cta':
      return cut(`${id}.text`, block.text);
    case 'letter':
    case 'text': {
      const all = block.paragraphs.map((text) => cutText(text, precious) ?? text);
      // Of several paragraphs the first stays, and each that says something of its own.
      const kept = all.filter((text, i) => i === 0 || precious(text) || (i === 1 && all.length < 3));
      const next =
        kept.length === all.length &&
        all.length > 1 &&
        all.every((text, i) => text === block.paragraphs[i]) &&
        !all.slice(1).every(precious)
          ? all.filter((text, i) => i === 0 || precious(text))
          : kept;
      return next.join('\n') === block.paragraphs.join('\n') ? [] : [set(`${id}.paragraphs`, next)];
    }
    case 'features':
    case 'steps':
      return [...cut(`${id}.text`, block.text), ...block.items.flatMap(({ text }, i) => cut(`${id}.items[${i}].text`, text))];
    case 'faq':
      return [...cut(`${id}.text`, block.text), ...block.items.flatMap(({ answer }, i) => cut(`${id}.items[${i}].answer`, answer))];
    default:
      return [];
  }
}

function cutText(text: string, precious: (sentence: string) => boolean): string | undefined {
  if (text.length < SHORT_TEXT) return undefined;
  const sentences =
    text.match(/[^.!?。！？]+(?:[.!?。！？]+["”’)]*(?=\s|$|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])|[.!?。！？]+(?=\S)|$)/gu) ?? [];
  if (sentencesOf(text).length < 2 || sentences.length < 2) return undefined;
  // Pieces that a full stop within a figure or an address has cut are put together again.
  const wholes: string[] = [];
  for (const sentence of sentences) {
    const last = wholes.at(-1);
    if (last !== undefined && !/^\s/u.test(sentence) && !/[。！？]$/u.test(last)) wholes[wholes.length - 1] = last + sentence;
    else wholes.push(sentence);
  }
  const kept = wholes.filter((sentence, i) => i === 0 || precious(sentence));
  return kept.join('').trim();
}

function fewer(draft: Draft, block: Block): DraftOperation[] {
  if (!LONG.includes(block.kind) || !('items' in block) || block.items.length <= ENOUGH) return [];
  const german = draft.lang.startsWith('de');
  return block.items.flatMap((entry, i) => {
    const text = Object.entries(entry)
      .filter(([key]) => key !== 'picture')
      .map(([, value]) => String(value))
      .join(' ');
    const keeps = i < ENOUGH || PRECIOUS.test(text) || (!german && NAME.test(text));
    return keeps ? [] : [{ op: 'remove' as const, path: `${block.id}.items[${i}]` }];
  });
}
