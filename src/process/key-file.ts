import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Only the owner of the service can read the file. Returns its path. */
export async function writeKey(dataDir: string, apiKey: string): Promise<string> {
  const file = join(dataDir, 'first-api-key');
  // A file of an earlier database may have other permissions.
  await rm(file, { force: true });
  await writeFile(file, `${apiKey}\n`, { mode: 0o600, flag: 'wx' });
  return file;
}
