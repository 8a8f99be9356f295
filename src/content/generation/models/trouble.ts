import { GenerationRefused, GeneratorUnavailable } from '../generator.ts';
import type { Feature } from './abilities.ts';
import { NotAnAnswer } from './transport.ts';

export interface Trouble {
  /** `again`: retry. `without`: retry without one of the features. `end`: give up for now. */
  next: 'again' | 'without' | 'end';
  /** Named by the server, the likeliest first. */
  features: readonly Feature[];
  pauseMs?: number | undefined;
  /** Thrown after the last attempt. */
  error: GenerationRefused | GeneratorUnavailable;
}

const NAMED: readonly [Feature, RegExp][] = [
  ['usage', /stream_options|include_usage/i],
  ['limit', /max_(?:completion_|output_)?tokens|maxOutputTokens|in the completion/i],
  [
    'structure',
    /response_?format|output_?(?:format|compression)|json_?schema|json_?object|structured|\bschema\b|grammar|guided|tool_choice|tool use|\btools?\b|text\.format|too many states|responseMimeType|json mode/i,
  ],
  ['effort', /reasoning|thinking|\bthink\b|effort/i],
];

const PICTURES = /\bimages?\b|image_url|input_image|multi-?modal|\bvision\b|mmproj|inline_?data/i;
/** The complaint is about these pictures, not about pictures in general. */
const THIS_PICTURE = /could not|couldn't|unable|fail|decode|corrupt|invalid|format|media.?type|mime|large|size|dimension|download/i;
const NO_PICTURES = /\bnot? .{0,60}support|n't .{0,60}support|only (?:be )?supported|capab/i;

/** With 404 only pictures count: routers answer so for models without vision. */
function featuresIn(said: string, status: number): Feature[] {
  if (status === 404) return PICTURES.test(said) ? ['vision'] : [];
  const named = NAMED.flatMap(([feature, pattern]) => (pattern.test(said) ? feature : []));
  if (!PICTURES.test(said)) return named;
  return [THIS_PICTURE.test(said) && !NO_PICTURES.test(said) ? 'picture' : 'vision', ...named];
}

/** Some servers answer 500 for a schema they cannot compile. */
const REFUSALS = [400, 404, 415, 422, 501];

/** The server's words go only into `cause`, for the log, without the key and the prompt. @param model its name may look like a feature */
export function troubleOf(thrown: unknown, secret: string | undefined, model: string): Trouble {
  const status = statusOf(thrown);
  const said = saidBy(thrown, secret);
  const unavailable = (message: string) => new GeneratorUnavailable(message, { cause: new Error(status ? `${status}: ${said}` : said) });
  const end = (message: string): Trouble => ({ next: 'end', features: [], error: unavailable(message) });
  const again = (message: string): Trouble => ({ next: 'again', features: [], pauseMs: pauseOf(thrown), error: unavailable(message) });

  const wrong = notAnAnswerIn(thrown);
  if (wrong)
    return again(`The address of the model server answers with ${wrong.contentType} instead of an answer of a model (AI_BASE_URL).`);
  if (status === undefined) return again('The model server cannot be reached, or its answer was cut off.');
  if (status === 401 || status === 403) return end('The model server does not accept the key of this service (AI_API_KEY).');
  if (status < 400) return end('The model server redirects to another address. Set AI_BASE_URL to the final one.');
  if (/insufficient_quota|credit balance|billing|payment required/i.test(said) || status === 402) {
    return end('The allowance of this service at the model server is used up.');
  }
  const named = featuresIn(said.replaceAll(model, ''), status);
  const isTooLong = status === 413 || (status === 400 && TOO_LONG.test(said));
  if (isTooLong && !named.includes('limit')) return { next: 'end', features: [], error: new GenerationRefused(TOO_MUCH) };
  if (named.length > 0 && (REFUSALS.includes(status) || (status === 500 && /grammar|schema|format/i.test(said)))) {
    const error = isTooLong ? new GenerationRefused(TOO_MUCH) : unavailable(`The model server refuses a part of the request (${status}).`);
    return { next: 'without', features: named, error };
  }
  if (status === 404) return end('The model server does not have this address or this model (AI_BASE_URL, AI_MODEL).');
  if ([429, 503, 529].includes(status)) return again('The model server is overloaded.');
  if (status >= 500 || [408, 409, 425].includes(status)) return again(`The model server failed (${status}).`);
  return end(`The model server refuses the request (${status}).`);
}

const TOO_LONG =
  /context.?length|context.?window|maximum context|too long|too many tokens|prompt is too large|exceeds the maximum number of tokens/i;
const TOO_MUCH = 'This is too much for the model to read: the document or the request is too long.';

/** Of an answer or of an error within a stream. Undefined if there was no connection, a cut or nonsense. */
function statusOf(thrown: unknown): number | undefined {
  const { statusCode, code, type, error } = fieldsOf(thrown);
  // An unreadable body is a cut, whatever its status.
  if (typeof statusCode === 'number') return statusCode < 300 ? undefined : statusCode;
  if (typeof code === 'number' && code >= 400 && code < 600) return code;
  const words = `${String(code)} ${String(type)}`;
  if (/overloaded|rate_limit/i.test(words)) return 429;
  if (/insufficient_quota|invalid_request|context_length/i.test(words)) return 400;
  if (/server_error|internal/i.test(words)) return 500;
  return typeof error === 'object' && error !== null ? statusOf(error) : undefined;
}

const fieldsOf = (thrown: unknown): Readonly<Record<string, unknown>> =>
  typeof thrown === 'object' && thrown !== null ? (thrown as Readonly<Record<string, unknown>>) : { message: thrown };

const MOST_CAUSES = 4;

function notAnAnswerIn(thrown: unknown, depth = 0): NotAnAnswer | undefined {
  if (thrown instanceof NotAnAnswer) return thrown;
  return thrown instanceof Error && depth < MOST_CAUSES ? notAnAnswerIn(thrown.cause, depth + 1) : undefined;
}

function saidBy(thrown: unknown, secret: string | undefined): string {
  const { message, code, responseBody } = fieldsOf(thrown);
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? ` (${thrown.cause.message})` : '';
  // The body starts with details in some protocols, or with a proxy's page.
  const body = typeof responseBody === 'string' ? ` ${responseBody}` : '';
  const said = `${String(message)}${cause}${typeof code === 'string' ? ` [${code}]` : ''}`;
  // Truncated last, because a part of a secret is still a secret.
  return `${withoutSecrets(said, secret).slice(0, 800)}${withoutSecrets(body, secret).slice(0, 800)}`;
}

const withoutSecrets = (said: string, secret: string | undefined): string =>
  (secret ? said.replaceAll(secret, '…') : said).replace(/\b(?:sk-|AIza|Bearer )[\w.*-]{4,}/g, '…');

/** From `retry-after-ms`, or from `Retry-After` in seconds or as a date. */
function pauseOf(thrown: unknown): number | undefined {
  const headers = fieldsOf(thrown).responseHeaders as Readonly<Record<string, string | undefined>> | undefined;
  const exact = Number(headers?.['retry-after-ms'] || Number.NaN);
  if (exact >= 0) return exact;
  const after = headers?.['retry-after'];
  if (!after) return undefined;
  const pause = /^\s*\d{1,9}(\.\d{1,9})?\s*$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - Date.now();
  return Number.isNaN(pause) ? undefined : Math.max(pause, 0);
}
