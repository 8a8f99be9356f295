import { readFileSync } from 'node:fs'; import { parse } from 'yaml';
for (const f of ['/tmp/plan/train/pages.yaml','/tmp/plan/train/languages.yaml']) for (const p of parse(readFileSync(f,'utf8'))) if (process.argv.includes(p.id)) console.log('##', p.id, '\n', p.prompt, '\n');
