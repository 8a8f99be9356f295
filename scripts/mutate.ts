/**
 * `npm run mutate -- PATH… [--most=N] [--from=LINE] [--patience=SECONDS]`: puts small mistakes into the files under the paths, one at a
 * time and at most N a file, spread evenly, and runs the tests that guard them (`test/guards.ts`). A mistake that no test notices has
 * survived; a test that takes longer than the patience has noticed. Works in a copy of the tree, on one test database cluster. Ends
 * with 1 when fewer are noticed than should be.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import { GUARDS, HARMLESS } from '../test/guards.ts';
import { PATIENCE_MS } from '../test/support/patience.ts';
import { type Mutation, mutate, mutationsOf } from './mutations.ts';
import { inMemory, openRunFolder } from './run-folder.ts';

/** How many of a hundred must be noticed. */
const GOAL = 85;

const root = fileURLToPath(new URL('..', import.meta.url));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string' }, from: { type: 'string' }, patience: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});
/** A mistake may make the code wait for ever. */
const TIMEOUT_MS = values.patience ? Number(values.patience) * 1_000 : 2 * PATIENCE_MS;
const files = Object.keys(GUARDS).filter((file) => positionals.some((path) => file.startsWith(path)));
if (values.help || files.length === 0) {
  const options = 'PATH… [--most=N] [--from=LINE] [--patience=SECONDS]';
  const tell = values.help ? console.log : console.error;
  tell(`Usage: npm run mutate -- ${options}\n\nFiles that tests are known to guard:\n  ${Object.keys(GUARDS).join('\n  ')}`);
  process.exit(values.help ? 0 : 1);
}

const folder = await openRunFolder('bivouac-mutate-', { parent: await inMemory() });
const copy = join(folder.path, 'bivouac');
mkdirSync(copy);
const LEFT_OUT = ['node_modules', 'test-results', 'coverage', '.git', '.data'];
for (const name of readdirSync(root)) if (!LEFT_OUT.includes(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
process.chdir(copy);
// All tests, long ones too, in few rounds.
process.env.TEST_AT_LENGTH = 'once';
// Which failure is the smallest does not matter here.
process.env.FIRST_FAILURE = 'yes';

const vitest = await createVitest(
  'test',
  {
    root: copy,
    watch: false,
    reporters: [],
    bail: 1,
    maxWorkers: 2,
    setupFiles: ['test/support/chance.ts', 'scripts/mutate-watch.ts'],
    testTimeout: TIMEOUT_MS,
    hookTimeout: TIMEOUT_MS,
    expect: { poll: { timeout: TIMEOUT_MS / 2 } },
  },
  { logLevel: 'silent' },
  { stdout: process.stderr },
);

function write(file: string, source: string): void {
  const path = join(copy, file);
  writeFileSync(path, source);
  vitest.invalidateFile(path);
}

/** Tests one mutation. @returns the first failure, if any */
async function verdictOn(file: string, source: string): Promise<string | undefined> {
  write(file, source);
  const specifications = (GUARDS[file] as string[]).map((test) => vitest.getRootProject().createSpecification(join(copy, test)));
  const { testModules: all, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // Those of the file before are still there.
  const testModules = all.filter(({ moduleId }) => specifications.some((specification) => specification.moduleId === moduleId));
  const failures = testModules.flatMap((module) => [
    ...module.errors().map(({ message }) => message),
    ...[...module.children.allTests('failed')].map((test) => `${test.fullName}: ${test.result().errors?.[0]?.message}`),
  ]);
  return [
    ...failures,
    ...unhandledErrors.map((error) => (error as Error).message ?? 'Something failed outside of the tests.'),
    ...testModules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId),
  ][0];
}

const spread = (all: Mutation[], most: number): Mutation[] =>
  all.length <= most ? all : Array.from({ length: most }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / most)] as Mutation);

const figures: Record<string, { mistakes: number; noticed: number; harmless: number }> = {};
for (const file of files) {
  const source = readFileSync(join(root, file), 'utf8');
  const asItIs = await verdictOn(file, source);
  if (asItIs) {
    console.error(`The tests of ${file} fail as it is: ${asItIs}`);
    continue;
  }
  if (!(await verdictOn(file, `throw new Error('mutated');\n${source}`))) {
    throw new Error(`The tests of ${file} do not run what is in the copy.`);
  }
  const figure = { mistakes: 0, noticed: 0, harmless: 0 };
  const all = mutationsOf(source).filter(({ line }) => line >= Number(values.from ?? 0));
  for (const mutation of spread(all, Number(values.most ?? Number.POSITIVE_INFINITY))) {
    const { line, before, after } = mutation;
    const shown = `${before.replace(/\s+/g, ' ').slice(0, 80)} → ${after.slice(0, 40) || 'nothing'}`;
    const reason = HARMLESS[file]?.[shown] ?? HARMLESS[file]?.[`${shown} in ${source.split('\n')[line - 1]?.trim()}`];
    const noticed = !reason && (await verdictOn(file, mutate(source, mutation))) !== undefined;
    if (reason) figure.harmless += 1;
    else figure.mistakes += 1;
    if (noticed) figure.noticed += 1;
    console.log(`${reason ? 'harmless' : noticed ? 'noticed ' : 'SURVIVED'} ${file}:${line}  ${shown}${reason ? `  (${reason})` : ''}`);
  }
  write(file, source);
  figures[file] = figure;
}
await vitest.close();
await folder.remove();

const [mistakes, noticed] = (['mistakes', 'noticed'] as const).map((name) =>
  Object.values(figures).reduce((sum, figure) => sum + figure[name], 0),
) as [number, number];
const percent = Math.round((noticed / mistakes) * 100);
console.table(figures);
console.log(`${noticed} of ${mistakes} noticed (${percent} %); goal: ${GOAL} %: ${percent >= GOAL ? 'met' : 'MISSED'}`);
process.exit(percent >= GOAL ? 0 : 1);
