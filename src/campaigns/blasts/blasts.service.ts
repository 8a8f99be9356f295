import type { components } from '../../../generated/api.d.ts';
import type { Blast } from '../../../generated/prisma/client.ts';
import { findTopic } from '../../audience/consent/topics.repo.ts';
import { deletePrivateLists, readAnyList } from '../../audience/contact-lists/contact-lists.repo.ts';
import { copyPrivateList, createDynamicList, createStaticList } from '../../audience/contact-lists/contact-lists.service.ts';
import { type Ctx, type Scope, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { BlastId, EmailId, ListId, TopicId } from '../../platform/ids.ts';
import { DomainError, invalid, notFound, unknown } from '../../shared/errors.ts';
import { nameOfCopy } from '../../shared/text.ts';
import { purgeMessage } from '../deliveries/chores.work.ts';
import { createOwnEmail, type InlineEmail } from '../own-email.ts';
import {
  assignAudience,
  assignEmail,
  changeBlast,
  deleteBlast,
  findBlast,
  insertBlast,
  isFlow,
  isSystemList,
  lockBlast,
  updateBlast,
} from './blasts.repo.ts';

type InlineAudience = components['schemas']['SetEmailBlastAudienceInlineStatic' | 'SetEmailBlastAudienceInlineDynamic'];

/** A scheduled blast has to be unscheduled first, mail that is going out needs its ledger, and an archived blast is kept on purpose. */
const DELETABLE = ['draft', 'sent', 'failed', 'cancelled'];

/** @throws not_found for the topic */
export const createBlast = (ctx: Ctx, values: Parameters<typeof insertBlast>[1]): Promise<Blast> =>
  transaction(ctx, async (tx) => {
    await requireTopic(tx, values.topicId);
    return insertBlast(tx, values);
  });

interface Details {
  name?: string;
  description?: string | null;
  topic_id?: TopicId | null;
}

/** The topic of a draft only. @throws not_found for the blast or the topic, campaign_invalid_state */
export const changeDetails = (ctx: Ctx, blastId: BlastId, { topic_id: topicId, ...changes }: Details): Promise<Blast> =>
  transaction(ctx, async (tx) => {
    if (topicId !== undefined) {
      requireDraft(await holdBlast(tx, blastId));
      await requireTopic(tx, topicId);
    }
    return (await updateBlast(tx, blastId, { ...changes, ...(topicId !== undefined && { topicId }) })) ?? noBlast(tx, blastId);
  });

async function requireTopic(ctx: Scope, topicId: TopicId | null): Promise<void> {
  if (topicId !== null && !(await findTopic(ctx, topicId))) throw notFound(unknown('topic_id'));
}

/**
 * A private list that the draft had is deleted.
 * @throws not_found without such a blast or list, campaign_invalid_state, validation_failed for a system list
 */
export const setAudience = (ctx: Ctx, blastId: BlastId, listId: ListId): Promise<Blast> =>
  transaction(ctx, async (tx) => {
    if (!(await assignAudience(tx, blastId, listId))) {
      requireDraft(await requireBlast(tx, blastId));
      if (!(await isSystemList(tx, listId))) throw notFound(unknown('list_id'));
      throw invalid({ path: 'list_id', message: 'A system list cannot be an audience.' });
    }
    await deletePrivateLists(tx, blastId, listId);
    return requireBlast(tx, blastId);
  });

/**
 * Makes a list that belongs to the draft. The blast is locked first: of two simultaneous requests the second replaces the list of the
 * first.
 * @throws not_found without such a blast, or a contact or a list in the rules; campaign_invalid_state; validation_failed
 */
export const setInlineAudience = (ctx: Ctx, events: Events, blastId: BlastId, audience: InlineAudience): Promise<Blast> =>
  transaction(ctx, async (tx) => {
    const draft = await holdBlast(tx, blastId);
    requireDraft(draft);

    const { name = `${draft.name} audience`, description = null } = audience;
    const own = { name, description, ownerCampaignId: blastId };
    const list =
      audience.kind === 'static'
        ? await createStaticList(tx, events, { ...own, contactIds: audience.contact_ids })
        : await createDynamicList(tx, { ...own, rules: audience.rules });
    const blast = await changeBlast(tx, blastId, ownList(list.id));
    await deletePrivateLists(tx, blastId, list.id);
    return blast;
  });

/** @throws not_found without such a blast or email, campaign_invalid_state */
export async function setEmail(ctx: Ctx, blastId: BlastId, emailId: EmailId): Promise<Blast> {
  if (!(await assignEmail(ctx, blastId, emailId))) {
    requireDraft(await requireBlast(ctx, blastId));
    throw notFound(unknown('email_id'));
  }
  return requireBlast(ctx, blastId);
}

/** @throws not_found without such a blast or template, campaign_invalid_state, template_not_ready, validation_failed */
export const setInlineEmail = (
  ctx: Ctx,
  blastId: BlastId,
  { createdByName, ...wish }: InlineEmail & { createdByName: string },
): Promise<Blast> =>
  transaction(ctx, async (tx) => {
    const draft = await holdBlast(tx, blastId);
    requireDraft(draft);
    const email = await createOwnEmail(tx, { campaignName: draft.name, createdByName }, wish);
    return changeBlast(tx, blastId, { emailId: email.id, emailSource: 'inline' });
  });

/**
 * Makes a draft with the same audience and email, as far as they still exist; a private list is copied.
 * @throws not_found, campaign_not_blast
 */
export const duplicateBlast = (ctx: Ctx, blastId: BlastId, name: string | undefined): Promise<Blast> =>
  transaction(ctx, async (tx) => {
    const blast = await requireBlast(tx, blastId);
    const { audienceListId, emailId, description } = blast;
    const topicId = blast.topicId !== null && (await findTopic(tx, blast.topicId)) ? blast.topicId : null;
    const { id } = await insertBlast(tx, { name: name ?? nameOfCopy(blast.name), description, topicId });
    const list = audienceListId ? await readAnyList(tx, audienceListId) : null;
    if (list?.ownerCampaignId) await changeBlast(tx, id, ownList(await copyPrivateList(tx, list, id)));
    else if (list) await assignAudience(tx, id, list.id);
    if (emailId) await assignEmail(tx, id, emailId);
    return requireBlast(tx, id);
  });

/**
 * Deletes a blast and its report, a large one in the background. Its private list goes by the foreign key; the links in its mail stay.
 * @throws not_found, campaign_invalid_state
 */
export const removeBlast = (ctx: Scope, blastId: BlastId): Promise<void> =>
  transaction(ctx, async (tx) => {
    const blast = await holdBlast(tx, blastId);
    if (!DELETABLE.includes(blast.status)) throw invalidState(blast);
    await deleteBlast(tx, blastId);
    await purgeMessage(tx, blastId);
  });

export async function requireBlast(ctx: Scope, blastId: BlastId): Promise<Blast> {
  return (await findBlast(ctx, blastId)) ?? noBlast(ctx, blastId);
}

export async function holdBlast(tx: Scope<Tx>, blastId: BlastId): Promise<Blast> {
  return (await lockBlast(tx, blastId)) ?? noBlast(tx, blastId);
}

/** @throws not_found, campaign_not_blast for the identifier of a flow */
export async function noBlast(ctx: Scope, id: string): Promise<never> {
  await refuseFlow(ctx, id);
  throw notFound();
}

export async function refuseFlow(ctx: Scope, id: string): Promise<void> {
  if (await isFlow(ctx, id)) throw new DomainError('campaign_not_blast', 'This identifier belongs to a flow, not to a blast.');
}

const ownList = (audienceListId: string) => ({ audienceListId, audienceSource: 'inline' });

export function requireDraft(blast: Blast): void {
  if (blast.status !== 'draft') throw invalidState(blast);
}

export const invalidState = ({ status }: Blast): DomainError =>
  new DomainError('campaign_invalid_state', `The blast is ${status}, which does not allow this.`);
