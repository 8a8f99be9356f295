/** `npm run contract:diff` in a repository of its own. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const FILE = 'generated/openapi.json';

interface Repository {
  repository: string;
  git(...args: string[]): void;
  diff(...args: string[]): { status: number | null; stdout: string; stderr: string };
}

/** An empty repository with the house's scripts beside it. The test removes its folder. */
export function openRepository(): Repository {
  const repository = mkdtempSync(join(tmpdir(), 'bivouac-diff-'));
  mkdirSync(join(repository, dirname(FILE)));
  for (const path of ['scripts', 'src', 'node_modules']) symlinkSync(join(ROOT, path), join(repository, path));
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: repository });
  git('init', '--quiet');
  return {
    repository,
    git,
    diff(...args) {
      const command = [join(ROOT, 'scripts/contract-diff.ts'), ...args];
      const { status, stdout, stderr } = spawnSync('node', command, { cwd: repository, encoding: 'utf8' });
      return { status, stdout, stderr };
    },
  };
}
