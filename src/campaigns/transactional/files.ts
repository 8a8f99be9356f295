import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { noteLoose, noteSize, strikeOut } from '../../content/assets/loose-files.repo.ts';
import { type Clock, later } from '../../platform/clock.ts';
import { type Ctx, type Db, type Tx, transaction } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import { DomainError } from '../../shared/errors.ts';
import { requireRoom, spend } from '../../workspaces/budget/budget.ts';

/*
 * The attachments of a message are one stored file, from its acceptance until nothing of it waits any more. As with uploads, the file is
 * noted as loose before its first byte is written, and the transaction that accepts the message strikes that out; the one that ends the
 * message notes it again. So a process may die at any moment: the sweep of loose files deletes what is nobody's.
 */

/** Acceptance takes some seconds. */
const PATIENCE_MS = 60 * 60_000;

export interface StoredFiles {
  key: string;
  bytes: number;
}

export interface MessageFiles {
  /** Writes the files of a message, outside of the caller's transaction. @throws budget_exceeded, StorageUnavailable */
  keep(workspaceId: WorkspaceId, contents: Buffer[]): Promise<StoredFiles>;
  /** All bytes of the files of a message; null when they are gone. */
  read(key: string): Promise<Buffer | null>;
}

export const createMessageFiles = ({ db, storage, clock }: { db: Db; storage: Storage; clock: Clock }): MessageFiles => ({
  async keep(workspaceId, contents) {
    const scope = { db, workspaceId };
    await requireRoom({ ...scope, now: clock.now() }, 'stored_bytes');
    const key = `messages/${randomBytes(16).toString('hex')}`;
    await noteLoose(scope, key, later(clock, PATIENCE_MS));
    const bytes = await storage.put(key, Readable.from(contents, { objectMode: false }), { contentType: 'application/octet-stream' });
    try {
      await transaction(scope, async (tx) => {
        await noteSize(tx, key, bytes);
        await spend({ ...tx, now: clock.now() }, 'stored_bytes', bytes);
      });
    } catch (error) {
      await storage.delete(key);
      await transaction(scope, (tx) => strikeOut(tx, [key]));
      throw error;
    }
    return { key, bytes };
  },
  async read(key) {
    const content = await storage.get(key);
    if (!content) return null;
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  },
});

/** Makes files a message's own. @throws contended */
export async function takeOver(tx: Ctx<Tx>, files: StoredFiles[]): Promise<void> {
  if (files.length === 0) return;
  const struck = await strikeOut(
    tx,
    files.map(({ key }) => key),
  );
  // What the sweep has taken for left behind may be gone already.
  if (struck.length !== files.length) throw new DomainError('contended', 'The request took too long; send it again.');
}

/** Leaves the files of a message to the sweep, which deletes them and gives their room back. */
export async function letGo(tx: Ctx<Tx>, { key, bytes }: StoredFiles): Promise<void> {
  await noteLoose(tx, key, tx.now);
  await noteSize(tx, key, bytes);
}
