import type { Handler, Handlers } from '../../http/handler.types.ts';
import { transaction } from '../../platform/db.ts';
import { decodeCursor, encodeCursor } from '../../shared/cursor.ts';
import { invalid } from '../../shared/errors.ts';
import { usageOf } from '../../workspaces/budget/budget.ts';
import { listDomains } from '../../workspaces/sending-domains.ts';
import { retentionIn, toWorkspace } from '../../workspaces/workspace.view.ts';
import { findWorkspace, readIdentity } from '../../workspaces/workspaces.service.ts';
import { eventTypeOf } from '../events/index.ts';
import { updateListeners } from '../listeners.repo.ts';
import { lowestKept } from '../retention.ts';
import { type FeedPosition, readFeed } from './feed.repo.ts';
import { toEvent } from './feed.view.ts';

/** One cursor serves whatever is asked for beside it: a program may change its filters and go on where it was. */
const LISTING = { list: 'events' };
/** Before every event. */
const START: FeedPosition = { position: '0', id: '00000000-0000-0000-0000-000000000000' };
const isPosition = (key: string): boolean => /^\d{1,18}$/.test(key);

const listEvents: Handler<'listEvents'> = async ({ query }, ctx) => {
  const { contact_id, limit } = query;
  const types = query.types === undefined ? undefined : typesOf(query.types);
  const given = query.after === undefined ? undefined : decodeCursor(LISTING, query.after, isPosition);
  const after = given ? { position: given.key, id: given.id } : START;
  const from = await lowestKept(ctx);
  const { rows, next, hasMore } = await readFeed(ctx, { after, from, types, contactId: contact_id, limit });
  const next_cursor = encodeCursor(LISTING, { key: next.position, id: next.id });
  return { status: 200, body: { events: rows.map(toEvent), next_cursor, has_more: hasMore } };
};

/** @throws validation_failed for a type that there is not */
function typesOf(list: string): string[] {
  return list.split(',').map((text) => {
    const type = eventTypeOf(text);
    if (type === null) throw invalid({ path: 'types', message: `"${text}" is not a type of events` });
    return type;
  });
}

/** @param publishedHost the host that those of the workspaces' pages are part of */
export function createFeedHandlers({ publishedHost }: { publishedHost: string }) {
  const updateWorkspace: Handler<'updateWorkspace'> = async ({ body }, ctx) => {
    const { event_feed, event_types, retention, tracking, request_log } = body;
    const { identity, issues } = readIdentity({
      legalName: body.legal_name,
      postalAddress: body.postal_address,
      website: body.website,
      defaultLanguage: body.default_language,
    });
    if (issues.length > 0) throw invalid(...issues);
    await transaction(ctx, async (tx) => {
      const data = {
        ...identity,
        ...(event_feed !== undefined && { eventFeed: event_feed }),
        ...(event_types && { eventTypes: event_types }),
        ...(tracking && { tracking }),
        ...(request_log !== undefined && { requestLog: request_log }),
        ...(retention?.events_days !== undefined && { eventDays: retention.events_days }),
        ...(retention?.audit_days !== undefined && { auditDays: retention.audit_days }),
        ...retentionIn(retention),
        updatedAt: ctx.now,
      };
      await tx.db.prisma.workspace.update({ where: { id: ctx.workspaceId }, data });
      await updateListeners(tx);
    });
    // One after the other: the request is a transaction, which has one connection.
    const workspace = await findWorkspace(ctx);
    const domains = await listDomains(ctx);
    return { status: 200, body: toWorkspace(workspace, domains, await usageOf(ctx), publishedHost) };
  };

  return { listEvents, updateWorkspace } satisfies Partial<Handlers>;
}
