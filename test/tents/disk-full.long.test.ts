/** Operations on tents with a full disk for files: writes to it fail with a reason, the rest works, and nothing is left over. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { openDatabase, sql } from '../../src/platform/db.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { bytesOf, formOf, operationOf, png, upload } from '../support/assets.ts';
import { must } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { createDatabase } from '../support/database.ts';
import { canMount, type Disk, limitedDisk, smallDisk } from '../support/full-disk.ts';
import { page } from '../support/generator.ts';
import { ask as askAt } from '../support/pages.ts';
import { startProcess } from '../support/process.ts';
import { request } from '../support/requests.ts';
import { fileProblems, problemsAtRest, servingProblems, underWay } from '../support/rest.ts';
import { at, create, read } from '../support/tent-requests.ts';
import { giveTent } from '../support/tents.ts';

const FORM = '<form id="signup"><input name="email" type="email"></form>';
const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const mountable = canMount();
const disks: [name: string, isPossible: boolean, open: () => Promise<Disk>][] = [
  [`is full${mountable ? '' : ' (skipped: no file system can be mounted here)'}`, mountable, smallDisk],
  ['takes nothing more of this process', true, limitedDisk],
];

describe.each(disks)('a disk that %s', (_name, isPossible, open) => {
  test.skipIf(!isPossible)('keeps no file, and everything else goes on', async () => {
    const database = await createDatabase();
    ends.push(() => database.drop());
    const db = openDatabase(database.url, () => {});
    ends.push(() => db.close());
    const disk = await open();
    ends.push(() => disk.remove());
    const now = new Date();
    const { id, slug } = await createWorkspace(db, { name: 'Juniper Trail', plan: 'paid', credits: 10 }, now);
    const apiKey = (await createKey(db, { workspaceId: id, name: 'Test' }, now)).token;
    const pages = await freePort();
    const files = join(disk.folder, 'files');
    const running = await startProcess({
      ...{ DATABASE_URL: database.url, STORAGE_URL: pathToFileURL(files).href, DATA_DIR: disk.folder, PAGES_PORT: String(pages) },
      ...{ SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMIT_RPS: '0', PAGES_MEMORY_MIB: '1', PAGES_DISK_MIB: '2' },
      // The disk is smaller than the usual reserve.
      STORAGE_RESERVE_MIB: '0',
    });
    ends.push(() => running.kill());
    const pid = running.child.pid as number;
    const api = createClient(running.url, apiKey);
    const here = { url: running.url, apiKey };
    const ask = (path: string, options: object = {}) => askAt(pages, path, { host: `${slug}.localhost`, ...options });
    const publish = (tentId: string) => must(api.POST('/v1/tents/{tentId}/publish', { ...at(tentId), body: {} }));
    const stored = async () => [
      ...(await readdir(join(files, 'assets')).catch(() => [])),
      ...(await readdir(join(files, 'partial')).catch(() => [])),
    ];

    const { tent_id, assets } = (await upload(here, 'uploadNewTentAssets', {}, formOf(png('a.png', 5_000)))).body;
    const before = await stored();
    await disk.fill(pid);
    for (const refused of [
      await upload(here, 'uploadTentAssets', { tentId: tent_id }, formOf(png('b.png', 100_000), png('c.png', 100_000))),
      await upload(here, 'uploadNewTentAssets', {}, formOf(png('b.png', 100_000))),
    ])
      expect([refused.status, refused.body.error, refused.headers.get('retry-after')]).toEqual([
        503,
        expect.stringContaining('no room'),
        '60',
      ]);
    expect([await stored(), await db.query(sql`SELECT storage_key FROM loose_files`)]).toEqual([before, []]);
    expect(await db.prisma.document.count()).toBe(1);

    const { asset_id, url } = assets[0];
    await must(create({ api }, { tent_id, asset_ids: [asset_id], auto_publish: true }));
    await expect.poll(async () => (await read({ api }, tent_id)).publication?.status).toBe('published');
    expect((await ask(new URL(url).pathname)).body.equals(bytesOf('png', 5_000))).toBe(true);
    // More than memory holds, and the disk takes none of it.
    const large: string[] = [];
    for (let n = 0; n < 4; n++) {
      large.push(await giveTent({ db, clock: { now: () => now } }, { id }, page(`<h1>${n}</h1><p>${`${n} `.repeat(200_000)}</p>${FORM}`)));
      await publish(large[n] as string);
    }
    for (const [n, tentId] of [...large, ...large].entries()) {
      const shown = await ask(`/${tentId}`);
      expect([shown.status, shown.text.includes(`<h1>${n % 4}</h1>`), shown.text.endsWith('</html>')]).toEqual([200, true, true]);
    }
    const sent = await ask(`/submit/${large[0]}/signup`, { method: 'POST', headers: URLENCODED, body: 'email=noor@mail.example' });
    expect(sent.status).toBe(200);
    const { body: list } = await request(running.url, operationOf('createContactList'), { apiKey, body: { name: 'List', kind: 'static' } });
    const path = { listId: list.list_id };
    const { body: begun } = await request(running.url, operationOf('exportContactList'), { apiKey, path });
    await expect.poll(() => db.prisma.export.findFirst()).toMatchObject({ status: 'processing', attempts: 1, claimedBy: null });

    await disk.makeRoom(pid);
    expect((await upload(here, 'uploadTentAssets', { tentId: tent_id }, formOf(png('b.png', 100_000)))).status).toBe(201);
    // Moves past the pause before its next attempt.
    await db.query(sql`UPDATE exports SET lease_until = now()`);
    const exported = () =>
      request(running.url, operationOf('getContactListExport'), { apiKey, path: { ...path, exportId: begun.export.export_id } });
    await expect.poll(async () => (await exported()).body.export.status).toBe('completed');
    await expect.poll(() => underWay({ db })).toEqual([]);
    expect(await problemsAtRest({ db })).toEqual([]);
    expect(await fileProblems({ db }, files)).toEqual([]);
    await expect.poll(() => servingProblems({ db }, pages)).toEqual([]);
  });
});
