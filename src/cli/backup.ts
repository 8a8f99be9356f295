import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { addAbortSignal, type Writable } from 'node:stream';
import packageJson from '../../package.json' with { type: 'json' };
import { BackupError } from '../backup/archive.ts';
import { backUp } from '../backup/back-up.ts';
import { checkBackup, restore, type Sending } from '../backup/restore.ts';
import { stopUnderWay } from '../campaigns/under-way.ts';
import { type Config, readConfig } from '../config.ts';
import { makePartitions } from '../outbound/partitions.ts';
import { openDatabase } from '../platform/db.ts';
import { exists, makeDataDir, readOrMake } from '../platform/files.ts';
import { checkSecret } from '../platform/installation.ts';
import { appSecret, secretFile, secretSource } from '../platform/secret.ts';
import { SIGNALS } from '../process/signals.ts';
import { type Arguments, type Commands, optional, type Row, UsageError } from './arguments.ts';
import { KNOWLEDGE } from './knowledge.ts';
import { commandConfig, commandStorage, withDatabase } from './session.ts';

/** To the terminal, even when the result is a stream of bytes. */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

export const backupCommands: Commands = {
  backup: {
    about: 'Writes a copy of everything to a new file; - is the standard output',
    takes: 'FILE',
    run: ({ word }) => runBackup(word),
  },
  restore: {
    about: 'Fills an empty database from a backup; - is the standard input',
    takes: 'FILE',
    options: { sending: { takes: 'stop|continue', about: 'Whether blasts and flows that were under way go on' } },
    run: runRestore,
  },
};

async function runBackup(file: string): Promise<Row | undefined> {
  // With APP_SECRET: without it in the backup, links in sent emails would not work.
  const config = readConfig(process.env);
  const target = file === '-' ? undefined : resolve(file);
  if (target && (await exists(target))) throw new BackupError(`${target} exists already; a backup never replaces a file.`);
  const summary = await withDatabase(config, {}, (databaseUrl) =>
    written(target, async (out) => {
      const secret = await appSecret(config);
      const db = openDatabase(databaseUrl, () => {}, { connections: 1 });
      await checkSecret(db, { secret, secretSource: secretSource(config) }).finally(db.close);
      const source = { databaseUrl, storageUrl: config.storageUrl, secret, version: packageJson.version };
      return backUp(source, KNOWLEDGE, out);
    }),
  );
  if (!config.storageUrl.startsWith('file:')) say('Stored files are in the bucket that STORAGE_URL names, and not in this backup.');
  for (const key of summary.missing_files) say(`A stored file is missing, in this backup and in the service: ${key}`);
  if (!target) return undefined;
  say('The backup holds personal data and the secret that signs links: keep it as safe as the service itself.');
  return { file: target, bytes: (await stat(target)).size, ...summary, missing_files: summary.missing_files.length };
}

/** Written beside its place and moved there when complete. Undefined: the standard output. */
async function written<Result>(target: string | undefined, work: (out: Writable) => Promise<Result>): Promise<Result> {
  if (!target) return work(process.stdout);
  const partial = `${target}.partial`;
  await rm(partial, { force: true });
  const out = (await open(partial, 'wx', 0o600)).createWriteStream({ flush: true });
  try {
    return await interruptible('Interrupted; no backup was made.', async (signal) => {
      const result = await work(addAbortSignal(signal, out));
      await rename(partial, target);
      return result;
    });
  } finally {
    await rm(partial, { force: true });
  }
}

/** Signals end `work`, so that it undoes what it began and stops a database that it started. */
async function interruptible<Result>(words: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    throw stopping.signal.aborted ? new BackupError(words) : error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}

async function runRestore(args: Arguments): Promise<Row> {
  const sending = optional(args, 'sending') as Sending | undefined;
  if (sending !== undefined && sending !== 'stop' && sending !== 'continue')
    throw new UsageError(`--sending takes stop or continue, not "${sending}".`);
  const config = commandConfig();
  const file = args.word === '-' ? undefined : resolve(args.word);
  if (file && !(await exists(file))) throw new BackupError(`There is no file ${file}.`);
  const secret = secretKeeper(config);
  const summary = await interruptible('Interrupted; nothing was restored.', async (signal) => {
    // Before a database is made for it.
    if (file) await checkBackup(file, signal);
    return withDatabase(config, { create: true, exclusive: true }, async (databaseUrl) => {
      try {
        const storage = await commandStorage(config);
        const work = { checkSecret: secret.check, makePartitions, stopSending: stopUnderWay };
        const options = { databaseUrl, storage, signal, sending, ...work };
        return await restore(file ? createReadStream(file) : process.stdin, options);
      } catch (error) {
        await secret.forget();
        throw error;
      }
    });
  });
  if (config.databaseUrl && !config.appSecret) say(`Start the service with APP_SECRET set to what ${secret.file} holds.`);
  return { ...summary, migrated: summary.migrated.length, app_secret: secretSource(config) };
}

function secretKeeper({ appSecret, dataDir }: Config) {
  const file = secretFile(dataDir);
  let isOurs = false;
  return {
    file,
    async check(secret: string): Promise<void> {
      isOurs = appSecret === undefined && !(await exists(file));
      if (isOurs) await makeDataDir(dataDir);
      if ((appSecret ?? (await readOrMake(file, () => secret))) === secret) return;
      throw new BackupError(
        `${secretSource({ appSecret, dataDir })} is another secret than the backup's, with which links in sent emails were signed. ` +
          'Read that one with: tar -xzOf FILE app.secret',
      );
    },
    async forget(): Promise<void> {
      if (isOurs) await rm(file, { force: true });
    },
  };
}
