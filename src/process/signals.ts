export const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Signals may arrive twice: a terminal signals its whole process group, and npm forwards what it receives. */
const ECHO_MS = 1_000;

/** Calls `stop` for the first signal, and `now` for each later one that is no echo. */
export function onSignals(stop: (signal: string) => void, now: (signal: string) => void): void {
  let lastAt: number | undefined;
  const hear = (signal: string) => {
    const at = performance.now();
    if (lastAt !== undefined && at - lastAt < ECHO_MS) return;
    const act = lastAt === undefined ? stop : now;
    lastAt = at;
    act(signal);
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  // A closed terminal must not end the process before it has stopped its children.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
