import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db.ts';
import type { ReceiverLookup } from './lookup.ts';
import type { Receiver } from './providers.ts';
import { HORIZON_S, type Place, slowReceiver, slowReceivers, speedUpReceivers, takeReceiverShares } from './receivers.repo.ts';

interface Mail {
  id: string;
  email: string;
}

interface Slots {
  from: number;
  rate: number;
  taken: number;
}

/** A receiver's pace is measured over this at least: a burst of a moment is not a pace. */
const MEASURED_S = 10;

const domainOf = ({ email }: Mail): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** The receivers of one send loop: which mail goes now, and when the mail of slow ones goes. */
export class ReceiverPace {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #lookup: ReceiverLookup;
  readonly #place: Place;
  readonly #began = performance.now();
  /** Times of claimed deliveries, by id. */
  readonly #times = new Map<string, Date>();
  /** Receivers that refused mail in this loop: what is in hand for them waits. */
  readonly #refusing = new Map<string, Slots>();
  readonly #accepted = new Map<string, number>();
  #isAnySlow = false;

  constructor({ db, clock, lookup }: { db: Db; clock: Clock; lookup: ReceiverLookup }, place: Place) {
    this.#db = db;
    this.#clock = clock;
    this.#lookup = lookup;
    this.#place = place;
  }

  receiverOf(mail: Mail): Receiver {
    return this.#lookup.receiverOf(domainOf(mail));
  }

  /** Gives times to claimed mail that its receiver does not take yet. One statement for all, and hardly any while no receiver is slow. */
  async admit(claimed: readonly Mail[]): Promise<{ postponed: number }> {
    if (claimed.length === 0) return { postponed: 0 };
    this.#lookup.lookUp(new Set(claimed.map(domainOf)));
    const now = this.#clock.now();
    const slow = await slowReceivers(this.#db, this.#place.transport, now);
    if (slow.size === 0) return { postponed: 0 };
    this.#isAnySlow = true;
    await this.#lookup.settled();
    const bySlow = Map.groupBy(
      claimed.filter((mail) => slow.has(this.receiverOf(mail).name)),
      (mail) => this.receiverOf(mail).name,
    );
    if (bySlow.size === 0) return { postponed: 0 };
    const wanted = new Map([...bySlow].map(([receiver, mails]) => [receiver, mails.length]));
    let postponed = 0;
    for (const { receiver, granted, rate, from } of await takeReceiverShares(this.#db, this.#place, { wanted, now })) {
      const slots = { from: from.getTime(), rate, taken: 0 };
      for (const { id } of (bySlow.get(receiver) ?? []).slice(granted)) {
        this.#times.set(id, slotOf(slots, now));
        postponed += 1;
      }
    }
    return { postponed };
  }

  /** When it may go; undefined: now. */
  timeOf(mail: Mail): Date | undefined {
    const time = this.#times.get(mail.id);
    if (time) return time;
    if (this.#refusing.size === 0) return undefined;
    const slots = this.#refusing.get(this.receiverOf(mail).name);
    return slots && slotOf(slots, this.#clock.now());
  }

  accepted(mail: Mail): void {
    const domain = domainOf(mail);
    this.#accepted.set(domain, (this.#accepted.get(domain) ?? 0) + 1);
  }

  /** A receiver asks for less. @returns when this delivery may be tried again */
  async refused(mail: Mail): Promise<Date> {
    const receiver = this.receiverOf(mail).name;
    const now = this.#clock.now();
    if (!this.#refusing.has(receiver)) {
      this.#isAnySlow = true;
      const observed = this.#acceptedBy(receiver) / Math.max(MEASURED_S, (performance.now() - this.#began) / 1_000);
      const { rate, from } = await slowReceiver(this.#db, { transport: this.#place.transport, receiver }, { observed, now });
      if (!this.#refusing.has(receiver)) this.#refusing.set(receiver, { from: from.getTime(), rate, taken: 0 });
    }
    return slotOf(this.#refusing.get(receiver) as Slots, now);
  }

  #acceptedBy(receiver: string): number {
    let count = 0;
    for (const [domain, accepted] of this.#accepted) if (this.#lookup.receiverOf(domain).name === receiver) count += accepted;
    return count;
  }

  async speedUp(): Promise<void> {
    if (!this.#isAnySlow) return;
    const took = new Set([...this.#accepted.keys()].map((domain) => this.#lookup.receiverOf(domain).name));
    const receivers = [...took].filter((receiver) => !this.#refusing.has(receiver));
    await speedUpReceivers(this.#db, this.#place.transport, { receivers, now: this.#clock.now() });
  }
}

/** The next time at this pace; past the horizon any time of the span behind it, so that not all of them come at once. */
function slotOf(slots: Slots, now: Date): Date {
  const at = Math.max(slots.from, now.getTime()) + (slots.taken * 1_000) / slots.rate;
  slots.taken += 1;
  const horizon = now.getTime() + HORIZON_S * 1_000;
  return new Date(at <= horizon ? at : horizon + Math.random() * HORIZON_S * 1_000);
}
