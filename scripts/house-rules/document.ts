/** The document as the linter shows it to a rule, and what rules ask of it. */
import { METHODS } from '../../src/http/contract.ts';

export interface Location {
  source: { absoluteRef: string };
  pointer: string;
  child(path: string | number | (string | number)[]): Location;
  key(): Location;
}

export interface Context {
  key: string;
  rawNode: Node;
  location: Location;
  resolve(node: Node, from?: string): { node?: Node; location?: Location };
  report(problem: { message: string; location?: Location }): void;
}

/** A node of the document, of whatever kind: the linter has judged its structure before. */
export type Node = Record<string, any>;

/** A node with the place it was found at, references followed. */
export interface Found {
  node: Node;
  at: Location;
}

export const hasType = (schema: Node, type: string): boolean => [schema.type].flat().includes(type);

export const branches = (schema: Node): Node[] => [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];

export const isExcept = (name: string, pattern: string | undefined): boolean => pattern !== undefined && new RegExp(pattern).test(name);

export const nameOf = (reference: string | undefined): string | undefined => reference && /([^/]+?)(\.yaml)?$/.exec(reference)?.[1];

/** The component that a schema is in: its file's name, or in a document of one file its key. */
export function componentAt({ source, pointer }: Location): string {
  const match = /^#\/components\/schemas\/([^/]+)/.exec(pointer) ?? /\/components\/schemas\/([^/]+)\.yaml$/.exec(source.absoluteRef);
  return match?.[1] ?? '';
}

export const isComponent = ({ source, pointer }: Location): boolean =>
  /^#\/components\/schemas\/[^/]+$/.test(pointer) || (/\/components\/schemas\//.test(source.absoluteRef) && /^#\/?$/.test(pointer));

export function follow(raw: Node, at: Location, { resolve }: Context): Found {
  if (!raw.$ref) return { node: raw, at };
  const { node, location } = resolve(raw, at.source.absoluteRef);
  return { node: node ?? {}, at: location ?? at };
}

export function operationsOf(item: Node, { location }: Context) {
  return METHODS.filter((method) => item[method]).map((method) => ({
    method,
    operation: item[method] as Node,
    at: location.child(method),
  }));
}

export function parametersOf(item: Node, operation: Node, context: Context): Found[] {
  const raw: Node[] = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  return raw.map((parameter) => follow(parameter, context.location, context));
}

/** The schemas of a request body or response with all that they are made of, each once. */
export function* schemasOf({ node, at }: Found, context: Context, seen: Set<Node>): Generator<Found> {
  for (const [type, media] of Object.entries<Node>(node.content ?? {})) {
    if (media.schema) yield* partsOf(media.schema, at.child(['content', type, 'schema']), context, seen);
  }
}

function* partsOf(raw: Node, place: Location, context: Context, seen: Set<Node>): Generator<Found> {
  const found = follow(raw, place, context);
  const { node: schema, at } = found;
  if (typeof schema !== 'object' || seen.has(schema)) return;
  seen.add(schema);
  yield found;
  for (const keyword of ['oneOf', 'anyOf', 'allOf', 'prefixItems', 'properties']) {
    for (const [key, part] of Object.entries<Node>(schema[keyword] ?? {})) yield* partsOf(part, at.child([keyword, key]), context, seen);
  }
  for (const keyword of ['items', 'additionalProperties', 'then', 'else']) {
    const part = schema[keyword];
    if (part && typeof part === 'object') yield* partsOf(part, at.child(keyword), context, seen);
  }
}

/** The fields at the top of a JSON body, whichever of its branches they come from. */
export function fieldsOf(raw: Node | undefined, place: Location, context: Context): Map<string, Node> {
  const fields = new Map<string, Node>();
  const collect = (schema: Node, at: Location): void => {
    const found = follow(schema, at, context);
    for (const [name, field] of Object.entries<Node>(found.node.properties ?? {})) fields.set(name, field);
    for (const branch of branches(found.node)) collect(branch, found.at);
  };
  if (raw) {
    const { node, at } = follow(raw, place, context);
    const schema = node.content?.['application/json']?.schema;
    if (schema) collect(schema, at);
  }
  return fields;
}
