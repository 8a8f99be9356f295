import type { Block, BlockKind, Draft, Note } from '../draft/draft.ts';
import { hrefsOf } from '../draft/normal.ts';
import { TAG } from '../draft/text.ts';
import { type Brief, note } from '../reader/brief.ts';
import { instruction } from '../reader/statements.ts';
import { normal } from '../reader/words.ts';

/*
 * What a reader of a draft would stumble over, and what of a prompt it does not do. Everything that is written is judged, whichever filler
 * wrote it: what a model did wrong goes back to it in these words, and what is left goes to the author as notes.
 */

export interface Judged {
  draft: Draft;
  kind: 'page' | 'email';
  /** Its tags are filled in later. */
  isTemplate: boolean;
}

/** What holds for every draft, whatever was asked for. */
export function judgeDraft({ draft, kind, isTemplate }: Judged): Note[] {
  const notes: Note[] = [];
  const blocks: readonly Block[] = draft.blocks;
  const texts = textsOf(draft);
  const seen = new Map<string, string>();
  for (const { text, place } of texts) {
    const placeholder = PLACEHOLDER.exec(text)?.[0];
    if (placeholder) notes.push(note('check', `"${placeholder}" stands where words of your own belong.`, place));
    if (kind === 'page' && !isTemplate)
      for (const [tag] of text.matchAll(TAG)) notes.push(note('check', `The tag ${tag} is not filled in on a page: write what belongs there.`, place));
    const key = normal(text);
    const before = seen.get(key);
    if (text.length > 40 && before !== undefined && !APART.has(before)) notes.push(note('check', `The same text stands at ${before}, too.`, place));
    seen.set(key, place);
  }
  for (const [place, href] of blocks.flatMap((block, i) => hrefsOf(block, block.id ?? `blocks[${i}]`)))
    if (PLACEHOLDER_HOST.test(href)) notes.push(note('check', `The link leads to ${href}, which is an example: say where it really leads.`, place));
  for (const block of blocks) {
    const place = block.id ?? block.kind;
    if (block.kind === 'form' && !block.fields.some(({ type, name }) => REACHES.has(type) || name === 'email' || name === 'phone'))
      notes.push(note('check', 'No one could be answered who sends this form: add a field for an email address or a telephone number.', place));
    if ('heading' in block && block.heading && block.heading.length > 120) notes.push(note('check', 'The heading is longer than people read one.', `${place}.heading`));
  }
  if (kind === 'email') notes.push(...judgeSubject(draft));
  return notes;
}

function judgeSubject(draft: Draft): Note[] {
  const subject = 'subject' in draft ? draft.subject : undefined;
  if (!subject) return [note('check', 'The email has no subject line.', 'subject')];
  return [...subject.replace(TAG, 'Anna')].length > 70 ? [note('check', 'The subject line is longer than mail programs show: 60 characters are read.', 'subject')] : [];
}

/** Texts beside the document, in lists of results and mails: they may well say what its beginning says. They come first. */
const APART: ReadonlySet<string> = new Set(['title', 'description', 'subject', 'preview_text']);
const REACHES: ReadonlySet<string> = new Set(['email', 'phone']);
const PLACEHOLDER =
  /\blorem ipsum\b|\[(?:insert|your|company|name|product|date|city|link|add)\b[^\]]{0,60}\]|\byour (?:company|business|brand) name\b|\b(?:xxx+|tbd|tba here)\b|\b(?:john|jane) doe\b/iu;
const PLACEHOLDER_HOST = /^https?:\/\/(?:www\.)?(?:example\.(?:com|org|net)|your-?(?:site|domain|company|website)\.\w+)(?:\/|$)/i;

/** What the prompt asks for and the draft does not do. @param brief what was read in the prompt */
export function judgeBrief(draft: Draft, brief: Brief): Note[] {
  const notes: Note[] = [];
  const blocks: readonly Block[] = draft.blocks;
  const has = (kind: BlockKind): boolean => blocks.some((block) => block.kind === kind || STANDS_FOR[kind]?.includes(block.kind));
  const all = normal(textsOf(draft).map(({ text }) => text).join('\n'));
  const holds = (text: string): boolean => all.includes(normal(text));
  const missing = (text: string, place: string | null = null) => notes.push(note('left_out', text, place));
  for (const { kind } of brief.parts)
    if (!has(kind) && !(kind === 'form' && brief.kind === 'email')) missing(`You ask for a part of the kind "${kind}", and there is none.`);
  for (const kind of brief.without) if (blocks.some((block) => block.kind === kind)) notes.push(note('check', `You want no "${kind}", and there is one.`, kind));
  for (const { as, text } of brief.quoted) if (as !== 'name' && !holds(text)) missing(`You quote “${text}”, and it is not there.`);
  for (const { kind, value } of brief.facts)
    if (!holds(value) && !hrefs(draft).some((href) => href.includes(value.replace(/[^\d+]/g, '')) && kind === 'phone')) missing(`You say “${value}”, and it is not there.`);
  if (brief.action.label && !holds(brief.action.label)) missing(`You want the button to say “${brief.action.label}”, and none does.`);
  if (brief.action.href && !hrefs(draft).includes(brief.action.href)) missing(`You want a link to ${brief.action.href}, and there is none.`);
  if (brief.kind === 'page' && brief.fields) notes.push(...judgeFields(blocks, brief));
  if (draft.lang.split('-', 1)[0] !== brief.lang.split('-', 1)[0]) notes.push(note('changed', `It is written in "${draft.lang}" and not in "${brief.lang}".`, 'lang'));
  for (const { text, place } of textsOf(draft))
    if (text.length > 20 && instruction(text) && normal(brief.words).includes(normal(text))) notes.push(note('check', `An instruction of yours stands there as text: “${text}”`, place));
  return notes;
}

