/** A file that is uploaded for an import and is larger than what a process may hold. */
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { uploadKey } from '../../src/audience/imports/tables.ts';
import { openDatabase } from '../../src/platform/db.ts';
import { fromUlid, newId } from '../../src/platform/ids.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { must } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { createDatabase } from '../support/database.ts';
import { startProcess } from '../support/process.ts';
import { at, begin } from '../support/uploads.ts';

type Session = components['schemas']['ContactImportUploadSession'];

test('a large file is never held in memory', async () => {
  const MB = 2 ** 20;
  const SIZE_MB = 400;
  /** Room for what waits to be collected; it does not grow with the file. */
  const MOST_MB = 200;
  const database = await createDatabase();
  const db = openDatabase(database.url, () => {});
  const files = join(tmpdir(), `bivouac-uploads-${newId()}`);
  const now = new Date();
  const workspace = await createWorkspace(db, { name: 'Juniper Trail', plan: 'paid' }, now);
  const { token } = await createKey(db, { workspaceId: workspace.id, name: 'Test' }, now);
  const environment = { DATABASE_URL: database.url, SMTP_URL: 'smtp://127.0.0.1:1', STORAGE_URL: pathToFileURL(files).href };
  const running = await startProcess(environment);
  try {
    const residentMb = async () => {
      const metrics = await (await fetch(`${running.url}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / MB;
    };
    const session = await must(
      createClient(running.url, token).POST('/v1/contacts/imports', { body: { source: 'upload', file_name: 'people.csv' } }),
    );
    const idle = await residentMb();
    let most = idle;
    const { request, answer } = begin(at(running.url, (session as Session).upload_url));
    const piece = Buffer.alloc(MB, 'some,cells\r\n');
    for (let n = 0; n < SIZE_MB; n++) {
      if (!request.write(piece)) await Promise.race([once(request, 'drain'), answer]);
      if (n % 10 === 0) most = Math.max(most, await residentMb());
    }
    request.end();
    expect((await answer).status).toBe(204);
    expect(most - idle).toBeLessThan(MOST_MB);
    expect(await readdir(files, { recursive: true })).toContain(uploadKey(fromUlid(session.import_session_id)));
  } finally {
    await running.kill();
    await db.close();
    await database.drop();
    await rm(files, { recursive: true, force: true });
  }
});
