/** Bodies are refused before they are sent, and read no further than they are wanted. */
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { answerIn, say } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const MiB = 1024 * 1024;
const post = (headers: string, key = service.apiKey) =>
  `POST /v1/contact-lists HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${headers}\r\n`;
const told = (heard: string) => {
  const { status, headers, body } = answerIn(heard);
  return [status, body.error_code, headers.connection];
};

describe('a document within its limits', () => {
  const BEGINNING = '<!doctype html>';
  const escaped = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').replace(/..../g, '\\u$&');
  const save = (id: string, code: string) =>
    fetch(`${service.url}/v1/emails/${id}/save-code`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: `{"code":"${escaped(code)}"}`,
    });

  it.runIf(isAtLength)('is taken with each of its characters escaped', async () => {
    const { email_id } = await must(service.api.POST('/v1/emails', { body: { name: 'Escaped' } }));
    const whole = BEGINNING.padEnd(2 * MiB, 'a ');
    expect((await save(email_id, whole)).status).toBe(200);
    expect(await must(service.api.GET('/v1/emails/{emailId}/content', { params: { path: { emailId: email_id } }, parseAs: 'text' }))).toBe(
      whole,
    );
    const longer = await save(email_id, whole.padEnd(2.2 * MiB, 'a'));
    expect([longer.status, ((await longer.json()) as any).error]).toEqual([413, 'The request body is larger than 13 MiB.']);
  });

  it.runIf(isAtLength)('shares the room for large ones with few others of its workspace', async () => {
    const head = `POST /v1/emails/01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01/save-code HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.apiKey}\r\n`;
    const begun = () =>
      say(service.url, `${head}Content-Type: application/json\r\nContent-Length: ${12 * MiB}\r\n\r\n${' '.repeat(6 * MiB)}`);
    const open = [begun(), begun()];
    // The last of the three gets no room.
    const third = begun();
    const refused = await Promise.race([third, ...open].map((conversation) => conversation.hears(/rate_limited.*}/)));
    expect(told(refused)).toEqual([429, 'rate_limited', 'close']);
    for (const { socket } of [third, ...open]) socket.destroy();
    await expect.poll(async () => (await save(newId(), BEGINNING.padEnd(MiB, 'a'))).status).toBe(404);
  });
});

describe('a body that is too large', () => {
  const REFUSED = [413, 'payload_too_large', 'close'];

  it('is refused when its length says so', async () => {
    const conversation = say(service.url, post(`Content-Length: ${5 * MiB + 1}\r\n`));
    expect(told(await conversation.hears(/payload_too_large.*}/))).toEqual(REFUSED);
    conversation.socket.destroy();
  });

  it('is refused where it becomes so', async () => {
    const chunk = `${(5 * MiB + 1).toString(16)}\r\n${' '.repeat(5 * MiB + 1)}`;
    const conversation = say(service.url, post('Transfer-Encoding: chunked\r\n') + chunk);
    expect(told(await conversation.hears(/payload_too_large.*}/))).toEqual(REFUSED);
    conversation.socket.destroy();
  });

  it('is refused to a client that sends it whole before it listens', async () => {
    const response = await fetch(`${service.url}/v1/contact-lists`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: Buffer.alloc(6 * MiB, ' '),
    });
    expect([response.status, ((await response.json()) as any).error_code]).toEqual([413, 'payload_too_large']);
  });

  it('is refused to one that asked first, without a word of welcome', async () => {
    const heard = await say(service.url, post(`Expect: 100-continue\r\nContent-Length: ${6 * MiB}\r\n`)).hears(/payload_too_large.*}/);
    expect(heard).not.toContain('100 Continue');
    expect(told(heard)).toEqual(REFUSED);
  });

  it.runIf(isAtLength)('is refused when it is so unpacked', async () => {
    const blanks = Buffer.alloc(20 * MiB, ' ');
    const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
    for (const [coding, body] of [
      ['gzip', gzipSync(blanks, { level: 1 })],
      ['deflate', deflateSync(blanks, { level: 1 })],
      ['br', brotliCompressSync(blanks, quickly)],
    ] as const) {
      const conversation = say(service.url, post(`Content-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n`));
      conversation.socket.write(body);
      expect((await conversation.hears(/payload_too_large.*}/)).slice(0, 12), coding).toBe('HTTP/1.1 413');
      conversation.socket.destroy();
    }
  });
});

