import { type Ctx, raw, type Scope, type Sql, sql, type Tx } from '../platform/db.ts';
import type { MessageId, WorkspaceId } from '../platform/ids.ts';
import { DomainError } from '../shared/errors.ts';

const DAILY_EMAILS = 100;
const CONTACTS = 1_000;

export interface Refusal {
  reason: 'daily_email_limit' | 'contact_allowance';
  message: string;
  figures: { limit: number; current: number; allowance: { limit: number; current: number } };
}

/** Null on a paid plan, which has no limit. */
type Reservation = { reserved: number | null } | { refusal: Refusal };

/** Tests send nothing, so they use nothing up. */
async function isLimited({ db, workspaceId, isTest }: Scope<Tx>): Promise<boolean> {
  if (isTest) return false;
  const { plan } = await db.prisma.workspace.findFirstOrThrow({ where: { id: workspaceId }, select: { plan: true } });
  return plan === 'free';
}

/**
 * On the free plan, takes emails out of the rest of the day, all or none. A rollback returns them.
 * @param count asked only on the free plan
 * @param anyContacts whether the number of contacts of the workspace does not matter
 */
export async function reserveEmails(tx: Ctx<Tx>, count: () => Promise<number>, { anyContacts = false } = {}): Promise<Reservation> {
  if (!(await isLimited(tx))) return { reserved: null };

  const contacts = await tx.db.prisma.contact.count({ where: { workspaceId: tx.workspaceId } });
  const day = tx.now.toISOString().slice(0, 10);
  const refuse = async (reason: Refusal['reason'], say: (used: number) => string): Promise<Reservation> => {
    const used = await usedOn(tx, day);
    const figures = { limit: DAILY_EMAILS, current: used, allowance: { limit: CONTACTS, current: contacts } };
    return { refusal: { reason, message: say(used), figures } };
  };
  if (contacts > CONTACTS && !anyContacts)
    return refuse('contact_allowance', () => `On the free plan a workspace with more than ${CONTACTS} contacts cannot send blasts.`);
  const emails = await count();
  if (await reserve(tx, emails, day)) return { reserved: emails };
  return refuse(
    'daily_email_limit',
    (used) => `This would reach ${emails} people, and ${DAILY_EMAILS - used} of the free plan's ${DAILY_EMAILS} emails a day are left.`,
  );
}

/**
 * On the free plan, takes as many emails as are left of the day.
 * @param count asked only on the free plan
 * @returns how many were taken; null on a paid plan
 */
export async function reserveUpTo(tx: Ctx<Tx>, count: () => Promise<number>): Promise<number | null> {
  const { db, workspaceId, now } = tx;
  if (!(await isLimited(tx))) return null;
  const wanted = await count();
  const day = now.toISOString().slice(0, 10);
  const of = sql`workspace_id = ${workspaceId}::uuid AND day = ${day}::date`;
  await db.query(sql`
    INSERT INTO daily_email_allotments (workspace_id, day, used) VALUES (${workspaceId}::uuid, ${day}::date, 0) ON CONFLICT DO NOTHING`);
  const [taken] = await db.query<{ emails: number }>(sql`
    UPDATE daily_email_allotments a SET used = a.used + fitting.emails
    FROM (SELECT greatest(0, least(${wanted}::int, ${DAILY_EMAILS}::int - used)) AS emails FROM daily_email_allotments WHERE ${of} FOR UPDATE) fitting
    WHERE ${of} RETURNING fitting.emails`);
  return taken?.emails ?? 0;
}

/** @throws free_plan_email_limit */
export function reservedOrRefused(reservation: Reservation): number | null {
  if ('reserved' in reservation) return reservation.reserved;
  const { message, figures } = reservation.refusal;
  throw new DomainError('free_plan_email_limit', message, figures);
}

/** One statement decides and locks the day's row, so simultaneous sends cannot pass the limit together. */
async function reserve({ db, workspaceId }: Scope<Tx>, emails: number, day: string): Promise<boolean> {
  const fitted = await db.query(sql`
    INSERT INTO daily_email_allotments AS a (workspace_id, day, used)
    SELECT ${workspaceId}::uuid, ${day}::date, ${emails}::int WHERE ${emails}::int <= ${DAILY_EMAILS}::int
    ON CONFLICT (workspace_id, day) DO UPDATE SET used = a.used + excluded.used
    WHERE a.used + excluded.used <= ${DAILY_EMAILS}::int
    RETURNING a.used`);
  return fitted.length > 0;
}

async function usedOn({ db, workspaceId }: Scope<Tx>, day: string): Promise<number> {
  const [row] = await db.query<{ used: number }>(sql`
    SELECT used FROM daily_email_allotments WHERE workspace_id = ${workspaceId}::uuid AND day = ${day}::date`);
  return row?.used ?? 0;
}

