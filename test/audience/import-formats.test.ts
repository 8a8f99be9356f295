/** Files as people have them: dates, numbers and encodings of their countries, and runs that are listed and called off. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { DateFormat } from '../../src/audience/imports/formats.ts';
import { dateFormatsOf, dateIn, decimalSeparatorOf, numberIn } from '../../src/audience/imports/formats.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { execute, getRun, runImport, startFile, startRows, straight } from '../support/imports.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

describe('a date', () => {
  it.each<[string, DateFormat, string | null]>([
    ['31.12.2026', 'dmy', '2026-12-31T00:00:00.000Z'],
    ['31. 12. 2026', 'dmy', '2026-12-31T00:00:00.000Z'],
    ['1/2/26', 'dmy', '2026-02-01T00:00:00.000Z'],
    ['1/2/26', 'mdy', '2026-01-02T00:00:00.000Z'],
    ['1-2-1965', 'dmy', '1965-02-01T00:00:00.000Z'],
    ['1.2.65', 'dmy', '1965-02-01T00:00:00.000Z'],
    ['1.2.2026', 'mdy', null],
    ['31/12/2026', 'mdy', null],
    ['31/12/2026', 'ymd', null],
    ['30.02.2026', 'dmy', null],
    ['31.12/2026', 'dmy', null],
    ['2026/1/2', 'mdy', '2026-01-02T00:00:00.000Z'],
    ['20261231', 'ymd', '2026-12-31T00:00:00.000Z'],
    ['2026年1月2日', 'dmy', '2026-01-02T00:00:00.000Z'],
    ['2026-12-31', 'mdy', '2026-12-31T00:00:00.000Z'],
    ['31.12.2026', 'iso', null],
    ['31 Dec 2026', 'ymd', '2026-12-31T00:00:00.000Z'],
    ['Dec 31st, 2026', 'dmy', '2026-12-31T00:00:00.000Z'],
    ['Thursday, December 31, 2026', 'dmy', '2026-12-31T00:00:00.000Z'],
    ['31. Dezember 2026', 'dmy', '2026-12-31T00:00:00.000Z'],
    ['1er août 2026', 'dmy', '2026-08-01T00:00:00.000Z'],
    ['31 de diciembre de 2026', 'dmy', '2026-12-31T00:00:00.000Z'],
    ['31 Smarch 2026', 'dmy', null],
    ['31.12.2026 14:30', 'dmy', '2026-12-31T14:30:00.000Z'],
    ['12/31/2026, 2:30:05 PM', 'mdy', '2026-12-31T14:30:05.000Z'],
    ['12/31/2026 12:05 am', 'mdy', '2026-12-31T00:05:00.000Z'],
    ['12/31/2026 13:05 pm', 'mdy', null],
    ['31.12.2026 25:00', 'dmy', null],
    ['31.12.2026 or so', 'dmy', null],
  ])('%s as %s', (text, format, expected) => {
    expect(dateIn(text, format)).toBe(expected);
  });

  it('is read as it was written, in whichever format, and the format is found', () => {
    const two = (number: number) => String(number).padStart(2, '0');
    const writers: [DateFormat, (year: number, month: number, day: number) => string][] = [
      ['iso', (y, m, d) => `${y}-${two(m)}-${two(d)}`],
      ['ymd', (y, m, d) => `${y}/${m}/${d}`],
      ['dmy', (y, m, d) => `${d}/${m}/${y}`],
      ['dmy', (y, m, d) => `${two(d)}.${two(m)}.${y}`],
      ['mdy', (y, m, d) => `${two(m)}/${two(d)}/${y}`],
    ];
    const date = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(
        fc.array(date, { minLength: 1, maxLength: 9 }),
        fc.constantFrom(...writers),
        fc.constantFrom('US', 'SE'),
        (dates, [format, write], country) => {
          const texts = dates.map((one) => write(one.getUTCFullYear(), one.getUTCMonth() + 1, one.getUTCDate()));
          const days = dates.map((one) => `${one.toISOString().slice(0, 10)}T00:00:00.000Z`);
          expect(texts.map((text) => dateIn(text, format))).toEqual(days);
          // The first format found reads them; another possible reading is reported beside it.
          const readings = dateFormatsOf(texts, country).map((found) => texts.map((text) => dateIn(text, found)));
          expect(readings).toContainEqual(days);
          expect(new Set(readings.map(String)).size).toBe(readings.length);
        },
      ),
      { seed: 7, numRuns: rounds(60, 300) },
    );
  });

  it('that can mean two days is found to, the likelier one for the country first', () => {
    expect([dateFormatsOf(['03/04/2026'], 'SE'), dateFormatsOf(['03/04/2026'], 'US')]).toEqual([
      ['dmy', 'mdy'],
      ['mdy', 'dmy'],
    ]);
    expect(dateFormatsOf(['03/04/2026', '13/04/2026', 'n/a'], 'US')).toEqual(['dmy']);
    expect(dateFormatsOf(['2026-04-03', '04.04.2026'], 'SE')).toEqual(['dmy']);
    expect([dateFormatsOf(['Oslo', 'Bergen', '2026-04-03'], 'SE'), dateFormatsOf([], 'SE')]).toEqual([[], []]);
  });
});

describe('a number', () => {
  it.each<[string, 'point' | 'comma' | undefined, number | null]>([
    ['1234.5', undefined, 1234.5],
    ['1,5', undefined, 1.5],
    ['1.234,56', undefined, 1234.56],
    ['1,234.56', undefined, 1234.56],
    ['1 234,5', undefined, 1234.5],
    ["1'234.5", undefined, 1234.5],
    ['1.234', undefined, 1.234],
    ['1,234', undefined, null],
    ['1,234', 'point', 1234],
    ['1,234', 'comma', 1.234],
    ['1.234', 'comma', 1234],
    ['1.5', 'comma', null],
    ['1,5', 'point', null],
    ['-1.234.567,8', 'comma', -1234567.8],
    ['12.34.56', 'comma', null],
    ['1,23,456', 'point', null],
    ['.', 'comma', null],
    [',', undefined, null],
    ['forty', undefined, null],
  ])('%s with %s', (text, separator, expected) => {
    expect(numberIn(text, separator)).toBe(expected);
  });

  it('is read as it was written in a country, and what the country puts before decimals is found', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.constantFrom('en-US', 'de-DE', 'sv-SE', 'de-CH'), (cents, locale) => {
        const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(cents / 100).replace('−', '-');
        const separator = ['en-US', 'de-CH'].includes(locale) ? 'point' : 'comma';
        expect(numberIn(text, separator)).toBe(cents / 100);
        expect(decimalSeparatorOf([text])).toBe(separator);
      }),
      { seed: 7, numRuns: rounds(60, 200) },
    );
  });
});

async function defined(): Promise<TestWorkspace> {
  const workspace = await service.workspace();
  for (const [display_name, value_type] of [
    ['Since', 'date'],
    ['Weight', 'number'],
  ] as const)
    await must(workspace.api.POST('/v1/contact-fields', { body: { display_name, value_type } }));
  return workspace;
}
const ofEmail = async ({ api }: TestWorkspace, email: string) =>
  (await must(api.GET('/v1/contacts', { params: { query: { email } } }))).items[0];
const preview = ({ api }: TestWorkspace, session_id: string) =>
  must(api.POST('/v1/contacts/imports/{session_id}/preview', { params: { path: { session_id } } }));

test.runIf(isAtLength)('a file is imported by the formats that its preview suggests', async () => {
  const workspace = await defined();
  const lines = ['a@example.com;03.04.2026;1.200,5', 'b@example.com;31.12.2026;70', 'c@example.com;soon;heavy'];
  const session = await startFile(service, workspace, `email;since;weight\n${lines.join('\n')}\n`);
  const { columns, mappings, issues } = await preview(workspace, session);
  expect(columns.slice(1)).toMatchObject([{ date_formats: ['dmy'] }, { date_formats: [], decimal_separator: 'comma' }]);
  expect(mappings.slice(1)).toEqual([
    { header: 'since', target_kind: 'custom_field', target_field: 'since', date_format: 'dmy' },
    { header: 'weight', target_kind: 'custom_field', target_field: 'weight', decimal_separator: 'comma' },
  ]);
  expect(issues.map(({ row_number, field }) => [row_number, field])).toEqual([
    [4, 'since'],
    [4, 'weight'],
  ]);
  const { run, results } = await runImport(service, workspace, session, { mappings: mappings as ReturnType<typeof straight> });
  expect(run).toMatchObject({ status: 'completed', created_count: 3, error_count: 0 });
  expect(results[2]).toMatchObject({ status: 'created', field_issues: [{ field: 'since' }, { field: 'weight' }] });
  expect(await ofEmail(workspace, 'a@example.com')).toMatchObject({
    custom_fields: { since: '2026-04-03T00:00:00.000Z', weight: 1200.5 },
  });
  expect(await ofEmail(workspace, 'c@example.com')).toMatchObject({ custom_fields: {} });
});

test.runIf(isAtLength)('without a named format, what can be read in two ways is left out and said; a named one decides', async () => {
  const workspace = await defined();
  const rows = [{ email: 'a@example.com', since: '03/04/2026', weight: '1,234' }];
  const plain = await runImport(service, workspace, await startRows(workspace, rows), { mappings: straight('email', 'since', 'weight') });
  expect(plain.results[0]).toMatchObject({
    status: 'created',
    field_issues: [
      { field: 'since', message: 'This date can be read in two ways; name the `date_format` in the mapping.' },
      { field: 'weight', message: 'This number can be read in two ways; name the `decimal_separator` in the mapping.' },
    ],
  });
  const mappings = straight('email', 'since', 'weight').map((mapping) => ({
    ...mapping,
    ...(mapping.target_field === 'since' && { date_format: 'mdy' as const }),
    ...(mapping.target_field === 'weight' && { decimal_separator: 'point' as const }),
  })) as ReturnType<typeof straight>;
  await runImport(service, workspace, await startRows(workspace, rows), { mappings });
  expect(await ofEmail(workspace, 'a@example.com')).toMatchObject({
    custom_fields: { since: '2026-03-04T00:00:00.000Z', weight: 1234 },
  });
});

describe('a file in', () => {
  const text = 'email,first_name,last_name\nada@example.com,Zoë,“Öster” €\nbo@example.com,日本,Ω\n';
  const western = text.replace('日本,Ω', 'Ænes,Ÿ');
  const windows1252 = (given: string) =>
    Buffer.from([...given].map((sign) => ({ '“': 0x93, '”': 0x94, '€': 0x80, Ÿ: 0x9f })[sign] ?? (sign.codePointAt(0) as number)));
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
  const late = `x@example.com,Ada,Berg,${'x'.repeat(9_000)}\n`.repeat(120);

  it.each<[string, Buffer, string]>([
    ['UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le'), '日本'],
    ['UTF-16 with a mark, the other way round', swapped(Buffer.from(`\ufeff${text}`, 'utf16le')), '日本'],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), '日本'],
    ['windows-1252', windows1252(western), 'Ænes'],
    ['UTF-8', Buffer.from(text), '日本'],
  ])('%s is read', async (_what, content, name) => {
    const workspace = await service.workspace();
    const session = await startFile(service, workspace, content);
    expect((await preview(workspace, session)).columns[2]?.sample_values[0]).toBe('“Öster” €');
    const { run } = await runImport(service, workspace, session, { mappings: straight('email', 'first_name', 'last_name') });
    expect(run).toMatchObject({ status: 'completed', created_count: 2, error_count: 0 });
    expect(await ofEmail(workspace, 'bo@example.com')).toMatchObject({ first_name: name });
    expect(await ofEmail(workspace, 'ada@example.com')).toMatchObject({ last_name: '“Öster” €' });
  });

  it.runIf(isAtLength)('windows-1252 whose first such character comes after a megabyte is read', async () => {
    const workspace = await service.workspace();
    const content = Buffer.concat([Buffer.from(`email,first_name,last_name,note\n${late}`), windows1252('zoe@example.com,Zoë,Berg,\n')]);
    const session = await startFile(service, workspace, content);
    const { run } = await runImport(service, workspace, session, { mappings: straight('email', 'first_name', 'last_name') });
    expect(run).toMatchObject({ status: 'completed', created_count: 2, error_count: 0 });
    expect(await ofEmail(workspace, 'zoe@example.com')).toMatchObject({ first_name: 'Zoë' });
  });

  it('any of them is taken with the content type that browsers give files they do not know', async () => {
    const { response } = await service.api.POST('/v1/contacts/imports', {
      body: { source: 'upload', file_name: 'people.csv', content_type: 'application/octet-stream' },
    });
    expect(response.status).toBe(201);
  });
});

test('imports are listed, the newest first, and cancelled while they wait or run', async () => {
  const workspace = await service.workspace();
  const { api } = workspace;
  const mappings = straight('email');
  const run = async (email: string) =>
    (await must(execute(workspace, await startRows(workspace, [{ email }], 'fair.csv'), { mappings }))).import_run_id;
  const done = await run('a@example.com');
  await service.drain();
  const called = await run('b@example.com');
  const cancel = (import_run_id: string) =>
    api.POST('/v1/contacts/imports/{import_run_id}/cancel', { params: { path: { import_run_id } } });
  expect(await must(cancel(called))).toMatchObject({ import_run_id: called, status: 'cancelled', created_count: 0, error_message: null });
  await service.drain();
  expect(await getRun(workspace, called)).toMatchObject({ status: 'cancelled', created_count: 0 });
  expect(await ofEmail(workspace, 'b@example.com')).toBeUndefined();
  expect((await cancel(called)).response.status).toBe(200);
  const refused = await cancel(done);
  expect([refused.response.status, refused.error?.error_code]).toEqual([409, 'conflict']);

  const list = async (query: object = {}) => must(api.GET('/v1/contacts/imports', { params: { query } }));
  const all = await list();
  expect(all).toMatchObject({
    imports: [{ import_run_id: called, file_name: 'fair.csv' }, { import_run_id: done }],
    pagination: { total: 2 },
  });
  expect(await list({ status: 'completed' })).toMatchObject({ imports: [{ import_run_id: done }], pagination: { total: 1 } });
  expect(await list({ limit: 1, page: 2 })).toMatchObject({ imports: [{ import_run_id: done }], pagination: { totalPages: 2 } });
  expect((await must((await service.workspace()).api.GET('/v1/contacts/imports'))).imports).toEqual([]);
});
