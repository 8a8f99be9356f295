import { findStanding, holdForAllMail, type Proof, stateTopics } from '../../audience/consent/consent.repo.ts';
import { stateAllMail } from '../../audience/consent/consent.service.ts';
import { findContact } from '../../audience/contacts/contacts.repo.ts';
import { writeContacts } from '../../audience/contacts/contacts.service.ts';
import { type Ctx, type Scope, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { ContactId } from '../../platform/ids.ts';
import { languageOf } from '../../shared/locales.ts';
import { findRecipient, type Visitor } from '../tracking/tracking.repo.ts';
import { FIELDS, getsMail, type Preferences, shownTopics } from './preferences.pages.ts';

/** Of the contact, or of the one that it was merged into. Undefined when that one has been deleted. */
export async function readPreferences(
  ctx: Scope,
  contactId: ContactId,
): Promise<(Preferences & { contactId: ContactId; workspaceLanguage: string | null }) | undefined> {
  const recipient = await findRecipient(ctx, contactId);
  if (!recipient) return undefined;
  const contact = await findContact(ctx, recipient.contactId);
  const standing = await findStanding(ctx, recipient.contactId);
  return contact && standing ? { ...recipient, contact, standing } : undefined;
}

export interface Choices {
  fields: readonly (readonly [string, string])[];
  visitor: Visitor;
}

/**
 * Writes what a person chose on their page, in one transaction. Topics that the page did not show stay as they are. Nothing is written of a
 * choice that is the present state.
 */
export const savePreferences = (ctx: Ctx, events: Events, contactId: ContactId, { fields, visitor }: Choices): Promise<void> =>
  transaction(ctx, async (tx) => {
    // Another body, such as that of a mail program, is no choice.
    if (!fields.some(([name]) => name === FIELDS.page)) return;
    const given = (name: string) => fields.flatMap(([field, value]) => (field === name ? [value] : []));
    const lastAt = await holdForAllMail(tx, contactId);
    const standing = lastAt === undefined ? undefined : await findStanding(tx, contactId);
    if (lastAt === undefined || !standing) return;
    const proof: Proof = { source: 'preference_page', at: ctx.now, ...visitor };

    const shown = new Set(given(FIELDS.shown).flatMap((ids) => ids.split(' ')));
    const chosen = new Set(given(FIELDS.topic));
    const changed = shownTopics(standing).filter((topic) => shown.has(topic.id) && chosen.has(topic.id) !== getsMail(topic));
    for (const state of ['subscribed', 'unsubscribed'] as const) {
      const topicIds = changed.flatMap(({ id }) => (chosen.has(id) === (state === 'subscribed') ? id : []));
      if (topicIds.length > 0) await stateTopics(tx, { contactIds: [contactId], topicIds, state, proof, onlyChanges: true });
    }

    const wantsNothing = given(FIELDS.nothing).length > 0;
    if (wantsNothing !== (standing.state === 'unsubscribed'))
      await stateAllMail(tx, events, { contactId, state: wantsNothing ? 'unsubscribed' : 'subscribed', proof, lastAt });

    const [language] = given(FIELDS.language);
    const tag = language === undefined ? null : languageOf(language);
    const isLanguage = tag !== null || language === undefined;
    const tracking = given(FIELDS.asksTracking).length > 0 ? await trackingChoice(tx, contactId, given(FIELDS.untracked).length > 0) : {};
    const items = [{ contact_id: contactId, ...(isLanguage && { language: tag }), ...tracking }];
    await writeContacts(tx, events, { mode: 'update', items, itemIssues: [null], changedBy: 'preference_page' });
  });

/** Another mode than `off` that the workspace has set for the contact stays while the box is not ticked. */
async function trackingChoice(tx: Scope, contactId: ContactId, isOff: boolean): Promise<{ tracking?: 'off' | null }> {
  const contact = await findContact(tx, contactId);
  if (isOff === (contact?.tracking === 'off')) return {};
  return { tracking: isOff ? 'off' : null };
}
