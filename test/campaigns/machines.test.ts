/** Opens and clicks of machines, separated from those of people. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Hit, writeHits } from '../../src/campaigns/tracking/hits.repo.ts';
import { BURST_MS, type JudgedHit, judgeHits } from '../../src/campaigns/tracking/judge.ts';
import { reasonsOf } from '../../src/campaigns/tracking/machines.ts';
import { must } from '../support/blast.ts';
import '../support/chance.ts';
import { isAtLength } from '../support/at-length.ts';
import { givenContacts } from '../support/given.ts';
import { givenMailed, linkOf, type Mailed, notedOf, pixelOf } from '../support/mailed.ts';
import { AGENTS, PATTERNS, type Pattern, type PatternHit } from '../support/patterns.ts';
import { startTestService, type TestService } from '../support/service.ts';

const SENT_AT = Date.parse('2030-04-14T09:30:00.000Z');

const asked = ({ agent, method = 'GET', address = '192.0.2.1', purpose }: PatternHit) =>
  reasonsOf({ method, headers: { 'user-agent': AGENTS[agent], ...(purpose && { 'sec-purpose': purpose }) }, address: () => address });

/** As groups are judged one after another: what was counted before, and is found to be a machine's, is taken back. */
function replay({ links }: Pick<Pattern, 'links'>, groups: JudgedHit[][]): { at: number; position: number | null; machine: boolean }[] {
  const counted: JudgedHit[] = [];
  for (const group of groups) {
    const since = Math.min(...group.map(({ at }) => at.getTime())) - BURST_MS;
    const earlier = counted.filter(({ at }) => at.getTime() >= since);
    for (const hit of judgeHits({ sentAt: new Date(SENT_AT), links, hits: group, earlier })) hit.reasons.push('all_links');
    counted.push(...group);
  }
  return counted.map(({ at, position, reasons }) => ({ at: at.getTime(), position, machine: reasons.length > 0 }));
}

const hitsOf = ({ hits }: Pattern): JudgedHit[] =>
  hits.map((hit) => ({ at: new Date(SENT_AT + hit.after * 1_000), position: hit.position, reasons: asked(hit) }));

describe('the filter', () => {
  it('counts no person as a machine, and finds nine of ten hits of machines', () => {
    const verdicts = PATTERNS.flatMap((pattern) => replay(pattern, [hitsOf(pattern)]).map(({ machine }) => ({ ...pattern, machine })));
    const count = (by: Pattern['by'], machine: boolean) => verdicts.filter((one) => one.by === by && one.machine === machine).length;
    expect(verdicts.filter(({ by, machine }) => by === 'people' && machine).map(({ name }) => name)).toEqual([]);
    // Decision record 43 shows these figures.
    expect([count('people', false), count('machine', true), count('machine', false)]).toEqual([28, 66, 4]);
    const missed = verdicts.filter(({ by, machine }) => by === 'machine' && !machine).map(({ name }) => name);
    expect(new Set(missed)).toEqual(
      new Set([
        'a sandbox follows one link, as a browser, minutes later',
        'a gateway follows both links of a short message',
        'a filter follows one link from its own network',
      ]),
    );
  });

  it('decides the same however the hits fall into groups', () => {
    const links = PATTERNS.filter(({ links: count, by }) => by === 'machine' && count >= 3);
    fc.assert(
      fc.property(fc.constantFrom(...links), fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), (pattern, ends) => {
        const groups: JudgedHit[][] = [[]];
        for (const [i, hit] of hitsOf(pattern).entries()) {
          groups.at(-1)?.push(hit);
          if (ends[i]) groups.push([]);
        }
        const together = replay(pattern, [hitsOf(pattern)]);
        expect(
          replay(
            pattern,
            groups.filter((group) => group.length > 0),
          ),
        ).toEqual(together);
      }),
    );
  });

  it('never takes people for machines who leave one link out, or take their time', () => {
    const clicks = fc.array(fc.record({ ms: fc.integer({ min: 2_000, max: 60_000 }), position: fc.nat(7) }), { maxLength: 20 });
    fc.assert(
      fc.property(clicks, (drawn) => {
        const hits: JudgedHit[] = drawn.map(({ ms, position }) => ({ at: new Date(SENT_AT + ms), position, reasons: [] }));
        judgeHits({ sentAt: new Date(SENT_AT), links: 9, hits, earlier: [] });
        expect(hits.flatMap(({ reasons }) => reasons)).toEqual([]);
      }),
    );
  });
});

const LINKS = ['https://shop.example.com/one', 'https://shop.example.com/two', 'https://shop.example.com/three'];
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const mail = (people: number) => givenMailed({ db: service.db, workspaceId: service.id }, people, LINKS);
const at = (ms: number) => new Date(SENT_AT + ms);
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
const write = (...hits: Hit[]) => writeHits(service.db, hits, { waits: true });
const noted = async (mailed: Mailed) => (await notedOf(service.db, [mailed]))[0];
const details = async ({ messageId }: Mailed) =>
  (await must(service.api.GET('/v1/email-blasts/{blastId}', { params: { path: { blastId: messageId } } }))).details;
const recipients = async ({ messageId }: Mailed) =>
  (await must(service.api.GET('/v1/email-blasts/{blastId}/contacts', { params: { path: { blastId: messageId } } }))).contacts;

