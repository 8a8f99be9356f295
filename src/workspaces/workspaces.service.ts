import type { Workspace } from '../../generated/prisma/client.ts';
import { type Ctx, type Db, DbNull, type Prisma, type Scope, sql, uniqueViolation } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import type { Issue } from '../shared/errors.ts';
import { isPhoneCountry, isUuid } from '../shared/identifiers.ts';
import { languageOf, NOT_A_LANGUAGE } from '../shared/locales.ts';
import { isStorable, nameOf, slugOf } from '../shared/text.ts';
import { NOT_A_TRACKING_MODE, type TrackingMode, trackingOf } from '../shared/tracking-mode.ts';
import { setLimit } from './budget/budget.repo.ts';
import type { Resource } from './budget/resources.ts';
import { noteGrant } from './credits.service.ts';
import { noteHosts } from './page-hosts.ts';
import type { RetentionDays } from './retention.ts';

export type Plan = 'free' | 'paid';

export interface WorkspaceSettings {
  name?: string;
  plan?: Plan;
  credits?: number;
  /** ISO 3166 code, for phone numbers without a country code. */
  defaultCountry?: string;
  /** IANA name of the time zone of the workspace's days. */
  timezone?: string;
  /** Null: as fast as the mail server takes them. */
  emailsPerSecond?: number | null;
  /** For so many days events are kept. */
  eventDays?: number;
  /** For so many days other data is kept; null: without end. */
  retention?: RetentionDays;
  /** How opens and clicks are recorded. */
  tracking?: TrackingMode;
  brand?: Prisma.InputJsonObject | null;
  identity?: Identity;
  /** In place of its plan's limits; null: no limit, undefined: the plan's. */
  limits?: ReadonlyMap<Resource, number | null | undefined>;
}

/** What marketing mail shows of the sender; null for nothing. Undefined leaves a part alone. */
export interface Identity {
  legalName?: string | null | undefined;
  /** Of several lines. */
  postalAddress?: string | null | undefined;
  website?: string | null | undefined;
  /** BCP 47, of pages and mail for people without a language. */
  defaultLanguage?: string | null | undefined;
}

export type NewWorkspace = Omit<WorkspaceSettings, 'brand' | 'identity' | 'limits' | 'tracking'> & { name: string; slug?: string };

/** The message is for an administrator. The command line shows it as it is. */
export class AdminError extends Error {
  override name = 'AdminError';
  /** The same about the field of a request. */
  readonly issue: Issue | undefined;

  constructor(message: string, issue?: Issue) {
    super(message);
    this.issue = issue;
  }
}

export class SlugTaken extends AdminError {
  readonly slug: string;

  constructor(slug: string) {
    super(`The slug "${slug}" is taken; choose another with --slug.`);
    this.slug = slug;
  }
}

/**
 * The slug is part of the address of its pages; by default it comes from the name.
 * @throws AdminError when the slug is taken or malformed, or a value is out of bounds
 */
export async function createWorkspace(
  db: Db,
  {
    name: given,
    slug = slugFor(given),
    plan = 'paid',
    credits = 0,
    defaultCountry,
    timezone,
    emailsPerSecond,
    eventDays,
    retention,
  }: NewWorkspace,
  now: Date,
): Promise<Workspace> {
  const name = adminName(given);
  check({ plan, credits, defaultCountry, emailsPerSecond, eventDays });
  await checkTimezone(db, timezone);
  if (!isSlug(slug)) {
    throw new AdminError('A slug has 1 to 63 lower-case letters, digits and hyphens, and neither begins nor ends with a hyphen.');
  }
  const id = newId();
  try {
    return await db.transaction(async (tx) => {
      const workspace = await tx.prisma.workspace.create({
        data: {
          id,
          name,
          slug,
          plan,
          credits,
          defaultCountry,
          timezone,
          emailsPerSecond,
          eventDays,
          ...retention,
          createdAt: now,
          updatedAt: now,
        },
      });
      await tx.query(sql`SELECT make_system_lists(${id}::uuid, ${now}::timestamptz)::text AS made`);
      await noteHosts({ db: tx, workspaceId: id });
      await noteGrant({ db: tx, workspaceId: id, now }, credits);
      return workspace;
    });
  } catch (error) {
    if (uniqueViolation(error)) throw new SlugTaken(slug);
    throw error;
  }
}

