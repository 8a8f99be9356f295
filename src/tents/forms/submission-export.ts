import type { ExportSource, ExportTable } from '../../audience/exports/exports.service.ts';
import { readDocument } from '../../content/documents/documents.service.ts';
import { TENT } from '../../content/documents/kinds.ts';
import type { Ctx } from '../../platform/db.ts';
import type { Cell } from '../../shared/csv.ts';
import { type After, FROM_THE_FIRST, fieldNamesAfter, type SubmissionsOf, submissionsAfter } from './submission-page.repo.ts';
import { toSubmission } from './submissions.view.ts';

const OWN = ['submission_id', 'form_id', 'contact_id', 'origin', 'submitted_at'] as const;
const MOST_NAMES = 1_000;
const NAMES_AT_ONCE = 5_000;
/** A page of the largest submissions is some megabytes. */
const PAGE_SIZE = 200;

export const submissionExport: ExportSource<ExportTable> = {
  kind: 'tent_submissions',
  gone: 'The tent was deleted before its file was written.',
  async open(ctx, tentId, { form_id: formId }) {
    if (!(await readDocument(ctx, TENT, tentId))) return null;
    return tableOf(ctx, { tentId, formId: typeof formId === 'string' ? formId : undefined });
  },
};

async function tableOf(ctx: Ctx, of: SubmissionsOf): Promise<ExportTable> {
  const names = await namesOf(ctx, of);
  async function* pages() {
    for (let after: After = FROM_THE_FIRST; ; ) {
      const rows = await submissionsAfter(ctx, of, after, PAGE_SIZE);
      if (rows.length > 0) yield rows.map((row) => cellsOf(toSubmission(row), names));
      const last = rows.at(-1);
      if (!last || rows.length < PAGE_SIZE) return;
      after = { at: last.submittedAt, id: last.id };
    }
  }
  return { header: [...OWN, ...names.map(headerOf)], pages: pages() };
}

const cellsOf = (submission: ReturnType<typeof toSubmission>, names: readonly string[]): Cell[] => [
  ...OWN.map((name) => submission[name]),
  ...names.map((name) => (Object.hasOwn(submission.fields, name) ? (submission.fields[name] ?? null) : null)),
];

const headerOf = (name: string): string => (OWN.some((own) => own === name) ? `fields.${name}` : name);

/** The columns come before the rows, so the submissions are read twice. */
async function namesOf(ctx: Ctx, of: SubmissionsOf): Promise<string[]> {
  const found = new Set<string>();
  for (let after: After | null = FROM_THE_FIRST; after !== null && found.size < MOST_NAMES; ) {
    const { names, last } = await fieldNamesAfter(ctx, of, after, NAMES_AT_ONCE);
    for (const name of names) found.add(name);
    after = last;
  }
  return [...found].sort().slice(0, MOST_NAMES);
}
