/**
 * The house rules of the API document that need more than Redocly's own rules and assertions: a plugin for `redocly lint`.
 * What an assertion can say stands in redocly.yaml, beside the options of these.
 */
import { METHODS } from '../src/http/contract.ts';

interface Location {
  source: { absoluteRef: string };
  pointer: string;
  child(path: string | number | (string | number)[]): Location;
  key(): Location;
}

interface Context {
  key: string;
  rawNode: Node;
  location: Location;
  resolve(node: Node, from?: string): { node?: Node; location?: Location };
  report(problem: { message: string; location?: Location }): void;
}

/** A node of the document, of whatever kind: the linter has judged its structure before. */
type Node = Record<string, any>;

/** A node with the place it was found at, references followed. */
interface Found {
  node: Node;
  at: Location;
}

const SNAKE_CASE = /^[a-z0-9]+(_[a-z0-9]+)*$/;
/** What only narrows fields that are declared, and described, elsewhere. */
const CONDITION = /\/(if|then|else|not|dependentSchemas)(\/|$)/;
const MEDIA_TYPE = /^[a-z]+\/[a-z0-9.+-]+$/;

export default function house() {
  return {
    id: 'house',
    rules: {
      oas3: {
        'snake-case-keys': snakeCaseKeys,
        'snake-case-values': snakeCaseValues,
        'described-properties': describedProperties,
        'closed-requests': closedRequests,
        'open-answers': openAnswers,
        'required-exist': requiredExist,
        'no-inline-objects': noInlineObjects,
        'required-in-responses': requiredInResponses,
        'bounded-requests': boundedRequests,
        'named-examples': namedExamples,
        'idempotency-key': idempotencyKey,
        'paged-lists': pagedLists,
        'error-bodies': errorBodies,
        'answer-headers': answerHeaders,
      },
    },
  };
}

/** `except` is a pattern for `Component.key`. */
function snakeCaseKeys({ except }: { except?: string }) {
  return {
    SchemaProperties(properties: Node, { location, report }: Context) {
      for (const key of Object.keys(properties)) {
        if (SNAKE_CASE.test(key) || isExcept(`${componentAt(location)}.${key}`, except)) continue;
        report({ message: `The property "${key}" is not snake_case.`, location: location.child(key).key() });
      }
    },
  };
}

/** `except` is a pattern for `Component.value`. */
function snakeCaseValues({ except }: { except?: string }) {
  return {
    Schema(schema: Node, { location, report }: Context) {
      for (const value of [...(schema.enum ?? []), schema.const]) {
        if (typeof value !== 'string' || SNAKE_CASE.test(value) || MEDIA_TYPE.test(value)) continue;
        if (isExcept(`${componentAt(location)}.${value}`, except)) continue;
        report({ message: `The value "${value}" is not snake_case.`, location: location.child(schema.enum ? 'enum' : 'const') });
      }
    },
  };
}

/** Every field says what it is, by itself or by its component; a constant says it with its value. */
function describedProperties() {
  return {
    SchemaProperties(properties: Node, context: Context) {
      const { location, report } = context;
      if (CONDITION.test(location.pointer)) return;
      for (const [key, raw] of Object.entries<Node | boolean>(properties)) {
        if (typeof raw === 'boolean' || raw.description) continue;
        const { node } = follow(raw, location.child(key), context);
        if (!node.description && !('const' in node)) {
          report({ message: `The property "${key}" has no description.`, location: location.child(key).key() });
        }
      }
    },
  };
}

/** A misspelt field is refused, so what a request may hold is counted. */
function closedRequests() {
  const seen = new Set<Node>();
  const check = (found: Found, { report }: Context): void => {
    const { node: schema, at } = found;
    if (!hasType(schema, 'object') || schema.additionalProperties === false || schema.unevaluatedProperties === false) return;
    const isMap =
      !schema.properties && (typeof schema.additionalProperties === 'object' || (isComponent(at) && schema.additionalProperties));
    if (!isMap)
      report({
        message: 'An object of a request is closed by `additionalProperties: false`, or a map: typed, or a component.',
        location: at,
      });
  };
  return {
    Operation({ requestBody }: Node, context: Context) {
      if (!requestBody) return;
      for (const found of schemasOf(follow(requestBody, context.location, context), context, seen)) check(found, context);
    },
  };
}

/** Answers may grow, and clients that judge them by the document have to survive it. */
function openAnswers() {
  const seen = new Set<Node>();
  return {
    Responses(responses: Node, context: Context) {
      for (const raw of Object.values<Node>(responses)) {
        for (const { node: schema, at } of schemasOf(follow(raw, context.location, context), context, seen)) {
          if (schema.additionalProperties !== false && schema.unevaluatedProperties !== false) continue;
          context.report({ message: 'An object of an answer is open: a field that is new must break nobody.', location: at });
        }
      }
    },
  };
}

