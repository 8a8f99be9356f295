/** Chance that is the same for the same text: two prompts give two pages, one prompt gives one. */
export function chanceOf(text: string) {
  let state = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  /** Both ends included. */
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    between: (from: number, to: number): number => from + next() * (to - from),
    whole,
    pick: <Choice>(choices: readonly Choice[]): Choice => choices[whole(0, choices.length - 1)] as Choice,
  };
}

export type Chance = ReturnType<typeof chanceOf>;
