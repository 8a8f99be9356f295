/** Opens and clicks, written in groups. */
import { afterEach, describe, expect, it } from 'vitest';
import { type Hit, writeHits } from '../../src/campaigns/tracking/hits.repo.ts';
import { createHits, type HitOptions, type Hits } from '../../src/campaigns/tracking/hits.ts';
import { type Database, openDatabase, sql } from '../../src/platform/db.ts';
import { toUlid } from '../../src/platform/ids.ts';
import { openLog } from '../../src/platform/log.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { TestClock } from '../support/clock.ts';
import { openTestDatabase } from '../support/database.ts';
import { givenContacts, givenWorkspace } from '../support/given.ts';
import { givenMailed, type Mailed, notedOf } from '../support/mailed.ts';
import { deadlocksIn } from '../support/race.ts';

const { url, db } = await openTestDatabase();
const { id: workspaceId } = await givenWorkspace(db, { slug: 'place-1' });
const LINKS = ['https://shop.example.com/one', 'https://shop.example.com/two'];
const NOW = Date.parse('2030-04-14T09:30:00.000Z');
const at = (ms: number) => new Date(NOW + ms);

let made: Hits[] = [];
afterEach(async () => {
  for (const hits of made) await hits.finish();
  made = [];
});
function given(options: Partial<HitOptions> = {}) {
  const clock = new TestClock();
  const hits = createHits({ db, clock, log: openLog('silent'), everyMs: 1, ...options });
  made.push(hits);
  return { clock, hits };
}
const open = ({ workspaceId, deliveryId }: Mailed, ms: number): Hit => ({
  workspaceId,
  deliveryId,
  at: at(ms),
  position: null,
  url: null,
  linkCount: 0,
  reasons: [],
});
const click = (mailed: Mailed, position: number, ms: number): Hit => ({
  ...open(mailed, ms),
  position,
  url: LINKS[position] as string,
  linkCount: LINKS.length,
});
const write = (hits: Hit[], waits = false, on: Database = db) => writeHits(on, hits, { waits });
const single = async (mailed: Mailed) => (await notedOf(db, [mailed]))[0];

