import { type Ctx, type Scope, type Sql, sql, type Tx } from '../platform/db.ts';
import { DomainError } from '../shared/errors.ts';

/** Emails that a workspace on the free plan may send on one UTC day. */
const DAILY_EMAILS = 100;
/** Contacts that it may have and still send blasts. */
const CONTACTS = 1_000;

export interface Refusal {
  reason: 'daily_email_limit' | 'contact_allowance';
  message: string;
  /** The emails of the day, and the contacts of the workspace. */
  figures: { limit: number; current: number; allowance: { limit: number; current: number } };
}

/** What was taken out of the day: null on a paid plan, which has no allowance; or why nothing was. */
export type Reservation = { reserved: number | null } | { refusal: Refusal };

/**
 * On the free plan, takes so many emails out of what is left of the day, for whatever goes out: now, at its time, or again. They go
 * back if the transaction is rolled back.
 * @param count how many there are to mail; asked only where it matters
 * @param anyContacts whether it does not matter how many contacts the workspace has
 */
export async function reserveEmails(tx: Ctx<Tx>, count: () => Promise<number>, { anyContacts = false } = {}): Promise<Reservation> {
  const { plan } = await tx.db.prisma.workspace.findFirstOrThrow({ where: { id: tx.workspaceId }, select: { plan: true } });
  if (plan !== 'free') return { reserved: null };

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
 * On the free plan, takes as many emails out of what is left of the day as there are, for what goes out one by one and can wait.
 * @param count how many there are to mail; asked only where it matters
 * @returns how many were taken; null on a paid plan
 */
export async function reserveUpTo({ db, workspaceId, now }: Ctx<Tx>, count: () => Promise<number>): Promise<number | null> {
  const { plan } = await db.prisma.workspace.findFirstOrThrow({ where: { id: workspaceId }, select: { plan: true } });
  if (plan !== 'free') return null;
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

/** What was reserved, for whoever asks. @throws DomainError `free_plan_email_limit` */
export function reservedOrRefused(reservation: Reservation): number | null {
  if ('reserved' in reservation) return reservation.reserved;
  const { message, figures } = reservation.refusal;
  throw new DomainError('free_plan_email_limit', message, figures);
}

/**
 * Adds to what is used of the day, if it fits. One statement decides, and the day's row is locked by it, so sends that run at the same
 * time queue up here and cannot pass the limit together.
 */
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

/** Puts emails back that were taken out of a day and not sent. */
export async function giveBack({ db, workspaceId }: Scope<Tx>, day: Date, emails: number): Promise<void> {
  await db.query(sql`
    UPDATE daily_email_allotments SET used = greatest(0, used - ${emails}::int)
    WHERE workspace_id = ${workspaceId}::uuid AND day = ${day}::date`);
}

/** How many deliveries of a message have used up an email of the day, or may have: whom a run still has in hand counts. */
export const usedUp = (workspaceId: string, messageId: string): Sql => sql`(
  SELECT count(*)::int FROM deliveries d
  WHERE d.workspace_id = ${workspaceId}::uuid AND d.message_id = ${messageId}::uuid AND (d.sent_at IS NOT NULL OR d.status = 'unknown'
    OR d.status = 'pending' AND d.next_attempt_at IS NULL AND EXISTS (
      SELECT FROM claims c WHERE c.workspace_id = d.workspace_id AND c.message_id = d.message_id AND d.id = ANY(c.ids))))`;

/**
 * What a blast has been promised and did not send goes back to its day, in the transaction that ends or stops it, with the blast and its
 * dispatch held. Whom a run still has in hand counts as sent: ask again when it has come back. Safe to repeat. On a paid plan nothing was
 * promised, and nothing is counted.
 */
export async function giveBackUnsent(tx: Scope<Tx>, blastId: string): Promise<void> {
  const [of] = await tx.db.query<{ promised: number; day: Date; kept: number }>(sql`
    SELECT b.reserved_recipients AS promised, b.reserved_on AS day, ${usedUp(tx.workspaceId, blastId)} AS kept
    FROM blasts b
    WHERE b.workspace_id = ${tx.workspaceId}::uuid AND b.id = ${blastId}::uuid AND b.reserved_recipients IS NOT NULL AND b.reserved_on IS NOT NULL`);
  if (!of || of.kept >= of.promised) return;
  await tx.db.prisma.blast.update({
    where: { workspaceId_id: { workspaceId: tx.workspaceId, id: blastId } },
    data: { reservedRecipients: of.kept },
  });
  await giveBack(tx, of.day, of.promised - of.kept);
}

/** How many emails a message has used up, or may have. */
export async function countUsedUp({ db, workspaceId }: Scope<Tx>, messageId: string): Promise<number> {
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
  { db, workspaceId }: Scope<Tx>,
  shares: readonly Share[],
): Promise<({ reserved: number | null } | { refusal: DomainError })[]> {
  const { plan } = await db.prisma.workspace.findFirstOrThrow({ where: { id: workspaceId }, select: { plan: true } });
  if (plan !== 'free') return shares.map(() => ({ reserved: null }));
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
