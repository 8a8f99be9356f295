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
    const { event_id, type } = schema.properties ?? {};
    if (name.endsWith('Event') && event_id && type && 'const' in type)
      // Path items have the older version's types.
      webhooks[String(type.const)] = { post: requestOf(String(type.const), name, schema) } as OpenAPIV3_1.PathItemObject;
  }
  document.webhooks = webhooks;
  document.info.description = document.info.description?.replace(PLACE, () => tableOf(schemas));
}

/** Where the guide has the table of all types. */
const PLACE = '<!-- events -->';

function tableOf(schemas: Record<string, OpenAPIV3_1.SchemaObject>): string {
  const rows = Object.values(schemas).flatMap(({ properties, description, examples: [example] = [] }) => {
    const { event_id, type } = properties ?? {};
    if (!event_id || !type || !('const' in type)) return [];
    const fields = Object.keys((example as { data: object }).data).map((name) => `\`${name}\``);
    return [`| \`${type.const}\` | ${description} | ${fields.join(', ')} |`];
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
        examples: { [type.replace('.', '_')]: { summary: description, value: examples[0] } },
      },
    },
  },
  responses: { '2XX': { description: ANSWER } },
});
