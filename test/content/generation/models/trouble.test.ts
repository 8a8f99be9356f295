/** Servers that are overloaded, broken, cut off, silent or none at all. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GenerationRefused, GeneratorUnavailable } from '../../../../src/content/generation/generator.ts';
import { isAtLength, rounds } from '../../../support/at-length.ts';
import { allOf, answerWith, failure, filler, KEY, PAGE, PROVIDERS, settings } from './given.ts';
import { breaks, drips, hangs, refuses, says, sends, startServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
});

const HALF = JSON.stringify(answerWith(PAGE)).slice(0, 200);
const done = says(answerWith(PAGE));

// The retries are common to all.
describe.each(PROVIDERS.slice(0, rounds(1, PROVIDERS.length)))('%s', (provider) => {
  it.each([429, 503, 529])('waits as long as an overloaded server says (%i), and no shorter', async (status) => {
    const overloaded = (headers: Record<string, string>) => refuses(status, 'Overloaded', { headers, code: 'overloaded_error' });
    const past = new Date(Date.now() - 5_000).toUTCString();
    server.behave(
      overloaded({ 'retry-after': '0.1' }),
      overloaded({ 'retry-after-ms': '60' }),
      overloaded({ 'retry-after': past }),
      overloaded({}),
      done,
    );
    expect(await filler(server, provider).fill()).toMatchObject({ draft: PAGE });
    const [first, second, third] = server.asked.map(({ at }) => at) as [number, number, number];
    expect(second - first).toBeGreaterThanOrEqual(95);
    expect(third - second).toBeGreaterThanOrEqual(55);
  });

  it.runIf(isAtLength)('waits longer each time, and gives up', async () => {
    server.behave(refuses(500, 'Internal error'));
    const { fill, usages } = filler(server, provider, { firstPauseMs: 20 });
    const error = await failure(fill());
    expect(error).toBeInstanceOf(GeneratorUnavailable);
    expect(error.message).toBe('The model server failed (500).');
    const times = server.asked.map(({ at }) => at);
    const pauses = times.slice(1).map((at, i) => at - (times[i] as number));
    expect(pauses).toHaveLength(4);
    for (const [i, least] of [20, 40, 80, 160].entries()) expect(pauses[i]).toBeGreaterThanOrEqual(least - 3);
    // Calls that were answered nothing cost nothing.
    expect(usages).toEqual([]);
  });

  it('does not begin to wait for longer than there is time', async () => {
    server.behave(refuses(429, 'Slow down', { headers: { 'retry-after': '3600' } }));
    expect(await failure(filler(server, provider).fill())).toBeInstanceOf(GeneratorUnavailable);
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    ['is cut', says(HALF, { instead: (response) => response.destroy() }), 'cannot be reached, or its answer was cut off'],
    ['ends early', says(HALF, { instead: (response) => void response.end() }), 'cannot be reached, or its answer was cut off'],
    ['never begins', breaks, 'cannot be reached, or its answer was cut off'],
    ['is empty', sends(''), 'cannot be reached, or its answer was cut off'],
    ['is nonsense', sends('data: {"what": \n\ndata: <html>\n\n'), 'cannot be reached, or its answer was cut off'],
    ['is no message', sends('data: {"hello":"world"}\n\ndata: [DONE]\n\n'), 'cannot be reached, or its answer was cut off'],
    [
      'is a page',
      sends('<html><body>Sign in</body></html>', 'text/html'),
      'answers with text/html instead of an answer of a model (AI_BASE_URL)',
    ],
    ['is no stream', sends('{"object":"list"}', 'application/json'), 'answers with application/json instead of an answer'],
  ])('asks again when an answer %s', async (_, behaviour, words) => {
    server.behave(behaviour, done);
    expect(await filler(server, provider).fill()).toMatchObject({ draft: PAGE });
    expect(server.asked).toHaveLength(2);
    server.behave(behaviour);
    const error = await failure(filler(server, provider).fill());
    expect(error).toBeInstanceOf(GeneratorUnavailable);
    expect(error.message).toContain(words);
  });

  it('counts what was written before a cut, by its length', async () => {
    server.behave(says('x'.repeat(4_000), { instead: (response) => void setTimeout(() => response.destroy(), 20) }), done);
    const { fill, usages } = filler(server, provider);
    await fill();
    expect(usages).toHaveLength(2);
    expect(usages[0]).toMatchObject({ outputTokens: 1_000, estimated: true });
    expect(usages[0]?.inputTokens).toBeGreaterThan(1_000);
  });

  it('leaves an answer that falls silent, and asks again', async () => {
    server.behave(says(HALF, { instead: () => {} }), done);
    expect(await filler(server, provider, { silenceMs: 80 }).fill()).toMatchObject({ draft: PAGE });
    await expect.poll(() => server.asked[0]?.left).toBe(true);
  });

  it('lets a model think before its first words', async () => {
    server.behave((asked, response, protocol) => void setTimeout(() => done(asked, response, protocol), 200));
    expect(await filler(server, provider, { silenceMs: 50 }).fill()).toMatchObject({ draft: PAGE });
    expect(server.asked).toHaveLength(1);
  });

  it.each([
    ['answers never', hangs],
    ['sends comments for ever', drips],
  ])('leaves a server that %s, when its time is over', async (_, behaviour) => {
    server.behave(behaviour);
    // On a busy machine the time may be over before the request arrives; then it gets more.
    for (let timeoutMs = 200; server.asked.length === 0; timeoutMs *= 2) {
      const error = await failure(filler(server, provider, { timeoutMs }).fill());
      expect(error).toBeInstanceOf(GeneratorUnavailable);
      expect(error.message).toMatch(/has not finished within/);
    }
    await expect.poll(() => server.asked[0]?.left).toBe(true);
  });

  it.each([
    ['answer', says(HALF, { instead: () => {} })],
    ['pause', refuses(429, 'Slow down', { headers: { 'retry-after': '20' } })],
  ])('stops at once in an %s', async (_, behaviour) => {
    server.behave(behaviour);
    const stop = new AbortController();
    const work = filler(server, provider).fill({}, stop.signal);
    await expect.poll(() => server.asked.length).toBe(1);
    const reason = new Error('stopping');
    stop.abort(reason);
    expect(await failure(work)).toBe(reason);
  });

  it.each([
    [401, `Incorrect API key provided: ${KEY}`, 'does not accept the key'],
    [404, 'not_found: claude-nothing', 'does not have this address or this model'],
    [302, 'elsewhere', 'redirects to another address'],
    [402, 'Payment required', 'allowance of this service'],
    [429, 'You exceeded your current quota [insufficient_quota]', 'allowance of this service'],
  ])('does not ask again after %i, and tells nobody the key', async (status, message, words) => {
    server.behave(refuses(status, message, { headers: { location: 'http://127.0.0.1:1/' } }));
    const error = await failure(filler(server, provider).fill());
    expect(error).toBeInstanceOf(GeneratorUnavailable);
    expect(error.message).toContain(words);
    expect(allOf(error)).not.toContain('dog walking');
    expect(server.asked).toHaveLength(1);
  });

  it('holds no part of the key where the server’s words are cut', async () => {
    server.behave(refuses(401, `${'x'.repeat(790)} ${KEY}`));
    const error = await failure(filler(server, provider).fill());
    expect(allOf(error)).not.toContain('sk-secret');
  });

  it('tells the author when there is too much to read', async () => {
    server.behave(refuses(400, 'prompt is too long: 210000 tokens > 200000 maximum'));
    const error = await failure(filler(server, provider).fill());
    expect(error).toBeInstanceOf(GenerationRefused);
    expect(error.message).toContain('too much for the model to read');
  });

  it('says so when nothing listens', async () => {
    const error = await failure(filler(server, provider, { ...settings(server, provider), baseUrl: 'http://127.0.0.1:9/v1' }).fill());
    expect(error).toBeInstanceOf(GeneratorUnavailable);
    expect(error.message).toContain('cannot be reached');
  });
});

describe('an error within a stream', () => {
  it.each([
    ['openai', 'event: error\ndata: {"type":"error","code":"server_error","message":"Overloaded","param":null,"sequence_number":1}\n\n'],
    [
      'openai',
      'data: {"type":"response.failed","response":{"error":{"code":"rate_limit_exceeded","message":"Slow down"},"incomplete_details":null,"usage":null}}\n\n',
    ],
    ['anthropic', 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n'],
    ['google', 'data: {"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}\r\n\r\n'],
    ['openai-compatible', 'data: {"error":{"message":"Overloaded","type":"server_error","code":529}}\n\n'],
  ] as const)('of %s leads to another call', async (provider, error) => {
    server.behave(says(HALF, { instead: (response) => void response.end(error) }), sends(error), done);
    expect(await filler(server, provider).fill()).toMatchObject({ draft: PAGE });
    expect(server.asked).toHaveLength(3);
  });

  it('of Google’s filter before the first word is a refusal', async () => {
    server.behave(sends('data: {"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":9}}\r\n\r\n'));
    const error = await failure(filler(server, 'google').fill());
    expect(error.message).toBe('The model refuses to write this.');
    expect(server.asked).toHaveLength(1);
  });
});
