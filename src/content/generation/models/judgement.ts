import { isDeepStrictEqual } from 'node:util';
import { checkMergeTags, checkTemplate } from '../../../shared/merge-tags.ts';
import { draftTask } from '../apart.ts';
import type { Draft, Note } from '../draft/draft.ts';
import { normalised, problemsOf } from '../draft/normal.ts';
import { apply } from '../edits/operations.ts';
import { GenerationRefused } from '../generator.ts';
import { note } from '../reader/brief.ts';
import type { Answer } from './call.ts';
import { type FillRequest, type FillResult, NotWebContent, type Operation, type Replacement } from './filler.ts';
import { readReply } from './reply.ts';
import { type AnswerSchema, type Form, NOTE_CODES } from './schema/answer.ts';
import { type Fields, isFields, restored } from './schema/restore.ts';

type Findings = { findings: string[] };
export type Judged = { result: FillResult } | Findings;

type Content = ({ draft: Draft } | { operations: Operation[] } | { replacements: Replacement[] }) & { remarks: Note[] };

const LONGEST_WORDS = 500;

/** @throws NotWebContent, GenerationRefused if the model refuses */
export async function judged(answer: Answer, request: FillRequest, form: Form, schema: AnswerSchema): Promise<Judged> {
  if (answer.end === 'refused') throw new GenerationRefused('The model refuses to write this.');
  if (answer.end === 'too-large') return { findings: ['The answer is larger than 2 MiB. Write much less.'] };
  if (answer.end === 'length') return { findings: ['The answer breaks off: it is longer than you may write at a time. Write much less.'] };
  const reply = readReply(answer.text);
  if ('problem' in reply) return { findings: [reply.problem] };
  if (isTooDeep(reply.json)) return { findings: [TOO_DEEP] };
  const fields = wrappedAs(form, restored(rooted(reply.json, form), schema));
  if (fields.web_content === false || fields.web_content === 'false') {
    throw new NotWebContent('The prompt does not ask for a web page or an email.');
  }
  const value = fields[form];
  const cannot = wordsOf(fields.cannot);
  if (value === undefined && cannot !== undefined) throw new GenerationRefused(cannot);
  if (value === undefined) return { findings: [`\`${form}\` is required.`] };
  // Texts that held JSON are parsed by now, so the value may be deeper.
  if (isTooDeep(value)) return { findings: [TOO_DEEP] };
  const content = await CONTENT[form](value, request);
  if ('findings' in content) return content;
  const { remarks, ...written } = content;
  const notes = [...notesOf(fields.notes), ...(cannot === undefined ? [] : [note('left_out', cannot)]), ...remarks];
  const summary = wordsOf(fields.summary) ?? (form === 'draft' ? 'Wrote a first draft.' : 'Made the changes.');
  return { result: { ...written, summary, notes } };
}

/** The limit for request bodies. Threads copy values by recursion, so deeper ones cannot be passed to them. */
const DEEPEST = 64;
const TOO_DEEP = `The JSON of the answer is nested more than ${DEEPEST} levels deep. Write it as the schema has it.`;

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth++)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : []));
  return level.length > 0;
}

/** Models without structured output forget the outer object or add one. */
function rooted(json: Fields | unknown[], form: Form): unknown {
  const [inner, ...more] = Object.values(json) as unknown[];
  if (more.length === 0 && isFields(inner) && (inner.web_content !== undefined || inner[form] !== undefined)) return inner;
  if (Array.isArray(json)) return { [form]: json };
  return form === 'draft' && Array.isArray(json.blocks) && json.draft === undefined ? { draft: json } : json;
}

const wrappedAs = (form: Form, value: unknown): Fields => (isFields(value) ? value : { [form]: value });

const CONTENT: Record<Form, (value: unknown, request: FillRequest) => Promise<Content | Findings>> = {
  async draft(value, request) {
    const valid = await draftTask(request.workspaceId, 'validateDraft', request.kind, value);
    if ('findings' in valid) return valid;
    const draft = normalised(valid.value);
    const verdict = await verdictOn(draft, request);
    return 'findings' in verdict ? verdict : { draft, remarks: verdict.remarks };
  },

  async operations(value, request) {
    const { current, kind, workspaceId } = request;
    const valid = await draftTask(workspaceId, 'validateOperations', kind, value);
    if ('findings' in valid) return valid;
    if (current === undefined || !('draft' in current)) return { operations: valid.value, remarks: [] };
    const applied = apply<Draft>(current.draft, valid.value);
    if ('problem' in applied) return { findings: [`\`operations[${applied.at}]\`: ${applied.problem}`] };
    const whole = await draftTask(workspaceId, 'validateDraft', kind, applied.draft);
    // Only validated values are known to be shallow enough to compare.
    if ('value' in whole && isDeepStrictEqual(whole.value, current.draft)) return { findings: ['The operations change nothing.'] };
    const verdict = 'findings' in whole ? whole : await verdictOn(normalised(applied.draft), request);
    if ('findings' in verdict) return { findings: verdict.findings.map((finding) => `After the operations: ${finding}`) };
    return { operations: valid.value, remarks: verdict.remarks };
  },

  async replacements(value, { current, judgeHtml }) {
    const valid = readReplacements(value);
    if ('findings' in valid) return valid;
    const { replacements } = valid;
    if (current === undefined || !('html' in current)) return { replacements, remarks: [] };
    const changed = replaced(current.html, replacements);
    if ('findings' in changed) return changed;
    const sorted = sortedNotes((await judgeHtml?.(changed.html)) ?? []);
    return 'findings' in sorted ? sorted : { replacements, remarks: sorted.remarks };
  },
};

