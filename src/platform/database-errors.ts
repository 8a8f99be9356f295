import pg from 'pg';

/**
 * Why the database did not do what it was asked:
 * `unreachable` it could not be asked at all, or went away · `refused` it does not let us in · `busy` every connection to it
 * is in use, ours or its own · `full` its disk or memory is · `late` it took longer than it may.
 */
export type Trouble = 'unreachable' | 'refused' | 'busy' | 'full' | 'late';

const WORDS: Record<Trouble, string> = {
  unreachable: 'The service cannot reach its database right now; try again shortly.',
  refused: 'The database does not let the service in; its operator has to look at it.',
  busy: 'Every connection to the database is in use; try again shortly.',
  full: 'The database has no room left; nothing can be written until its operator makes some.',
  late: 'The database did not answer in time; try again shortly, or ask for less at once.',
};

/** The database could not do what it was asked. Nothing is wrong with the question: it may work in a moment. */
export class DatabaseUnavailable extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble, cause: unknown) {
    super(WORDS[trouble], { cause });
    this.name = 'DatabaseUnavailable';
    this.trouble = trouble;
  }
}

/** Others kept writing the same rows, through every attempt: nothing was written, and it may work in a moment. */
export class Contended extends Error {
  constructor(cause: unknown) {
    super('Others kept writing the same rows at the same moment; try again shortly.', { cause });
    this.name = 'Contended';
  }
}

export const isUnavailable = (error: unknown): error is DatabaseUnavailable => error instanceof DatabaseUnavailable;

/** Whether the same may simply be tried again, a little later: nothing is wrong with what was asked. */
export const isPassing = (error: unknown): boolean => isUnavailable(error) || error instanceof Contended;

/**
 * What a connection or a statement failed with, in our words where the statement is not to blame. For errors of `pg` alone, or copies
 * of their fields, where they happen: elsewhere a refused connection is not the database's.
 */
export function databaseError(error: unknown): unknown {
  if (isUnavailable(error) || typeof error !== 'object' || error === null) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  // Only the server rates how bad it is.
  const trouble = 'severity' in error ? troubleSaid(String(code)) : troubleMet(String(code), String(message));
  return trouble ? new DatabaseUnavailable(trouble, error) : error;
}

/** What the error of a connection means, or of whoever hands connections out. */
function troubleMet(code: string, message: string): Trouble | undefined {
  // The job queue adds to the words whose they are.
  if (message.startsWith('timeout exceeded when trying to connect')) return 'busy';
  return LOST_CODES.test(code) || LOST_WORDS.test(message) ? 'unreachable' : undefined;
}

/** The system and TLS have codes; what `pg` and the job queue find themselves has words only. */
const LOST_CODES = /^(E(?!RR_)[A-Z_]+$|ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/;
const LOST_WORDS =
  /^Connection terminated|^LISTEN\/NOTIFY connection|^timeout expired|^Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after|support SSL|SSL connection/;

/** What one of the server's own codes means. */
function troubleSaid(code: string): Trouble | undefined {
  if (code.startsWith('28') || code === '3D000') return 'refused';
  if (code === '53100' || code === '53200') return 'full';
  if (code === '53300') return 'busy';
  // Cancelled by the limit of a statement, of a wait for a lock, or of a transaction in which nothing happened.
  if (['57014', '55P03', '25P03', '25P04'].includes(code)) return 'late';
  return code.startsWith('08') || ELSEWHERE.has(code) ? 'unreachable' : undefined;
}

/**
 * The server is there, and is not the one that can do the work: it shuts down or starts (57P01–57P03), has ended an idle session (57P05),
 * the database was dropped under it (57P04), it takes no writes because it is a standby or its disk is full (25006), it cannot use its
 * files (58000, 58030), or the connection comes with a failed transaction of another session (25P02).
 */
const ELSEWHERE: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '25006', '25P02', '58000', '58030']);

/** Whether a statement was refused only because an earlier one in its transaction had failed. */
export const isAfterFailure = (error: unknown): boolean => isUnavailable(error) && (error.cause as { code?: unknown })?.code === '25P02';

/** Whether the server refused the values of a statement (classes 22 and 23), so that another statement of the same kind may work. */
export const isAboutValues = (error: unknown): boolean => /^2[23]/.test(serverError(error).code ?? '');

/** Whether the server has refused a statement, for whatever reason. */
export const isRefusedByServer = (error: unknown): boolean => serverError(error).code !== undefined;

/** What PostgreSQL itself said, whether `pg` has thrown it or Prisma, whose adapter keeps it beneath an error of its own. */
function serverError(error: unknown): { code?: string | undefined; constraint?: string | undefined } {
  if (error instanceof pg.DatabaseError) return error;
  const { originalCode, constraint } = (error as PrismaError)?.meta?.driverAdapterError?.cause ?? {};
  return { code: originalCode, constraint: constraint?.index };
}

interface PrismaError {
  meta?: { driverAdapterError?: { cause?: { originalCode?: string; constraint?: { index?: string } } } };
}

/** PostgreSQL ended one of several transactions that could not all go on. It may simply run again. */
export function isDeadlock(error: unknown): boolean {
  const { code } = serverError(error);
  return code === '40P01' || code === '40001';
}

/** The name of the unique constraint that a write ran into, or null when the error is something else. */
export function uniqueViolation(error: unknown): string | null {
  const { code, constraint = null } = serverError(error);
  return code === '23505' ? constraint : null;
}
