import type { components } from '../../../generated/api.d.ts';
import type { Blast } from '../../../generated/prisma/client.ts';
import { findTopic } from '../../audience/consent/topics.repo.ts';
import { deletePrivateLists, readAnyList } from '../../audience/contact-lists/contact-lists.repo.ts';
import { copyPrivateList, createDynamicList, createStaticList } from '../../audience/contact-lists/contact-lists.service.ts';
import type { RuleTree } from '../../audience/rules/tree.ts';
import { type Ctx, type Scope, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { BlastId, EmailId, TopicId } from '../../platform/ids.ts';
import { DomainError, invalid, notFound, unknown } from '../../shared/errors.ts';
import { nameOfCopy } from '../../shared/text.ts';
import { purgeMessage } from '../deliveries/chores.work.ts';
import type { Utm } from '../messages/utm.ts';
import { createOwnEmail, type InlineEmail } from '../own-email.ts';
import { assignLists, type ChosenLists, clearLists, readAudience } from './audience-lists.repo.ts';
import { assignEmail, changeBlast, deleteBlast, findBlast, findKinds, insertBlast, isFlow, lockBlast, updateBlast } from './blasts.repo.ts';

type ExistingAudience = components['schemas']['SetEmailBlastAudienceExisting' | 'SetEmailBlastAudienceLists'];
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
  utm?: Utm | null;
}

/** Topic and UTM parameters of a draft only. @throws not_found for the blast or the topic, campaign_invalid_state */
export const changeDetails = (ctx: Ctx, blastId: BlastId, { topic_id: topicId, ...changes }: Details): Promise<Blast> =>
  transaction(ctx, async (tx) => {
    if (topicId !== undefined || changes.utm !== undefined) requireDraft(await holdBlast(tx, blastId));
    if (topicId !== undefined) await requireTopic(tx, topicId);
    return (await updateBlast(tx, blastId, { ...changes, ...(topicId !== undefined && { topicId }) })) ?? noBlast(tx, blastId);
  });

async function requireTopic(ctx: Scope, topicId: TopicId | null): Promise<void> {
  if (topicId !== null && !(await findTopic(ctx, topicId))) throw notFound(unknown('topic_id'));
}

/**
 * A private list that the draft had is deleted.
 * @throws not_found without such a blast or list, campaign_invalid_state, validation_failed for a system list, or one that is both taken
 * and left out
 */
export const setAudience = (ctx: Ctx, blastId: BlastId, wish: ExistingAudience): Promise<Blast> =>
  transaction(ctx, async (tx) => {
    const chosen = chosenBy(wish);
    if (!(await assignLists(tx, blastId, chosen))) {
      requireDraft(await requireBlast(tx, blastId));
      throw await whyRefused(tx, wish, chosen);
    }
    await deletePrivateLists(tx, blastId, chosen.lists[0]);
    return requireBlast(tx, blastId);
  });

function chosenBy(wish: ExistingAudience): ChosenLists {
  const lists = 'list_ids' in wish ? (wish.list_ids as ChosenLists['lists']) : ([wish.list_id] as ChosenLists['lists']);
  const { exclude_list_ids: excluded = [] } = wish;
  const both = excluded.flatMap((id, i) =>
    lists.includes(id) ? [{ path: `exclude_list_ids.${i}`, message: 'This list is in the audience; it cannot be left out as well.' }] : [],
  );
  if (both.length > 0) throw invalid(...both);
  return { lists, excluded };
}

