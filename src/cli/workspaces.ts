import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { type Db, transaction } from '../platform/db.ts';
import type { TrackingMode } from '../shared/tracking-mode.ts';
import { usageOf } from '../workspaces/budget/budget.ts';
import { LIMITED, type Resource } from '../workspaces/budget/resources.ts';
import { requestDeletion } from '../workspaces/deletion.service.ts';
import {
  AdminError,
  checkWorkspace,
  createWorkspace,
  findWorkspace,
  type Identity,
  listWorkspaces,
  type Plan,
  updateWorkspace,
} from '../workspaces/workspaces.service.ts';
import {
  type Arguments,
  type Commands,
  optional,
  type Row,
  required,
  several,
  UsageError,
  WORKSPACE,
  whole,
  workspaceOf,
} from './arguments.ts';
import { deletionEnds } from './deletion.ts';
import { commandConfig, commandStorage, onDatabase } from './session.ts';

const rowOf = ({
  id,
  name,
  slug,
  plan,
  credits,
  defaultCountry,
  timezone,
  emailsPerSecond,
  legalName,
  postalAddress,
  website,
  defaultLanguage,
  tracking,
  eventDays,
}: Awaited<ReturnType<typeof createWorkspace>>): Row => ({
  workspace_id: id,
  name,
  slug,
  plan,
  credits,
  default_country: defaultCountry,
  timezone,
  emails_per_second: emailsPerSecond,
  legal_name: legalName,
  postal_address: postalAddress,
  website,
  default_language: defaultLanguage,
  tracking,
  events_days: eventDays,
});

function pace(args: Arguments): number | null | undefined {
  const value = optional(args, 'emails-per-second');
  if (value === undefined || value === 'none') return value === 'none' ? null : undefined;
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(value)) throw new UsageError(`--emails-per-second takes a number, or none, not "${value}".`);
  return Number(value);
}

/** `stored_bytes=1000000`, `none` (no limit) or `default` (the plan's). */
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

async function wholeRow(db: Db, id: string, now: Date): Promise<Row> {
  await checkWorkspace({ db, workspaceId: id });
  const { limits, used } = await usageOf({ db, workspaceId: id, now });
  return { ...rowOf(await findWorkspace({ db, workspaceId: id })), limits, usage: used };
}

const settingsIn = (args: Arguments) => ({
  plan: optional(args, 'plan') as Plan | undefined,
  credits: whole(args, 'credits'),
  defaultCountry: optional(args, 'default-country'),
  timezone: optional(args, 'timezone'),
  emailsPerSecond: pace(args),
  eventDays: whole(args, 'events-days'),
});

/** `none` clears a part. */
function identityIn(args: Arguments): Identity {
  const part = (name: string) => {
    const value = optional(args, name);
    return value === 'none' ? null : value?.replaceAll('\\n', '\n');
  };
  return {
    legalName: part('legal-name'),
    postalAddress: part('postal-address'),
    website: part('website'),
    defaultLanguage: part('default-language'),
  };
}

const SETTINGS = {
  name: { takes: 'NAME', about: 'One line' },
  others: {
    plan: { takes: 'free|paid', about: 'Decides its limits; paid by default' },
    credits: { takes: 'N', about: 'How many pages it may have written' },
    'default-country': { takes: 'CC', about: 'Of phone numbers without a country code, as SE' },
    timezone: { takes: 'ZONE', about: 'In which its days are counted, as Europe/Stockholm' },
    'emails-per-second': { takes: 'N|none', about: 'What its mail is sent at, at most' },
    'events-days': { takes: 'N', about: 'For how many days its events are kept, 2 to 30' },
  },
};

export const workspaceCommands: Commands = {
  'workspaces create': {
    about: 'Makes a workspace',
    options: {
      name: { ...SETTINGS.name, required: true },
      slug: { takes: 'SLUG', about: 'What the address of its pages begins with; by default it comes from the name' },
      ...SETTINGS.others,
    },
    run: onDatabase(
      (args) => ({ ...settingsIn(args), name: required(args, 'name'), slug: optional(args, 'slug') }),
      async (db, settings, now) => rowOf(await createWorkspace(db, settings, now)),
      // The first command before the service has ever started.
      { create: true, audit: 'workspace.created' },
    ),
  },
  'workspaces list': {
    about: 'Lists all workspaces',
    run: onDatabase(
      () => {},
      async (db) => (await listWorkspaces(db)).map(rowOf),
    ),
  },
  'workspaces show': {
    about: 'Shows a workspace: its limits, and what is used of them',
    takes: WORKSPACE,
    run: onDatabase(workspaceOf, async (db, id, now) => wholeRow(db, id, now)),
  },
  'workspaces update': {
    about: 'Changes a workspace, and shows it',
    takes: WORKSPACE,
    options: {
      name: SETTINGS.name,
      ...SETTINGS.others,
      'legal-name': { takes: 'NAME|none', about: 'Of the company, as marketing mail shows it' },
      'postal-address': { takes: 'ADDRESS|none', about: 'As marketing mail shows it; \\n between its lines' },
      website: { takes: 'URL|none', about: 'As marketing mail shows it' },
      'default-language': { takes: 'TAG|none', about: 'Of mail and pages for people without one, as pt-BR' },
      tracking: { takes: 'full|anonymous|off', about: 'How opens and clicks of its mail are recorded' },
      limit: { takes: 'RESOURCE=N|none|default', about: `What it may use: ${LIMITED.join(', ')}`, several: true },
      'brand-file': { takes: 'FILE.json', about: 'Colours and logo of what is written for it' },
    },
    run: onDatabase(
      async (args) => ({
        id: workspaceOf(args),
        settings: {
          ...settingsIn(args),
          limits: limitsIn(args),
          name: optional(args, 'name'),
          identity: identityIn(args),
          tracking: optional(args, 'tracking') as TrackingMode | undefined,
          brand: await brand(optional(args, 'brand-file')),
        },
      }),
      async (db, { id, settings }, now) => {
        await updateWorkspace(db, id, settings, now);
        return wholeRow(db, id, now);
      },
      { audit: 'workspace.updated' },
    ),
  },
  'workspaces delete': {
    about: 'Deletes a workspace with everything in it, for good; asks for its slug first',
    takes: WORKSPACE,
    options: {
      yes: { about: 'Does not ask' },
      'no-wait': { about: 'Leaves the deletion to the service, and does not wait for its end' },
    },
    run: onDatabase(
      async (args) => ({
        workspaceId: workspaceOf(args),
        isSure: args.options.yes === true,
        waits: args.options['no-wait'] !== true,
        storage: await commandStorage(commandConfig()),
      }),
      async (db, { workspaceId, isSure, waits, storage }, now) => {
        await checkWorkspace({ db, workspaceId });
        const { slug, name } = await findWorkspace({ db, workspaceId });
        if (!isSure && (await typed(`This deletes the workspace "${name}" with everything in it. Type its slug, ${slug}: `)) !== slug)
          throw new AdminError('That is not the slug; nothing was deleted.');
        await transaction({ db, workspaceId, now }, requestDeletion);
        if (!waits) return { workspace_id: workspaceId, slug, deleted: false };
        await deletionEnds({ db, workspaceId }, storage);
        return { workspace_id: workspaceId, slug, deleted: true };
      },
    ),
  },
};

/** The next line of the standard input; undefined when it has ended. */
async function typed(question: string): Promise<string | undefined> {
  process.stderr.write(question);
  for await (const line of createInterface({ input: process.stdin })) return line.trim();
  return undefined;
}

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
