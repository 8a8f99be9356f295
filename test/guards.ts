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
  'src/audience/imports/merge.service.ts': [
    'test/audience/import-merge.test.ts',
    'test/audience/import-side-by-side.test.ts',
    'test/audience/import-merge.property.test.ts',
  ],
  'src/audience/imports/decide.service.ts': [
    'test/audience/import-merge.test.ts',
    'test/audience/import-merge.property.test.ts',
    'test/audience/imports.test.ts',
  ],
  'src/audience/imports/pipeline.ts': ['test/audience/import-side-by-side.test.ts', 'test/audience/import-runs.test.ts'],
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
    'test/audience/import-merge.property.test.ts',
  ],
  'src/audience/imports/chunks.service.ts': [
    'test/audience/import-merge.property.test.ts',
    'test/audience/imports.test.ts',
    'test/audience/import-runs.test.ts',
  ],
  'src/campaigns/deliveries/deliveries.repo.ts': [
    'test/campaigns/deliveries/claims.test.ts',
    'test/campaigns/deliveries/outcomes.test.ts',
    'test/campaigns/deliveries/claims-end.test.ts',
  ],
  'src/campaigns/deliveries/dispatches.repo.ts': ['test/campaigns/deliveries/dispatches.test.ts'],
  'src/campaigns/deliveries/pace.repo.ts': ['test/campaigns/deliveries/pace.test.ts'],
  'src/campaigns/deliveries/recorder.ts': ['test/campaigns/deliveries/recorder.test.ts'],
  'src/campaigns/deliveries/insist.ts': ['test/campaigns/deliveries/recorder.test.ts'],
  'src/campaigns/deliveries/hand.ts': ['test/campaigns/deliveries/hand.test.ts'],
  'src/campaigns/deliveries/retries.ts': ['test/campaigns/deliveries/hand.test.ts'],
  'src/campaigns/blasts/preparation.repo.ts': ['test/campaigns/blasts/preparation.test.ts'],
  'src/campaigns/blasts/preparation.service.ts': ['test/campaigns/blasts/preparation.test.ts'],
  'src/campaigns/blasts/blast-origin.ts': ['test/campaigns/blasts/blast-origin.test.ts'],
  'src/campaigns/messages/composers.ts': ['test/campaigns/messages/composers.test.ts'],
  'src/campaigns/deliveries/turn.ts': ['test/campaigns/deliveries/turn-verdicts.test.ts', 'test/campaigns/deliveries/turn.test.ts'],
  'src/audience/suppressions/suppression.ts': [
    'test/campaigns/deliveries/claims.test.ts',
    'test/campaigns/free-plan.test.ts',
    'test/audience/suppressions.test.ts',
  ],
  'src/audience/suppressions/suppressions.repo.ts': ['test/audience/suppressions.test.ts', 'test/audience/suppressions-api.test.ts'],
  'src/audience/suppressions/suppressions.service.ts': ['test/audience/suppressions-api.test.ts'],
  'src/jobs/outage.ts': ['test/jobs/outage.test.ts'],
  'src/content/generation/generations.repo.ts': [
    'test/content/generations.test.ts',
    'test/content/tent-templates.test.ts',
    'test/content/email-templates.test.ts',
  ],
  'src/content/generation/generations.service.ts': [
    'test/content/generations.test.ts',
    'test/content/email-templates.test.ts',
    'test/content/tent-templates.test.ts',
  ],
  'src/content/generation/generations.jobs.ts': [
    'test/content/generations.test.ts',
    'test/content/email-templates.test.ts',
    'test/content/tent-templates.test.ts',
  ],
  'src/content/documents/documents.repo.ts': [
    'test/content/emails.test.ts',
    'test/content/email-templates.test.ts',
    'test/content/tent-templates.test.ts',
    'test/content/generations.test.ts',
  ],
  'src/content/documents/seeding.service.ts': ['test/content/email-templates.test.ts'],
  'src/content/assets/assets.service.ts': ['test/content/assets.test.ts'],
  'src/content/assets/loose-files.repo.ts': ['test/content/assets.test.ts', 'test/content/assets-kill.test.ts'],
  'src/content/documents/documents.service.ts': [
    'test/content/emails.test.ts',
    'test/content/email-templates.test.ts',
    'test/content/tent-templates.test.ts',
    'test/content/generations.test.ts',
  ],
  'src/workspaces/keys.service.ts': ['test/workspaces/keys.test.ts'],
  'src/workspaces/authenticator.ts': ['test/workspaces/authenticator.test.ts'],
  'src/workspaces/sending-domains.ts': ['test/workspaces/domains.test.ts'],
  'src/workspaces/workspaces.service.ts': ['test/workspaces/workspaces.test.ts', 'test/workspaces/keys.test.ts'],
};

/** Mistakes that are none, as `npm run mutate` shows them, with ` in ` and the line where that could be several, and why. */
export const HARMLESS: Record<string, Record<string, string>> = {
  'src/content/generation/generations.service.ts': {
    '4 → 5': 'how many are written at a time is a matter of pace',
    '5 → 6': 'so is when a turn that was lost is given again: the sweep does that anyway',
  },
  'src/content/generation/generations.jobs.ts': {
    'lease.lost.aborted → false': 'a run that has lost its lease writes under an id that hits nothing; this only saves it the way',
    '5 → 6': 'how often a sweep looks is a matter of pace',
  },
  'src/content/documents/documents.repo.ts': {
    'document ?? null → document': 'whoever asks looks whether there is one',
  },
  'src/content/assets/loose-files.repo.ts': {
    'ORDER BY l.due_at → nothing': 'all that are due go, in whatever order',
  },
  'src/platform/connections.ts': {
    'pooled ? `BEGIN; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL idle_in → (`BEGIN; SET LOCAL statement_timeout = $':
      'without a pooler a connection was told these limits when it was made; it is told them again',
  },
  'src/platform/statistics.ts': {
    '1 → 2 in statements += 1;': 'doubled are the same statements, whatever one of them counts',
  },
};
