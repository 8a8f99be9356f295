import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stringify } from 'yaml';
import { documentFile, readDocument } from '../../src/http/contract.ts';
import { type Built, builtIn, fingerprint, MANIFEST, SHARED } from '../../src/http/docs/built.ts';
import { MARK } from '../../src/http/mark.ts';
import { Site } from './site.ts';

/** Undefined where the packages for development are left out; everything else is built without them. */
export const draw = await import('./draw.ts').then(
  (module) => module.draw,
  (error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  },
);

const EMPTY = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/** Redoc for the browser, without the one picture that it would fetch from elsewhere. */
const redocScript = (): string =>
  readFileSync(createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js'), 'utf8').replaceAll(
    'https://cdn.redoc.ly/redoc/logo-mini.svg',
    EMPTY,
  );

/** Writes the reference beside its place and then moves it there, so that readers find all of it or what was there before. */
export function buildReference(target: URL, document = readDocument()): void {
  const fresh = pathToFileURL(`${fileURLToPath(target).replace(/\/$/, '')}.${process.pid}/`);
  mkdirSync(fresh, { recursive: true });
  const write = (name: string, content: string) => writeFileSync(new URL(name, fresh), content);

  const site = new Site(document);
  for (const page of site.prose) write(`${page.slug || 'index'}.html`, site.prosePage(page));
  for (const tag of site.tags) write(`${tag.slug}.html`, site.tagPage(tag, draw));
  write('search.json', site.searchIndex());
  write('changes.atom', site.feed());
  write('openapi.yaml', stringify(document));
  copyFileSync(documentFile, new URL('openapi.json', fresh));

  // Some scripts are modules of the build, too; in a page, what they export is everybody's.
  const scripts = new URL('browser/', import.meta.url);
  for (const name of readdirSync(scripts)) write(name, readFileSync(new URL(name, scripts), 'utf8').replaceAll(/^export /gm, ''));
  if (draw) write('redoc.js', redocScript());
  for (const name of SHARED) copyFileSync(new URL(`../../src/http/docs/${name}`, import.meta.url), new URL(name, fresh));
  write('mark.svg', MARK);
  write(MANIFEST, JSON.stringify({ fingerprint: fingerprint(), drawn: draw ? site.tags.map(({ slug }) => slug) : [] } satisfies Built));

  rmSync(target, { recursive: true, force: true });
  try {
    renameSync(fresh, target);
  } catch (error) {
    // Another process that built the same was a moment faster.
    rmSync(fresh, { recursive: true });
    if (!builtIn(target)) throw error;
  }
}
