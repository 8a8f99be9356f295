import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '../shared/start-error.ts';
import { newId } from './ids.ts';

export class Unwritable extends StartError {
  constructor(path: string, error: { code?: string }) {
    super(`${path} cannot be written (${error.code}); choose another folder with DATA_DIR.`, { cause: error });
  }
}

export class SpoiltFile extends StartError {
  constructor(file: string, least: number) {
    super(
      `${file} holds fewer than ${least} characters, so it is not what was written there. Restore it from a backup. If there is none, ` +
        'delete it, and a new one is made; what the old one had signed, or kept locked, is lost.',
    );
  }
}

/** Makes the folder with its parents. @throws Unwritable */
export async function makeDataDir(path: string): Promise<void> {
  await makeFolder(path).catch((error) => {
    throw new Unwritable(path, error);
  });
}

/** Makes a folder with its parents; an existing one is fine. Node's recursive `mkdir` never ends under `/proc`. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await makeOne(path);
  }
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    // Another process may have been faster.
    if ((error as { code?: string }).code !== 'EEXIST' || !(await isFolder(path))) throw error;
  }
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/**
 * The text of a file that is made once and never changes. It gets its name when it is complete and on disk: of two processes that start
 * together, both read the first one's.
 * @throws SpoiltFile for fewer than `least` characters, Unwritable
 */
export async function readOrMake(file: string, make: () => string, least = 16): Promise<string> {
  try {
    const text = ((await readFile(file, 'utf8').catch(unlessMissing)) ?? (await makeOnce(file, make()))).trim();
    if (text.length >= least) return text;
  } catch (error) {
    throw new Unwritable(file, error as { code?: string });
  }
  throw new SpoiltFile(file, least);
}

async function makeOnce(file: string, content: string): Promise<string> {
  const fresh = `${file}.${newId()}`;
  try {
    const handle = await open(fresh, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(fresh, file).catch((error: { code?: string }) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(fresh, { force: true });
  }
  return readFile(file, 'utf8');
}

function unlessMissing(error: { code?: string }): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}
