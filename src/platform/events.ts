import type { Db } from './db.ts';

/** Something that happens in a wing and that wings above it may want to know. It is told in batches of items. */
export interface DomainEvent<Item> {
  name: string;
  /** Carries the type. */
  readonly item?: Item;
}

/** What a wing does about an event of a wing below it. */
export interface Subscription<Item = never> {
  event: DomainEvent<Item>;
  /**
   * Runs in the transaction of the write, which waits for it: what it writes and what was written come to be together, and
   * when it throws, neither does. It gets a whole batch and answers it with statements over sets. Work that takes longer
   * than a few of these is a job, which it enqueues through `tx`. It may run again when the transaction does.
   */
  handle: (tx: Db, workspaceId: string, items: Item[]) => Promise<void>;
}

/** Joins an event and what is done about it. Their type ends here: the list of subscriptions holds events of every shape. */
export const subscription = <Item>(event: DomainEvent<Item>, handle: Subscription<Item>['handle']): Subscription => ({
  event: { name: event.name },
  handle,
});

/** What a wing that writes needs to tell others about it. */
export interface Events {
  /** Whether anybody listens to one of the events. Ask before work that only they make necessary. */
  wanted(...events: DomainEvent<unknown>[]): boolean;
  /** Runs a write that publishes these events: in a transaction, or as it is when nobody listens. */
  atomically<Result>(db: Db, events: DomainEvent<unknown>[], write: (on: Db) => Promise<Result>): Promise<Result>;
  /** Tells everybody who listens, one after the other. Call it once for a write, in its transaction. Nothing happens for no items. */
  publish<Item>(tx: Db, workspaceId: string, event: DomainEvent<Item>, items: Item[]): Promise<void>;
}

/** Begins without anybody who listens; `subscribe` is for the root, once the wings are there. */
export function openEvents(): Events & { subscribe(subscriptions: Subscription[]): void } {
  const handlers = new Map<string, Subscription['handle'][]>();
  const wanted: Events['wanted'] = (...events) => events.some(({ name }) => handlers.has(name));

  return {
    wanted,
    atomically: (db, events, write) => (wanted(...events) ? db.transaction(write) : write(db)),
    async publish(tx, workspaceId, { name }, items) {
      if (items.length === 0) return;
      for (const handle of handlers.get(name) ?? []) await handle(tx, workspaceId, items as never[]);
    },
    subscribe(subscriptions) {
      for (const { event, handle } of subscriptions) {
        handlers.set(event.name, [...(handlers.get(event.name) ?? []), handle]);
      }
    },
  };
}
