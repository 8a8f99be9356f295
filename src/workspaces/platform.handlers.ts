import type { components } from '../../generated/platform.d.ts';
import type { Workspace, WorkspaceDeletion } from '../../generated/prisma/client.ts';
import type { PlatformHandler, PlatformHandlers } from '../http/platform.types.ts';
import { type Ctx, type Db, type Tx, transaction } from '../platform/db.ts';
import { cursorPage } from '../shared/cursor.ts';
import { DomainError, invalid } from '../shared/errors.ts';
import { type NewAuditEntry, recordAudit } from './audit.ts';
import { usageOf } from './budget/budget.ts';
import type { Resource } from './budget/resources.ts';
import { findDeletion } from './deletion.repo.ts';
import { requestDeletion } from './deletion.service.ts';
import { insertKey } from './keys.service.ts';
import { budgetOf, retentionIn, toBrand, toRetention } from './workspace.view.ts';
import * as service from './workspaces.service.ts';

type Schemas = components['schemas'];

const FIRST_KEY = 'First key';

const toWorkspace = (workspace: Workspace): Schemas['PlatformWorkspace'] => ({
  workspace_id: workspace.id,
  name: workspace.name,
  slug: workspace.slug,
  plan: workspace.plan as service.Plan,
  credits: workspace.credits,
  default_country: workspace.defaultCountry,
  timezone: workspace.timezone,
  emails_per_second: workspace.emailsPerSecond,
  brand: toBrand(workspace.brand),
  legal_name: workspace.legalName,
  postal_address: workspace.postalAddress,
  website: workspace.website,
  default_language: workspace.defaultLanguage,
  tracking: workspace.tracking as Schemas['TrackingMode'],
  events_days: workspace.eventDays,
  retention: toRetention(workspace),
  status: workspace.deletingAt ? 'deleting' : workspace.suspendedAt ? 'suspended' : 'active',
  suspended_at: workspace.suspendedAt?.toISOString() ?? null,
  created_at: workspace.createdAt.toISOString(),
});

async function detailOf(workspace: Workspace, { db, now }: { db: Db; now: Date }): Promise<Schemas['PlatformWorkspaceDetail']> {
  const ctx = { db, workspaceId: workspace.id, now };
  const deletion = workspace.deletingAt && (await findDeletion(ctx));
  return { ...toWorkspace(workspace), deletion: deletion && toDeletion(deletion), ...budgetOf(await usageOf(ctx)) };
}

const toDeletion = ({ createdAt, deletedRows, errorMessage }: WorkspaceDeletion): Schemas['PlatformWorkspaceDeletion'] => ({
  started_at: createdAt.toISOString(),
  deleted_rows: Number(deletedRows),
  error: errorMessage,
});

/** @throws not_found */
async function existing(db: Db, slugOrId: string): Promise<Workspace> {
  const workspace = await service.workspaceNamed(db, slugOrId.toLowerCase());
  if (!workspace) throw new DomainError('not_found', `There is no workspace "${slugOrId}".`);
  return workspace;
}

const beingDeleted = () => new DomainError('conflict', 'The workspace is being deleted, which is final.');

/** @throws not_found, conflict */
async function changeable(db: Db, slugOrId: string): Promise<Workspace> {
  const workspace = await existing(db, slugOrId);
  if (workspace.deletingAt) throw beingDeleted();
  return workspace;
}

/** A refusal of the service as that of a request. @throws validation_failed, conflict */
async function asAnswer<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof service.SlugTaken) throw new DomainError('conflict', `The slug "${error.slug}" is taken; choose another.`);
    if (error instanceof service.AdminError && error.issue) throw invalid(error.issue);
    throw error;
  }
}

const settingsOf = (body: Omit<Schemas['CreatePlatformWorkspaceRequest'], 'name' | 'slug'> | Schemas['PlatformWorkspacePatch']) => ({
  plan: body.plan,
  credits: body.credits,
  defaultCountry: body.default_country,
  timezone: body.timezone,
  emailsPerSecond: body.emails_per_second,
  eventDays: body.events_days,
  retention: retentionIn(body.retention),
});

