/** The reference as a folder of static files that any web server can publish, without a network of its own. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { documentFile, readDocument } from '../src/http/contract.ts';
import { PAGE, redocScript, START } from '../src/http/docs.ts';

const target = new URL('../generated/docs/', import.meta.url);
mkdirSync(new URL('docs/', target), { recursive: true });
writeFileSync(new URL('index.html', target), PAGE.replaceAll('="/', '="./'));
writeFileSync(new URL('docs/start.js', target), START.replace("'/openapi.json'", "'./openapi.json'"));
writeFileSync(new URL('docs/redoc.standalone.js', target), redocScript());
copyFileSync(documentFile, new URL('openapi.json', target));
writeFileSync(new URL('openapi.yaml', target), stringify(readDocument()));
console.log(`The reference is in ${target.pathname}`);
