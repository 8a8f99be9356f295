import type { Handler, Handlers } from '../../http/handler.types.ts';
import { tentFigures, workspaceFigures } from './analytics.service.ts';
import { toTentAnalytics, toWorkspaceAnalytics } from './analytics.view.ts';

const getTentAnalytics: Handler<'getTentAnalytics'> = async ({ query }, ctx) => ({
  status: 200,
  body: toTentAnalytics(query.tent_id, await tentFigures(ctx, query.tent_id, query)),
});

const getWorkspaceAnalytics: Handler<'getWorkspaceAnalytics'> = async ({ query }, ctx) => ({
  status: 200,
  body: toWorkspaceAnalytics(await workspaceFigures(ctx, query)),
});

export const analyticsHandlers = { getTentAnalytics, getWorkspaceAnalytics } satisfies Partial<Handlers>;
