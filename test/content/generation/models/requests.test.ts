/** The requests to each provider, by its documentation, and without parts that a server refuses. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelSettings, Provider } from '../../../../src/content/generation/models/settings.ts';
import { answerWith, failure, filler, KEY, PAGE, PROVIDERS, told } from './given.ts';
import { refuses, says, startServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
  server.behave(says(answerWith(PAGE)));
});

const bodies = () => server.asked.map(({ body }) => body);
const sent = async (provider: Provider, of: Parameters<ReturnType<typeof filler>['fill']>[0] = {}, given: Partial<ModelSettings> = {}) => {
  server.asked.length = 0;
  await filler(server, provider, given).fill(of);
  const [asked] = server.asked;
  if (asked === undefined) throw new Error('The server was not asked');
  return asked;
};

describe('a request', () => {
  it('to OpenAI is one of Responses with a strict schema', async () => {
    const { path, headers, body } = await sent('openai', { reasoning: 'high' }, { maxTokens: 9_000 });
    expect(path).toBe('/v1/responses');
    expect(headers).toMatchObject({ authorization: `Bearer ${KEY}` });
    expect(body).toMatchObject({
      ...{ model: 'gpt-5.2', stream: true, store: false, max_output_tokens: 9_000, reasoning: { effort: 'high' } },
      text: { format: { type: 'json_schema', strict: true, name: 'answer', schema: { type: 'object', additionalProperties: false } } },
      input: [{ role: 'developer' }, { role: 'user', content: [{ type: 'input_text' }] }],
    });
    expect(body.reasoning).not.toHaveProperty('summary');
    expect(JSON.stringify(body.text)).not.toMatch(/"(?:oneOf|pattern|format|maxItems|minLength)":(?!\{"type")/);
  });

  it('to Anthropic has a tool whose input is the answer, with marks for its cache', async () => {
    const { path, headers, body } = await sent('anthropic', { reasoning: 'min' });
    expect(path).toBe('/v1/messages');
    expect(headers).toMatchObject({ 'x-api-key': KEY, 'anthropic-version': '2023-06-01' });
    const cache_control = { type: 'ephemeral' };
    expect(body).toMatchObject({
      ...{ model: 'claude-sonnet-4-5', stream: true, max_tokens: 32_000, thinking: { type: 'disabled' } },
      system: [{ type: 'text', text: expect.stringContaining('Answer with one call of the tool "answer"'), cache_control }],
      tools: [{ name: 'answer', cache_control, input_schema: { type: 'object', required: ['web_content'] } }],
      tool_choice: { type: 'tool', name: 'answer', disable_parallel_tool_use: true },
    });
  });

  it('to Anthropic does not force a model that thinks to use its tool', async () => {
    expect((await sent('anthropic', { reasoning: 'high' })).body).toMatchObject({
      thinking: { type: 'enabled', budget_tokens: expect.any(Number) },
      tool_choice: { type: 'auto' },
    });
    const model = 'claude-opus-4-8';
    const newer = { models: { pages: model, emails: model, edits: model, pictures: undefined } };
    expect((await sent('anthropic', { reasoning: 'high' }, newer)).body).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'high' },
      tool_choice: { type: 'auto' },
    });
  });

  it('to Google has a schema of its subset, and a level of thinking', async () => {
    const { path, headers, body } = await sent('google', { reasoning: 'high' }, { maxTokens: 9_000 });
    expect(path).toBe('/v1/models/gemini-3-pro-preview:streamGenerateContent?alt=sse');
    expect(headers).toMatchObject({ 'x-goog-api-key': KEY });
    expect(body.generationConfig).toMatchObject({
      ...{ maxOutputTokens: 9_000, responseMimeType: 'application/json', thinkingConfig: { thinkingLevel: 'high' } },
      responseJsonSchema: { type: 'object', required: ['web_content'] },
    });
    expect(JSON.stringify(body.generationConfig)).not.toMatch(/"(?:const|oneOf|pattern)":(?!\{)/);
    expect(JSON.stringify(body.generationConfig)).toContain('"enum":["hero"]');
  });

  it('to another server has a strict schema, which stands in the instructions too', async () => {
    const { path, headers, body } = await sent('openai-compatible', {}, { maxTokens: 9_000 });
    expect(path).toBe('/v1/chat/completions');
    expect(headers).toMatchObject({ authorization: `Bearer ${KEY}` });
    expect(body).toMatchObject({
      ...{ model: 'qwen3:8b', stream: true, stream_options: { include_usage: true }, max_tokens: 9_000, reasoning_effort: 'medium' },
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true } },
    });
    expect(told(body).system).toContain('type HeroBlock = {\n  kind: "hero"\n');
    expect((await sent('openai-compatible', {}, { apiKey: undefined })).headers).not.toHaveProperty('authorization');
  });

  it.each(PROVIDERS)('uses the model and the effort of its kind: %s', async (provider) => {
    const models = { pages: 'gpt-5.2', emails: 'gpt-5.2-mail', edits: 'gpt-5.2-edit', pictures: undefined };
    const given = { models, effort: { drafts: 'medium', edits: 'min' } } as const;
    const nameIn = ({ path, body }: { path: string; body: any }) => /models\/([^:]+)/.exec(path)?.[1] ?? body.model;
    expect(nameIn(await sent(provider, {}, given))).toBe('gpt-5.2');
    server.behave(says(answerWith({ lang: 'en', title: 'News', blocks: [{ kind: 'letter', paragraphs: ['Hello.'] }] })));
    const mail = await sent(provider, { kind: 'email' }, given);
    expect(nameIn(mail)).toBe('gpt-5.2-mail');
    expect(told(mail.body).system).toContain('It says one thing, and asks for one action.');
    server.behave(says({ web_content: true, operations: [{ op: 'remove', path: 'footer' }] }));
    const edit = await sent(provider, { current: { draft: PAGE } }, given);
    expect(nameIn(edit)).toBe('gpt-5.2-edit');
    expect(told(edit.body).system).toContain('Change what was asked for, in as few operations as will do');
    if (provider === 'openai-compatible') expect(edit.body.reasoning_effort).toBe('minimal');
  });
});

describe('a server that refuses a part of a request', () => {
  it('of OpenAI’s protocol gets looser formats, and the next request begins there', async () => {
    server.behave(
      refuses(400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."),
      refuses(400, "'messages' must contain the word 'json' to use 'response_format' of type 'json_object'."),
      says(`<think>…</think>${JSON.stringify(answerWith(PAGE))}`),
    );
    const { fill } = filler(server, 'openai-compatible');
    await fill();
    await fill();
    expect(bodies().map(({ response_format }) => response_format?.type)).toEqual(['json_schema', 'json_object', undefined, undefined]);
    expect(told(bodies()[3]).system).toContain('type Answer = {');
  });

  it.each([
    [
      'openai',
      "Invalid schema for response_format 'answer': In context=(), 'anyOf' is not permitted.",
      'text.format.strict',
      [true, false],
    ],
    ['openai', 'Unsupported parameter: text.format', 'text.format.type', ['json_schema', 'json_schema', 'json_object', undefined]],
    [
      'google',
      'The specified schema produces a constraint that has too many states for serving.',
      'generationConfig.responseJsonSchema.type',
      ['object', undefined],
    ],
    ['anthropic', 'Thinking may not be enabled when tool_choice forces tool use.', 'tool_choice.type', ['tool', 'auto']],
    ['anthropic', 'tools: this model does not support tools', 'tool_choice.type', ['tool', 'auto', undefined]],
    ['openai-compatible', 'failed to parse grammar', 'response_format.type', ['json_schema', 'json_object'], 500],
    ['openai-compatible', 'Unrecognized request argument supplied: stream_options', 'stream_options.include_usage', [true, undefined]],
    ['openai-compatible', 'registry.ollama.ai/library/qwen does not support thinking', 'reasoning_effort', ['minimal', 'low', undefined]],
    ['openai', "Unsupported value: 'reasoning.effort' does not support 'minimal'", 'reasoning.effort', ['low', 'low', undefined]],
    ['anthropic', 'thinking: adaptive thinking is not supported on this model', 'thinking.type', ['disabled', undefined]],
    [
      'google',
      'Thinking level is not supported for this model.',
      'generationConfig.thinkingConfig.thinkingLevel',
      ['low', 'low', undefined],
    ],
  ] as const)('%s: %s', async (provider, words, path, values, status: number = 400) => {
    const all: readonly unknown[] = values;
    server.behave(
      ...all.slice(1).map(() => refuses(status, words)),
      says(answerWith(PAGE), { asText: provider === 'anthropic' && all.length > 2 }),
    );
    await filler(server, provider).fill({ reasoning: 'min' });
    const valueAt = (body: any) => path.split('.').reduce((value, step) => value?.[step], body);
    expect(bodies().map(valueAt)).toEqual(all);
  });

  it('knows the most tokens of an answer under another name, or under none', async () => {
    const words = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    server.behave(refuses(400, words), says(answerWith(PAGE)));
    await filler(server, 'openai-compatible', { maxTokens: 4_000 }).fill();
    expect(bodies().map((body) => [body.max_tokens, body.max_completion_tokens])).toEqual([
      [4_000, undefined],
      [undefined, 4_000],
    ]);
    server.asked.length = 0;
    const full =
      "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (5000 in the messages, 4000 in the completion).";
    server.behave(refuses(400, full), refuses(400, full), says(answerWith(PAGE)));
    await filler(server, 'openai-compatible', { maxTokens: 4_000 }).fill();
    expect(bodies().at(-1)).not.toHaveProperty('max_tokens');
  });

  it('is asked at once as it takes it by calls that were refused together', async () => {
    const picky = refuses(400, "'response_format.type' must be 'text'");
    server.behave((asked, response, provider) =>
      (asked.body.response_format?.type === 'json_schema' ? picky : says(answerWith(PAGE)))(asked, response, provider),
    );
    const { fill } = filler(server, 'openai-compatible');
    await Promise.all([fill(), fill(), fill()]);
    expect(bodies().map(({ response_format }) => response_format?.type)).not.toContain(undefined);
  });

  it('is given up when it refuses something else', async () => {
    server.behave(refuses(400, 'temperature: extra fields are not permitted'));
    const error = await failure(filler(server, 'openai-compatible').fill());
    expect(error.message).toBe('The model server refuses the request (400).');
    expect(server.asked).toHaveLength(1);
  });
});
