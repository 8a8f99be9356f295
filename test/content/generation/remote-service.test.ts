/** A model behind an API, from the environment to the version that an author reads. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openLog } from '../../../src/platform/log.ts';
import { updateWorkspace } from '../../../src/workspaces/workspaces.service.ts';
import { must } from '../../support/blast.ts';
import { mail } from '../../support/generator.ts';
import { type ModelServer, refuses, says, startModelServer } from '../../support/model-server.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const KEY = 'sk-secret-0123456789';
const lines: string[] = [];
let model: ModelServer;
let service: TestService;
beforeAll(async () => {
  model = await startModelServer();
  service = await startTestService(
    { AI_PROVIDER: 'openai-compatible', AI_BASE_URL: model.baseUrl, AI_MODEL: 'some-model', AI_API_KEY: KEY },
    { log: openLog('debug', { write: (line) => lines.push(line) }) },
  );
});
afterAll(async () => {
  await service.stop();
  await model.close();
});

const begin = async (prompt: string) => {
  const started = (await must(service.api.POST('/v1/emails', { body: { name: 'Letter', prompt } as never }))) as {
    email_id: string;
    generation_id: string;
  };
  const path = { emailId: started.email_id, generationId: started.generation_id };
  return { path, read: () => must(service.api.GET('/v1/emails/{emailId}/generations/{generationId}', { params: { path } })) };
};

it('writes what the author reads', async () => {
  model.behave(says(`SUMMARY: A letter.\n${mail('<p>Tents</p><script>x()</script>')}`));
  const { path, read } = await begin('A letter about tents');
  await service.drain();
  expect(await read()).toMatchObject({ status: 'completed', version: 1 });
  const { data } = await service.api.GET('/v1/emails/{emailId}/content', { params: { path }, parseAs: 'text' });
  expect(data).toBe(mail('<p>Tents</p>'));
});

it('tells an author that it cannot be reached, its administrator why, and nobody the key or the prompt', async () => {
  model.behave(refuses(401, `Incorrect API key provided: ${KEY}`));
  lines.length = 0;
  const { read } = await begin('A letter about stoves');
  await service.drain();
  service.clock.advance({ seconds: 5 });
  await service.drain();
  const failed = await read();
  expect(failed).toMatchObject({ status: 'failed', error_code: 'generation_failed' });
  const log = lines.join('');
  expect(log).toContain('a generation did not come about');
  expect(log).toContain('AI_API_KEY');
  expect(log).toContain('401: Incorrect API key provided');
  for (const told of [log, JSON.stringify(failed)]) {
    expect(told).not.toContain(KEY);
    expect(told).not.toContain('stoves');
  }
});

it('counts the tokens of each answer, also of one that cannot be used, and asks no more when they are used up', async () => {
  const tokens = async () => (await must(service.api.GET('/v1/workspace'))).usage.model_tokens;
  const limit = (limited: number | undefined) =>
    updateWorkspace(service.db, service.id, { limits: new Map([['model_tokens', limited]]) }, service.clock.now());
  onTestFinished(async () => void (await limit(undefined)));
  const before = await tokens();
  model.behave(says('Sorry.', { usage: [1_000, 20] }), says(mail('<p>Stoves</p>'), { usage: [1_100, 300] }));
  const { read } = await begin('A letter about stoves');
  await service.drain();
  expect(await read()).toMatchObject({ status: 'completed' });
  expect((await tokens()) - before).toBe(2_420);

  // A server that counts none is taken at the length of what it has read and written.
  model.behave(says(mail('<p>Maps</p>')));
  await begin('A letter about maps');
  await service.drain();
  const used = await tokens();
  expect(used - before - 2_420).toBeGreaterThan(100);

  await limit(used);
  const asked = model.asked.length;
  const refused = await begin('A letter about boots');
  await service.drain();
  expect(await refused.read()).toMatchObject({
    status: 'failed',
    error_message: expect.stringContaining(`${used} of ${used} model tokens a day are used`),
  });
  expect(model.asked).toHaveLength(asked);
});

it('goes on with a server that does not take the question how many tokens it takes', async () => {
  const asked = model.asked.length;
  model.behave(refuses(400, 'Unrecognized request argument supplied: stream_options'), says(mail('<p>Ropes</p>')));
  const { read } = await begin('A letter about ropes');
  await service.drain();
  expect(await read()).toMatchObject({ status: 'completed' });
  expect(model.asked.slice(asked).map(({ body }) => body.stream_options)).toEqual([{ include_usage: true }, undefined]);
});
