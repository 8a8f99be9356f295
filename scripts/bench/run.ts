/** `npm run bench -- NAME`: one table, ours beside its baseline, measured in turn in one run. */
const BENCHES = ['gateway', 'read', 'upsert', 'search', 'import', 'blast', 'start', 'growth'];

const [name] = process.argv.slice(2);
if (!name || !BENCHES.includes(name)) {
  console.error(`Usage: npm run bench -- ${BENCHES.join(' | ')}`);
  process.exit(1);
}
await import(`./${name}.ts`);
