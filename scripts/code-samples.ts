/** How each operation is called, written from the document's own examples: `x-codeSamples` for the reference. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { METHODS, resolve } from '../src/http/contract.ts';

interface Sample {
  lang: string;
  label: string;
  source: string;
}

interface CallShape {
  operationId: string;
  method: string;
  path: string;
  parameters: OpenAPIV3_1.ParameterObject[];
  /** The first example of the body; undefined without one. */
  body: unknown;
  upload: boolean;
  /** The media type of a body that is a text. */
  text: string | undefined;
  /** Its first answer has an `upload_url`, which a file is to be sent to. */
  isAwaitingFile: boolean;
}

/** Adds samples to every operation of the document, in place. */
export function addCodeSamples(document: OpenAPIV3_1.Document): void {
  const server = document.servers?.[0]?.url ?? '';
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item?.[method];
      if (!operation) continue;
      const call = shapeOf(document, path, method, [...(item.parameters ?? []), ...(operation.parameters ?? [])], operation);
      Object.assign(operation, { 'x-codeSamples': samplesOf(server, call) });
    }
  }
}

function shapeOf(
  document: OpenAPIV3_1.Document,
  path: string,
  method: string,
  parameters: (OpenAPIV3_1.ParameterObject | OpenAPIV3_1.ReferenceObject)[],
  operation: OpenAPIV3_1.OperationObject,
): CallShape {
  const follow = <T>(value: T | OpenAPIV3_1.ReferenceObject | undefined): T | undefined => value && (resolve(document, value) as T);
  const content = follow(operation.requestBody)?.content ?? {};
  const text = Object.keys(content).find((type) => type.startsWith('text/'));
  const [example] = Object.values(content[text ?? 'application/json']?.examples ?? {});
  const success = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2'));
  const answers = follow(success?.[1] as OpenAPIV3_1.ResponseObject | undefined)?.content ?? {};
  const [answer] = Object.values(answers['application/json']?.examples ?? {});
  return {
    operationId: operation.operationId ?? '',
    method,
    path,
    parameters: parameters.map((parameter) => follow(parameter) as OpenAPIV3_1.ParameterObject),
    body: follow(example as OpenAPIV3_1.ExampleObject | undefined)?.value,
    upload: content['multipart/form-data'] !== undefined,
    text,
    isAwaitingFile: 'upload_url' in ((follow(answer) as OpenAPIV3_1.ExampleObject | undefined)?.value ?? {}),
  };
}

const samplesOf = (server: string, call: CallShape): Sample[] => [
  { lang: 'Shell', label: 'curl', source: curl(server, call) },
  { lang: 'TypeScript', label: 'TypeScript', source: typescript(call) },
];

const inPlace = (place: string, { parameters }: CallShape) => parameters.filter((parameter) => parameter.in === place);

function curl(server: string, call: CallShape): string {
  const { method, path, body, upload, text, isAwaitingFile } = call;
  const address = inPlace('path', call).reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(example)), path);
  const required = inPlace('query', call).filter((parameter) => parameter.required);
  const query = required.map(({ name, example }) => `${name}=${encodeURIComponent(example)}`);
  const lines = [`curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${server}${[address, ...query].join('?')}'`];
  lines.push('-H "Authorization: Bearer $BIVOUAC_API_KEY"');
  if (upload) lines.push("-F 'file=@ridge.jpg'");
  if (text) lines.push(`-H 'Content-Type: ${text}'`, "--data-binary '@list.csv'");
  else if (body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`);
  }
  const request = lines.join(' \\\n  ');
  return isAwaitingFile ? `${request}\n\n${sendingFile(body)}` : request;
}

/** The upload that follows an answer with an `upload_url`, for a body with a file name. */
const sendingFile = (body: any): string =>
  `# the file itself goes to the upload_url of the answer\ncurl -T '${body.file_name}' -H 'Content-Type: ${body.content_type}' "$UPLOAD_URL"`;

/** The functions of the client that wait for what an operation has begun. An answer with an `export` does not say of what it is one. */
const WAITS: Record<string, string> = {
  createBulkJob: 'waitForBulkJob',
  createTent: 'waitForTent',
  editTent: 'waitForTent',
  executeContactImport: 'waitForImportRun',
  exportContactList: 'waitForContactListExport',
  exportEmailBlastContacts: 'waitForBlastExport',
  iterateEmail: 'waitForEmailGeneration',
  iterateEmailTemplate: 'waitForEmailTemplateGeneration',
  iterateTentTemplate: 'waitForTentTemplateGeneration',
  resumeEmailBlast: 'waitForBlastSent',
  sendEmailBlastNow: 'waitForBlastSent',
  sendEmailTest: 'waitForEmailTest',
};

function typescript(call: CallShape): string {
  const values = (place: string) =>
    Object.fromEntries(
      inPlace(place, call)
        .filter(({ required }) => required)
        .map(({ name, example }) => [name, example]),
    );
  const [path, query] = [values('path'), values('query')];
  const params = { ...(Object.keys(path).length > 0 && { path }), ...(Object.keys(query).length > 0 && { query }) };
  const options = [
    ...(Object.keys(params).length > 0 ? [`params: ${literal(params, '    ')}`] : []),
    ...(call.body === undefined ? [] : [`body: ${literal(call.body, '    ')}`]),
    ...(call.upload ? ["body: { file: [asFile('ridge.jpg', bytes)] }"] : []),
  ];
  const rest = options.length > 0 ? `, {\n${options.map((option) => `    ${option},\n`).join('')}  }` : '';
  const lines = [`const answer = await unwrap(\n  bivouac.${call.method.toUpperCase()}('${call.path}'${rest}),\n);`];
  const wait = WAITS[call.operationId];
  const of = wait?.endsWith('Export') ? `, ${literal(Object.values(path)[0], '')}` : '';
  if (wait) lines.push(`const done = await ${wait}(bivouac, answer${of});`);
  if (call.isAwaitingFile) lines.push('await upload(bivouac, answer, csv);');
  return lines.join('\n');
}

/** A value as TypeScript writes it. */
function literal(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const items = value.map((item) => literal(item, inner));
    const line = `[${items.join(', ')}]`;
    return line.length <= 80 && !line.includes('\n') ? line : `[\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}]`;
  }
  if (value && typeof value === 'object') {
    const fields = Object.entries(value).map(
      ([key, field]) => `${/^[A-Za-z_]\w*$/.test(key) ? key : quoted(key)}: ${literal(field, inner)}`,
    );
    if (fields.length === 0) return '{}';
    const line = `{ ${fields.join(', ')} }`;
    return line.length <= 80 && !line.includes('\n') ? line : `{\n${fields.map((field) => `${inner}${field},\n`).join('')}${indent}}`;
  }
  return typeof value === 'string' ? quoted(value) : String(value);
}

const quoted = (text: string): string =>
  text.includes('\n')
    ? `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``
    : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
