import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** The secret that signs links and tokens: the configured one, or one that this data directory keeps. */
export async function appSecret({ appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>): Promise<string> {
  if (appSecret) return appSecret;
  const file = join(dataDir, 'app.secret');
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
