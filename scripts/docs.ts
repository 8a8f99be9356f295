/** The reference as a folder of static files that any web server can publish, at any address, without a network of its own: generated/docs, or the folder that is named. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stringify } from 'yaml';
import { documentFile, readDocument } from '../src/http/contract.ts';
import { drawn } from '../src/http/docs/drawings.ts';
import { FILES, type Places, Site } from '../src/http/docs/pages.ts';
import { ASSETS } from '../src/http/docs.ts';

const folder = process.argv[2];
const target = folder ? pathToFileURL(`${resolve(folder)}/`) : new URL('../generated/docs/', import.meta.url);
mkdirSync(target, { recursive: true });

const document = readDocument();
const fileOf = (slug: string): string => `${slug || 'index'}.html`;
const places: Places = { page: (slug) => `./${fileOf(slug)}`, json: './openapi.json', yaml: './openapi.yaml', assets: './', isLive: false };
const site = new Site(document, places);
for (const page of site.prose) write(fileOf(page.slug), site.prosePage(page));
await Promise.all(site.tags.map(async (tag) => write(fileOf(tag.slug), site.tagPage(tag, await drawn(site.sketch(tag))))));
write('openapi.yaml', stringify(document));
copyFileSync(documentFile, new URL('openapi.json', target));
for (const [name, { make }] of Object.entries(ASSETS)) write(name, make());
for (const [name, { make }] of Object.entries(FILES)) write(name, make(site));
console.log(`The reference is in ${fileURLToPath(target)}`);

function write(name: string, content: string): void {
  writeFileSync(new URL(name, target), content);
}
