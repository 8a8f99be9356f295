import { deleteFiles as deleteFilesOfAudience } from './audience/stored-files.ts';
import { deleteFiles as deleteFilesOfMessages } from './campaigns/stored-files.ts';
import { deleteFiles as deleteFilesOfContent, deleteLooseFiles } from './content/assets/stored-files.ts';
import { forgetExpiredKeys } from './http/idempotency.ts';
import type { Sweep } from './jobs/jobs.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db.ts';
import { readWords, trimMailbox } from './platform/mailbox.ts';
import type { Storage } from './platform/storage.ts';
import type { DeletionDependencies } from './workspaces/deletion.work.ts';

const A_DAY_MS = 24 * 60 * 60 * 1_000;

export const upkeep = ({ db, clock, storage }: { db: Db; clock: Clock; storage: Storage }): Sweep[] => [
  { name: 'idempotency-keys', everySeconds: 3_600, run: (stopping) => forgetExpiredKeys(db, clock.now(), stopping) },
  { name: 'mailbox', everySeconds: 600, run: () => trimMailbox(db) },
  { name: 'mailbox-words', everySeconds: 5, run: () => readWords(db) },
  { name: 'storage', everySeconds: 3_600, run: () => storage.tidy(new Date(clock.now().getTime() - A_DAY_MS)) },
];

const FILES_OF_WINGS = [deleteFilesOfAudience, deleteFilesOfMessages, deleteFilesOfContent];

/** What the deletion of a workspace needs of the wings above it. */
export const filesOfWorkspace = (storage: Storage): Pick<DeletionDependencies, 'deleteFiles' | 'deleteLooseFiles'> => ({
  async deleteFiles(ctx, isOver) {
    for (const deleteFiles of FILES_OF_WINGS) if (await deleteFiles(ctx, storage, isOver)) return true;
    return false;
  },
  deleteLooseFiles: (ctx) => deleteLooseFiles(ctx, storage),
});
