import type { Scope, Tx } from './db.ts';

/** An event of one wing, published in batches of items for the wings above. */
export interface DomainEvent<Item> {
  name: string;
  /** For the type alone. */
  readonly item?: Item;
}

export type Happened<Item> = readonly [event: DomainEvent<Item>, items: Item[]];

export interface EventBatch {
  /** Empty for events that the subscription does not name. */
  of<Item>(event: DomainEvent<Item>): Item[];
  by: string | null;
}

export interface Subscription {
  events: readonly DomainEvent<unknown>[];
  /**
   * Runs in the transaction of the write, which waits for it: either both commit or neither. It gets a whole batch and answers with
   * statements over sets. Longer work is a job, enqueued through `tx`. It may run again when the transaction does.
   */
  handle: (tx: Scope<Tx>, batch: EventBatch) => Promise<void>;
}

export const subscription = <Item>(event: DomainEvent<Item>, handle: (tx: Scope<Tx>, items: Item[]) => Promise<void>): Subscription => ({
  events: [event],
  handle: (tx, batch) => handle(tx, batch.of(event)),
});

export interface Events {
  /**
   * Calls the subscribers one after the other, each once. Call it once for a write, with all that it did: a subscriber to several events
   * gets them together. Nothing happens for no items.
   */
  publish<Items extends unknown[]>(tx: Scope<Tx>, ...happened: { [Index in keyof Items]: Happened<Items[Index]> }): Promise<void>;
  /** The same events under the name of a writer, so that it can ignore its own. */
  by(writer: string): Events;
}

/** Begins without subscribers; the root adds them when the wings are there. */
export function openEvents(): Events & { subscribe(subscriptions: Subscription[]): void } {
  const subscribed: Subscription[] = [];

  const eventsBy = (by: string | null): Events => ({
    async publish(tx, ...happened) {
      const batch = new Map(happened.filter(([, items]) => items.length > 0).map(([{ name }, items]) => [name, items as unknown[]]));
      for (const { events, handle } of subscribed) {
        const theirs = new Set(events.map(({ name }) => name).filter((name) => batch.has(name)));
        if (theirs.size === 0) continue;
        await handle(tx, { of: ({ name }) => ((theirs.has(name) && batch.get(name)) || []) as never[], by });
      }
    },
    by: eventsBy,
  });

  return { ...eventsBy(null), subscribe: (subscriptions) => void subscribed.push(...subscriptions) };
}
