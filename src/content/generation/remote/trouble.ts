import { GenerationRefused, GeneratorUnavailable } from '../generator.ts';

/** What went wrong with one call, and what can be done about it. */
export interface Trouble {
  /**
   * `again`: another call may go well. `less-thought`: one that asks for less reasoning may, and `no-usage` one that does not ask how many
   * tokens it takes. `end`: none will, for now.
   */
  next: 'again' | 'less-thought' | 'no-usage' | 'end';
  /** As the server asks for. */
  pauseMs?: number | undefined;
  /** What is thrown when nothing more is tried. */
  error: GenerationRefused | GeneratorUnavailable;
}

/**
 * Judges what a call threw. What a server said goes into `cause` alone, for the log, without the key and without what it was asked.
 * @param secret stands nowhere in what comes out
 */
export function troubleOf(thrown: unknown, secret: string | undefined): Trouble {
  const status = statusOf(thrown);
  const said = saidBy(thrown, secret);
  const unavailable = (message: string) => new GeneratorUnavailable(message, { cause: new Error(status ? `${status}: ${said}` : said) });
  const end = (message: string): Trouble => ({ next: 'end', error: unavailable(message) });

  if (status === undefined) return { next: 'again', error: unavailable('The model server cannot be reached, or its answer was cut off.') };
  if (status === 401 || status === 403) return end('The model server does not accept the key of this service (AI_API_KEY).');
  if (status === 404) return end('The model server does not know this address or this model (AI_BASE_URL, AI_MODEL).');
  if (status === 413 || (status === 400 && TOO_LONG.test(said))) {
    return {
      next: 'end',
      error: new GenerationRefused('This is too much for the model to read: the document or what was asked for is too long.'),
    };
  }
  if ((status === 400 || status === 422) && /stream_options|include_usage/i.test(said)) {
    return { next: 'no-usage', error: unavailable('The model server does not count tokens.') };
  }
  if ((status === 400 || status === 422) && /reasoning|thinking|effort/i.test(said)) {
    return { next: 'less-thought', error: unavailable('The model server refuses the level of reasoning.') };
  }
  if (status < 400) return end('The model server leads elsewhere, and its address has to be set right (AI_BASE_URL).');
  if (/insufficient_quota|credit balance|billing/i.test(said)) return end('The allowance of this service at the model server is used up.');
  const isOverload = status === 429 || status === 503 || status === 529;
  if (isOverload) return { next: 'again', pauseMs: pauseOf(thrown), error: unavailable('The model server is overloaded.') };
  if (status >= 500 || [408, 409, 425].includes(status)) {
    return { next: 'again', pauseMs: pauseOf(thrown), error: unavailable(`The model server failed (${status}).`) };
  }
  return end(`The model server refuses the request (${status}).`);
}

const TOO_LONG = /context.?length|context.?window|maximum context|too long|too many tokens|prompt is too large/i;

/** Of an answer, or of an error within a stream. Undefined where there was none: no connection, a cut, nonsense. */
function statusOf(thrown: unknown): number | undefined {
  const { statusCode, code, type } = (thrown ?? {}) as { statusCode?: unknown; code?: unknown; type?: unknown };
  // A body that cannot be read is a cut, whatever its status promised.
  if (typeof statusCode === 'number') return statusCode < 300 ? undefined : statusCode;
  if (typeof code === 'number' && code >= 400 && code < 600) return code;
  if (/overloaded|rate_limit/.test(`${code} ${type}`)) return 429;
  if (/insufficient_quota|invalid_request|context_length/.test(`${code} ${type}`)) return 400;
  return undefined;
}

function saidBy(thrown: unknown, secret: string | undefined): string {
  const { message, code, responseBody } = (typeof thrown === 'object' && thrown !== null ? thrown : { message: thrown }) as Record<
    string,
    unknown
  >;
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? ` (${thrown.cause.message})` : '';
  // The first words of an answer that is no error of the protocol: a proxy's page, for one.
  const body = typeof responseBody === 'string' ? ` ${responseBody.slice(0, 300)}` : '';
  const said = `${String(message)}${cause}${typeof code === 'string' ? ` [${code}]` : ''}${body}`;
  return (secret ? said.replaceAll(secret, '…') : said).replace(/\bsk-[\w*-]{4,}/g, '…').slice(0, 600);
}

/** From `retry-after-ms`, or from `Retry-After` in seconds or as a date. */
function pauseOf(thrown: unknown): number | undefined {
  const headers = (thrown as { responseHeaders?: Record<string, string | undefined> } | undefined)?.responseHeaders;
  const exact = Number(headers?.['retry-after-ms'] || Number.NaN);
  if (exact >= 0) return exact;
  const after = headers?.['retry-after'];
  if (!after) return undefined;
  const pause = /^\s*\d+(\.\d+)?\s*$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - Date.now();
  return Number.isNaN(pause) ? undefined : Math.max(pause, 0);
}
