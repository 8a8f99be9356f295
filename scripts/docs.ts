/** The reference as a folder of static files that any web server can publish, at any address, without a network of its own: generated/docs, or the folder that is named. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stringify } from 'yaml';
import { documentFile, readDocument } from '../src/http/contract.ts';
import { changesPage, type Places, referencePage } from '../src/http/docs/pages.ts';
import { ASSETS } from '../src/http/docs.ts';

const folder = process.argv[2];
const target = folder ? pathToFileURL(`${resolve(folder)}/`) : new URL('../generated/docs/', import.meta.url);
mkdirSync(target, { recursive: true });

const document = readDocument();
const places: Places = {
  reference: './index.html',
  changes: './changes.html',
  json: './openapi.json',
  yaml: './openapi.yaml',
  assets: './',
};
write('index.html', referencePage(places, document.info));
write('changes.html', changesPage(places));
write('openapi.yaml', stringify(document));
copyFileSync(documentFile, new URL('openapi.json', target));
for (const [name, { make }] of Object.entries(ASSETS)) write(name, make());
console.log(`The reference is in ${fileURLToPath(target)}`);

function write(name: string, content: string): void {
  writeFileSync(new URL(name, target), content);
}
