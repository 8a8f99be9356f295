import { type Db, isPassing } from '../../platform/db.ts';
import type { Tokens } from '../tracking/tokens.ts';
import { type Composer, createComposer } from './composer.ts';
import { findMessage, type StoredMessage } from './messages.repo.ts';
import type { ReturnPaths } from './return-path.ts';

export interface Prepared {
  message: StoredMessage;
  composer: Composer;
}

/** What writes a message for each of its people, or why nothing can. */
export type FindComposer = (workspaceId: string, messageId: string) => Promise<Prepared | { error: string }>;

/** Messages that were sent a moment ago: their next turn is soon. */
const KEPT = 20;
/** The keys by which messages are signed are changed now and then. */
const KEPT_MS = 60_000;

export interface ComposerDependencies {
  db: Db;
  baseUrl: string;
  tokens: Tokens;
  /** Where what bounces of a delivery goes; undefined: to the sender. */
  returnPath?: ReturnPaths['write'] | undefined;
}

export function createComposers({ db, returnPath, ...how }: ComposerDependencies): FindComposer {
  const kept = new Map<string, { prepared: Prepared; until: number }>();

  const bouncesOf = (workspaceId: string) => returnPath && ((deliveryId: string) => returnPath({ workspaceId, deliveryId }));

  async function prepare(workspaceId: string, messageId: string): Promise<Prepared | { error: string }> {
    const message = await findMessage(db, workspaceId, messageId);
    if (!message) return { error: 'What it says has been deleted.' };
    try {
      return { message, composer: await createComposer(message, { ...how, returnPath: bouncesOf(workspaceId) }) };
    } catch (error) {
      if (isPassing(error)) throw error;
      return { error: `The message cannot be written: ${(error as Error).message}` };
    }
  }

  return async (workspaceId, messageId) => {
    const key = workspaceId + messageId;
    const known = kept.get(key);
    kept.delete(key);
    const isFresh = known !== undefined && known.until > performance.now();
    const prepared = isFresh ? known.prepared : await prepare(workspaceId, messageId);
    if ('error' in prepared) return prepared;
    // The one that was asked for the longest ago goes first.
    kept.set(key, { prepared, until: isFresh ? known.until : performance.now() + KEPT_MS });
    for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
    return prepared;
  };
}
