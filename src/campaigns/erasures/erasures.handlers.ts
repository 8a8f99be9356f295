import type { components } from '../../../generated/api.d.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import type { Events } from '../../platform/events.ts';
import { fromUlid, toUlid } from '../../platform/ids.ts';
import { cursorPage } from '../../shared/cursor.ts';
import { ERASED_KINDS } from '../../shared/erased-person.ts';
import { notFound } from '../../shared/errors.ts';
import { type ErasureRow, findErasure, pageOfErasures } from './erasures.repo.ts';
import { eraseContact as erase } from './erasures.service.ts';

type Schemas = components['schemas'];

const toErasure = (row: ErasureRow): Schemas['Erasure'] => ({
  erasure_id: toUlid(row.id),
  contact_id: row.contactId,
  status: row.status as Schemas['Erasure']['status'],
  requested_by: row.requestedBy,
  counts: Object.fromEntries(ERASED_KINDS.map((kind) => [kind, row.counts[kind] ?? 0])) as Schemas['ErasureCounts'],
  error_message: row.errorMessage,
  backups: {
    before: row.createdAt.toISOString(),
    note: `Backups made before ${row.createdAt.toISOString()} still hold the person. The service keeps no list of them: delete them, or erase the person again after a restore.`,
  },
  created_at: row.createdAt.toISOString(),
  completed_at: row.completedAt?.toISOString() ?? null,
});

const getErasure: Handler<'getErasure'> = async ({ path }, ctx) => {
  const erasure = await findErasure(ctx, fromUlid(path.erasure_id));
  if (!erasure) throw notFound();
  return { status: 200, body: toErasure(erasure) };
};

const listErasures: Handler<'listErasures'> = async ({ query }, ctx) => {
  const { rows, next } = await cursorPage({ list: 'erasures' }, query, {
    isKey: (key) => key === 'id',
    positionOf: ({ id }: ErasureRow) => ({ key: 'id', id }),
    read: (after, most) => pageOfErasures(ctx, after, most),
  });
  return { status: 200, body: { erasures: rows.map(toErasure), ...next } };
};

export function createErasureHandlers(dependencies: { events: Events; enqueue: Enqueue }) {
  const eraseContact: Handler<'eraseContact'> = async ({ path, key }, ctx) => {
    const erasure = await erase(ctx, dependencies, { contactId: path.contact_id, requestedBy: key.name });
    return { status: 202, body: toErasure(erasure) };
  };

  return { eraseContact, getErasure, listErasures } satisfies Partial<Handlers>;
}
