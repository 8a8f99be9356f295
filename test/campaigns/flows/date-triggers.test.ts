/** Entries by date triggers: at their time, once for each date, late after an outage, and never twice. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeContacts } from '../../../src/audience/contacts/contacts.service.ts';
import { daysAfter, momentOn } from '../../../src/campaigns/flows/calendar.ts';
import type { Trigger } from '../../../src/campaigns/flows/definition.ts';
import { type DateTrigger, offsetOf } from '../../../src/campaigns/flows/listening/dates.ts';
import { dateSweep } from '../../../src/campaigns/flows/listening/dates.work.ts';
import { enter, hear } from '../../../src/campaigns/flows/listening/inbox.repo.ts';
import { flowSubscriptions } from '../../../src/campaigns/flows/listening/listening.ts';
import { isDue } from '../../../src/campaigns/flows/triggers/date-based.ts';
import { type Database, openDatabase, sql, type Tx } from '../../../src/platform/db.ts';
import { openEvents } from '../../../src/platform/events.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isAtLength, rounds } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { givenContacts, givenWorkspace } from '../../support/given.ts';
import { explain, statementsOf } from '../../support/plans.ts';
import { deadlocksIn } from '../../support/race.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { listeningFlow, pauseFlow, takeEntries, takeInbox } from './listening-flow.ts';

let service: TestService;
let db: Database;
/** Of this test, and its time. */
let workspaceId: string;
let now: Date;
const clock = { now: () => new Date(now) };
const events = openEvents();
events.subscribe(flowSubscriptions({ clock }));

beforeAll(async () => {
  service = await startTestService();
  db = service.db;
});
afterAll(() => service.stop());

let counter = 0;
beforeEach(async () => {
  // Rows of earlier tests would be due at the times of this one.
  await db.prisma.flowTrigger.deleteMany();
  counter += 1;
  workspaceId = (await givenWorkspace(db, { slug: `dates-${counter}` })).id;
  await field('birthday', 'date');
});

const field = (apiName: string, valueType: string) =>
  db.prisma.contactFieldDefinition.create({
    data: {
      ...{ workspaceId, id: newId(), apiName, displayName: apiName, valueType, status: 'active', showInPeopleListDefault: false },
      ...{ createdByName: 'Test', createdAt: new Date(), updatedAt: new Date() },
    },
  });
const on = (given: Partial<DateTrigger> = {}): DateTrigger =>
  ({
    ...{ type: 'date_based', field: 'birthday', mode: 'on_date', trigger_time: '09:00', timezone: 'UTC', include_anniversaries: false },
    ...given,
  }) as DateTrigger;
const flow = (...triggers: Trigger[]) => listeningFlow({ db, clock }, workspaceId, triggers);
/** Writes a contact as requests do. */
async function person(birthday: string | null, email = `born${++counter}@mail.example`): Promise<string> {
  const item = { email, custom_fields: { birthday } };
  const [outcome] = await writeContacts({ db, workspaceId, now: clock.now() }, events, {
    mode: 'upsert',
    items: [item],
    itemIssues: [null],
  });
  if (outcome?.status === 'rejected' || !outcome) throw new Error('The contact was not taken');
  return outcome.contact.id;
}
const sweep = (more?: { atOnce: number }, on = db) => dateSweep({ db: on, clock }, more).run(AbortSignal.timeout(60_000));
/** The contacts that enter with such a delay. */
async function at(time: string, flowId: string): Promise<string[]> {
  now = new Date(time);
  await sweep();
  return (await takeEntries({ db }, flowId)).map(([contactId]) => contactId);
}

