/** The figures of mail over time. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Outcome, record } from '../../src/campaigns/deliveries/deliveries.repo.ts';
import { type News, record as recordNews } from '../../src/campaigns/feedback/feedback.repo.ts';
import { addUpCounts } from '../../src/campaigns/series/series.repo.ts';
import { writeHits } from '../../src/campaigns/tracking/hits.repo.ts';
import { unsubscribe } from '../../src/campaigns/tracking/tracking.repo.ts';
import { sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { approvedEmail, must, sendNow } from '../support/blast.ts';
import '../support/chance.ts';
import { givenBlast, givenContacts, givenList, givenRecipients } from '../support/given.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

interface Query {
  from?: string;
  to?: string;
  interval?: 'hour' | 'day' | 'week';
  time_zone?: string;
  blast_id?: string;
  flow_id?: string;
  email_id?: string;
  topic_id?: string;
}
const ask = (query: Query, { api }: Pick<TestWorkspace, 'api'> = service) => api.GET('/v1/analytics/email', { params: { query } });
const figures = (query: Query, workspace?: TestWorkspace) => must(ask(query, workspace));

/** Two half years in which clocks change. */
const RANGES = [
  { from: '2025-10-15', to: '2025-11-14' },
  { from: '2026-03-08', to: '2026-04-07' },
];
const ZONES = [
  'UTC',
  'Europe/Stockholm',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
];
const LINKS = 4;

type Doing = {
  what: 'send' | 'bounce' | 'fail' | 'complain' | 'open' | 'click' | 'filter' | 'unsubscribe';
  of: number;
  minutes: number;
  link: number;
};
const doings = fc.array(
  fc.record<Doing>({
    what: fc.constantFrom('send', 'send', 'bounce', 'fail', 'complain', 'open', 'open', 'click', 'click', 'filter', 'unsubscribe'),
    of: fc.nat(5),
    minutes: fc.nat(31 * 24 * 60 - 1),
    link: fc.nat(LINKS - 1),
  }),
  { minLength: 20, maxLength: 40 },
);

