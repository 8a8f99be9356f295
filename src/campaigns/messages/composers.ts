import { type Db, isPassing } from '../../platform/db.ts';
import { type Composer, createComposer } from './composer.ts';
import { findMessage, type StoredMessage } from './messages.repo.ts';

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