describe('a date', () => {
  it('lets in whose it is, at its moment and not before, once', async () => {
    now = new Date('2030-05-01T12:00:00Z');
    const [a, b] = [await person('2030-05-03'), await person('2030-05-03T23:59:59.999Z')];
    await person('2030-05-04');
    await person(null);
    const id = await flow(on());
    expect(await at('2030-05-03T08:59:59.999Z', id)).toEqual([]);
    expect(await at('2030-05-03T09:00:00Z', id)).toEqual([a, b].sort());
    expect(await at('2030-05-03T09:01:00Z', id)).toEqual([]);
    expect(await at('2030-05-04T08:59:00Z', id)).toEqual([]);
    expect(await at('2030-05-05T09:00:00Z', id)).toEqual([]);
  });

  // On what days else nothing fires is for the property below.
  it.each<[string, Partial<DateTrigger>, string, string[]]>([
    ['days before it', { mode: 'before_date', days_before: 3 }, '2030-03-02', ['2030-02-27T09:00']],
    ['days after it', { mode: 'after_date', days_after: 3 }, '2028-02-27', ['2028-03-01T09:00']],
    ['every year', { include_anniversaries: true }, '2030-06-05', ['2030-06-05T09:00', '2031-06-05T09:00', '2032-06-05T09:00']],
    [
      'every year on 29 February',
      { include_anniversaries: true },
      '2024-02-29',
      ['2030-02-28T09:00', '2031-02-28T09:00', '2032-02-29T09:00'],
    ],
    [
      // 1 March 2023 less a day is 28 February, which it stays in leap years.
      'the day before, every year: the offset comes first',
      { mode: 'before_date', days_before: 1, include_anniversaries: true },
      '2023-03-01',
      ['2030-02-28T09:00', '2031-02-28T09:00', '2032-02-28T09:00'],
    ],
    [
      'the day before, which is 29 February',
      { mode: 'before_date', days_before: 1, include_anniversaries: true },
      '2024-03-01',
      ['2030-02-28T09:00', '2031-02-28T09:00', '2032-02-29T09:00'],
    ],
    [
      'the day after 29 February',
      { mode: 'after_date', days_after: 1, include_anniversaries: true },
      '2024-02-29',
      ['2030-03-01T09:00', '2031-03-01T09:00', '2032-03-01T09:00'],
    ],
    [
      'years later',
      { mode: 'after_date', days_after: 800, include_anniversaries: true },
      '2028-12-24',
      ['2031-03-04T09:00', '2032-03-04T09:00'],
    ],
  ])('fires %s', async (_what, given, date, expected) => {
    now = new Date(expected[0]?.startsWith('2028') ? '2028-01-01T00:00:00Z' : '2029-12-31T00:00:00Z');
    const contact = await person(date);
    const id = await flow(on(given));
    const fired: string[] = [];
    const around = expected.flatMap((time) => [-3, -2, -1, 0, 1, 2, 3].map((days) => daysAfter(time.slice(0, 10), days)));
    for (const day of around) if ((await at(`${day}T09:00:00Z`, id)).includes(contact)) fired.push(`${day}T09:00`);
    expect(fired).toEqual(expected);
  });

  it.each<[string, string, string, string, string]>([
    ['that clocks skip fires when they do', 'Europe/Stockholm', '02:30', '2030-03-31', '2030-03-31T01:00:00Z'],
    ['that clocks show twice fires at the first', 'Europe/Stockholm', '02:30', '2030-10-27', '2030-10-27T00:30:00Z'],
    ['in summer', 'America/New_York', '09:00', '2030-07-01', '2030-07-01T13:00:00Z'],
    ['in winter', 'America/New_York', '09:00', '2030-12-01', '2030-12-01T14:00:00Z'],
    ['far east, the evening before', 'Pacific/Kiritimati', '09:30', '2030-08-02', '2030-08-01T19:30:00Z'],
  ])('with a time %s', async (_what, timezone, trigger_time, date, moment) => {
    const given = new Date(moment).getTime();
    now = new Date(given - 5 * 86_400_000);
    const contact = await person(date);
    const id = await flow(on({ timezone, trigger_time: trigger_time as never }));
    expect(await at(new Date(given - 1).toISOString(), id)).toEqual([]);
    expect(await at(moment, id)).toEqual([contact]);
    // An hour later, clocks that go back show it again.
    expect(await at(new Date(given + 3_600_000).toISOString(), id)).toEqual([]);
  });

  it('of the creation is its day in the time zone of the trigger', async () => {
    const createdAt = new Date('2030-01-10T23:30:00Z');
    now = new Date('2030-01-11T12:00:00Z');
    const [contact] = (await givenContacts({ db, workspaceId }, 1, { createdAt })) as [string];
    const after = { field: 'createdAt', mode: 'after_date', days_after: 7, include_anniversaries: true } as const;
    const [utc, tokyo] = [await flow(on(after)), await flow(on({ ...after, timezone: 'Asia/Tokyo' }))];
    expect(await at('2030-01-17T09:00:00Z', utc)).toEqual([contact]);
    expect(await at('2030-01-17T09:00:00Z', tokyo)).toEqual([]);
    expect(await at('2030-01-18T00:00:00Z', tokyo)).toEqual([contact]);
    expect(await at('2031-01-17T08:00:00Z', utc)).toEqual([]);
    expect([await at('2031-01-17T09:00:00Z', utc), await at('2031-01-18T00:00:00Z', tokyo)]).toEqual([[contact], [contact]]);
  });
});