/** Redocly's own rule asks this of conditions too, such as `oneOf: [{required: [html]}, …]`, whose fields are declared beside them. */
function requiredExist() {
  return {
    Schema(schema: Node, { location, report }: Context) {
      if (!schema.properties || schema.allOf) return;
      for (const key of schema.required ?? []) {
        if (key in schema.properties) continue;
        report({ message: `The required property "${key}" is not among the properties.`, location: location.child('required') });
      }
    },
  };
}

function noInlineObjects() {
  const isNamed = (schema: Node): boolean =>
    '$ref' in schema || (!hasType(schema, 'object') && !hasType(schema, 'array') && !schema.properties && branches(schema).every(isNamed));
  return {
    MediaType({ schema }: Node, { location, report }: Context) {
      if (schema && !isNamed(schema)) {
        report({ message: 'The schema of a body is a component of its own.', location: location.child('schema') });
      }
    },
    Parameter({ schema }: Node, { location, report }: Context) {
      if (schema && (hasType(schema, 'object') || schema.properties)) {
        report({ message: 'A parameter is no object.', location: location.child('schema') });
      }
    },
  };
}

/** `except` is a pattern for names of components that may come with any of their fields or none. */
function requiredInResponses({ except }: { except?: string }) {
  const seen = new Set<Node>();
  return {
    Responses(responses: Node, context: Context) {
      for (const [status, raw] of Object.entries(responses)) {
        if (!status.startsWith('2')) continue;
        for (const { node: schema, at } of schemasOf(follow(raw, context.location, context), context, seen)) {
          if (!schema.properties || schema.required || isExcept(componentAt(at), except)) continue;
          context.report({ message: 'An object in a response names its `required` fields.', location: at });
        }
      }
    },
  };
}

function boundedRequests() {
  const seen = new Set<Node>();
  return {
    Operation({ requestBody }: Node, context: Context) {
      if (!requestBody) return;
      for (const { node: schema, at } of schemasOf(follow(requestBody, context.location, context), context, seen)) {
        const missing = missingBounds(schema);
        if (missing) context.report({ message: `A request's ${missing}`, location: at });
      }
    },
    Parameter(parameter: Node, context: Context) {
      if (!parameter.schema) return;
      const { node: schema, at } = follow(parameter.schema, context.location.child('schema'), context);
      const missing = missingBounds(schema);
      if (missing) context.report({ message: `A request's ${missing}`, location: at });
    },
  };
}

function missingBounds(schema: Node): string | undefined {
  if (schema.enum || 'const' in schema) return undefined;
  const has = (...keywords: string[]) => keywords.some((keyword) => keyword in schema);
  if (hasType(schema, 'string') && !has('maxLength', 'pattern', 'contentEncoding', 'contentMediaType') && schema.format !== 'binary') {
    return 'string has a `maxLength` or a `pattern`.';
  }
  if (hasType(schema, 'integer') && !(has('minimum', 'exclusiveMinimum') && has('maximum', 'exclusiveMaximum'))) {
    return 'integer has a `minimum` and a `maximum`.';
  }
  if (hasType(schema, 'array') && !has('maxItems')) return 'array has `maxItems`.';
  return undefined;
}

function namedExamples() {
  return {
    Operation({ requestBody, responses }: Node, context: Context) {
      const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
      for (const raw of [requestBody, ...successes.map((status) => responses[status])]) {
        const { node, at } = follow(raw ?? {}, context.location, context);
        for (const [type, { examples }] of Object.entries<Node>(node.content ?? {})) {
          // The parts of a form are described by their schema.
          if (type.startsWith('multipart/') || Object.keys(examples ?? {}).length > 0) continue;
          context.report({
            message: `A request body and a success have named examples; this ${type} has none.`,
            location: at.child('content'),
          });
        }
      }
    },
  };
}

/** `puts` names those that make something beside what they put in its place. */
function idempotencyKey({ puts = [] }: { puts?: string[] }) {
  return {
    PathItem: {
      leave(item: Node, context: Context) {
        for (const { method, operation, at } of operationsOf(item, context)) {
          const takes = parametersOf(item, operation, context).some(({ node }) => node.in === 'header' && node.name === 'Idempotency-Key');
          const isMeant = method === 'post' || (method === 'put' && puts.includes(operation.operationId));
          if (takes !== isMeant) {
            context.report({
              message: takes
                ? 'Only a POST takes `Idempotency-Key`, and a PUT that redocly.yaml names.'
                : 'Every POST takes `Idempotency-Key`, and so does this PUT.',
              location: at,
            });
          }
        }
      },
    },
  };
}