export async function giveBack({ db, workspaceId }: Scope<Tx>, day: Date, emails: number): Promise<void> {
  await db.query(sql`
    UPDATE daily_email_allotments SET used = greatest(0, used - ${emails}::int)
    WHERE workspace_id = ${workspaceId}::uuid AND day = ${day}::date`);
}

export const usedUp = (workspaceId: WorkspaceId, messageId: MessageId): Sql => sql`(
  SELECT count(*)::int FROM deliveries d
  WHERE d.workspace_id = ${workspaceId}::uuid AND d.message_id = ${messageId}::uuid AND (d.sent_at IS NOT NULL OR d.status = 'unknown'
    OR d.status = 'pending' AND d.next_attempt_at IS NULL AND EXISTS (
      SELECT FROM claims c WHERE c.workspace_id = d.workspace_id AND c.message_id = d.message_id AND d.id = ANY(c.ids))))`;

const RESERVED = { blasts: raw('reserved_recipients'), email_tests: raw('reserved') };

/**
 * Returns the unsent emails of a message to their day, in the transaction that ends or stops it, with a blast and its dispatch held.
 * Deliveries in a claim count as sent until they have come back. Safe to repeat. On a paid plan nothing was reserved.
 */
export const givingBack =
  (table: keyof typeof RESERVED) =>
  async (tx: Scope<Tx>, id: string): Promise<void> => {
    const reserved = RESERVED[table];
    const of = sql`t.workspace_id = ${tx.workspaceId}::uuid AND t.id = ${id}::uuid`;
    const [unsent] = await tx.db.query<{ day: Date; emails: number }>(sql`
      WITH of AS (
        SELECT t.${reserved} AS reserved, t.reserved_on, ${usedUp(tx.workspaceId, id)} AS sent
        FROM ${raw(table)} t WHERE ${of}
          -- On a paid plan the deliveries, which may be millions, are not counted.
          AND t.${reserved} > 0 AND t.reserved_on IS NOT NULL
        FOR NO KEY UPDATE
      )
      UPDATE ${raw(table)} t SET ${reserved} = of.sent FROM of
      WHERE ${of} AND of.sent < of.reserved
      RETURNING of.reserved_on AS day, of.reserved - of.sent AS emails`);
    if (unsent) await giveBack(tx, unsent.day, unsent.emails);
  };

export const giveBackUnsent = givingBack('blasts');

export async function countUsedUp({ db, workspaceId }: Scope<Tx>, messageId: MessageId): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`SELECT ${usedUp(workspaceId, messageId)} AS count`);
  return row?.count ?? 0;
}

/** What one of several takes out of a UTC day, `2026-04-14`: all of its emails, or none. */
export interface Share {
  day: string;
  emails: number;
}

/**
 * On the free plan, takes emails out of days for messages that are sent one by one, in their order.
 * @returns for each how many were taken, null on a paid plan; or the refusal `free_plan_email_limit`
 */
export async function reserveInOrder(
  tx: Scope<Tx>,
  shares: readonly Share[],
): Promise<({ reserved: number | null } | { refusal: DomainError })[]> {
  const { db, workspaceId } = tx;
  if (!(await isLimited(tx))) return shares.map(() => ({ reserved: null }));
  const contacts = await db.prisma.contact.count({ where: { workspaceId } });
  const used = new Map<string, number>();
  // Days in their order, so that nobody holds a later one and waits for an earlier one.
  for (const day of [...new Set(shares.map((share) => share.day))].sort()) {
    await db.query(sql`
      INSERT INTO daily_email_allotments (workspace_id, day, used) VALUES (${workspaceId}::uuid, ${day}::date, 0) ON CONFLICT DO NOTHING`);
    const [row] = await db.query<{ used: number }>(sql`
      SELECT used FROM daily_email_allotments WHERE workspace_id = ${workspaceId}::uuid AND day = ${day}::date FOR UPDATE`);
    used.set(day, row?.used ?? 0);
  }
  const outcomes = shares.map(({ day, emails }) => {
    const before = used.get(day) ?? 0;
    if (before + emails <= DAILY_EMAILS) {
      used.set(day, before + emails);
      return { reserved: emails };
    }
    const message = `This would send ${emails} emails on ${day}, and ${DAILY_EMAILS - before} of the free plan's ${DAILY_EMAILS} emails a day are left.`;
    const figures = { limit: DAILY_EMAILS, current: before, allowance: { limit: CONTACTS, current: contacts } };
    return { refusal: new DomainError('free_plan_email_limit', message, figures) };
  });
  for (const [day, emails] of used)
    await db.query(sql`
      UPDATE daily_email_allotments SET used = ${emails}::int WHERE workspace_id = ${workspaceId}::uuid AND day = ${day}::date`);
  return outcomes;
}
