/** A model behind an API, from the environment to the version that an author reads. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLog } from '../../../src/platform/log.ts';
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
