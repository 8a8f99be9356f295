import { ledgerOf } from './audience/exports/exports.repo.ts';
import { queueOf } from './audience/exports/exports.service.ts';
import { importQueue } from './audience/imports/import.work.ts';
import { importLedger } from './audience/imports/runs.repo.ts';
import { CAMPAIGN_KINDS } from './campaigns/work-kinds.ts';
import { generationLedger } from './content/generation/generations.repo.ts';
import { TURNS } from './content/generation/generations.service.ts';
import { OUTBOUND_KINDS } from './outbound/work-kinds.ts';
import { type Kind, ledgerKind } from './queue/standing.ts';
import { scheduleRows } from './tents/publishing/schedules.repo.ts';
import { deletionLedger } from './workspaces/deletion.repo.ts';
import { deletionQueue } from './workspaces/deletion.work.ts';

/** For metrics and operators. An import's file and a generation's prompt are gone once they fail, so those cannot be repeated. */
export const WORK_KINDS: readonly Kind[] = [
  ...(['contact_list', 'email_blast', 'tent_submissions', 'contact'] as const).map((kind) =>
    ledgerKind(queueOf(kind).name, ledgerOf(kind), { canRepeat: true }),
  ),
  ledgerKind(importQueue.name, importLedger),
  ledgerKind(TURNS.name, generationLedger),
  { name: 'tent-schedules', rows: scheduleRows },
  ...CAMPAIGN_KINDS,
  ...OUTBOUND_KINDS,
  ledgerKind(deletionQueue.name, deletionLedger, { canRepeat: true }),
];
