import { type Ctx, type Scope, type Tx, transaction } from '../../platform/db.ts';
import { lowestId, newId } from '../../platform/ids.ts';
import { type Allowed, refusalOf } from '../../platform/outbound-guard.ts';
import { DomainError, invalid, notFound } from '../../shared/errors.ts';
import { record } from '../event-log.ts';
import { updateListeners } from '../listeners.repo.ts';
import { keptMs } from '../retention.ts';
import * as repo from './endpoints.repo.ts';
import type { EndpointSecrets } from './secrets.ts';

const MOST_ENDPOINTS = 50;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** How long requests are signed with the old secret, too. */
const OLD_SECRET_MS = 24 * 60 * 60 * 1_000;

export interface EndpointChanges {
  url?: string;
  event_types?: string[];
  description?: string | null;
  status?: 'enabled' | 'disabled';
}

export type DisabledReason = 'requested' | 'gone' | 'failing';

export interface EndpointService {
  /** @throws validation_failed for the address, or conflict where there are too many */
  create(ctx: Ctx, endpoint: EndpointChanges & { url: string; event_types: string[] }): Promise<repo.EndpointRow & { secret: string }>;
  /** @throws not_found, or validation_failed for the address */
  update(ctx: Ctx, id: string, changes: EndpointChanges): Promise<repo.EndpointRow>;
  /** @throws not_found */
  rotate(ctx: Ctx, id: string): Promise<repo.EndpointRow & { secret: string }>;
}

export function createEndpointService({ secrets, allowed }: { secrets: EndpointSecrets; allowed: Allowed }): EndpointService {
  function checkUrl(url: string | undefined): void {
    const refusal = url === undefined ? null : refusalOf(url, allowed);
    if (refusal !== null) throw invalid({ path: 'url', message: refusal });
  }

  return {
    async create(ctx, { url, event_types, description = null }) {
      checkUrl(url);
      const id = newId();
      const { workspaceId, now } = ctx;
      const secret = secrets.create();
      return transaction(ctx, async (tx) => {
        // Holds the workspace, so that no two requests pass the limit together.
        await updateListeners(tx);
        if ((await repo.countEndpoints(tx)) >= MOST_ENDPOINTS)
          throw new DomainError('conflict', `A workspace has at most ${MOST_ENDPOINTS} webhook endpoints.`);
        const sealed = secrets.seal({ workspaceId, id }, secret);
        await tx.db.prisma.webhookEndpoint.create({
          data: {
            ...{ workspaceId, id, url, description, eventTypes: event_types, status: 'enabled', secret: sealed },
            ...{ createdAt: now, updatedAt: now },
          },
        });
        await repo.startDispatch(tx, id);
        await updateListeners(tx);
        return { ...(await existing(tx, id)), secret };
      });
    },

    async update(ctx, id, { url, event_types, description, status }) {
      checkUrl(url);
      return transaction(ctx, async (tx) => {
        const { endpoint } = must(await repo.holdEndpoint(tx, id));
        const isEnabled = status === 'enabled' && endpoint.status === 'disabled';
        const isDisabled = status === 'disabled' && endpoint.status === 'enabled';
        await tx.db.prisma.webhookEndpoint.update({
          where: { workspaceId_id: { workspaceId: ctx.workspaceId, id } },
          data: {
            ...(url !== undefined && { url }),
            ...(event_types && { eventTypes: event_types }),
            ...(description !== undefined && { description }),
            ...(isEnabled && { status: 'enabled', disabledReason: null, disabledAt: null }),
            ...(isDisabled && { status: 'disabled', disabledReason: 'requested', disabledAt: ctx.now }),
            updatedAt: ctx.now,
          },
        });
        if (isEnabled) await repo.startDispatch(tx, id);
        else if (url !== undefined && url !== endpoint.url) await repo.closeCircuit(tx, id);
        await updateListeners(tx);
        return existing(tx, id);
      });
    },

    async rotate(ctx, id) {
      const { workspaceId, now } = ctx;
      const secret = secrets.create();
      return transaction(ctx, async (tx) => {
        const { endpoint } = must(await repo.holdEndpoint(tx, id));
        await tx.db.prisma.webhookEndpoint.update({
          where: { workspaceId_id: { workspaceId, id } },
          data: {
            secret: secrets.seal({ workspaceId, id }, secret),
            previousSecret: endpoint.secret,
            previousSecretUntil: new Date(now.getTime() + OLD_SECRET_MS),
            updatedAt: now,
          },
        });
        return { ...(await existing(tx, id)), secret };
      });
    },
  };
}

const must = <Row>(row: Row | undefined): Row => {
  if (!row) throw notFound();
  return row;
};

/** @throws not_found */
export const existing = async (ctx: Scope, id: string): Promise<repo.EndpointRow> => must(await repo.readEndpoint(ctx, id));

/** @throws not_found, or conflict for a disabled endpoint */
export async function requireEnabled(tx: Scope<Tx>, id: string): Promise<repo.EndpointRow> {
  const row = must(await repo.holdEndpoint(tx, id));
  if (row.endpoint.status !== 'enabled') throw new DomainError('conflict', 'The endpoint is disabled; enable it first.');
  return row;
}

/** @throws not_found */
export const remove = (ctx: Ctx, id: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    must(await repo.holdEndpoint(tx, id));
    await tx.db.prisma.webhookEndpoint.delete({ where: { workspaceId_id: { workspaceId: ctx.workspaceId, id } } });
    await updateListeners(tx);
  });

/** @throws not_found, conflict for a disabled endpoint, or validation_failed for a time that is too early or has not come */
export const recover = (ctx: Ctx, id: string, since: Date): Promise<repo.EndpointRow> =>
  transaction(ctx, async (tx) => {
    await requireEnabled(tx, id);
    const age = ctx.now.getTime() - since.getTime();
    const most = await keptMs(tx);
    if (!(age >= 0 && age <= most)) throw invalid({ path: 'since', message: `must be a time within the last ${most / DAY_MS} days` });
    await repo.beginRecovery(tx, id, lowestId(since.getTime()));
    return existing(tx, id);
  });

/** Disables an endpoint that cannot be reached, with an event. @returns false when it is disabled or gone already */
export const disable = (ctx: Ctx, id: string, reason: DisabledReason): Promise<boolean> =>
  transaction(ctx, async (tx) => {
    const row = await repo.holdEndpoint(tx, id);
    if (row?.endpoint.status !== 'enabled') return false;
    await tx.db.prisma.webhookEndpoint.update({
      where: { workspaceId_id: { workspaceId: ctx.workspaceId, id } },
      data: { status: 'disabled', disabledReason: reason, disabledAt: ctx.now, updatedAt: ctx.now },
    });
    await updateListeners(tx);
    await record(tx, 'webhook.disabled', [{ data: { endpoint_id: id, url: row.endpoint.url, reason } }]);
    return true;
  });
