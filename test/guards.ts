/** For `npm run mutate`: which tests guard the files that guard data. */
export const GUARDS: Record<string, string[]> = {
  'src/http/idempotency.ts': ['test/http/idempotency-neighbours.test.ts', 'test/http/idempotency.test.ts'],
  'src/platform/db.ts': ['test/platform/db.test.ts', 'test/platform/statistics.test.ts'],
  'src/platform/connections.ts': ['test/platform/connections.test.ts', 'test/platform/db.test.ts'],
  'src/platform/prisma.ts': ['test/platform/prisma.test.ts', 'test/platform/db.test.ts'],
  'src/platform/statistics.ts': ['test/platform/statistics.test.ts'],
  'src/platform/database-errors.ts': ['test/platform/database-errors.test.ts', 'test/platform/db.test.ts'],
  'src/audience/imports/merge.repo.ts': [
    'test/audience/import-merge.test.ts',
    'test/audience/import-merge.property.test.ts',
    'test/audience/imports.test.ts',
  ],
  'src/audience/contacts/hold.repo.ts': ['test/audience/contention.test.ts', 'test/audience/import-merge.test.ts'],
  'src/audience/contacts/batch.repo.ts': [
    'test/audience/events.test.ts',
    'test/audience/contention.test.ts',
    'test/audience/contacts-batches.test.ts',
    'test/audience/contacts.test.ts',
  ],
  'src/audience/contacts/batch.service.ts': [
    'test/audience/events.test.ts',
    'test/audience/contention.test.ts',
    'test/audience/contacts.test.ts',
    'test/audience/custom-fields.test.ts',
    'test/audience/contacts-batches.test.ts',
  ],
  'src/audience/contacts/roster.service.ts': [
    'test/audience/contacts.test.ts',
    'test/audience/contacts-batches.test.ts',
    'test/audience/events.test.ts',
  ],
  'src/audience/imports/chunks.service.ts': [
    'test/audience/import-merge.property.test.ts',
    'test/audience/imports.test.ts',
    'test/audience/import-runs.test.ts',
  ],
  'src/campaigns/sending/sending.repo.ts': ['test/campaigns/ledger-claims.test.ts', 'test/campaigns/ledger-outcomes.test.ts'],
  'src/campaigns/sending/recorder.ts': ['test/campaigns/recorder.test.ts'],
  'src/campaigns/sending/sending.service.ts': ['test/campaigns/runs.test.ts'],
  'src/campaigns/sending/suppression.ts': ['test/campaigns/ledger-claims.test.ts'],
  'src/workspaces/keys.service.ts': ['test/workspaces/keys.test.ts'],
  'src/workspaces/authenticator.ts': ['test/workspaces/authenticator.test.ts'],
  'src/workspaces/sending-domains.ts': ['test/workspaces/domains.test.ts'],
  'src/workspaces/workspaces.service.ts': ['test/workspaces/workspaces.test.ts', 'test/workspaces/keys.test.ts'],
};

/** Mistakes that are none, as `npm run mutate` shows them, with ` in ` and the line where that could be several, and why. */
export const HARMLESS: Record<string, Record<string, string>> = {
  'src/platform/connections.ts': {
    'pooled ? `BEGIN; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL idle_in → (`BEGIN; SET LOCAL statement_timeout = $':
      'without a pooler a connection was told these limits when it was made; it is told them again',
  },
};
