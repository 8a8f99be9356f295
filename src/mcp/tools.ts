import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { OpenAPIV3_1 } from 'openapi-types';
import {
  type Document,
  isReadOnly,
  letsDataOut,
  lookUp,
  type Operation,
  operationsOf,
  sendsMail,
  triggersFiredBy,
  withoutLinks,
} from '../http/contract.ts';
import type { OperationId } from '../http/handler.types.ts';
import { objectOf, type Schema, selfContained } from './schemas.ts';

export interface OperationTool {
  operation: Operation;
  tag: string;
  definition: Tool;
  sends: boolean;
  /** Something leaves the service by it: mail, or data for others to read. */
  leaves: boolean;
  fires: readonly string[];
  /** Its answer is a text, which can be read in parts. */
  isText: boolean;
}

/** Takes something off the web. The document marks what publishes or sends. */
const IN_THE_WEB: OperationId[] = ['unpublishTent'];
/** Verbs of writes that add something, or can be undone by another. Any other write may replace or delete. */
const ADDING = /^(create|add|clone|duplicate|reopen|start|upload|export|iterate|save|approve|unapprove|pause|unschedule)[A-Z]/;

/** Errors of any operation; the server's instructions explain them once. */
const ANYWHERE = ['401', '413', '415', '429', '503', 'default'];

const MOST_FILES = 10;

const ASKS_FIRST =
  '\nWhere something would leave the service by it, the first call does nothing: it says what would go out and to how many, and gives a ' +
  '`confirmation` for a second call with the same arguments.';

const CONFIRMATION: Schema = {
  type: 'string',
  minLength: 1,
  maxLength: 2_000,
  description:
    'What the first call has given, as it is. Send it only after the person you work for has seen what that call says, and agreed.',
};

/** `send_email_blast_now` for `sendEmailBlastNow`, unless the tool has a name of its own. */
export const toolNameOf = (operationId: string): string =>
  OWN_NAMES[operationId] ?? operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const OWN_NAMES: Readonly<Record<string, string>> = { createTentFromDraft: 'write_page' };

/** Keys stay out of prompts, and no agent gives itself more scopes. */
const hasTool = ({ path }: Operation): boolean => !path.startsWith('/v1/keys');

export function deriveTools(document: Document): OperationTool[] {
  const operations = operationsOf(document).filter(hasTool);
  const ids = new Set<string>(operations.map(({ operationId }) => operationId));
  const plain = plainly(ids);
  return operations.map((operation) => {
    const { operationId, method, path, idempotent, responses } = operation;
    const written = document.paths?.[path]?.[method as 'get'] as OpenAPIV3_1.OperationObject;
    const reads = method === 'get' || isReadOnly(written);
    const sends = sendsMail(written);
    const leaves = sends || letsDataOut(written);
    const fires = triggersFiredBy(written);
    const asks = leaves || fires.length > 0;
    const isText = Object.entries(responses).some(
      ([status, { content }]) => status.startsWith('2') && Object.keys(content ?? {}).some((type) => type.startsWith('text/')),
    );
    return {
      operation,
      tag: written.tags?.[0] ?? '',
      sends,
      leaves,
      fires,
      isText,
      definition: {
        name: toolNameOf(operationId),
        title: written.summary,
        description: [plain(written.description ?? ''), ...(asks ? [ASKS_FIRST] : []), ...errorsOf(operation)].join('\n'),
        inputSchema: inputOf(document, operation, { isText, asks }, plain),
        annotations: {
          title: written.summary,
          readOnlyHint: reads,
          // What has left cannot be taken back.
          destructiveHint: !reads && (asks || !ADDING.test(operationId)),
          idempotentHint: !idempotent,
          openWorldHint: asks || IN_THE_WEB.includes(operationId),
        },
      },
    };
  });
}

function errorsOf({ responses }: Operation): string[] {
  const codesOf = ({ content }: OpenAPIV3_1.ResponseObject) => Object.keys(content?.['application/json']?.examples ?? {});
  const isAnywhere = (status: string, codes: string[]) =>
    ANYWHERE.includes(status) || codes.join() === 'key_not_allowed,workspace_suspended';
  const own = Object.entries(responses).filter(([status, response]) => !status.startsWith('2') && !isAnywhere(status, codesOf(response)));
  if (own.length === 0) return [];
  return [
    '\nErrors:',
    ...own.map(([status, response]) => {
      const codes = codesOf(response).join(', ');
      return `- ${status}${codes && ` (${codes})`}: ${response.description}`;
    }),
  ];
}

