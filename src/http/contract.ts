import { readFileSync } from 'node:fs';
import type { OpenAPIV3_1 } from 'openapi-types';
import { once } from '../shared/once.ts';
import { bodyLimitOf } from './body-limit.ts';
import type { OperationId } from './handler.types.ts';

export type Document = OpenAPIV3_1.Document;

/** What the gateway needs to know of one operation, worked out once at start. */
export interface Operation {
  operationId: OperationId;
  method: string;
  /** The path as the document writes it, `/v1/contacts/{contact_id}`. */
  path: string;
  parameters: OpenAPIV3_1.ParameterObject[];
  /** JSON pointer of the body's schema in the document, when the operation takes JSON, and how many bytes it takes. */
  body: { pointer: string; required: boolean; limit: () => number } | undefined;
  /** The media types of a text that it takes as it is. */
  texts: string[];
  /** Takes files as multipart/form-data. */
  upload: boolean;
  /** Takes JSON, a text or files. */
  takesBody: boolean;
  /** JSON pointer of the items' schema, when every item of the batch is judged on its own. */
  items: string | undefined;
  /** An answer is kept under the request's `Idempotency-Key`. Where nothing is written there is nothing to keep. */
  idempotent: boolean;
  /** A read that answers with an `ETag`. */
  tagged: boolean;
  /** A write that takes `If-Match`. */
  conditional: boolean;
  /** The headers by which every answer announces that the operation goes; none while it stays. */
  announced: readonly (readonly [name: string, value: string])[];
  responses: Record<string, OpenAPIV3_1.ResponseObject>;
}

/** The keyword that puts a text into lower case, where it stands; only in what `forValidation` makes. */
export const LOWER_CASE = 'x-lower-case';

/** The methods that operations have, as the document writes them. */
export const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

export const documentFile = new URL('../../generated/openapi.json', import.meta.url);

let read: Document | undefined;

/** The bundled document, as it is published. It is read once, and nobody changes it. */
export function readDocument(): Document {
  read ??= JSON.parse(readFileSync(documentFile, 'utf8')) as Document;
  return read;
}

/** The value that a reference within a document points at. */
export function lookUp(document: object, reference: string): any {
  const nameOf = /[%~]/.test(reference) ? unescaped : (step: string) => step;
  return reference
    .slice(2)
    .split('/')
    .reduce<any>((node, step) => node?.[nameOf(step)], document);
}

const unescaped = (step: string): string => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');

export const resolve = <T>(document: Document, value: T | { $ref: string }): T =>
  value && typeof value === 'object' && '$ref' in value ? (lookUp(document, value.$ref) as T) : (value as T);

const described = new WeakMap<Document, readonly Operation[]>();

/** All operations of the document, references resolved. They are worked out once for each document, which is not changed afterwards. */
export function operationsOf(document: Document): readonly Operation[] {
  const operations =
    described.get(document) ??
    Object.entries(document.paths ?? {}).flatMap(([path, item = {}]) =>
      METHODS.flatMap((method) => (item[method] ? [describe(document, { path, method }, item, item[method])] : [])),
    );
  described.set(document, operations);
  return operations;
}

function describe(
  document: Document,
  { path, method }: Pick<Operation, 'path' | 'method'>,
  item: OpenAPIV3_1.PathItemObject,
  operation: OpenAPIV3_1.OperationObject,
): Operation {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(
    (parameter) => resolve(document, parameter) as OpenAPIV3_1.ParameterObject,
  );
  const requestBody = operation.requestBody && (resolve(document, operation.requestBody) as OpenAPIV3_1.RequestBodyObject);
  const schema = requestBody?.content['application/json']?.schema as { $ref: string } | undefined;
  const responses = Object.fromEntries(
    Object.entries(operation.responses ?? {}).map(([status, response]) => [
      status,
      resolve(document, response) as OpenAPIV3_1.ResponseObject,
    ]),
  );
  const texts = Object.keys(requestBody?.content ?? {}).filter((type) => type.startsWith('text/'));
  const upload = requestBody?.content['multipart/form-data'] !== undefined;
  return {
    operationId: operation.operationId as OperationId,
    method,
    path,
    parameters,
    body: schema && {
      pointer: schema.$ref,
      required: requestBody?.required ?? false,
      limit: once(() => bodyLimitOf(schema, (reference) => lookUp(document, reference))),
    },
    texts,
    upload,
    takesBody: schema !== undefined || texts.length > 0 || upload,
    items: schema && itemsOf(document, schema.$ref),
    idempotent: !isReadOnly(operation) && parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'Idempotency-Key'),
    tagged: 'ETag' in (responses['200']?.headers ?? {}),
    conditional: parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'If-Match'),
    announced: announcedBy(operation),
    responses,
  };
}