/** Oldest first. @param slug a part of it */
export const pageOfWorkspaces = (db: Db, { slug, after, most }: { slug?: string | undefined; after: string | undefined; most: number }) =>
  db.prisma.workspace.findMany({
    where: { ...(slug && { slug: { contains: slug } }), ...(after && { id: { gt: after } }) },
    orderBy: { id: 'asc' },
    take: most,
  });

export const listWorkspaces = (db: Db): Promise<Workspace[]> => db.prisma.workspace.findMany({ orderBy: { createdAt: 'asc' } });

/** @throws AdminError when there is no such workspace, or a value is out of bounds */
export async function updateWorkspace(db: Db, id: string, settings: WorkspaceSettings, now: Date): Promise<Workspace> {
  check(settings);
  await checkTimezone(db, settings.timezone);
  const { brand, identity, name, retention, limits = new Map(), ...rest } = settings;
  const read = identity && readIdentity(identity);
  const [first] = read?.issues ?? [];
  if (first) throw new AdminError(`The ${first.path.replaceAll('_', ' ')} ${first.message}.`, first);
  return db.transaction(async (tx) => {
    const [before] = await tx.query<{ credits: number }>(sql`SELECT credits FROM workspaces WHERE id = ${id}::uuid FOR NO KEY UPDATE`);
    if (!before) throw new AdminError('There is no workspace with this id.');
    await noteGrant({ db: tx, workspaceId: id, now }, (settings.credits ?? before.credits) - before.credits);
    for (const [resource, limit] of limits) await setLimit({ db: tx, workspaceId: id }, resource, limit);
    return tx.prisma.workspace.update({
      where: { id },
      data: {
        ...rest,
        ...retention,
        ...read?.identity,
        ...(name !== undefined && { name: adminName(name) }),
        ...(brand !== undefined && { brand: brand ?? DbNull }),
        updatedAt: now,
      },
    });
  });
}

/** A workspace that is suspended already keeps its time. @throws when there is none */
export async function suspendWorkspace({ db, workspaceId: id, now }: Ctx): Promise<Workspace> {
  await db.prisma.workspace.updateMany({ where: { id, suspendedAt: null }, data: { suspendedAt: now, updatedAt: now } });
  return findWorkspace({ db, workspaceId: id });
}

/** @returns undefined for one that is being deleted, or gone */
export async function resumeWorkspace({ db, workspaceId: id, now }: Ctx): Promise<Workspace | undefined> {
  const where = { id, deletingAt: null };
  const [workspace] = await db.prisma.workspace.updateManyAndReturn({ where, data: { suspendedAt: null, updatedAt: now } });
  return workspace;
}

/** @throws AdminError when there is no such workspace */
export async function checkWorkspace({ db, workspaceId }: Scope): Promise<void> {
  if ((await db.prisma.workspace.count({ where: { id: workspaceId } })) === 0) throw new AdminError('There is no workspace with this id.');
}

/** @throws when there is none: callers have an id that came from a key */
export const findWorkspace = ({ db, workspaceId }: Scope): Promise<Workspace> =>
  db.prisma.workspace.findFirstOrThrow({ where: { id: workspaceId } });

/** The stored form. @throws AdminError for a text that is no name */
export function adminName(text: string): string {
  const name = nameOf(text);
  if (!name || !isStorable(name) || name.length > 200) {
    throw new AdminError('A name is one line of 1 to 200 characters.', {
      path: 'name',
      message: 'must be one line of 1 to 200 characters',
    });
  }
  return name;
}

const LONGEST = { legal_name: 200, postal_address: 500, website: 500 };

