import type { components } from '../../../generated/api.d.ts';
import type { ContactImportSession } from '../../../generated/prisma/client.ts';
import type { Sweep } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ctx, Db, Scope, Tx } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import { DomainError, notFound } from '../../shared/errors.ts';
import { requireRoom } from '../../workspaces/budget/budget.ts';
import * as repo from './sessions.repo.ts';
import { deleteSessions, findExpired } from './sessions.repo.ts';
import { MOST_BYTES, sessionOf, tableOf, uploadKey } from './tables.ts';

type Schemas = components['schemas'];

const SESSION_MS = 24 * 60 * 60 * 1_000;
const ADDRESS_SECONDS = 60 * 60;

const ends = (now: Date): Date => new Date(now.getTime() + SESSION_MS);

/** @throws budget_exceeded when there is no room for a file */
export async function startUpload(
  ctx: Ctx,
  storage: Storage,
  { file_name: fileName, content_type: contentType = 'text/csv' }: Schemas['StartContactImportUpload'],
) {
  await requireRoom(ctx, 'stored_bytes');
  const id = newId();
  await repo.insertSession(ctx, { id, source: 'upload', fileName, contentType, expiresAt: ends(ctx.now) });
  const uploadUrl = await storage.uploadUrl(uploadKey(id), { contentType, maxBytes: MOST_BYTES, expiresIn: ADDRESS_SECONDS });
  // Addresses end with a whole second.
  return { id, uploadUrl, uploadUntil: new Date((Math.floor(ctx.now.getTime() / 1_000) + ADDRESS_SECONDS) * 1_000) };
}

/** @throws validation_failed when the rows make no table */
export async function startRows(
  ctx: Ctx,
  { rows, file_name: fileName = null }: Omit<Schemas['StartContactImportRows'], 'file_name'> & { file_name?: string | null },
) {
  const id = newId();
  const { headers, cells } = tableOf(rows);
  await repo.insertSession(ctx, { id, source: 'rows', fileName, headers, rows: cells, expiresAt: ends(ctx.now) });
  return { id, headers, rowCount: cells.length };
}

/** @throws not_found, or conflict when it is executed */
export async function requireOpenSession(ctx: Ctx, id: string): Promise<ContactImportSession> {
  const session = await repo.findSession(ctx, id, ctx.now);
  if (!session) throw notFound();
  if (session.runId) throw executed();
  return session;
}

export const executed = (): DomainError => new DomainError('conflict', 'This import has been executed already.');

/**
 * Runs `place` while the session of `key` cannot be executed, so that no file comes after its run has begun. The file is counted first; if
 * it does not come after all, its bytes are given back with the session.
 * @param size of the file, in bytes; undefined while there is none to place
 * @throws conflict when it is executed, invalid_signature when it has expired, budget_exceeded
 */
export const admitUpload = ({ db, clock }: { db: Db; clock: Clock }) => {
  const holding = (key: string, work: (tx: Scope<Tx>) => Promise<void>): Promise<void> =>
    db.transaction(async (tx) => {
      const session = await repo.holdOpenSession(tx, sessionOf(key), clock.now());
      if (!session) throw new DomainError('invalid_signature', 'The import session of this address has ended; start another one.');
      if (session.executed) throw executed();
      await work({ db: tx, workspaceId: session.workspaceId });
    });
  return async (key: string, place: () => Promise<void>, size?: number): Promise<void> => {
    const now = clock.now();
    await holding(key, async (scope) => {
      const tx = { ...scope, now };
      if (size === undefined) await requireRoom(tx, 'stored_bytes');
      else await repo.noteStored(tx, { id: sessionOf(key) }, size);
    });
    await holding(key, place);
  };
};

const SWEPT_AT_ONCE = 1_000;

/** The file goes before its row, so that the next sweep finds it if this one is killed. */
export const sessionSweep = ({ db, clock, storage }: { db: Db; clock: Clock; storage: Storage }): Sweep => ({
  name: 'contact-import-sessions',
  everySeconds: 600,
  run: async (stopping) => {
    const expired = await findExpired(db, clock.now(), SWEPT_AT_ONCE);
    stopping.throwIfAborted();
    await Promise.all(expired.filter(({ source }) => source === 'upload').map(({ id }) => storage.delete(uploadKey(id))));
    await deleteSessions(db, expired, clock.now());
  },
});
