/** Services on one database have one secret and one store of files; a start with others is refused. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/db.ts';
import { acceptInstallation } from '../../src/platform/installation.ts';
import { openLog } from '../../src/platform/log.ts';
import { secretSource } from '../../src/platform/secret.ts';
import { signedAddresses } from '../../src/platform/signed-addresses.ts';
import { openStorage } from '../../src/platform/storage.ts';
import { startService } from '../../src/service.ts';
import { isUuid } from '../../src/shared/identifiers.ts';
import { runCommand } from '../support/cli.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { CREDENTIALS, startS3 } from '../support/s3.ts';

const SECRET = 'a secret for the tests';
const OTHER = 'quite another secret';

let folder: string;
let database: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bivouac-installation-'));
  database = await createDatabase();
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const at = (files: string) => pathToFileURL(join(folder, files)).href;
const environmentOf = ({ secret = SECRET, files = 'files', ...more }: Record<string, string> = {}) => ({
  PORT: '0',
  PAGES_PORT: '0',
  DRAIN_SECONDS: '0',
  APP_SECRET: secret,
  DATABASE_URL: database.url,
  DATA_DIR: join(folder, 'data'),
  STORAGE_URL: at(files),
  ...more,
});
const start = (given: Record<string, string> = {}, log = openLog('silent')) =>
  startService(readConfig(environmentOf(given)), { log, runJobs: false });
/** Starts a service and stops it; why it does not start, or null. */
const refusal = async (given: Record<string, string> = {}): Promise<string | null> => {
  try {
    await (await start(given)).stop();
    return null;
  } catch (error) {
    expect((error as Error).name).toMatch(/^Other(Secret|Storage)$/);
    return (error as Error).message;
  }
};
/** Runs the command. */
async function accept(given: Record<string, string>, ...parts: ('secret' | 'storage')[]): Promise<void> {
  const config = readConfig(environmentOf(given));
  const secret = config.appSecret as string;
  const storage = await openStorage(config, signedAddresses({ secret, baseUrl: config.baseUrl, clock: systemClock }));
  const db = openDatabase(database.url, () => {});
  const shared = { secret, secretSource: secretSource(config), storage, storageUrl: config.storageUrl };
  const accepts = { secret: parts.includes('secret'), storage: parts.includes('storage') };
  await acceptInstallation(db, shared, accepts).finally(db.close);
}
const markerIn = async (files = 'files') => (await readFile(join(folder, files, 'installation'), 'utf8')).trim();
async function rows(): Promise<object[]> {
  const db = openDatabase(database.url, () => {});
  return db.prisma.installation.findMany().finally(db.close);
}

test('a second service is refused with another secret, or other files, and starts with the same', async () => {
  const first = await start();
  expect(await rows()).toMatchObject([{ id: await markerIn(), hasStorage: true }]);
  expect(await refusal({ secret: OTHER })).toMatch(
    /^APP_SECRET holds another secret .* installation accept --secret" with the new value\.$/,
  );
  expect(await refusal({ files: 'elsewhere' })).toBe(
    `STORAGE_URL leads to ${join(folder, 'elsewhere')}, which has no object "installation": it is not where this database's files are kept. ` +
      'Set STORAGE_URL to the place that the other processes have; a folder must be mounted. To move the files on purpose, stop all processes, ' +
      'copy the files there, and run "npm run --silent cli -- installation accept --storage".',
  );
  expect(await refusal()).toBeNull();
  // The secret itself is not in the row.
  expect(JSON.stringify(await rows())).not.toContain(SECRET);
  await first.stop();
});

test('of two first starts with different secrets, or different files, one is refused', async () => {
  const bySecret = await Promise.all([refusal(), refusal({ secret: OTHER })]);
  expect(bySecret.filter((message) => message === null)).toHaveLength(1);
  const another = await createDatabase();
  const byFiles = await Promise.all(['left', 'right'].map((files) => refusal({ files, DATABASE_URL: another.url })));
  await another.drop();
  expect(byFiles.filter((message) => message === null)).toHaveLength(1);
  expect(byFiles.join('')).toContain('has no object "installation"');
});

test('a secret and a store that were changed on purpose are accepted, and nothing along with them', async () => {
  expect(await refusal()).toBeNull();
  const before = await markerIn();
  await expect(accept({ secret: OTHER }, 'storage')).rejects.toThrow(/^APP_SECRET holds another secret/);
  await expect(accept({ secret: OTHER, files: 'moved' }, 'secret')).rejects.toThrow(/^STORAGE_URL leads to/);

  await accept({ secret: OTHER }, 'secret');
  expect([await refusal({ secret: OTHER }), await markerIn()]).toEqual([null, before]);
  expect(await refusal()).toMatch(/^APP_SECRET holds another secret/);

  const moved = environmentOf({ secret: OTHER, files: 'moved' });
  const { stdout, stderr } = await runCommand(moved, 'installation', 'accept', '--storage', '--json');
  expect({ ...JSON.parse(stdout), stderr }).toEqual({ installation_id: await markerIn('moved'), accepted: ['storage'], stderr: '' });
  expect(await refusal({ secret: OTHER, files: 'moved' })).toBeNull();
  expect(await refusal({ secret: OTHER })).toContain('belongs to another installation');
  // A backup with another secret is refused.
  expect(await runCommand(environmentOf({ files: 'moved' }), 'backup', join(folder, 'one.tar.gz'))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^APP_SECRET holds another secret/),
  });
});

test('a database that has no row joins the files that it finds, as a restored copy does', async () => {
  await refusal();
  const id = await markerIn();
  const copy = await createDatabase();
  expect(await refusal({ DATABASE_URL: copy.url, secret: OTHER })).toBeNull();
  await copy.drop();
  expect([await markerIn(), await refusal()]).toEqual([id, null]);
  await writeFile(join(folder, 'files', 'installation'), 'not an id');
  expect(await refusal()).toContain('has no object "installation"');
});

test('a bucket is told apart, and one that is away keeps no service from starting', async () => {
  for (const [name, value] of Object.entries(CREDENTIALS)) vi.stubEnv(name, value);
  const s3 = await startS3();
  const lines: string[] = [];
  const log = openLog('warn', { write: (line: string) => void lines.push(line) });
  await s3.leave('refuses');
  const bucket = { STORAGE_URL: `${s3.url}&timeout=1` };
  await (await start(bucket, log)).stop();
  expect(lines.join('')).toContain('its owner is not checked');
  expect(await rows()).toMatchObject([{ hasStorage: false }]);
  await s3.comeBack();
  expect(await refusal(bucket)).toBeNull();
  const [row] = (await rows()) as { id: string; hasStorage: boolean }[];
  expect([isUuid(row?.id), row?.hasStorage]).toEqual([true, true]);
  expect(await refusal()).toContain('has no object "installation"');
  await s3.close();
  vi.unstubAllEnvs();
});
