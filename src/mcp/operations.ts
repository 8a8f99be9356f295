import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Document } from '../http/contract.ts';
import { ApiError, type Parts, requestOf, ToolError } from './api.ts';
import { askedFirst, type Outlook } from './confirmation.ts';
import { type Context, resultOf } from './journeys/journey.types.ts';
import { OUTLOOKS, outlookOfFlows, peopleIn } from './outlook.ts';
import type { Arguments } from './toolbox.ts';
import { argumentOf, isFlat, MOST_OFFSET, type OperationTool } from './tools.ts';

/** A longer result would fill an agent's memory. */
const MOST_CHARACTERS = 100_000;
const MOST_BYTES_EACH = 3;

/**
 * Returns the answer as it is: JSON or text. Where something would leave the service, the first call only says so, with a confirmation for
 * the second. @throws ToolError
 */
export async function callOperation(document: Document, tool: OperationTool, all: Arguments, context: Context): Promise<CallToolResult> {
  const { api } = context;
  const { confirmation, ...rest } = all;
  const asks = tool.leaves || tool.fires.length > 0;
  const given = asks ? rest : all;
  const outlook = asks && (await outlookOf(tool, given, context));
  const question = outlook && askedFirst(context, tool.definition.name, given, outlook, confirmation);
  if (question) return resultOf(question);
  const offset = tool.isText ? offsetOf(given) : 0;
  const request = await requestOf(tool.operation, partsOf(document, tool, given));
  const answer = await api.send(request, (offset + MOST_CHARACTERS) * MOST_BYTES_EACH);
  if (answer.status >= 300) throw new ApiError(answer);
  const text = answer.bytes.toString();
  if (text === '') return { content: [{ type: 'text', text: 'Done.' }] };
  const part = wellEnded(text.slice(offset, offset + MOST_CHARACTERS));
  const end = offset + part.length;
  if (end >= text.length && !answer.cut) return { content: [{ type: 'text', text: part }] };
  return {
    content: [
      { type: 'text', text: part },
      { type: 'text', text: tool.isText ? goesOn(end) : TOO_LONG },
    ],
  };
}

/** @returns undefined when nothing leaves by this very call */
function outlookOf({ operation, fires }: OperationTool, given: Arguments, context: Context): Promise<Outlook | undefined> {
  const look = OUTLOOKS[operation.operationId];
  if (look) return look(given, context);
  return outlookOfFlows(context, fires, { people: peopleIn(given), listId: given.list_id });
}

function offsetOf({ offset = 0 }: Arguments): number {
  if (typeof offset === 'number' && Number.isInteger(offset) && offset >= 0 && offset <= MOST_OFFSET) return offset;
  throw new ToolError(`offset: must be a whole number from 0 to ${MOST_OFFSET}. Nothing was asked of the service.`);
}

const goesOn = (end: number): string => `The text goes on. Call again with "offset": ${end} for the next part.`;
const TOO_LONG =
  `The answer was cut off here, after ${MOST_CHARACTERS} characters, and is not whole JSON. ` +
  'Ask for less: a smaller "limit", a narrower search, or one thing by its identifier.';

/** Does not split a surrogate pair. */
const wellEnded = (text: string): string => (/[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text);

/** Arguments without a place go where the service refuses them in its own words. */
function partsOf(document: Document, { operation, isText }: OperationTool, given: Arguments): Parts {
  const { parameters, body, texts, upload } = operation;
  const left = { ...given };
  const take = (name: string) => {
    const value = left[name];
    delete left[name];
    return value;
  };
  if (isText) take('offset');
  const inPlace = (place: string) => parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  const path = Object.fromEntries(inPlace('path').map((name) => [name, take(argumentOf(name))]));
  const query = Object.fromEntries(inPlace('query').map((name) => [name, take(argumentOf(name))]));
  const key = take(argumentOf('Idempotency-Key'));
  const parts: Parts = { path, query };
  if (key !== undefined) {
    if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key))
      throw new ToolError('idempotency_key: must be a text of 1 to 255 characters of ASCII. Nothing was asked of the service.');
    parts.idempotencyKey = key;
  }
  if (upload) parts.files = filesOf(take('files'));
  if (texts.length > 0) parts.text = { content: String(take('content') ?? ''), type: String(take('content_type') ?? texts[0]) };
  if (body && isFlat(document, operation)) {
    if (body.required || Object.keys(left).length > 0) parts.json = left;
    return parts;
  }
  if (body) parts.json = take('body') ?? {};
  return { ...parts, query: { ...query, ...left } };
}

function filesOf(given: unknown): NonNullable<Parts['files']> {
  const wrong = () =>
    new ToolError('files: must be a list of files with file_name, content_type and content_base64. Nothing was asked of the service.');
  if (!Array.isArray(given)) throw wrong();
  return given.map((file) => {
    const { file_name: name, content_type: type, content_base64: base64 } = (file ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || typeof type !== 'string' || typeof base64 !== 'string') throw wrong();
    if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(base64))
      throw new ToolError(`files: the content of ${name} is not base64. Nothing was asked of the service.`);
    return { name, type, bytes: Buffer.from(base64, 'base64') };
  });
}
