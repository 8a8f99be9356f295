/** The `webhooks` of the document: a request for each type of event, by the event's own schema, so that a type is described in one place. */
import type { OpenAPIV3_1 } from 'openapi-types';

const header = (name: string, description: string): OpenAPIV3_1.ParameterObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

const HEADERS = [
  header('webhook-id', 'The `event_id`: the same in every attempt.'),
  header('webhook-timestamp', 'Time of the attempt, in seconds since 1970. Refuse requests that are older than five minutes.'),
  header(
    'webhook-signature',
    'Signatures, each `v1,` and Base64, separated by spaces. Accept the request if one of them is that of your secret.',
  ),
];

const ANSWER =
  'Any status from 200 to 299 within 15 seconds counts as delivered. `410` disables the endpoint; after any other answer the event is sent again.';

export function describeWebhooks(document: OpenAPIV3_1.Document): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, OpenAPIV3_1.SchemaObject>;
  const webhooks: NonNullable<OpenAPIV3_1.Document['webhooks']> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const type = typeOf(schema);
    // Path items have the older version's types.
    if (name.endsWith('Event') && type !== undefined)
      webhooks[type] = { post: requestOf(type, name, schema) } as OpenAPIV3_1.PathItemObject;
  }
  document.webhooks = webhooks;
  document.info.description = document.info.description?.replace(PLACE, () => tableOf(schemas));
}

/** Undefined for a schema that is not an event. `x-webhook` stands for types that differ by a name. */
function typeOf(schema: OpenAPIV3_1.SchemaObject & { 'x-webhook'?: string }): string | undefined {
  const { event_id, type } = schema.properties ?? {};
  if (!event_id || !type) return undefined;
  return 'const' in type ? String(type.const) : schema['x-webhook'];
}

/** Where the guide has the table of all types. */
const PLACE = '<!-- events -->';

function tableOf(schemas: Record<string, OpenAPIV3_1.SchemaObject>): string {
  const rows = Object.values(schemas).flatMap((schema) => {
    const type = typeOf(schema);
    const { description, examples: [example] = [] } = schema;
    if (type === undefined) return [];
    const fields = Object.keys((example as { data: object }).data).map((name) => `\`${name}\``);
    return [`| \`${type}\` | ${description} | ${fields.join(', ')} |`];
  });
  return ['| `type` | when | `data`, in the example |', '| --- | --- | --- |', ...rows.sort()].join('\n');
}

const requestOf = (
  type: string,
  name: string,
  { description = '', examples = [] }: OpenAPIV3_1.SchemaObject,
): OpenAPIV3_1.OperationObject => ({
  tags: ['Webhooks'],
  summary: type,
  description,
  parameters: HEADERS,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${name}` },
        examples: { [type.replaceAll(/\W+/g, '_').replace(/_$/, '')]: { summary: description, value: examples[0] } },
      },
    },
  },
  responses: { '2XX': { description: ANSWER } },
});
