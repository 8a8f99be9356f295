/** Everything that decides by time uses a clock, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export const later = (clock: Clock, ms: number): Date => new Date(clock.now().getTime() + ms);
