import type { Topic } from '../../../generated/prisma/client.ts';
import type { Sweep } from '../../jobs/jobs.ts';
import { CHUNK } from '../../platform/chunks.ts';
import { type Ctx, type Db, type Scope, sql, type Tx } from '../../platform/db.ts';
import { newId, type TopicId, type WorkspaceId } from '../../platform/ids.ts';
import type { Position } from '../../shared/cursor.ts';

export interface TopicFields {
  name: string;
  description: string | null;
  defaultState: string;
  visibility: string;
}

const existing = { deletedAt: null };

export const listTopics = ({ db, workspaceId }: Scope, after: Position | undefined, most: number): Promise<Topic[]> =>
  db.prisma.topic.findMany({
    where: { workspaceId, ...existing, ...(after && { id: { gt: after.id } }) },
    orderBy: { id: 'asc' },
    take: most,
  });

export const findTopic = ({ db, workspaceId }: Scope, id: TopicId): Promise<Topic | null> =>
  db.prisma.topic.findFirst({ where: { workspaceId, id, ...existing } });

export const countTopics = ({ db, workspaceId }: Scope): Promise<number> => db.prisma.topic.count({ where: { workspaceId, ...existing } });

/** Until the transaction ends, nothing else changes or deletes the topic. */
export async function holdTopic({ db, workspaceId }: Scope<Tx>, id: TopicId): Promise<void> {
  await db.query(sql`SELECT 1 AS held FROM topics WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`);
}

const keyOf = (name: string): string => name.toLowerCase();

export const insertTopic = ({ db, workspaceId, now }: Ctx, fields: TopicFields): Promise<Topic> =>
  db.prisma.topic.create({
    data: { workspaceId, id: newId(), ...fields, nameKey: keyOf(fields.name), createdAt: now, updatedAt: now },
  });

export async function updateTopic({ db, workspaceId, now }: Ctx, id: TopicId, fields: Partial<TopicFields>): Promise<Topic | null> {
  const data = { ...fields, ...(fields.name !== undefined && { nameKey: keyOf(fields.name) }), updatedAt: now };
  const [topic] = await db.prisma.topic.updateManyAndReturn({ where: { workspaceId, id, ...existing }, data });
  return topic ?? null;
}

export async function deleteTopic({ db, workspaceId, now }: Ctx, id: TopicId): Promise<boolean> {
  const { count } = await db.prisma.topic.updateMany({ where: { workspaceId, id, ...existing }, data: { deletedAt: now } });
  return count > 0;
}

/** Those of the ids that are topics. */
export async function topicsAmong({ db, workspaceId }: Scope, ids: TopicId[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const topics = await db.prisma.topic.findMany({ where: { workspaceId, id: { in: ids }, ...existing }, select: { id: true } });
  return new Set(topics.map(({ id }) => id));
}

/** Removes the states of deleted topics, a chunk at a time, and then the topics. */
export const deletedTopicSweep = ({ db, most = CHUNK }: { db: Db; most?: number }): Sweep => ({
  name: 'deleted-topics',
  everySeconds: 60,
  run: async (stopping) => {
    const topics = await db.query<{ workspaceId: WorkspaceId; id: string }>(sql`
      SELECT workspace_id::text AS "workspaceId", id::text FROM topics WHERE deleted_at IS NOT NULL`);
    for (const { workspaceId, id } of topics) {
      for (let removed = most; removed === most; ) {
        stopping.throwIfAborted();
        const of = sql`workspace_id = ${workspaceId}::uuid AND topic_id = ${id}::uuid`;
        const [gone] = await db.query<{ count: number }>(sql`
          WITH gone AS (
            DELETE FROM contact_topics WHERE ${of} AND contact_id = ANY(ARRAY(
              SELECT contact_id FROM contact_topics WHERE ${of} ORDER BY contact_id LIMIT ${most}::int))
            RETURNING 1
          )
          SELECT count(*)::int AS count FROM gone`);
        removed = gone?.count ?? 0;
      }
      await db.query(sql`DELETE FROM topics WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid`);
    }
  },
});
