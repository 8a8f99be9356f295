import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { type Ctx, type Db, openDatabase, type Tx } from '../platform/db.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { MigrationError, migrate, missingMigrations, newerThanThis, othersMigrate } from '../platform/migrations.ts';
import { signedAddresses } from '../platform/signed-addresses.ts';
import { openStorage, type Storage } from '../platform/storage.ts';
import { CLI } from '../shared/program.ts';
import { recordAudit } from '../workspaces/audit.ts';
import { AdminError, workspaceIdOf } from '../workspaces/workspaces.service.ts';
import type { Arguments, Command, Row } from './arguments.ts';

/** Only what signs links needs `APP_SECRET`. */
export const commandConfig = (): Config => readConfig(process.env, { withoutSecret: true });

/** The stored files, for commands that sign no links to them. */
export const commandStorage = (config: Config): Promise<Storage> =>
  openStorage({ ...config, storageReserveBytes: 0 }, signedAddresses({ secret: '', baseUrl: config.baseUrl, clock: systemClock }));

/**
 * Joins the embedded database of a running service, or starts it for as long as `work` takes.
 * @throws AdminError when there is no embedded database, unless `create` is set
 */
export async function withDatabase<Result>(
  config: Config,
  { create = false, exclusive = false },
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (config.databaseUrl) return work(config.databaseUrl);
  const missing = await whyThereIsNone(config.dataDir);
  if (missing && !(create && missing.canBeMade)) throw new AdminError(missing.words);
  // Reveals a mistyped DATA_DIR.
  if (missing) process.stderr.write(`A new database is made in ${config.dataDir}.\n`);
  const embedded = await startEmbeddedPostgres(config.dataDir, { visiting: !exclusive });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

/**
 * @param read reports mistakes in the arguments before any database is looked for, or made
 * @param options.audit the action that the audit log shows, of a command that prints one record
 */
export const onDatabase =
  <Given>(
    read: (args: Arguments) => Given | Promise<Given>,
    work: (db: Db, given: Given, now: Date) => Promise<Row | Row[]>,
    options: { create?: boolean; audit?: string } = {},
  ): Command['run'] =>
  async (args) => {
    const given = await read(args);
    return withDatabase(commandConfig(), options, async (url) => {
      const db = openDatabase(url, () => {}, { connections: 2 });
      try {
        await checkTables(db, url, options.create);
        const found = await withWorkspaceId(db, args);
        const arguments_ = found === args ? given : await read(found);
        const now = new Date();
        if (!options.audit) return await work(db, arguments_, now);
        const { audit: action } = options;
        return await db.transaction(async (tx) => {
          const row = (await work(tx, arguments_, now)) as Row;
          await noteCommand(
            { db: tx, workspaceId: String(found.workspace ?? row.workspace_id), now },
            action,
            row.key_id ?? row.domain ?? args.options.domain,
          );
          return row;
        });
      } finally {
        await db.close();
      }
    });
  };

async function withWorkspaceId(db: Db, args: Arguments): Promise<Arguments> {
  if (args.workspace === undefined) return args;
  const id = await workspaceIdOf(db, args.workspace);
  return id === args.workspace ? args : { ...args, workspace: id };
}

/** The audit log has an entry of the command. */
export const noteCommand = (tx: Ctx<Tx>, action: string, targetId: unknown): Promise<void> =>
  recordAudit(tx, { action, actor: 'cli', targetId: typeof targetId === 'string' ? targetId : null });

const UPGRADE = `Start the service, or say: ${CLI} migrate`;

/**
 * A command works on the tables of its own version. It makes them together with a new database; it never upgrades existing ones, since a
 * running service may be of the older version.
 */
async function checkTables(db: Db, url: string, create = false): Promise<void> {
  const query = (text: string) => db.query<{ migration_name: string }>({ text, values: [] });
  let found = await missingMigrations(query);
  if (found.names.length > 0) {
    // The service may be migrating.
    await othersMigrate(query);
    found = await missingMigrations(query);
  }
  const { names, unknown, isNew } = found;
  const [newer] = unknown;
  if (newer) throw new MigrationError(newerThanThis(newer));
  if (names.length === 0) return;
  if (isNew && create) await migrate(url);
  else if (isNew) throw new MigrationError(`The database has not been set up. ${UPGRADE}`);
  else throw new MigrationError(`The database is that of an older version: ${names.length} migrations are missing. ${UPGRADE}`);
}

async function whyThereIsNone(dataDir: string): Promise<{ words: string; canBeMade: boolean } | undefined> {
  const hint = 'DATA_DIR names the folder in which the service keeps its database; its first start makes it.';
  const folder = await look(dataDir);
  if (folder === null) return { words: `There is no folder ${dataDir}. ${hint}`, canBeMade: true };
  if (!folder.isDirectory()) return { words: `${dataDir} is not a folder. ${hint}`, canBeMade: false };
  if ((await look(join(dataDir, 'postgres', 'PG_VERSION'))) === null) {
    return { words: `There is no database in ${dataDir}. ${hint}`, canBeMade: true };
  }
  return undefined;
}

async function look(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
