/** Exports whose runs meet each other, stop, fail or die. Large ones are in the long tests. */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportWork } from '../../src/audience/exports/export.work.ts';
import { type ExportSource, readExport, startExport } from '../../src/audience/exports/exports.service.ts';
import { listExport } from '../../src/audience/exports/list-export.ts';
import type { Db } from '../../src/platform/db.ts';
import { MARKER } from '../../src/platform/installation.ts';
import { openLog } from '../../src/platform/log.ts';
import { PRIMARY_ONLY, type Reading } from '../../src/platform/replica.ts';
import { signedAddresses } from '../../src/platform/signed-addresses.ts';
import { openStorage, type Storage } from '../../src/platform/storage.ts';
import { isAtLength } from '../support/at-length.ts';
import { parseCsv } from '../support/csv.ts';
import { givenContacts, givenList } from '../support/given.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let storage: Storage;
beforeAll(async () => {
  service = await startTestService();
  const { clock } = service;
  storage = await openStorage(service.service.config, signedAddresses({ secret: 'a secret for the tests', baseUrl: service.url, clock }));
});
afterAll(() => service.stop());

/** An export without a worker yet, and a function that runs it, with a store of the test. */
async function given(members: number) {
  const { db, id: workspaceId, clock } = service;
  const listId = await givenList({ db, workspaceId }, await givenContacts({ db, workspaceId }, members));
  const request = { kind: 'contact_list', subjectId: listId, fileName: 'list.csv' } as const;
  const { id } = await startExport({ db, workspaceId, now: clock.now() }, async () => {}, request);
  const run = (
    store: Partial<Storage> = {},
    source: ExportSource = listExport,
    stopping = new AbortController().signal,
    reading: Reading = PRIMARY_ONLY,
  ) => {
    const own = { storage: { ...storage, ...store }, reading };
    const dependencies = { db, clock, log: openLog('silent'), enqueue: async () => {}, ...own };
    return exportWork(dependencies, source).run({} as never, stopping);
  };
  const read = () => readExport({ db, workspaceId }, storage, { kind: 'contact_list', subjectId: listId, exportId: id });
  const text = async () => (await fetch((await read()).downloadUrl as string)).text();
  return { run, read, text };
}

/** Files of exports, finished or not, without the object that registers the installation. */
const files = async () =>
  (await readdir(fileURLToPath(service.service.config.storageUrl), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && entry.name !== MARKER,
  ).length;

/** Makes writes of files wait, and resolves when one waits. */
function gate() {
  let open = () => {};
  let arrived = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const put: Storage['put'] = async (...request) => {
    arrived();
    await opened;
    return storage.put(...request);
  };
  return { put, open, reached };
}

describe('a job', () => {
  test('that runs twice at once, or again, makes one file', async () => {
    const { run, read, text } = await given(3);
    const before = await files();
    await Promise.all([run(), run(), run()]);
    const done = await read();
    expect(done).toMatchObject({ status: 'completed', rowCount: 3 });
    await run();
    expect({ ...(await read()), downloadUrl: null }).toEqual({ ...done, downloadUrl: null });
    expect(await files()).toBe(before + 1);
    expect(parseCsv(await text())).toHaveLength(4);
  });

  test('reads from a replica that has the export, and begins again from the primary if the replica fails', async () => {
    const { run, read } = await given(3);
    const asked: string[] = [];
    const replica = new Proxy(service.db, {
      get: (db, name) => {
        if (name !== 'query') return Reflect.get(db, name);
        asked.push('replica');
        return asked.length > 1 ? Promise.reject.bind(Promise, new Error('the replica is gone')) : db.query;
      },
    });
    const reading: Reading = { ...PRIMARY_ONLY, forJobs: () => replica };
    await run({}, listExport, undefined, reading);
    expect(asked.length).toBeGreaterThan(1);
    expect((await read()).status).toBe('processing');
    await run({}, listExport, undefined, reading);
    expect(await read()).toMatchObject({ status: 'completed', rowCount: 3 });
  });

  test('reads from the primary while the replica does not have the export', async () => {
    const { run, read } = await given(3);
    const behind = { prisma: { export: { findFirstOrThrow: () => Promise.reject(new Error('not there')) } } } as unknown as Db;
    await run({}, listExport, undefined, { ...PRIMARY_ONLY, forJobs: () => behind });
    expect(await read()).toMatchObject({ status: 'completed', rowCount: 3 });
  });

  test('whose lease ran out is followed by another, and comes too late', async () => {
    const { run, read, text } = await given(3);
    const before = await files();
    const slow = gate();
    const first = run({ put: slow.put });
    await slow.reached;
    await run();
    expect((await read()).status).toBe('processing');
    service.clock.advance({ seconds: 61 });
    await run();
    const done = await read();
    expect(done).toMatchObject({ status: 'completed', rowCount: 3 });
    slow.open();
    await first;
    expect(await read()).toMatchObject({ status: 'completed', storageKey: done.storageKey, updatedAt: done.updatedAt });
    expect(await files()).toBe(before + 1);
    expect(parseCsv(await text())).toHaveLength(4);
  });

  test('that died after it stored its file leaves nothing behind', async () => {
    const { run, read } = await given(2);
    const before = await files();
    let died = () => {};
    const stored = new Promise<void>((resolve) => {
      died = resolve;
    });
    // It never reports its end.
    void run({
      put: async (...request) => {
        await storage.put(...request);
        died();
        return new Promise<number>(() => {});
      },
    });
    await stored;
    expect(await files()).toBe(before + 1);
    service.clock.advance({ seconds: 61 });
    await run();
    expect((await read()).status).toBe('completed');
    expect(await files()).toBe(before + 1);
  });

  test.runIf(isAtLength)('that is asked to stop gives its place to another at once', async () => {
    const { run, read } = await given(1_200);
    const stopping = new AbortController();
    const source: ExportSource = {
      ...listExport,
      async open(...request) {
        const table = await listExport.open(...request);
        if (!table) return null;
        async function* pages() {
          for await (const page of (table as NonNullable<typeof table>).pages) {
            yield page;
            stopping.abort();
          }
        }
        return { ...table, pages: pages() };
      },
    };
    await run({}, source, stopping.signal);
    expect((await read()).status).toBe('processing');
    await run();
    expect(await read()).toMatchObject({ status: 'completed', rowCount: 1_200, attempts: 1 });
  });
});

describe('a store that does not take the file', () => {
  const refuse: Partial<Storage> = {
    put: async () => {
      throw new Error('the disk is full: /var/secret');
    },
  };

  test('is asked again, ever later, and then the export fails', async () => {
    const { run, read } = await given(1);
    for (let attempt = 1; attempt < 5; attempt++) {
      await run(refuse);
      expect((await read()).status).toBe('processing');
      // Not before its time.
      await run();
      expect((await read()).status).toBe('processing');
      service.clock.advance({ seconds: 30 * attempt });
    }
    await run(refuse);
    expect((await read()).status).toBe('processing');
    // The next turn ends it, without another run.
    await run(refuse);
    const failed = await read();
    expect(failed).toMatchObject({
      status: 'failed',
      errorMessage: 'The file could not be written. Start another export.',
      rowCount: null,
    });
    await run();
    expect(await read()).toEqual(failed);
  });

  test.runIf(isAtLength)('may recover', async () => {
    const { run, read } = await given(1);
    await run(refuse);
    service.clock.advance({ seconds: 30 });
    // The sweep finds it, although its own job is long gone.
    await service.drain();
    expect(await read()).toMatchObject({ status: 'completed', rowCount: 1 });
    await run();
  });
});
