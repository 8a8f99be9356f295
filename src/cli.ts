import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readConfig } from './config.ts';
import { databaseTrouble } from './platform/database-trouble.ts';
import { type Db, openDatabase } from './platform/db.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { migrate } from './platform/migrations.ts';
import { explain } from './process/start-errors.ts';
import { createKey, listKeys, revokeKey } from './workspaces/keys.service.ts';
import { addDomain, listDomains, recordName, verifyDomain } from './workspaces/sending-domains.ts';
import { AdminError, createWorkspace, listWorkspaces, type Plan, updateWorkspace } from './workspaces/workspaces.service.ts';

const USAGE = `Usage: npm run --silent cli -- <command> [--json]

  workspaces create --name N [--slug S] [--plan free|paid] [--credits N]
  workspaces list
  workspaces update ID [--plan free|paid] [--credits N] [--name N] [--brand-file FILE.json]
  keys create --workspace ID --name N [--expires-at TIME]
  keys list --workspace ID
  keys revoke KEY_ID
  domains add --workspace ID --domain D [--verified]
  domains verify --workspace ID --domain D
  domains list --workspace ID

--json prints one JSON value. The service may be running meanwhile.`;

/** The command itself is wrong, as opposed to what it asks for. */
class UsageError extends Error {}

type Row = Record<string, unknown>;
interface Arguments {
  options: Record<string, string | boolean | undefined>;
  id: string | undefined;
}
interface Command {
  options: string[];
  takesId?: boolean;
  run: (db: Db, args: Arguments, now: Date) => Promise<Row | Row[]>;
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

const workspaceRow = ({ id, name, slug, plan, credits }: Awaited<ReturnType<typeof createWorkspace>>): Row => ({
  workspace_id: id,
  name,
  slug,
  plan,
  credits,
});

const keyRow = (key: Awaited<ReturnType<typeof listKeys>>[number]): Row => ({
  key_id: key.id,
  workspace_id: key.workspaceId,
  name: key.name,
  prefix: key.prefix,
  created_at: iso(key.createdAt),
  expires_at: iso(key.expiresAt),
  revoked_at: iso(key.revokedAt),
});

const domainRow = (domain: Awaited<ReturnType<typeof addDomain>>): Row => ({
  workspace_id: domain.workspaceId,
  domain: domain.domain,
  verified_at: iso(domain.verifiedAt),
  txt_name: recordName(domain.domain),
  txt_value: domain.verificationToken,
});

const COMMANDS: Record<string, Command> = {
  'workspaces create': {
    options: ['name', 'slug', 'plan', 'credits'],
    run: async (db, { options }, now) =>
      workspaceRow(
        await createWorkspace(
          db,
          {
            name: required(options, 'name'),
            slug: optional(options, 'slug'),
            plan: optional(options, 'plan') as Plan | undefined,
            credits: whole(options, 'credits'),
          },
          now,
        ),
      ),
  },
  'workspaces list': { options: [], run: async (db) => (await listWorkspaces(db)).map(workspaceRow) },
  'workspaces update': {
    options: ['name', 'plan', 'credits', 'brand-file'],
    takesId: true,
    run: async (db, { options, id }, now) => {
      const settings = {
        name: optional(options, 'name'),
        plan: optional(options, 'plan') as Plan | undefined,
        credits: whole(options, 'credits'),
        brand: await brand(optional(options, 'brand-file')),
      };
      return workspaceRow(await updateWorkspace(db, uuid(id as string), settings, now));
    },
  },
  'keys create': {
    options: ['workspace', 'name', 'expires-at'],
    run: async (db, { options }, now) => {
      const expiresAt = optional(options, 'expires-at');
      const key = await createKey(
        db,
        { workspaceId: workspace(options), name: required(options, 'name'), expiresAt: expiresAt ? moment(expiresAt) : null },
        now,
      );
      return { key_id: key.id, api_key: key.token };
    },
  },
  'keys list': { options: ['workspace'], run: async (db, { options }) => (await listKeys(db, workspace(options))).map(keyRow) },
  'keys revoke': { options: [], takesId: true, run: async (db, { id }, now) => keyRow(await revokeKey(db, uuid(id as string), now)) },
  'domains add': {
    options: ['workspace', 'domain', 'verified'],
    run: async (db, { options }, now) =>
      domainRow(
        await addDomain(
          db,
          { workspaceId: workspace(options), domain: required(options, 'domain'), verified: options.verified === true },
          now,
        ),
      ),
  },
  'domains verify': {
    options: ['workspace', 'domain'],
    run: async (db, { options }, now) =>
      domainRow(await verifyDomain(db, { workspaceId: workspace(options), domain: required(options, 'domain') }, now)),
  },
  'domains list': { options: ['workspace'], run: async (db, { options }) => (await listDomains(db, workspace(options))).map(domainRow) },
};

const optional = (options: Arguments['options'], name: string): string | undefined => options[name] as string | undefined;

function required(options: Arguments['options'], name: string): string {
  const value = optional(options, name);
  if (value === undefined) throw new UsageError(`--${name} is required.`);
  return value;
}

function whole(options: Arguments['options'], name: string): number | undefined {
  const value = optional(options, name);
  if (value !== undefined && !/^\d{1,10}$/.test(value)) throw new UsageError(`--${name} takes a whole number, not "${value}".`);
  return value === undefined ? undefined : Number(value);
}

const workspace = (options: Arguments['options']): string => uuid(required(options, 'workspace'));

function uuid(value: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) throw new UsageError(`"${value}" is not an id.`);
  return value.toLowerCase();
}

