import { blockReason, policyOf } from '../../audience/consent/mail-policy.ts';
import type { IdSpan } from '../../audience/contact-lists/members.repo.ts';
import { withTimestamps } from '../../audience/contacts/contacts.repo.ts';
import { FIRST_ID } from '../../platform/chunks.ts';
import { type Ctx, type Db, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import type { BlastId, WorkspaceId } from '../../platform/ids.ts';
import { isActive } from '../../queue/suspension.ts';
import { countWritten } from '../deliveries/counts.repo.ts';
import type { Lane } from '../deliveries/dispatches.repo.ts';
import { logMail } from '../messages/mail-events.ts';
import { type Audience, type AudienceList, audienceOf, staticListOf } from './audience.ts';

interface Unprepared {
  operational: boolean;
  topicId: string | null;
  /** On the free plan, the emails of the day that are reserved for it. */
  reserved: number | null;
  audienceListId: string | null;
}

/** Not locked: a request that pauses or cancels the blast waits for no part of its preparation. */
export async function findUnpreparedBlast({ db, workspaceId }: Scope, blastId: BlastId): Promise<Unprepared | undefined> {
  const [blast] = await db.query<Unprepared>(sql`
    SELECT operational, topic_id::text AS "topicId", reserved_recipients AS reserved, audience_list_id AS "audienceListId" FROM blasts
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${blastId}::uuid AND status = 'sending' AND prepared_at IS NULL`);
  return blast;
}

export interface Part {
  run: string;
  cursor: string;
  lastId: string;
  mailable: number;
  attempts: number;
  error: string | null;
  startedAt: Date;
}

/**
 * Begins the next part of a preparation. The last run to begin it has it. The attempt is committed before the work, so a part that kills
 * its process counts as well.
 * @returns undefined while another run writes a part
 */
export async function beginPart(
  { db, workspaceId, now }: Ctx,
  blastId: BlastId,
  { audience, run }: { audience: Audience; run: string },
): Promise<Part | undefined> {
  const list = staticListOf(audience);
  const of = sql`workspace_id = ${workspaceId}::uuid AND blast_id = ${blastId}::uuid`;
  await db.query(sql`
    INSERT INTO blast_preparations (workspace_id, blast_id, last_id, total_count, started_at, counted)
    SELECT ${workspaceId}::uuid, ${blastId}::uuid,
           coalesce(${lastMember(workspaceId, list)}, ${FIRST_ID}::uuid),
           ${list?.memberCount ?? null}::int, ${now}::timestamptz, true
    WHERE NOT EXISTS (SELECT FROM blast_preparations WHERE ${of})
    ON CONFLICT DO NOTHING`);
  const [part] = await db.query<Part>(sql`
    WITH held AS MATERIALIZED (SELECT FROM blast_preparations WHERE ${of} FOR UPDATE SKIP LOCKED)
    UPDATE blast_preparations SET run = ${run}::uuid, attempts = attempts + 1 WHERE ${of} AND EXISTS (SELECT FROM held)
    RETURNING run::text, cursor::text, last_id::text AS "lastId", mailable_count AS mailable, attempts, error, started_at AS "startedAt"`);
  return part;
}

const lastMember = (workspaceId: WorkspaceId, list: AudienceList | null) =>
  list !== null
    ? sql`(SELECT contact_id FROM contact_list_members WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${list.id}::uuid ORDER BY contact_id DESC LIMIT 1)`
    : sql`(SELECT id FROM contacts WHERE workspace_id = ${workspaceId}::uuid ORDER BY id DESC LIMIT 1)`;

/**
 * Holds a preparation and its message. False when another run has or holds it. Ending or deleting the deliveries waits for the message, and
 * so for this part.
 */
export async function holdPart({ db, workspaceId }: Scope<Tx>, blastId: BlastId, run: string): Promise<boolean> {
  const held = await db.query(sql`
    SELECT 1 AS held FROM blast_preparations
    WHERE workspace_id = ${workspaceId}::uuid AND blast_id = ${blastId}::uuid AND run = ${run}::uuid FOR UPDATE SKIP LOCKED`);
  if (held.length === 0) return false;
  const message = await db.query(sql`
    SELECT 1 AS held FROM messages WHERE workspace_id = ${workspaceId}::uuid AND id = ${blastId}::uuid FOR KEY SHARE`);
  return message.length > 0;
}

/** Waits until no run writes a part of a preparation, and keeps any from it until the transaction ends. */
export async function holdPreparation({ db, workspaceId }: Scope<Tx>, blastId: BlastId): Promise<void> {
  await db.query(sql`
    SELECT 1 AS held FROM blast_preparations WHERE workspace_id = ${workspaceId}::uuid AND blast_id = ${blastId}::uuid FOR UPDATE`);
}

export async function deletePreparation({ db, workspaceId }: Scope<Tx>, blastId: BlastId): Promise<void> {
  await db.prisma.blastPreparation.deleteMany({ where: { workspaceId, blastId } });
}

/** When the blast is resumed, or the database was away. */
export async function forgiveAttempts({ db, workspaceId }: Scope, blastId: BlastId): Promise<void> {
  await db.prisma.blastPreparation.updateMany({ where: { workspaceId, blastId }, data: { attempts: 0, error: null } });
}

export async function noteFault(
  { db, workspaceId }: Scope,
  blastId: BlastId,
  { run, error }: { run: string; error: string },
): Promise<void> {
  await db.prisma.blastPreparation.updateMany({ where: { workspaceId, blastId, run }, data: { error } });
}

/** Contacts that are looked through for each delivery, where members are found among them. */
const LOOKED = 5;

interface Writing {
  blast: Pick<Unprepared, 'operational' | 'topicId' | 'reserved'>;
  audience: Audience;
  part: Part;
  most: number;
}

/**
 * Writes a delivery for each member of the audience in the next part. Members of a single static list are counted by its own index,
 * others by the contacts. On the free plan members who joined after the reservation are left out. The transaction holds the part.
 * @returns whether it was the last part
 */
export async function writePart(tx: Ctx<Tx>, blastId: BlastId, { blast, audience, part, most }: Writing): Promise<boolean> {
  const { reserved } = blast;
  const policy = await policyOf(tx, blast);
  const list = staticListOf(audience);
  const { cursor: after, lastId, mailable, startedAt } = part;
  const upTo = (await boundary(tx, list, { after, upTo: lastId, most })) ?? lastId;
  const members = await audienceOf({ ...tx, now: startedAt }, audience, { after, upTo });
  const [written] = await tx.db.query<{ isLast: boolean }>(sql`
    WITH audience AS (
      SELECT c.id, c.display_name, c.email, ${blockReason(policy)} AS blocked
      FROM contacts c ${withTimestamps}
      WHERE c.workspace_id = ${tx.workspaceId}::uuid AND ${members}
      ${list !== null ? sql`` : sql`ORDER BY c.id LIMIT ${most}::int`}
    ), ranked AS MATERIALIZED (
      SELECT *, email IS NOT NULL AND blocked IS NULL AS mailable,
             ${mailable}::int + count(*) FILTER (WHERE email IS NOT NULL AND blocked IS NULL) OVER (ORDER BY id) AS place
      FROM audience
    ), kept AS (
      SELECT * FROM ranked WHERE NOT mailable OR ${reserved}::int IS NULL OR place <= ${reserved}::int
    ), written AS (
      INSERT INTO deliveries (workspace_id, id, message_id, contact_id, display_name, email, status, error)
      SELECT ${tx.workspaceId}::uuid, uuid_v7(${tx.now}::timestamptz), ${blastId}::uuid, id, display_name, email,
             CASE WHEN email IS NULL THEN 'unqualified' WHEN blocked IS NOT NULL THEN 'blocked' ELSE 'pending' END,
             CASE WHEN email IS NULL THEN NULL ELSE blocked END
      FROM kept
      RETURNING workspace_id, id, message_id, member_id, contact_id, email, status, shown_id(id) AS shown_id
    ), stood AS (
      ${countWritten('written')}
    ), logged AS (
      ${logMail('queued', { source: 'written', where: sql`e.status = 'pending'`, at: sql`${tx.now}::timestamptz`, workspaceId: tx.workspaceId })}
    ), counted AS (
      SELECT count(*)::int AS members, (count(*) FILTER (WHERE mailable AND (${reserved}::int IS NULL OR place <= ${reserved}::int)))::int AS mailable,
             (SELECT count(*) FROM kept)::int AS kept, (SELECT id FROM ranked ORDER BY id DESC LIMIT 1) AS last_id
      FROM ranked
    )
    UPDATE blast_preparations p
    -- A part of contacts that is full ends with its last member.
    SET cursor = CASE WHEN ${list !== null}::boolean OR n.members < ${most}::int THEN ${upTo}::uuid ELSE n.last_id END,
        processed_count = p.processed_count + n.members, mailable_count = p.mailable_count + n.mailable,
        truncated = p.truncated OR n.kept < n.members, attempts = 0, error = NULL
    FROM counted n
    WHERE p.workspace_id = ${tx.workspaceId}::uuid AND p.blast_id = ${blastId}::uuid
    RETURNING p.cursor >= p.last_id AS "isLast"`);
  return written?.isLast ?? false;
}

async function boundary(
  { db, workspaceId }: Scope<Tx>,
  list: AudienceList | null,
  { after, upTo, most }: IdSpan & { most: number },
): Promise<string | undefined> {
  const [last] = await db.query<{ id: string }>(
    list !== null
      ? sql`
          SELECT contact_id::text AS id FROM contact_list_members
          WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${list.id}::uuid AND contact_id > ${after}::uuid AND contact_id <= ${upTo}::uuid
          ORDER BY contact_id LIMIT 1 OFFSET ${most - 1}::int`
      : sql`
          SELECT id::text FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id > ${after}::uuid AND id <= ${upTo}::uuid
          ORDER BY id LIMIT 1 OFFSET ${most * LOOKED - 1}::int`,
  );
  return last?.id;
}

/** Closes a preparation whose last part is written, with the blast held. @returns the number to be mailed; undefined when it is not over */
export async function completePreparation({ db, workspaceId, now }: Ctx<Tx>, blastId: BlastId): Promise<number | undefined> {
  const [completed] = await db.query<{ mailable: number }>(sql`
    WITH completed AS (
      UPDATE blast_preparations SET completed_at = ${now}::timestamptz, run = NULL
      WHERE workspace_id = ${workspaceId}::uuid AND blast_id = ${blastId}::uuid AND cursor >= last_id
      RETURNING mailable_count AS mailable, truncated
    ), noted AS (
      UPDATE blasts SET prepared_at = ${now}::timestamptz, updated_at = ${now}::timestamptz, audience_truncated = completed.truncated
      FROM completed WHERE workspace_id = ${workspaceId}::uuid AND id = ${blastId}::uuid
    )
    SELECT mailable FROM completed`);
  return completed?.mailable;
}

export const isUnprepared = (lane: Lane): Sql =>
  sql`status = 'sending' AND prepared_at IS NULL AND operational = ${lane === 'interactive'}::boolean`;

/** The size of the audience is not known yet. */
export const unpreparedIn = (lane: Lane): Sql => sql`
  SELECT id::text, jsonb_build_object('workspace_id', workspace_id, 'blast_id', id)
  FROM blasts WHERE ${isUnprepared(lane)} AND ${isActive(sql`blasts.workspace_id`)}`;

export async function isWorkspaceActive({ db, workspaceId }: Scope): Promise<boolean> {
  const [row] = await db.query<{ active: boolean }>(sql`SELECT ${isActive(sql`${workspaceId}::uuid`)} AS active`);
  return row?.active ?? false;
}

export const analyseDeliveries = (db: Db): Promise<unknown> => db.query({ text: 'ANALYZE deliveries', values: [] });

/** To be mailed, and in no claim. */
export async function countWaiting({ db, workspaceId }: Scope<Tx>, blastId: BlastId): Promise<number> {
  const [row] = await db.query<{ waiting: number }>(sql`
    SELECT count(*)::int AS waiting FROM deliveries d
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.message_id = ${blastId}::uuid AND d.status = 'pending'
      AND (d.next_attempt_at IS NOT NULL OR NOT EXISTS (
        SELECT FROM claims c WHERE c.workspace_id = d.workspace_id AND c.message_id = d.message_id AND d.id = ANY(c.ids)))`);
  return row?.waiting ?? 0;
}
