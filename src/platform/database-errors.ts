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

/**
 * What a connection or a statement failed with, in our words where the statement is not to blame. For errors of `pg` alone,
 * where they happen: elsewhere a refused connection is not the database's.
 */
export function databaseError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    const trouble = troubleOf(error);
    return trouble ? new DatabaseUnavailable(trouble, error) : error;
  }
  if (!(error instanceof Error) || isUnavailable(error)) return error;
  if (error.message === 'timeout exceeded when trying to connect') return new DatabaseUnavailable('busy', error);
  // The system names the call that failed; what `pg` finds itself has words only.
  const isLost = 'syscall' in error || LOST.test(error.message) || isTls(error);
  return isLost ? new DatabaseUnavailable('unreachable', error) : error;
}

const LOST =
  /^Connection terminated|^timeout expired|^Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after|support SSL|SSL connection/;

const isTls = (error: Error): boolean =>
  /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO)/.test((error as { code?: string }).code ?? '');

function troubleOf({ code = '' }: pg.DatabaseError): Trouble | undefined {
  if (code.startsWith('28') || code === '3D000') return 'refused';
  if (code === '53100' || code === '53200') return 'full';
  if (code === '53300') return 'busy';
  // Cancelled by the limit of a statement, of a wait for a lock, or of a transaction in which nothing happened.
  if (['57014', '55P03', '25P03', '25P04'].includes(code)) return 'late';
  if (code.startsWith('08') || ['57P01', '57P02', '57P03', '57P05'].includes(code)) return 'unreachable';
  return undefined;
}

/** The fields of PostgreSQL's own error, whether it came through `pg` or wrapped by Prisma's adapter. */
interface ServerError {
  code?: string;
  constraint?: string;
}

function serverErrors(error: unknown): ServerError[] {
  const found: ServerError[] = [];
  for (let current = error as Record<string, any> | undefined, depth = 0; current && depth < 5; depth++) {
    found.push({ code: current.code, constraint: current.constraint });
    const adapter = current.meta?.driverAdapterError?.cause ?? current.cause;
    if (adapter?.originalCode) found.push({ code: adapter.originalCode, constraint: constraintOf(adapter) });
    current = adapter;
  }
  return found;
}

function constraintOf(cause: Record<string, any>): string | undefined {
  if (cause.constraint?.index) return cause.constraint.index;
  return /constraint "([^"]+)"/.exec(String(cause.originalMessage ?? cause.message ?? ''))?.[1];
}

/** PostgreSQL ended one of several transactions that could not all go on. It may simply run again. */
export const isDeadlock = (error: unknown): boolean =>
  serverErrors(error).some(({ code }) => code === '40P01' || code === '40001' || code === 'P2034');

/** The name of the unique constraint that a write ran into, or null when the error is something else. */
export function uniqueViolation(error: unknown): string | null {
  const violation = serverErrors(error).find(({ code, constraint }) => code === '23505' && constraint);
  return violation?.constraint ?? null;
}
