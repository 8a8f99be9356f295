/** What the operator lets all workspaces together generate in a day: past it generations fail in words, and the next day they go on. */
import { afterEach, expect, test } from 'vitest';
import type { Generator } from '../../src/content/generation/generator.ts';
import { must } from '../support/blast.ts';
import { testGenerator } from '../support/generator.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
afterEach(() => service.stop());

/** What becomes of an email that is asked for. */
async function generated({ api }: TestWorkspace): Promise<{ status: string; error_code: string | null; error_message: string | null }> {
  const asked = await must(api.POST('/v1/emails', { body: { name: 'Letter', prompt: 'A newsletter about camping' } }));
  await service.drain();
  const { email_id: emailId, generation_id: generationId } = asked as { email_id: string; generation_id: string };
  const { status, error_code, error_message } = await must(
    api.GET('/v1/emails/{emailId}/generations/{generationId}', { params: { path: { emailId, generationId } } }),
  );
  return { status, error_code, error_message };
}
const done = { status: 'completed', error_code: null, error_message: null };
const refused = (words: string) => ({
  status: 'failed',
  error_code: 'generation_failed',
  error_message: `This service has used its ${words} of the day. Ask again after ${nextDay()}.`,
});
const nextDay = () => new Date(Math.floor(service.clock.now().getTime() / 86_400_000 + 1) * 86_400_000).toISOString();

test('no more are written than GENERATIONS_PER_DAY, whichever workspace asks', async () => {
  const generator = testGenerator();
  service = await startTestService({ GENERATIONS_PER_DAY: '2' }, { generator });
  const other = await service.workspace();
  expect(await generated(service)).toEqual(done);
  expect(await generated(other)).toEqual(done);
  expect(await generated(other)).toEqual(refused('2 generations'));
  expect(await generated(service)).toEqual(refused('2 generations'));
  expect(generator.commissions).toHaveLength(2);
  service.clock.advance({ hours: 24 });
  expect(await generated(service)).toEqual(done);
});

test('as many as GENERATIONS_PER_DAY are written of more that are asked for at once', async () => {
  service = await startTestService({ GENERATIONS_PER_DAY: '4' }, { generator: testGenerator() });
  const other = await service.workspace();
  const asked = Array.from({ length: 7 }, (_, n) =>
    must((n % 2 ? other : service).api.POST('/v1/emails', { body: { name: 'Letter', prompt: 'A newsletter about camping' } })),
  );
  await Promise.all(asked);
  await service.drain();
  const ends = await service.db.prisma.generation.groupBy({ by: ['status'], _count: true });
  expect(Object.fromEntries(ends.map(({ status, _count }) => [status, _count]))).toEqual({ completed: 4, failed: 3 });
});

test('a model is asked until MODEL_TOKENS_PER_DAY are used, whichever workspace used them', async () => {
  const { generate, ...rest } = testGenerator();
  const costly: Generator = {
    ...rest,
    usesModel: true,
    async generate(commission, signal, onUsage) {
      onUsage?.({ model: 'some-model', inputTokens: 500, outputTokens: 100 });
      return generate(commission, signal);
    },
  };
  service = await startTestService({ MODEL_TOKENS_PER_DAY: '1000' }, { generator: costly });
  const other = await service.workspace();
  expect(await generated(service)).toEqual(done);
  // One that begins before they are used up may use more.
  expect(await generated(other)).toEqual(done);
  expect(await generated(service)).toEqual(refused('1000 model tokens'));
  service.clock.advance({ hours: 24 });
  expect(await generated(service)).toEqual(done);
});
