import { type Membership, membersOf } from '../../audience/contact-lists/membership.ts';
import { withMoments } from '../../audience/contacts/contacts.repo.ts';
import { isSuppressed } from '../../audience/suppressions/suppression.ts';
import { type Db, sql } from '../../platform/db.ts';
import { DomainError } from '../../shared/errors.ts';

/** Emails that a workspace on the free plan may send on one UTC day. */
const DAILY_EMAILS = 100;
/** Contacts that it may have and still send blasts. */
const CONTACTS = 1_000;

interface Send {
  list: Membership;
  operational: boolean;
}

/**
 * On the free plan, takes a blast's share out of what is left of the day; returns its size, or null on a paid plan, which
 * has no allowance. The share goes back if the transaction is rolled back.
 * @throws DomainError `free_plan_email_limit` when the blast or the workspace is too large
 */
export async function takeAllowance(tx: Db, workspaceId: string, send: Send, now: Date): Promise<number | null> {
  const { plan } = await tx.prisma.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { plan: true } });
  if (plan !== 'free') return null;

  const contacts = await tx.prisma.contact.count({ where: { workspaceId } });
  if (contacts > CONTACTS) {
    throw beyond(`On the free plan a workspace with more than ${CONTACTS} contacts cannot send blasts.`, CONTACTS, contacts);
  }
  const recipients = await countMailable(tx, workspaceId, send, now);
  const used = await reserve(tx, workspaceId, recipients, now);
  if (used !== null) {
    const message = `This blast would reach ${recipients} people, and ${DAILY_EMAILS - used} of the free plan's ${DAILY_EMAILS} emails a day are left.`;
    throw beyond(message, DAILY_EMAILS, used);
  }
  return recipients;
}

const beyond = (message: string, limit: number, current: number): DomainError =>
  new DomainError('free_plan_email_limit', message, { limit, current });

/** The members of the list who would be mailed if sending started now. */
async function countMailable(tx: Db, workspaceId: string, { list, operational }: Send, now: Date): Promise<number> {
  const [row] = await tx.query<{ mailable: number }>(sql`
    SELECT count(*)::int AS mailable
    FROM contacts c ${withMoments}
    WHERE c.workspace_id = ${workspaceId}::uuid AND ${await membersOf(tx, workspaceId, list, now)}
      AND c.email IS NOT NULL AND NOT ${isSuppressed(operational)}`);
  return row?.mailable ?? 0;
}

/**
 * Adds to what is used of the day, if it fits: then null, otherwise what is used already. One statement decides, and the
 * day's row is locked by it, so sends that run at the same time queue up here and cannot pass the limit together.
 */
async function reserve(tx: Db, workspaceId: string, emails: number, now: Date): Promise<number | null> {
  const day = now.toISOString().slice(0, 10);
  const fitted = await tx.query(sql`
    INSERT INTO daily_email_allotments AS a (workspace_id, day, used)
    SELECT ${workspaceId}::uuid, ${day}::date, ${emails}::int WHERE ${emails}::int <= ${DAILY_EMAILS}::int
    ON CONFLICT (workspace_id, day) DO UPDATE SET used = a.used + excluded.used
    WHERE a.used + excluded.used <= ${DAILY_EMAILS}::int
    RETURNING a.used`);
  if (fitted.length > 0) return null;
  const [row] = await tx.query<{ used: number }>(sql`
    SELECT used FROM daily_email_allotments WHERE workspace_id = ${workspaceId}::uuid AND day = ${day}::date`);
  return row?.used ?? 0;
}

/** What a blast has been promised and did not send goes back to its day, in the transaction that ends it. Safe to repeat. */
export async function giveBackUnsent(tx: Db, workspaceId: string, blastId: string): Promise<void> {
  await tx.query(sql`
    WITH promised AS (
      SELECT b.id, b.reserved_on, b.reserved_recipients AS promised, (
        SELECT count(*)::int FROM deliveries d
        WHERE d.workspace_id = b.workspace_id AND d.message_id = b.id AND d.sent_at IS NOT NULL) AS sent
      FROM blasts b
      WHERE b.workspace_id = ${workspaceId}::uuid AND b.id = ${blastId}::uuid AND b.reserved_recipients IS NOT NULL
    ), kept AS (
      UPDATE blasts b SET reserved_recipients = p.sent
      FROM promised p WHERE b.workspace_id = ${workspaceId}::uuid AND b.id = p.id AND p.sent < p.promised
    )
    UPDATE daily_email_allotments a SET used = greatest(0, a.used - (p.promised - p.sent))
    FROM promised p WHERE a.workspace_id = ${workspaceId}::uuid AND a.day = p.reserved_on AND p.sent < p.promised`);
}
