/** The calendar of date triggers, beside a plainer one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayIn, daysAfter, momentOn } from '../../../src/campaigns/flows/calendar.ts';
import { anniversariesOn, daysOf, dayUnderWay, nextMoment } from '../../../src/campaigns/flows/listening/dates.ts';
import { rounds } from '../../support/at-length.ts';

const at = (day: string, time: string, zone: string) => momentOn(day, time, zone).toISOString();

describe('the moment of a day', () => {
  it.each([
    ['2026-01-15', '09:00', 'UTC', '2026-01-15T09:00:00.000Z'],
    ['2026-01-15', '09:00', 'Europe/Stockholm', '2026-01-15T08:00:00.000Z'],
    ['2026-07-15', '09:00', 'Europe/Stockholm', '2026-07-15T07:00:00.000Z'],
    ['2026-01-15', '00:00', 'Asia/Kathmandu', '2026-01-14T18:15:00.000Z'],
    ['2026-01-15', '00:30', 'Pacific/Kiritimati', '2026-01-14T10:30:00.000Z'],
    ['2026-01-15', '23:30', 'Pacific/Pago_Pago', '2026-01-16T10:30:00.000Z'],
  ])('%s %s in %s is %s', (day, time, zone, moment) => {
    expect(at(day, time, zone)).toBe(moment);
  });

  it.each([
    ['one that clocks skip is when they do', '2026-03-29', '02:30', 'Europe/Stockholm', '2026-03-29T01:00:00.000Z'],
    ['with the first that they skip', '2026-03-29', '02:00', 'Europe/Stockholm', '2026-03-29T01:00:00.000Z'],
    ['and the one before is not', '2026-03-29', '01:30', 'Europe/Stockholm', '2026-03-29T00:30:00.000Z'],
    ['nor the one after', '2026-03-29', '03:00', 'Europe/Stockholm', '2026-03-29T01:00:00.000Z'],
    ['by half an hour', '2026-10-04', '02:00', 'Australia/Lord_Howe', '2026-10-03T15:30:00.000Z'],
    ['at midnight', '2026-09-06', '00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['a whole day', '2011-12-30', '09:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['one that they show twice is the first', '2026-10-25', '02:30', 'Europe/Stockholm', '2026-10-25T00:30:00.000Z'],
    ['with the first that they show twice', '2026-10-25', '02:00', 'Europe/Stockholm', '2026-10-25T00:00:00.000Z'],
    ['in America', '2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ])('%s', (_what, day, time, zone, moment) => {
    expect(at(day, time, zone)).toBe(moment);
  });

  it('is looked for from one to the next', () => {
    const stockholm = { trigger_time: '02:30', timezone: 'Europe/Stockholm' } as const;
    const seen: string[] = [];
    for (let moment = new Date('2026-03-28T01:30:00Z'), i = 0; i < 3; i++) {
      moment = nextMoment(stockholm, moment);
      seen.push(`${daysOf(stockholm, moment)} ${moment.toISOString()}`);
    }
    expect(seen).toEqual([
      '2026-03-29 2026-03-29T01:00:00.000Z',
      '2026-03-30 2026-03-30T00:30:00.000Z',
      '2026-03-31 2026-03-31T00:30:00.000Z',
    ]);
  });

  it('is one for two days where one of them was skipped', () => {
    const apia = { trigger_time: '00:00', timezone: 'Pacific/Apia' } as const;
    const moment = nextMoment(apia, new Date('2011-12-29T23:00:00Z'));
    expect([moment.toISOString(), daysOf(apia, moment)]).toEqual(['2011-12-30T10:00:00.000Z', ['2011-12-30', '2011-12-31']]);
  });

  it('has come today, or has not', () => {
    const tokyo = { trigger_time: '09:00', timezone: 'Asia/Tokyo' } as const;
    expect(dayUnderWay(tokyo, new Date('2026-05-05T23:59:59.999Z'))).toBeNull();
    expect(dayUnderWay(tokyo, new Date('2026-05-06T00:00:00Z'))).toBe('2026-05-06');
    expect(dayUnderWay(tokyo, new Date('2026-05-06T14:59:59.999Z'))).toBe('2026-05-06');
    expect(dayUnderWay(tokyo, new Date('2026-05-06T15:00:00Z'))).toBeNull();
  });
});

const ZONES = [
  'UTC',
  'Europe/Stockholm',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
/** Made once: to make one takes far longer than to read it. */
const CLOCKS = new Map(
  ZONES.map((timeZone) => [timeZone, new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })]),
);
const day = fc.integer({ min: 0, max: 20_000 }).map((days) => daysAfter('2000-01-01', days));
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '30'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`);
const zone = fc.constantFrom(...ZONES);

/** The local time in the zone, by another function of the same library. */
const shown = (moment: number, timezone: string): string => CLOCKS.get(timezone)?.format(moment) ?? '';

describe('for any day, time and zone', () => {
  it('the moment is the first minute at which clocks show that time or, where they skip it, a later one', () => {
    fc.assert(
      fc.property(day, time, zone, (day, time, timezone) => {
        const moment = momentOn(day, time, timezone).getTime();
        const wanted = `${day} ${time}:00`;
        expect(shown(moment, timezone) >= wanted).toBe(true);
        // Clocks that go back may have shown it before; then that was the first.
        for (let ms = moment - 60_000; ms >= moment - 4 * 3_600_000; ms -= 60_000) {
          expect(shown(ms, timezone) < wanted, `${shown(ms, timezone)} before ${wanted}`).toBe(true);
        }
      }),
      { numRuns: rounds(30, 60) },
    );
  });

  it('moments follow one another, a day each', () => {
    fc.assert(
      fc.property(day, time, zone, (day, trigger_time, timezone) => {
        const trigger = { trigger_time, timezone };
        const moment = momentOn(day, trigger_time, timezone);
        expect(daysOf(trigger, moment)).toContain(day);
        expect(nextMoment(trigger, new Date(moment.getTime() - 1))).toEqual(moment);
        const next = nextMoment(trigger, moment);
        expect(next).toEqual(momentOn(daysAfter(day, 1), trigger_time, timezone));
        expect([dayUnderWay(trigger, moment), dayIn(timezone, moment)]).toEqual([day, day]);
      }),
    );
  });

  it('a date has one anniversary a year', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 40 }), (date, years) => {
        const year = Number(date.slice(0, 4)) + years;
        const days: string[] = [];
        for (let day = `${year}-01-01`; day.startsWith(String(year)); day = daysAfter(day, 1)) {
          if (anniversariesOn(day).includes(date.slice(5))) days.push(day);
        }
        const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
        expect(days).toEqual([date.endsWith('02-29') && !isLeap ? `${year}-02-28` : `${year}${date.slice(4)}`]);
      }),
    );
  });
});