describe('a group of hits', () => {
  it('notes first times, each link once, and an entry for each of these', async () => {
    const [one] = (await givenMailed({ db, workspaceId }, 1, LINKS)) as [Mailed];
    const about = { blast_id: one.messageId, recipient_id: toUlid(one.deliveryId) };
    expect(await write([open(one, 0), click(one, 1, 2_000), click(one, 0, 3_000)])).toEqual([]);
    expect(await write([open(one, 9_000), click(one, 1, 9_000)])).toEqual([]);
    expect(await single(one)).toEqual({
      opened_at: at(0),
      clicked_at: at(2_000),
      clicked_url: LINKS[1],
      links: 2,
      last_activity_at: at(3_000),
      entries: [
        { type: 'email_opened', occurred_at: expect.stringContaining('09:30:00'), metadata: about },
        { type: 'email_clicked', occurred_at: expect.stringContaining('09:30:02'), metadata: { ...about, url: LINKS[1] } },
        { type: 'email_clicked', occurred_at: expect.stringContaining('09:30:03'), metadata: { ...about, url: LINKS[0] } },
      ],
    });
  });

  it('is of several workspaces, and of several messages to one person, whose entries follow one another', async () => {
    const other = await givenWorkspace(db, { slug: 'place-2' });
    const contacts = await givenContacts({ db, workspaceId }, 1, { lastActivityAt: at(500) });
    const [first] = (await givenMailed({ db, workspaceId }, 1, LINKS, contacts)) as [Mailed];
    const [second] = (await givenMailed({ db, workspaceId }, 1, LINKS, contacts)) as [Mailed];
    const [elsewhere] = (await givenMailed({ db, workspaceId: other.id }, 1, LINKS)) as [Mailed];
    await write([click(second, 0, 100), open(first, 100), open(second, 100), open(elsewhere, 100), click(first, 1, 700)]);
    const noted = await single(first);
    // Existing entries of the timeline stay before them, and each has its own time.
    expect(noted?.entries.map(({ type, occurred_at, metadata }) => [type, Date.parse(occurred_at) - NOW, metadata.blast_id])).toEqual([
      ['email_clicked', 501, second.messageId],
      ['email_opened', 502, first.messageId],
      ['email_opened', 503, second.messageId],
      ['email_clicked', 700, first.messageId],
    ]);
    expect(noted).toMatchObject({ opened_at: at(100), clicked_at: at(700), last_activity_at: at(700) });
    expect(await single(elsewhere)).toMatchObject({ opened_at: at(100), last_activity_at: at(100), links: 0 });
    expect((await single(elsewhere))?.entries).toHaveLength(1);
  });

  it('touches nobody of another workspace', async () => {
    const [one] = (await givenMailed({ db, workspaceId }, 1, LINKS)) as [Mailed];
    const other = await givenWorkspace(db, { slug: 'place-3' });
    expect(await write([open({ ...one, workspaceId: other.id }, 0), click({ ...one, workspaceId: other.id }, 0, 0)])).toEqual([]);
    expect(await single(one)).toMatchObject({ opened_at: null, clicked_at: null, links: 0, entries: [] });
  });

  it('notes at the delivery what somebody did who has been deleted, and passes over what is gone', async () => {
    const [one, gone] = (await givenMailed({ db, workspaceId }, 2, LINKS)) as [Mailed, Mailed];
    await db.query(sql`DELETE FROM contacts WHERE id = ${one.contactId}::uuid`);
    await db.query(sql`DELETE FROM deliveries WHERE id = ${gone.deliveryId}::uuid`);
    expect(await write([open(one, 0), click(one, 0, 1), open(gone, 0), click(gone, 0, 1)])).toEqual([]);
    expect(await single(one)).toMatchObject({ opened_at: at(0), clicked_at: at(1), links: 1, entries: [] });
  });

  it.each(['deliveries', 'contact_moments'] as const)('passes over whose row in %s somebody holds, and writes the rest', async (table) => {
    const [held, free] = (await givenMailed({ db, workspaceId }, 2, LINKS)) as [Mailed, Mailed];
    const hits = [open(held, 0), open(free, 0), click(held, 0, 1), click(free, 0, 1)];
    await db.transaction(async (tx) => {
      await tx.query(
        table === 'deliveries'
          ? sql`SELECT 1 AS one FROM deliveries WHERE id = ${held.deliveryId}::uuid FOR UPDATE`
          : sql`SELECT 1 AS one FROM contact_moments WHERE contact_id = ${held.contactId}::uuid FOR UPDATE`,
      );
      expect(await write(hits)).toEqual([0, 2]);
      expect(await single(free)).toMatchObject({ opened_at: at(0), clicked_at: at(1) });
      expect(await single(held)).toMatchObject({ opened_at: null, clicked_at: null, links: 0, entries: [] });
    });
    expect(await write([open(held, 0), click(held, 0, 1)])).toEqual([]);
    expect(await single(held)).toMatchObject({ opened_at: at(0), clicked_at: at(1), links: 1 });
  });

  it('is not held up by somebody who only refers to a row', async () => {
    const [one] = (await givenMailed({ db, workspaceId }, 1, LINKS)) as [Mailed];
    await db.transaction(async (tx) => {
      await tx.query(sql`SELECT 1 AS one FROM deliveries WHERE id = ${one.deliveryId}::uuid FOR KEY SHARE`);
      expect(await write([open(one, 0)])).toEqual([]);
    });
  });
});

