import { PLACEHOLDER } from '../../content/scaffold.ts';
import { type Scope, sql } from '../../platform/db.ts';
import { isVerifiedSender } from './messages.repo.ts';

export interface SendableEmail {
  id: string;
  name: string;
  status: string;
  subject: string | null;
  fromName: string | null;
  fromAddress: string | null;
  replyToEmail: string | null;
  currentVersion: number | null;
  approvedVersion: number | null;
  senderVerified: boolean;
  /** Of the sender's domain; null: it has none, or has not been judged. */
  dmarcPolicy: string | null;
  /** Null while it has not been judged. */
  isAligned: boolean | null;
}

export async function findEmails({ db, workspaceId }: Scope, ids: string[]): Promise<Map<string, SendableEmail>> {
  if (ids.length === 0) return new Map();
  const emails = await db.query<SendableEmail>(sql`
    SELECT e.id::text, e.name, e.status, e.subject, e.from_name AS "fromName", e.from_address AS "fromAddress",
      e.reply_to_email AS "replyToEmail", e.current_version AS "currentVersion", e.approved_version AS "approvedVersion",
      ${isVerifiedSender(sql`e.workspace_id`, sql`e.from_address`)} AS "senderVerified", s.dmarc_policy AS "dmarcPolicy", s.aligned AS "isAligned"
    FROM documents e
    LEFT JOIN sending_domains s ON s.workspace_id = e.workspace_id AND s.domain = lower(substring(e.from_address FROM '[^@]*$'))
    WHERE e.workspace_id = ${workspaceId}::uuid AND e.id = ANY(${ids}::uuid[]) AND e.kind = 'email'`);
  return new Map(emails.map((email) => [email.id, email]));
}

/** Whether the approved version still has the words of the blank design. Reads whole versions. */
export async function findPlaceholders({ db, workspaceId }: Scope, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const emails = await db.query<{ id: string }>(sql`
    SELECT e.id::text FROM documents e
    JOIN versions v ON v.workspace_id = e.workspace_id AND v.document_id = e.id AND v.version = e.approved_version
    WHERE e.workspace_id = ${workspaceId}::uuid AND e.id = ANY(${ids}::uuid[]) AND e.kind = 'email' AND position(${PLACEHOLDER} in v.html) > 0`);
  return new Set(emails.map(({ id }) => id));
}

export type EmailGap = 'email_approval' | 'email_headers' | 'sender_domain';

export function gapsOf(email: SendableEmail): EmailGap[] {
  const gaps: EmailGap[] = [];
  if (email.status !== 'approved') gaps.push('email_approval');
  if (!hasHeaders(email)) gaps.push('email_headers');
  if (email.fromAddress?.trim() && !email.senderVerified) gaps.push('sender_domain');
  return gaps;
}

const hasHeaders = ({ subject, fromName, fromAddress, replyToEmail }: SendableEmail): boolean =>
  [subject, fromName, fromAddress, replyToEmail].every((header) => header?.trim());
