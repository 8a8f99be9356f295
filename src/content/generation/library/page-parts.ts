import { chanceOf } from '../draft/chance.ts';
import type { Block, BlockKind, PageBlock } from '../draft/draft.ts';
import type { Words } from '../draft/words.ts';
import { type Brief, type BriefFact, note } from '../reader/brief.ts';
import { drawingFor } from '../reader/words.ts';
import { opt } from './given.ts';
import type { PagePlan } from './purposes.ts';

/** What a page is put together with, beside its copy. */

/** What is worth knowing beside: before questions and the form. */
export function addRemarks(blocks: PageBlock[], remarks: readonly string[], heading: string): void {
  if (remarks.length === 0) return;
  const given = blocks.find((block) => block.kind === 'text' && block.heading === heading);
  if (given?.kind === 'text') {
    given.paragraphs.push(remarks.map(ended).join(' '));
    return;
  }
  const at = blocks.findIndex(({ kind }) => ['faq', 'map', 'contact', 'cta', 'form'].includes(kind));
  const block: PageBlock =
    remarks.length > 3
      ? { kind: 'features', heading, layout: 'list', items: remarks.map((remark) => ({ heading: remark })) }
      : { kind: 'text', heading, paragraphs: [remarks.map(ended).join(' ')] };
  blocks.splice(at < 0 ? blocks.length : at, 0, block);
}

/** What was asked for and cannot be had, since nothing is invented. */
export function noteMissing(
  { parts, facts, notes, action }: Brief,
  words: Words,
  wanted: readonly BlockKind[],
  blocks: readonly Block[],
): void {
  for (const { kind, heading } of parts) {
    if (!wanted.includes(kind) || blocks.some((block) => block.kind === kind)) continue;
    const what = heading ?? words.headings[kind] ?? kind;
    notes.push(
      note(
        'left_out',
        `You ask for "${what}" and give nothing to put there. Nothing is invented: write what belongs there, and ask for it again.`,
      ),
    );
  }
  if (action.href === 'tel:' && !facts.some(({ kind }) => kind === 'phone'))
    notes.push(
      note('missing_fact', 'You want people to call and give no number. Add it ("phone: …"), and it stands beside the form.', 'form'),
    );
}

/** A layout that suits the entries, chosen by the prompt. */
export function laidOut(block: PageBlock, prompt: string): PageBlock {
  if (block.kind !== 'features' || block.layout) return block;
  const told = block.items.filter(({ text }) => text !== undefined).length;
  const chance = chanceOf(`${prompt} ${block.heading ?? ''}`);
  if (told === 0) return { ...block, layout: 'list' };
  return {
    ...block,
    layout:
      told < block.items.length ? chance.pick(['list', 'columns'] as const) : chance.pick(['columns', 'list', 'grid', 'split'] as const),
  };
}

const ended = (text: string): string =>
  /[.!?。]$/u.test(text) ? text : `${text}${/[\p{sc=Han}\p{sc=Hiragana}]$/u.test(text) ? '。' : '.'}`;

export const stripped = (text: string): string => text.replace(/\.$/, '');

/** Whether the words over a headline say what stands beside it anyway. */
export const repeats = (eyebrow: string, heading: string, facts: readonly { value: string }[]): boolean =>
  heading.toLowerCase().includes(eyebrow.toLowerCase()) ||
  facts.some(({ value }) => value.toLowerCase().includes(eyebrow.toLowerCase()) || eyebrow.toLowerCase().includes(value.toLowerCase()));

export const altOf = (fileName: string): string =>
  fileName
    .replace(/\.[a-z0-9]+$/iu, '')
    .replace(/[-_]+/g, ' ')
    .trim();

/** Blocks with ids that differ: the name of its kind, and a number from the second of a kind on. */
export function withIds<Of extends Block>(blocks: readonly Of[]): Of[] {
  const taken = new Set(blocks.flatMap(({ id }) => id ?? []));
  return blocks.map((block) => {
    if (block.id !== undefined) return block;
    let id: string = block.kind;
    for (let n = 2; taken.has(id); n++) id = `${block.kind}-${n}`;
    taken.add(id);
    return { ...block, id };
  });
}

/** The drawing of what a prompt in any language is about. */
export function drawingOf(brief: Brief): string | undefined {
  return drawingFor(`${brief.slots.subject ?? ''} ${brief.slots.name ?? ''} ${brief.words}`);
}

/** Purposes whose own sentences say who is behind the page. */
export const ABOUT: ReadonlySet<string> = new Set([
  ...['local-service', 'health', 'coaching', 'shop', 'restaurant', 'portfolio', 'band', 'community', 'landing', 'newsletter', 'charity'],
]);

export const RTL = new Set(['ar', 'he', 'fa', 'ur']);

/** Facts that have a place of their own. */
export const APART = new Set(['code', 'phone', 'email', 'address', 'link', 'audience']);

/** Words of the library stand with the first entry that they fit. */
export function eachOnce(entries: readonly { heading: string; text?: string }[]): { heading: string; text?: string }[] {
  const told = new Set<string>();
  return entries.map(({ heading, text }) => {
    if (text === undefined || told.has(text)) return { heading };
    told.add(text);
    return { heading, text };
  });
}

/** How to reach the business, where a page has that and nothing else says it. */
export function contactOf({ facts, purpose }: Brief, plan: PagePlan, heading: { heading?: string }): PageBlock | undefined {
  const of = (kind: BriefFact['kind']) => facts.find((fact) => fact.kind === kind)?.value;
  const [phone, email, address, hours] = [of('phone'), of('email'), of('address'), of('hours')];
  if (!phone && !email && !address && (!hours || plan.parts.includes('facts'))) return undefined;
  if (purpose === 'restaurant' && !phone && !email) return undefined;
  return {
    kind: 'contact',
    ...heading,
    ...opt({ phone, email, address }),
    ...(hours && !plan.upFront.includes('hours') && { hours: [hours] }),
  };
}

/** Where the business is: its address, or the place of what is on where a map is asked for. */
export function mapOf({ facts, parts }: Brief, heading: { heading?: string }): PageBlock | undefined {
  const isAsked = parts.some(({ kind }) => kind === 'map');
  const where = facts.find(({ kind }) => kind === 'address') ?? (isAsked ? facts.find(({ kind }) => kind === 'where') : undefined);
  return where && { kind: 'map', ...heading, address: where.value };
}
