/** Which files of a checkout a program has written. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** The files that are new or written by the work, in order; what git ignores aside. */
export function changedBy(root: string, work: () => void): string[] {
  const before = writtenAt(root);
  work();
  return [...writtenAt(root)].filter(([path, time]) => before.get(path) !== time).map(([path]) => path);
}

function writtenAt(root: string): Map<string, bigint> {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  const times = listed.split('\0').flatMap((path): [string, bigint][] => {
    const file = path ? statSync(join(root, path), { bigint: true, throwIfNoEntry: false }) : undefined;
    return file ? [[path, file.mtimeNs]] : [];
  });
  return new Map(times.sort(([one], [other]) => (one < other ? -1 : 1)));
}
