/**
 * Builds what `npm pack` packs: `dist/` holds JavaScript in place of TypeScript, since Node strips no types below `node_modules`, with the
 * files that it reads in the same places as here. `--clean` removes it.
 */
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };

const PACKED = [
  'src/**',
  'scripts/{demo.ts,demo/**}',
  'prisma/migrations/**',
  'generated/{openapi.json,platform.json,docs/**}',
  'generated/prisma/{client,enums,internal/class,internal/prismaNamespace}.ts',
];
const root = fileURLToPath(new URL('..', import.meta.url));
const { name, version, type } = packageJson;
const dist = join(root, 'dist');

function build(): void {
  for (const entry of globSync(PACKED, { cwd: root, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.md')) continue;
    const path = join(entry.parentPath, entry.name);
    const target = join(dist, path.slice(root.length));
    cpSync(path, target);
    if (!entry.name.endsWith('.ts')) continue;
    writeFileSync(target.replace(/ts$/, 'js'), asJavaScript(readFileSync(path, 'utf8')));
    rmSync(target);
  }
  writeFileSync(join(dist, 'package.json'), JSON.stringify({ name, version, type }));
}

/** With the places of modules in imports and in `new URL`. Lines stay where they are, so that traces lead to the source. */
const asJavaScript = (source: string): string =>
  stripTypeScriptTypes(source).replaceAll(/(?<=['"])(\.{1,2}\/[^'"\n]*)\.ts(?=['"])/g, '$1.js');

rmSync(dist, { recursive: true, force: true });
if (!process.argv.includes('--clean')) build();