/**
 * A `deprecated` operation says by `x-deprecated-on` since when, and by `x-sunset-on` until when it is answered. Both are dates, and
 * clients are told of them as RFC 9745 and RFC 8594 say.
 */
function announcedBy(operation: object): Operation['announced'] {
  const { deprecated, 'x-deprecated-on': from, 'x-sunset-on': until } = operation as { [key: string]: unknown };
  if (!deprecated) return [];
  return [
    ['Deprecation', `@${Date.parse(String(from)) / 1_000}`],
    ['Sunset', new Date(String(until)).toUTCString()],
  ];
}

/** `x-read-only` on an operation says that it writes nothing, although it is a POST. */
export const isReadOnly = (operation: object): boolean => 'x-read-only' in operation && operation['x-read-only'] === true;

/** `x-sends-mail` on an operation says that mail goes out by it to people: at once, at a time, or as they come. */
export const sendsMail = (operation: object): boolean => 'x-sends-mail' in operation && operation['x-sends-mail'] === true;

/** `x-lets-data-out` on an operation says that others can read something by it: whoever has an address, or anybody on the web. */
export const letsDataOut = (operation: object): boolean => 'x-lets-data-out' in operation && operation['x-lets-data-out'] === true;

/** `x-fires-triggers` on an operation names the triggers of flows that it may fire: an active flow then mails whom it is about. */
export const triggersFiredBy = (operation: object): readonly string[] =>
  'x-fires-triggers' in operation ? (operation['x-fires-triggers'] as string[]) : [];

/** A linked text for those who cannot follow its links: their words alone. */
export const withoutLinks = (text: string): string => text.replaceAll(/\[([^\]]+)\]\(#[^)]*\)/g, '$1');

/** `x-partial-success` on a body's array says that its items are validated one by one. */
function itemsOf(document: Document, body: string): string | undefined {
  const properties = lookUp(document, body)?.properties ?? {};
  const [name, batch] = Object.entries<any>(properties).find(([, property]) => property['x-partial-success']) ?? [];
  return name && (batch.items.$ref as string);
}

/** The schemas of a document, where its references find them. */
export interface Schemas {
  components: { schemas: Record<string, object> };
}

/**
 * The document's schemas as validation sees them: the items of a batch with partial success may be any objects there, since each is
 * judged against its own schema later. Discriminators are for readers and generators; Ajv has no use for their mapping.
 */
export function forValidation(document: Document): Schemas {
  const { schemas: published = {} } = document.components ?? {};
  const schemas = JSON.parse(JSON.stringify({ components: { schemas: published } }), (key, value) => {
    if (key === 'discriminator') return undefined;
    // The document has the form of answers. Requests may use upper case.
    if (value && typeof value === 'object' && value.format === 'uuid')
      return { ...value, pattern: value.pattern?.replaceAll('a-f', 'a-fA-F'), [LOWER_CASE]: true };
    if (value && typeof value === 'object' && value['x-partial-success']) return { ...value, items: { type: 'object' } };
    return value;
  }) as Schemas;
  for (const { body, items } of operationsOf(document)) {
    for (const pointer of [body?.pointer, items]) if (pointer) leaveToServices(schemas, lookUp(schemas, pointer));
  }
  return schemas;
}

/**
 * Takes away the defaults within alternatives: Ajv would fill them in before it knows which one was meant, and spoil the others. What
 * stores the value knows them. A schema that is met both within and outside loses its default too.
 */
function leaveToServices(document: object, root: unknown): void {
  const met = { within: new Set<unknown>(), outside: new Set<unknown>() };
  const visit = (node: any, within: boolean): void => {
    const known = within ? met.within : met.outside;
    if (!node || typeof node !== 'object' || known.has(node)) return;
    known.add(node);
    if (node.$ref) visit(lookUp(document, node.$ref), within);
    if (within && 'default' in node && !Array.isArray(node)) delete node.default;
    for (const [key, child] of Object.entries(node)) {
      if (key === 'properties') for (const property of Object.values(child as object)) visit(property, within);
      else visit(child, within || key === 'oneOf' || key === 'anyOf');
    }
  };
  visit(root, false);
}
