import type { Handler, Handlers } from '../../http/handler.types.ts';
import { notFound } from '../../shared/errors.ts';
import { paginationOf } from '../../shared/paging.ts';
import { pageOfActivities } from './activities.repo.ts';
import { toActivity } from './activities.view.ts';

const listContactActivities: Handler<'listContactActivities'> = async ({ path, query }, ctx) => {
  const page = await pageOfActivities(ctx, path.contact_id, query);
  if (!page) throw notFound();
  return { status: 200, body: { items: page.rows.map(toActivity), pagination: paginationOf(query, page.total) } };
};

export const activityHandlers = { listContactActivities } satisfies Partial<Handlers>;
