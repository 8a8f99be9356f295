/** Files that are made to harm, or only odd: each ends with words that help, or is read as it is. Large ones are in the long tests. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { execute, expectNothingAdrift, getRun, type Mappings, resultsOf, straight, upload } from '../support/imports.ts';
import { startTestService, type TestService } from '../support/service.ts';

const MIB = 1024 * 1024;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.db.query(sql`
    INSERT INTO contact_field_definitions (workspace_id, id, api_name, display_name, value_type, created_by_name, created_at, updated_at)
    SELECT ${service.id}::uuid, gen_random_uuid(), name, name, 'string', 'Test', now(), now()
    FROM unnest(array['constructor'] || array(SELECT 'note_' || n FROM generate_series(1, 180) AS n)) AS name`);
});
afterAll(async () => {
  await expectNothingAdrift(service.db);
  await service.stop();
});

type Content = Parameters<typeof upload>[1];

/** The result of an import of an accepted file. */
async function imported(content: Content, mappings: Mappings) {
  const session = await upload(service, content);
  const { import_run_id: runId } = await must(execute(service, session, { mappings }));
  await service.drain();
  return { runId, run: await getRun(service, runId) };
}

const emails = (count: number) => Array.from({ length: count }, () => `${newId()}@mail.example`);
const contactOf = (email: string | undefined) =>
  service.db.prisma.contact.findFirstOrThrow({ where: { workspaceId: service.id, email: email as string } });

describe('a file that cannot be read to its end fails with the line', () => {
  const broken = (count: number, line: Buffer) =>
    Buffer.concat([Buffer.from(`email,é\n${emails(count).join('\n')}\n`), line, Buffer.from('\nlast@mail.example\n')]);

  test.runIf(isAtLength).each([
    ['bad UTF-8', Buffer.from([0x61, 0xff, 0x62]), 'this is not UTF-8'],
    ['half of a surrogate pair', Buffer.from([0xed, 0xa0, 0xbd]), 'this is not UTF-8'],
    ['a NUL byte', Buffer.from('a\0@mail.example'), 'there is a NUL byte'],
    ['a quote that is never closed', Buffer.from('"a@mail.example'), 'a quote is opened and never closed'],
    ['a line of 2 MiB', Buffer.alloc(2 * MIB, 'a'), 'a record has more than 1 MiB'],
  ])('%s', async (_what, line, message) => {
    const { run } = await imported(broken(5, line), straight('email'));
    expect(run).toMatchObject({ status: 'failed', created_count: 0, error_message: `Line 7: ${message}.` });
  });

  test.runIf(isAtLength)('and keeps what was written before', async () => {
    const { run, runId } = await imported(broken(1_200, Buffer.from('"a@mail.example')), straight('email'));
    expect(run).toMatchObject({
      status: 'failed',
      created_count: 1_000,
      error_message: 'Line 1202: a quote is opened and never closed.',
    });
    expect(await resultsOf(service, runId)).toHaveLength(1_000);
  });
});

test.each([
  ['the bytes of a program', Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0, 9, 8]), 'Line 1: this is not UTF-8.'],
  ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x65, 0, 0x0a]), 'The file is not UTF-16LE throughout.'],
  ['10,000 columns', `email${',x'.repeat(9_999)}\n`, 'The file has 10000 columns; 500 are the most that an import takes.'],
  ['501 columns', `email${',x'.repeat(500)}\n`, 'The file has 501 columns; 500 are the most that an import takes.'],
  ['a header of 256 characters', `email,${'ü'.repeat(256)}\n`, 'The header of column 2 has more than 255 characters.'],
  ['blank headers', ' ,,\na@mail.example,,\n', 'The first record of the file holds no headers.'],
  ['a header that is never closed', Buffer.alloc(3 * MIB, '"a'), expect.stringMatching(/^Line 1: a record has more than 1 MiB/)],
  ['nothing but empty lines for long', `${'\r\n'.repeat(1_000_000)}email\n`, 'Line 1: the first 1 MiB of the file holds no headers.'],
])('a file with %s is refused before it starts', async (_what, content, message) => {
  const session = await upload(service, content);
  const { response, error } = await execute(service, session, { mappings: straight('email') });
  expect(response.status).toBe(400);
  expect(error?.details?.issues).toEqual([{ path: 'file', message }]);
});