/** `bounded` names the operations whose lists are short by nature and come whole. */
function pagedLists({ bounded = [] }: { bounded?: string[] }) {
  return {
    PathItem: {
      leave(item: Node, context: Context) {
        for (const { operation, at } of operationsOf(item, context)) {
          const answer = fieldsOf(operation.responses?.['200'], at, context);
          const isList = answer.has('pagination') || answer.has('next_cursor') || /^list[A-Z]/.test(operation.operationId);
          if (!isList || bounded.includes(operation.operationId)) continue;
          const asked = fieldsOf(operation.requestBody, at, context);
          for (const { node } of parametersOf(item, operation, context)) asked.set(node.name, node.schema ?? {});
          const expect = (name: string, ...keywords: string[]) => {
            const field = asked.get(name);
            const missing = field ? keywords.filter((keyword) => !(keyword in field)) : ['to be there'];
            if (missing.length > 0) context.report({ message: `A list's \`${name}\` needs ${missing.join(', ')}.`, location: at });
          };
          expect('limit', 'minimum', 'maximum', 'default');
          if (answer.has('next_cursor') || asked.has('cursor')) expect('cursor', 'maxLength');
          else expect('page', 'minimum', 'maximum', 'default');
        }
      },
    },
  };
}

function errorBodies() {
  return {
    Responses(responses: Node, context: Context) {
      for (const [status, raw] of Object.entries(responses)) {
        if (!/^([45]|default)/.test(status)) continue;
        const { node: response, at } = follow(raw, context.location.child(status), context);
        const { schema, examples } = response.content?.['application/json'] ?? {};
        const location = at.child('content');
        if (![schema, ...branches(schema ?? {})].some((branch) => nameOf(branch?.$ref) === 'Error')) {
          context.report({ message: 'The body of an error fits the schema `Error`.', location });
        }
        if (Object.keys(examples ?? {}).length === 0)
          context.report({ message: 'An error has an example of each of its codes.', location });
        for (const [code, example] of Object.entries<Node>(examples ?? {})) {
          if (follow(example, at, context).node.value?.error_code === code) continue;
          context.report({
            message: `The example "${code}" has another error_code.`,
            location: location.child(['application/json', 'examples', code]),
          });
        }
      }
    },
  };
}

/** The headers that clients read stand where the answers do; sets of them are shared, which Redocly's own rule does not follow. */
function answerHeaders() {
  return {
    PathItem: {
      leave(item: Node, context: Context) {
        for (const { operation, at } of operationsOf(item, context)) {
          const takesKey = parametersOf(item, operation, context).some(({ node }) => node.name === 'Idempotency-Key');
          const isKeyed = takesKey && !operation['x-read-only'];
          for (const [status, raw] of Object.entries<Node>(operation.responses ?? {})) {
            const response = follow(raw, at, context);
            const { node: headers } = follow(response.node.headers ?? {}, response.at, context);
            const isSuccess = status.startsWith('2');
            const wanted = [
              'X-Request-Id',
              ...(status === '401' ? ['WWW-Authenticate'] : ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']),
              ...(status === '429' || status === '503' ? ['Retry-After'] : []),
              ...(isSuccess && isKeyed ? ['Idempotency-Replayed'] : []),
              ...(isSuccess && operation.deprecated ? ['Deprecation', 'Sunset'] : []),
            ];
            const missing = wanted.filter((name) => !(name in headers));
            if (missing.length > 0) {
              const message = `The answer ${status} needs the ${missing.length > 1 ? 'headers' : 'header'} ${missing.join(', ')}.`;
              context.report({ message, location: at.child(['responses', status]) });
            }
          }
        }
      },
    },
  };
}

// What the rules share

const hasType = (schema: Node, type: string): boolean => [schema.type].flat().includes(type);

const branches = (schema: Node): Node[] => [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];

const isExcept = (name: string, pattern: string | undefined): boolean => pattern !== undefined && new RegExp(pattern).test(name);

const nameOf = (reference: string | undefined): string | undefined => reference && /([^/]+?)(\.yaml)?$/.exec(reference)?.[1];

/** The component that a schema is in: its file's name, or in a document of one file its key. */
function componentAt({ source, pointer }: Location): string {
  const match = /^#\/components\/schemas\/([^/]+)/.exec(pointer) ?? /\/components\/schemas\/([^/]+)\.yaml$/.exec(source.absoluteRef);
  return match?.[1] ?? '';
}

const isComponent = ({ source, pointer }: Location): boolean =>
  /^#\/components\/schemas\/[^/]+$/.test(pointer) || (/\/components\/schemas\//.test(source.absoluteRef) && /^#\/?$/.test(pointer));

function follow(raw: Node, at: Location, { resolve }: Context): Found {
  if (!raw.$ref) return { node: raw, at };
  const { node, location } = resolve(raw, at.source.absoluteRef);
  return { node: node ?? {}, at: location ?? at };
}

function operationsOf(item: Node, { location }: Context) {
  return METHODS.filter((method) => item[method]).map((method) => ({
    method,
    operation: item[method] as Node,
    at: location.child(method),
  }));
}

function parametersOf(item: Node, operation: Node, context: Context): Found[] {
  const raw: Node[] = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  return raw.map((parameter) => follow(parameter, context.location, context));
}

/** The schemas of a request body or response with all that they are made of, each once. */
function* schemasOf({ node, at }: Found, context: Context, seen: Set<Node>): Generator<Found> {
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
function fieldsOf(raw: Node | undefined, place: Location, context: Context): Map<string, Node> {
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
