/**
 * A CSV file of a million rows, half of them about people who are there already, imported with row results, timelines and a list. Beside
 * it, in turn, the same file by one COPY and one statement by hand into the same tables, without results, and row by row, as the most used
 * self-hosted tool does. `npm run bench -- import 100000 3` takes that many rows, that many times. Meanwhile the API is asked for a contact
 * fifty times a second.
 *
 * `npm run bench -- import same` imports a file once more that changes nothing, `npm run bench -- import one` rows that are all about one
 * contact beside as many that are not, and `npm run bench -- import consent` a file whose every row says that its person agreed to get mail,
 * with a source for the ledger of consent, beside the same rows without both.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { apiOf, CONSENT_COLUMN, importer } from './import-run.ts';
import { byHand, COLUMNS, type Known, type Person, rowByRow, timed, type Way } from './import-ways.ts';
import { median, sizeOf, startBenchProcess } from './lib.ts';

const MODES = ['full', 'same', 'one', 'consent'] as const;
type Mode = (typeof MODES)[number];
const [mode = 'full'] = MODES.filter((name) => name === process.argv[3]);
if (mode !== 'full') process.argv.splice(3, 1);
const ROWS = sizeOf({ full: 1_000_000, same: 1_000_000, one: 20_000, consent: 200_000 }[mode], 100, 1);
const ROUNDS = sizeOf(3, 1, 2);
const MOST_RSS_MB = 300;
const SLOWEST_MS = 100;

const bench = await startBenchProcess();
const { pool, workspaceId } = bench;
const api = apiOf(bench);
const folder = await mkdtemp(join(tmpdir(), 'bivouac-import-'));
const verdict = (met: boolean) => (met ? 'met' : 'MISSED');

for (const [display_name, value_type] of [
  ['Points', 'number'],
  ['Tier', 'string'],
])
  await api('POST', '/v1/contact-fields', { display_name, value_type });
const { list_id: listId }: { list_id: string } = await api('POST', '/v1/contact-lists', { name: 'People', kind: 'static' });

const hand = await byHand(pool, workspaceId, listId, resetContacts);
const rows = await rowByRow(pool);
const importing = importer(bench, listId);
const ours: Way = { reset: resetContacts, run: (file) => importing.run(file) };

// At the smallest size it shows each of its ways once.
const shows = { full, same, one, consent };
for (const part of ROWS === 100 ? MODES : [mode]) await shows[part](await fileOf(part));
await rows.drop();
await pool.query('DROP TABLE by_hand');
await rm(folder, { recursive: true });
await bench.stop();

async function full(file: string): Promise<void> {
  const everybody = () => peopleOf('full');
  const known = everybody()
    .filter((_, i) => i % 2 === 0)
    .map(({ email }) => ({ email, phone: null }))
    .toArray();
  const figures = await measure(
    { 'by hand': hand, 'row by row': rows, ours },
    async (way) => {
      await way.reset(known);
      return timed(pool, () => way.run(file, everybody));
    },
    `${known.length} of them updates`,
  );
  const { created, updated } = importing.figures();
  if (created !== ROWS - known.length || updated !== known.length) throw new Error('The counts are wrong');
  tell('import', figures);
  const took = (name: keyof typeof figures) => median((figures[name] ?? []).map(({ seconds }) => seconds));
  const [mine, byHandTook, rowTook] = [took('ours'), took('by hand'), took('row by row')];
  console.log(`goal: at least 10,000 rows/s: ${verdict(ROWS / mine >= 10_000)}`);
  console.log(`goal: at most 1.3 times by hand: ${(mine / byHandTook).toFixed(2)}: ${verdict(mine <= 1.3 * byHandTook)}`);
  console.log(`goal: at least 3 times as fast as row by row: ${(rowTook / mine).toFixed(2)}: ${verdict(rowTook >= 3 * mine)}`);
  besides();
}

async function same(file: string): Promise<void> {
  const everybody = () => peopleOf('same');
  // Existing contacts, with other values.
  const known = everybody()
    .map(({ email }) => ({ email, phone: null }))
    .toArray();
  await rows.reset(known);
  await rows.run(file, everybody);
  await hand.reset(known);
  await hand.run(file, everybody);
  await pool.query('VACUUM ANALYZE contacts, contact_moments');
  await pool.query('VACUUM ANALYZE row_by_row.subscribers');
  const figures = await measure(
    { 'by hand': hand, 'row by row': rows, ours },
    async (way) => {
      await pool.query('TRUNCATE by_hand, contact_import_results');
      await pool.query('CHECKPOINT');
      return timed(pool, () => way.run(file, everybody));
    },
    'none of which changes anything',
  );
  tell('import same', figures);
  const rate = ROWS / median((figures.ours ?? []).map(({ seconds }) => seconds));
  console.log(`goal: at least 20,000 rows/s: ${verdict(rate >= 20_000)}`);
  besides();
}

async function one(file: string): Promise<void> {
  const other = await fileOf('full');
  const known = peopleOf('full')
    .map(({ email }) => ({ email, phone: null }))
    .toArray();
  const way = (path: string): Way => ({ ...ours, run: () => importing.run(path) });
  const figures = await measure(
    { 'about one contact': way(file), 'about as many as there are rows': way(other) },
    async (way) => {
      await way.reset(known);
      return timed(pool, () => way.run('', () => []));
    },
    'each of which changes something',
  );
  tell('import one', figures);
  const [about, others] = Object.values(figures).map((runs) => median(runs.map(({ seconds }) => seconds))) as [number, number];
  console.log(`goal: rows about one contact take at most 3 times as long: ${(about / others).toFixed(2)}: ${verdict(about <= 3 * others)}`);
}

async function consent(file: string): Promise<void> {
  const plain = await fileOf('full');
  const known = peopleOf('full')
    .filter((_, i) => i % 2 === 0)
    .map(({ email }) => ({ email, phone: null }))
    .toArray();
  const figures = await measure(
    {
      'without consent': { ...ours, run: () => importing.run(plain) },
      'with consent': { ...ours, run: () => importing.run(file, 'Checkbox at the till') },
    },
    async (way) => {
      await way.reset(known);
      return timed(pool, () => way.run('', () => []));
    },
    `${known.length} of them updates`,
  );
  tell('import consent', figures);
  const [without, recorded] = Object.values(figures).map((runs) => median(runs.map(({ seconds }) => seconds))) as [number, number];
  console.log(`goal: at most 1.1 times as long: ${(recorded / without).toFixed(2)}: ${verdict(recorded <= 1.1 * without)}`);
}

type Figures = Record<string, Awaited<ReturnType<typeof timed>>[]>;

/** Every way in turn, as often as there are rounds. */
async function measure(ways: Record<string, Way>, run: (way: Way) => ReturnType<typeof timed>, what: string): Promise<Figures> {
  console.log(`${ROWS} rows, ${what}, ${ROUNDS} rounds`);
  const figures: Figures = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [name, way] of Object.entries(ways)) figures[name]?.push(await run(way));
    console.log(
      `round ${round}: ${Object.entries(figures)
        .map(([name, runs]) => `${name} ${runs.at(-1)?.seconds.toFixed(1)} s`)
        .join(', ')}`,
    );
  }
  return figures;
}