describe('a body that nobody is to read', () => {
  it.each(
    (
      [
        ['a key that is none', () => post(`Content-Length: ${200 * MiB}\r\n`, 'bvk_none'), 401],
        ['an unknown path', () => `POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: ${200 * MiB}\r\n\r\n`, 404],
        ['an address that takes none', () => `POST /u/x HTTP/1.1\r\nHost: x\r\nContent-Length: ${200 * MiB}\r\n\r\n`, 404],
      ] as [string, () => string, number][]
    ).slice(0, rounds(1, 3)),
  )('is cut off: %s', async (_what, head, status) => {
    const { socket, ends } = say(service.url, head(), { deaf: true });
    const piece = Buffer.alloc(MiB, ' ');
    const pump = () => {
      while (!socket.destroyed && socket.write(piece));
      socket.once('drain', pump);
    };
    pump();
    // A client that does not read may miss the answer; the connection must end.
    const heard = await ends();
    expect(socket.bytesWritten - socket.writableLength).toBeLessThan(64 * MiB);
    expect(heard === '' || answerIn(heard).status === status).toBe(true);
  });

  it('leaves the connection open when it is small', async () => {
    const conversation = say(service.url, post('Content-Length: 2\r\n', 'bvk_none'));
    await conversation.hears(/unauthorized.*}/);
    conversation.socket.write(`{}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(answerIn(await conversation.hears(/"ok"/))).toMatchObject({ status: 200, headers: { connection: 'keep-alive' } });
    conversation.socket.destroy();
  });
});

describe('a client that asks first', () => {
  it('hears that its body is wanted', async () => {
    const body = JSON.stringify({ name: 'Asked first', kind: 'static' });
    const conversation = say(service.url, post(`Expect: 100-continue\r\nContent-Length: ${body.length}\r\n`));
    expect(await conversation.hears(/\r\n\r\n/)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    conversation.socket.write(body);
    expect(answerIn(await conversation.hears(/list_id.*}/))).toMatchObject({ status: 201, headers: { connection: 'keep-alive' } });
    conversation.socket.destroy();
  });

  it('hears of a key that is none instead', async () => {
    const heard = await say(service.url, post('Expect: 100-continue\r\nContent-Length: 20\r\n', 'bvk_none')).ends();
    expect(heard).not.toContain('100 Continue');
    expect(told(heard)).toEqual([401, 'unauthorized', 'close']);
  });
});

describe('a packed body', () => {
  const send = (coding: string, body: Buffer) =>
    fetch(`${service.url}/v1/contact-lists`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json', 'content-encoding': coding },
      body,
    });
  const list = (name: string) => Buffer.from(JSON.stringify({ name, kind: 'static' }));

  it('is unpacked', async () => {
    for (const [coding, pack] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['BR', brotliCompressSync],
    ] as const)
      expect((await send(coding, pack(list(coding)))).status, coding).toBe(201);
  });

  it('is refused when it is not what it says, or packed in another way', async () => {
    expect((await send('gzip', list('broken'))).status).toBe(400);
    expect((await send('gzip', gzipSync(list('short')).subarray(0, 20))).status).toBe(400);
    for (const coding of ['zstd', 'gzip, gzip', 'constructor']) expect((await send(coding, list('other'))).status, coding).toBe(415);
  });
});

it.each([
  ['{"name": "a",\n "kind": "static",}', ': see line 2, column 19'],
  ["{'name': 1}", ': see line 1, column 2'],
  ['{"name": ', ': it ends too early'],
  ['{"name": secret}', ''],
])('what is no JSON is told without repeating it: %s', async (body, where) => {
  const response = await fetch(`${service.url}/v1/contact-lists`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body,
  });
  expect([response.status, ((await response.json()) as any).error]).toEqual([400, `The request body is not valid JSON${where}.`]);
});

it('levels of JSON are counted to 64', async () => {
  const send = async (levels: number) => {
    const response = await fetch(`${service.url}/v1/contact-lists`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: `{"name":${'['.repeat(levels)}${']'.repeat(levels)},"kind":"static"}`,
    });
    return ((await response.json()) as any).details.issues;
  };
  expect(await send(64)).toEqual([{ path: 'name', message: 'must be a string' }]);
  expect(await send(65)).toEqual([{ path: '', message: 'is nested more than 64 levels deep' }]);
});

it('names of fields have at most 1,000 characters', async () => {
  const send = async (characters: number) => {
    const response = await fetch(`${service.url}/v1/contact-lists`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'a', kind: 'static', ['"'.repeat(characters)]: 1 }),
    });
    return ((await response.json()) as any).details.issues;
  };
  expect(await send(1_000)).toEqual([{ path: '"'.repeat(1_000), message: 'is not known here' }]);
  expect(await send(1_001)).toEqual([{ path: '', message: 'has a field with a name of more than 1000 characters' }]);
});

it.runIf(isAtLength)('objects and arrays of a body are counted to 50,000, and values to 200,000, before they are parsed', async () => {
  const send = async (body: string) => {
    const response = await fetch(`${service.url}/v1/contact-lists`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      body,
    });
    const { error_code, details } = (await response.json()) as any;
    return details?.issues ?? error_code;
  };
  // Brackets in texts are letters, also behind an escaped quote and where one stretch of a mebibyte ends in an escape.
  const texts = `{"name":"${'[{'.repeat(60_000)}\\"${'{'.repeat(1_000_000)}\\\\"`;
  const made = (parts: number) => `${texts},"kind":[${Array(parts - 2).fill('{}')}]}`;
  expect(await send(made(50_000))).toEqual(expect.arrayContaining([expect.objectContaining({ path: 'kind' })]));
  const tooMany = [{ path: '', message: 'has more than 50000 objects and arrays' }];
  expect(await send(made(50_001))).toEqual(tooMany);
  for (const unit of ['[', '{"a":', '[],', '[{},']) expect(await send(unit.repeat(900_000 / unit.length)), unit).toEqual(tooMany);
  for (const shift of [0, 1, 2, 3]) {
    const escapes = `{"name":"${'x'.repeat(shift)}${'\\"'.repeat(700_000)}","kind":"x"`;
    expect(await send(`${escapes},"a":[${'[],'.repeat(49_000)}1]}`), String(shift)).not.toEqual(tooMany);
    expect(await send(`${escapes},"a":[${'[],'.repeat(50_000)}1]}`), String(shift)).toEqual(tooMany);
  }
  // A comma stands behind the texts as well.
  const listed = (values: number) => send(`${texts},"kind":[${'0,'.repeat(values - 2)}0]}`);
  expect(await listed(200_000)).toEqual(expect.arrayContaining([expect.objectContaining({ path: 'kind' })]));
  expect(await listed(200_001)).toEqual([{ path: '', message: 'has more than 200000 values' }]);
});

it.runIf(isAtLength)('names of fields in a body may be 20,000 different ones, each any number of times', async () => {
  const send = async (names: string[], last = '') => {
    const rows = Array.from({ length: names.length / 10 }, (_, i) => `{${names.slice(10 * i, 10 * i + 10).map((name) => `"${name}": 1`)}}`);
    const response = await fetch(`${service.url}/v1/contact-lists`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
      // A colon in a text makes no name of it.
      body: `{"name": "a: \\": ", "rows": [${rows}${last}]}`,
    });
    return ((await response.json()) as any).details.issues;
  };
  const names = Array.from({ length: 19_990 }, (_, i) => `field "${i}"`.replaceAll('"', '\\"'));
  const rest = Array.from({ length: 7 }, (_, i) => `"${i}": 1`);
  const allowed = await send([...names, ...names], `,{${rest}},{"name": 2, "last": 3}`);
  expect(JSON.stringify(allowed)).not.toContain('different names');
  const refused = await send([...names, ...names], `,{${rest}},{"name": 2, "last": 3, "one more": 4}`);
  expect(refused).toEqual([{ path: '', message: 'has more than 20000 different names of fields' }]);
});
