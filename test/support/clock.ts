import type { Clock } from '../../src/platform/clock.ts';

/** A clock that moves when told to, and otherwise runs with the real one. */
export class TestClock implements Clock {
  #offset = 0;
  #stoppedAt: number | undefined;

  now(): Date {
    return new Date((this.#stoppedAt ?? Date.now()) + this.#offset);
  }

  advance({ seconds = 0, minutes = 0, hours = 0, days = 0 }: { seconds?: number; minutes?: number; hours?: number; days?: number }): void {
    this.#offset += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000;
  }

  /** Back to the real time. */
  reset(): void {
    this.#offset = 0;
    this.#stoppedAt = undefined;
  }

  /** Goes on to the next day's noon, or thereabouts: that day does not end meanwhile. */
  advanceToNoon(): void {
    this.advance({ hours: 36 - this.now().getUTCHours() });
  }

  /** From now on it only moves when told to, however long a busy machine takes, until what this returns is called. */
  stop(): () => void {
    this.#stoppedAt = Date.now();
    return () => {
      this.#stoppedAt = undefined;
    };
  }
}
