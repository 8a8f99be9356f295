/** A process that dies in the middle of an upload, or before it has deleted what nothing needs, leaves no file behind. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { bytesOf, formOf, HEADS, png, upload } from '../support/assets.ts';
import { must } from '../support/blast.ts';
import type { ApiClient } from '../support/client.ts';
import { givenWorkspace } from '../support/given.ts';
import { openMortal } from '../support/mortal.ts';
import { say } from '../support/raw.ts';
import { at } from '../support/uploads.ts';

const folder = await mkdtemp(join(tmpdir(), 'bivouac-files-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { db, start, kill } = await openMortal({ STORAGE_URL: pathToFileURL(folder).href });
const { token } = await givenWorkspace(db);
const stored = () => readdir(join(folder, 'assets')).catch(() => [] as string[]);
const newEmail = async (api: ApiClient) => (await must(api.POST('/v1/emails', { body: { name: 'Letter' } }))).email_id;

test('kill -9 in the middle of an upload, and between the deletion of a document and that of its files', async () => {
  // An API without a worker deletes nothing from storage.
  const { url, api } = await start(token, { ROLE: 'api' });
  const [emailId, goneId] = [await newEmail(api), await newEmail(api)];
  const kept = await upload({ url, apiKey: token }, 'uploadEmailAssets', { emailId }, formOf(png('kept.png')));
  await upload({ url, apiKey: token }, 'uploadEmailAssets', { emailId: goneId }, formOf(png(), png()));
  await must(api.DELETE('/v1/emails/{emailId}', { params: { path: { emailId: goneId } } }));
  expect(await stored()).toHaveLength(3);

  const part = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n${HEADS.png}\r\n`;
  const { socket } = say(
    url,
    `POST /v1/emails/${emailId}/assets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n',
  );
  socket.write(Buffer.from(part + part, 'latin1'));
  socket.write(part.slice(0, 100));
  await expect.poll(stored).toHaveLength(5);
  await kill();
  expect(await stored()).toHaveLength(5);

  // The time passes after which no upload goes on.
  expect(await db.query(sql`UPDATE loose_files SET due_at = now() RETURNING 1 AS one`)).toHaveLength(4);
  const again = await start(token);
  await expect.poll(stored).toHaveLength(1);
  await expect.poll(() => db.query(sql`SELECT 1 AS one FROM loose_files`)).toEqual([]);
  const response = await fetch(at(again.url, kept.assets[0]?.url as string));
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytesOf('png'));
});
