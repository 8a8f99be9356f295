import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, readOrMake, SpoiltFile, Unwritable } from '../../src/platform/files.ts';
import { isAtLength } from '../support/at-length.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bivouac files '));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SECRET = 'a secret of some length';

describe('a file that is made once', () => {
  it('is made by one of those who want it at once, and read by all', async () => {
    const file = join(folder, 'secret');
    let count = 0;
    const texts = await Promise.all(Array.from({ length: 20 }, () => readOrMake(file, () => `${SECRET} ${++count}`)));
    expect(new Set(texts).size).toBe(1);
    expect(await readdir(folder)).toEqual(['secret']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readOrMake(file, () => 'another one, and longer')).toBe(texts[0]);
  });

  it.each(['', '\n', 'short'])('is refused when it holds %j', async (content) => {
    const file = join(folder, 'secret');
    await writeFile(file, content);
    await expect(readOrMake(file, () => SECRET)).rejects.toThrow(SpoiltFile);
    expect(await readFile(file, 'utf8')).toBe(content);
  });

  it.runIf(isAtLength)('is not there at all when there was no room for it', async () => {
    const file = join(folder, 'secret');
    const source = JSON.stringify(new URL('../../src/platform/files.ts', import.meta.url).href);
    const script = `process.on('SIGXFSZ', () => {}); import(${source}).then(({ readOrMake }) => readOrMake(${JSON.stringify(file)}, () => ${JSON.stringify(SECRET)}))`;
    // A file of any size is too large, as on a disk that is full.
    const attempt = promisify(execFile)('bash', ['-c', 'ulimit -f 0; exec "$0" -e "$1"', process.execPath, script]);
    await expect(attempt).rejects.toMatchObject({ stderr: expect.stringContaining('cannot be written (EFBIG)') });
    expect(await readdir(folder)).toEqual([]);
  });

  it('says where it cannot be', async () => {
    await expect(readOrMake(join(folder, 'missing', 'secret'), () => SECRET)).rejects.toThrow(Unwritable);
  });
});

describe('a folder', () => {
  it('is made with those above it, by many at once', async () => {
    const path = join(folder, 'a', 'b', 'c');
    await Promise.all(Array.from({ length: 20 }, () => makeFolder(path)));
    expect((await stat(path)).isDirectory()).toBe(true);
  });

  it('is refused where something else has its name', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolder(join(folder, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it.runIf(process.platform === 'linux')('is refused where none can be made', async () => {
    await expect(makeFolder('/proc/bivouac/data')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