describe('a date that becomes known', () => {
  it('on its day after the moment lets in at once; before the moment, at it; on a later day, not at all', async () => {
    now = new Date('2030-05-02T08:00:00Z');
    const id = await flow(on());
    const early = await person('2030-05-02');
    expect(await takeInbox({ db }, id)).toEqual([]);
    expect(await at('2030-05-02T09:00:00Z', id)).toEqual([early]);
    now = new Date('2030-05-02T23:59:59Z');
    const late = await person('2030-05-02');
    const changed = await person('2030-05-01', 'changes@mail.example');
    expect(await takeInbox({ db }, id)).toEqual([{ kind: 'entry', contactId: late, enteredVia: 'date_based' }]);
    await person('2030-05-02', 'changes@mail.example');
    expect(await takeInbox({ db }, id)).toEqual([{ kind: 'entry', contactId: changed, enteredVia: 'date_based' }]);
    // Back and forth is the same date still.
    await person('2030-05-01', 'changes@mail.example');
    await person('2030-05-02', 'changes@mail.example');
    now = new Date('2030-05-03T00:00:00Z');
    await person('2030-05-02');
    expect(await takeInbox({ db }, id)).toEqual([]);
    expect(await at('2030-05-03T08:00:00Z', id)).toEqual([]);
  });

  it('is its day where the trigger is', async () => {
    now = new Date('2030-05-02T16:00:00Z');
    const id = await flow(on({ timezone: 'Asia/Tokyo', trigger_time: '00:30' as never }));
    await person('2030-05-02');
    const tomorrow = await person('2030-05-03');
    expect(await takeInbox({ db }, id)).toEqual([{ kind: 'entry', contactId: tomorrow, enteredVia: 'date_based' }]);
  });

  it('with its creation, too, and then whoever comes first among the triggers lets in', async () => {
    now = new Date('2030-05-02T16:00:00Z');
    const created = on({ field: 'createdAt' });
    const [id, second] = [await flow(created), await flow({ type: 'contact_created' }, created)];
    const contact = await person(null);
    expect(await takeInbox({ db }, id)).toEqual([{ kind: 'entry', contactId: contact, enteredVia: 'date_based' }]);
    expect(await takeInbox({ db }, second)).toEqual([{ kind: 'entry', contactId: contact, enteredVia: 'contact_created' }]);
    now = new Date('2030-05-03T08:00:00Z');
    await person(null);
    expect(await takeInbox({ db }, id)).toEqual([]);
    expect(await at('2030-05-03T09:00:00Z', id)).toHaveLength(1);
  });
});