const listPlatformWorkspaces: PlatformHandler<'listPlatformWorkspaces'> = async ({ query: { slug, cursor, limit = 25 } }, { db }) => {
  const listing = { list: 'workspaces', slug: slug ?? '' };
  const { rows, next } = await cursorPage(
    listing,
    { cursor, limit },
    {
      isKey: (key) => key === 'id',
      positionOf: ({ id }: Workspace) => ({ key: 'id', id }),
      read: (after, most) => service.pageOfWorkspaces(db, { slug, after: after?.id, most }),
    },
  );
  return { status: 200, body: { workspaces: rows.map(toWorkspace), ...next } };
};

const createPlatformWorkspace: PlatformHandler<'createPlatformWorkspace'> = ({ body }, { db, now }) =>
  db.transaction(async (tx) => {
    const { name, slug } = body;
    const workspace = await asAnswer(service.createWorkspace(tx, { ...settingsOf(body), name, slug }, now));
    const { token } = await insertKey({ db: tx, workspaceId: workspace.id, now }, { name: FIRST_KEY });
    return { status: 201, body: { ...(await detailOf(workspace, { db: tx, now })), api_key: token } };
  });

const getPlatformWorkspace: PlatformHandler<'getPlatformWorkspace'> = async ({ path }, ctx) => ({
  status: 200,
  body: await detailOf(await existing(ctx.db, path.workspace_id), ctx),
});

const updatePlatformWorkspace: PlatformHandler<'updatePlatformWorkspace'> = async ({ path, body }, ctx) => {
  const { id } = await changeable(ctx.db, path.workspace_id);
  const { name, tracking, brand, limits = {} } = body;
  const changes = {
    ...settingsOf(body),
    name,
    tracking,
    identity: {
      legalName: body.legal_name,
      postalAddress: body.postal_address,
      website: body.website,
      defaultLanguage: body.default_language,
    },
    limits: new Map(Object.entries(limits).map(([resource, limit]) => [resource as Resource, limitOf(limit)])),
    ...(brand && { brand: { colors: { primary: brand.primary_color ?? null }, logo_url: brand.logo_url ?? null } }),
  };
  const workspace = await asAnswer(service.updateWorkspace(ctx.db, id, changes, ctx.now));
  return { status: 200, body: await detailOf(workspace, ctx) };
};

/** The only text is `plan`: the plan's own limit. */
const limitOf = (limit: number | string | null): number | null | undefined => (typeof limit === 'string' ? undefined : limit);

const suspendPlatformWorkspace: PlatformHandler<'suspendPlatformWorkspace'> = async ({ path }, ctx) => {
  const { id } = await changeable(ctx.db, path.workspace_id);
  return { status: 200, body: await detailOf(await service.suspendWorkspace({ ...ctx, workspaceId: id }), ctx) };
};

const resumePlatformWorkspace: PlatformHandler<'resumePlatformWorkspace'> = async ({ path }, ctx) => {
  const { id } = await changeable(ctx.db, path.workspace_id);
  const workspace = await service.resumeWorkspace({ ...ctx, workspaceId: id });
  if (!workspace) throw beingDeleted();
  return { status: 200, body: await detailOf(workspace, ctx) };
};

const deletePlatformWorkspace: PlatformHandler<'deletePlatformWorkspace'> = async ({ path, query }, ctx) => {
  const { id, slug } = await existing(ctx.db, path.workspace_id);
  if (query.confirm !== slug) throw invalid({ path: 'confirm', message: `must be the slug of the workspace, ${slug}` });
  const workspace = await transaction({ ...ctx, workspaceId: id }, requestDeletion);
  return { status: 202, body: await detailOf(workspace, ctx) };
};

export const platformHandlers: PlatformHandlers = {
  listPlatformWorkspaces,
  createPlatformWorkspace,
  getPlatformWorkspace,
  updatePlatformWorkspace,
  suspendPlatformWorkspace,
  resumePlatformWorkspace,
  deletePlatformWorkspace,
};

/** The entry is in the log of the workspace that the request is about. */
export async function recordPlatformAudit(tx: Ctx<Tx>, { action, targetId, requestId = null }: NewAuditEntry): Promise<void> {
  const { id } = await existing(tx.db, targetId as string);
  await recordAudit({ ...tx, workspaceId: id }, { action, actor: 'platform', targetId: null, requestId });
}