function tell(title: string, figures: Figures): void {
  console.table(
    Object.fromEntries(
      Object.entries(figures).map(([name, runs]) => {
        const took = median(runs.map(({ seconds }) => seconds));
        const wal = median(runs.map(({ walBytes }) => walBytes));
        return [
          `${title}: ${name}`,
          { seconds: took.toFixed(1), 'rows/s': Math.round(ROWS / took), 'WAL bytes/row': Math.round(wal / ROWS) },
        ];
      }),
    ),
  );
}

function besides(): void {
  const { mostRss, slowest } = importing.figures();
  console.log(`most memory of the service: ${mostRss} MB; goal: under ${MOST_RSS_MB} MB: ${verdict(mostRss < MOST_RSS_MB)}`);
  console.log(`p99 of the API meanwhile: ${slowest.toFixed(0)} ms; goal: under ${SLOWEST_MS} ms: ${verdict(slowest < SLOWEST_MS)}`);
}

/** Emails in random order. If all rows are about one contact, each has other values. */
function* peopleOf(part: Mode): Generator<Person, undefined> {
  for (let i = 0; i < ROWS; i++)
    yield {
      email: emailOf(part === 'one' ? 0 : i),
      first_name: `Förnamn${i % 500}`,
      last_name: `Lövgren ${i % 9_973}`,
      company: `Company ${i % 2_003}, Ltd`,
      city: `City ${i % 251}`,
      country: 'Sweden',
      phone: part !== 'one' && i % 4 === 1 ? `+4670${String(1_000_000 + i).padStart(7, '0')}` : '',
      points: String(i % 10_000),
      tier: `tier ${i % 5}`,
    };
}

function emailOf(i: number): string {
  return `p${((i * 2_654_435_761) % 4_294_967_296).toString(36)}.${i}@mail${i % 997}.example`;
}

async function fileOf(part: Mode): Promise<string> {
  const file = join(folder, `${part}.csv`);
  const lines = function* () {
    yield `${[...COLUMNS, ...(part === 'consent' ? [CONSENT_COLUMN] : [])].join(',')}\n`;
    const end = part === 'consent' ? ',true\n' : '\n';
    let chunk = '';
    for (const person of peopleOf(part)) {
      chunk += `${COLUMNS.map((name) => (person[name].includes(',') ? `"${person[name]}"` : person[name])).join(',')}${end}`;
      if (chunk.length < 65_536) continue;
      yield chunk;
      chunk = '';
    }
    yield chunk;
  };
  await pipeline(Readable.from(lines()), createWriteStream(file));
  console.log(`${part}.csv: ${((await stat(file)).size / 1e6).toFixed(0)} MB`);
  return file;
}

async function resetContacts(known: Known[]): Promise<void> {
  await pool.query(
    'TRUNCATE contacts, contact_moments, contact_activities, contact_list_members, contact_import_results, consent_entries CASCADE',
  );
  await pool.query('UPDATE contact_lists SET member_count = 0 WHERE workspace_id = $1 AND id = $2', [workspaceId, listId]);
  const STEP = 25_000;
  for (let at = 0; at < known.length; at += STEP) {
    await pool.query(
      `WITH people AS (
         INSERT INTO contacts (workspace_id, id, email, email_domain, display_name, first_name, city, original_source, created_at)
         SELECT $1, uuid_v7(now()), email, split_part(email, '@', 2), 'Ada Park', 'Ada', 'Leeds', 'public_api', now() - interval '1 day'
         FROM unnest($2::text[]) AS email RETURNING workspace_id, id, created_at)
       INSERT INTO contact_moments (workspace_id, contact_id, updated_at) SELECT * FROM people`,
      [workspaceId, known.slice(at, at + STEP).map(({ email }) => email)],
    );
  }
  await pool.query('VACUUM ANALYZE contacts, contact_moments');
  await pool.query('CHECKPOINT');
}
