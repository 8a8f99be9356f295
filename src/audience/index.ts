import { activityHandlers } from './activities/activities.handlers.ts';
import { contactFieldHandlers } from './contact-fields/contact-fields.handlers.ts';
import { contactListHandlers } from './contact-lists/contact-lists.handlers.ts';
import { contactHandlers } from './contacts/contacts.handlers.ts';
import { type ExportDependencies, exportSweep, exportWorker } from './exports/exports.jobs.ts';
import { createListExportHandlers } from './exports/list-export.handlers.ts';
import { listExport } from './exports/list-export.ts';
import { createPreviewHandlers } from './imports/preview.handlers.ts';
import { createSessionHandlers } from './imports/sessions.handlers.ts';
import { sessionSweep } from './imports/sessions.jobs.ts';
import { admitUpload } from './imports/sessions.service.ts';
import { ruleHandlers } from './rules/rules.handlers.ts';

/** People and the groups they are in. */
export const createAudience = (dependencies: ExportDependencies) => ({
  handlers: {
    ...contactHandlers,
    ...contactFieldHandlers,
    ...contactListHandlers,
    ...activityHandlers,
    ...ruleHandlers,
    ...createListExportHandlers(dependencies),
    ...createSessionHandlers(dependencies),
    ...createPreviewHandlers(dependencies),
  },
  workers: [exportWorker(dependencies, listExport)],
  sweeps: [exportSweep(dependencies, listExport.kind), sessionSweep(dependencies)],
  admitUpload: admitUpload(dependencies),
});
