import { type Ctx, type Scope, type Sql, type Tx, transaction } from '../../platform/db.ts';
import type { MessageId } from '../../platform/ids.ts';
import type { Halt } from './breaker.repo.ts';
import { type HeldDispatch, lockDispatch, type Report, setState, settle } from './dispatches.repo.ts';

export type OriginName = 'blast' | 'test' | 'flow' | 'transactional';

/** `ended` and `failed` run in the transaction that causes them, with the dispatch held. */
export interface Origin {
  name: OriginName;
  /** Of a delivery `d` that is about to be claimed. Unwanted ones are cancelled. */
  stillWanted: Sql;
  /** Locks whatever `ended` and `failed` change. The dispatch is locked afterwards, in this order everywhere. */
  hold(tx: Scope<Tx>, messageId: MessageId): Promise<void>;
  /** After a client has stopped it, a delivery of a claim has come back. */
  stopped(tx: Ctx<Tx>, messageId: MessageId): Promise<void>;
  ended(tx: Ctx<Tx>, messageId: MessageId): Promise<void>;
  /** Recipients that were not tried can be tried later. */
  failed(tx: Ctx<Tx>, messageId: MessageId, reason: string): Promise<void>;
  /** Why nothing more of it may go out until a client resumes it; without it, nothing stops it. */
  findHalt?(ctx: Ctx): Promise<Halt | null>;
  halted?(tx: Ctx<Tx>, messageId: MessageId, halt: Halt): Promise<void>;
}

/** Undefined when there is no dispatch. */
export const withDispatch = <Result>(
  ctx: Ctx,
  { origin, messageId }: { origin: Origin; messageId: MessageId },
  work: (tx: Ctx<Tx>, state: HeldDispatch['state']) => Promise<Result>,
): Promise<Result | undefined> =>
  transaction(ctx, async (tx) => {
    await origin.hold(tx, messageId);
    const dispatch = await lockDispatch(tx, messageId);
    return dispatch ? work(tx, dispatch.state) : undefined;
  });

interface Conclusion {
  messageId: MessageId;
  state: HeldDispatch['state'];
  report?: Report;
}

/**
 * Notes how a message stands after deliveries have come back, within `withDispatch`. A stopped one with no recipients left has ended, too.
 */
export async function conclude(tx: Ctx<Tx>, origin: Origin, { messageId, state, report }: Conclusion): Promise<void> {
  const isLeft = await settle(tx, messageId, report);
  if (state === 'ended' || (isLeft && state !== 'open')) await origin.stopped(tx, messageId);
  if (state === 'ended' || isLeft) return;
  await setState(tx, messageId, 'ended');
  await origin.ended(tx, messageId);
}