describe('a flow', () => {
  it('makes up for moments of the last 24 hours, and for no older one', async () => {
    now = new Date('2030-05-01T12:00:00Z');
    const [old, late] = [await person('2030-05-02'), await person('2030-05-03')];
    const id = await flow(on());
    now = new Date('2030-05-04T08:59:59Z');
    await sweep();
    expect((await takeEntries({ db }, id)).flat()).toEqual([late, 'date_based']);
    expect(await at('2030-05-04T09:00:00Z', id)).toEqual([]);
    expect(old).not.toBe(late);

    const missed = await person('2030-05-05');
    expect(await at('2030-05-06T09:00:00Z', id)).toEqual([]);
    expect(missed).toBeTruthy();
  });

  it('that becomes active after the moment waits for the next, and one that is paused lets nobody in', async () => {
    now = new Date('2030-05-02T09:00:00Z');
    await person('2030-05-02');
    const next = await person('2030-05-03');
    const id = await flow(on());
    const paused = await flow(on());
    await pauseFlow({ db }, workspaceId, paused);
    expect(await at('2030-05-02T10:00:00Z', id)).toEqual([]);
    expect(await at('2030-05-03T09:00:00Z', id)).toEqual([next]);
    expect(await takeEntries({ db }, paused)).toEqual([]);
    // Paused and activated again on the same day: the moment is over.
    await db.transaction((tx) => hear({ db: tx, workspaceId, now: clock.now() }, { flowId: id, triggers: [on()] }));
    expect(await at('2030-05-03T10:00:00Z', id)).toEqual([]);
  });

  it('asks nobody for a field that is archived, or holds no dates', async () => {
    await field('trail', 'string');
    now = new Date('2030-05-01T12:00:00Z');
    await person('2030-05-02');
    const [id, wrong] = [await flow(on()), await flow(on({ field: 'trail', include_anniversaries: true }))];
    await db.prisma.contactFieldDefinition.updateMany({ where: { workspaceId, apiName: 'birthday' }, data: { status: 'archived' } });
    expect([await at('2030-05-02T09:00:00Z', id), await takeInbox({ db }, wrong)]).toEqual([[], []]);
    const item = { email: 'trail@mail.example', custom_fields: { trail: 'North of here' } };
    const [outcome] = await writeContacts({ db, workspaceId, now: clock.now() }, events, {
      mode: 'upsert',
      items: [item],
      itemIssues: [null],
    });
    expect([outcome?.status, await at('2030-05-03T09:00:00Z', wrong)]).toEqual(['created', []]);
  });

  it('forgets for whom it has fired some days later', async () => {
    now = new Date('2030-05-01T12:00:00Z');
    for (const day of ['02', '03', '04', '05', '06']) await person(`2030-05-${day}`);
    const id = await flow(on());
    const kept: number[] = [];
    for (const day of ['02', '03', '04', '05', '06', '07', '08', '09', '10']) {
      await at(`2030-05-${day}T09:00:00Z`, id);
      kept.push(await db.prisma.flowDate.count({ where: { workspaceId } }));
    }
    expect(kept).toEqual([1, 2, 3, 4, 4, 3, 2, 1, 0]);
  });
});

