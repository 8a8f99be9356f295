/** `ai check`: its reports about servers with more or fewer abilities. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Tried, tryModel } from '../../../../src/content/generation/models/trial.ts';
import { runCommand } from '../../../support/cli.ts';
import { answerWith, PAGE, PNG, PROVIDERS, settings } from './given.ts';
import { type Behaviour, refuses, says, sends, startServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const page = { ...PAGE, blocks: [{ ...PAGE.blocks[0] }, { ...PAGE.blocks[1], submit: 'Order bread' }] };
const edit = { web_content: true, operations: [{ op: 'set', path: 'top.heading', value: { string: 'Bread from Mill Lane' } }] };
const good: Behaviour[] = [says(answerWith(page)), says(edit), says({ colour: 'Red' })];
const results = (tried: Tried[]) => Object.fromEntries(tried.map(({ check, result }) => [check, result]));
const ALL = { reachable: 'yes', page: 'yes', 'structured output': 'yes', edit: 'yes', picture: 'yes', usage: 'yes' };
const run = (provider: (typeof PROVIDERS)[number]) => tryModel(settings(server, provider), new AbortController().signal);

it.each(PROVIDERS)('finds that all works: %s', async (provider) => {
  server.behave(...good);
  const tried = await run(provider);
  expect(results(tried)).toEqual(ALL);
  expect(tried.find(({ check }) => check === 'page')?.detail).toMatch(/^\d+\.\d s, 100 tokens read, 50 written$/);
});

it('finds what does not', async () => {
  const noSchema = refuses(400, 'response_format json_schema is not supported');
  server.behave(
    noSchema,
    says(answerWith(PAGE)),
    says({ web_content: true, operations: [{ op: 'remove', path: 'about' }] }),
    refuses(400, 'no vision: images are not supported'),
    says({ colour: 'blue' }),
  );
  const tried = await run('openai-compatible');
  expect(results(tried)).toEqual({ ...ALL, page: 'no', 'structured output': 'no', edit: 'no', picture: 'no' });
  const words = tried.map(({ detail }) => detail).join('\n');
  expect(words).toContain('The button does not say what was asked for.');
  expect(words).toContain('takes no JSON schema, only JSON mode');
  expect(words).toContain('The server refuses pictures.');
});

it('finds a model that takes pictures and does not see them', async () => {
  server.behave(...good.slice(0, 2), says({ colour: 'grey' }));
  const picture = (await run('google')).find(({ check }) => check === 'picture');
  expect(picture).toMatchObject({ result: 'no', detail: expect.stringContaining('AI_VISION=off') });
});

it('asks for a picture where a model is set for them, and needs none to go on', async () => {
  const models = { pages: 'm', emails: 'm', edits: 'm', pictures: 'gpt-image-1' };
  const made = JSON.stringify({ created: 1, data: [{ b64_json: PNG.toString('base64') }] });
  const tryIt = async () =>
    (await tryModel(settings(server, 'openai', { models }), new AbortController().signal)).find(({ check }) => check === 'picture made');
  server.behave(...good, sends(made, 'application/json'));
  expect(await tryIt()).toMatchObject({ result: 'yes', detail: expect.stringMatching(/^\d+\.\d s, image\/png, 1 KiB$/) });
  expect(server.asked.at(-1)?.path).toBe('/v1/images/generations');
  server.behave(...good, refuses(403, 'gpt-image-1 needs a verified organization'));
  expect(await tryIt()).toMatchObject({ result: 'no', detail: expect.stringContaining('verified organization') });
});

it('tries no more where nothing answers', async () => {
  server.behave(sends('<html>', 'text/html'));
  const tried = await run('openai');
  expect(results(tried)).toMatchObject({ reachable: 'no', page: 'no', edit: 'not tried', usage: 'not tried' });
  expect(tried[0]?.detail).toContain('AI_BASE_URL');
});

it('is a command with lines, JSON and an exit code', async () => {
  const environment = {
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: server.baseUrl,
    AI_MODEL: 'some',
    AI_API_KEY: 'sk-secret-0123456789',
  };
  server.behave(...good);
  const whole = await runCommand(environment, 'ai', 'check', '--json');
  expect(whole).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(whole.stdout)).toHaveLength(6);
  server.behave(refuses(401, 'Incorrect API key provided: sk-secret-0123456789'));
  const refused = await runCommand(environment, 'ai', 'check');
  expect(refused.code).toBe(1);
  expect(refused.stdout).toMatch(/reachable +no +The model server does not accept the key/);
  expect(refused.stdout).not.toContain('0123456789');
});
