/**
 * Publications whose process dies: what is live is a whole page, the old one or the new one, and no wish waits for what has ended.
 * `KILL_ROUNDS` says how many processes are killed, at moments that chance chooses.
 */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { page } from '../support/generator.ts';
import { givenWorkspace } from '../support/given.ts';
import { KILL_ROUNDS, openSlowMortal } from '../support/mortal.ts';
import { beginEdit, giveTent, giveVersion } from '../support/tents.ts';

const TENTS = 8;
const clock = { now: () => new Date() };

const { db, start, kill } = await openSlowMortal();
const { token, ...workspace } = await givenWorkspace(db);
beforeEach(() => db.query(sql`DELETE FROM documents`));
/** Large enough that making it ready takes a moment. */
const large = (words: string) =>
  page(`<p>${words}</p>${'<p>The ridge walk begins at the old mill.</p>'.repeat(1_000)}<form id="signup"></form>`);
const tents = async () =>
  Promise.all(Array.from({ length: TENTS }, (_, n) => giveTent({ db, clock }, workspace, large(`Page ${n}, version 1,`))));

/** The live pages by tent, after a check that each is whole. */
async function livePages(): Promise<Map<string, { version: number; path: string; status: string }>> {
  const rows = await db.query<any>(sql`
    SELECT d.id::text, d.status AS tent, p.status, p.path, p.version, p.etag, p.awaited_generation_id AS awaited, v.html AS source
    FROM documents d LEFT JOIN publications p ON p.workspace_id = d.workspace_id AND p.tent_id = d.id
    LEFT JOIN versions v ON v.workspace_id = p.workspace_id AND v.id = p.generation_id AND v.version = p.version`);
  const bodies = new Map((await db.prisma.pageBody.findMany()).map((body) => [body.tentId, body]));
  expect(bodies.size).toBe(rows.filter(({ path }) => path).length);
  for (const { id, tent, path, etag, source } of rows) {
    expect(tent).toBe(path ? 'published' : 'draft');
    const body = bodies.get(id);
    if (!body) continue;
    expect(createHash('sha256').update(body.html).digest('base64url')).toBe(etag);
    expect(brotliDecompressSync(body.brotli)).toEqual(Buffer.from(body.html));
    expect(/<p>.*?<\/p>/.exec(Buffer.from(body.html).toString())?.[0]).toBe(/<p>.*?<\/p>/.exec(source)?.[0]);
  }
  return new Map(rows.filter(({ path }) => path).map((row) => [row.id, row]));
}

describe('kill -9 in the middle of publications', () => {
  test.each(KILL_ROUNDS)('leaves whole pages, round %i', async () => {
    const ids = await tents();
    let { api } = await start(token);
    const publish = (tentId: string, n: number) =>
      api.POST('/v1/tents/{tentId}/publish', { params: { path: { tentId } }, body: { custom_page_alias: `page-${n}` } });
    await Promise.all(ids.map(publish));
    expect([...(await livePages()).values()].map(({ version }) => version)).toEqual(ids.map(() => 1));
    for (const [n, id] of ids.entries()) await giveVersion({ db, clock }, workspace, id, large(`Page ${n}, version 2,`));

    const asked = ids.map((id, n) =>
      publish(id, n)
        .then(({ response }) => response.status)
        .catch(() => undefined),
    );
    // At least one is reported, and more follow.
    await Promise.any(asked.map(async (status) => (await status) ?? Promise.reject()));
    await wait(Math.random() * 200);
    await kill();
    const told = await Promise.all(asked);
    const live = await livePages();
    expect(live.size).toBe(TENTS);
    for (const [n, id] of ids.entries()) expect(live.get(id)?.version).toBeGreaterThanOrEqual(told[n] === 200 ? 2 : 1);

    ({ api } = await start(token));
    for (const [n, id] of ids.entries()) expect((await publish(id, n)).response.status).toBe(200);
    expect([...(await livePages()).values()].map(({ version }) => version)).toEqual(ids.map(() => 2));
  });
});

describe('kill -9 while pages are written that are to be published', () => {
  test.each(KILL_ROUNDS)('leaves no wish waiting, round %i', async () => {
    const ids = await tents();
    for (const [n, id] of ids.entries()) await beginEdit({ db, clock }, workspace, id, `Page ${n}, version 2,`, { alias: `page-${n}` });
    await start(token);
    const count = (status: string) => db.prisma.generation.count({ where: { status, type: 'iteration' } });
    // Some of them, or all is over already: the service goes on while this process has no turn.
    const isMet = async () => (await count('generating')) > 0 || (await count('pending')) === 0;
    await expect.poll(isMet, { interval: 2 }).toBe(true);
    await wait(Math.random() * 300);
    await kill();
    // A page is live together with its version, or neither exists.
    const live = await livePages();
    expect(live.size).toBe(await count('completed'));
    await db.query(sql`UPDATE generations SET lease_until = now() WHERE status = 'generating'`);

    await start(token);
    await expect.poll(async () => (await count('pending')) + (await count('generating'))).toBe(0);
    const ended = await livePages();
    expect(ids.map((id) => ended.get(id))).toEqual(
      ids.map((_, n) => expect.objectContaining({ status: 'published', path: `page-${n}`, version: 2, awaited: null })),
    );
  });
});
