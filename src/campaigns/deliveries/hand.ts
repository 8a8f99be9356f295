import type { GivenBack } from './claims.repo.ts';
import type { Claimed } from './deliveries.repo.ts';

/** A delivery in hand, and the claim by which it is. */
export interface Item extends Claimed {
  run: string;
}

/** What a turn has in hand: deliveries that wait, and for each claim how many have not come to an end. */
export class Hand {
  readonly #left = new Map<string, number>();
  /** Until when claims are surely this run's, by the clock that no step and no other machine changes. */
  readonly #ends = new Map<string, number>();
  #waiting: Item[] = [];
  #unbegun: { item: Item; at: Date | null }[] = [];

  add(run: string, claimed: Claimed[]): void {
    if (claimed.length === 0) return;
    this.#left.set(run, claimed.length);
    // The last one is the next.
    this.#waiting = [...claimed.map((delivery) => ({ ...delivery, run })).reverse(), ...this.#waiting];
  }

  /** @param until a moment of `performance.now()` */
  lease(runs: Iterable<string>, until: number): void {
    for (const run of runs) if (this.#left.has(run)) this.#ends.set(run, until);
  }

  /** Whether its claim is surely this run's: nobody else may have taken it over. */
  holds({ run }: Item): boolean {
    return performance.now() < (this.#ends.get(run) ?? 0);
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  next(): Item | undefined {
    return this.#waiting.pop();
  }

  /** It is reported. */
  done({ run }: Item): void {
    this.#left.set(run, (this.#left.get(run) as number) - 1);
  }

  /** It was not begun, or not so that it counts. @param at when it may be tried again; null: at once */
  giveBack(item: Item, at: Date | null = null): void {
    this.done(item);
    this.#unbegun.push({ item, at });
  }

  /** The claims to renew. */
  runs(): string[] {
    return [...this.#left.keys()];
  }

  /**
   * Takes out all that nobody works on: claims whose deliveries have all come to an end, and those that were not begun. A claim of
   * which one is under way stays, and keeps what was not begun of it: both are given back together.
   */
  release(): { runs: string[]; unbegun: GivenBack[]; isEmpty: boolean } {
    for (const item of this.#waiting.splice(0)) this.giveBack(item);
    const runs = [...this.#left].filter(([, left]) => left === 0).map(([run]) => run);
    for (const run of runs) {
      this.#left.delete(run);
      this.#ends.delete(run);
    }
    const isHeld = ({ item }: { item: Item }) => this.#left.has(item.run);
    const unbegun = this.#unbegun.filter((entry) => !isHeld(entry)).map(({ item: { id }, at }) => ({ id, at }));
    this.#unbegun = this.#unbegun.filter(isHeld);
    return { runs, unbegun, isEmpty: this.#left.size === 0 };
  }
}
