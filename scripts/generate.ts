/**
 * From the hand-written document to everything that follows from it: lint, bundle with code samples, each operation's own bad request
 * and each list's empty answer, types, database client; and the typed client as a package of its own: JavaScript with declarations,
 * since Node strips no types within node_modules.
 * With `--check` it writes nothing and fails when a committed file is out of step.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenAPIV3_1 } from 'openapi-types';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { isReadOnly, METHODS, operationsOf, resolve, withoutLinks } from '../src/http/contract.ts';
import { buildDocument, buildPlatformDocument, UnsoundDocument } from './build-document.ts';
import { differencesOf, writeDifferences } from './generated-files.ts';

const check = process.argv.includes('--check');
const NOTE = '// Generated from openapi/ by `npm run generate`. Do not edit.\n\n';
const root = fileURLToPath(new URL('..', import.meta.url));

const document = build(buildDocument);
const platform = build(buildPlatformDocument);
const outputs = new Map<string, string>([
  ['generated/openapi.json', `${JSON.stringify(document, null, 1)}\n`],
  ['generated/api.d.ts', `${NOTE}// The client carries them into its package.\nexport type * from './client/api.d.ts';\n`],
  ['generated/platform.json', `${JSON.stringify(platform, null, 1)}\n`],
  ['generated/platform.d.ts', await types(platform)],
  ...(await clientFiles()),
]);
const differences = differencesOf(root, outputs, ['generated/client']);
const { changed, gone } = differences;

if (check) {
  if (!isClientInStep()) {
    console.error('generated/prisma is out of step with prisma/: run `npm run generate` and commit the result.');
    process.exitCode = 1;
  }
  for (const path of [...changed, ...gone]) {
    console.error(`${path} is out of step with openapi/: run \`npm run generate\` and commit the result.`);
    process.exitCode = 1;
  }
} else {
  writeDifferences(root, outputs, differences);
  console.log(changed.length + gone.length === 0 ? 'Everything generated was in step.' : 'Generated anew:');
  for (const path of changed) console.log(`  ${path}`);
  for (const path of gone) console.log(`  ${path} is gone`);
  generateDatabaseClient();
}

function build(make: typeof buildDocument): OpenAPIV3_1.Document {
  try {
    return make(root);
  } catch (error) {
    if (!(error instanceof UnsoundDocument)) throw error;
    console.error(`${error.message}; nothing was generated.`);
    process.exit(1);
  }
}

/** Prints only errors. The code of the client is committed, since Prisma's generator is a development package; its types are not. */
function generateDatabaseClient(): void {
  const { status, stdout, stderr } = spawnSync('prisma', ['generate'], { cwd: root, encoding: 'utf8' });
  if (status === 0) return;
  console.error(`${stdout}${stderr}`);
  process.exitCode = 1;
}

/** The committed client holds the schema that it was made from, with columns aligned by Prisma. */
function isClientInStep(): boolean {
  const modelsOf = (text: string) => (text.replace(/ +/g, ' ').match(/^(?:model|enum) .*?^}/gms) ?? []).sort().join('\n');
  const sources = readdirSync(join(root, 'prisma')).filter((name) => name.endsWith('.prisma'));
  const schema = sources.map((name) => readFileSync(join(root, 'prisma', name), 'utf8')).join('\n');
  const client = readFileSync(join(root, 'generated/prisma/internal/class.ts'), 'utf8');
  const [, made = '""'] = /"inlineSchema": (".*")/.exec(client) ?? [];
  return modelsOf(JSON.parse(made)) === modelsOf(schema);
}

async function types(of: OpenAPIV3_1.Document): Promise<string> {
  // The type of an upload is a file instead of a string.
  const file = ts.factory.createTypeReferenceNode('Blob');
  // A literal template tells custom events apart from all others by their type.
  const customType = ts.factory.createTemplateLiteralType(ts.factory.createTemplateHead('custom.'), [
    ts.factory.createTemplateLiteralTypeSpan(
      ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
      ts.factory.createTemplateTail(''),
    ),
  ]);
  // Links lead to places in the reference, and a comment in a program is not there.
  const words = JSON.parse(JSON.stringify(of), (key, value) =>
    key === 'description' && typeof value === 'string' ? withoutLinks(value) : value,
  );
  const nodes = await openapiTS(words, {
    defaultNonNullable: false,
    transform: ({ format }, { path }) => {
      if (path === '#/components/schemas/CustomEventType') return customType;
      return format === 'binary' ? file : undefined;
    },
  });
  return `${NOTE}${astToString(nodes.map((node) => takingUndefined(node)))}\n`;
}

/** What the typed client needs beside the types. */
async function clientTypes(): Promise<string> {
  return `${await types(document)}${queryDefaults()}\n${readOnlyPosts()}\n${keyedPuts()}\n${textAnswers()}`;
}

