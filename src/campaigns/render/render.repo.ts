import { type Scope, sql, type Tx } from '../../platform/db.ts';
import type { EmailId } from '../../platform/ids.ts';
import { type Sender, senderOf } from '../messages/footer.ts';

/** A version of an email with what it is sent with. */
export interface RenderableVersion {
  version: number;
  subject: string;
  previewText: string;
  html: string;
  plainText: string;
  workspaceName: string;
  sender: Sender;
}

export async function findVersion(
  { db, workspaceId }: Scope<Tx>,
  emailId: EmailId,
  version: number,
): Promise<RenderableVersion | undefined> {
  const [found] = await db.query<RenderableVersion>(sql`
    SELECT v.version, coalesce(e.subject, '') AS subject, coalesce(e.preview_text, '') AS "previewText", v.html,
      coalesce(v.plain_text, '') AS "plainText", w.name AS "workspaceName", ${senderOf} AS sender
    FROM documents e
    JOIN versions v ON v.workspace_id = e.workspace_id AND v.document_id = e.id AND v.version = ${version}::int
    JOIN workspaces w ON w.id = e.workspace_id
    WHERE e.workspace_id = ${workspaceId}::uuid AND e.id = ${emailId}::uuid`);
  return found;
}
