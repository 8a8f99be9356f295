import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stringify } from 'yaml';
import { documentFile, readDocument } from '../../src/http/contract.ts';
import { type Built, builtIn, fingerprint, MANIFEST, SHARED } from '../../src/http/docs/built.ts';
import { MARK } from '../../src/http/mark.ts';
import { Site } from './site.ts';

/** Undefined where the packages for development are left out; everything else is built without them. */
export const draw = await import('./draw.ts')
  .then((module) => module.draw)
  .catch((error) => {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  });

const read = (place: string | URL): string => readFileSync(place, 'utf8');
const browser = new URL('browser/', import.meta.url);
const shared = new URL('../../src/http/docs/', import.meta.url);

const EMPTY = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
/** Redoc for the browser, without the one picture that it would fetch from elsewhere. */
const redocScript = (): string =>
  read(createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js')).replaceAll(
    'https://cdn.redoc.ly/redoc/logo-mini.svg',
    EMPTY,
  );

function filesOf(site: Site): [name: string, content: string][] {
  return [
    ...site.prose.map((page): [string, string] => [`${page.slug || 'index'}.html`, site.prosePage(page)]),
    ...site.tags.map((tag): [string, string] => [`${tag.slug}.html`, site.tagPage(tag, draw)]),
    ['search.json', site.searchIndex()],
    ['changes.atom', site.feed()],
    ['openapi.json', read(documentFile)],
    ['openapi.yaml', stringify(readDocument())],
    // Some scripts are modules of the build, too; in a page, what they export is everybody's.
    ...readdirSync(browser).map((name): [string, string] => [name, read(new URL(name, browser)).replaceAll(/^export /gm, '')]),
    ...SHARED.map((name): [string, string] => [name, read(new URL(name, shared))]),
    ['mark.svg', MARK],
    ...(draw ? [['redoc.js', redocScript()] as [string, string]] : []),
  ];
}

/** Builds the reference beside its place and then moves it there, so that readers find all of it or what was there before. */
export function buildReference(target: URL): void {
  const site = new Site(readDocument());
  const built: Built = { fingerprint: fingerprint(), drawn: draw ? site.tags.map(({ slug }) => slug) : [] };
  const files = [...filesOf(site), [MANIFEST, JSON.stringify(built)] as const];
  const fresh = pathToFileURL(`${fileURLToPath(target).replace(/\/$/, '')}.${process.pid}/`);
  mkdirSync(fresh, { recursive: true });
  for (const [name, content] of files) writeFileSync(new URL(name, fresh), content);
  rmSync(target, { recursive: true, force: true });
  try {
    renameSync(fresh, target);
  } catch (error) {
    // Another process that built the same was a moment faster.
    rmSync(fresh, { recursive: true });
    if (!builtIn(target)) throw error;
  }
}
