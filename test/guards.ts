/** For `npm run mutate`: which tests guard the files that guard data. */
export const GUARDS: Record<string, string[]> = {
  'src/http/idempotency.ts': ['test/http/idempotency-neighbours.test.ts', 'test/http/idempotency.test.ts'],
  'src/platform/db.ts': ['test/platform/db.test.ts', 'test/platform/statistics.test.ts'],
  'src/platform/connections.ts': ['test/platform/connections.test.ts', 'test/platform/db.test.ts'],
  'src/platform/prisma.ts': ['test/platform/prisma.test.ts', 'test/platform/db.test.ts'],
  'src/platform/statistics.ts': ['test/platform/statistics.test.ts'],
  'src/platform/database-errors.ts': ['test/platform/database-errors.test.ts', 'test/platform/db.test.ts'],
  'src/audience/imports/merge.repo.ts': [
    'test/audience/imports.test.ts',
    'test/audience/import-runs.test.ts',
    'test/audience/import-merge.property.test.ts',
    'test/audience/contention.test.ts',
  ],
  'src/audience/contacts/batch.repo.ts': [
    'test/audience/contacts-batches.test.ts',
    'test/audience/contacts.test.ts',
    'test/audience/contention.test.ts',
  ],
  'src/audience/contacts/batch.service.ts': [
    'test/audience/contacts-batches.test.ts',
    'test/audience/contacts.test.ts',
    'test/audience/contact-items.test.ts',
    'test/audience/events.test.ts',
  ],
  'src/campaigns/sending/sending.repo.ts': [
    'test/campaigns/sending.test.ts',
    'test/campaigns/free-plan.test.ts',
    'test/campaigns/tracking.test.ts',
    'test/campaigns/blasts-send-now.test.ts',
  ],
  'src/campaigns/sending/recorder.ts': ['test/campaigns/sending.units.test.ts', 'test/campaigns/sending.test.ts'],
  'src/workspaces/keys.service.ts': ['test/workspaces/keys.test.ts'],
  'src/workspaces/authenticator.ts': ['test/workspaces/authenticator.test.ts'],
  'src/workspaces/sending-domains.ts': ['test/workspaces/domains.test.ts'],
  'src/workspaces/workspaces.service.ts': ['test/workspaces/workspaces.test.ts'],
};

/** Mistakes that are none, as `npm run mutate` shows them, and why. */
export const HARMLESS: Record<string, Record<string, string>> = {};
