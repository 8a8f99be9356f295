/** The operator's daily limit of generations for all workspaces: above it generations fail with the reason, until the next day. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Generator } from '../../src/content/generation/generator.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { testGenerator } from '../support/generator.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;

/** The result of a requested email. */
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

describe('no more are written than GENERATIONS_PER_DAY', () => {
  const generator = testGenerator();
  beforeAll(async () => {
    service = await startTestService({ GENERATIONS_PER_DAY: '2' }, { generator });
  });
  afterAll(() => service.stop());

  test.runIf(isAtLength)('whichever workspace asks', async () => {
    service.clock.advance({ hours: 24 });
    generator.commissions.length = 0;
    const other = await service.workspace();
    expect(await generated(service)).toEqual(done);
    expect(await generated(other)).toEqual(done);
    expect(await generated(other)).toEqual(refused('2 generations'));
    expect(await generated(service)).toEqual(refused('2 generations'));
    expect(generator.commissions).toHaveLength(2);
    service.clock.advance({ hours: 24 });
    expect(await generated(service)).toEqual(done);
  });

  test('of more that are asked for at once', async () => {
    service.clock.advance({ hours: 24 });
    const both = [await service.workspace(), await service.workspace()];
    const asked = [...both, ...both].map(({ api }) =>
      must(api.POST('/v1/emails', { body: { name: 'Letter', prompt: 'A newsletter about camping' } })),
    );
    await Promise.all(asked);
    await service.drain();
    const where = { workspaceId: { in: both.map(({ id }) => id) } };
    const ends = await service.db.prisma.generation.groupBy({ by: ['status'], where, _count: true });
    expect(Object.fromEntries(ends.map(({ status, _count }) => [status, _count]))).toEqual({ completed: 2, failed: 2 });
  });
});

test.runIf(isAtLength)(
  'a model is asked until MODEL_TOKENS_PER_DAY are used, whichever workspace used them',
  async ({ onTestFinished }) => {
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
    onTestFinished(service.stop);
    const other = await service.workspace();
    expect(await generated(service)).toEqual(done);
    // One that begins before they are used up may use more.
    expect(await generated(other)).toEqual(done);
    expect(await generated(service)).toEqual(refused('1000 model tokens'));
    service.clock.advance({ hours: 24 });
    expect(await generated(service)).toEqual(done);
  },
);
