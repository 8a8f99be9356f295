import type { Clock } from '../../src/platform/clock.ts';

/** A clock that moves when told to, and otherwise runs with the real one. */
export class TestClock implements Clock {
  #offset = 0;

  now(): Date {
    return new Date(Date.now() + this.#offset);
  }

  advance({ seconds = 0, minutes = 0, hours = 0, days = 0 }: { seconds?: number; minutes?: number; hours?: number; days?: number }): void {
    this.#offset += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000;
  }
}
