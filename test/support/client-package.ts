/** The client as a package. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Packs the client and puts it, with its dependency, into a project's node_modules, as an installation does, without a network. */
export async function installClient(project: string): Promise<void> {
  const modules = join(project, 'node_modules');
  const place = join(modules, 'bivouac-client');
  await mkdir(place, { recursive: true });
  await mkdir(join(modules, '@types'));
  const { stdout } = await run('npm', ['pack', './generated/client', '--ignore-scripts', '--json', '--pack-destination', project], {
    cwd: ROOT,
  });
  const tarball = join(project, JSON.parse(stdout)[0].filename);
  await run('tar', ['-xzf', tarball, '-C', place, '--strip-components=1']);
  await rm(tarball);
  for (const name of ['openapi-fetch', '@types/node']) await symlink(join(ROOT, 'node_modules', name), join(modules, name));
}

/** The proxy of the guide; it reads its settings from the environment. */
export async function guidesProxy(): Promise<(request: Request) => Promise<Response>> {
  const guide = await readFile(join(ROOT, 'docs/guides/client.md'), 'utf8');
  const [block] = /export async function proxy.*?\n}\n/s.exec(guide) ?? [];
  const source = stripTypeScriptTypes(block as string);
  return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`)).proxy;
}
