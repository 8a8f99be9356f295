/** Secrets and personal data that a log line never contains, at any place. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { databaseError } from '../../src/platform/database-errors.ts';
import { openLog } from '../../src/platform/log.ts';

function logged(...what: Parameters<ReturnType<typeof openLog>['info']>): any {
  let line = '';
  const write = (text: string) => {
    line = text;
  };
  openLog('info', { write }).info(...what);
  return JSON.parse(line);
}
const KEY = 'bvk_9f3kQx-_7Yz0123456789abcdefghijklmnopqrstuv';

test('addresses and secrets are hidden by their name, at any level', () => {
  for (const name of ['email', 'to', 'phone', 'password', 'authorization', 'api_key', 'connectionString']) {
    const line = logged({ [name]: 'a', one: { [name]: 'b', two: { [name]: ['c'], three: [{ [name]: 'd' }] } } }, 'told');
    expect(line).toMatchObject({
      [name]: '[redacted]',
      one: { [name]: '[redacted]', two: { [name]: '[redacted]', three: [{ [name]: '[redacted]' }] } },
      msg: 'told',
    });
  }
});

test('they are hidden by their form, in messages, values and errors', () => {
  const line = logged(
    { said: `to <maya@example.com> with Bearer ${KEY}`, err: new Error(`550 maya@example.com, authorization: bearer ${KEY}`) },
    `${KEY} of maya@example.com at smtp://user:pass@mail.example.com:25`,
  );
  expect(JSON.stringify(line)).not.toMatch(/maya|9f3k|user|pass/);
  expect(line.said).toBe('to <[address]> with Bearer [key]');
  expect(line.msg).toBe('[key] of [address] at smtp://[address]');
});

test('an error tells its cause, and that one its own, and nothing of the values that they carry', () => {
  const first = Object.assign(new Error('no route to maya@example.com'), { code: 'EHOSTUNREACH', detail: 'Key (email)=(maya)' });
  const line = logged({ err: new Error('The blast rests.', { cause: new TypeError('not sent', { cause: first }) }) });
  expect(line.err).toMatchObject({
    type: 'Error',
    message: 'The blast rests.',
    cause: { type: 'TypeError', message: 'not sent', cause: { code: 'EHOSTUNREACH', message: 'no route to [address]' } },
  });
  expect(JSON.stringify(line)).not.toContain('maya');
});

test('a stack keeps its places in scoped packages', () => {
  const error = new Error('refused maya@example.com');
  const place = '    at query (file:///srv/bivouac/node_modules/@prisma/adapter-pg/dist/index.mjs:7:21)';
  error.stack = `Error: refused maya@example.com\n${place}\n    at /srv/node_modules/.pnpm/@scope+a@1.2.0_b@2/index.js:1:2`;
  expect(logged({ err: error }).err.stack).toBe(
    `Error: refused [address]\n${place}\n    at /srv/node_modules/.pnpm/@scope+a@1.2.0_b@2/index.js:1:2`,
  );
});

test('on a terminal people read it: the time, the level, the words, the fields, and an error with its causes below', () => {
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  const log = openLog('info', { write }, 'text');
  log.child({ request_id: 'r1' }).info({ operation: 'getContact', status: 200, said: 'two words' }, 'request');
  expect(text).toMatch(/^\d\d:\d\d:\d\d info {2}request operation=getContact status=200 said="two words" request_id=r1\n$/);
  text = '';
  const error = new Error('It rests, maya@example.com.', { cause: Object.assign(new Error('no route'), { code: 'EHOSTUNREACH' }) });
  log.error({ err: error }, 'a job failed');
  expect(text).toMatch(/^\S+ error a job failed\n {2}Error: It rests, \[address\]\n {6}at /);
  expect(text).toMatch(/\n {2}because of\n {2}Error: no route\n[\s\S]* \(EHOSTUNREACH\)\n$/);
});

test('on a terminal no value moves the cursor, colours a line or begins another one', () => {
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  const hostile = 'a\u001b[2J\u009b31m\u007f\r\n12:00:00 error forged';
  openLog('info', { write }, 'text').error({ path: hostile, bare: '\u001b[31mred', err: new Error(hostile) }, hostile);
  expect(text).not.toMatch(/[^\P{Cc}\n]/u);
  expect(text).not.toMatch(/^12:00:00 error forged/m);
  expect(text).toContain('bare="\\u001b[31mred"');
});

test('what goes round in circles has an end', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(logged({ err: error }))).toContain('[deeper]');
});

test('an error without a word beside it speaks for itself', () => {
  const error = new Error('refused maya@example.com');
  for (const line of [logged({ err: error }), logged(error as never)])
    expect(line).toMatchObject({ msg: 'refused [address]', err: { message: 'refused [address]' } });
  expect(logged({ started: 1 })).not.toHaveProperty('msg');
});

test('a copy of an error tells no more than the error', () => {
  const error = Object.assign(new Error('in recovery (Queue: send-blast)'), { code: '57P03', detail: 'Failing row contains (Maya).' });
  const copy = { ...error, name: error.name, message: error.message, stack: error.stack, queue: 'send-blast' };
  const line = logged({ err: copy }, 'job queue failed');
  expect(line.err).toEqual({ type: 'Error', code: '57P03', message: 'in recovery (Queue: send-blast)', stack: error.stack });
  expect(line.msg).toBe('job queue failed');
});

test.each([
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
  [undefined, 'timeout exceeded when trying to connect'],
])('a database that is away is one short line, with its reason: %s', (code, message) => {
  const line = logged({ err: databaseError(Object.assign(new Error(message), code && { code, syscall: 'connect' })) }, 'request failed');
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    err: {
      type: 'DatabaseUnavailable',
      message: expect.stringMatching(/database/),
      cause: { type: 'Error', ...(code && { code }), message },
    },
    msg: 'request failed',
  });
  expect(JSON.stringify(line).length).toBeLessThan(400);
});

test.each([
  ['53300', false],
  ['53100', false],
  ['28P01', false],
  ['57014', true],
])('of the server saying %s the place is worth telling: %s', (code, isTold) => {
  const said = Object.assign(new pg.DatabaseError('no, said maya@example.com', 2, 'error'), { code, severity: 'ERROR', detail: 'Maya' });
  const { err } = logged({ err: databaseError(said) });
  expect(err.cause).toMatchObject({ code, message: 'no, said [address]' });
  expect(['stack' in err, 'stack' in err.cause]).toEqual([isTold, isTold]);
  expect(JSON.stringify(err)).not.toMatch(/[Mm]aya/);
});
