/** The ways in which people, terminals and supervisors tell a process to end. */
export const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** One wish to stop may come more than once: a terminal tells everybody in front of it, and npm passes on what it is told. */
const ECHO_MS = 1_000;

/** Calls `stop` at the first signal, and `now` at each later one that is no echo of the one before. */
export function onSignals(stop: (signal: string) => void, now: (signal: string) => void): void {
  let heard: number | undefined;
  const hear = (signal: string) => {
    const at = performance.now();
    if (heard !== undefined && at - heard < ECHO_MS) return;
    const act = heard === undefined ? stop : now;
    heard = at;
    act(signal);
  };
  for (const signal of SIGNALS) process.on(signal, hear);
  // A terminal that is gone takes no words any more. That must not end the process before it has stopped what it runs.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
