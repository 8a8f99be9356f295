import type { Db } from '../../platform/db.ts';
import { normalisePhone } from '../../shared/identifiers.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { definitionsOf } from '../contact-fields/contact-fields.repo.ts';
import type { Reading } from './cells.ts';

/** What the cells of a workspace's imports are read by, as it is now. */
export async function readingOf(db: Db, workspaceId: string): Promise<Reading> {
  const [{ defaultCountry }, definitions] = await Promise.all([
    findWorkspace(db, workspaceId),
    definitionsOf(db, workspaceId, { includeArchived: true }),
  ]);
  return {
    readPhone: (text) => normalisePhone(text, defaultCountry),
    definitions: new Map(definitions.map((definition) => [definition.apiName, definition])),
  };
}
