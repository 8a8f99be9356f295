import pg from 'pg';

/**
 * `unreachable`: no connection, or a lost one · `refused`: no access · `busy`: every connection is in use, ours or its own · `full`: no
 * disk space or memory · `late`: past a time limit.
 */
export type Trouble = 'unreachable' | 'refused' | 'busy' | 'full' | 'late';

const WORDS: Record<Trouble, string> = {
  unreachable: 'The service cannot reach its database right now; try again shortly.',
  refused: 'The database does not let the service in; its operator has to look at it.',
  busy: 'Every connection to the database is in use; try again shortly.',
  full: 'The database has no room left; nothing can be written until its operator makes some.',
  late: 'The database did not answer in time; try again shortly, or ask for less at once.',
};

/** The statement is sound and may work in a moment. */
export class DatabaseUnavailable extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble, cause: unknown) {
    super(WORDS[trouble], { cause });
    this.name = 'DatabaseUnavailable';
    this.trouble = trouble;
  }
}

/** Every attempt met concurrent writes of the same rows: nothing was written, and it may work in a moment. */
export class Contended extends Error {
  constructor(cause: unknown) {
    super('Others kept writing the same rows at the same moment; try again shortly.', { cause });
    this.name = 'Contended';
  }
}

export const isUnavailable = (error: unknown): error is DatabaseUnavailable => error instanceof DatabaseUnavailable;

/** Whether the same statement may simply run again later. */
export const isPassing = (error: unknown): boolean => isUnavailable(error) || error instanceof Contended;

/**
 * Translates errors that the statement is not to blame for. Only for errors of `pg`, or copies of their fields, where they occur: elsewhere
 * a refused connection is not the database's.
 */
export function databaseError(error: unknown): unknown {
  if (isUnavailable(error) || typeof error !== 'object' || error === null) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  const trouble = 'severity' in error ? troubleSaid(String(code)) : troubleMet(String(code), String(message));
  return trouble ? new DatabaseUnavailable(trouble, error) : error;
}

function troubleMet(code: string, message: string): Trouble | undefined {
  // The job queue appends words of its own.
  if (message.startsWith('timeout exceeded when trying to connect')) return 'busy';
  return LOST_CODES.test(code) || LOST_WORDS.test(message) ? 'unreachable' : undefined;
}

/** Errors of the system and of TLS have codes; those of `pg` and the job queue have words only. */
const LOST_CODES = /^(E(?!RR_)[A-Z_]+$|ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/;
const LOST_WORDS =
  /^Connection terminated|^LISTEN\/NOTIFY connection|^timeout expired|^Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after|support SSL|SSL connection/;

function troubleSaid(code: string): Trouble | undefined {
  if (code.startsWith('28') || code === '3D000') return 'refused';
  if (code === '53100' || code === '53200') return 'full';
  if (code === '53300') return 'busy';
  // Cancelled by a limit: of a statement, a wait for a lock, or an idle transaction.
  if (['57014', '55P03', '25P03', '25P04'].includes(code)) return 'late';
  return code.startsWith('08') || ELSEWHERE.has(code) ? 'unreachable' : undefined;
}

/**
 * The server is there, and is not the one that can do the work: it shuts down or starts (57P01–57P03), has ended an idle session (57P05),
 * the database was dropped under it (57P04), it takes no writes because it is a standby or its disk is full (25006), it cannot use its
 * files (58000, 58030), or the connection comes with a failed transaction of another session (25P02).
 */
const ELSEWHERE: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '57P04', '57P05', '25006', '25P02', '58000', '58030']);

/** Whether an earlier statement of the transaction is the cause. */
export const isAfterFailure = (error: unknown): boolean => isUnavailable(error) && (error.cause as { code?: unknown })?.code === '25P02';

/** Classes 22 and 23: another statement of the same kind may work. */
export const isAboutValues = (error: unknown): boolean => /^2[23]/.test(serverError(error).code ?? '');

export const isRefusedByServer = (error: unknown): boolean => serverError(error).code !== undefined;

/** The server's error, thrown by `pg` or wrapped by Prisma's adapter. */
function serverError(error: unknown): { code?: string | undefined; constraint?: string | undefined } {
  if (error instanceof pg.DatabaseError) return error;
  const { originalCode, constraint } = (error as PrismaError)?.meta?.driverAdapterError?.cause ?? {};
  return { code: originalCode, constraint: constraint?.index };
}

interface PrismaError {
  meta?: { driverAdapterError?: { cause?: { originalCode?: string; constraint?: { index?: string } } } };
}

/** PostgreSQL ended one of several transactions that waited in a circle. It may simply run again. */
export function isDeadlock(error: unknown): boolean {
  const { code } = serverError(error);
  return code === '40P01' || code === '40001';
}

/** The violated unique constraint, or null for any other error. */
export function uniqueViolation(error: unknown): string | null {
  const { code, constraint = null } = serverError(error);
  return code === '23505' ? constraint : null;
}
