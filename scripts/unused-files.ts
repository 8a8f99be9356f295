/** Files of the document that are no part of it: a path that is not mounted, a schema that nothing refers to. Redocly follows references only. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DOCUMENTS } from './documents.ts';
import { ALTERNATIVES, filesOf } from './house-rules/kinds.ts';

const COMMENT = /^\s*#.*$/gm;
const PATTERN = new RegExp(`${ALTERNATIVES}: ['"]?([^\\s'"]+)`, 'g');
const REFERENCE = /\$ref:\s*['"]?([^'"#\s,}\]]+)/g;

/**
 * Of files that refer to each other the one is named with which it begins.
 * @returns one finding each, as the linter's: `openapi/paths/contacts/contacts-merge.yaml:1:1  unused-file` and words
 */
export function unusedFiles(root: string): string[] {
  const files = globSync('openapi/{paths,platform,components}/**/*.yaml', { cwd: root }).sort();
  const known = new Map<string, string[]>();
  const referencesOf = (file: string): string[] => {
    const references = known.get(file) ?? readReferences(join(root, file)).map((reference) => join(dirname(file), reference));
    known.set(file, references);
    return references;
  };
  const reached = new Set<string>();
  const reach = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const reference of referencesOf(file)) reach(reference);
  };
  for (const { source } of DOCUMENTS) reach(source);
  const unused = files.filter((file) => !reached.has(file));
  const referredTo = new Set(unused.flatMap((file) => referencesOf(file).filter((reference) => reference !== file)));
  const findings: string[] = [];
  // Those that nothing refers to come first; what is left then are circles.
  for (const file of [...unused.filter((one) => !referredTo.has(one)), ...unused]) {
    if (reached.has(file)) continue;
    reach(file);
    const words = file.startsWith('openapi/paths/')
      ? 'The path is not in the document: mount it under `paths` in openapi/openapi.yaml, or delete the file.'
      : 'Nothing in the document refers to this file: refer to it, or delete it.';
    findings.push(`${file}:1:1  unused-file\n  ${words}`);
  }
  return findings;
}

function readReferences(path: string): string[] {
  try {
    const text = readFileSync(path, 'utf8').replaceAll(COMMENT, '');
    const patterns = [...text.matchAll(PATTERN)].flatMap(([, pattern = '']) => filesOf(pattern, path));
    return [...[...text.matchAll(REFERENCE)].map(([, reference = '']) => reference), ...patterns];
  } catch {
    // A reference that leads nowhere is the linter's to find.
    return [];
  }
}
