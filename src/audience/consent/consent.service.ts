import { isIP } from 'node:net';
import type { components } from '../../../generated/api.d.ts';
import { type Ctx, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { ContactId } from '../../platform/ids.ts';
import { invalid, notFound, unknown } from '../../shared/errors.ts';
import { NOT_A_NAME, nameOf } from '../../shared/text.ts';
import { writeContacts } from '../contacts/contacts.service.ts';
import { enterAllMail, holdForAllMail, type Proof, stateTopics } from './consent.repo.ts';
import { findTopic } from './topics.repo.ts';

type Request = components['schemas']['RecordConsentRequest'];

/** @throws not_found for the contact or the topic, or validation_failed */
export const recordConsent = (ctx: Ctx, events: Events, request: Request & { contactId: ContactId }): Promise<void> =>
  transaction(ctx, async (tx) => {
    const { contactId, topic_id: topicId = null, state } = request;
    const proof = proofOf(request, ctx.now);
    const lastAt = await holdForAllMail(tx, contactId);
    if (lastAt === undefined) throw notFound();
    if (topicId !== null) {
      if (!(await findTopic(tx, topicId))) throw notFound(unknown('topic_id'));
      await stateTopics(tx, { contactIds: [contactId], topicIds: [topicId], state, proof });
      return;
    }
    if (state === 'pending')
      throw invalid({ path: 'state', message: 'is for topics only; all marketing mail is subscribed or unsubscribed' });
    await stateAllMail(tx, events, { contactId, state, proof, lastAt });
  });

interface AllMail {
  contactId: ContactId;
  state: 'subscribed' | 'unsubscribed';
  proof: Proof;
  /** The time of the last statement about it. */
  lastAt: Date | null;
}

/** Records a statement about all marketing mail, and updates the contact unless a later statement exists. The caller holds the contact. */
export async function stateAllMail(tx: Ctx<Tx>, events: Events, { contactId, state, proof, lastAt }: AllMail): Promise<void> {
  await enterAllMail(tx, contactId, { state, proof });
  if (lastAt !== null && lastAt > proof.at) return;
  const fields = state === 'subscribed' ? { unsubscribed: false, marketing_email_subscribed: true } : { unsubscribed: true };
  const items = [{ contact_id: contactId, ...fields }];
  await writeContacts(tx, events, { mode: 'update', items, itemIssues: [null], mayResubscribe: true, entersConsent: false });
}

function proofOf({ source: given, at, ip = null, ...rest }: Request, now: Date): Proof {
  const source = nameOf(given);
  if (!source) throw invalid({ path: 'source', message: source === null ? NOT_A_NAME : 'must not be blank' });
  if (ip !== null && isIP(ip) === 0) throw invalid({ path: 'ip', message: 'must be an IPv4 or IPv6 address' });
  const moment = at === undefined ? now : new Date(at);
  if (moment > now) throw invalid({ path: 'at', message: 'must not lie in the future' });
  return { source, at: moment, ip, userAgent: rest.user_agent, textShown: rest.text_shown, evidence: rest.evidence };
}