/** The stored forms, and what cannot be stored; the message follows the name of the field. */
export function readIdentity({ legalName, postalAddress, website, defaultLanguage }: Identity): { identity: Identity; issues: Issue[] } {
  const issues: Issue[] = [];
  const part = (
    path: keyof typeof LONGEST | 'default_language',
    given: string | null | undefined,
    read: (text: string) => string | null,
  ) => {
    const text = given?.trim();
    if (!text) return given === undefined ? undefined : null;
    const value = read(text);
    if (value === null || !isStorable(value)) issues.push({ path, message: IDENTITY[path] });
    return value;
  };
  const line = (path: keyof typeof LONGEST) => (text: string) => (text.length > LONGEST[path] ? null : nameOf(text));
  const identity = {
    legalName: part('legal_name', legalName, line('legal_name')),
    postalAddress: part('postal_address', postalAddress, (text) => {
      const lines = text.split(/\r?\n/).map((one) => nameOf(one));
      return text.length > LONGEST.postal_address || lines.includes(null) ? null : lines.filter((one) => one !== '').join('\n');
    }),
    website: part('website', website, (text) => (isWebsite(text) && text.length <= LONGEST.website ? text : null)),
    defaultLanguage: part('default_language', defaultLanguage, languageOf),
  };
  return { identity, issues };
}

const isWebsite = (text: string): boolean => /^https?:\/\/[^\s"'<>]+$/i.test(text) && URL.canParse(text);

const IDENTITY = {
  legal_name: 'must be one line of at most 200 characters',
  postal_address: 'must be at most 500 characters in lines without control characters',
  website: 'must be an address that begins with https:// or http://, of at most 500 characters',
  default_language: NOT_A_LANGUAGE,
};

function check({ plan, credits, defaultCountry, emailsPerSecond, eventDays, tracking }: Omit<WorkspaceSettings, 'name'>): void {
  if (plan !== undefined && plan !== 'free' && plan !== 'paid') throw new AdminError('The plan is free or paid.');
  if (credits !== undefined && !(Number.isInteger(credits) && credits >= 0 && credits <= 2_000_000_000)) {
    throw new AdminError('Credits are a whole number from 0 to 2000000000.');
  }
  if (defaultCountry !== undefined && !isPhoneCountry(defaultCountry)) {
    throw new AdminError('The default country is the code of a country in two capitals, such as SE.', {
      path: 'default_country',
      message: 'must be the code of a country in two capitals, such as SE',
    });
  }
  if (typeof emailsPerSecond === 'number' && !(emailsPerSecond >= 0.01 && emailsPerSecond <= 100_000)) {
    throw new AdminError('Emails a second are a number from 0.01 to 100000.');
  }
  if (eventDays !== undefined && !(Number.isInteger(eventDays) && eventDays >= 2 && eventDays <= 30)) {
    throw new AdminError('Events are kept for 2 to 30 days.');
  }
  if (tracking !== undefined && trackingOf(tracking) !== tracking) throw new AdminError(`The tracking ${NOT_A_TRACKING_MODE}.`);
}

/** The database and this process both compute days: both must support the zone, by a name and not by a rule of its own. */
async function checkTimezone(db: Db, timezone: string | undefined): Promise<void> {
  if (timezone === undefined) return;
  const [known] = await db.query(sql`SELECT 1 AS known FROM pg_timezone_names WHERE name = ${timezone}`);
  if (!known || !/^(UTC|[A-Z][A-Za-z_]+\/[A-Za-z_/+-]+[A-Za-z\d])$/.test(timezone)) {
    throw new AdminError('The time zone is a name such as Europe/Stockholm, or UTC.', {
      path: 'timezone',
      message: 'must be a name such as Europe/Stockholm, or UTC',
    });
  }
}

export const isSlug = (text: string): boolean => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text);

export const workspaceNamed = (db: Db, slugOrId: string): Promise<Workspace | null> =>
  db.prisma.workspace.findFirst({ where: isUuid(slugOrId) ? { id: slugOrId } : { slug: slugOrId } });

/** @throws AdminError when there is none */
export async function workspaceIdOf(db: Db, slugOrId: string): Promise<string> {
  if (isUuid(slugOrId)) return slugOrId;
  const workspace = await workspaceNamed(db, slugOrId);
  if (!workspace) throw new AdminError(`There is no workspace with the slug "${slugOrId}".`);
  return workspace.id;
}

/** A slug is a part of a host name, of at most 63 characters. */
const slugFor = (name: string): string => slugOf(name, 'workspace').slice(0, 63).replace(/-$/, '');
