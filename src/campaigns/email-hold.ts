import type { Db } from '../platform/db.ts';
import { isEmailOfBlastUnderWay } from './blasts/blasts.repo.ts';
import { isEmailOfActiveFlow } from './flows/mail/messages.repo.ts';

/**
 * What keeps an email from being withdrawn or deleted: a blast that is scheduled or being sent, or a flow that is active. Null when nothing
 * does. Ask with the email locked for update: whoever releases a blast or activates a flow holds it, and is seen here afterwards.
 */
export async function findEmailHold(
  db: Db,
  workspaceId: string,
  emailId: string,
): Promise<'email_in_scheduled_blast' | 'email_in_active_flow' | null> {
  if (await isEmailOfBlastUnderWay(db, workspaceId, emailId)) return 'email_in_scheduled_blast';
  return (await isEmailOfActiveFlow(db, workspaceId, emailId)) ? 'email_in_active_flow' : null;
}
