import type { Action, Block, Draft, FieldType, FormField } from '../../../src/content/generation/draft/draft.ts';
import type { Written } from '../../../src/content/generation/generator.ts';
import { textsOf } from '../../../src/content/generation/judge/judge.ts';
import type { Brief } from '../../../src/content/generation/reader/brief.ts';

/** The requests of a prompt, as its file lists them. */
export interface Expected {
  lang?: string;
  purpose?: string | string[];
  name?: string | null;
  has?: string[];
  lacks?: string[];
  blocks?: string[];
  without?: string[];
  fields?: FieldType[];
  labels?: string[];
  options?: string[];
  button?: string;
  href?: string;
  headline?: string;
  subject?: string;
  primary?: string;
  accent?: string;
  background?: string;
  tone?: string;
  font?: string;
  align?: string;
  buttons?: string;
  radius?: string;
  first?: string;
  last?: string;
  picture?: boolean;
  notes?: boolean;
  possible?: boolean;
}

const norm = (text: string): string => String(text).toLowerCase().replace(/[’‘]/g, "'").replace(/\s+/g, ' ');
const bare = (text: string): string => norm(text).replace(/[.!]$/, '');

/** Types that may replace another one: a name is often in a text field. */
const STANDS_FOR: Partial<Record<FieldType, FieldType[]>> = {
  name: ['text'],
  text: ['longtext'],
  longtext: ['text'],
  number: ['text', 'choice'],
  date: ['text', 'choice'],
  time: ['text', 'choice'],
};

/** The differences from the prompt, in words. @param brief of a first draft; an edit has none */
export function findingsOf(expected: Expected, { draft, notes }: Pick<Written, 'draft' | 'notes'>, brief: Brief | undefined): string[] {
  if (!draft) return ['no draft'];
  const findings: string[] = [];
  const blocks: readonly Block[] = draft.blocks;
  const kinds = blocks.map(({ kind }) => kind as string);
  const all = norm(
    textsOf(draft)
      .map(({ text }) => text)
      .join('\n'),
  );
  for (const words of expected.has ?? []) if (!all.includes(norm(words))) findings.push(`lacks "${words}"`);
  for (const words of expected.lacks ?? []) if (all.includes(norm(words))) findings.push(`holds "${words}"`);
  if (brief && expected.purpose && ![expected.purpose].flat().includes(brief.purpose)) findings.push(`is for ${brief.purpose}`);
  if (expected.lang && draft.lang !== expected.lang) findings.push(`is in ${draft.lang}`);
  // An email about an event has the event's name in its subject or title, and its sender's as its name.
  const heads = 'subject' in draft ? [draft.name, draft.title, draft.subject].join('\n') : (draft.name ?? '');
  if (expected.name && !norm(heads).includes(norm(expected.name))) findings.push(`is headed "${draft.name}"`);
  const isElsewhere = (kind: string): boolean =>
    (kind === 'button' && hasAction(blocks)) || (kind === 'facts' && blocks.some((block) => block.kind === 'hero' && 'facts' in block));
  for (const kind of expected.blocks ?? []) if (!kinds.includes(kind) && !isElsewhere(kind)) findings.push(`has no ${kind}`);
  for (const kind of expected.without ?? []) if (kinds.includes(kind)) findings.push(`has a ${kind}`);
  findings.push(...fieldFindings(expected, blocks));
  const hero = blocks.find((block) => block.kind === 'hero');
  if (expected.headline && bare(hero?.heading ?? '') !== bare(expected.headline)) findings.push(`has the headline "${hero?.heading}"`);
  const actions = actionsOf(blocks);
  const submit = blocks.find((block) => block.kind === 'form')?.submit;
  if (
    expected.button &&
    ![...actions.map(({ label }) => label), submit ?? ''].some((label) => norm(label) === norm(expected.button as string))
  )
    findings.push(`has no button "${expected.button}"`);
  if (expected.href && !actions.some(({ href }) => trimmed(href) === trimmed(expected.href as string)))
    findings.push(`has no link to ${expected.href}`);
  if (expected.subject && 'subject' in draft && draft.subject !== expected.subject) findings.push(`has the subject "${draft.subject}"`);
  findings.push(...lookFindings(expected, draft, brief));
  if (expected.first && kinds[1] !== expected.first) findings.push(`begins with ${kinds[1]}`);
  if (expected.last && kinds.at(-1) !== expected.last) findings.push(`ends with ${kinds.at(-1)}`);
  if (expected.picture === false && hero?.picture) findings.push('has a picture');
  if (expected.notes && notes.length === 0) findings.push('notes nothing');
  return findings;
}

const trimmed = (href: string): string => href.replace(/\/$/, '');
const hasAction = (blocks: readonly Block[]): boolean => actionsOf(blocks).length > 0;

function actionsOf(blocks: readonly Block[]): Action[] {
  return blocks.flatMap((block) =>
    ['action' in block ? block.action : undefined, 'second_action' in block ? block.second_action : undefined].filter(
      (one) => one !== undefined,
    ),
  );
}

function fieldFindings({ fields = [], labels = [], options = [] }: Expected, blocks: readonly Block[]): string[] {
  const findings: string[] = [];
  const own: FormField[] = blocks.flatMap((block) => (block.kind === 'form' ? block.fields : []));
  const left = own.map(({ type }) => type);
  for (const type of fields) {
    const at = [type, ...(STANDS_FOR[type] ?? [])].map((one) => left.indexOf(one)).find((index) => index >= 0);
    if (at === undefined) findings.push(`asks for no ${type}`);
    else left.splice(at, 1);
  }
  const said = norm(own.map(({ label }) => label).join('\n'));
  const offered = norm(own.flatMap((field) => field.options ?? []).join('\n'));
  for (const label of labels) if (!said.includes(norm(label))) findings.push(`does not ask "${label}"`);
  for (const option of options) if (!offered.includes(norm(option))) findings.push(`does not offer "${option}"`);
  return findings;
}

/** Colours are compared by whether one was understood; their names are many. */
function lookFindings(expected: Expected, { theme = {} }: Draft, brief: Brief | undefined): string[] {
  const findings: string[] = [];
  for (const name of ['background', 'font', 'align', 'buttons', 'radius'] as const)
    if (expected[name] && theme[name] !== expected[name]) findings.push(`has the ${name} ${theme[name]}`);
  const wished = brief ? brief.theme : theme;
  for (const name of ['primary', 'accent'] as const) if (expected[name] && !wished[name]) findings.push(`has no ${name} colour`);
  if (expected.tone && theme.tone !== expected.tone) findings.push(`has the tone ${theme.tone}`);
  return findings;
}