describe('a sweep', () => {
  it.runIf(isAtLength)('takes so many at once, and goes on where it was interrupted, in one of several processes', async () => {
    now = new Date('2030-05-01T12:00:00Z');
    const ids = await givenContacts({ db, workspaceId }, 57, { customFields: { birthday: '2030-05-02T00:00:00.000Z' } });
    const id = await flow(on(), on({ trigger_time: '10:00' as never }));
    now = new Date('2030-05-02T09:00:00Z');
    const stopping = new AbortController();
    const interrupted = new Proxy(db, {
      get: (target, name) => {
        if (name === 'transaction' && interruptions++ === 2) stopping.abort();
        return Reflect.get(target, name);
      },
    });
    let interruptions = 0;
    await expect(dateSweep({ db: interrupted, clock }, { atOnce: 10 }).run(stopping.signal)).rejects.toThrow();
    const before = await takeEntries({ db }, id);
    expect(before.length).toBe(30);

    const other = openDatabase(service.service.config.databaseUrl as string, () => {});
    now = new Date('2030-05-02T09:30:00Z');
    await Promise.all([sweep({ atOnce: 10 }), sweep({ atOnce: 10 }, other), sweep({ atOnce: 10 }, other)]);
    await sweep({ atOnce: 10 });
    const after = await takeEntries({ db }, id);
    expect([...before, ...after].map(([contactId]) => contactId).sort()).toEqual(ids.sort());
    now = new Date('2030-05-02T10:00:00Z');
    await Promise.all([sweep({ atOnce: 20 }), sweep({ atOnce: 20 }, other)]);
    await sweep();
    // Another trigger of the flow has its own dates; present members are skipped at the entry.
    expect((await takeEntries({ db }, id)).map(([contactId]) => contactId)).toEqual(ids.sort());
    await other.close();
  });

  it.runIf(isAtLength)('and writes at the same moment let everybody in once, and wait in no circle', async () => {
    now = new Date('2030-05-02T08:00:00Z');
    const ids = await givenContacts({ db, workspaceId }, 40, { customFields: { birthday: '2030-05-02T00:00:00.000Z' } });
    const id = await flow(on());
    now = new Date('2030-05-02T09:00:00Z');
    const people = await db.prisma.contact.findMany({ where: { workspaceId } });
    const write = (birthday: string, backwards: boolean) => {
      const items = people.map(({ email }) => ({ email: email as string, custom_fields: { birthday } }));
      return writeContacts({ db, workspaceId, now: clock.now() }, events, {
        mode: 'upsert',
        items: backwards ? items.reverse() : items,
        itemIssues: items.map(() => null),
      });
    };
    await Promise.all([
      sweep({ atOnce: 7 }),
      write('2030-05-02T01:00:00Z', false),
      write('2030-05-02T02:00:00Z', true),
      sweep({ atOnce: 7 }),
      write('2030-05-02T03:00:00Z', false),
    ]);
    await sweep();
    expect((await takeEntries({ db }, id)).map(([contactId]) => contactId)).toEqual(ids.sort());
    expect(await deadlocksIn(db)).toBe(0);
  });

  it('keeps the order of all who take down dates: from the first contact to the last', async () => {
    now = new Date('2030-05-02T08:00:00Z');
    const ids = (await givenContacts({ db, workspaceId }, 3, { customFields: { birthday: '2030-05-02T00:00:00.000Z' } })).sort();
    const id = await flow(on());
    now = new Date('2030-05-02T09:00:00Z');
    const waiting = (count: number) =>
      expect
        .poll(async () => {
          const [row] = await db.query<{ waiting: number }>(sql`
            SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
          return row?.waiting;
        })
        .toBe(count);
    const both: Promise<void>[] = [];
    const undone = new Error('undone');
    const holding = db.transaction(async (tx) => {
      // A transaction locks the one in the middle: the other order would deadlock with the sweep there.
      const data = { workspaceId, flowId: id, contactId: ids[1] as string, position: 0, date: new Date('2030-05-02'), firedAt: now };
      await tx.prisma.flowDate.create({ data });
      both.push(sweep());
      await waiting(1);
      const heard = { flowId: id, position: 0, subject: 'custom_fields.birthday', trigger: on(), field: null };
      const match = { ...heard, contactIds: ids.toReversed(), day: '2030-05-02' };
      both.push(db.transaction((other) => enter({ db: other, workspaceId, now }, [match])));
      await waiting(2);
      throw undone;
    });
    await expect(holding).rejects.toBe(undone);
    await Promise.all(both);
    expect((await takeEntries({ db }, id)).map(([contactId]) => contactId)).toEqual(ids);
    expect(await deadlocksIn(db)).toBe(0);
  });

  it.each([
    ['its trigger', (tx: Tx, id: string) => tx.query(sql`SELECT 1 FROM flow_triggers WHERE flow_id = ${id}::uuid FOR UPDATE`)],
    ['the flow', (tx: Tx, id: string) => tx.query(sql`SELECT 1 FROM flows WHERE id = ${id}::uuid FOR UPDATE`)],
  ])('waits for nobody who holds %s', async (_what, hold) => {
    now = new Date('2030-05-01T12:00:00Z');
    const contact = await person('2030-05-02');
    const id = await flow(on());
    now = new Date('2030-05-02T09:00:00Z');
    await db.transaction(async (tx) => {
      await hold(tx, id);
      await sweep();
    });
    expect(await takeInbox({ db }, id)).toEqual([]);
    expect(await at('2030-05-02T09:00:30Z', id)).toEqual([contact]);
  });

  it('that fails at one trigger looks after all others', async () => {
    now = new Date('2030-05-01T12:00:00Z');
    const contact = await person('2030-05-02');
    const broken = await flow(on());
    await db.prisma.flowTrigger.updateMany({ where: { flowId: broken }, data: { trigger: { ...on(), timezone: 'Not/Anywhere' } } });
    const id = await flow(on());
    now = new Date('2030-05-02T09:00:00Z');
    await expect(sweep()).rejects.toThrow('Not/Anywhere');
    expect((await takeEntries({ db }, id)).flat()).toEqual([contact, 'date_based']);
  });

  it.runIf(isAtLength)('with nothing to do is one look at an index', async () => {
    now = new Date('2030-05-01T12:00:00Z');
    const id = await flow(on());
    await db.query(sql`
      INSERT INTO flow_triggers (workspace_id, flow_id, position, type, subject, trigger, due_at)
      SELECT ${workspaceId}::uuid, ${id}::uuid, n, 'date_based', 'created_at', '{}', '2040-01-01' FROM generate_series(1, 20000) AS n`);
    await db.query({ text: 'ANALYZE flow_triggers', values: [] });
    const statements = (await statementsOf(() => sweep())).filter(({ text }) => text.includes('flow_triggers'));
    expect(statements).toHaveLength(1);
    const read = await explain(db.pool, statements[0] as never, new Set(['flow_triggers']));
    expect([read.indexes.has('flow_triggers_due'), [...read.scanned], read.pages < 10]).toEqual([true, [], true]);
  });
});

describe('for any date, trigger and day', () => {
  const DAYS = 4_000;
  const first = '2022-01-01';
  const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

  /** Said in as many words as it takes. */
  function fires(trigger: DateTrigger, date: string, day: string): boolean {
    const shifted = daysAfter(date, offsetOf(trigger));
    if (!trigger.include_anniversaries) return shifted === day;
    const year = day.slice(0, 4);
    const anniversary = shifted.endsWith('02-29') && !isLeap(Number(year)) ? `${year}-02-28` : `${year}${shifted.slice(4)}`;
    return anniversary === day && year >= shifted.slice(0, 4);
  }

  const someDay = fc.oneof(
    fc.integer({ min: 0, max: DAYS }).map((days) => daysAfter(first, days)),
    fc.constantFrom('2024-02-28', '2024-02-29', '2024-03-01', '2028-02-29', '2027-02-28', '2023-03-01', '2025-12-31', '2026-01-01'),
  );
  const offset = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3650 }), fc.constantFrom(365, 366, 1461));
  const zone = fc.constantFrom('UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Europe/Stockholm');
  const trigger = fc.record({
    field: fc.constantFrom('birthday', 'createdAt'),
    timezone: zone,
    include_anniversaries: fc.boolean(),
    how: fc.oneof(
      fc.constant({ mode: 'on_date' as const }),
      offset.map((days_before) => ({ mode: 'before_date' as const, days_before })),
      offset.map((days_after) => ({ mode: 'after_date' as const, days_after })),
    ),
  });

  it('the statement finds whom the calendar says', async () => {
    await fc.assert(
      fc.asyncProperty(trigger, fc.array(someDay, { minLength: 1, maxLength: 30 }), someDay, async ({ how, ...given }, dates, day) => {
        const asked = on({ ...given, ...how } as Partial<DateTrigger>);
        // Somewhere in that day.
        const moments = dates.map((date, n) => new Date(momentOn(date, '00:00', asked.timezone).getTime() + (n % 23) * 3_599_999));
        const rows = await db.query<{ n: number }>(sql`
          SELECT c.n FROM unnest(${dates.map((_date, n) => n)}::int[], ${dates.map((date) => JSON.stringify({ birthday: `${date}T23:30:00.000Z` }))}::jsonb[],
            ${moments.map((moment) => moment.toISOString())}::timestamptz[]) AS c (n, custom_fields, created_at)
          WHERE ${isDue(asked, day)} ORDER BY c.n`);
        const expected = dates.flatMap((date, n) => (fires(asked, date, day) ? [n] : []));
        expect(rows.map(({ n }) => n)).toEqual(expected);
      }),
      {
        numRuns: rounds(60, 300),
        examples: [
          [{ field: 'birthday', timezone: 'UTC', include_anniversaries: true, how: { mode: 'on_date' } }, ['2024-02-29'], '2027-02-28'],
        ],
      },
    );
  });
});

describe('through the service', () => {
  it.runIf(isAtLength)('dates are looked after, and each lets in once over a restart', async () => {
    const { api, id } = service;
    service.clock.advanceToNoon();
    now = service.clock.now();
    const tomorrow = daysAfter(now.toISOString().slice(0, 10), 1);
    await must(api.POST('/v1/contact-fields', { body: { api_name: 'visit', display_name: 'Visit', value_type: 'date' } }));
    const items = [{ email: 'visits@mail.example', custom_fields: { visit: tomorrow } }];
    const { items: made } = await must(api.POST('/v1/contacts', { body: { items } }));
    const flowId = await listeningFlow(service, id, [on({ field: 'visit', trigger_time: '00:00' as never })]);
    await service.drain();
    expect(await takeInbox(service, flowId)).toEqual([]);
    service.clock.advance({ days: 1 });
    await service.drain();
    await service.drain();
    expect(await takeInbox(service, flowId)).toEqual([{ kind: 'entry', contactId: made[0]?.contact_id, enteredVia: 'date_based' }]);
  });
});
