import type { ContactImportRun } from '../../../generated/prisma/client.ts';
import { processedRows } from '../../audience/imports/runs.repo.ts';
import { type Content, html } from '../../shared/markup.ts';
import { barList, number, share } from './charts.ts';
import type { Zone } from './layout.ts';
import type { Report } from './report.page.ts';

export function importReport(run: ContactImportRun, zone: Zone): Report {
  const { status, totalRows, createdCount, updatedCount, skippedCount, errorCount } = run;
  const processed = processedRows(run);
  const isRunning = status === 'queued' || status === 'running';
  const outcomes = { Created: createdCount, Updated: updatedCount, Skipped: skippedCount, Failed: errorCount };
  return {
    name: run.fileName ?? 'Contacts',
    kind: 'Contact import',
    status,
    notes: notesOf(run, zone),
    totals: [
      ['Rows', totalRows === null ? 'Not counted yet' : number(totalRows)],
      ['Processed', number(processed), totalRows === null ? undefined : share(processed, totalRows)],
      ...Object.entries(outcomes).map(([name, count]): [string, string, string] => [name, number(count), share(count, processed)]),
    ],
    progress: isRunning
      ? {
          done: processed,
          of: totalRows ?? 0,
          text: totalRows === null ? `${number(processed)} rows so far` : `${number(processed)} of ${number(totalRows)} rows`,
        }
      : undefined,
    sections: [
      barList(
        'Rows by result',
        ['Result', 'Rows'],
        Object.entries(outcomes).map(([name, value]) => ({ name, value })),
      ),
    ],
    refreshSeconds: isRunning ? 5 : undefined,
  };
}

function notesOf({ startedAt, completedAt, errorMessage, status }: ContactImportRun, zone: Zone): Content[] {
  return [
    startedAt !== null && html`It began on ${zone.time(startedAt)}${completedAt && html`, and ended on ${zone.time(completedAt)}`}.`,
    status === 'failed' && errorMessage !== null && `It stopped: ${errorMessage}`,
  ].filter((note) => note !== false);
}
