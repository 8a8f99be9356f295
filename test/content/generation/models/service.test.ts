/** A model behind an API, from the environment to the version that an author reads. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { EmailDraft } from '../../../../src/content/generation/draft/draft.ts';
import { openLog } from '../../../../src/platform/log.ts';
import { updateWorkspace } from '../../../../src/workspaces/workspaces.service.ts';
import { isAtLength } from '../../../support/at-length.ts';
import { must } from '../../../support/blast.ts';
import { startTestService, type TestService } from '../../../support/service.ts';
import { answerWith, KEY } from './given.ts';
import { refuses, says, startServer, type TestServer } from './server.ts';

/** An email with nothing beyond its prompt. */
const mail = (text: string): EmailDraft => ({
  ...{ lang: 'en', title: 'Letter', subject: text, theme: { primary: '#245c4a' } },
  blocks: [
    { kind: 'letter', id: 'letter', paragraphs: [text] },
    { kind: 'footer', id: 'footer' },
  ],
});
const lines: string[] = [];
let model: TestServer;
let service: TestService;
beforeAll(async () => {
  model = await startServer();
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
  model.behave(says(answerWith(mail('Tents are here <script>x()</script>'), { summary: 'A letter.' }), { usage: [900, 80] }));
  const { path, read } = await begin('A letter about tents');
  await service.drain();
  const usage = { model: 'some-model', input_tokens: 900, output_tokens: 80 };
  expect(await read()).toMatchObject({
    status: 'completed',
    error_message: null,
    version: 1,
    summary: 'A letter.',
    has_draft: true,
    usage,
  });
  const { data } = await service.api.GET('/v1/emails/{emailId}/content', { params: { path }, parseAs: 'text' });
  expect(data).toContain('Tents are here &lt;script&gt;');
  expect(data).toContain('{{unsubscribe_url}}');
});

it.runIf(isAtLength)('tells an author that it cannot be reached, its administrator why, and nobody the key or the prompt', async () => {
  model.behave(refuses(401, `Incorrect API key provided: ${KEY}`));
  lines.length = 0;
  const { read } = await begin('A letter about stoves');
  await service.drain();
  service.clock.advance({ seconds: 5 });
  await service.drain();
  const failed = await read();
  expect(failed).toMatchObject({ status: 'failed', error_code: 'generation_failed' });
  const log = lines.join('');
  expect(log).toContain('a run of background work failed');
  expect(log).toContain('AI_API_KEY');
  expect(log).toContain('401: Incorrect API key provided');
  expect(log + JSON.stringify(failed)).not.toContain(KEY);
  expect(log + failed.error_message).not.toContain('stoves');
});

it.runIf(isAtLength)(
  'counts the tokens of each answer, also of one that cannot be used, and asks no more when they are used up',
  async () => {
    const tokens = async () => (await must(service.api.GET('/v1/workspace'))).usage.model_tokens;
    const limit = (limited: number | undefined) =>
      updateWorkspace(service.db, service.id, { limits: new Map([['model_tokens', limited]]) }, service.clock.now());
    onTestFinished(async () => void (await limit(undefined)));
    const before = await tokens();
    model.behave(says('Sorry.', { usage: [1_000, 20] }), says(answerWith(mail('Stoves')), { usage: [1_100, 300] }));
    const { read } = await begin('A letter about stoves');
    await service.drain();
    expect(await read()).toMatchObject({ status: 'completed', error_message: null });
    expect((await tokens()) - before).toBe(2_420);

    // A server that counts none is taken at the length of what it has read and written.
    model.behave(says(answerWith(mail('Maps'))));
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
  },
);