describe('hits of machines', () => {
  it.runIf(isAtLength)('are kept with their reasons, beside those of people', async () => {
    const [one, two] = (await mail(2)) as [Mailed, Mailed];
    const ask = (path: string, agent: keyof typeof AGENTS, method = 'GET') =>
      fetch(service.url + path, { redirect: 'manual', method, headers: { 'user-agent': AGENTS[agent] } });
    for (const answer of [
      await ask(pixelOf(one), 'apple'),
      await ask(linkOf(one, 1), 'barracuda'),
      await ask(linkOf(one, 2), 'chrome', 'HEAD'),
      await ask(pixelOf(one), 'phone'),
      await ask(linkOf(two, 0), 'phone'),
      await ask(pixelOf(two), 'none'),
    ])
      expect([200, 302]).toContain(answer.status);
    await expect.poll(async () => (await details(one)).machine_opens).toBe(2);
    expect(await details(one)).toMatchObject({
      blast_opened_count: 1,
      blast_clicked_count: 1,
      machine_opens: 2,
      machine_clicks: 1,
      machine_reasons: [
        { reason: 'agent', opens: 1, clicks: 1 },
        { reason: 'method', opens: 0, clicks: 1 },
        { reason: 'prefetch', opens: 1, clicks: 0 },
      ],
    });
    const list = await recipients(one);
    expect(list.find(({ contact_id }) => contact_id === one.contactId)).toMatchObject({
      opened_at: expect.any(String),
      clicked_at: null,
      machine_opened_at: expect.any(String),
      machine_clicked_at: expect.any(String),
      machine_reasons: ['agent', 'method', 'prefetch'],
    });
    const types = async (mailed: Mailed) => (await noted(mailed))?.entries.map(({ type }) => type);
    expect([await types(one), await types(two)]).toEqual([['email_opened'], ['email_clicked']]);
  });

  it('come within two seconds of sending', async () => {
    const [one] = (await mail(1)) as [Mailed];
    await service.db.pool.query('UPDATE deliveries SET sent_at = $2 WHERE id = $1', [one.deliveryId, at(0)]);
    await write(open(one, 1_999), click(one, 0, 1_999));
    expect(await noted(one)).toMatchObject({ opened_at: null, clicked_at: null, entries: [] });
    await write(open(one, 2_000), click(one, 0, 2_000));
    expect(await noted(one)).toMatchObject({ opened_at: at(2_000), clicked_at: at(2_000), links: 1 });
    expect((await details(one)).machine_reasons).toEqual([{ reason: 'seconds_since_sending', opens: 1, clicks: 1 }]);
  });

  it('follow all links: what was counted before is taken back, in report and timeline', async () => {
    const [one, other] = (await mail(2)) as [Mailed, Mailed];
    await write(click(one, 0, 5_000));
    await write(open(one, 60_000), click(one, 1, 60_500), click(other, 0, 60_000), click(other, 1, 61_000));
    expect(await noted(one)).toMatchObject({ opened_at: at(60_000), clicked_at: at(5_000), links: 2 });
    await write(click(one, 0, 61_000), click(one, 2, 62_000));
    // The click of a person, long before, stays.
    expect(await noted(one)).toMatchObject({ opened_at: null, clicked_at: at(5_000), clicked_url: LINKS[0], links: 1 });
    expect((await noted(one))?.entries.map(({ type, metadata }) => [type, metadata.url])).toEqual([['email_clicked', LINKS[0]]]);
    expect(await noted(other)).toMatchObject({ links: 2, clicked_at: at(60_000) });
    // Pictures that come late are the filter's, too; the person comes later.
    await write(open(one, 63_500));
    expect((await noted(one))?.opened_at).toBeNull();
    await write(open(one, 90_000), click(one, 2, 95_000));
    expect(await noted(one)).toMatchObject({ opened_at: at(90_000), links: 2 });
    expect(await details(one)).toMatchObject({
      blast_opened_count: 1,
      blast_clicked_count: 2,
      machine_opens: 1,
      machine_clicks: 1,
      machine_reasons: [{ reason: 'all_links', opens: 1, clicks: 1 }],
    });
  });

  it('were counted as the first click of a person: the next one takes its place', async () => {
    const [one] = (await mail(1)) as [Mailed];
    await write(click(one, 0, 60_000), click(one, 1, 60_100));
    await write(click(one, 1, 80_000), click(one, 2, 60_200));
    expect(await noted(one)).toMatchObject({
      clicked_at: at(80_000),
      clicked_url: LINKS[1],
      links: 1,
      entries: [{ type: 'email_clicked' }],
    });
  });

  it('of people who were mailed together are corrected in one go, in their own workspace', async () => {
    const contacts = await givenContacts({ db: service.db, workspaceId: service.id }, 20);
    const all = await givenMailed({ db: service.db, workspaceId: service.id }, 20, LINKS, contacts);
    await write(...all.map((one) => click(one, 0, 60_000)));
    await write(...all.flatMap((one, i) => (i % 2 === 0 ? [click(one, 1, 61_000), click(one, 2, 62_000)] : [click(one, 1, 61_000)])));
    expect((await notedOf(service.db, all)).map(({ links, entries }) => [links, entries.length])).toEqual(
      all.map((_, i) => (i % 2 === 0 ? [0, 0] : [2, 2])),
    );
  });
});