describe('a file that is only odd is imported', () => {
  test.runIf(isAtLength)('with many empty lines', async () => {
    const [first, second] = emails(2);
    const { runId, run } = await imported(`email\n${first}\n${'\n'.repeat(10_000)}${second}\n`, straight('email'));
    expect(run).toMatchObject({ status: 'completed', created_count: 2, progress: { total_rows: 2 } });
    expect((await resultsOf(service, runId)).map(({ row_number }) => row_number)).toEqual([2, 3]);
  });

  test.runIf(isAtLength)('with many quotes, and with cells beyond the headers', async () => {
    const lines = emails(2).map((email) => `"${email}","${'""'.repeat(5_000)}"${',x'.repeat(10_000)}`);
    const { run } = await imported(`email,quotes\n${lines.join('\n')}\n`, straight('email'));
    expect(run).toMatchObject({ status: 'completed', created_count: 2 });
  });

  test.runIf(isAtLength)('with 500 columns, all of them mapped', async () => {
    const standard = straight('email', 'first_name', 'city', 'address');
    const custom = straight(...Array.from({ length: 180 }, (_, n) => `note_${n + 1}`));
    const ignored = Array.from({ length: 316 }, (_, n) => ({ header: `ignored ${n}`, target_kind: 'ignore' as const }));
    const mappings = [...standard, ...custom, ...ignored];
    const lines = emails(5).map((email) => [email, ...mappings.slice(1).map(({ header }) => `${header} of`)].join(','));
    const { run } = await imported(`${mappings.map(({ header }) => header).join(',')}\n${lines.join('\n')}\n`, mappings);
    expect(run).toMatchObject({ status: 'completed', created_count: 5 });
  });
});

describe('cells', () => {
  test.runIf(isAtLength)('are stored as they are', async () => {
    const texts = {
      SQL: `'); DROP TABLE contacts; --`,
      'the format of a copy': '\\N \\. \\t \\x41 \\',
      'tabs and line breaks': 'a\tb\nc\r\nd\\\n\\.\n'.trim(),
      controls: 'a\b\v\f\u001b\u007f\u0085\u2028z',
      'emoji and their joints': '👩‍👩‍👧 🏳️‍🌈 e\u0301',
      JSON: '{"__proto__":{"a":1}}\\u0000',
      'a template': '{{contact.email}} %s $1',
      '10,000 characters that cannot be compressed': Array.from({ length: 10_000 }, (_, i) =>
        String.fromCodePoint(0x4e00 + ((i * 7_919) % 20_000)),
      ).join(''),
    };
    const rows = Object.values(texts).map((text) => {
      // A name is one line without control characters; a custom text may hold any.
      const short = [...text]
        .slice(0, 100)
        .join('')
        .replace(/(?!\s)\p{Cc}/gu, '')
        .trim();
      return { email: emails(1)[0] as string, short, text };
    });
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const lines = rows.map(({ email, short, text }) => [email, quoted(short), quoted(text)].join(','));
    const mappings = straight('email', 'first_name', 'note_1');
    const { run } = await imported(`email,first_name,note_1\n${lines.join('\n')}\n`, mappings);
    expect(run).toMatchObject({ status: 'completed', created_count: rows.length });
    for (const [index, what] of Object.keys(texts).entries()) {
      const { email, short, text } = rows[index] as (typeof rows)[0];
      const { firstName, customFields } = await contactOf(email);
      const line = short.normalize('NFC').replace(/\s+/g, ' ');
      expect([firstName, customFields], what).toEqual([line, { note_1: text.normalize('NFC') }]);
    }
  });

  test.runIf(isAtLength)('of one character too many fail their row, and are shown in part', async () => {
    const [first, second] = emails(2);
    const { runId } = await imported(
      `email,note_1\n${first},${'😀'.repeat(10_001)}\n${second},${'😀'.repeat(10_000)}\n`,
      straight('email', 'note_1'),
    );
    const [failed, created] = await resultsOf(service, runId);
    expect(failed?.field_issues).toMatchObject([{ error_code: 'too_long', value: '😀'.repeat(100) }]);
    expect(created?.status).toBe('created');
  });

  test.runIf(isAtLength)('under headers that objects have anyway are cells like others', async () => {
    const [email, other] = emails(2);
    const { runId } = await imported(`__proto__,constructor,toString,email\nMaya,built,x,${email}\n,,,${other}\n,,y,nowhere\n`, [
      { header: '__proto__', target_kind: 'standard', target_field: 'first_name' },
      { header: 'constructor', target_kind: 'custom_field', target_field: 'constructor' },
      { header: 'email', target_kind: 'standard', target_field: 'email' },
    ]);
    expect((await resultsOf(service, runId)).map(({ status }) => status)).toEqual(['created', 'created', 'failed']);
    const contact = await contactOf(email);
    expect([contact.firstName, JSON.stringify(contact.customFields)]).toEqual(['Maya', '{"constructor":"built"}']);
    const plain = await contactOf(other);
    expect([plain.firstName, JSON.stringify(plain.customFields)]).toEqual(['', '{}']);
  });
});
