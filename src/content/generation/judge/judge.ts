import type { Block, Draft, Note } from '../draft/draft.ts';
import { TAG } from '../draft/text.ts';
import { note } from '../reader/brief.ts';
import { normal } from '../reader/words.ts';
import { placedBlocks, placedHrefs, placedLabels, textsOf } from './texts.ts';
import { judgeTwice } from './twice.ts';

export { judgeBrief } from './asked.ts';
export { judgeInventions } from './inventions.ts';
export { textsOf } from './texts.ts';

/* Every draft is judged, whoever filled it. A model gets these findings back to repair; the rest reach the author as notes. */

export interface Judged {
  draft: Draft;
  kind: 'page' | 'email';
  /** Its merge tags are filled in later. */
  isTemplate: boolean;
  html?: string;
}

export function judgeDraft({ draft, kind, isTemplate, html }: Judged): Note[] {
  const check = (text: string, place: string | null): Note => note('check', text, place);
  const notes = textsOf(draft).flatMap(({ text, place }) => [
    ...standIns(text, kind === 'page' && !isTemplate).map((finding) => check(finding, place)),
    ...linksToNowhere(text, draft).map((finding) => check(finding, place)),
  ]);
  notes.push(...judgeTwice(draft));
  for (const [place, href] of placedHrefs(draft)) {
    if (PLACEHOLDER_HOST.test(href)) notes.push(check(`The link leads to ${href}, which is an example: say where it really leads.`, place));
    if (href.trim() === '#') notes.push(check('The link leads nowhere.', place));
  }
  for (const { text, place } of placedLabels(draft))
    if ([...text.replace(TAG, 'Anna')].length > LONGEST_LABEL)
      notes.push(check(`The button says more than fits on one: at most ${LONGEST_LABEL} characters.`, place));
  for (const [place, block] of placedBlocks(draft))
    notes.push(...blockFindings(block).map(([finding, at]) => check(finding, `${place}${at}`)));
  if (kind === 'email') notes.push(...judgeSubject(draft));
  if (html !== undefined) notes.push(...judgeWeight(html, kind));
  return notes;
}

const LONGEST_LABEL = 60;
const LONGEST_HEADING = 120;
const LONGEST_SUBJECT = 70;

/** Gmail truncates larger emails, and slow phones take long to load larger pages. */
const MOST_BYTES = { page: 80 * 1024, email: 60 * 1024 };

export function judgeWeight(html: string, kind: 'page' | 'email'): Note[] {
  const most = MOST_BYTES[kind];
  const bytes = Buffer.byteLength(html);
  if (bytes <= most) return [];
  const why = kind === 'page' ? 'slow phones take long to show it' : 'mail programs cut longer ones';
  return [note('check', `The ${kind} weighs ${Math.ceil(bytes / 1024)} kB; ${most / 1024} kB is the most, since ${why}.`)];
}

/** @param noTags whether nothing fills in merge tags */
export function standIns(text: string, noTags: boolean): string[] {
  const findings: string[] = [];
  const placeholder = PLACEHOLDER.exec(text)?.[0];
  if (placeholder) findings.push(`"${placeholder}" stands where words of your own belong.`);
  if (noTags) for (const [tag] of text.matchAll(TAG)) findings.push(`The tag ${tag} is not filled in on a page: write what belongs there.`);
  const slot = SLOT.exec(text)?.[0];
  if (slot) findings.push(`"${slot}" is not filled in.`);
  if (breaksOff(text)) findings.push('The text breaks off.');
  return findings;
}

const PLACEHOLDER =
  /\blorem ipsum\b|\[(?:insert|your|company|name|product|date|city|link|add)\b[^\]\n]{0,60}(?:\](?!\()|$)|\byour (?:company|business|brand) name\b|\b(?:xxx+|tbd|tba here)\b|\b(?:john|jane) doe\b/iu;
const PLACEHOLDER_HOST = /^https?:\/\/(?:www\.)?(?:example\.(?:com|org|net)|your-?(?:site|domain|company|website)\.\w+)(?:\/|$)/i;
const SLOT = /(?<![{$])\{[a-z][a-z_]{1,30}\}(?!\})|\[object Object\]/i;
const breaksOff = (text: string): boolean => text.length > 60 && ',(（–—'.includes(text.trimEnd().at(-1) ?? ' ');

function linksToNowhere(text: string, { blocks }: Draft): string[] {
  const ids = new Set((blocks as readonly Block[]).map(({ id }) => id));
  return [...text.matchAll(/\]\(#([^\s()]{0,100})\)/g)].flatMap(([, id = '']) =>
    ids.has(id) ? [] : [`A link leads to "#${id}", and there is no such block.`],
  );
}

function blockFindings(block: Block): [finding: string, at: string][] {
  const findings: [string, string][] = [];
  if ('heading' in block && block.heading && block.heading.length > LONGEST_HEADING)
    findings.push(['The heading is longer than people read one.', '.heading']);
  if (block.kind !== 'form') return findings;
  if (!block.fields.some(({ type, name }) => REACHES.has(type) || name === 'email' || name === 'phone'))
    findings.push(['No one could be answered who sends this form: add a field for an email address or a telephone number.', '']);
  const names = block.fields.map(({ name }) => name);
  for (const [i, { type, name, options = [] }] of block.fields.entries()) {
    const at = `.fields[${i}]`;
    if (name !== undefined && names.indexOf(name) < i) findings.push([`Another field of this form has the name "${name}", too.`, at]);
    if ((type === 'choice' || type === 'choices') && options.length === 0) findings.push(['There is nothing to choose from.', at]);
    if (type === 'choice' && options.length === 1) findings.push(['There is one option only: a choice needs two.', at]);
    if (new Set(options.map(normal)).size < options.length) findings.push(['An option stands there twice.', at]);
  }
  return findings;
}

const REACHES: ReadonlySet<string> = new Set(['email', 'phone']);

function judgeSubject(draft: Draft): Note[] {
  const subject = 'subject' in draft ? draft.subject : undefined;
  if (!subject) return [note('check', 'The email has no subject line.', 'subject')];
  return [...subject.replace(TAG, 'Anna')].length > LONGEST_SUBJECT
    ? [note('check', 'The subject line is longer than mail programs show: 60 characters are read.', 'subject')]
    : [];
}
