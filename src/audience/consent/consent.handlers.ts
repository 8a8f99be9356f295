import type { components } from '../../../generated/api.d.ts';
import type { ConsentEntry, Topic } from '../../../generated/prisma/client.ts';
import { type Handler, type Handlers, holding } from '../../http/handler.types.ts';
import type { Ctx } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { ContactId } from '../../platform/ids.ts';
import { cursorPage, isTimestamp } from '../../shared/cursor.ts';
import { notFound } from '../../shared/errors.ts';
import type { FindUsers } from '../../workspaces/references.ts';
import { findStanding, pageOfLedger, type Standing } from './consent.repo.ts';
import { recordConsent } from './consent.service.ts';
import { holdTopic, listTopics as listed } from './topics.repo.ts';
import * as service from './topics.service.ts';

type Schemas = components['schemas'];

const toTopic = (topic: Topic): Schemas['Topic'] => ({
  topic_id: topic.id,
  name: topic.name,
  description: topic.description,
  default: topic.defaultState as Schemas['TopicDefault'],
  visibility: topic.visibility as Schemas['TopicVisibility'],
  created_at: topic.createdAt.toISOString(),
  updated_at: topic.updatedAt.toISOString(),
});

const toTopicConsent = (topic: Standing['topics'][number]): Schemas['TopicConsent'] => ({
  topic_id: topic.id,
  name: topic.name,
  default: topic.default as Schemas['TopicDefault'],
  visibility: topic.visibility as Schemas['TopicVisibility'],
  state: topic.state,
  since: topic.since?.toISOString() ?? null,
});

const toEntry = (entry: ConsentEntry): Schemas['ConsentEntry'] => ({
  topic_id: entry.topicId,
  topic_name: entry.topicName,
  state: entry.state as Schemas['ConsentState'],
  source: entry.source,
  at: entry.at.toISOString(),
  ip: entry.ip,
  user_agent: entry.userAgent,
  text_shown: entry.textShown,
  evidence: entry.evidence,
});

async function consentOf(ctx: Ctx, contactId: ContactId, page: { cursor?: string | undefined; limit: number }) {
  const standing = await findStanding(ctx, contactId);
  if (!standing) throw notFound();
  const { rows, next } = await cursorPage({ list: 'consent', contact: contactId }, page, {
    isKey: isTimestamp,
    positionOf: ({ at, id }: ConsentEntry) => ({ key: at.toISOString(), id }),
    read: (after, most) => pageOfLedger(ctx, contactId, { after, most }),
  });
  return {
    contact_id: contactId,
    all_mail: { state: standing.state },
    topics: standing.topics.map(toTopicConsent),
    ledger: rows.map(toEntry),
    ...next,
  };
}

const fieldsIn = ({ name, description, default: defaultState, visibility }: Schemas['TopicPatch']) => ({
  ...(name !== undefined && { name }),
  ...(description !== undefined && { description }),
  ...(defaultState && { defaultState }),
  ...(visibility && { visibility }),
});

const listTopics: Handler<'listTopics'> = async ({ query }, ctx) => {
  const { rows, next } = await cursorPage({ list: 'topics' }, query, {
    isKey: (key) => key === 'id',
    positionOf: ({ id }: Topic) => ({ key: 'id', id }),
    read: (after, most) => listed(ctx, after, most),
  });
  return { status: 200, body: { topics: rows.map(toTopic), ...next } };
};

const createTopic: Handler<'createTopic'> = async ({ body }, ctx) => {
  const { name, description = null, default: defaultState, visibility = 'public' } = body;
  return { status: 201, body: toTopic(await service.createTopic(ctx, { name, description, defaultState, visibility })) };
};

const getTopic = holding<'getTopic'>(
  async ({ path }, ctx) => ({ status: 200, body: toTopic(await service.requireTopic(ctx, path.topic_id)) }),
  (tx, { topic_id }) => holdTopic(tx, topic_id),
);

const updateTopic: Handler<'updateTopic'> = async ({ path, body }, ctx) => ({
  status: 200,
  body: toTopic(await service.updateTopic(ctx, path.topic_id, fieldsIn(body))),
});

const getContactConsent: Handler<'getContactConsent'> = async ({ path, query }, ctx) => ({
  status: 200,
  body: await consentOf(ctx, path.contact_id, query),
});

const SHOWN_AFTER = 25;

export function createConsentHandlers({ events, findUsers }: { events: Events; findUsers: FindUsers }) {
  const deleteTopic: Handler<'deleteTopic'> = async ({ path }, ctx) => {
    await service.removeTopic(ctx, findUsers, path.topic_id);
    return { status: 204 };
  };

  const addContactConsent: Handler<'addContactConsent'> = async ({ path, body }, ctx) => {
    await recordConsent(ctx, events, { ...body, contactId: path.contact_id });
    return { status: 201, body: await consentOf(ctx, path.contact_id, { limit: SHOWN_AFTER }) };
  };

  return {
    ...{ listTopics, createTopic, getTopic, updateTopic, deleteTopic },
    ...{ getContactConsent, addContactConsent },
  } satisfies Partial<Handlers>;
}
