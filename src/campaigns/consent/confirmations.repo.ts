import { type Ctx, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { ContactId, TopicId } from '../../platform/ids.ts';

export interface ConfirmationRow {
  id: string;
  contactId: ContactId;
  topicIds: TopicId[];
  createdAt: Date;
  expiresAt: Date;
  confirmedAt: Date | null;
}

export async function insertConfirmation({ db, workspaceId }: Ctx<Tx>, row: ConfirmationRow): Promise<void> {
  await db.prisma.consentConfirmation.create({ data: { workspaceId, ...row } });
}

/** The caller holds the contact, so that no two requests pass the limit together. */
export const recentRequests = ({ db, workspaceId }: Scope<Tx>, contactId: ContactId, since: Date): Promise<number> =>
  db.prisma.consentConfirmation.count({ where: { workspaceId, contactId, createdAt: { gt: since } } });

export interface FoundConfirmation extends ConfirmationRow {
  topicNames: string[];
  email: string | null;
  workspaceName: string;
  language: string | null;
}

/** With those of its topics that there are. */
export async function findConfirmation({ db, workspaceId }: Scope, id: string): Promise<FoundConfirmation | undefined> {
  const [found] = await db.query<FoundConfirmation>(sql`
    SELECT f.id::text, f.contact_id::text AS "contactId", f.topic_ids::text[] AS "topicIds", f.created_at AS "createdAt",
      f.expires_at AS "expiresAt", f.confirmed_at AS "confirmedAt", c.email, w.name AS "workspaceName",
      coalesce(c.language, w.default_language) AS language,
      ARRAY(SELECT t.name FROM topics t WHERE t.workspace_id = f.workspace_id AND t.id = ANY(f.topic_ids) AND t.deleted_at IS NULL ORDER BY t.id) AS "topicNames"
    FROM consent_confirmations f
    JOIN contacts c ON c.workspace_id = f.workspace_id AND c.id = f.contact_id
    JOIN workspaces w ON w.id = f.workspace_id
    WHERE f.workspace_id = ${workspaceId}::uuid AND f.id = ${id}::uuid`);
  return found;
}

/** The topics to join; null where that was done, or has expired. */
export async function markConfirmed({ db, workspaceId, now }: Ctx<Tx>, id: string): Promise<TopicId[] | null> {
  const [marked] = await db.query<{ topicIds: TopicId[] }>(sql`
    UPDATE consent_confirmations SET confirmed_at = ${now}::timestamptz
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid AND confirmed_at IS NULL AND expires_at > ${now}::timestamptz
    RETURNING topic_ids::text[] AS "topicIds"`);
  return marked?.topicIds ?? null;
}
