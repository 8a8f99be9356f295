/** A sent message in the ledger, and its addresses. */
import { setTimeout as wait } from 'node:timers/promises';
import { createTokens } from '../../src/campaigns/tracking/tokens.ts';
import { type Db, type Scope, sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { givenContacts } from './given.ts';

/** With the secret of the tests. */
export const tokens = createTokens('a secret for the tests');

/** The fields of a hit by a person. */
export const BY_PERSON = { linkCount: 1, reasons: [] };

export interface Mailed {
  workspaceId: string;
  messageId: string;
  deliveryId: string;
  contactId: string;
}

/** A blast that was sent to so many people an hour ago; what it says does not matter. */
export async function givenMailed(ctx: Scope, people: number, links: string[], contactIds?: string[]): Promise<Mailed[]> {
  const messageId = newId();
  const contacts = contactIds ?? (await givenContacts(ctx, people));
  const deliveries = contacts.map(() => newId());
  await ctx.db.query(sql`
    INSERT INTO blasts (workspace_id, id, name, status, sent_at, created_at, updated_at)
    VALUES (${ctx.workspaceId}::uuid, ${messageId}::uuid, 'Sent', 'sent', now(), now(), now())`);
  await ctx.db.query(sql`
    INSERT INTO messages (workspace_id, id, origin, blast_id, operational, subject, from_name, from_address, reply_to, html, plain_text, created_at)
    VALUES (${ctx.workspaceId}::uuid, ${messageId}::uuid, 'blast', ${messageId}::uuid, false, 'Hi', 'Juniper Trail', 'hello@example.com', '', '', '', now())`);
  await ctx.db.query(sql`
    INSERT INTO message_links (workspace_id, message_id, position, url)
    SELECT ${ctx.workspaceId}::uuid, ${messageId}::uuid, (place - 1)::int, url FROM unnest(${links}::text[]) WITH ORDINALITY AS link (url, place)`);
  await ctx.db.query(sql`
    INSERT INTO deliveries (workspace_id, id, message_id, contact_id, display_name, email, status, sent_at, delivered_at)
    SELECT ${ctx.workspaceId}::uuid, d.id, ${messageId}::uuid, d.contact_id, '', c.email, 'sent', now() - interval '1 hour', now() - interval '1 hour'
    FROM unnest(${deliveries}::uuid[], ${contacts}::uuid[]) AS d (id, contact_id)
    LEFT JOIN contacts c ON c.workspace_id = ${ctx.workspaceId}::uuid AND c.id = d.contact_id`);
  return deliveries.map((deliveryId, i) => ({ workspaceId: ctx.workspaceId, messageId, deliveryId, contactId: contacts[i] as string }));
}

export const pixelOf = (mailed: Mailed): string => `/t/o/${tokens.open(mailed)}`;
export const linkOf = (mailed: Mailed, position = 0): string => `/t/c/${tokens.click(mailed, position)}`;
export const wayOutOf = (mailed: Omit<Mailed, 'contactId'> & { contactId: string | null }): string => `/u/${tokens.unsubscribe(mailed)}`;

export interface Noted {
  opened_at: Date | null;
  clicked_at: Date | null;
  clicked_url: string | null;
  /** Links that were followed. */
  links: number;
  /** The timeline, in its order. */
  entries: { type: string; occurred_at: string; metadata: Record<string, string> }[];
  last_activity_at: Date | null;
}

/** The recorded results of deliveries, in their order. */
export function notedOf(db: Db, mailed: Mailed[]): Promise<Noted[]> {
  return db.query<Noted>(sql`
    SELECT d.opened_at, d.clicked_at, d.clicked_url, t.last_activity_at,
      (SELECT count(*)::int FROM delivery_clicks k WHERE k.workspace_id = d.workspace_id AND k.delivery_id = d.id) AS links,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('type', type, 'occurred_at', occurred_at, 'metadata', metadata) ORDER BY occurred_at, seq), '[]')
       FROM contact_activities a WHERE a.workspace_id = d.workspace_id AND a.contact_id = d.contact_id) AS entries
    FROM unnest(${mailed.map(({ deliveryId }) => deliveryId)}::uuid[]) WITH ORDINALITY AS asked (id, place)
    JOIN deliveries d ON d.id = asked.id
    LEFT JOIN contact_moments t ON t.workspace_id = d.workspace_id AND t.contact_id = d.contact_id
    ORDER BY place`);
}

export interface Answered {
  /** Its place among those who were mailed. */
  of: number;
  kind: 'open' | 'click';
  /** By `performance.now()`. */
  at: number;
}

/** Sixteen clients open and follow their mail, until the service stops or none is left. Answered hits are added. */
export async function crowdOf(url: string, mailed: Mailed[], answered: Answered[], pauseMs = 0): Promise<void> {
  let next = 0;
  const one = async () => {
    for (let i = next++; i < mailed.length * 2; i = next++) {
      const of = i >> 1;
      const kind = i % 2 === 0 ? 'open' : 'click';
      const response = await fetch(url + pathOf(mailed, { of, kind }), { redirect: 'manual' }).catch(() => undefined);
      if (!response || response.status >= 500) return;
      answered.push({ of, kind, at: performance.now() });
      if (pauseMs > 0) await wait(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: 16 }, one));
}

export const pathOf = (mailed: Mailed[], { of, kind }: Pick<Answered, 'of' | 'kind'>): string =>
  (kind === 'open' ? pixelOf : linkOf)(mailed[of] as Mailed);

/** Answered hits that are missing in the database. */
export async function missingOf(db: Db, mailed: Mailed[], answered: Answered[]): Promise<Answered[]> {
  const noted = await notedOf(db, mailed);
  return answered.filter(({ of, kind }) => {
    const { opened_at, clicked_at } = noted[of] as Noted;
    return (kind === 'open' ? opened_at : clicked_at) === null;
  });
}
