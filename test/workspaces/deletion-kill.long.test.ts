/** A deletion whose process is killed several times goes on where it was, and a neighbour keeps everything. */
import { afterAll, expect, test } from 'vitest';
import { openDatabase, sql } from '../../src/platform/db.ts';
import { createDatabase } from '../support/database.ts';
import { endLeftovers, startProcess } from '../support/process.ts';

const KEY = 'a-key-of-the-platform-of-32-characters';
const ROWS = 150_000;

const database = await createDatabase();
const db = openDatabase(database.url, () => {});
afterAll(async () => {
  endLeftovers();
  await db.close();
  await database.drop();
});

const start = () => startProcess({ DATABASE_URL: database.url, PLATFORM_KEY: KEY });

async function ask(url: string, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/admin/v1/workspaces${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, body: (await answer.json()) as Record<string, any> };
}

const countOf = async (workspaceId: string) => db.prisma.suppression.count({ where: { workspaceId } });

test('kill -9 during a deletion', async () => {
  let service = await start();
  const [gone, other] = await Promise.all(
    ['gone', 'other'].map(async (slug) => (await ask(service.url, 'POST', '', { name: slug, slug })).body.workspace_id as string),
  );
  for (const id of [gone, other])
    await db.query(sql`
      INSERT INTO suppressions (workspace_id, address, reason, source, since)
      SELECT ${id}::uuid, 'p' || n || '@example.net', 'manual', 'api', now() FROM generate_series(1, ${ROWS}::int) AS n`);
  expect((await ask(service.url, 'DELETE', '/gone?confirm=gone')).status).toBe(202);
  for (let kills = 0, left = ROWS; kills < 4; kills++) {
    await expect.poll(() => countOf(gone as string), { timeout: 120_000, interval: 50 }).toBeLessThan(left);
    await service.kill();
    left = await countOf(gone as string);
    if (left === 0) break;
    // The lease of the dead run would last a minute.
    await db.query(sql`UPDATE workspace_deletions SET lease_until = now() WHERE workspace_id = ${gone}::uuid`);
    service = await start();
    const { body } = await ask(service.url, 'GET', '/gone');
    expect(body.deletion.deleted_rows).toBeGreaterThanOrEqual(ROWS - left);
  }
  if (service.child.signalCode !== null) service = await start();
  await expect.poll(async () => (await ask(service.url, 'GET', '/gone')).status, { timeout: 180_000, interval: 500 }).toBe(404);
  expect([await countOf(gone as string), await countOf(other as string)]).toEqual([0, ROWS]);
  expect((await ask(service.url, 'GET', '/other')).body.status).toBe('active');
}, 400_000);
