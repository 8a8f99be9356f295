/** Redocly's findings about the document, as lines that an editor can follow. */
import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';

interface Finding {
  ruleId: string;
  severity: string;
  message: string;
  location: { source: { ref: string }; start?: { line: number; col: number } }[];
}

/** Redocly's finding for a file that is no YAML: at the file itself, and again at each reference to it. */
const UNREADABLE = /([^\n:]*) in "([^"]+)" \((\d+):(\d+)\)$/gm;

/**
 * Each as `file:line:column  rule` with words below; nothing when the document is sound.
 * @param cwd where `redocly.yaml` is
 * @param api its name there; by default all of them
 * @throws with Redocly's own words when it could not judge at all
 */
export function lintDocument(cwd: string, api?: string): string[] {
  const { stdout, stderr } = spawnSync('redocly', ['lint', ...(api ? [api] : []), '--format=json', '--max-problems=200'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const unreadable = (words: string): string[] =>
    [...words.matchAll(UNREADABLE)].map(([, what = '', path = '', line, column]) =>
      finding(`${relative(cwd, path)}:${line}:${column}`, 'unreadable', `This is no YAML: ${what.replace(/^\W+/, '')}`),
    );
  let problems: Finding[];
  try {
    ({ problems } = JSON.parse(stdout));
  } catch {
    const findings = unreadable(stderr);
    if (findings.length > 0) return findings;
    throw new Error(`Redocly could not judge the document.\n${stderr || stdout}`);
  }
  const findings = problems.flatMap(({ ruleId, message, location: [at] }) => {
    const { line, col } = at?.start ?? { line: 1, col: 1 };
    const known = ruleId === 'no-unresolved-refs' ? unreadable(message) : [];
    return known.length > 0 ? known : [finding(`${at?.source.ref}:${line}:${col}`, ruleId, message.trim())];
  });
  return [...new Set(findings)];
}

const finding = (place: string, rule: string, words: string): string => `${place}  ${rule}\n  ${words.replaceAll('\n', '\n  ')}`;
