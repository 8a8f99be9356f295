/**
 * `npm run fix`: generates, formats and repairs what a program can repair, and lists the repaired files. Remaining findings are printed
 * by the tool that found them; the exit code is 1 then.
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