function moment(value: string): Date {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) throw new UsageError(`"${value}" is not a time; write it like 2027-01-31T12:00:00Z.`);
  return date;
}

async function brand(file: string | undefined): Promise<Record<string, never> | undefined> {
  if (file === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, never>;
  } catch (error) {
    throw new AdminError(`The brand file can not be used: ${(error as Error).message}`);
  }
  throw new AdminError('The brand file must hold one JSON object.');
}

function parse(argv: string[]): { command: Command; args: Arguments; json: boolean } {
  const options = Object.fromEntries(
    ['name', 'slug', 'plan', 'credits', 'brand-file', 'workspace', 'expires-at', 'domain'].map((name) => [
      name,
      { type: 'string' as const },
    ]),
  );
  let parsed: { values: Arguments['options']; positionals: string[] };
  try {
    parsed = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { ...options, json: { type: 'boolean' }, verified: { type: 'boolean' } },
    }) as never;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const [area, verb, id, ...more] = parsed.positionals;
  const command = Object.hasOwn(COMMANDS, `${area} ${verb}`) ? COMMANDS[`${area} ${verb}`] : undefined;
  if (!command) throw new UsageError(area ? `There is no command "${[area, verb].filter(Boolean).join(' ')}".` : 'A command is missing.');
  if (command.takesId && id === undefined) throw new UsageError('The id is missing.');
  if (more.length > 0 || (!command.takesId && id !== undefined)) throw new UsageError(`"${more[0] ?? id}" is one word too many.`);
  const { json, ...given } = parsed.values;
  const stray = Object.keys(given).find((name) => !command.options.includes(name));
  if (stray) throw new UsageError(`This command has no option --${stray}.`);
  return { command, args: { options: given, id }, json: json === true };
}

async function run(command: Command, args: Arguments): Promise<Row | Row[]> {
  const config = readConfig(process.env);
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(config.dataDir, { visiting: true });
  try {
    const url = config.databaseUrl ?? (embedded?.url as string);
    await migrate(url);
    const db = openDatabase(url, () => {}, 2);
    try {
      return await command.run(db, args, new Date());
    } finally {
      await db.close();
    }
  } finally {
    await embedded?.stop();
  }
}

/** One line each under a line of names. */
function printTable(rows: Row[]): void {
  const [first] = rows;
  if (!first) {
    console.log('None.');
    return;
  }
  const names = Object.keys(first);
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '-')))];
  const widths = names.map((_name, column) => Math.max(...cells.map((row) => (row[column] as string).length)));
  for (const row of cells)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] as number))
        .join('  ')
        .trimEnd(),
    );
}

/** For people: a record as lines, several as a table. */
function print(result: Row | Row[]): void {
  if (Array.isArray(result)) {
    printTable(result);
    return;
  }
  const width = Math.max(...Object.keys(result).map((name) => name.length));
  for (const [name, value] of Object.entries(result)) console.log(`${name.padEnd(width)}  ${value ?? '-'}`);
}

async function main(): Promise<void> {
  try {
    const { command, args, json } = parse(process.argv.slice(2));
    const result = await run(command, args);
    if (json) console.log(JSON.stringify(result));
    else print(result);
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
    else if (error instanceof AdminError) console.error(error.message);
    else console.error(explain(databaseTrouble(error)));
  }
}

if (import.meta.main) await main();
