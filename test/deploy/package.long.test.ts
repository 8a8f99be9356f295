/** The package as people get it: packed, installed into an empty folder, started, and given commands. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const MINUTES = 60_000;

it('is packed, runs from the folder of its user, and takes commands', { timeout: 15 * MINUTES }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bivouac-package-'));
  try {
    const home = join(folder, 'home');
    await mkdir(home);
    await run('npm', ['pack', '--pack-destination', folder], { cwd: root });
    const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
    await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', join(folder, tarball)], { cwd: home });
    const packed = await readdir(join(home, 'node_modules/bivouac/dist'), { recursive: true });
    expect(packed.filter((name) => /\.ts$|\.test\.|^scripts\/bench/.test(name))).toEqual([]);

    const port = await freePort();
    const settings = { PORT: String(port), PAGES_PORT: String(await freePort()), DATA_DIR: join(home, '.data'), PATH: process.env.PATH };
    const command = join(home, 'node_modules/.bin/bivouac');
    const service = spawn(command, [], { cwd: home, env: settings, stdio: ['ignore', 'ignore', 'inherit'] });
    try {
      await expect
        .poll(
          () =>
            fetch(`http://127.0.0.1:${port}/readyz`).then(
              ({ status }) => status,
              () => 0,
            ),
          { timeout: 2 * MINUTES },
        )
        .toBe(200);
      const { stdout } = await run(command, ['workspaces', 'list', '--json'], { cwd: home, env: settings });
      expect(JSON.parse(stdout)).toMatchObject([{ slug: 'demo' }]);
      // It writes in threads, from data files, and serves published pages.
      const key = (await readFile(join(home, '.data/first-api-key'), 'utf8')).trim();
      const demo = await run(command, ['demo'], {
        cwd: home,
        env: { ...settings, BIVOUAC_API_KEY: key, BASE_URL: `http://localhost:${port}` },
      });
      expect(demo.stdout).toContain('Everything took');
      expect(await (await fetch(`http://127.0.0.1:${port}/docs/contacts`)).text()).toContain('/v1/contacts');
    } finally {
      service.kill('SIGTERM');
      await once(service, 'exit');
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
