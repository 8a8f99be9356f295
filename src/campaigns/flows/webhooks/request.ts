import { createHmac } from 'node:crypto';
import type { components } from '../../../../generated/api.d.ts';
import { type FlowId, type MemberId, toUlid } from '../../../platform/ids.ts';
import { type Allowed, refusalOf } from '../../../platform/outbound-guard.ts';
import type { OutboundRequest } from '../../../platform/outbound-http.ts';
import type { Issue } from '../../../shared/errors.ts';
import {
  checkMergeTags,
  compileTemplate,
  type MergeValues,
  splitMergeTags,
  TooLongError,
  templateParts,
} from '../../../shared/merge-tags.ts';
import type { StepOf } from '../definition.ts';
import { isTooLong, TOO_LONG } from '../fields.ts';

type SendWebhook = StepOf<'send_webhook'>;
type Json = unknown;

/** A request that the step cannot make. The message is for the client. */
export class WebhookError extends Error {
  override name = 'WebhookError';
}

/** Checked when the step is written, with paths below `path`; names are looked up at the time of sending. */
export function webhookIssues(
  { endpoint_url, custom_fields }: Pick<SendWebhook, 'endpoint_url' | 'custom_fields'>,
  path: string,
  allowed: Allowed,
): Issue[] {
  const address = endpoint_url === null ? null : addressIssue(endpoint_url, allowed);
  const issues: Issue[] = address === null ? [] : [{ path: `${path}.endpoint_url`, message: address }];
  if (isTooLong(custom_fields)) return [...issues, { path: `${path}.custom_fields`, message: TOO_LONG }];
  eachText(custom_fields, `${path}.custom_fields`, (text, at) => {
    const message = checkMergeTags(text);
    if (message !== null) issues.push({ path: at, message });
  });
  return issues;
}

function addressIssue(address: string, allowed: Allowed): string | null {
  const malformed = checkMergeTags(address);
  if (malformed !== null) return malformed;
  const pieces = splitMergeTags(address);
  if (pieces.some(({ tag }) => tag) && !isWholeHost(pieces[0]?.text ?? '')) return TAGS_IN_HOST;
  return refusalOf(pieces.map(({ tag, text }) => (tag ? 'x' : text)).join(''), allowed);
}

const TAGS_IN_HOST = 'may hold merge tags only behind its host, from the first "/" or "?" on';
/** Whether a text before a tag fixes the host of the request. */
const isWholeHost = (text: string): boolean => /^[a-z]+:\/\/[^/?#\\]+[/?#]/i.test(text);

export function eachText(value: Json, path: string, see: (text: string, path: string) => void): void {
  if (typeof value === 'string') see(value, path);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) eachText(inner, `${path}.${name}`, see);
}

export interface Occasion {
  flowId: FlowId;
  memberId: MemberId;
  startedAt: Date;
  contact: components['schemas']['Contact'];
  values: MergeValues;
}

/** Without its token. @throws WebhookError */
export function requestOf({ step_id, endpoint_url, method, custom_fields }: SendWebhook, occasion: Occasion): OutboundRequest {
  if (endpoint_url === null) throw new WebhookError('The step has no address.');
  const { flowId, memberId, startedAt, contact, values } = occasion;
  const url = filledIn(endpoint_url, values);
  const fields: Record<string, Json> = {
    event: 'flow.step',
    flow_id: flowId,
    step_id,
    membership_id: toUlid(memberId),
    occurred_at: startedAt.toISOString(),
    contact,
    ...(filledFields(custom_fields, values) as object),
  };
  if (method === 'get') return { url: withQuery(url, fields), method: 'GET' };
  return {
    url,
    method: method === 'put' ? 'PUT' : 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  };
}

/** With the values of the contact. */
const MOST_CHARACTERS = { fields: 256 * 1024, address: 16 * 1024 };

/** Names stay as they are. @throws WebhookError */
function filledFields(fields: Json, values: MergeValues): Json {
  let left = MOST_CHARACTERS.fields;
  const filled = (value: Json): Json => {
    if (typeof value === 'string') {
      const text = compileTemplate(value, { escape: false }).render(values, left);
      left -= text.length;
      return text;
    }
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner)]));
  };
  try {
    return filled(fields);
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error;
    throw new WebhookError(`custom_fields comes to more than ${MOST_CHARACTERS.fields} characters with the values of the contact.`);
  }
}

/**
 * Encodes each value as a part of a path or query. The host never changes, nor the depth of the path: dots would climb up.
 * @throws WebhookError
 */
export function filledIn(address: string, values: MergeValues): string {
  const parts = templateParts(address, { escape: false });
  if (parts.every((part) => typeof part === 'string')) return address;
  const [first = ''] = parts;
  if (typeof first !== 'string' || !isWholeHost(first)) throw new WebhookError(`The address ${TAGS_IN_HOST}.`);
  let url = '';
  for (const part of parts) {
    url += typeof part === 'string' ? part : encodeURIComponent(part(values).toWellFormed());
    if (url.length > MOST_CHARACTERS.address)
      throw new WebhookError(`The address comes to more than ${MOST_CHARACTERS.address} characters with the values of the contact.`);
  }
  const plain = parts.map((part) => (typeof part === 'string' ? part : 'x')).join('');
  if (depthOf(url) !== depthOf(plain)) throw new WebhookError('A value in the path of the address is "." or "..", which would change it.');
  return url;
}

const depthOf = (address: string): number | undefined => URL.parse(address)?.pathname.split('/').length;

/** With the fields that a query can hold, behind its own. */
function withQuery(address: string, fields: Record<string, Json>): string {
  const [before = '', ...fragment] = address.split('#');
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      query.append(name, String(value).toWellFormed());
  return [`${before}${before.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#');
}

/** No merge tag can change it. Null for no address. */
export const originOf = (address: string | null): string | null =>
  URL.parse(/^[a-z]+:\/\/[^/?#\\]+/i.exec(address ?? '')?.[0] ?? '')?.origin ?? null;

/** Of the token signed for an attempt. */
const TOKEN_SECONDS = 5 * 60;

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A JWT (RFC 7519), signed with HS256. It names the origin that it is for, so that no receiver can use it at another. */
export function signedToken(secret: string, { flowId, audience }: { flowId: FlowId; audience: string }, now: Date): string {
  const iat = Math.floor(now.getTime() / 1_000);
  const said = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ iss: 'bivouac', sub: flowId, aud: audience, iat, exp: iat + TOKEN_SECONDS })}`;
  return `${said}.${createHmac('sha256', secret).update(said).digest('base64url')}`;
}
