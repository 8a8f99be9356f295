import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

export interface Migration {
  name: string;
  script: string;
  checksum: string;
  /** Statements that run one by one outside of a transaction; undefined: the script runs in one. */
  concurrent: IndexStatement[] | undefined;
}

/** `CREATE` or `DROP INDEX CONCURRENTLY`: PostgreSQL refuses them in a transaction, and they are safe to repeat. */
export interface IndexStatement {
  makes: boolean;
  index: string;
  text: string;
}

const FOLDER = new URL('../../prisma/migrations/', import.meta.url);

/** The first line of a script that makes or drops indexes without blocking writes. */
const CONCURRENT = /^-- concurrently[ \t]*\r?\n/;
const INDEX_STATEMENT =
  /^(?:(?<makes>CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY)\s+(?:IF\s+NOT\s+EXISTS\s+)?|DROP\s+INDEX\s+CONCURRENTLY\s+(?:IF\s+EXISTS\s+)?)(?<index>[a-z_][a-z0-9_]*)\b/i;

let own: Promise<Migration[]> | undefined;

/** In the order of their names. This version's own are read once: they do not change while it runs. */
export async function readMigrations(folder: URL = FOLDER): Promise<Migration[]> {
  if (folder !== FOLDER) return read(folder);
  own ??= read(folder);
  return own.catch((error) => {
    own = undefined;
    throw error;
  });
}

async function read(folder: URL): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const script = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
      const checksum = createHash('sha256').update(script).digest('hex');
      return { name, script, checksum, concurrent: CONCURRENT.test(script) ? statementsOf(name, script) : undefined };
    }),
  );
}

/** @throws for a statement that may not be repeated after an interruption */
function statementsOf(name: string, script: string): IndexStatement[] {
  return script
    .replace(/--.*$/gm, '')
    .split(';')
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text) => {
      const found = INDEX_STATEMENT.exec(text)?.groups;
      if (!found) {
        throw new Error(`Migration ${name}: only CREATE INDEX CONCURRENTLY and DROP INDEX CONCURRENTLY may run without a transaction`);
      }
      return { makes: found.makes !== undefined, index: found.index as string, text };
    });
}
