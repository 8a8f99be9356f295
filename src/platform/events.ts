import { type Scope, type Tx, transaction } from './db.ts';

/** Something that happens in a wing and that wings above it may want to know. It is told in batches of items. */
export interface DomainEvent<Item> {
  name: string;
  /** Carries the type. */
  readonly item?: Item;
}

/** An event, and whom or what it is about this time. */
export type Happened<Item> = readonly [event: DomainEvent<Item>, items: Item[]];

/** All that one write has done. */
export interface Told {
  /** What happened of this kind; nothing for events that the subscription does not name. */
  of<Item>(event: DomainEvent<Item>): Item[];
  /** Who wrote, where that is somebody who says so: see `Events.by`. */
  by: string | null;
}

/** What a wing does about events of wings below it. */
export interface Subscription {
  events: readonly DomainEvent<unknown>[];
  /**
   * Runs in the transaction of the write, which waits for it: what it writes and what was written come to be together, and
   * when it throws, neither does. It gets a whole batch and answers it with statements over sets. Work that takes longer
   * than a few of these is a job, which it enqueues through `tx`. It may run again when the transaction does.
   */
  handle: (tx: Scope<Tx>, told: Told) => Promise<void>;
}

/** What is done about one event. */
export const subscription = <Item>(event: DomainEvent<Item>, handle: (tx: Scope<Tx>, items: Item[]) => Promise<void>): Subscription => ({
  events: [event],
  handle: (tx, told) => handle(tx, told.of(event)),
});

/** What a wing that writes needs to tell others about it. */
export interface Events {
  /** Whether anybody listens to one of the events. Ask before work that only they make necessary. */
  wanted(...events: DomainEvent<unknown>[]): boolean;
  /** Runs a write that publishes these events: in a transaction, or as it is when nobody listens. */
  atomically<Of extends Scope, Result>(
    ctx: Of,
    events: DomainEvent<unknown>[],
    write: (on: Omit<Of, 'db'> & Pick<Scope, 'db'>) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Tells everybody who listens, one after the other, each once. Call it once for a write, with all that it did, in its transaction:
   * who listens to several events takes what is told together for one. Nothing happens for no items.
   * @param on the transaction, or what `atomically` gave
   */
  publish<Items extends unknown[]>(on: Scope, ...happened: { [Index in keyof Items]: Happened<Items[Index]> }): Promise<void>;
  /** The same events for a writer who must not hear itself: those who listen are told who it is. */
  by(writer: string): Events;
}

/** Begins without anybody who listens; `subscribe` is for the root, once the wings are there. */
export function openEvents(): Events & { subscribe(subscriptions: Subscription[]): void } {
  const listening: Subscription[] = [];
  const names = new Set<string>();
  const wanted: Events['wanted'] = (...events) => events.some(({ name }) => names.has(name));

  const eventsBy = (by: string | null): Events => ({
    wanted,
    atomically: (ctx, events, write) => (wanted(...events) ? transaction(ctx, write) : write(ctx)),
    async publish(on, ...happened) {
      // Only `atomically` writes outside of a transaction, and only where nobody listens: where somebody does, this is one.
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
