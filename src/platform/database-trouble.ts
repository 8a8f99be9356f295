import { StartError } from '../shared/start-error.ts';

class DatabaseUnusable extends StartError {}

const REMEDIES: Record<string, string> = {
  '3D000': 'create it, or name another one in DATABASE_URL',
  '28000': 'check the user in DATABASE_URL, and what pg_hba.conf lets in',
  '28P01': 'check the user and the password in DATABASE_URL',
  '42501': 'the user in DATABASE_URL has to own the database, or at least to be allowed to create schemas, tables and extensions in it',
  '0A000': "install PostgreSQL's contrib modules on its server",
  '08P01': 'if DATABASE_URL leads to a pooler such as pgbouncer, set DATABASE_POOLED=true',
  '53300': 'raise max_connections, or run fewer processes',
  '53100': 'make room on its server',
};

/** A server that is there, and not open for work at this moment. */
const CLOSED = /^(08|57P0)/;

/** Explains a failed start to operators. The words are the server's and the system's and contain no password. */
export function databaseTrouble(error: unknown): unknown {
  for (let found = error as Trouble | undefined; found; found = found.cause as Trouble | undefined) {
    const { code = '', message } = found;
    const remedy = Object.hasOwn(REMEDIES, code) && REMEDIES[code];
    if (remedy) return new DatabaseUnusable(`The database says: ${message}; ${remedy}.`, { cause: error });
    // A system error without a path concerns the connection, as does a refused certificate.
    const lost = (/^(E[A-Z]+$|EAI_|ERR_TLS|.*CERT)/.test(code) && !found.path) || CLOSED.test(code);
    if (lost || /timeout|Connection terminated|SSL/.test(message)) {
      return new DatabaseUnusable(`The database cannot be reached (${code || message}); check DATABASE_URL.`, { cause: error });
    }
  }
  return error;
}

type Trouble = Error & { code?: string; path?: string };

export function sayTrouble(error: unknown): never {
  throw databaseTrouble(error);
}
