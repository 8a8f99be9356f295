import { constants, createReadStream, existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { MARKER } from '../platform/installation.ts';
import { SPOOL } from '../platform/storage.ts';

/** The stored files as they were at one moment, kept from being deleted until they have been copied. */
export interface PinnedFiles {
  /** Storage keys with their sizes in bytes. */
  files: Map<string, number>;
  read(key: string): AsyncIterable<Buffer>;
  release(): Promise<void>;
}

/** No storage key begins with a dot. */
const PINS = '.backup';

/**
 * Pins the files under `root`, each by a second name of the same bytes: stored files are replaced and deleted, never written
 * into. A file system without second names makes copies.
 */
export async function pinFiles(root: string): Promise<PinnedFiles> {
  const pins = join(root, PINS);
  // One backup runs at a time; what is here was left by one that was killed.
  await rm(pins, { recursive: true, force: true });
  const files = new Map<string, number>();
  for (const file of await filesUnder(root)) {
    const key = relative(root, file).split(sep).join('/');
    if (key.startsWith('.') || key.startsWith(`${SPOOL}/`) || key === MARKER) continue;
    const pin = join(pins, key);
    await mkdir(dirname(pin), { recursive: true, mode: 0o700 });
    if (!(await pinned(file, pin))) continue;
    files.set(key, (await stat(pin)).size);
  }
  return {
    files,
    read: (key) => createReadStream(join(pins, key)) as AsyncIterable<Buffer>,
    release: () => rm(pins, { recursive: true, force: true }),
  };
}

async function filesUnder(root: string): Promise<string[]> {
  // Made with the first file.
  if (!existsSync(root)) return [];
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** False when the file has gone meanwhile. */
async function pinned(file: string, pin: string): Promise<boolean> {
  try {
    await link(file, pin).catch((error: { code?: string }) => {
      if (error.code === 'ENOENT') throw error;
      return copyFile(file, pin, constants.COPYFILE_FICLONE);
    });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return false;
    throw error;
  }
}
