import type { Writable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import { type Knowledge, queriesOf, type Snapshot, sourceOf, type Table, takeSnapshot } from './snapshot.ts';

/** The first member of a backup. */
export interface Manifest {
  format: 1;
  version: string;
  created_at: string;
  postgres: string;
  migrations: { name: string; checksum: string }[];
  tables: Table[];
  blasts_under_way: number;
  files: 'folder' | 'bucket';
}

export const MANIFEST = 'manifest.json';
export const SECRET = 'app.secret';
const tableMember = (name: string, part: number): string => `tables/${name}/${String(part).padStart(6, '0')}`;
const fileMember = (key: string): string => `files/${key}`;

/** A member of an archive has its size first, so rows are copied in parts of about so many bytes. */
const PART_BYTES = 4 * 1024 * 1024;

export interface BackupSummary {
  created_at: string;
  tables: number;
  rows: number;
  files: number;
  missing_files: string[];
}

/**
 * Copies everything as of one moment, while the service runs: the rows of all tables, the waiting jobs, the stored files if they are in a
 * folder, and the secret that signs links. Memory stays flat.
 */
export async function backUp(
  { databaseUrl, storageUrl, secret, version }: { databaseUrl: string; storageUrl: string; secret: string; version: string },
  knowledge: Knowledge,
  out: Writable,
): Promise<BackupSummary> {
  const snapshot = await takeSnapshot({ databaseUrl, storageUrl }, knowledge);
  try {
    return await writeSnapshot(snapshot, { secret, version }, knowledge, out);
  } finally {
    await snapshot.release();
  }
}

export async function writeSnapshot(
  snapshot: Snapshot,
  { secret, version }: { secret: string; version: string },
  { underWay }: Knowledge,
  out: Writable,
): Promise<BackupSummary> {
  const { client, tables, pins, missing } = snapshot;
  const archive = writeArchive(out);
  try {
    const manifest: Manifest = {
      format: 1,
      version,
      ...(await facts(client)),
      migrations: await migrationsOf(client),
      tables,
      blasts_under_way: await underWay(queriesOf(client)),
      files: pins ? 'folder' : 'bucket',
    };
    await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest, null, 1)));
    await archive.add(SECRET, Buffer.from(secret));
    const counts: Record<string, number> = {};
    for (const table of tables) counts[table.name] = await writeRows(archive, client, table);
    for (const [key, size] of pins?.files ?? [])
      await archive.addStream(fileMember(key), size, (pins as NonNullable<typeof pins>).read(key));
    await archive.finish({ tables: counts, files: pins?.files.size ?? 0 });
    return {
      created_at: manifest.created_at,
      tables: tables.length,
      rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
      files: pins?.files.size ?? 0,
      missing_files: missing,
    };
  } catch (error) {
    archive.abort();
    throw error;
  }
}

async function facts(client: pg.Client): Promise<{ created_at: string; postgres: string }> {
  const { rows } = await client.query<{ created_at: Date; postgres: string }>(
    `SELECT now() AS created_at, current_setting('server_version') AS postgres`,
  );
  const [{ created_at, postgres }] = rows as [{ created_at: Date; postgres: string }];
  return { created_at: created_at.toISOString(), postgres };
}

async function migrationsOf(client: pg.Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

/** Copies a table in parts that end with a row. Returns the number of rows. */
async function writeRows(archive: ArchiveWriter, client: pg.Client, table: Table): Promise<number> {
  let part = 0;
  let rows = 0;
  let held: Buffer[] = [];
  let size = 0;
  const put = async (content: Buffer) => {
    // Line breaks within values are escaped, so each one ends a row.
    for (let at = content.indexOf(10); at >= 0; at = content.indexOf(10, at + 1)) rows += 1;
    part += 1;
    await archive.add(tableMember(table.name, part), content);
  };
  for await (const chunk of client.query(copyTo(`COPY (${sourceOf(table)}) TO STDOUT`)) as AsyncIterable<Buffer>) {
    held.push(chunk);
    size += chunk.length;
    const end = size < PART_BYTES ? -1 : chunk.lastIndexOf(10);
    if (end < 0) continue;
    held[held.length - 1] = chunk.subarray(0, end + 1);
    await put(Buffer.concat(held));
    held = [chunk.subarray(end + 1)];
    size = chunk.length - end - 1;
  }
  if (size > 0) await put(Buffer.concat(held));
  return rows;
}
