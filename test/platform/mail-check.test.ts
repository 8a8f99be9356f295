/** `mail check` on the command line: its report about a mail server, and about a missing one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { runCommand } from '../support/cli.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

let server: SmtpSink;
beforeAll(async () => {
  server = await startSmtp();
});
afterAll(() => server.close());

const check = async (url: string, ...words: string[]) => {
  const { code, stdout, stderr } = await runCommand(url ? { SMTP_URL: url } : {}, 'mail', 'check', ...words, '--json');
  return { code, stderr, rows: stdout ? (JSON.parse(stdout) as { check: string; result: string; detail: string }[]) : [] };
};
const results = (rows: { check: string; result: string }[]) => Object.fromEntries(rows.map(({ check, result }) => [check, result]));

it('says what works, and sends a message where one is asked for', async () => {
  const { code, rows } = await check(server.url, '--to', 'maya@example.org', '--from', 'hello@example.com');
  expect({ code, results: results(rows) }).toMatchObject({
    code: 0,
    results: { connection: 'yes', tls: 'yes', login: 'yes', message: 'yes' },
  });
  expect(server.messages.map(({ to, raw }) => [to, raw.includes('Subject: Bivouac can send mail')])).toEqual([['maya@example.org', true]]);
});

it('sends nothing unasked', async () => {
  const before = server.messages.length;
  expect(await check(server.url)).toMatchObject({ code: 0 });
  expect(server.messages).toHaveLength(before);
});

it('ends at what does not work, with 1', async () => {
  const { code, rows } = await check(`smtp://127.0.0.1:${await freePort()}`, '--to', 'maya@example.org');
  expect({ code, rows }).toEqual({
    code: 1,
    rows: [{ check: 'connection', result: 'no', detail: expect.stringContaining('ECONNREFUSED') }],
  });
});

it('asks for a server and for addresses', async () => {
  expect((await check('')).stderr).toContain('SMTP_URL is not set');
  expect((await check(server.url, '--to', 'a\r\nb@example.org')).stderr).toContain('--to takes an email address');
});
