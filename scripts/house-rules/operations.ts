/** Rules for operations, their parameters and their answers. */
import { branches, type Context, fieldsOf, follow, type Node, nameOf, operationsOf, parametersOf } from './document.ts';

const OPERATION_ID = /^([a-z]+)([A-Z][a-z0-9]*)+$/;

/** `verbs` are those that an operationId begins with. */
export function operationIds({ verbs }: { verbs: string[] }) {
  return {
    Operation({ operationId }: Node, { location, report }: Context) {
      // Redocly's own rule requires one.
      if (!operationId || verbs.includes(OPERATION_ID.exec(operationId)?.[1] ?? '')) return;
      report({
        message: `"${operationId}" is no operationId: it is camelCase, a verb and what it is done to, as in getContact. ${verbsAre(verbs)}`,
        location: location.child('operationId'),
      });
    },
  };
}

/** `verbs` are those that a summary begins with. */
export function summaries({ verbs }: { verbs: string[] }) {
  return {
    Operation({ summary }: Node, { location, report }: Context) {
      if (!summary) return;
      const say = (message: string) => report({ message, location: location.child('summary') });
      if (!verbs.includes(/^\w+/.exec(summary)?.[0] ?? '')) say(`The summary "${summary}" begins with no verb of ours. ${verbsAre(verbs)}`);
      if (summary.endsWith('.')) say('A summary has no full stop.');
      if (summary.length > 60) say(`A summary has at most 60 characters; this one has ${summary.length}.`);
    },
  };
}

const verbsAre = (verbs: string[]): string => `The verbs are ${verbs.join(', ')}; a new one is added in redocly.yaml.`;

export function namedExamples() {
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
export function idempotencyKey({ puts = [] }: { puts?: string[] }) {
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

/**
 * Every operation names the scope of its keys, or asks for none by an empty list. A scope of reading is enough exactly where nothing is
 * changed: for a GET, for a POST that is `x-read-only`, and for an export.
 */
export function scopes() {
  return {
    PathItem: {
      leave(item: Node, context: Context) {
        for (const { method, operation, at } of operationsOf(item, context)) {
          const [scope, ...others] = operation.security?.[0]?.ApiKey ?? [undefined, undefined];
          const reads = method === 'get' || operation['x-read-only'] === true || /^export[A-Z]/.test(operation.operationId);
          const say = (message: string) => context.report({ message, location: at });
          if (others.length > 0 || operation.security?.length !== 1)
            say('An operation names one scope: `security: [{ ApiKey: [contacts:read] }]`.');
          else if (scope && scope !== 'admin' && scope.endsWith(':read') !== reads)
            say(reads ? 'What changes nothing needs a scope of reading.' : 'A scope of reading is not enough here.');
        }
      },
    },
  };
}

/** `bounded` names the operations whose lists are short by nature and come whole, `feeds` those that go on `after` a cursor for ever. */
export function pagedLists({ bounded = [], feeds = [] }: { bounded?: string[]; feeds?: string[] }) {
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
          if (feeds.includes(operation.operationId)) expect('after', 'maxLength');
          else expect('cursor', 'maxLength');
          if (answer.has('pagination')) {
            expect('page', 'minimum', 'maximum', 'default');
            expect('total', 'default');
          }
        }
      },
    },
  };
}

export function errorBodies() {
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

const RATES = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit', 'RateLimit-Policy'];

/** Whether an answer may report a temporary lock on what the request needs. */
const isHeld = ({ content }: Node): boolean =>
  ['mutation_lease_held', 'idempotency_in_progress'].some((code) => code in (content?.['application/json']?.examples ?? {}));

/** The headers that clients read stand where the answers do; sets of them are shared, which Redocly's own rule does not follow. */
export function answerHeaders() {
  return {
    PathItem: {
      leave(item: Node, context: Context) {
        for (const { operation, at } of operationsOf(item, context)) {
          const takesKey = parametersOf(item, operation, context).some(({ node }) => node.name === 'Idempotency-Key');
          const isKeyed = takesKey && !operation['x-read-only'];
          if (operation.deprecated && !(operation['x-deprecated-on'] && operation['x-sunset-on']))
            context.report({ message: 'A deprecated operation has the dates `x-deprecated-on` and `x-sunset-on`.', location: at });
          for (const [status, raw] of Object.entries<Node>(operation.responses ?? {})) {
            const response = follow(raw, at, context);
            const { node: headers } = follow(response.node.headers ?? {}, response.at, context);
            const isSuccess = status.startsWith('2');
            const wanted = [
              'X-Request-Id',
              ...(status === '401' ? ['WWW-Authenticate'] : RATES),
              ...(status === '429' || status === '503' || isHeld(response.node) ? ['Retry-After'] : []),
              ...(response.node.links?.read ? ['Location'] : []),
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