describe('the series', () => {
  it.runIf(isAtLength)('has what the deliveries have, at each point, in every zone', async () => {
    await fc.assert(
      fc.asyncProperty(doings, fc.constantFrom(...RANGES), fc.constantFrom(...ZONES), async (drawn, range, zone) => {
        const blastId = await newBlast();
        const contacts = await givenContacts(scope(), 6);
        const ids = await givenRecipients(
          scope(),
          blastId,
          contacts.map((contactId) => ({ contactId, email: 'x@mail.example' })),
        );
        const start = Date.parse(`${range.from}T14:00:00Z`);
        for (const doing of drawn)
          await happen(doing, { blastId, id: ids[doing.of] as string, contactId: contacts[doing.of] as string, start });
        if (drawn.length % 2 === 0) await addUpCounts(service.db);

        const expected = await happenedTo(blastId);
        for (const interval of ['hour', 'day', 'week'] as const) {
          const { series, totals } = await figures({ ...range, interval, time_zone: zone, blast_id: blastId });
          const inRange = expected.filter(({ at }) => dayOf(at, zone) >= range.from && dayOf(at, zone) <= range.to);
          expect(
            series
              .flatMap(({ at, ...counts }) =>
                nonZero(counts).map(([kind, count]) => `${keyOf(new Date(at), interval, zone)} ${kind} ${count}`),
              )
              .sort(),
          ).toEqual(tally(inRange.map(({ at, kind }) => `${keyOf(at, interval, zone)} ${kind}`)));
          expect(nonZero(totals)).toEqual(
            nonZero(Object.fromEntries(Object.keys(totals).map((kind) => [kind, inRange.filter((one) => one.kind === kind).length]))),
          );
          expect(series.map(({ at }) => at)).toEqual([...new Set(series.map(({ at }) => at))].sort());
        }
      }),
      { numRuns: rounds(2, 60) },
    );
  });

  const scope = () => ({ db: service.db, workspaceId: service.id });

  async function newBlast(): Promise<string> {
    const id = newId();
    const now = new Date();
    await service.db.prisma.blast.create({
      data: { workspaceId: service.id, id, name: 'Counted', status: 'sent', sentAt: now, createdAt: now, updatedAt: now },
    });
    return id;
  }

  async function happen(
    { what, minutes, link }: Doing,
    { blastId, id, contactId, start }: { blastId: string; id: string; contactId: string; start: number },
  ) {
    const { db, id: workspaceId } = service;
    const now = new Date(start + minutes * 60_000);
    const hit = (position: number | null, seconds: number) => ({
      workspaceId,
      deliveryId: id,
      at: new Date(now.getTime() + seconds * 1_000),
      position,
      url: position === null ? null : `https://shop.example.com/${position}`,
      linkCount: position === null ? 0 : LINKS,
      reasons: [],
    });
    const news = (said: Partial<News>): News => ({
      ...{ workspaceId, deliveryId: id, ended: null, endedAt: null, reason: null, complainedAt: null, complaint: null },
      ...said,
    });
    if (what === 'send' || what === 'bounce') {
      const run = newId();
      await db.prisma.claim.create({ data: { workspaceId, run, messageId: blastId, ids: [id], leaseUntil: now } });
      const outcome: Outcome = { id, run, email: 'x@mail.example', status: 'sent', reason: null, providerId: null, retryAt: null };
      const said = { bounce: 'bounced', send: link === 0 ? 'unknown' : 'sent' } as const;
      await record({ db, workspaceId, now }, blastId, [{ ...outcome, status: said[what] }]);
      await db.prisma.claim.delete({ where: { workspaceId_run: { workspaceId, run } } });
      if (link > 1) await recordNews(db, [news({ ended: link === 2 ? 'delivered' : 'bounced', endedAt: now })], 'hook', now);
    } else if (what === 'fail') await recordNews(db, [news({ ended: link % 2 ? 'failed' : 'bounced', endedAt: now })], 'hook', now);
    else if (what === 'complain') await recordNews(db, [news({ complainedAt: now })], 'hook', now);
    else if (what === 'open') await writeHits(db, [hit(null, 0)], { waits: true });
    else if (what === 'click') await writeHits(db, [hit(link, 0)], { waits: true });
    else if (what === 'filter') {
      // The last of all links turns those before into a machine's.
      for (let position = 0; position < LINKS; position++) await writeHits(db, [hit(position, position)], { waits: true });
      await writeHits(db, [{ ...hit(null, 60), reasons: ['agent'] }], { waits: true });
    } else await unsubscribe(db, { workspaceId, deliveryId: id, contactId }, now);
  }

  /** As the report and the tables have it. */
  const happenedTo = (messageId: string): Promise<{ kind: string; at: Date }[]> =>
    service.db.query(sql`
      SELECT k.kind, k.at FROM deliveries d CROSS JOIN LATERAL (VALUES
        ('sent', d.sent_at), ('delivered', d.delivered_at), ('opened', d.opened_at), ('clicked', d.clicked_at), ('bounced', d.bounced_at),
        ('complained', d.complained_at), ('unsubscribed', d.unsubscribed_at),
        ('machine_opened', (SELECT min(hit_at) FROM machine_hits m WHERE m.delivery_id = d.id AND m.position < 0)),
        ('machine_clicked', (
          SELECT hit_at FROM machine_hits m WHERE m.delivery_id = d.id AND m.position >= 0 ORDER BY m.ctid LIMIT 1))
      ) AS k (kind, at) WHERE d.workspace_id = ${service.id}::uuid AND d.message_id = ${messageId}::uuid AND k.at IS NOT NULL`);

  const nonZero = (counts: Record<string, number>) => Object.entries(counts).filter(([, count]) => count !== 0);
  const tally = (keys: string[]) => [...Map.groupBy(keys, (key) => key)].map(([key, all]) => `${key} ${all.length}`).sort();

  const dayOf = (at: Date, zone: string) => at.toLocaleDateString('sv-SE', { timeZone: zone });
  function keyOf(at: Date, interval: 'hour' | 'day' | 'week', zone: string): string {
    if (interval === 'hour') {
      const part = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'long' }).format(at);
      return part.replace(/:\d\d:\d\d/, '');
    }
    const day = dayOf(at, zone);
    if (interval === 'day') return day;
    const date = new Date(`${day}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
    return date.toISOString().slice(0, 10);
  }
});

describe('a blast that was sent', () => {
  it.runIf(isAtLength)('counts for the workspace, itself, its email and its topic, and stays there when it is deleted', async () => {
    const own = await service.workspace();
    const { db } = service;
    const scope = { db, workspaceId: own.id };
    const topic = await must(own.api.POST('/v1/topics', { body: { name: 'News', default: 'opt_out' } }));
    const emailId = await approvedEmail(own.api);
    const blastId = await givenBlast(own, { listId: await givenList(scope, await givenContacts(scope, 3)), emailId });
    const at = { params: { path: { blastId } } };
    await must(own.api.PATCH('/v1/email-blasts/{blastId}', { ...at, body: { topic_id: topic.topic_id } }));
    await sendNow(own.api, blastId);
    await service.drain();
    const sent = { sent: 3, delivered: 3, opened: 0, clicked: 0 };
    for (const by of [{}, { blast_id: blastId }, { email_id: emailId }, { topic_id: topic.topic_id }])
      expect((await figures(by, own)).totals, JSON.stringify(by)).toMatchObject(sent);
    const elsewhere = await givenBlast(own, {});
    expect((await figures({ blast_id: elsewhere }, own)).totals.sent).toBe(0);

    await addUpCounts(db);
    const rows = await db.prisma.mailCounts.findMany({ where: { workspaceId: own.id } });
    expect(rows.every(({ id }) => id === 0n)).toBe(true);
    expect((await figures({}, own)).totals).toMatchObject(sent);
    await must(own.api.DELETE('/v1/email-blasts/{blastId}', at));
    expect((await ask({ blast_id: blastId }, own)).response.status).toBe(404);
    expect((await figures({ email_id: emailId }, own)).totals).toMatchObject(sent);
    expect(await db.prisma.mailCounts.count({ where: { workspaceId: own.id, subjectId: blastId } })).toBe(0);
  });

  it('has 30 days by default, zeros where nothing happened, and days of the workspace', async () => {
    const { from, to, series, interval, time_zone } = await figures({}, await service.workspace());
    expect([series.length, interval, time_zone]).toEqual([30, 'day', 'UTC']);
    expect([series[0]?.at, series.at(-1)?.at]).toEqual([`${from}T00:00:00.000Z`, `${to}T00:00:00.000Z`]);
    expect((await figures({ from: '2026-04-20', to: '2026-04-23', interval: 'week' })).series.map(({ at }) => at)).toEqual([
      '2026-04-20T00:00:00.000Z',
    ]);
  });
});

describe('a question that cannot be answered', () => {
  it.each<[Query, string]>([
    [{ from: '2026-04-02', to: '2026-04-01' }, 'from'],
    [{ from: '2099-04-02' }, 'from'],
    [{ from: '2026-03-01', to: '2026-04-01', interval: 'hour' }, 'from'],
    [{ from: '2024-03-01', to: '2026-04-01' }, 'from'],
    [{ from: '2024-03-01', to: '2026-04-01', interval: 'week' }, 'from'],
    [{ from: '0000-01-01' }, 'from'],
    [{ time_zone: 'Europe/Atlantis' }, 'time_zone'],
    [{ blast_id: newId(), email_id: newId() }, 'email_id'],
  ])('%j', async (query, path) => {
    const { response, error } = await ask(query);
    expect(response.status).toBe(400);
    expect(error).toMatchObject({ details: { issues: [{ path }] } });
  });

  it.each(['blast_id', 'flow_id', 'email_id', 'topic_id'])('about an unknown %s', async (path) => {
    const { response, error } = await ask({ [path]: newId() });
    expect(response.status).toBe(404);
    expect(error).toMatchObject({ details: { issues: [{ path }] } });
  });
});
