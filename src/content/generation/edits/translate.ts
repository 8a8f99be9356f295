import type { Block, BlockKind, Draft } from '../draft/draft.ts';
import { isRightToLeft } from '../draft/normal.ts';
import { choose, isWritten, pageTexts, trade } from '../library/library.ts';
import { note, type Slots } from '../reader/brief.ts';
import { languageOf } from '../reader/language.ts';
import { type Book, bookOf, choicesOf, dateIn, knownOf } from './library-copy.ts';
import type { DraftOperation } from './operations.ts';
import { already, type Context, cited, done, failed, type Outcome, set } from './orders.ts';
import { type Placed, textsOf } from './texts.ts';

const NAMES = new Intl.DisplayNames('en', { type: 'language' });
const MOST_TOLD = 5;
const KEPT = /^name$|\.(?:name|price|time|who|code|phone|email|address|number|quantity)$|\.hours\[\d+\]$|\.columns\[\d+\]$/;

export function translate(context: Context, lang: string): Outcome {
  const { draft } = context;
  const [now = 'en'] = draft.lang.toLowerCase().split('-');
  const name = NAMES.of(lang) ?? lang;
  if (now === lang) return already(`It is in ${name} already.`);
  const known = knownOf(draft);
  const { slots } = known;
  const book = bookOf(now, lang, slots);
  const general =
    now === 'en' && known.trade !== undefined && isWritten(lang) ? generalised(draft, known.trade, lang, slots) : new Map<string, string>();
  const operations: DraftOperation[] = [];
  const left: Placed[] = [];
  let written = 0;
  for (const placed of textsOf(draft)) {
    const fresh = general.get(placed.path) ?? inOther(placed, book, draft, lang);
    if (fresh !== undefined && fresh !== placed.text) {
      operations.push(set(placed.path, fresh));
      if (!/^(?:title|description)$/.test(placed.path)) written += 1;
    } else if (
      fresh === undefined &&
      !KEPT.test(placed.path) &&
      /\p{L}{3}/u.test(placed.text.replace(/\{\{[^}]*\}\}/gu, '')) &&
      placed.text !== draft.name
    )
      left.push(placed);
  }
  if (written === 0)
    return failed(
      `Texts that somebody wrote cannot be translated without a model, and all texts here are. Write them in ${name}: “change … to …”.`,
    );
  if (written < left.length && languageOf(left.map(({ text }) => text).join(' ')) === lang)
    return already(`Most of it is in ${name} already.`);
  const titled = titleIn(draft, operations);
  if (titled) operations.push(titled);
  operations.push(set('lang', lang));
  if (isRightToLeft(lang) !== isRightToLeft(now)) operations.push(set('dir', isRightToLeft(lang) ? 'rtl' : null));
  const dropped =
    general.size > 0 ? [note('changed', `The words about your trade exist in English only. In ${name} there are general ones.`)] : [];
  const taken = new Set(operations.flatMap((operation) => (operation.op === 'set' ? [operation.path] : [])));
  const still = [...new Set(left.filter(({ path }) => !taken.has(path)).map(({ text }) => text))];
  const notes = still.length === 0 ? dropped : [...dropped, note('left_out', leftText(still, name))];
  return done(
    dedupe(operations),
    still.length === 0 ? `It is in ${name} now.` : `It is in ${name} now, as far as its words are the library’s.`,
    notes,
  );
}

const leftText = (left: readonly string[], name: string): string =>
  `Not translated, because these are words of your own: ${left.slice(0, MOST_TOLD).map(cited).join(', ')}${left.length > MOST_TOLD ? ` and ${left.length - MOST_TOLD} more` : ''}. Write them in ${name}: “change … to …”.`;

const dedupe = (operations: readonly DraftOperation[]): DraftOperation[] => [
  ...new Map(operations.map((operation) => ['path' in operation ? operation.path : operation, operation])).values(),
];

function inOther({ path, text }: Placed, book: Book, draft: Draft, lang: string): string | undefined {
  if (KEPT.test(path)) return text;
  const own =
    labelIn(path, text, book, draft) ??
    book.text(text, path === 'subject' || path === 'title' ? 'subject' : (path.split('.').at(-1) ?? '').replace(/\[\d+\]$/, ''));
  if (own !== undefined) return own;
  if (/\.value$|\.day$|^top\.eyebrow$/.test(path))
    return dateIn(text, book.from, book.to, lang) ?? (/\p{L}{3}/u.test(text) ? undefined : text);
  return undefined;
}

