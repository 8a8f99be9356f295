import type { Generation } from '../../../generated/prisma/client.ts';
import { type Db, sql } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';

/*
 * The versions of whatever has content: each is a completed row of `generations`, numbered from 1 for its subject. Whoever
 * writes here holds the subject's own row, so that two writers do not take one number.
 */

/** How a version came about. */
export type VersionType = 'scaffold' | 'code';

export interface Version {
  id: string;
  version: number;
  html: string;
  /** Null for content that has no text beside it. */
  plainText: string | null;
  plainTextSource: 'auto' | 'override' | null;
}

export interface NewVersion extends Pick<Version, 'html' | 'plainText' | 'plainTextSource'> {
  subjectId: string;
  type: VersionType;
}

/** Writes the next version of a subject, complete at once. */
export async function addVersion(tx: Db, workspaceId: string, content: NewVersion, now: Date): Promise<{ id: string; version: number }> {
  const { subjectId, type, html, plainText, plainTextSource } = content;
  const id = newId();
  const [added] = await tx.query<{ version: number }>(sql`
    INSERT INTO generations (workspace_id, id, subject_id, type, status, version, html, plain_text, plain_text_source, created_at, completed_at)
    SELECT ${workspaceId}::uuid, ${id}::uuid, ${subjectId}::uuid, ${type}::text, 'completed', coalesce(max(version), 0) + 1,
      ${html}::text, ${plainText}::text, ${plainTextSource}::text, ${now}::timestamptz, ${now}::timestamptz
    FROM generations WHERE workspace_id = ${workspaceId}::uuid AND subject_id = ${subjectId}::uuid AND version IS NOT NULL
    RETURNING version`);
  return { id, version: (added as { version: number }).version };
}

/** The newest completed version, or null. */
export const currentVersion = async (db: Db, workspaceId: string, subjectId: string): Promise<Version | null> =>
  toVersion(
    await db.prisma.generation.findFirst({
      where: { workspaceId, subjectId, status: 'completed', version: { not: null } },
      orderBy: { version: 'desc' },
    }),
  );

/** Changes a version in place, for what is no work of its own: its text, its preheader. */
export async function rewriteVersion(
  tx: Db,
  workspaceId: string,
  id: string,
  changes: Partial<Pick<Version, 'html' | 'plainText' | 'plainTextSource'>>,
): Promise<void> {
  await tx.prisma.generation.updateMany({ where: { workspaceId, id }, data: changes });
}

/** No key of the database leads from a version to its subject, whose table may be one of several. */
export async function deleteVersions(tx: Db, workspaceId: string, subjectId: string): Promise<void> {
  await tx.prisma.generation.deleteMany({ where: { workspaceId, subjectId } });
}

const toVersion = (row: Generation | null): Version | null =>
  row && {
    id: row.id,
    version: row.version as number,
    html: row.html as string,
    plainText: row.plainText,
    plainTextSource: row.plainTextSource as Version['plainTextSource'],
  };
