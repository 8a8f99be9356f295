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
    'test/audience/import-runs.test.ts',
  ],
  'src/audience/imports/decide.service.ts': [
    'test/audience/import-merge.test.ts',
    'test/audience/import-merge.property.test.ts',
    'test/audience/imports.test.ts',
  ],
  'src/audience/contacts/batch.repo.ts': [
    'test/audience/import-merge.test.ts',
    'test/audience/events.test.ts',
    'test/audience/contention.test.ts',
    'test/audience/contacts-batches.test.ts',
    'test/audience/contacts.test.ts',
  ],
  'src/audience/contacts/contacts.service.ts': [
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
  'src/campaigns/deliveries/deliveries.repo.ts': ['test/campaigns/deliveries/claims.test.ts', 'test/campaigns/deliveries/outcomes.test.ts'],
  'src/campaigns/deliveries/claims.repo.ts': [
    'test/campaigns/deliveries/claims-end.test.ts',
    'test/campaigns/deliveries/outcomes.test.ts',
    'test/campaigns/deliveries/endings.test.ts',
  ],
  'src/campaigns/deliveries/endings.ts': ['test/campaigns/deliveries/endings.test.ts'],
  'src/campaigns/deliveries/dispatches.repo.ts': [
    'test/campaigns/deliveries/dispatches.test.ts',
    'test/campaigns/deliveries/endings.test.ts',
  ],
  'src/campaigns/flows/engine/chores.ts': [
    'test/campaigns/flows/neighbours.test.ts',
    'test/campaigns/flows/engine.test.ts',
    'test/campaigns/flows/races.test.ts',
    'test/campaigns/flows/definition.test.ts',
  ],
  'src/campaigns/flows/engine/entry.ts': [
    'test/campaigns/flows/entering.test.ts',
    'test/campaigns/flows/members.test.ts',
    'test/campaigns/flows/engine.test.ts',
    'test/campaigns/flows/members-reads.long.test.ts',
  ],
  'src/campaigns/flows/engine/inbox.repo.ts': [
    'test/campaigns/flows/neighbours.test.ts',
    'test/campaigns/flows/entering.test.ts',
    'test/campaigns/flows/engine.test.ts',
    'test/campaigns/flows/triggers.test.ts',
  ],
  'src/campaigns/flows/engine/move.ts': [
    'test/campaigns/flows/neighbours.test.ts',
    'test/campaigns/flows/engine.test.ts',
    'test/campaigns/flows/loops.test.ts',
    'test/campaigns/flows/races.test.ts',
  ],
  'src/campaigns/flows/engine/moves.repo.ts': [
    'test/campaigns/flows/neighbours.test.ts',
    'test/campaigns/flows/engine.test.ts',
    'test/campaigns/flows/races.test.ts',
  ],
  'src/campaigns/flows/engine/purge.repo.ts': [
    'test/campaigns/flows/neighbours.test.ts',
    'test/campaigns/flows/engine.test.ts',
    'test/campaigns/flows/definition.test.ts',
  ],
  'src/campaigns/flows/engine/runs.ts': [
    'test/campaigns/flows/webhooks.test.ts',
    'test/campaigns/flows/neighbours.test.ts',
    'test/campaigns/flows/races.test.ts',
    'test/campaigns/flows/engine.test.ts',
    'test/campaigns/flows/definition.test.ts',
  ],
  'src/campaigns/flows/engine/tallies.repo.ts': ['test/campaigns/flows/engine.test.ts', 'test/campaigns/flows/members.test.ts'],
  'src/campaigns/flows/engine/move.work.ts': ['test/campaigns/flows/engine.test.ts', 'test/campaigns/flows/races.test.ts'],
  'src/campaigns/flows/engine/turns.repo.ts': [
    'test/campaigns/flows/neighbours.test.ts',
    'test/campaigns/flows/engine.test.ts',
    'test/campaigns/flows/races.test.ts',
  ],
  'src/campaigns/flows/steps/create-tent.ts': [
    'test/campaigns/flows/steps-create-tent.test.ts',
    'test/campaigns/flows/steps-races.test.ts',
  ],
  'src/campaigns/flows/list-steps.ts': ['test/campaigns/flows/steps-lists.test.ts', 'test/campaigns/flows/steps-races.test.ts'],
  'src/campaigns/flows/steps/update-contact.ts': [
    'test/campaigns/flows/steps-update-contact.test.ts',
    'test/campaigns/flows/steps-races.test.ts',
  ],
  'src/campaigns/flows/steps/wait.ts': ['test/campaigns/flows/engine.test.ts'],
  'src/campaigns/flows/members/members.service.ts': ['test/campaigns/flows/members.test.ts', 'test/campaigns/flows/races.test.ts'],
  'src/campaigns/flows/members/members.repo.ts': [
    'test/campaigns/flows/members.test.ts',
    'test/campaigns/flows/members-reads.long.test.ts',
  ],
  'src/campaigns/flows/moves.service.ts': [
    'test/campaigns/flows/definition.test.ts',
    'test/campaigns/flows/races.test.ts',
    'test/campaigns/flows/readiness.test.ts',
  ],
  'src/campaigns/flows/listening/dates.ts': ['test/campaigns/flows/dates.test.ts', 'test/campaigns/flows/date-triggers.test.ts'],
  'src/campaigns/flows/triggers/date-based.ts': ['test/campaigns/flows/triggers.test.ts'],
  'src/campaigns/flows/listening/inbox.repo.ts': ['test/campaigns/flows/triggers.test.ts', 'test/campaigns/flows/entering.test.ts'],
  'src/campaigns/flows/webhooks/webhooks.repo.ts': [
    'test/campaigns/flows/webhooks.test.ts',
    'test/campaigns/flows/webhook-faults.long.test.ts',
  ],
  'src/campaigns/flows/webhooks/send.work.ts': [
    'test/campaigns/flows/webhooks.test.ts',
    'test/campaigns/flows/webhook-faults.long.test.ts',
  ],
  'src/campaigns/flows/webhooks/request.ts': ['test/campaigns/flows/webhook-requests.test.ts', 'test/campaigns/flows/webhooks.test.ts'],
  'src/campaigns/flows/mail/mail.repo.ts': ['test/campaigns/flows/mail.test.ts'],
  'src/campaigns/flows/mail/messages.repo.ts': ['test/campaigns/flows/mail.test.ts', 'test/campaigns/flows/email-steps.test.ts'],
  'src/campaigns/flows/steps/send-email.ts': ['test/campaigns/flows/mail.test.ts'],
  'src/campaigns/deliveries/pace.repo.ts': ['test/campaigns/deliveries/pace.test.ts'],
  'src/campaigns/deliveries/recorder.ts': ['test/campaigns/deliveries/recorder.test.ts'],
  'src/platform/retry.ts': ['test/campaigns/deliveries/recorder.test.ts'],
  'src/campaigns/deliveries/hand.ts': ['test/campaigns/deliveries/hand.test.ts'],
  'src/campaigns/blasts/preparation.repo.ts': ['test/campaigns/blasts/preparation.test.ts'],
  'src/campaigns/blasts/prepare.work.ts': ['test/campaigns/blasts/preparation.test.ts'],
  'src/campaigns/blasts/blast-origin.ts': ['test/campaigns/blasts/blast-origin.test.ts', 'test/campaigns/scheduler.test.ts'],
  'src/campaigns/deliveries/policy.ts': ['test/campaigns/policy.test.ts', 'test/campaigns/deliveries/hand.test.ts'],
  'src/campaigns/free-plan.ts': ['test/campaigns/free-plan.test.ts', 'test/campaigns/blasts/blast-origin.test.ts'],
  'src/campaigns/blasts/moves.service.ts': ['test/campaigns/blasts-moves.test.ts', 'test/campaigns/scheduler.test.ts'],
  'src/campaigns/blasts/whole-blast.repo.ts': ['test/campaigns/blasts-moves.test.ts', 'test/campaigns/blasts.test.ts'],
  'src/campaigns/feedback/bounce-mail.ts': ['test/campaigns/feedback/bounce-mail.test.ts'],
  'src/campaigns/feedback/feedback.repo.ts': [
    'test/campaigns/feedback/feedback.test.ts',
    'test/campaigns/feedback/hooks.test.ts',
    'test/campaigns/feedback/many.long.test.ts',
  ],
  'src/campaigns/feedback/feedback.service.ts': [
    'test/campaigns/feedback/feedback.test.ts',
    'test/campaigns/feedback/hooks.test.ts',
    'test/campaigns/feedback/many.long.test.ts',
  ],
  'src/campaigns/messages/composer.ts': ['test/campaigns/messages/composer.test.ts', 'test/campaigns/messages/mime.test.ts'],
  'src/campaigns/messages/composers.ts': ['test/campaigns/messages/composers.test.ts', 'test/campaigns/signed-mail.test.ts'],
  'src/campaigns/messages/dkim.ts': ['test/campaigns/messages/dkim.test.ts', 'test/campaigns/signed-mail.test.ts'],
  'src/campaigns/messages/mime.ts': ['test/campaigns/messages/mime.test.ts', 'test/campaigns/messages/composer.test.ts'],
  'src/campaigns/messages/quoted-printable.ts': ['test/campaigns/messages/quoted-printable.test.ts'],
  'src/campaigns/messages/return-path.ts': ['test/campaigns/messages/return-path.test.ts'],
  'src/campaigns/tracking/hits.repo.ts': ['test/campaigns/hits.test.ts', 'test/campaigns/tracking.test.ts'],
  'src/campaigns/tracking/tokens.ts': ['test/campaigns/tracking.test.ts'],
  'src/campaigns/deliveries/deliver.work.ts': ['test/campaigns/deliveries/turn-verdicts.test.ts', 'test/campaigns/deliveries/turn.test.ts'],
  'src/campaigns/deliveries/send-loop.ts': ['test/campaigns/deliveries/turn-verdicts.test.ts', 'test/campaigns/deliveries/turn.test.ts'],
  'src/audience/suppressions/suppression.ts': [
    'test/campaigns/deliveries/claims.test.ts',
    'test/campaigns/free-plan.test.ts',
    'test/audience/suppressions.test.ts',
  ],
  'src/audience/suppressions/suppressions.repo.ts': ['test/audience/suppressions.test.ts', 'test/audience/suppressions-api.test.ts'],
  'src/audience/suppressions/suppressions.service.ts': ['test/audience/suppressions-api.test.ts'],
  'src/jobs/outage.ts': ['test/jobs/outage.long.test.ts'],
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
  'src/queue/ledger.ts': ['test/queue/ledger.test.ts', 'test/queue/lease.test.ts'],
  'src/queue/rows.ts': ['test/audience/export-runs.test.ts', 'test/audience/import-runs.test.ts', 'test/content/generations.test.ts'],
  'src/content/generation/generate.work.ts': [
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
  'src/content/assets/loose-files.repo.ts': ['test/content/assets.test.ts', 'test/content/assets-kill.long.test.ts'],
  'src/content/documents/documents.service.ts': [
    'test/content/emails.test.ts',
    'test/content/email-templates.test.ts',
    'test/content/tent-templates.test.ts',
    'test/content/generations.test.ts',
  ],
  'src/workspaces/keys.service.ts': ['test/workspaces/keys.test.ts'],
  'src/workspaces/authenticator.ts': ['test/workspaces/authenticator.test.ts'],
  'src/workspaces/dkim-keys.ts': ['test/workspaces/dkim-keys.test.ts'],
  'src/workspaces/sending-domains.ts': ['test/workspaces/domains.test.ts'],
  'src/workspaces/workspaces.service.ts': ['test/workspaces/workspaces.test.ts', 'test/workspaces/keys.test.ts'],
};

/** Mistakes that are none, as `npm run mutate` shows them, with ` in ` and the line where that could be several, and why. */
export const HARMLESS: Record<string, Record<string, string>> = {
  'src/campaigns/flows/engine/entry.ts': { '|| → &&': 'nobody who wants to enter is nobody in the statements, too' },
  'src/campaigns/flows/engine/runs.ts': {
    "replacedBy ? { kind: 'move', stepId, stepType, toStepId: replacedBy } : { kind:  → ({ kind: 'move', stepId, stepType, toSte":
      'whoever is to move to no step leaves by step_removed',
  },
  'src/campaigns/flows/engine/turns.repo.ts': { 'run?.count ?? 0 → run?.count': 'a flow that is gone has no faults to be counted' },
  'src/campaigns/flows/engine/chores.ts': {
    "chore.kind === 'move' ? chore.toStepId : null → (chore.toStepId)": 'what is not there is written as none',
  },
  'src/platform/retry.ts': {
    '100 → 200': 'how long is waited between two tries is a matter of pace',
    '2_000 → 4000': 'so is this',
    '2 → 3': 'so is this',
  },
  'src/campaigns/deliveries/pace.repo.ts': {
    'shared !== null → true': 'without a rate the moment is written as none, and asked by nobody',
    'limits?.adapted ?? null → limits?.adapted': 'the lesser of two rates takes no rate in either way',
  },
  'src/campaigns/deliveries/send-loop.ts': {
    'this.#batch = Math.min(this.#batch * 2, BATCH.most); → ;': 'how many are claimed at a time is a matter of pace',
  },
  'src/campaigns/blasts/preparation.repo.ts': {
    'written?.mailable ?? 0 → written?.mailable': 'a count always has its row; this is for the compiler',
    'row?.waiting ?? 0 → row?.waiting': 'so has this',
  },
  'src/campaigns/feedback/bounce-mail.ts': {
    '10 → 20': 'how deep a mail may be nested is bounded all the same',
  },
  'src/campaigns/messages/composer.ts': {
    "typeof part === 'string' && typeof last === 'string' → false":
      'stretches that are not joined cost a line break each, which no reader sees',
  },
  'src/campaigns/messages/composers.ts': {
    '> → >=': 'who has no keys signs with none of them',
  },
  'src/campaigns/messages/mime.ts': {
    '<= → <': 'a line that is folded one letter sooner is folded well',
  },
  'src/campaigns/messages/quoted-printable.ts': {
    'from > 0 → true': 'who begins a moment later is done as soon',
    '1024 → 2048': 'how much is encoded at a stretch is a matter of pace',
    '<= → <': 'a value as long as a line is encoded to the same',
  },
  'src/campaigns/messages/return-path.ts': {
    'value < 0 → false': 'what other letters give is refused by its seal',
    'held &= (1 << bits) - 1; → ;': 'bits that are too many are cut off where they are read',
  },
  'src/audience/suppressions/suppressions.service.ts': {
    'good.length === 0 ? [] : (await repo.addSuppressions(ctx, good)).map(nameOf) → ((await repo.addSuppressions(ctx, good))':
      'nothing is added either way; this only saves it the way',
  },
  'src/content/generation/generations.service.ts': {
    '4 → 5': 'how many are written at a time is a matter of pace',
    '5 → 6': 'so is when a turn that was lost is given again: the sweep does that anyway',
  },
  'src/queue/rows.ts': {
    '20 → 40': 'how many lost jobs are made up for at once is a matter of pace',
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
