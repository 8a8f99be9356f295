import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
const { readBrief } = await import('/tmp/gen/src/content/generation/reader/read.ts');
const ids = process.argv.slice(2);
for (const f of ['/tmp/gen/scripts/bench/prompts/first.yaml', '/tmp/gen/scripts/bench/prompts/second.yaml', '/tmp/plan/train/pages.yaml', '/tmp/plan/train/emails.yaml', '/tmp/plan/train/languages.yaml'])
  for (const p of parse(readFileSync(f, 'utf8'))) if (ids.includes(p.id)) {
    const b = readBrief(p.prompt, p.kind);
    console.log('=====', p.id, JSON.stringify(p.prompt)); const { words, ...r } = b; console.log(JSON.stringify(r, null, 1).replace(/\n\s{3,}/g, ' '));
  }
