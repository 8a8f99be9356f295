/**
 * `npm run fix`: generates, formats and mends what a program can mend, and names the files that it mended. What is left for people is
 * printed by whoever found it, and ends it with 1.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { changedBy } from './changed-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (program: string, ...args: string[]): number => spawnSync(program, args, { cwd: root, stdio: 'inherit' }).status ?? 1;

process.exitCode = run('node', 'scripts/generate.ts');
if (process.exitCode === 0) {
  const mended = changedBy(root, () => {
    process.exitCode = run('biome', 'check', '--write', '--error-on-warnings', '.');
  });
  console.log(mended.length === 0 ? 'Nothing was mended in the code.' : `Mended:\n${mended.map((path) => `  ${path}`).join('\n')}`);
}
