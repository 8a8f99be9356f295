import type { Events } from '../platform/events.ts';
import { activityHandlers } from './activities/activities.handlers.ts';
import { contactFieldHandlers } from './contact-fields/contact-fields.handlers.ts';
import { createContactListHandlers } from './contact-lists/contact-lists.handlers.ts';
import { createContactHandlers } from './contacts/contacts.handlers.ts';
import { type ExportDependencies, exportSweep, exportWorker } from './exports/exports.jobs.ts';
import { createListExportHandlers } from './exports/list-export.handlers.ts';
import { listExport } from './exports/list-export.ts';
import { ruleHandlers } from './rules/rules.handlers.ts';

/** People and the groups they are in. */
export const createAudience = (dependencies: ExportDependencies & { events: Events }) => ({
  handlers: {
    ...createContactHandlers(dependencies),
    ...contactFieldHandlers,
    ...createContactListHandlers(dependencies),
    ...activityHandlers,
    ...ruleHandlers,
    ...createListExportHandlers(dependencies),
  },
  workers: [exportWorker(dependencies, listExport)],
  sweeps: [exportSweep(dependencies, listExport.kind)],
});
