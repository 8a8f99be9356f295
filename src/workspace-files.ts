import { deleteFiles as deleteFilesOfAudience } from './audience/stored-files.ts';
import { deleteFiles as deleteFilesOfMessages } from './campaigns/stored-files.ts';
import { deleteFiles as deleteFilesOfContent, deleteLooseFiles } from './content/assets/stored-files.ts';
import type { Storage } from './platform/storage.ts';
import type { DeletionDependencies } from './workspaces/deletion.work.ts';

const KINDS = [deleteFilesOfAudience, deleteFilesOfMessages, deleteFilesOfContent];

/** What the deletion of a workspace needs of the wings above it. */
export const filesOfWorkspace = (storage: Storage): Pick<DeletionDependencies, 'deleteFiles' | 'deleteLooseFiles'> => ({
  async deleteFiles(ctx, isOver) {
    for (const deleteFiles of KINDS) if (await deleteFiles(ctx, storage, isOver)) return true;
    return false;
  },
  deleteLooseFiles: (ctx) => deleteLooseFiles(ctx, storage),
});
