import type { Handler, Handlers } from '../../http/handler.types.ts';
import { tentFigures, workspaceFigures } from './analytics.service.ts';
import { toTentAnalytics, toWorkspaceAnalytics } from './analytics.view.ts';

const getTentAnalytics: Handler<'getTentAnalytics'> = async ({ query }, { db, workspaceId, now }) => ({
  status: 200,
  body: toTentAnalytics(query.tent_id, await tentFigures(db, workspaceId, query.tent_id, query, now)),
});

const getWorkspaceAnalytics: Handler<'getWorkspaceAnalytics'> = async ({ query }, { db, workspaceId, now }) => ({
  status: 200,
  body: toWorkspaceAnalytics(await workspaceFigures(db, workspaceId, query, now)),
});

export const analyticsHandlers = { getTentAnalytics, getWorkspaceAnalytics } satisfies Partial<Handlers>;
