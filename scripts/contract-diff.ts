/**
 * `npm run contract:diff -- REV [REV2]`: the changes of the API's document between two revisions, or between a revision and the
 * working tree, and whether they break clients. Ends with 1 if one does. For a revision it reads the generated document, for the working
 * tree the sources, so that an edit that is not generated yet counts.
 */
import { execFileSync } from 'node:child_process';
import { buildDocument, UnsoundDocument } from './build-document.ts';
import { type Change, compareDocuments } from './contract-changes.ts';

const FILE = 'generated/openapi.json';

const [from, to] = process.argv.slice(2);
if (!from || from === '--help') {
  const usage =
    'Usage: npm run contract:diff -- REV [REV2]\n\nRevisions of git; without the second, the working tree. For example: npm run contract:diff -- HEAD~1';
  (from ? console.log : console.error)(usage);
  process.exit(from ? 0 : 2);
}

const { changes, other } = compareDocuments(documentAt(from), documentAt(to));
const breaking = changes.filter(({ kind }) => kind === 'breaking');
print('Breaking', breaking);
print(
  'Additive',
  changes.filter(({ kind }) => kind === 'additive'),
);
console.log(`For people only: ${other.descriptions} descriptions, ${other.examples} examples.`);
process.exitCode = breaking.length > 0 ? 1 : 0;

function documentAt(revision: string | undefined): object {
  if (revision === undefined) return documentOnDisk();
  try {
    return JSON.parse(execFileSync('git', ['show', `${revision}:./${FILE}`], { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: 'pipe' }));
  } catch {
    console.error(`There is no ${FILE} at the revision ${revision}.`);
    process.exit(2);
  }
}

function documentOnDisk(): object {
  try {
    return buildDocument(process.cwd());
  } catch (error) {
    if (!(error instanceof UnsoundDocument)) throw error;
    console.error(`${error.message}; nothing was compared.`);
    process.exit(2);
  }
}

function print(title: string, group: Change[]): void {
  console.log(`${title}: ${group.length === 0 ? 'nothing.' : group.length}`);
  for (const { place, what, side, operations } of group) {
    console.log(`  ${place} ${what}`);
    if (operations.length === 0 || operations[0] === place) continue;
    const more = operations.length > 3 ? ` and ${operations.length - 3} more` : '';
    console.log(`      ${side ? `in ${side} of` : 'in'} ${operations.slice(0, 3).join(', ')}${more}`);
  }
  console.log();
}
