import type { Draft, Note } from './draft/draft.ts';
import { type DraftProblem, problemsOf } from './draft/normal.ts';
import { rendered } from './draft/render.ts';
import { apply, type DraftOperation } from './edits/operations.ts';
import { type Commission, GenerationRefused, type Written } from './generator.ts';
import { judgeEdit } from './judge/edit.ts';
import { judgeHtml } from './judge/html.ts';
import { judgeBrief, judgeDraft, judgeInventions } from './judge/judge.ts';
import { write as writeByLibrary } from './library/edit.ts';
import { once } from './library/write.ts';
import { validateDraft, validateOperations } from './models/schema/validate.ts';
import { readBrief } from './reader/read.ts';

/*
 * What is done to drafts in threads: reading, filling, rendering, judging. Each takes and gives plain data, and its time is bounded by the
 * thread that it runs in.
 */

/** What was written, or why nothing was: a thread hands on what an error says, and not of which class it is. */
export type WrittenOrRefused = Written | { refused: string };

function write(commission: Commission): WrittenOrRefused {
  try {
    return writeByLibrary(commission);
  } catch (error) {
    if (error instanceof GenerationRefused) return { refused: error.message };
    throw error;
  }
}

export interface DraftRequest {
  draft: Draft;
  kind: 'page' | 'email';
  isTemplate: boolean;
}

export type Rendered = { draft: Draft; html: string; notes: Note[] } | { problems: DraftProblem[] };

/** A draft that a client wrote, as it is kept. */
function render({ draft, kind, isTemplate }: DraftRequest): Rendered {
  const problems = problemsOf(draft);
  if (problems.length > 0) return { problems: problems.map(({ path, message }) => ({ path: `draft.${path}`, message })) };
  const whole = rendered(draft, kind);
  return { ...whole, notes: judgeDraft({ draft: whole.draft, kind, isTemplate, html: whole.html }) };
}

/** A draft with changes carried out. */
function change(request: DraftRequest & { operations: readonly DraftOperation[] }): Rendered {
  const changed = apply(request.draft, request.operations);
  if ('problem' in changed) return { problems: [{ path: `operations[${changed.at}]`, message: changed.problem }] };
  const validated = validateDraft(request.kind, changed.draft);
  if ('findings' in validated)
    return { problems: validated.findings.map((message) => ({ path: 'operations', message: `make no draft: ${message}` })) };
  return render({ ...request, draft: validated.value });
}

export interface JudgeRequest extends DraftRequest {
  /** What it was written from: figures that none of it holds are made up. */
  sources: string[];
  /** Of a first draft: what it has to do. */
  prompt?: string;
  /** Of a change: what was changed, and by which instruction. */
  edit?: { before: Draft; instruction: string };
}

/** What a reader would stumble over in a draft that a model wrote, and what of the prompt it does not do. */
function judge({ draft, kind, isTemplate, sources, prompt, edit }: JudgeRequest): Note[] {
  const asked = prompt === undefined ? [] : judgeBrief(draft, readBrief(prompt, kind));
  const beside = edit === undefined ? [] : judgeEdit(edit.before, draft, edit.instruction);
  const { html } = rendered(draft, kind);
  return once([...judgeDraft({ draft, kind, isTemplate, html }), ...judgeInventions(draft, sources), ...asked, ...beside]);
}

export const TASKS = { write, render, change, judge, judgeHtml, validateDraft, validateOperations };
