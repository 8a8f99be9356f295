import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changedBy } from '../../scripts/changed-files.ts';

test('names what a program has written, and not what was changed before', () => {
  const root = mkdtempSync(join(tmpdir(), 'bivouac-changed-'));
  const write = (name: string) => writeFileSync(join(root, name), name);
  try {
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    writeFileSync(join(root, '.gitignore'), 'ignored.ts\n');
    for (const name of ['kept.ts', 'mended.ts', 'gone.ts']) write(name);
    execFileSync('git', ['add', '.'], { cwd: root });
    write('edited before.ts');
    for (const name of ['mended.ts', 'gone.ts']) utimesSync(join(root, name), 1, 1);
    const written = changedBy(root, () => {
      for (const name of ['new.ts', 'mended.ts', 'ignored.ts']) write(name);
      rmSync(join(root, 'gone.ts'));
    });
    expect(written).toEqual(['mended.ts', 'new.ts']);
  } finally {
    rmSync(root, { recursive: true });
  }
});
