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

/* Tasks that run in threads. Each takes and gives plain data, and the thread bounds its time. */

/** A thread passes on the message of an error, and not its class. */
function write(commission: Commission): Written | { refused: string } {
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

function render({ draft, kind, isTemplate }: DraftRequest): Rendered {
  const problems = problemsOf(draft);
  if (problems.length > 0) return { problems: problems.map(({ path, message }) => ({ path: `draft.${path}`, message })) };
  const whole = rendered(draft, kind);
  return { ...whole, notes: judgeDraft({ draft: whole.draft, kind, isTemplate, html: whole.html }) };
}

function change(request: DraftRequest & { operations: readonly DraftOperation[] }): Rendered {
  const changed = apply(request.draft, request.operations);
  if ('problem' in changed) return { problems: [{ path: `operations[${changed.at}]`, message: changed.problem }] };
  const validated = validateDraft(request.kind, changed.draft);
  if ('findings' in validated)
    return { problems: validated.findings.map((message) => ({ path: 'operations', message: `make no draft: ${message}` })) };
  return render({ ...request, draft: validated.value });
}

export interface JudgeRequest extends DraftRequest {
  /** Figures that none of them holds are made up. */
  sources: string[];
  prompt?: string;
  edit?: { before: Draft; instruction: string };
}

function judge({ draft, kind, isTemplate, sources, prompt, edit }: JudgeRequest): Note[] {
  const asked = prompt === undefined ? [] : judgeBrief(draft, readBrief(prompt, kind));
  const beside = edit === undefined ? [] : judgeEdit(edit.before, draft, edit.instruction);
  const { html } = rendered(draft, kind);
  return once([...judgeDraft({ draft, kind, isTemplate, html }), ...judgeInventions(draft, sources), ...asked, ...beside]);
}

export const TASKS = { write, render, change, judge, judgeHtml, validateDraft, validateOperations };
