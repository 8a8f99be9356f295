import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { makeDataDir, readOrMake } from './files.ts';

/**
 * Signs links and tokens: the configured secret, or one that the data directory keeps.
 * @throws SpoiltFile when the kept one is too short to sign anything, Unwritable
 */
export async function appSecret({ appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>): Promise<string> {
  if (appSecret) return appSecret;
  await makeDataDir(dataDir);
  return readOrMake(secretFile(dataDir), () => randomBytes(32).toString('base64url'));
}

export const secretFile = (dataDir: string): string => join(dataDir, 'app.secret');

export const secretSource = ({ appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>): string =>
  appSecret ? 'APP_SECRET' : secretFile(dataDir);
