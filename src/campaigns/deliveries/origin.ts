import type { Sql, Tx } from '../../platform/db.ts';
import type { MessageRef } from './dispatches.repo.ts';

/** What makes messages go out. */
export type OriginName = 'blast' | 'test' | 'flow' | 'transactional';

/**
 * What an origin tells the run that sends, which knows nothing of it: who is still to be mailed, and what follows from the end.
 * Both ends are told in the transaction in which they come to be, with the dispatch held.
 */
export interface Origin {
  name: OriginName;
  /** Of a delivery `d` that is about to be claimed: whether it is still wanted. Those that are not are cancelled. */
  stillWanted: Sql;
  /** Holds whatever `ended` and `failed` change. The dispatch is held afterwards: whoever moves an origin goes the same way. */
  hold(tx: Tx, message: MessageRef): Promise<void>;
  /** Somebody has stopped it, and something that a run had in hand until now has come back. */
  stopped(tx: Tx, message: MessageRef): Promise<void>;
  /** Every delivery has come to an end. */
  ended(tx: Tx, message: MessageRef, now: Date): Promise<void>;
  /** It cannot go out, for the reason given. Who was not tried can be, later. */
  failed(tx: Tx, message: MessageRef, reason: string, now: Date): Promise<void>;
}