/** Kinds that do what another one does. */
const STANDS_FOR: Partial<Record<BlockKind, readonly BlockKind[]>> = {
  pricing: ['menu', 'facts', 'order'],
  menu: ['pricing'],
  features: ['text', 'steps', 'menu'],
  text: ['letter', 'features'],
  facts: ['hero', 'contact'],
  map: ['contact', 'facts'],
  contact: ['facts', 'footer', 'map'],
  cta: ['button', 'hero'],
  schedule: ['facts'],
  steps: ['features'],
};

function judgeFields(blocks: readonly Block[], { fields = [] }: Brief): Note[] {
  const notes: Note[] = [];
  const form = blocks.find((block) => block.kind === 'form');
  if (!form) return fields.length > 0 ? [note('left_out', 'You ask for a form, and there is none.')] : [];
  const labels = form.fields.map(({ label }) => normal(label));
  for (const { label, type, standard, options = [] } of fields) {
    const found = form.fields.find((field) => (label ? normal(field.label) === normal(label) : field.type === type || field.name === standard));
    if (!found && label && !labels.includes(normal(label))) notes.push(note('left_out', `The form does not ask for “${label}”.`, form.id ?? 'form'));
    for (const option of found ? options : [])
      if (!found?.options?.some((one) => normal(one) === normal(option))) notes.push(note('left_out', `“${option}” cannot be chosen.`, form.id ?? 'form'));
  }
  return notes;
}

/**
 * Figures, prices and dates of a draft that nothing it was written from holds: what a model has made up.
 * @param sources all that it was given: prompt, facts, the version before, the conversation
 */
export function judgeInventions(draft: Draft, sources: readonly string[]): Note[] {
  const known = new Set(sources.flatMap((source) => source.match(FIGURE) ?? []).map(bareFigure));
  return textsOf(draft).flatMap(({ text, place }) =>
    (text.match(FIGURE) ?? [])
      .filter((figure) => !known.has(bareFigure(figure)) && Number(bareFigure(figure)) > 12)
      .map((figure) => note('check', `“${figure}” is nothing that you said: is it so?`, place)),
  );
}

const FIGURE = /\d[\d.,]*\d|\d/g;
const bareFigure = (figure: string): string => figure.replace(/[.,](?=\d{3}(?!\d))/g, '').replace(',', '.');

const hrefs = (draft: Draft): string[] => hrefsOf(draft, '').map(([, href]) => href);

/** Names of fields whose values people do not read. */
const UNREAD: ReadonlySet<string> = new Set(['id', 'kind', 'layout', 'href', 'url', 'logo_url', 'lang', 'dir', 'type', 'name', 'maps_to', 'drawing', 'form', 'theme']);

/** All texts of a draft that people read, and where each stands: `title`, `top.heading`, `form.fields[1].label`. */
export function textsOf(draft: Draft): { text: string; place: string }[] {
  const { blocks, ...rest } = draft;
  const all: { text: string; place: string }[] = [];
  const walk = (value: unknown, place: string, key: string): void => {
    if (typeof value === 'string') {
      if (!UNREAD.has(key) || (key === 'name' && !place.includes('.fields['))) all.push({ text: value, place });
    } else if (Array.isArray(value)) value.forEach((inner, i) => walk(inner, `${place}[${i}]`, key));
    else if (typeof value === 'object' && value !== null && key !== 'theme')
      for (const [name, inner] of Object.entries(value)) walk(inner, place === '' ? name : `${place}.${name}`, name);
  };
  for (const [name, value] of Object.entries(rest)) walk(value, name, name);
  for (const [i, block] of (blocks as readonly Block[]).entries()) walk(block, block.id ?? `blocks[${i}]`, 'block');
  return all;
}
