/**
 * `npm run bench -- NAME`: one table, ours beside its baseline, measured in turn in one run. `npm run bench -- all smallest` shows
 * that every bench still works, and measures nothing. A bench that fails, or is interrupted, leaves nothing behind.
 */
import { openRunFolder } from '../run-folder.ts';
import { BENCHES } from './benches.ts';

const [name] = process.argv.slice(2);
if (!name || ![...BENCHES, 'all'].includes(name)) {
  const isAsked = name === '--help';
  (isAsked ? console.log : console.error)(`Usage: npm run bench -- ${BENCHES.join(' | ')} | all [smallest]`);
  process.exit(isAsked ? 0 : 1);
}
const folder = await openRunFolder('bivouac-bench-', { tell: true });
for (const bench of name === 'all' ? BENCHES : [name]) {
  if (name === 'all') console.log(`\n── ${bench}`);
  await import(`./${bench}.ts`);
}
await folder.remove();