/** Labels by their purpose, since one word may be two in another language. */
function labelIn(path: string, text: string, { from, to }: Book, draft: Draft): string | undefined {
  const byValue = (one: Record<string, string>, other: Record<string, string>): string | undefined => {
    const key = Object.keys(one).find((name) => one[name] === text);
    return key === undefined ? undefined : other[key];
  };
  if (/\.fields\[\d+\]\.label$/.test(path)) return byValue(from.fields, to.fields);
  if (/\.(?:items|facts|totals)\[\d+\]\.label$/.test(path)) return byValue(from.facts, to.facts) ?? byValue(from.email, to.email);
  if (/\.heading$/.test(path)) {
    const block = draft.blocks.find(({ id }) => path === `${id}.heading`);
    const key = block?.kind === 'text' ? 'about' : (block?.kind ?? '');
    return from.headings[key] === text ? to.headings[key] : byValue(from.headings, to.headings);
  }
  return undefined;
}

function titleIn(draft: Draft, operations: readonly DraftOperation[]): DraftOperation | undefined {
  const hero = draft.blocks.find((block) => block.kind === 'hero');
  const fresh = operations.find((operation) => operation.op === 'set' && operation.path === `${hero?.id}.heading`);
  if (!hero || fresh?.op !== 'set' || typeof fresh.value !== 'string') return undefined;
  const old = hero.heading.replace(/\.$/, '');
  const heading = fresh.value.replace(/\.$/, '');
  return draft.title.includes(old) ? set('title', heading === draft.name ? heading : draft.title.replace(old, heading)) : undefined;
}

/** Words about a trade are in English only: parts that nobody changed get the purpose's words in the other language. */
function generalised(draft: Draft, tradeId: string, lang: string, slots: Slots): Map<string, string | null> {
  const of = trade(tradeId);
  const general = pageTexts(lang, of.purpose);
  const own = new Set(choicesOf(of));
  const result = new Map<string, string>();
  const isOwn = (text: string | undefined): boolean =>
    text !== undefined && (own.has(text) || own.has(`${text}.`) || [...own].some((one) => one.includes('{') && matches(one, text)));
  for (const block of draft.blocks) {
    const put = (field: string, own: string | undefined, fresh: string | undefined): void => {
      if (!fresh || !isOwn(own)) return;
      result.set(`${block.id ?? block.kind}.${field}`, fresh);
      if (block.kind === 'hero' && field === 'text') result.set('description', fresh);
    };
    if (block.kind === 'hero') {
      put('heading', block.heading, headlineOf(general.hero.heading, slots));
      put('text', block.text, choose(general.hero.text, slots));
    }
    if (block.kind === 'cta') put('heading', block.heading, choose(general.cta, slots));
    if (block.kind === 'hero' || block.kind === 'cta') put('action.label', block.action?.label, general.action);
    if (block.kind === 'form') {
      put('heading', block.heading, choose(general.form?.heading, slots));
      put('text', block.text, choose(general.form?.text, slots));
      put('submit', block.submit, general.form?.submit);
    }
    listIn(block, general, slots, isOwn, result);
  }
  return result;
}

function headlineOf(from: Parameters<typeof choose>[0], slots: Slots): string | undefined {
  const heading = choose(from, slots);
  return heading === slots.name ? (choose(from, { ...slots, name: undefined }) ?? heading) : heading;
}

function listIn(
  block: Block,
  general: ReturnType<typeof pageTexts>,
  slots: Slots,
  isOwn: (text: string | undefined) => boolean,
  result: Map<string, string>,
): void {
  const kind = block.kind as Extract<BlockKind, 'steps' | 'faq' | 'features'>;
  if (!['steps', 'faq', 'features'].includes(kind) || !('items' in block)) return;
  const part = general[kind];
  const items = part?.items as readonly Record<string, Parameters<typeof choose>[0]>[] | undefined;
  const all = block.items as readonly Record<string, unknown>[];
  if (
    !items ||
    all.length > items.length ||
    !all.every((item) => Object.values(item).every((text) => typeof text !== 'string' || isOwn(text)))
  )
    return;
  const heading = 'heading' in block && isOwn(block.heading) ? choose(part?.heading, slots) : undefined;
  if (heading) result.set(`${block.id}.heading`, heading);
  for (const [i, item] of all.entries())
    for (const key of Object.keys(item)) {
      const text = choose(items[i]?.[key], slots);
      if (text !== undefined) result.set(`${block.id}.items[${i}].${key}`, text);
    }
}

function matches(template: string, text: string): boolean {
  const [before = '', after = ''] = [template.split('{')[0], template.split('}').at(-1)];
  return (before.length > 6 || after.length > 6) && text.startsWith(before) && text.endsWith(after);
}
