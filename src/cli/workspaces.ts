import { readFile } from 'node:fs/promises';
import type { Db } from '../platform/db.ts';
import { usageOf } from '../workspaces/budget/budget.ts';
import { LIMITED, type Resource } from '../workspaces/budget/resources.ts';
import {
  AdminError,
  checkWorkspace,
  createWorkspace,
  findWorkspace,
  listWorkspaces,
  type Plan,
  updateWorkspace,
} from '../workspaces/workspaces.service.ts';
import { type Arguments, type Commands, optional, type Row, required, several, UsageError, uuid, whole } from './arguments.ts';
import { onDatabase } from './session.ts';

const rowOf = ({
  id,
  name,
  slug,
  plan,
  credits,
  defaultCountry,
  timezone,
  emailsPerSecond,
}: Awaited<ReturnType<typeof createWorkspace>>): Row => ({
  workspace_id: id,
  name,
  slug,
  plan,
  credits,
  default_country: defaultCountry,
  timezone,
  emails_per_second: emailsPerSecond,
});

/** Undefined: not given. Null: no bound. */
function pace(args: Arguments): number | null | undefined {
  const value = optional(args, 'emails-per-second');
  if (value === undefined || value === 'none') return value === 'none' ? null : undefined;
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(value)) throw new UsageError(`--emails-per-second takes a number, or none, not "${value}".`);
  return Number(value);
}

/** `stored_bytes=1000000`, `none` or `default`: a number, no limit, or the plan's. */
function limitsIn(args: Arguments): Map<Resource, number | null | undefined> {
  return new Map(
    several(args, 'limit').map((text) => {
      const [, name, value = ''] = /^([a-z_]+)=(none|default|\d{1,15})$/.exec(text) ?? [];
      const resource = LIMITED.find((limited) => limited === name);
      if (!resource)
        throw new UsageError(
          `--limit takes RESOURCE=N, RESOURCE=none or RESOURCE=default, not "${text}"; resources are ${LIMITED.join(', ')}.`,
        );
      return [resource, value === 'none' ? null : value === 'default' ? undefined : Number(value)];
    }),
  );
}

/** A workspace with what it may use, and has used. */
async function wholeRow(db: Db, id: string, now: Date): Promise<Row> {
  await checkWorkspace({ db, workspaceId: id });
  const { limits, used } = await usageOf({ db, workspaceId: id, now });
  return { ...rowOf(await findWorkspace({ db, workspaceId: id })), limits, usage: used };
}

/** What can be told when a workspace is made, and later. */
const settingsIn = (args: Arguments) => ({
  plan: optional(args, 'plan') as Plan | undefined,
  credits: whole(args, 'credits'),
  defaultCountry: optional(args, 'default-country'),
  timezone: optional(args, 'timezone'),
  emailsPerSecond: pace(args),
});

export const workspaceCommands: Commands = {
  'workspaces create': {
    usage: '--name N [--slug S] [--plan free|paid] [--credits N] [--default-country CC] [--timezone Z] [--emails-per-second N]',
    options: {
      name: 'string',
      slug: 'string',
      plan: 'string',
      credits: 'string',
      'default-country': 'string',
      timezone: 'string',
      'emails-per-second': 'string',
    },
    run: onDatabase(
      (args) => ({ ...settingsIn(args), name: required(args, 'name'), slug: optional(args, 'slug') }),
      async (db, settings, now) => rowOf(await createWorkspace(db, settings, now)),
      // The one thing to do before the service has ever started.
      { create: true },
    ),
  },
  'workspaces list': {
    usage: '',
    run: onDatabase(
      () => {},
      async (db) => (await listWorkspaces(db)).map(rowOf),
    ),
  },
  'workspaces show': {
    usage: '',
    takes: 'ID',
    run: onDatabase(
      (args) => uuid(args.word),
      async (db, id, now) => wholeRow(db, id, now),
    ),
  },
  'workspaces update': {
    usage:
      '[--plan free|paid] [--credits N] [--name N] [--default-country CC] [--timezone Z] [--emails-per-second N|none] [--limit RESOURCE=N|none|default]… [--brand-file FILE.json]',
    takes: 'ID',
    options: {
      name: 'string',
      plan: 'string',
      credits: 'string',
      'default-country': 'string',
      timezone: 'string',
      'emails-per-second': 'string',
      limit: 'strings',
      'brand-file': 'string',
    },
    run: onDatabase(
      async (args) => ({
        id: uuid(args.word),
        settings: {
          ...settingsIn(args),
          limits: limitsIn(args),
          name: optional(args, 'name'),
          brand: await brand(optional(args, 'brand-file')),
        },
      }),
      async (db, { id, settings }, now) => {
        await updateWorkspace(db, id, settings, now);
        return wholeRow(db, id, now);
      },
    ),
  },
};

async function brand(file: string | undefined): Promise<Record<string, never> | undefined> {
  if (file === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, never>;
  } catch (error) {
    throw new AdminError(`The brand file cannot be used: ${(error as Error).message}`);
  }
  throw new AdminError('The brand file must hold one JSON object.');
}
