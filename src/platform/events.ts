import { type Scope, type Tx, transaction } from './db.ts';

/** An event of one wing, published in batches of items for the wings above. */
export interface DomainEvent<Item> {
  name: string;
  /** For the type alone. */
  readonly item?: Item;
}

export type Happened<Item> = readonly [event: DomainEvent<Item>, items: Item[]];

export interface Told {
  /** Empty for events that the subscription does not name. */
  of<Item>(event: DomainEvent<Item>): Item[];
  /** The writer, where it has named itself by `Events.by`. */
  by: string | null;
}

export interface Subscription {
  events: readonly DomainEvent<unknown>[];
  /**
   * Runs in the transaction of the write, which waits for it: either both commit or neither. It gets a whole batch and answers with
   * statements over sets. Longer work is a job, enqueued through `tx`. It may run again when the transaction does.
   */
  handle: (tx: Scope<Tx>, told: Told) => Promise<void>;
}

export const subscription = <Item>(event: DomainEvent<Item>, handle: (tx: Scope<Tx>, items: Item[]) => Promise<void>): Subscription => ({
  events: [event],
  handle: (tx, told) => handle(tx, told.of(event)),
});

export interface Events {
  /** Whether one of the events has a subscriber. Call it before work that only subscribers need. */
  wanted(...events: DomainEvent<unknown>[]): boolean;
  /** Runs a write that publishes these events: in a transaction, or as it is without subscribers. */
  atomically<Of extends Scope, Result>(
    ctx: Of,
    events: DomainEvent<unknown>[],
    write: (on: Omit<Of, 'db'> & Pick<Scope, 'db'>) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Calls the subscribers one after the other, each once. Call it once in the transaction of a write, with all that it did: a subscriber to
   * several events gets them together. Nothing happens for no items.
   * @param on the transaction, or the argument of `atomically`
   */
  publish<Items extends unknown[]>(on: Scope, ...happened: { [Index in keyof Items]: Happened<Items[Index]> }): Promise<void>;
  /** The same events under the name of a writer, so that it can ignore its own. */
  by(writer: string): Events;
}

/** Begins without subscribers; the root adds them when the wings are there. */
export function openEvents(): Events & { subscribe(subscriptions: Subscription[]): void } {
  const listening: Subscription[] = [];
  const names = new Set<string>();
  const wanted: Events['wanted'] = (...events) => events.some(({ name }) => names.has(name));

  const eventsBy = (by: string | null): Events => ({
    wanted,
    atomically: (ctx, events, write) => (wanted(...events) ? transaction(ctx, write) : write(ctx)),
    async publish(on, ...happened) {
      // Only `atomically` writes outside of a transaction, and only without subscribers.
      const tx = on as Scope<Tx>;
      const told = new Map(happened.filter(([, items]) => items.length > 0).map(([{ name }, items]) => [name, items as unknown[]]));
      for (const { events, handle } of listening) {
        const theirs = new Set(events.map(({ name }) => name).filter((name) => told.has(name)));
        if (theirs.size === 0) continue;
        await handle(tx, { of: ({ name }) => ((theirs.has(name) && told.get(name)) || []) as never[], by });
      }
    },
    by: eventsBy,
  });

  return {
    ...eventsBy(null),
    subscribe(subscriptions) {
      listening.push(...subscriptions);
      for (const { events } of subscriptions) for (const { name } of events) names.add(name);
    },
  };
}
