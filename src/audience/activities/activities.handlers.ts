import type { components } from '../../../generated/api.d.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import { requireContact } from '../contacts/contacts.repo.ts';
import { type ActivityRow, pageOfActivities } from './activities.repo.ts';

/** Metadata is stored in the form that the document gives for its type. */
const toActivity = ({ type, occurred_at, metadata }: ActivityRow): components['schemas']['ContactActivity'] =>
  ({ type, timestamp: occurred_at.toISOString(), metadata }) as components['schemas']['ContactActivity'];

const listContactActivities: Handler<'listContactActivities'> = async ({ path, query }, ctx) => {
  const { rows, paging } = await pageOfActivities(ctx, path.contact_id, query);
  // Every contact has an entry, so only another page can be empty.
  if (rows.length === 0) await requireContact(ctx, path.contact_id);
  return { status: 200, body: { items: rows.map(toActivity), ...paging } };
};

export const activityHandlers = { listContactActivities } satisfies Partial<Handlers>;
