import { confirmationRoom, lockConfirmations, MOST_CONFIRMATIONS_AN_HOUR } from '../../audience/consent/confirmation-limit.ts';
import { findStanding, holdForAllMail, stateTopics } from '../../audience/consent/consent.repo.ts';
import { stateAllMail } from '../../audience/consent/consent.service.ts';
import { findContact } from '../../audience/contacts/contacts.repo.ts';
import { type Ctx, type Scope, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { type ContactId, type EmailId, newId, type TopicId } from '../../platform/ids.ts';
import { DomainError, invalid, missingAmong, notFound } from '../../shared/errors.ts';
import { listDomains } from '../../workspaces/sending-domains.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import type { Tokens } from '../tracking/tokens.ts';
import type { Visitor } from '../tracking/tracking.repo.ts';
import { type AcceptDependencies, type Accepted, acceptMessages } from '../transactional/accept.service.ts';
import type { MessageInput } from '../transactional/draft.ts';
import * as repo from './confirmations.repo.ts';
import { inText } from './layout.ts';
import { phrasesFor } from './phrases.ts';

const DAY_MS = 24 * 60 * 60_000;
const VALID_MS = 7 * DAY_MS;
/** For each contact in 24 hours. Without the bound, a visitor could flood a stranger's address through a form. */
const MOST_A_DAY = 3;

export interface ConfirmationDependencies {
  accepting: AcceptDependencies;
  tokens: Tokens;
  baseUrl: string;
}

export interface ConfirmationRequest {
  contactId: ContactId;
  topicIds: TopicId[];
  /** With `{{data.confirm_url}}`, instead of words of ours. */
  emailId?: EmailId | undefined;
  fromAddress?: string | undefined;
  fromName?: string | undefined;
}

export interface Confirmation extends repo.ConfirmationRow {
  message: Accepted;
}

/**
 * Mails a contact a link by which to join topics. They are pending until then, and get no mail of them. Of topics that the contact has joined
 * nothing is asked.
 * @throws not_found, validation_failed, conflict where all are joined or the contact got too many mails, rate_limited where the workspace sent
 * too many, or why the mail is refused
 */
export const requestConfirmation = (
  ctx: Ctx,
  { accepting, tokens, baseUrl }: ConfirmationDependencies,
  { contactId, topicIds, emailId, fromAddress, fromName }: ConfirmationRequest,
): Promise<Confirmation> =>
  transaction(ctx, async (tx) => {
    if ((await holdForAllMail(tx, contactId)) === undefined) throw notFound();
    const [contact, standing, workspace] = [await findContact(tx, contactId), await findStanding(tx, contactId), await findWorkspace(tx)];
    if (!contact || !standing) throw notFound();
    if (!contact.email) throw invalid({ path: 'contact_id', message: 'has no email address' });
    const topics = new Map(standing.topics.map((topic) => [topic.id, topic]));
    const missing = missingAmong(topicIds, topics, (index) => `topic_ids.${index}`);
    if (missing.length > 0) throw notFound(...missing);
    const asked = [...new Set(topicIds)].flatMap((id) => topics.get(id) ?? []).filter(({ state }) => state !== 'subscribed');
    if (asked.length === 0) throw new DomainError('conflict', 'The contact has joined these topics already.');
    const recent = await repo.recentRequests(tx, contactId, new Date(tx.now.getTime() - DAY_MS));
    if (recent >= MOST_A_DAY) throw new DomainError('conflict', `A contact gets at most ${MOST_A_DAY} requests to confirm in 24 hours.`);

    await lockConfirmations(tx);
    const { left, seconds } = await confirmationRoom(tx);
    if (left <= 0) throw tooManyConfirmations(seconds);

    const confirmation = {
      ...{ id: newId(), contactId, topicIds: asked.map(({ id }) => id), createdAt: tx.now },
      ...{ expiresAt: new Date(tx.now.getTime() + VALID_MS), confirmedAt: null },
    };
    await repo.insertConfirmation(tx, confirmation);
    const proof = { source: 'confirmation', at: tx.now, evidence: `Confirmation ${confirmation.id}` };
    await stateTopics(tx, { contactIds: [contactId], topicIds: confirmation.topicIds, state: 'pending', proof, onlyChanges: true });

    const url = `${baseUrl}/c/${tokens.confirmation({ workspaceId: tx.workspaceId, confirmationId: confirmation.id })}`;
    const { phrases } = phrasesFor(contact.language, workspace.defaultLanguage);
    const words = { name: workspace.name, email: contact.email, topics: asked.map(({ name }) => name).join(', ') };
    const sentence = (phrase: string) => inText(phrase, words);
    const data = {
      ...{ confirm_url: url, topics: words.topics, subject: sentence(phrases.mailSubject), title: phrases.confirmTitle },
      ...{ question: sentence(phrases.confirm), button: phrases.confirmButton, ignore: phrases.mailIgnore },
    };
    const content = emailId
      ? { email_id: emailId, ...(fromAddress && { from_address: fromAddress }) }
      : { ...OWN_WORDS, from_address: fromAddress ?? (await defaultSender(tx)), from_name: fromName ?? workspace.name };
    const input = { to: { contact_id: contactId }, ...content, data, tags: ['confirmation'] } as MessageInput;
    // A flood of them, as a form may bring, must not delay messages that people wait for.
    const [message] = await acceptMessages(tx, { ...accepting, yields: true }, [input], [null]);
    if (message instanceof DomainError) throw message;
    return { ...confirmation, message: message as Accepted };
  });

const tooManyConfirmations = (seconds: number): DomainError =>
  new DomainError(
    'rate_limited',
    `A workspace sends at most ${MOST_CONFIRMATIONS_AN_HOUR} requests to confirm in an hour. Try again in ${seconds} s.`,
    ...([undefined, undefined, seconds] as const),
  );

const OWN_WORDS = {
  subject: '{{data.subject}}',
  html: `<!doctype html><html><body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1d2b27;background:#fff">
<h1 style="font-size:22px">{{data.title}}</h1>
<p>{{data.question}}</p>
<p><a href="{{data.confirm_url}}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#245c4a;color:#fff;text-decoration:none">{{data.button}}</a></p>
<p style="color:#5a6a64">{{data.ignore}}</p>
</body></html>`,
  text: '{{data.title}}\n\n{{data.question}}\n\n{{data.button}}: {{data.confirm_url}}\n\n{{data.ignore}}\n',
};

/** @throws validation_failed where no domain is verified */
async function defaultSender(tx: Scope<Tx>): Promise<string> {
  const domain = (await listDomains(tx)).find(({ verifiedAt }) => verifiedAt !== null)?.domain;
  if (domain === undefined) throw invalid({ path: 'from_address', message: 'is required: the workspace has no verified sending domain' });
  return `hello@${domain}`;
}

/** What a person sees who follows the link. Undefined when the contact or all topics are gone. */
export interface ConfirmationView {
  contactId: ContactId;
  topicNames: string[];
  email: string | null;
  workspaceName: string;
  language: string | null;
  confirmedAt: Date | null;
  isExpired: boolean;
}

export async function readConfirmation(ctx: Ctx, id: string): Promise<ConfirmationView | undefined> {
  const found = await repo.findConfirmation(ctx, id);
  return found && found.topicNames.length > 0 ? { ...found, isExpired: found.expiresAt <= ctx.now } : undefined;
}

export interface Confirming {
  id: string;
  visitor: Visitor;
  /** The question that the person has answered. */
  textShown: string;
}

/** Joins the topics of a confirmation, once. A person who had unsubscribed from everything wants mail again. */
export const confirm = (ctx: Ctx, events: Events, { id, visitor, textShown }: Confirming): Promise<void> =>
  transaction(ctx, async (tx) => {
    const found = await repo.findConfirmation(tx, id);
    if (!found) return;
    const lastAt = await holdForAllMail(tx, found.contactId);
    // Of two requests at once, the second finds it done.
    const topicIds = lastAt === undefined ? null : await repo.markConfirmed(tx, id);
    if (lastAt === undefined || topicIds === null) return;
    const proof = { source: 'confirmation', at: tx.now, ...visitor, textShown, evidence: `Confirmation ${id}` };
    await stateTopics(tx, { contactIds: [found.contactId], topicIds, state: 'subscribed', proof });
    const standing = await findStanding(tx, found.contactId);
    if (standing?.state === 'unsubscribed')
      await stateAllMail(tx, events, { contactId: found.contactId, state: 'subscribed', proof, lastAt });
  });
