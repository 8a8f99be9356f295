import type { Topic } from '../../../generated/prisma/client.ts';
import { type Ctx, type Scope, sql, transaction, uniqueViolation } from '../../platform/db.ts';
import type { TopicId } from '../../platform/ids.ts';
import { DomainError, invalid, notFound } from '../../shared/errors.ts';
import { NOT_A_NAME, nameOf } from '../../shared/text.ts';
import { beginRemoval, type FindUsers, thing } from '../../workspaces/references.ts';
import * as repo from './topics.repo.ts';

const MOST_TOPICS = 200;

/** @throws validation_failed, or conflict where the name is taken or there are too many */
export const createTopic = (ctx: Ctx, fields: repo.TopicFields): Promise<Topic> =>
  transaction(ctx, async (tx) => {
    // Held, so that no two requests pass the limit together.
    await tx.db.query(sql`SELECT 1 AS held FROM workspaces WHERE id = ${tx.workspaceId}::uuid FOR NO KEY UPDATE`);
    if ((await repo.countTopics(tx)) >= MOST_TOPICS)
      throw new DomainError('conflict', `A workspace has at most ${MOST_TOPICS} topics; delete one first.`);
    const name = checkedName(fields.name);
    return unlessTaken(name, () => repo.insertTopic(tx, { ...fields, name }));
  });

/** @throws not_found, validation_failed, or conflict where the name is taken */
export async function updateTopic(ctx: Ctx, topicId: TopicId, fields: Partial<repo.TopicFields>): Promise<Topic> {
  const name = fields.name === undefined ? undefined : checkedName(fields.name);
  const changes = { ...fields, ...(name !== undefined && { name }) };
  return must(await unlessTaken(name, () => repo.updateTopic(ctx, topicId, changes)));
}

/** @throws not_found */
export const requireTopic = async (ctx: Scope, topicId: TopicId): Promise<Topic> => must(await repo.findTopic(ctx, topicId));

/** @throws not_found, or in_use */
export const removeTopic = (ctx: Ctx, findUsers: FindUsers, topicId: TopicId): Promise<void> =>
  transaction(ctx, async (tx) => {
    await beginRemoval(tx, findUsers, { thing: thing('topic', topicId), name: 'This topic' });
    if (!(await repo.deleteTopic(tx, topicId))) throw notFound();
  });

function checkedName(given: string): string {
  const name = nameOf(given);
  if (!name) throw invalid({ path: 'name', message: name === null ? NOT_A_NAME : 'must not be blank' });
  return name;
}

async function unlessTaken<Result>(name: string | undefined, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (uniqueViolation(error) === 'topics_name') throw new DomainError('conflict', `Another topic is called "${name}".`);
    throw error;
  }
}

function must(topic: Topic | null): Topic {
  if (!topic) throw notFound();
  return topic;
}
