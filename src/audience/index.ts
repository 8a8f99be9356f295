import type { Db } from '../platform/db.ts';
import { createPageLinks } from '../platform/page-links.ts';
import type { Reading } from '../platform/replica.ts';
import type { SignedAddresses } from '../platform/signed-addresses.ts';
import type { FindUsers } from '../workspaces/references.ts';
import { retentionSweep } from '../workspaces/retention.ts';
import { activityHandlers } from './activities/activities.handlers.ts';
import { creationSweep } from './activities/activities.repo.ts';
import { keptActivities } from './activities/kept-activities.ts';
import { createConsentHandlers } from './consent/consent.handlers.ts';
import { deletedTopicSweep } from './consent/topics.repo.ts';
import { contactEventLog } from './contact-events.ts';
import { createContactFieldHandlers } from './contact-fields/contact-fields.handlers.ts';
import { createContactListHandlers } from './contact-lists/contact-lists.handlers.ts';
import { deletedListSweep } from './contact-lists/contact-lists.repo.ts';
import { pendingEntrySweep } from './contacts/contact-page.repo.ts';
import { createContactHandlers } from './contacts/contacts.handlers.ts';
import type { MergeFollower } from './contacts/merging.service.ts';
import { createCustomEventHandlers } from './custom-events/custom-events.handlers.ts';
import { eventIdSweep } from './custom-events/custom-events.repo.ts';
import { exportWork, oldExportSweep } from './exports/export.work.ts';
import { createListExportHandlers, listExport } from './exports/list-export.ts';
import { type ImportDependencies, importedFileSweep, importWork } from './imports/import.work.ts';
import { createImportHandlers } from './imports/imports.handlers.ts';
import { keptImportResults } from './imports/kept-results.ts';
import { admitUpload, sessionSweep } from './imports/sessions.service.ts';
import { createRuleHandlers } from './rules/rules.handlers.ts';
import type { FindEmailSteps } from './rules/rules.service.ts';
import { erasedSubscription } from './suppressions/erased.ts';
import { createSuppressionHandlers } from './suppressions/suppressions.handlers.ts';

export const createAudience = (
  dependencies: ImportDependencies & {
    requests: Db;
    reading: Reading;
    addresses: SignedAddresses;
    findEmailSteps: FindEmailSteps;
    findUsers: FindUsers;
    mergeFollower: MergeFollower;
  },
) => ({
  handlers: {
    ...createContactHandlers(dependencies),
    ...createContactFieldHandlers(dependencies),
    ...createContactListHandlers(dependencies),
    ...activityHandlers,
    ...createRuleHandlers(dependencies),
    ...createListExportHandlers(dependencies),
    ...createImportHandlers({ ...dependencies, links: createPageLinks(dependencies.addresses) }),
    ...createSuppressionHandlers(dependencies),
    ...createCustomEventHandlers(dependencies),
    ...createConsentHandlers(dependencies),
  },
  work: [exportWork(dependencies, listExport), importWork(dependencies)],
  sweeps: [
    oldExportSweep(dependencies),
    importedFileSweep(dependencies),
    sessionSweep(dependencies),
    pendingEntrySweep(dependencies),
    creationSweep(dependencies),
    deletedListSweep({ db: dependencies.db }),
    eventIdSweep(dependencies),
    deletedTopicSweep({ db: dependencies.db }),
    ...[keptActivities, keptImportResults].map((retained) => retentionSweep(dependencies, retained)),
  ],
  subscriptions: [erasedSubscription, contactEventLog(dependencies)],
  admitUpload: admitUpload({ ...dependencies, db: dependencies.requests }),
});