/** Optional query parameters and headers, with undefined for "left out" also where a compiler tells the two apart: `{ cursor }`. */
function takingUndefined(node: ts.Node, within: string[] = []): ts.Node {
  const [kind, place] = within;
  const name = ts.isPropertySignature(node) && 'text' in node.name ? node.name.text : undefined;
  if (
    ts.isPropertySignature(node) &&
    node.type &&
    node.questionToken &&
    place === 'parameters' &&
    (kind === 'query' || kind === 'header')
  ) {
    const type = ts.factory.createUnionTypeNode([node.type, ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword)]);
    return ts.factory.updatePropertySignature(node, node.modifiers, node.name, node.questionToken, type);
  }
  const path = name === undefined ? within : [name, ...within];
  return ts.visitEachChild(node, (child) => takingUndefined(child, path), undefined);
}

/** Query parameters with defaults: validation fills them in, so handlers get them as present. */
function queryDefaults(): string {
  const lines: string[] = [];
  for (const item of Object.values(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item?.[method];
      if (!operation) continue;
      const names = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
        .map((parameter) => resolve(document, parameter) as OpenAPIV3_1.ParameterObject)
        .filter((parameter) => parameter.in === 'query' && defaultOf(parameter.schema) !== undefined)
        .map((parameter) => `'${parameter.name}'`);
      if (names.length > 0) lines.push(`    ${operation.operationId}: ${names.join(' | ')};`);
    }
  }
  return `/** The query parameters of each operation that have a default. */\nexport interface queryDefaults {\n${lines.join('\n')}\n}\n`;
}

/** The paths whose POST writes nothing, as `x-read-only` says. */
function readOnlyPosts(): string {
  const paths = Object.entries(document.paths ?? {}).flatMap(([path, item]) => (item?.post && isReadOnly(item.post) ? [`'${path}'`] : []));
  return `/** The paths whose POST only reads. */\nexport type readOnlyPosts = ${paths.join(' | ')};\n`;
}

/** The paths whose PUT takes a key, since it can make something beside what it puts in its place. */
function keyedPuts(): string {
  const paths = operationsOf(document).flatMap(({ method, path, idempotent }) => (method === 'put' && idempotent ? [`'${path}'`] : []));
  return `/** The paths whose PUT takes an Idempotency-Key. */\nexport type keyedPuts = ${paths.join(' | ')};\n`;
}

/** The paths whose GET answers with a text. */
function textAnswers(): string {
  const paths = operationsOf(document).flatMap(({ path, responses }) => {
    const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
    const [type] = Object.keys(success?.content ?? {});
    return type?.startsWith('text/') ? [`'${path}'`] : [];
  });
  return `/** The paths that answer with a text. */\nexport type textAnswers = ${paths.join(' | ')};\n`;
}

function defaultOf(schema: OpenAPIV3_1.ParameterObject['schema']): unknown {
  return (resolve(document, schema ?? {}) as OpenAPIV3_1.SchemaObject).default;
}

/** A self-contained package: it includes its types and has the version of the service. */
async function clientFiles(): Promise<[path: string, content: string][]> {
  const compilerOptions: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    rewriteRelativeImportExtensions: true,
    isolatedDeclarations: true,
    declaration: true,
  };
  const sources = readdirSync(join(root, 'src/client')).filter((name) => name.endsWith('.ts'));
  const files = sources.flatMap((file): [string, string][] => {
    const name = file.replace(/\.ts$/, '');
    const source = readFileSync(join(root, 'src/client', file), 'utf8').replaceAll('../../generated/api.d.ts', './api.d.ts');
    const script = ts.transpileModule(source, { compilerOptions });
    const declaration = ts.transpileDeclaration(source, { compilerOptions, reportDiagnostics: true });
    for (const { messageText } of declaration.diagnostics ?? []) throw new Error(`src/client/${file}: ${JSON.stringify(messageText)}`);
    return [
      [`${name}.js`, script.outputText],
      [`${name}.d.ts`, declaration.outputText],
    ];
  });
  files.push(
    ['api.d.ts', await clientTypes()],
    ['README.md', readFileSync(join(root, 'src/client/README.md'), 'utf8')],
    ['package.json', `${JSON.stringify(clientPackage(), null, 2)}\n`],
  );
  return files.map(([name, content]) => [`generated/client/${name}`, content]);
}

function clientPackage(): object {
  const { version, license, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return {
    name: 'bivouac-client',
    version,
    description: 'Typed client of the Bivouac API, for Node and browsers',
    license,
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
    files: ['*.js', '*.d.ts'],
    sideEffects: false,
    // The first version that also loads ECMAScript modules by `require`.
    engines: { node: '>=20.19' },
    dependencies: { 'openapi-fetch': dependencies['openapi-fetch'] },
  };
}
