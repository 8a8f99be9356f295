/** Files that are made of others and committed. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Paths below the root. */
export interface Differences {
  changed: string[];
  /** Nothing makes them any more. */
  gone: string[];
}

/** @param whole folders that hold nothing else */
export function differencesOf(root: string, outputs: Map<string, string>, whole: string[]): Differences {
  return {
    changed: [...outputs].filter(([path, content]) => contentOf(join(root, path)) !== content).map(([path]) => path),
    gone: globSync(
      whole.map((folder) => `${folder}/*`),
      { cwd: root },
    ).filter((path) => !outputs.has(path)),
  };
}

export function writeDifferences(root: string, outputs: Map<string, string>, { changed, gone }: Differences): void {
  for (const path of changed) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), outputs.get(path) as string);
  }
  for (const path of gone) rmSync(join(root, path), { recursive: true });
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
