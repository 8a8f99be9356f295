import { empty, type Scope, type Sql, sql } from '../../platform/db.ts';
import type { TopicId } from '../../platform/ids.ts';
import { isSuppressed, suppressionReason } from '../suppressions/suppression.ts';

/** The rules for the recipients of a message. */
export interface MailPolicy {
  operational: boolean;
  /** A deleted topic counts as one without members. */
  topic: { id: TopicId; default: 'opt_in' | 'opt_out' } | null;
}

/** Operational mail ignores statements about marketing mail, topics included. */
export async function policyOf(
  { db, workspaceId }: Scope,
  { operational, topicId }: { operational: boolean; topicId: TopicId | null },
): Promise<MailPolicy> {
  if (operational || !topicId) return { operational, topic: null };
  const topic = await db.prisma.topic.findFirst({ where: { workspaceId, id: topicId, deletedAt: null }, select: { defaultState: true } });
  return { operational, topic: { id: topicId, default: topic?.defaultState === 'opt_out' ? 'opt_out' : 'opt_in' } };
}

const stateIn = (topicId: TopicId, states: Sql): Sql => sql`EXISTS (
  SELECT FROM contact_topics t
  WHERE t.workspace_id = c.workspace_id AND t.contact_id = c.id AND t.topic_id = ${topicId}::uuid AND t.state IN (${states}))`;

/** Whether the contact `c`, whose address is another question, may get the mail. Each part is a join: use it for counts. */
export const isMailable = ({ operational, topic }: MailPolicy): Sql => sql`NOT ${isSuppressed(operational)}
  ${operational ? empty : sql`AND c.marketing_email_subscribed IS NOT FALSE`}
  ${
    topic === null
      ? empty
      : topic.default === 'opt_in'
        ? sql`AND ${stateIn(topic.id, sql`'subscribed'`)}`
        : sql`AND NOT ${stateIn(topic.id, sql`'unsubscribed', 'pending'`)}`
  }`;

/** Whether the contact `c`, who may get the mail, has agreed to it. */
export const hasAgreed = ({ topic }: MailPolicy): Sql =>
  sql`(c.marketing_email_subscribed IS TRUE ${topic === null ? empty : sql`OR ${stateIn(topic.id, sql`'subscribed'`)}`})`;

/** Why the contact `c` does not get the mail, or NULL: use it to select or claim recipients. What concerns the address comes first. */
export const blockReason = ({ operational, topic }: MailPolicy): Sql => sql`coalesce(
  ${suppressionReason(operational)}
  ${operational ? empty : sql`, CASE WHEN c.marketing_email_subscribed IS FALSE THEN 'no_consent' END`}
  ${
    topic === null
      ? empty
      : sql`, (SELECT 'topic_' || t.state FROM contact_topics t
         WHERE t.workspace_id = c.workspace_id AND t.contact_id = c.id AND t.topic_id = ${topic.id}::uuid AND t.state <> 'subscribed')
       ${topic.default === 'opt_out' ? empty : sql`, CASE WHEN NOT ${stateIn(topic.id, sql`'subscribed'`)} THEN 'topic_not_joined' END`}`
  })`;
