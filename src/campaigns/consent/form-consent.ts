import { stateTopics } from '../../audience/consent/consent.repo.ts';
import { topicsAmong } from '../../audience/consent/topics.repo.ts';
import { undoable } from '../../audience/contacts/batch.repo.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Subscription, subscription } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { DomainError } from '../../shared/errors.ts';
import { formSubmitted, type SubmittedForm } from '../../tents/events.ts';
import { findSettings } from '../../tents/forms/settings.repo.ts';
import { type ConfirmationDependencies, requestConfirmation } from './confirmations.service.ts';

/** Visitors join the topics of their form, at once or when they have confirmed it by mail. */
export const formConsent = ({ clock, log }: { clock: Clock; log: Log }, dependencies: ConfirmationDependencies): Subscription =>
  subscription(formSubmitted, async (scope, submitted) => {
    const tx = { ...scope, now: clock.now() };
    const keyOf = ({ tentId, formId }: Pick<SubmittedForm, 'tentId' | 'formId'>) => `${tentId} ${formId}`;
    const settings = await findSettings(tx, [...new Set(submitted.map(({ tentId }) => tentId))]);
    const existing = await topicsAmong(tx, [...new Set(settings.flatMap(({ topicIds }) => topicIds))]);
    const byForm = Map.groupBy(submitted, keyOf);
    for (const { topicIds: wanted, doubleOptIn, tentId, formId } of settings) {
      const topicIds = wanted.filter((id) => existing.has(id));
      const contactIds = [...new Set((byForm.get(keyOf({ tentId, formId })) ?? []).map(({ contactId }) => contactId))];
      if (topicIds.length === 0 || contactIds.length === 0) continue;
      if (!doubleOptIn) {
        const proof = { source: 'tent_form', at: tx.now, evidence: `Form ${formId} of tent ${tentId}` };
        await stateTopics(tx, { contactIds, topicIds, state: 'subscribed', proof });
        continue;
      }
      for (const contactId of contactIds) {
        // The submission is kept, whatever becomes of the mail: the contact has joined already, got three today, or there is no sender.
        await undoable(tx.db, () => requestConfirmation(tx, dependencies, { contactId, topicIds }).catch(unlessRefused));
      }
    }

    function unlessRefused(error: unknown): null {
      if (!(error instanceof DomainError)) throw error;
      log.info({ workspace_id: tx.workspaceId, reason: error.message }, 'a visitor was not asked to confirm topics');
      return null;
    }
  });
