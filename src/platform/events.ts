import type { Scope, Tx } from './db.ts';

/** A change in a wing that wings above it may react to. It is published in batches of items. */
export interface DomainEvent<Item> {
  name: string;
  /** Carries the type. */
  readonly item?: Item;
}

export type Happened<Item> = readonly [event: DomainEvent<Item>, items: Item[]];

/** All that one write has done. */
export interface Told {
  /** The items of this event; none of events that the subscription does not name. */
  of<Item>(event: DomainEvent<Item>): Item[];
  /** The writer, where it names itself: see `Events.by`. */
  by: string | null;
}

/** A wing's reaction to events of wings below it. */
export interface Subscription {
  events: readonly DomainEvent<unknown>[];
  /**
   * Runs in the transaction of the write, which waits for it: both are committed together, and when it throws, neither is. It gets a
   * whole batch and answers it with statements over sets. Work that takes longer than a few of these is a job, which it enqueues
   * through `tx`. It may run again when the transaction does.
   */
  handle: (tx: Scope<Tx>, told: Told) => Promise<void>;
}

/** A subscription to one event. */
export const subscription = <Item>(event: DomainEvent<Item>, handle: (tx: Scope<Tx>, items: Item[]) => Promise<void>): Subscription => ({
  events: [event],
  handle: (tx, told) => handle(tx, told.of(event)),
});

export interface Events {
  /**
   * Calls the subscribers one after the other, each once, and nothing for no items. Call it once for a write, with all that it did:
   * a subscriber to several events gets what is published together in one call.
   */
  publish<Items extends unknown[]>(tx: Scope<Tx>, ...happened: { [Index in keyof Items]: Happened<Items[Index]> }): Promise<void>;
  /** The same events for a writer that must not react to itself: subscribers get its name. */
  by(writer: string): Events;
}

/** Begins without subscribers; `subscribe` is for the root, once the wings are there. */
export function openEvents(): Events & { subscribe(subscriptions: Subscription[]): void } {
  const subscribed: Subscription[] = [];

  const eventsBy = (by: string | null): Events => ({
    async publish(tx, ...happened) {
      const told = new Map(happened.filter(([, items]) => items.length > 0).map(([{ name }, items]) => [name, items as unknown[]]));
      for (const { events, handle } of subscribed) {
        const theirs = new Set(events.map(({ name }) => name).filter((name) => told.has(name)));
        if (theirs.size === 0) continue;
        await handle(tx, { of: ({ name }) => ((theirs.has(name) && told.get(name)) || []) as never[], by });
      }
    },
    by: eventsBy,
  });

  return { ...eventsBy(null), subscribe: (subscriptions) => void subscribed.push(...subscriptions) };
}
