import type { Db } from '../platform/db.ts';
import type { FindUsers } from '../workspaces/references.ts';
import { activityHandlers } from './activities/activities.handlers.ts';
import { creationSweep } from './activities/activities.jobs.ts';
import { contactEventLog } from './contact-events.ts';
import { createContactFieldHandlers } from './contact-fields/contact-fields.handlers.ts';
import { createContactListHandlers } from './contact-lists/contact-lists.handlers.ts';
import { deletedListSweep } from './contact-lists/deleted-lists.jobs.ts';
import { createContactHandlers } from './contacts/contacts.handlers.ts';
import { pendingEntrySweep } from './contacts/pending-entries.jobs.ts';
import { exportWork, oldExportSweep } from './exports/export.work.ts';
import { createListExportHandlers } from './exports/list-export.handlers.ts';
import { listExport } from './exports/list-export.ts';
import { type ImportDependencies, importedFileSweep, importWork } from './imports/import.work.ts';
import { createPreviewHandlers } from './imports/preview.handlers.ts';
import { createImportRunHandlers } from './imports/runs.handlers.ts';
import { createSessionHandlers } from './imports/sessions.handlers.ts';
import { sessionSweep } from './imports/sessions.jobs.ts';
import { admitUpload } from './imports/sessions.service.ts';
import { createRuleHandlers } from './rules/rules.handlers.ts';
import type { FindEmailSteps } from './rules/rules.service.ts';
import { createSuppressionHandlers } from './suppressions/suppressions.handlers.ts';

/** People and the groups they are in. */
export const createAudience = (
  dependencies: ImportDependencies & { requests: Db; findEmailSteps: FindEmailSteps; findUsers: FindUsers },
) => ({
  handlers: {
    ...createContactHandlers(dependencies),
    ...createContactFieldHandlers(dependencies),
    ...createContactListHandlers(dependencies),
    ...activityHandlers,
    ...createRuleHandlers(dependencies),
    ...createListExportHandlers(dependencies),
    ...createSessionHandlers(dependencies),
    ...createImportRunHandlers(dependencies),
    ...createPreviewHandlers(dependencies),
    ...createSuppressionHandlers(dependencies),
  },
  work: [exportWork(dependencies, listExport), importWork(dependencies)],
  sweeps: [
    oldExportSweep(dependencies),
    importedFileSweep(dependencies),
    sessionSweep(dependencies),
    pendingEntrySweep(dependencies),
    creationSweep(dependencies),
    deletedListSweep({ db: dependencies.db }),
  ],
  subscriptions: [contactEventLog(dependencies)],
  admitUpload: admitUpload({ ...dependencies, db: dependencies.requests }),
});
