import type { GivenBack } from './claims.repo.ts';
import type { Claimed } from './deliveries.repo.ts';

export interface Item extends Claimed {
  run: string;
}

/** The deliveries of a turn: those that wait, and for each claim how many have not come to an end. */
export class Hand {
  readonly #left = new Map<string, number>();
  /** Until when claims are surely this run's, by the monotonic clock. */
  readonly #ends = new Map<string, number>();
  #waiting: Item[] = [];
  #unbegun: { item: Item; at: Date | null }[] = [];

  add(run: string, claimed: Claimed[]): void {
    if (claimed.length === 0) return;
    this.#left.set(run, claimed.length);
    // The last one is the next.
    this.#waiting = [...claimed.map((delivery) => ({ ...delivery, run })).reverse(), ...this.#waiting];
  }

  lease(runs: Iterable<string>, until: number): void {
    for (const run of runs) if (this.#left.has(run)) this.#ends.set(run, until);
  }

  /** Whether its claim is surely this run's. */
  holds({ run }: Item): boolean {
    return performance.now() < (this.#ends.get(run) ?? 0);
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  next(): Item | undefined {
    return this.#waiting.pop();
  }

  done({ run }: Item): void {
    this.#left.set(run, (this.#left.get(run) as number) - 1);
  }

  /** Not begun, or not so that it counts. @param at when it may be tried again; null: at once */
  giveBack(item: Item, at: Date | null = null): void {
    this.done(item);
    this.#unbegun.push({ item, at });
  }

  runs(): string[] {
    return [...this.#left.keys()];
  }

  /**
   * Takes out claims whose deliveries have all come to an end, and deliveries that were not begun. A claim with a delivery under way stays,
   * and keeps those that were not begun: both are given back together.
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
