/** The time of day. Everything that decides by time asks a clock, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The moment that is so many milliseconds away. */
export const later = (clock: Clock, ms: number): Date => new Date(clock.now().getTime() + ms);
