import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { makeDataDir, readOrMake } from './files.ts';

/**
 * The secret that signs links and tokens: the configured one, or one that this data directory keeps.
 * @throws SpoiltFile when the kept one is too short to sign anything, Unwritable
 */
export async function appSecret({ appSecret, dataDir }: Pick<Config, 'appSecret' | 'dataDir'>): Promise<string> {
  if (appSecret) return appSecret;
  await makeDataDir(dataDir);
  return readOrMake(join(dataDir, 'app.secret'), () => randomBytes(32).toString('base64url'));
}
