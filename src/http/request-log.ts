import { createWriteBehind } from '../platform/batch.ts';
import type { Clock } from '../platform/clock.ts';
import { idAt } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { once } from '../shared/once.ts';
import type { Principal } from './admission.ts';
import { readDocument } from './contract.ts';
import type { Exchange } from './intake.ts';
import { createMask, isIdentifier } from './masking.ts';
import type { LoggedRequest, RequestLog } from './request-log.types.ts';

/** An answered request until it is written. */
interface Unit extends Omit<LoggedRequest, 'id' | 'at' | 'operation' | 'path' | 'query' | 'body'> {
  /** Made with the first attempt, so that a repeated one writes no request twice. */
  id?: string;
  /** Milliseconds of the epoch. */
  time: number;
  operation: Exchange['operation'];
  params: Exchange['params'];
  query: object;
  /** The text of a body that is masked already. */
  body: object | string | null;
  /** Counted against the room in memory. */
  bytes: number;
}

interface Options {
  log: Log;
  clock: Clock;
  /** One statement for all of them. Repeating it changes nothing. */
  write: (requests: LoggedRequest[]) => Promise<void>;
  mostBytes?: number;
}

const EVERY_MS = 1_000;
const GROUP = 500;
const MOST_BYTES = 8 * 1024 * 1024;
/** Of a request without its body. */
const OWN_BYTES = 512;
/** A larger body is masked at once: those that wait would take too much memory. */
const LARGE_BODY = 4_096;

export function createRequestLog({ log, clock, write, mostBytes = MOST_BYTES }: Options): RequestLog {
  // Reading the document's enums takes some milliseconds, which a service without logged requests saves.
  const mask = once(() => createMask(readDocument()));
  const masked = (value: object): string => JSON.stringify(mask()(value));
  let sequence = 0;

  function toRow(unit: Unit): LoggedRequest {
    const { time, operation, params, bytes: _, query, body, ...rest } = unit;
    unit.id ??= idAt(time);
    return {
      ...rest,
      id: unit.id,
      at: new Date(time),
      operation: operation.operationId,
      path: operation.path.replaceAll(/\{([^}]+)\}/g, (template, name) => {
        const value = (params as Record<string, string>)[name] ?? '';
        return isIdentifier(value) ? value : template;
      }),
      query: masked(query),
      body: body && (typeof body === 'string' ? body : masked(body)),
    };
  }

  const behind = createWriteBehind<Unit>({
    what: 'logged requests',
    log,
    everyMs: EVERY_MS,
    writeFrom: GROUP,
    groupSize: GROUP,
    most: mostBytes,
    growth: (older, { bytes }) => (older ? 0 : bytes),
    merge: () => {},
    async write(group) {
      await write([...group.values()].map(toRow));
      return [];
    },
  });

  return {
    add({ http, response, operation, params, query, headers, body, bodyBytes, started }) {
      const { principal, requestId, errorCode } = response.locals as { principal?: Principal; requestId: string; errorCode?: string };
      if (!principal?.logsRequests) return;
      const durationMs = performance.now() - started;
      const object = body && typeof body === 'object' && !Array.isArray(body) && !Buffer.isBuffer(body) ? body : null;
      const isLarge = bodyBytes > LARGE_BODY;
      behind.add(String(sequence++), {
        time: clock.now().getTime() - durationMs,
        workspaceId: principal.workspaceId,
        requestId,
        method: http.method,
        operation,
        params,
        query,
        status: response.statusCode,
        errorCode: errorCode ?? null,
        durationMs: Math.round(durationMs * 100) / 100,
        key: principal.key,
        isKeyed: operation.idempotent && headers['idempotency-key'] !== undefined,
        isReplayed: response.hasHeader('Idempotency-Replayed'),
        body: object && isLarge ? masked(object) : object,
        bytes: OWN_BYTES + Math.min(bodyBytes, LARGE_BODY),
      });
    },
    flush: behind.flush,
    finish: behind.finish,
    behind,
  };
}