/** HTML is never longer, and of a CSV it is enough. Everything before the offset is read and held for a moment. */
export const MOST_OFFSET = 2_500_000;

const OFFSET: Schema = {
  type: 'integer',
  minimum: 0,
  maximum: MOST_OFFSET,
  default: 0,
  description: 'From which character on to read. A long text comes in parts, and each says where the next begins.',
};

const FILES: Schema = {
  type: 'array',
  minItems: 1,
  maxItems: MOST_FILES,
  description: 'The files. All of them together, with the rest of the message, have to fit into 5 MiB.',
  items: objectOf(['file_name', 'content_type', 'content_base64'], {
    file_name: { type: 'string', minLength: 1, maxLength: 255, description: 'The name with its ending, such as `logo.png`.' },
    content_type: { type: 'string', description: 'What it is, such as `image/png`.' },
    content_base64: { type: 'string', description: 'Its bytes in base64.' },
  }),
};

const KEY_HEADER = 'Idempotency-Key';

/** One object of parameters and body. A body that is one of several alternatives stands in it as `body`. */
function inputOf(
  document: Document,
  operation: Operation,
  { isText, asks }: { isText: boolean; asks: boolean },
  plain: (text: string) => string,
): Tool['inputSchema'] {
  const properties: Schema = {};
  const required: string[] = [];
  for (const parameter of operation.parameters) {
    const { name, description, schema } = parameter;
    // An answer of a tool shows no headers, so nobody has a tag to send.
    if (parameter.in === 'header' && name !== KEY_HEADER) continue;
    const called = argumentOf(name);
    properties[called] = { ...schema, ...(description && { description }) };
    if (parameter.required) required.push(called);
  }
  if (operation.body) {
    const body = lookUp(document, operation.body.pointer);
    if (isFlat(document, operation)) {
      const twice = Object.keys(body.properties).find((name) => name in properties);
      if (twice) throw new Error(`${operation.operationId} has two arguments ${twice}: a parameter, and a field of its body.`);
      Object.assign(properties, body.properties);
      required.push(...(body.required ?? []));
    } else {
      properties.body = { $ref: operation.body.pointer };
      required.push('body');
    }
  }
  if (operation.texts.length > 0) {
    properties.content = { type: 'string', minLength: 1, description: 'The text. With the rest of the message it has to fit into 5 MiB.' };
    properties.content_type = { type: 'string', enum: operation.texts, default: operation.texts[0], description: 'What the text is.' };
    required.push('content');
  }
  if (operation.upload) {
    properties.files = FILES;
    required.push('files');
  }
  if (isText) properties.offset = OFFSET;
  if (asks) properties.confirmation = CONFIRMATION;
  const schema = { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
  return selfContained(document, schema, plain) as Tool['inputSchema'];
}

/** `listId` and `Idempotency-Key` as `list_id` and `idempotency_key`: arguments are named as the fields of answers are. */
export const argumentOf = (parameter: string): string =>
  parameter
    .replaceAll('-', '_')
    .replaceAll(/(?<=[a-z])[A-Z]/g, '_$&')
    .toLowerCase();

/** The fields of the body stand beside the parameters. */
export const isFlat = (document: Document, { body }: Operation): boolean =>
  body !== undefined && (lookUp(document, body.pointer) as Schema).type === 'object';

/** Links and identifiers of operations by the names of tools. */
const plainly =
  (ids: Set<string>) =>
  (text: string): string =>
    withoutLinks(
      text
        .replace(/\[(`?)([^\]]+)\1\]\(#tag\/[^)]*\/operation\/(\w+)\)/g, (_link, isCode, words, id) =>
          isCode ? `\`${toolNameOf(id)}\`` : `${words} (\`${toolNameOf(id)}\`)`,
        )
        .replace(
          /\[([^\]]+)\]\(#section\/([^)]+)\)/g,
          (_link, words, section) => `${words} (\`read_guide\`: ${section.replaceAll('-', ' ')})`,
        ),
    )
      .replace(/`([a-z]+[A-Z]\w*)`/g, (code, id) => (ids.has(id) ? `\`${toolNameOf(id)}\`` : code))
      .trim();
