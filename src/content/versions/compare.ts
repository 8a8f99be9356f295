import { diffArrays, FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';
import type { Draft } from '../generation/draft/draft.ts';
import { readTags } from './html.ts';

export interface Side {
  version: number;
  html: string;
  draft: Draft | null;
}

export type Part = 'subject' | 'preview_text' | 'title' | 'description' | 'language' | 'theme' | 'section' | 'heading';

export interface Change {
  part: Part;
  change: 'added' | 'removed' | 'changed' | 'moved';
  before: string | null;
  after: string | null;
}

export interface Comparison {
  linesAdded: number;
  linesRemoved: number;
  changes: Change[];
  diff: string;
  truncated: boolean;
}

/** The search takes the square of the number of changes. Beyond its bounds, one passage is shown as replaced by another. */
const SEARCH = { maxEditLength: 3_000, timeout: 1_000 };
const MOST_LINES = 20_000;
const LONGEST_DIFF = 200_000;
const LONGEST_TEXT = 300;
const MOST_CHANGES = 100;

export function compareVersions(from: Side, to: Side): Comparison {
  return {
    ...compareLines(from, to),
    changes: changesBetween(outlineOf(from), outlineOf(to)).slice(0, MOST_CHANGES),
  };
}

function compareLines(from: Side, to: Side): Omit<Comparison, 'changes'> {
  const before = readable(from.html);
  const after = readable(to.html);
  const isSearchable = Math.max(before.length, after.length) <= MOST_LINES;
  const names = [`version ${from.version}`, `version ${to.version}`] as const;
  const found = isSearchable
    ? structuredPatch(...names, before.join('\n'), after.join('\n'), undefined, undefined, { context: 3, ...SEARCH })
    : undefined;
  if (!found) return replaced(names, before, after);
  const lines = found.hunks.flatMap((hunk) => hunk.lines);
  const counts = {
    linesAdded: lines.filter((line) => line.startsWith('+')).length,
    linesRemoved: lines.filter((line) => line.startsWith('-')).length,
  };
  return { ...counts, ...cut(found.hunks.length === 0 ? '' : formatPatch(found, FILE_HEADERS_ONLY)) };
}

function cut(text: string, isWhole = true): Pick<Comparison, 'diff' | 'truncated'> {
  if (text.length <= LONGEST_DIFF) return { diff: text, truncated: !isWhole };
  return { diff: text.slice(0, LONGEST_DIFF).toWellFormed(), truncated: true };
}

const LONG_LINE = 300;

/** A line of minified HTML would be one change whatever has changed in it. */
const readable = (html: string): string[] =>
  html.split(/\r?\n/).flatMap((line) => (line.length > LONG_LINE ? line.split(/(?<=.)(?=<)/) : line));

/** One hunk for all that lies between the lines that both begin and end with. */
function replaced(names: readonly [string, string], before: string[], after: string[]): Omit<Comparison, 'changes'> {
  const shorter = Math.min(before.length, after.length);
  let begin = 0;
  while (begin < shorter && before[begin] === after[begin]) begin += 1;
  let end = 0;
  while (end < shorter - begin && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const linesRemoved = before.length - end - begin;
  const linesAdded = after.length - end - begin;
  if (linesRemoved + linesAdded === 0) return { linesAdded, linesRemoved, diff: '', truncated: false };
  const shownOf = (lines: string[], count: number, mark: string) =>
    lines.slice(begin, begin + Math.min(count, MOST_LINES)).map((line) => `${mark}${line}\n`);
  const head = `--- ${names[0]}\n+++ ${names[1]}\n@@ -${begin + 1},${linesRemoved} +${begin + 1},${linesAdded} @@\n`;
  const text = head + [...shownOf(before, linesRemoved, '-'), ...shownOf(after, linesAdded, '+')].join('');
  return { linesAdded, linesRemoved, ...cut(text, Math.max(linesRemoved, linesAdded) <= MOST_LINES) };
}

interface Outline {
  texts: Map<Part, string>;
  /** By the id of the block, in their order. */
  sections: Map<string, { label: string; content: string }> | undefined;
  headings: string[];
}

function outlineOf({ html, draft }: Side): Outline {
  const { texts, headings } = readHtml(html);
  if (!draft) return { texts, headings, sections: undefined };
  const { title, lang, theme, blocks, ...rest } = draft;
  const own: [Part, unknown][] = [
    ['title', title],
    ['language', lang],
    ['theme', theme && JSON.stringify(theme)],
    ['description', 'description' in rest ? rest.description : undefined],
    ['subject', 'subject' in rest ? rest.subject : undefined],
    ['preview_text', 'preview_text' in rest ? rest.preview_text : undefined],
  ];
  for (const [part, text] of own) if (typeof text === 'string') texts.set(part, text);
  const sections = new Map(
    blocks.map((block, index) => {
      const heading = 'heading' in block && typeof block.heading === 'string' ? `: ${block.heading}` : '';
      return [block.id ?? `${block.kind} ${index}`, { label: `${block.kind}${heading}`, content: JSON.stringify(block) }] as const;
    }),
  );
  return { texts, headings, sections };
}

function readHtml(html: string): Pick<Outline, 'texts' | 'headings'> {
  const texts = new Map<Part, string>();
  const headings: string[] = [];
  let open: { name: string; text: string } | undefined;
  readTags(
    html,
    (name, { lang, name: of, content }) => {
      if (name === 'html' && lang) texts.set('language', lang);
      if (name === 'meta' && of?.toLowerCase() === 'description' && content) texts.set('description', content);
      if (!open && (name === 'title' || /^h[1-6]$/.test(name))) open = { name, text: '' };
    },
    {
      ontext(text) {
        if (open && open.text.length < LONGEST_TEXT) open.text += text;
      },
      onclosetag(name) {
        if (open?.name !== name) return;
        const text = open.text.replace(/\s+/g, ' ').trim();
        if (name !== 'title') headings.push(text);
        else if (!texts.has('title') && text) texts.set('title', text);
        open = undefined;
      },
    },
  );
  return { texts, headings };
}

const TEXTS: readonly Part[] = ['subject', 'preview_text', 'title', 'description', 'language', 'theme'];

function changesBetween(before: Outline, after: Outline): Change[] {
  const texts = TEXTS.flatMap((part) => {
    const [old, now] = [before.texts.get(part), after.texts.get(part)];
    return old === now ? [] : [changeOf(part, old, now)];
  });
  const { sections } = before;
  if (!sections || !after.sections) return [...texts, ...headingChanges(before.headings, after.headings)];
  return [...texts, ...sectionChanges(sections, after.sections)];
}

function changeOf(part: Part, before: string | undefined, after: string | undefined): Change {
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  return { part, change, before: shown(before), after: shown(after) };
}

const shown = (text: string | undefined): string | null =>
  text === undefined ? null : text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1).toWellFormed()}…` : text;

type Sections = NonNullable<Outline['sections']>;

function sectionChanges(before: Sections, after: Sections): Change[] {
  const removed = [...before].filter(([id]) => !after.has(id)).map(([, { label }]) => changeOf('section', label, undefined));
  const rest = [...after].flatMap(([id, { label, content }]) => {
    const old = before.get(id);
    if (!old) return changeOf('section', undefined, label);
    return old.content === content ? [] : changeOf('section', old.label, label);
  });
  const kept = diffArrays(
    [...before.keys()].filter((id) => after.has(id)),
    [...after.keys()].filter((id) => before.has(id)),
  );
  const moved = kept
    .flatMap(({ added, value }) => (added ? value : []))
    .map((id): Change => {
      const label = shown(after.get(id)?.label);
      return { part: 'section', change: 'moved', before: label, after: label };
    });
  return [...removed, ...rest, ...moved];
}

function headingChanges(before: readonly string[], after: readonly string[]): Change[] {
  return [
    ...without(before, after).map((text) => changeOf('heading', text, undefined)),
    ...without(after, before).map((text) => changeOf('heading', undefined, text)),
  ];
}

/** Each heading that stands in the first list more often than in the second. */
function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1);
  return texts.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}

export const TASKS = { compareVersions };
