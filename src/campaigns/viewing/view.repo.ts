import { type Scope, sql } from '../../platform/db.ts';
import { type ContactId, type DeliveryId, lowestId, type MessageId } from '../../platform/ids.ts';
import type { MergeValues } from '../../shared/merge-tags.ts';
import { type CampaignValues, campaignValues, mergeValues } from '../messages/merge-values.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

export interface Viewed {
  messageId: MessageId;
  origin: string;
  /** The address that it went to; null once the person is erased. */
  email: string | null;
  /** The contact, or the one that it was merged into; null without one, and when it is deleted. */
  contactId: ContactId | null;
  hasContact: boolean;
  contact: MergeValues['contact'] | null;
  campaign: CampaignValues | null;
  language: string | null;
}

/** A message that has been handed to a mail server, with the present values of its recipient. Undefined for another. */
export async function findViewed({ db, workspaceId }: Scope, deliveryId: DeliveryId): Promise<Viewed | undefined> {
  const [viewed] = await db.query<Viewed>(sql`
    SELECT d.message_id::text AS "messageId", m.origin, d.email, c.id::text AS "contactId", of.contact_id IS NOT NULL AS "hasContact",
      CASE WHEN c.id IS NOT NULL THEN ${mergeValues(workspaceId, sql`coalesce(d.email, c.email)`)} END AS contact, ${campaignValues} AS campaign,
      coalesce(c.language, w.default_language) AS language
    FROM deliveries d
    JOIN messages m ON m.workspace_id = d.workspace_id AND m.id = d.message_id
    JOIN workspaces w ON w.id = d.workspace_id
    LEFT JOIN transactional_messages t ON t.workspace_id = d.workspace_id AND t.id = d.message_id
    CROSS JOIN LATERAL (SELECT coalesce(d.contact_id, t.contact_id) AS contact_id) of
    LEFT JOIN contact_merges g ON g.workspace_id = d.workspace_id AND g.contact_id = of.contact_id
    LEFT JOIN contacts c ON c.workspace_id = d.workspace_id AND c.id = coalesce(g.kept_id, of.contact_id)
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.id = ${deliveryId}::uuid`);
  return viewed;
}

/** Whether a delivery that is not there is older than the workspace keeps them: an id begins with its time. */
export async function isPastRetention({ db, workspaceId }: Scope, deliveryId: DeliveryId, now: Date): Promise<boolean> {
  const workspace = await db.prisma.workspace.findFirst({ where: { id: workspaceId }, select: { deliveryDays: true } });
  const days = workspace?.deliveryDays ?? null;
  return days !== null && deliveryId < lowestId(now.getTime() - days * DAY_MS);
}
