import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

interface Locked {
  version: string;
  integrity?: string;
  hasInstallScript?: boolean;
  bin?: Record<string, string>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };
const { optionalDependencies, allowScripts, engines } = read('package.json');

describe('the packages', () => {
  it.each(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'])('bring a locked Node and PostgreSQL for %s', (platform) => {
    const names = Object.keys(optionalDependencies).filter((name) => name.endsWith(platform));
    expect(names.map((name) => name.split(/[-/]/)[0]).sort()).toEqual(['@embedded', 'node']);
    for (const name of names) {
      const locked = packages[`node_modules/${name}`] as Locked;
      expect([name, locked.version, locked.integrity]).toEqual([name, optionalDependencies[name], expect.stringMatching(/^sha512-/)]);
    }
    const node = packages[`node_modules/${names.find((name) => name.startsWith('node-'))}`] as Locked;
    expect(node.bin).toEqual({ node: 'bin/node' });
    const [major, minor] = node.version.split('.').map(Number) as [number, number];
    expect(engines.node).toBe('>=24.18');
    expect(major * 1_000 + minor).toBeGreaterThanOrEqual(24_018);
  });

  it('run no script at install that is not approved or refused by name, so none fetches packages beside the lockfile', () => {
    const names = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript ? [path.split('node_modules/').at(-1) as string] : [],
    );
    expect(names.filter((name) => !(name in allowScripts))).toEqual([]);
  });
});

describe('the package that npm packs', () => {
  const { bin, files, scripts } = read('package.json');

  it('holds the command, what it runs, and no sources, tests or tools', async () => {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root });
    const [{ files: packed }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const outside = packed.map(({ path }) => path).filter((path) => !path.startsWith('dist/'));
    expect(outside.sort()).toEqual(['CHANGELOG.md', 'README.md', 'package.json', 'scripts/bivouac']);
    expect(bin).toEqual({ bivouac: 'scripts/bivouac' });
    expect(files).toContain('dist/');
    expect([scripts.prepack, scripts.postpack]).toEqual([expect.stringContaining('scripts/pack.ts'), expect.stringContaining('--clean')]);
  });
});
