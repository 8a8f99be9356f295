/** A process that dies in the middle of an upload, or before it has deleted what nothing needs, leaves no file behind. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase, sql } from '../../src/platform/db.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { bytesOf, formOf, HEADS, png, upload } from '../support/assets.ts';
import { must } from '../support/blast.ts';
import { type ApiClient, createClient } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { say } from '../support/raw.ts';
import { at } from '../support/uploads.ts';

let database: TestDatabase;
let db: Database;
let folder: string;
let token: string;
let running: ServiceProcess;
let api: ApiClient;
beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'bivouac-files-'));
  db = openDatabase(database.url, () => {});
  const now = new Date();
  const { id } = await createWorkspace(db, { name: 'Juniper Trail', plan: 'paid' }, now);
  token = (await createKey(db, { workspaceId: id, name: 'Test' }, now)).token;
});
afterEach(() => running?.kill());
afterAll(async () => {
  await db.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function start(role: string): Promise<void> {
  running = await startProcess({
    ...{ DATABASE_URL: database.url, STORAGE_URL: pathToFileURL(folder).href, ROLE: role },
    ...{ SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMIT_RPS: '0' },
  });
  api = createClient(running.url, token);
}
const stored = () => readdir(join(folder, 'assets')).catch(() => [] as string[]);
const newEmail = async () => (await must(api.POST('/v1/emails', { body: { name: 'Letter' } }))).email_id;
const here = () => ({ url: running.url, apiKey: token });

test('kill -9 in the middle of an upload', async () => {
  await start('all');
  const emailId = await newEmail();
  const kept = await upload(here(), 'uploadEmailAssets', { emailId }, formOf(png('kept.png')));
  const part = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n${HEADS.png}\r\n`;
  const { socket } = say(
    running.url,
    `POST /v1/emails/${emailId}/assets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n',
  );
  socket.write(Buffer.from(part + part, 'latin1'));
  socket.write(part.slice(0, 100));
  await expect.poll(stored).toHaveLength(3);
  await running.kill();
  expect(await stored()).toHaveLength(3);

  // The time passes after which no upload goes on.
  expect(await db.query(sql`UPDATE loose_files SET due_at = now() RETURNING 1 AS one`)).toHaveLength(2);
  await start('all');
  await expect.poll(stored).toHaveLength(1);
  await expect.poll(() => db.query(sql`SELECT 1 AS one FROM loose_files`)).toEqual([]);
  const response = await fetch(at(running.url, kept.assets[0]?.url as string));
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytesOf('png'));
});

test('kill -9 between the deletion of a document and that of its files', async () => {
  // An API without a worker deletes nothing from storage.
  await start('api');
  const emailId = await newEmail();
  await upload(here(), 'uploadEmailAssets', { emailId }, formOf(png(), png()));
  const before = await stored();
  await must(api.DELETE('/v1/emails/{emailId}', { params: { path: { emailId } } }));
  await running.kill();
  expect(await stored()).toEqual(before);
  await start('all');
  await expect.poll(stored).toHaveLength(before.length - 2);
});
