/**
 * Runs after `npm ci` has unpacked the packages: makes the database client and the reference, as far as the development packages
 * are present, and removes unused parts of packages. Those are a third of an installation:
 * headers for compiling against Node, and Prisma's query compilers for other databases.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const UNUSED = [
  'node_modules/node-*/include',
  'node_modules/@prisma/client/runtime/query_compiler_small*',
  'node_modules/@prisma/client/runtime/query_compiler_fast*{cockroachdb,mysql,sqlite,sqlserver}*',
  'node_modules/@prisma/client/runtime/*.map',
];
const cwd = fileURLToPath(new URL('..', import.meta.url));

for (const path of globSync(UNUSED, { cwd })) rmSync(new URL(`../${path}`, import.meta.url), { recursive: true });
if (existsSync(new URL('../node_modules/prisma-cli', import.meta.url))) run('node_modules/.bin/prisma', 'generate');
// An image installs the packages before the rest is there.
if (existsSync(new URL('docs.ts', import.meta.url))) run(process.execPath, '--max-semi-space-size=64', 'scripts/docs.ts', '--if-stale');

function run(program: string, ...args: string[]): void {
  const { status, error } = spawnSync(program, args, { cwd, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
