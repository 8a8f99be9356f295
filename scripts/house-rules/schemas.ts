/** Rules for schemas and their fields. */
import {
  branches,
  type Context,
  componentAt,
  type Found,
  follow,
  hasType,
  isComponent,
  isExcept,
  type Node,
  schemasOf,
} from './document.ts';

const SNAKE_CASE = /^[a-z0-9]+(_[a-z0-9]+)*$/;
/** Keywords that only narrow fields declared and described elsewhere. */
const CONDITION = /\/(if|then|else|not|dependentSchemas)(\/|$)/;
const MEDIA_TYPE = /^[a-z]+\/[a-z0-9.+-]+$/;

/** `except` is a pattern for `Component.key`. */
export function snakeCaseKeys({ except }: { except?: string }) {
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
export function snakeCaseValues({ except }: { except?: string }) {
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
export function describedProperties() {
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
export function closedRequests() {
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

/**
 * Answers may grow, and clients that judge them by the document have to survive it.
 * `except` is a pattern for names of components that are read and sent back alike, and so are closed.
 */
export function openAnswers({ except }: { except?: string } = {}) {
  const seen = new Set<Node>();
  return {
    Responses(responses: Node, context: Context) {
      for (const raw of Object.values<Node>(responses)) {
        for (const { node: schema, at } of schemasOf(follow(raw, context.location, context), context, seen)) {
          if (schema.additionalProperties !== false && schema.unevaluatedProperties !== false) continue;
          if (isExcept(componentAt(at), except)) continue;
          context.report({ message: 'An object of an answer is open: a field that is new must break nobody.', location: at });
        }
      }
    },
  };
}

/** Redocly's own rule asks this of conditions too, such as `oneOf: [{required: [html]}, …]`, whose fields are declared beside them. */
export function requiredExist() {
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

export function noInlineObjects() {
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
export function requiredInResponses({ except }: { except?: string }) {
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

export function boundedRequests() {
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
  // People read what does not fit; a format has words of its own.
  if ([schema, schema.propertyNames ?? {}].some((one) => one.pattern && !one.format && !one['x-must'])) {
    return 'pattern is put into words by `x-must`, to follow the name of the field.';
  }
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
