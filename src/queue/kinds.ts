/**
 * The kinds of background work that a process can be limited to (`WORK`), with the queues and sweeps of each. All else is upkeep: what keeps
 * the tables small, and the partitions ahead of the time.
 */
const PARTS = {
  deliver: ['deliver-interactive', 'deliver-bulk', 'message-chores', 'deliveries', 'test-complaints'],
  blasts: ['release-blast', 'prepare-blast', 'prepare-blast-interactive'],
  flows: ['move-flows', 'flow-segments', 'flows', 'flow-dates', 'flow-tallies'],
  webhooks: ['send-webhooks', 'send-events', 'send-events-slow'],
  imports: ['contact-import', 'contact-import-sessions', 'imported-files'],
  exports: ['export-contact-list', 'export-email-blast', 'export-tent-submissions', 'export-contact', 'old-exports'],
  generation: ['generations'],
  tents: ['tent-schedules', 'form-notices'],
  contacts: ['contact-jobs', 'erase-people', 'contact-creations', 'contact-pending-entries', 'deleted-lists', 'deleted-topics'],
  upkeep: [] as string[],
} as const;

export type WorkName = keyof typeof PARTS;

export const WORK_NAMES = Object.keys(PARTS) as WorkName[];

const NAMES = new Map<string, WorkName>(WORK_NAMES.flatMap((work) => PARTS[work].map((part) => [part, work] as const)));

/** Every queue and sweep that the table names. */
export const NAMED_PARTS: readonly string[] = [...NAMES.keys()];

/** @param part a queue or a sweep */
export const workOf = (part: string): WorkName => NAMES.get(part) ?? 'upkeep';

/** @returns for a queue or a sweep whether a process of these kinds runs it; the sweep that wakes due work asks for them alone */
export const oursOf =
  (works: readonly WorkName[]) =>
  (part: string): boolean =>
    part === 'work-due' || works.includes(workOf(part));

/** The names of pulses begin so; a pulse is a connection that each process always has. */
const PULSE = 'bivouac-pulse';

/**
 * The name under which a process is connected, which shows the others its work. PostgreSQL keeps 63 bytes of it, so the shorter of two lists
 * stands there: of the kinds that the process works on, or of the others.
 */
export function pulseName(works: readonly WorkName[]): string {
  if (works.length === 0) return PULSE;
  if (works.length === WORK_NAMES.length) return `${PULSE} all`;
  const others = WORK_NAMES.filter((work) => !works.includes(work));
  const listed = works.join();
  const unlisted = `not ${others.join()}`;
  return `${PULSE} ${listed.length <= unlisted.length ? listed : unlisted}`;
}

/** The kinds in such a name; none in the name of an API process, or of another program. */
export function worksIn(name: string): WorkName[] {
  const [program, first, second] = name.split(' ');
  if (program !== PULSE || first === undefined) return [];
  if (first === 'all') return [...WORK_NAMES];
  const listed = (second ?? first).split(',');
  return WORK_NAMES.filter((work) => listed.includes(work) === (first !== 'not'));
}
