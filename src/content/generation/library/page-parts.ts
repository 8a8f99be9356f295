import { chanceOf } from '../draft/chance.ts';
import type { Block, BlockKind, DrawingName, PageBlock, Picture } from '../draft/draft.ts';
import type { Words } from '../draft/words.ts';
import type { CommissionedAsset } from '../generator.ts';
import { type AskedPart, type Brief, type BriefFact, note } from '../reader/brief.ts';
import { drawingFor } from '../reader/words.ts';
import { opt } from './given.ts';
import type { PagePlan } from './purposes.ts';

export function addRemarks(blocks: PageBlock[], { remarks, lang }: Brief, heading: string): void {
  const given = blocks.find((block) => block.kind === 'text' && block.heading === heading);
  const [hero] = blocks;
  const said = [...(given?.kind === 'text' ? given.paragraphs : []), ...remarks];
  const [only = ''] = said;
  if (said.length === 1 && hero?.kind === 'hero' && hero.text && isLead(only) && hero.text.length <= MOST_BEHIND) {
    hero.text = `${ended(only)} ${hero.text}`;
    if (given) blocks.splice(blocks.indexOf(given), 1);
    return;
  }
  if (remarks.length === 0) return;
  if (given?.kind === 'text') {
    given.paragraphs.push(inOne(remarks, lang));
    return;
  }
  const at = blocks.findIndex(({ kind }) => ['faq', 'map', 'contact', 'cta', 'form'].includes(kind));
  const block: PageBlock =
    remarks.length > 3
      ? { kind: 'features', heading, layout: 'list', items: remarks.map((remark) => ({ heading: remark })) }
      : { kind: 'text', heading, paragraphs: [inOne(remarks, lang)] };
  blocks.splice(at < 0 ? blocks.length : at, 0, block);
}
const MOST_BEHIND = 200;
const isLead = (text: string): boolean => text.length >= 12 && text.length <= 90 && !/[.!?]\s/u.test(text);

function inOne(remarks: readonly string[], lang: string): string {
  if (remarks.length < 3 || remarks.some((remark) => remark.split(/\s+/).length > 3 || /[\d.!?]/u.test(remark)))
    return remarks.map(ended).join(' ');
  return ended(remarks.map((remark, i) => (i === 0 || lang === 'de' ? remark : uncapital(remark))).join(', '));
}

export const uncapital = (text: string): string =>
  /^\p{Lu}\p{Ll}+(?:\s\p{Ll}|$)/u.test(text) ? text.charAt(0).toLocaleLowerCase() + text.slice(1) : text;

/** Notes on parts that the prompt asks for without content: nothing is invented. */
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

export const repeats = (eyebrow: string, heading: string, facts: readonly { value: string }[]): boolean =>
  heading.toLowerCase().includes(eyebrow.toLowerCase()) ||
  facts.some(({ value }) => value.toLowerCase().includes(eyebrow.toLowerCase()) || eyebrow.toLowerCase().includes(value.toLowerCase()));

const altOf = (fileName: string): string =>
  fileName
    .replace(/\.[a-z0-9]+$/iu, '')
    .replace(/[-_]+/g, ' ')
    .trim();

const DATES: Record<string, string> = {
  ...{ en: 'Dates', de: 'Termine', fr: 'Dates', es: 'Fechas', it: 'Date', pt: 'Datas', nl: 'Data', sv: 'Datum', pl: 'Terminy' },
};

export const onTour = (part: AskedPart, { purpose, lang }: Brief): AskedPart =>
  purpose === 'band' && part.kind === 'schedule' && part.heading === undefined ? { ...part, ...opt({ heading: DATES[lang] }) } : part;

export const picturesOf = (assets: readonly CommissionedAsset[]): { url: string; alt: string }[] =>
  assets.filter(({ contentType }) => contentType.startsWith('image/')).map(({ url, fileName }) => ({ url, alt: altOf(fileName) }));

export function drawn(brief: Brief, ofTrade: string | undefined, ofPurpose: string | undefined, prompt: string): Picture | undefined {
  if (brief.plain) return undefined;
  const { subject = '', name = '' } = brief.slots;
  const drawing = brief.trade ? ofTrade : (drawingFor(`${subject} ${name} ${brief.words}`) ?? ofPurpose);
  const chance = chanceOf(prompt);
  const variant = chance.whole(0, 9999);
  if (drawing) return { drawing: drawing as DrawingName, variant };
  return chance.whole(0, 2) === 0 ? undefined : { drawing: 'abstract', variant };
}

export const ABOUT: ReadonlySet<string> = new Set([
  ...['local-service', 'health', 'coaching', 'shop', 'restaurant', 'portfolio', 'band', 'community', 'landing', 'newsletter', 'charity'],
]);

export const APART = new Set(['code', 'phone', 'email', 'address', 'link', 'audience']);

export function eachOnce(entries: readonly { heading: string; text?: string }[]): { heading: string; text?: string }[] {
  const told = new Set<string>();
  return entries.map(({ heading, text }) => {
    if (text === undefined || told.has(text)) return { heading };
    told.add(text);
    return { heading, text };
  });
}

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

export function mapOf({ facts, parts }: Brief, heading: { heading?: string }): PageBlock | undefined {
  const isAsked = parts.some(({ kind }) => kind === 'map');
  const where = facts.find(({ kind }) => kind === 'address') ?? (isAsked ? facts.find(({ kind }) => kind === 'where') : undefined);
  return where && { kind: 'map', ...heading, address: where.value };
}

export const OF_FORM =
  /\b(?:form|message|ask (?:us|for|about)|tell us|write|reply|answer|say (?:in|how|which|when|so)|let us know|formular|nachricht|schreib\p{L}*|formulaire|écri\p{L}*|formulario|escrib\p{L}*|modulo|scriv\p{L}*|formulário|escrev\p{L}*|formulier|schrijf|formulär|skriv|formularz\p{L}*|napisz)(?!\p{L})/iu;
