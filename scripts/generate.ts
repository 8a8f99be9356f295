/**
 * From the hand-written document to everything that follows from it: lint, bundle with code samples and each operation's own bad request,
 * types, database client; and the typed client as JavaScript with declarations, since Node strips no types within node_modules.
 * With `--check` it writes nothing and fails when a committed file is out of step.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenAPIV3_1 } from 'openapi-types';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { isReadOnly, METHODS, operationsOf, resolve } from '../src/http/contract.ts';
import { showBadRequests } from './bad-requests.ts';
import { addCodeSamples } from './code-samples.ts';
import { linkGuide } from './guide.ts';

const check = process.argv.includes('--check');
const root = fileURLToPath(new URL('..', import.meta.url));
const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });

run('redocly', 'lint', '--format=stylish', '--max-problems=200');

const scratch = mkdtempSync(join(tmpdir(), 'bivouac-generate-'));
const bundlePath = join(scratch, 'openapi.json');
execFileSync('redocly', ['bundle', 'openapi/openapi.yaml', '-o', bundlePath], { cwd: root, stdio: 'pipe' });
const document = JSON.parse(readFileSync(bundlePath, 'utf8')) as OpenAPIV3_1.Document;
rmSync(scratch, { recursive: true });
linkGuide(document);
showBadRequests(document);
addCodeSamples(document);

emit('generated/openapi.json', `${JSON.stringify(document, null, 1)}\n`);
emit('generated/api.d.ts', `// Generated from openapi/ by \`npm run generate\`. Do not edit.\n\n${await types()}`);
buildClient();
if (!check) run('prisma', 'generate');

async function types(): Promise<string> {
  // What is uploaded is a file, which would be called a string otherwise.
  const file = ts.factory.createTypeReferenceNode('Blob');
  const nodes = await openapiTS(document as never, {
    defaultNonNullable: false,
    transform: ({ format }) => (format === 'binary' ? file : undefined),
  });
  return `${astToString(nodes)}\n${queryDefaults()}\n${readOnlyPosts()}\n${keyedPuts()}`;
}

/** Which query parameters validation fills in, so that handlers see them as always there. */
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

function defaultOf(schema: OpenAPIV3_1.ParameterObject['schema']): unknown {
  return (resolve(document, schema ?? {}) as OpenAPIV3_1.SchemaObject).default;
}

/** `generated/client` lies as deep as `src/client`, so that both reach `generated/api.d.ts` by the same relative path. */
function buildClient(): void {
  const compilerOptions: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    rewriteRelativeImportExtensions: true,
    isolatedDeclarations: true,
    declaration: true,
  };
  if (!check) rmSync(join(root, 'generated/client'), { recursive: true, force: true });
  const files = readdirSync(join(root, 'src/client')).map((name) => name.replace(/\.ts$/, ''));
  for (const name of files) {
    const source = readFileSync(join(root, 'src/client', `${name}.ts`), 'utf8');
    const script = ts.transpileModule(source, { compilerOptions });
    const declaration = ts.transpileDeclaration(source, { compilerOptions, reportDiagnostics: true });
    for (const { messageText } of declaration.diagnostics ?? []) throw new Error(`src/client/${name}.ts: ${JSON.stringify(messageText)}`);
    emit(`generated/client/${name}.js`, script.outputText);
    emit(`generated/client/${name}.d.ts`, declaration.outputText);
  }
}

function emit(path: string, content: string): void {
  const file = join(root, path);
  if (!check) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return;
  }
  let committed = '';
  try {
    committed = readFileSync(file, 'utf8');
  } catch {}
  if (committed !== content) {
    console.error(`${path} is out of step with openapi/: run \`npm run generate\` and commit the result.`);
    process.exitCode = 1;
  }
}
