import type { components } from '../../generated/api.d.ts';
import type { LoggedRequest, Prisma } from '../../generated/prisma/client.ts';
import type { Handler, Handlers } from '../http/handler.types.ts';
import type { LoggedRequest as NewRequest } from '../http/request-log.types.ts';
import type { Sweep } from '../jobs/jobs.ts';
import { type Clock, later } from '../platform/clock.ts';
import { type Db, sql } from '../platform/db.ts';
import { lowestId } from '../platform/ids.ts';
import { cursorPage } from '../shared/cursor.ts';
import { notFound } from '../shared/errors.ts';
import { deleteOld, timeIn } from './audit.ts';

type Schemas = components['schemas'];

const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/** Nothing is written of a workspace that keeps no log any more, or that has been deleted meanwhile. */
export async function recordRequests(db: Db, requests: NewRequest[]): Promise<void> {
  const column = <Value>(read: (request: NewRequest) => Value): Value[] => requests.map(read);
  await db.query({
    name: 'record_requests',
    text: `
      INSERT INTO logged_requests (workspace_id, id, at, request_id, method, operation, path, query, status, error_code, duration_ms,
        key_id, key_name, keyed, replayed, body)
      SELECT item.workspace_id, item.id, item.at, item.request_id, item.method, item.operation, item.path, item.query::json, item.status,
        item.error_code, item.duration_ms, item.key_id, item.key_name, item.keyed, item.replayed, item.body::json
      FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::smallint[],
        $10::text[], $11::float8[], $12::uuid[], $13::text[], $14::boolean[], $15::boolean[], $16::text[])
        AS item (workspace_id, id, at, request_id, method, operation, path, query, status, error_code, duration_ms, key_id, key_name, keyed,
          replayed, body)
      JOIN workspaces w ON w.id = item.workspace_id AND w.request_log
      ON CONFLICT DO NOTHING`,
    values: [
      column(({ workspaceId }) => workspaceId),
      column(({ id }) => id),
      column(({ at }) => at),
      column(({ requestId }) => requestId),
      column(({ method }) => method),
      column(({ operation }) => operation),
      column(({ path }) => path),
      column(({ query }) => query),
      column(({ status }) => status),
      column(({ errorCode }) => errorCode),
      column(({ durationMs }) => durationMs),
      column(({ key }) => key.id),
      column(({ key }) => key.name),
      column(({ isKeyed }) => isKeyed),
      column(({ isReplayed }) => isReplayed),
      column(({ body }) => body),
    ],
  });
}

const toRequest = (request: LoggedRequest): Schemas['LoggedRequest'] => ({
  request_id: request.requestId,
  at: request.at.toISOString(),
  method: request.method,
  operation: request.operation,
  path: request.path,
  query: request.query as Schemas['MaskedValues'],
  status: request.status,
  error_code: request.errorCode,
  duration_ms: request.durationMs,
  key: { key_id: request.keyId, name: request.keyName },
  idempotency_key_sent: request.keyed,
  replayed: request.replayed,
  body: request.body as Schemas['LoggedRequest']['body'],
});

/** Of `404` or of `4xx`. */
function statusesOf(text: string): Prisma.IntFilter | number {
  if (!text.endsWith('xx')) return Number(text);
  const lowest = Number(text[0]) * 100;
  return { gte: lowest, lt: lowest + 100 };
}

/** @param flush writes what this process has not written yet, so that a client finds the requests that it has just made */
export function createRequestHandlers(flush: () => Promise<void>) {
  const listRequests: Handler<'listRequests'> = async ({ query }, { db, workspaceId }) => {
    const { status, operation, error_code, key_id, from, to } = query;
    const [since, until] = [timeIn('from', from), timeIn('to', to)];
    const listing = {
      list: 'requests',
      status: status ?? '',
      operation: operation ?? '',
      error_code: error_code ?? '',
      key_id: key_id ?? '',
      from: since?.toISOString() ?? '',
      to: until?.toISOString() ?? '',
    };
    await flush();
    const { rows, next } = await cursorPage(listing, query, {
      isKey: (key) => key === 'id',
      positionOf: ({ id }: LoggedRequest) => ({ key: 'id', id }),
      read: (after, most) =>
        db.prisma.loggedRequest.findMany({
          where: {
            workspaceId,
            ...(status && { status: statusesOf(status) }),
            ...(operation && { operation }),
            ...(error_code && { errorCode: error_code }),
            ...(key_id && { keyId: key_id }),
            AND: [
              ...(since ? [{ id: { gte: lowestId(since.getTime()) } }] : []),
              ...(until ? [{ id: { lt: lowestId(until.getTime()) } }] : []),
              ...(after ? [{ id: { lt: after.id } }] : []),
            ],
          },
          orderBy: { id: 'desc' },
          take: most,
        }),
    });
    return { status: 200, body: { requests: rows.map(toRequest), ...next } };
  };

  const getRequest: Handler<'getRequest'> = async ({ path }, { db, workspaceId }) => {
    await flush();
    const request = await db.prisma.loggedRequest.findFirst({
      where: { workspaceId, requestId: path.request_id },
      orderBy: { id: 'desc' },
    });
    if (!request) throw notFound();
    return { status: 200, body: toRequest(request) };
  };

  return { listRequests, getRequest } satisfies Partial<Handlers>;
}

export const requestSweep = ({ db, clock }: { db: Db; clock: Clock }): Sweep => ({
  name: 'request-retention',
  everySeconds: 3_600,
  run: (stopping) => deleteOld(db, { table: 'logged_requests', before: later(clock, -KEPT_MS), of: sql`true` }, stopping),
});
