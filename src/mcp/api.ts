import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Operation } from '../http/contract.ts';
import type { ApiRequest, OperationId, Reply } from '../http/handler.types.ts';
import type { Issue } from '../shared/errors.ts';
import type { Caller, InnerAnswer, InnerRequest, Inside } from './inside.ts';
import { argumentOf } from './tools.ts';

/** A refusal in words for the agent to act upon. */
export class ToolError extends Error {}

export interface Parts {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  json?: unknown;
  text?: { content: string; type: string };
  files?: { name: string; type: string; bytes: Buffer }[];
  idempotencyKey?: string | undefined;
}

/** @throws ToolError when an identifier of the path is missing */
export async function requestOf(
  operation: Operation,
  { path = {}, query = {}, json, text, files, idempotencyKey }: Parts,
): Promise<InnerRequest> {
  const place = operation.path.replace(/\{([^}]+)\}/g, (_match, name: string) => {
    const value = path[name];
    if (typeof value !== 'string' || value === '')
      throw new ToolError(`${argumentOf(name)}: is required, as a text. Nothing was asked of the service.`);
    return encodeURIComponent(value);
  });
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    // The service refuses unusable values in its own words.
    if (value !== undefined) asked.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  const request: InnerRequest = {
    method: operation.method.toUpperCase(),
    path: asked.size > 0 ? `${place}?${asked}` : place,
    headers: operation.idempotent ? { 'idempotency-key': idempotencyKey ?? randomUUID() } : {},
  };
  const send = (type: string, body: string | Buffer): InnerRequest => ({
    ...request,
    headers: { ...request.headers, 'content-type': type, 'content-length': String(Buffer.byteLength(body)) },
    body,
  });
  if (files) {
    const form = new FormData();
    for (const { name, type, bytes } of files) form.append('file', new Blob([new Uint8Array(bytes)], { type }), name);
    const encoded = new Response(form);
    return send(encoded.headers.get('content-type') as string, Buffer.from(await encoded.arrayBuffer()));
  }
  if (text) return send(text.type, text.content);
  return json === undefined ? request : send('application/json', JSON.stringify(json));
}

/** Answers for journeys are read whole; none comes near this. */
const MOST_BYTES = 16 * 1024 * 1024;

type Input<Id extends OperationId> = {
  path?: ApiRequest<Id>['path'];
  query?: Partial<ApiRequest<Id>['query']>;
  body?: ApiRequest<Id>['body'];
  idempotencyKey?: string;
};
type Output<Id extends OperationId> = Extract<Reply<Id>, { body: unknown }>['body'];

export interface Api {
  /** @throws ToolError with the service's refusal */
  ask<Id extends OperationId>(id: Id, input?: Input<Id>): Promise<Output<Id>>;
  send(request: InnerRequest, mostBytes: number): Promise<InnerAnswer>;
  /** Aborted when the client has gone. */
  signal: AbortSignal;
}

export function openApi(inside: Inside, operations: ReadonlyMap<string, Operation>, caller: Caller): Api {
  const send: Api['send'] = (request, mostBytes) => inside(request, caller, mostBytes);
  return {
    send,
    signal: caller.signal,
    async ask(id, { path, query, body, idempotencyKey } = {}) {
      // Types ensure that the operation exists. Parameters are records by name.
      const operation = operations.get(id) as Operation;
      const answer = await send(await requestOf(operation, { path: path as Parts['path'], query, json: body, idempotencyKey }), MOST_BYTES);
      if (answer.status >= 300) throw new ApiError(answer);
      return answer.bytes.length > 0 ? JSON.parse(answer.bytes.toString()) : undefined;
    },
  };
}

const MOST_DETAILS = 4_000;
const MOST_ISSUES = 10;

export const lineOf = ({ path, message }: Issue): string => `- ${path || 'as a whole'}: ${message}`;

interface ErrorBody {
  error: string;
  error_code: string;
  details?: Record<string, unknown> & { issues?: Issue[] };
}

export class ApiError extends ToolError {
  readonly code: string;
  readonly details: Record<string, unknown>;

  constructor({ status, headers, bytes }: InnerAnswer) {
    const { error, error_code, details: { issues = [], ...details } = {}, ...more } = JSON.parse(bytes.toString()) as ErrorBody;
    const rest = { ...more, ...details };
    super(
      [
        `${error} (${error_code}, HTTP ${status})`,
        ...issues.slice(0, MOST_ISSUES).map(lineOf),
        ...(issues.length > MOST_ISSUES ? [`- and ${issues.length - MOST_ISSUES} more`] : []),
        ...(Object.keys(rest).length > 0 ? [JSON.stringify(rest).slice(0, MOST_DETAILS)] : []),
        ...(headers['retry-after'] && status !== 429 ? [`Try again in ${headers['retry-after']} s.`] : []),
        `Request ${headers['x-request-id']}`,
      ].join('\n'),
    );
    this.code = error_code;
    this.details = details;
  }
}

export const refusal = (error: ToolError): CallToolResult => ({ isError: true, content: [{ type: 'text', text: error.message }] });
