import type { components } from '../../../generated/api.d.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import { notFound } from '../../shared/errors.ts';
import { paginationOf } from '../../shared/paging.ts';
import { type ActivityRow, pageOfActivities } from './activities.repo.ts';

/** Metadata is stored in the form that the document gives for its type. */
const toActivity = ({ type, occurred_at, metadata }: ActivityRow): components['schemas']['ContactActivity'] =>
  ({ type, timestamp: occurred_at.toISOString(), metadata }) as components['schemas']['ContactActivity'];

const listContactActivities: Handler<'listContactActivities'> = async ({ path, query }, ctx) => {
  const page = await pageOfActivities(ctx, path.contact_id, query);
  if (!page) throw notFound();
  return { status: 200, body: { items: page.rows.map(toActivity), pagination: paginationOf(query, page.total) } };
};

export const activityHandlers = { listContactActivities } satisfies Partial<Handlers>;