it.runIf(isAtLength)(
  'many groups at once, in any order, from several processes, note each thing once and never wait in a circle',
  async () => {
    const PEOPLE = rounds(10, 20);
    const workspaces = [workspaceId, (await givenWorkspace(db, { slug: 'place-4' })).id];
    const mailed: Mailed[] = [];
    for (const id of workspaces) {
      const contacts = await givenContacts({ db, workspaceId: id }, PEOPLE);
      for (let blast = 0; blast < 2; blast++) mailed.push(...(await givenMailed({ db, workspaceId: id }, PEOPLE, LINKS, contacts)));
    }
    const processes = Array.from({ length: 4 }, () => openDatabase(url, () => {}, { connections: 2 }));
    try {
      await Promise.all(
        processes.map(async (process, turn) => {
          // Each one has another start and step, so that all orders occur.
          const all = mailed.flatMap((one) => [open(one, 0), click(one, 0, 1), click(one, 1, 2)]);
          const step = [1, 7, 11, 13][turn] as number;
          const hits = all.map((_, i) => all[(i * step + turn * 29) % all.length] as Hit);
          for (let from = 0; from < hits.length; from += 3 * PEOPLE)
            expect(await write(hits.slice(from, from + 3 * PEOPLE), true, process)).toEqual([]);
        }),
      );
    } finally {
      for (const process of processes) await process.close();
    }
    for (const { opened_at, clicked_at, links, entries } of await notedOf(db, mailed)) {
      expect([opened_at, clicked_at, links]).toEqual([expect.any(Date), expect.any(Date), 2]);
      // Of both messages that the contact has.
      expect(entries.map(({ type, metadata }) => `${type} ${metadata.recipient_id} ${metadata.url}`)).toHaveLength(6);
      expect(new Set(entries.map(({ type, metadata }) => `${type} ${metadata.recipient_id} ${metadata.url}`)).size).toBe(6);
      expect(new Set(entries.map(({ occurred_at }) => occurred_at)).size).toBe(6);
    }
    expect(await deadlocksIn(db)).toBe(0);
  },
);

describe('what is collected', () => {
  it('has the times of the hits, not of the writing, and the first of each', async () => {
    const [one] = (await givenMailed({ db, workspaceId }, 1, LINKS)) as [Mailed];
    const { clock, hits } = given({ everyMs: 60_000 });
    clock.advance({ days: 1 });
    const before = clock.now().getTime();
    const second = { position: 1, url: LINKS[1] as string, linkCount: LINKS.length };
    hits.opened(one);
    const between = clock.now().getTime();
    clock.advance({ hours: 1 });
    hits.opened(one);
    hits.clicked(one, second);
    const after = clock.now().getTime();
    clock.advance({ hours: 1 });
    hits.clicked(one, second);
    await hits.finish();
    const noted = await single(one);
    const lies = (time: Date | null | undefined, from: number, to: number) => {
      expect(time?.getTime()).toBeGreaterThanOrEqual(from);
      expect(time?.getTime()).toBeLessThanOrEqual(to);
    };
    lies(noted?.opened_at, before, between);
    lies(noted?.clicked_at, between + 3_600_000, after);
    expect(noted?.entries).toHaveLength(2);
  });

  it('is written when whoever held a row lets go of it, and at the end is waited for', async () => {
    const [one, two] = (await givenMailed({ db, workspaceId }, 2, LINKS)) as [Mailed, Mailed];
    const { hits } = given();
    let finished: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await tx.query(sql`SELECT 1 AS one FROM deliveries WHERE id = ${one.deliveryId}::uuid FOR UPDATE`);
      hits.opened(one);
      hits.opened(two);
      await expect.poll(async () => (await single(two))?.opened_at).not.toBeNull();
      finished = hits.finish();
      await expect
        .poll(async () => {
          const [row] = await db.query<{ waiting: number }>(sql`
            SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
          return row?.waiting;
        })
        .toBe(1);
    });
    await finished;
    expect((await single(one))?.opened_at).not.toBeNull();
  });

  it('has room for so many; what is dropped is counted', async () => {
    const mailed = await givenMailed({ db, workspaceId }, 5, LINKS);
    const { hits } = given({ most: 3, everyMs: 60_000 });
    for (const one of mailed) hits.opened(one);
    for (const one of mailed) hits.opened(one);
    expect(hits.dropped()).toBe(4);
    await hits.finish();
    expect((await notedOf(db, mailed)).filter(({ opened_at }) => opened_at)).toHaveLength(3);
  });
});
