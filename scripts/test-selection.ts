/** The tests that the arguments of `npm test --` select. */
import { globSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseCLI } from 'vitest/node';

export interface Selection {
  /** Parts of paths. */
  paths: string[];
  /** A pattern that names of tests have to fit. */
  name: string | undefined;
}

/** @throws when they are none that vitest takes */
export function selectionOf(args: string[]): Selection {
  const { filter, options } = parseCLI(['vitest', 'run', ...args], { allowUnknownOptions: true });
  const { testNamePattern } = options;
  return { paths: filter, name: testNamePattern === undefined ? undefined : String(testNamePattern) };
}

/** The paths that no file of tests has in its own. Vitest passes over them when it finds one for another. */
export function unknownPaths({ paths }: Selection, root: string): string[] {
  const files = globSync('test/**/*.test.ts', { cwd: root }).map((file) => join(root, file).toLowerCase());
  return paths.filter((path) => {
    // It may name a line, and is looked for as it is or from here.
    const [, part = path] = /^(.+?)(?::\d+)?$/.exec(path) ?? [];
    const wanted = [part, relative(root, resolve(root, part))].map((one) => one.toLowerCase());
    return !files.some((file) => wanted.some((one) => file.startsWith(one) || file.slice(root.length).includes(one)));
  });
}
