import type { Claimed } from './deliveries.repo.ts';

/** A delivery in hand, and the claim by which it is. */
export interface Item extends Claimed {
  run: string;
}

/** What a turn has in hand: deliveries that wait, and for each claim how many have not come to an end. */
export class Hand {
  readonly #left = new Map<string, number>();
  #waiting: Item[] = [];
  #unbegun: Item[] = [];

  add(run: string, claimed: Claimed[]): void {
    if (claimed.length === 0) return;
    this.#left.set(run, claimed.length);
    // The last one is the next.
    this.#waiting = [...claimed.map((delivery) => ({ ...delivery, run })).reverse(), ...this.#waiting];
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

  /** It was not begun, or not so that it counts. */
  giveBack(item: Item): void {
    this.done(item);
    this.#unbegun.push(item);
  }

  /** The claims to renew. */
  runs(): string[] {
    return [...this.#left.keys()];
  }

  /**
   * Takes out all that nobody works on: claims whose deliveries have all come to an end, and those that were not begun. A claim of
   * which one is under way stays, and keeps what was not begun of it: both are given back together.
   */
  release(): { runs: string[]; unbegun: string[]; isEmpty: boolean } {
    for (const item of this.#waiting.splice(0)) this.giveBack(item);
    const runs = [...this.#left].filter(([, left]) => left === 0).map(([run]) => run);
    for (const run of runs) this.#left.delete(run);
    const [gone, kept] = [this.#unbegun.filter(({ run }) => !this.#left.has(run)), this.#unbegun.filter(({ run }) => this.#left.has(run))];
    this.#unbegun = kept;
    return { runs, unbegun: gone.map(({ id }) => id), isEmpty: this.#left.size === 0 };
  }
}