async function verdictOn(draft: Draft, { kind, judge, compose }: FillRequest): Promise<{ remarks: Note[] } | Findings> {
  const problems = problemsOf(draft).map(({ path, message }) => `\`${path}\` ${message}.`);
  const findings = [...problems, ...tagFindings(draft, '', kind === 'email' ? checkTemplate : checkMergeTags)];
  if (findings.length > 0) return { findings };
  const sorted = sortedNotes(await judge(draft));
  if ('findings' in sorted) return sorted;
  try {
    await compose(draft);
    return sorted;
  } catch (error) {
    return { findings: [`The draft cannot be rendered: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

function tagFindings(value: unknown, place: string, check: (text: string) => string | null): string[] {
  if (typeof value === 'string') {
    const problem = value.includes('{{') || value.includes('{%') ? check(value) : null;
    return problem === null ? [] : [`\`${place}\` ${problem}.`];
  }
  if (Array.isArray(value)) return value.flatMap((one, at) => tagFindings(one, `${place}[${at}]`, check));
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => tagFindings(one, place === '' ? name : `${place}.${name}`, check));
}

/** The model repairs defects; the author gets the rest. */
function sortedNotes(notes: readonly Note[]): { remarks: Note[] } | Findings {
  const isDefect = ({ code }: Note) => code === 'left_out' || code === 'check';
  const findings = notes.filter(isDefect).map(({ text, place }) => (place === null ? text : `\`${place}\`: ${text}`));
  return findings.length > 0 ? { findings } : { remarks: [...notes] };
}

const MOST_NOTES = 10;

/** Unknown codes become `left_out`. */
function notesOf(value: unknown): Note[] {
  if (!Array.isArray(value)) return [];
  const notes = value.flatMap((one: unknown) => {
    const { code, text } = isFields(one) ? one : {};
    const words = wordsOf(text);
    const known = NOTE_CODES.find((name) => name === code);
    return words === undefined ? [] : [note(known ?? 'left_out', words)];
  });
  return notes.slice(0, MOST_NOTES);
}

/** Undefined if the model says there is nothing. */
function wordsOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' || /^(?:null|none|no|n\/a|nothing|undefined|-)\.?$/i.test(text)) return undefined;
  return text.length > LONGEST_WORDS ? `${text.slice(0, LONGEST_WORDS - 1).toWellFormed()}…` : text;
}

/** Applies changes in order. Each `find` must occur exactly once. */
export function replaced(html: string, replacements: readonly Replacement[]): { html: string } | { findings: string[] } {
  const findings: string[] = [];
  let result = html;
  for (const [at, { find, with: replacement }] of replacements.entries()) {
    const place = `\`replacements[${at}].find\``;
    const first = result.indexOf(find);
    if (first < 0) findings.push(`${place} does not stand in the document. Copy it letter for letter from the source.`);
    else if (result.indexOf(find, first + 1) >= 0) findings.push(`${place} stands in the document more than once. Make it longer.`);
    else result = result.slice(0, first) + replacement + result.slice(first + find.length);
  }
  if (findings.length === 0 && result === html) findings.push('The replacements change nothing.');
  return findings.length > 0 ? { findings } : { html: result };
}

const MOST_REPLACEMENTS = 200;

export function readReplacements(value: unknown): { replacements: Replacement[] } | { findings: string[] } {
  if (!Array.isArray(value) || value.length === 0) return { findings: ['`replacements` is required, with at least one entry.'] };
  if (value.length > MOST_REPLACEMENTS) return { findings: [`\`replacements\` takes at most ${MOST_REPLACEMENTS} entries.`] };
  const replacements: Replacement[] = [];
  for (const [at, one] of value.entries()) {
    const { find, with: replacement = '' } = (typeof one === 'object' && one !== null ? one : {}) as { find?: unknown; with?: unknown };
    if (typeof find !== 'string' || find === '' || typeof replacement !== 'string') {
      return { findings: [`\`replacements[${at}]\` must have a \`find\` and a \`with\`, both texts.`] };
    }
    replacements.push({ find, with: replacement });
  }
  return { replacements };
}
