import { readExport, startExport, toExportEnvelope } from '../../audience/exports/exports.service.ts';
import { requireDocument } from '../../content/documents/documents.service.ts';
import { TENT } from '../../content/documents/kinds.ts';
import type { Handlers } from '../../http/handler.types.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import { fromUlid } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import { cursorPage, isTimestamp } from '../../shared/cursor.ts';
import { momentOf } from '../../shared/dates.ts';
import { notFound } from '../../shared/errors.ts';
import { slugOf } from '../../shared/text.ts';
import { findSubmission, submissionsBefore } from './submission-page.repo.ts';
import { toSubmission } from './submissions.view.ts';

const momentIn = (text: string | undefined): Date | undefined => (text === undefined ? undefined : (momentOf(text) ?? undefined));

/** `guided-hikes-submissions-2026-04-14.csv` */
const fileName = (name: string, now: Date): string =>
  `${slugOf(name, 'tent').slice(0, 200)}-submissions-${now.toISOString().slice(0, 10)}.csv`;

export const createSubmissionHandlers = ({ enqueue, storage }: { enqueue: Enqueue; storage: Storage }) =>
  ({
    async listTentSubmissions({ path: { tentId }, query: { form_id: formId, from, to, search, ...page } }, ctx) {
      await requireDocument(ctx, TENT, tentId);
      const filters = { formId, from: momentIn(from), to: momentIn(to), search };
      const { rows, next } = await cursorPage(
        {
          of: `submissions ${tentId}`,
          form: formId ?? '',
          from: filters.from?.toISOString() ?? '',
          to: filters.to?.toISOString() ?? '',
          search: search ?? '',
        },
        page,
        {
          isKey: isTimestamp,
          read: (before, most) => submissionsBefore(ctx, { tentId, filters }, before, most),
          positionOf: ({ submittedAt, id }) => ({ key: submittedAt.toISOString(), id }),
        },
      );
      return { status: 200, body: { submissions: rows.map(toSubmission), ...next } };
    },

    async getTentSubmission({ path: { tentId, submission_id } }, ctx) {
      await requireDocument(ctx, TENT, tentId);
      const row = await findSubmission(ctx, tentId, fromUlid(submission_id));
      if (!row) throw notFound();
      return { status: 200, body: toSubmission(row) };
    },

    async exportTentSubmissions({ path: { tentId }, query: { form_id } }, ctx) {
      const { name } = await requireDocument(ctx, TENT, tentId);
      const parameters = form_id === undefined ? {} : { form_id };
      const request = { kind: 'tent_submissions', subjectId: tentId, fileName: fileName(name, ctx.now), parameters } as const;
      return { status: 202, body: toExportEnvelope(await startExport(ctx, enqueue, request)) };
    },

    async getTentSubmissionsExport({ path }, ctx) {
      // The file outlives the tent.
      const subject = { kind: 'tent_submissions', subjectId: path.tentId, exportId: fromUlid(path.exportId) } as const;
      return { status: 200, body: toExportEnvelope(await readExport(ctx, storage, subject)) };
    },
  }) satisfies Partial<Handlers>;