async function whyRefused(tx: Scope<Tx>, wish: ExistingAudience, { lists, excluded }: ChosenLists): Promise<DomainError> {
  const kinds = new Map((await findKinds(tx, [...lists, ...excluded])).map(({ id, kind }) => [id, kind]));
  const places = [
    ...lists.map((id, i) => ({ id, path: 'list_ids' in wish ? `list_ids.${i}` : 'list_id' })),
    ...excluded.map((id, i) => ({ id, path: `exclude_list_ids.${i}` })),
  ];
  const gone = places.filter(({ id }) => !kinds.has(id));
  if (gone.length > 0) return notFound(...gone.map(({ path }) => unknown(path)));
  return invalid(
    ...places.filter(({ id }) => kinds.get(id) === 'system').map(({ path }) => ({ path, message: 'A system list cannot be an audience.' })),
  );
}

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
    await clearLists(tx, blastId);
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
    const { audienceListId, emailId } = blast;
    const { id } = await insertBlast(tx, await copyOf(tx, blast, name));
    const list = audienceListId ? await readAnyList(tx, audienceListId) : null;
    if (list?.ownerCampaignId) await changeBlast(tx, id, ownList(await copyPrivateList(tx, list, id)));
    else await copyAudience(tx, blast, id);
    if (emailId) await assignEmail(tx, id, emailId);
    return requireBlast(tx, id);
  });

/** Their mail has gone out as far as it will. */
const OVER = ['sent', 'cancelled', 'archived'];

/**
 * Makes a draft with the same email for those who got a blast and have neither opened it nor clicked when the draft is sent.
 * @throws not_found, campaign_not_blast, campaign_invalid_state
 */
export const duplicateForNonOpeners = (ctx: Ctx, blastId: BlastId, name: string | undefined): Promise<Blast> =>
  transaction(ctx, async (tx) => {
    const blast = await requireBlast(tx, blastId);
    if (!OVER.includes(blast.status)) throw invalidState(blast);
    const { emailId } = blast;
    // Those who got a test got no mail: it is a test again, also with a live key.
    const copy = await insertBlast({ ...tx, isTest: tx.isTest || blast.test }, await copyOf(tx, blast, name));
    const own = { name: `${copy.name} audience`, description: null, ownerCampaignId: copy.id };
    const list = await createDynamicList(tx, { ...own, rules: nonOpenersOf(blastId) });
    await changeBlast(tx, copy.id, ownList(list.id));
    if (emailId) await assignEmail(tx, copy.id, emailId);
    return requireBlast(tx, copy.id);
  });

function nonOpenersOf(blastId: BlastId): RuleTree {
  const activity = (activityType: 'email_delivered' | 'email_opened' | 'email_clicked', operator: 'has_activity' | 'has_no_activity') =>
    ({ kind: 'condition', source: 'activity', activityType, blastId, operator }) as const;
  return {
    kind: 'group',
    operator: 'and',
    conditions: [
      activity('email_delivered', 'has_activity'),
      activity('email_opened', 'has_no_activity'),
      activity('email_clicked', 'has_no_activity'),
    ],
  };
}

async function copyOf(tx: Scope<Tx>, { topicId, utm, description, ...blast }: Blast, name = nameOfCopy(blast.name)) {
  const isTopicThere = topicId !== null && (await findTopic(tx, topicId));
  return { name, description, topicId: isTopicThere ? topicId : null, utm: utm as Utm | null };
}

async function copyAudience(tx: Ctx<Tx>, blast: Blast, id: BlastId): Promise<void> {
  const audience = await readAudience(tx, blast);
  if (!audience) return;
  const [first, ...others] = audience.lists;
  const lists: ChosenLists['lists'] = [first.id, ...others.map((list) => list.id)];
  await assignLists(tx, id, { lists, excluded: audience.excluded.map((list) => list.id) });
}

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

/** It never turns into a live blast, nor one into it. @throws key_not_allowed for a live blast and a test key */
export function modeOf<Of extends Scope>(tx: Of, { test }: Blast): Of {
  if (tx.isTest && !test)
    throw new DomainError(
      'key_not_allowed',
      'A test key cannot send a live blast. Duplicate the blast with the test key and send the copy.',
    );
  return { ...tx, isTest: test };
}

export function requireDraft(blast: Blast): void {
  if (blast.status !== 'draft') throw invalidState(blast);
}

export const invalidState = ({ status }: Blast): DomainError =>
  new DomainError('campaign_invalid_state', `The blast is ${status}, which does not allow this.`);
