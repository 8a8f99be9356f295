import { isDeepStrictEqual } from 'node:util';
import { checkMergeTags } from '../../../shared/merge-tags.ts';
import { draftTask } from '../apart.ts';
import type { Draft, Note } from '../draft/draft.ts';
import { normalised, problemsOf } from '../draft/normal.ts';
import { apply } from '../edits/operations.ts';
import { GenerationRefused } from '../generator.ts';
import type { Answer } from './call.ts';
import { type FillRequest, type FillResult, NotWebContent, type Operation, type Replacement } from './filler.ts';
import { readReplacements, replaced } from './replacements.ts';
import { readReply } from './reply.ts';
import { type AnswerSchema, type Form, NOTE_CODES } from './schema/answer.ts';
import { isFields, restored } from './schema/restore.ts';

type Findings = { findings: string[] };
export type Judged = { result: FillResult } | Findings;

type Content = ({ draft: Draft } | { operations: Operation[] } | { replacements: Replacement[] }) & { told: Note[] };

const LONGEST_WORDS = 500;

/**
 * Reads an answer and compares it with the schema and the request.
 * @throws NotWebContent, GenerationRefused where the model refuses
 */
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
  // Texts that hold JSON have been read meanwhile.
  if (isTooDeep(value)) return { findings: [TOO_DEEP] };
  const content = await CONTENT[form](value, request);
  if ('findings' in content) return content;
  const { told, ...written } = content;
  const notes = [...notesOf(fields.notes), ...(cannot === undefined ? [] : [note('left_out', cannot)]), ...told];
  const summary = wordsOf(fields.summary) ?? (form === 'draft' ? 'Wrote a first draft.' : 'Made the changes.');
  return { result: { ...written, summary, notes } };
}

/** As deep as the body of a request may be. Deeper values cannot be handed to threads, which copy them by recursion. */
const DEEPEST = 64;
const TOO_DEEP = `The JSON of the answer is nested more than ${DEEPEST} levels deep. Write it as the schema has it.`;

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth++)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : []));
  return level.length > 0;
}

type Fields = Readonly<Record<string, unknown>>;

/** Models without structured output forget the object around the draft or the operations, or put one more around it. */
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
    return 'findings' in verdict ? verdict : { draft, told: verdict.told };
  },

  async operations(value, request) {
    const { current, kind, workspaceId } = request;
    const valid = await draftTask(workspaceId, 'validateOperations', kind, value);
    if ('findings' in valid) return valid;
    if (current === undefined || !('draft' in current)) return { operations: valid.value, told: [] };
    const applied = apply<Draft>(current.draft, valid.value);
    if ('problem' in applied) return { findings: [`\`operations[${applied.at}]\`: ${applied.problem}`] };
    const whole = await draftTask(workspaceId, 'validateDraft', kind, applied.draft);
    // Only behind the validator are values known to be shallow.
    if ('value' in whole && isDeepStrictEqual(whole.value, current.draft)) return { findings: ['The operations change nothing.'] };
    const verdict = 'findings' in whole ? whole : await verdictOn(normalised(applied.draft), request);
    if ('findings' in verdict) return { findings: verdict.findings.map((finding) => `After the operations: ${finding}`) };
    return { operations: valid.value, told: verdict.told };
  },

  async replacements(value, { current, judgeHtml }) {
    const valid = readReplacements(value);
    if ('findings' in valid) return valid;
    const { replacements } = valid;
    if (current === undefined || !('html' in current)) return { replacements, told: [] };
    const changed = replaced(current.html, replacements);
    if ('findings' in changed) return changed;
    const sorted = sortedNotes((await judgeHtml?.(changed.html)) ?? []);
    return 'findings' in sorted ? sorted : { replacements, told: sorted.told };
  },
};

async function verdictOn(draft: Draft, { judge, compose }: FillRequest): Promise<{ told: Note[] } | Findings> {
  const problems = problemsOf(draft).map(({ path, message }) => `\`${path}\` ${message}.`);
  const findings = [...problems, ...tagFindings(draft, '')];
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

/** Merge tags that could not be filled in. */
function tagFindings(value: unknown, place: string): string[] {
  if (typeof value === 'string') {
    const problem = value.includes('{{') || value.includes('{%') ? checkMergeTags(value) : null;
    return problem === null ? [] : [`\`${place}\` ${problem}.`];
  }
  if (Array.isArray(value)) return value.flatMap((one, at) => tagFindings(one, `${place}[${at}]`));
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => tagFindings(one, place === '' ? name : `${place}.${name}`));
}

/** Defects are for the model to mend; all else is for the author to know. */
function sortedNotes(notes: readonly Note[]): { told: Note[] } | Findings {
  const isDefect = ({ code }: Note) => code === 'left_out' || code === 'check';
  const findings = notes.filter(isDefect).map(({ text, place }) => (place === null ? text : `\`${place}\`: ${text}`));
  return findings.length > 0 ? { findings } : { told: [...notes] };
}

const MOST_NOTES = 10;

/** The model's own notes. Codes of its own invention become `left_out`. */
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

const note = (code: Note['code'], text: string): Note => ({ code, text, place: null });

/** Undefined where a model writes that there is nothing. */
function wordsOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' || /^(?:null|none|no|n\/a|nothing|undefined|-)\.?$/i.test(text)) return undefined;
  return text.length > LONGEST_WORDS ? `${text.slice(0, LONGEST_WORDS - 1).toWellFormed()}…` : text;
}
