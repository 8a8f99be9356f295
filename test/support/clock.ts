import type { Clock } from '../../src/platform/clock.ts';

/** A clock that a test can move, and that otherwise runs with the real one. */
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

  /** Moves to about noon of the next day, so that the day does not end during the test. */
  advanceToNoon(): void {
    this.advance({ hours: 36 - this.now().getUTCHours() });
  }

  /** Stops the clock until the returned function is called; only `advance` moves it meanwhile. */
  stop(): () => void {
    this.#stoppedAt = Date.now();
    return () => {
      this.#stoppedAt = undefined;
    };
  }
}
