import { readFileSync } from 'node:fs';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { components } from '../../generated/api.d.ts';
import { once } from '../shared/once.ts';
import { actionNamed } from './audit.ts';
import { bodyLimitOf } from './body-limit.ts';
import type { OperationId } from './handler.types.ts';

export type Document = OpenAPIV3_1.Document;
export type KeyScope = components['schemas']['KeyScope'];

export interface Operation {
  operationId: OperationId;
  method: string;
  path: string;
  parameters: OpenAPIV3_1.ParameterObject[];
  /** Where the operation takes JSON: the JSON pointer of its schema, and the most bytes. */
  body: { pointer: string; required: boolean; limit: () => number } | undefined;
  /** The media types of a body that is taken as text. */
  texts: string[];
  upload: boolean;
  /** The scope that a key needs; undefined where any key will do. */
  scope: KeyScope | undefined;
  /** Fields of the body that need one more (`x-scope`). */
  scopedFields: readonly (readonly [field: string, scope: KeyScope])[];
  takesBody: boolean;
  /** JSON pointer of the items' schema in a batch with partial success. */
  items: string | undefined;
  /** Its answers are kept under the `Idempotency-Key`; operations that write nothing keep none. */
  idempotent: boolean;
  /** Its answers show a secret once (`x-shows-secret`), so that those kept for a replay are sealed. */
  showsSecret: boolean;
  tagged: boolean;
  conditional: boolean;
  announced: readonly (readonly [name: string, value: string])[];
  /** It may be read from a replica (`x-replica`). */
  mayLag: boolean;
  /** The action of its entry in the audit log, and the field of the answer that has to be true for it; undefined: it makes none. */
  audit: { action: string; when: string | undefined } | undefined;
  responses: Record<string, OpenAPIV3_1.ResponseObject>;
}

/** Lowercases a text in place; only `forValidation` adds it. */
export const LOWER_CASE = 'x-lower-case';

export const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

export const documentFile = new URL('../../generated/openapi.json', import.meta.url);

let read: Document | undefined;

/** The bundled document, read once and never changed. */
export function readDocument(): Document {
  read ??= JSON.parse(readFileSync(documentFile, 'utf8')) as Document;
  return read;
}

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

/** With references resolved. Computed once for each document, which never changes. */
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
    scope: operation.security?.[0]?.ApiKey?.[0] as KeyScope | undefined,
    scopedFields: schema ? scopedFieldsOf(lookUp(document, schema.$ref)) : [],
    takesBody: schema !== undefined || texts.length > 0 || upload,
    items: schema && itemsOf(document, schema.$ref),
    idempotent: !isReadOnly(operation) && parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'Idempotency-Key'),
    showsSecret: (operation as { 'x-shows-secret'?: boolean })['x-shows-secret'] === true,
    tagged: 'ETag' in (responses['200']?.headers ?? {}),
    conditional: parameters.some((parameter) => parameter.in === 'header' && parameter.name === 'If-Match'),
    announced: announcedBy(operation),
    mayLag: (operation as { 'x-replica'?: boolean })['x-replica'] === true,
    audit: auditOf(operation, method),
    responses,
  };
}

const scopedFieldsOf = (schema: { properties?: Record<string, { 'x-scope'?: KeyScope }> }): Operation['scopedFields'] =>
  Object.entries(schema.properties ?? {}).flatMap(([field, { 'x-scope': scope }]) => (scope ? [[field, scope] as const] : []));

/** `x-deprecated-on` and `x-sunset-on` are dates; the headers are those of RFC 9745 and RFC 8594. */
function announcedBy(operation: object): Operation['announced'] {
  const { deprecated, 'x-deprecated-on': from, 'x-sunset-on': until } = operation as { [key: string]: unknown };
  if (!deprecated) return [];
  return [
    ['Deprecation', `@${Date.parse(String(from)) / 1_000}`],
    ['Sunset', new Date(String(until)).toUTCString()],
  ];
}

/** Every write makes an entry, by its name or by `x-audit`; `x-audit: false` marks those that only carry data or work on a draft. */
function auditOf(operation: OpenAPIV3_1.OperationObject, method: string): Operation['audit'] {
  const { 'x-audit': given, 'x-audit-when': when } = operation as { 'x-audit'?: string | false; 'x-audit-when'?: string };
  if (method === 'get' || isReadOnly(operation) || given === false) return undefined;
  return { action: given ?? actionNamed(operation.operationId as string), when };
}

/** `x-read-only` marks a POST that writes nothing. */
export const isReadOnly = (operation: object): boolean => 'x-read-only' in operation && operation['x-read-only'] === true;

/** `x-sends-mail` marks an operation by which mail goes out: at once, at a time, or as contacts come. */
export const sendsMail = (operation: object): boolean => 'x-sends-mail' in operation && operation['x-sends-mail'] === true;

/** `x-lets-data-out` marks an operation that lets others read something, by an address or on the web. */
export const letsDataOut = (operation: object): boolean => 'x-lets-data-out' in operation && operation['x-lets-data-out'] === true;

/** `x-fires-triggers` names the flow triggers that an operation may fire: an active flow then sends mail. */
export const triggersFiredBy = (operation: object): readonly string[] =>
  'x-fires-triggers' in operation ? (operation['x-fires-triggers'] as string[]) : [];

export const withoutLinks = (text: string): string => text.replaceAll(/\[([^\]]+)\]\(#[^)]*\)/g, '$1');

/** `x-partial-success` marks the array of a body whose items are validated one by one. */
function itemsOf(document: Document, body: string): string | undefined {
  const properties = lookUp(document, body)?.properties ?? {};
  const [name, batch] = Object.entries<any>(properties).find(([, property]) => property['x-partial-success']) ?? [];
  return name && (batch.items.$ref as string);
}

export interface Schemas {
  components: { schemas: Record<string, object> };
}

/**
 * Items of a batch with partial success may be any objects here: each is judged against its own schema later. Ajv has no use for
 * discriminators.
 */
export function forValidation(document: Document): Schemas {
  const { schemas: published = {} } = document.components ?? {};
  const schemas = JSON.parse(JSON.stringify({ components: { schemas: published } }), (key, value) => {
    if (key === 'discriminator') return undefined;
    // The document shows the form of answers. Requests may use upper case.
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
 * Removes the defaults within alternatives: Ajv would fill them in before it knows which alternative is meant. The services know them.
 * A schema that occurs both within and outside loses its default too.
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
