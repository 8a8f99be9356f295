import type { Plan } from '../abilities.ts';
import type { ModelSettings } from '../settings.ts';
import type { Adapter } from './adapter.ts';

const NAME = 'openaiCompatible';

/** OpenAI's chat completions, as Ollama, vLLM, LM Studio, llama.cpp and OpenRouter serve them. */
export const compatible: Adapter = {
  async open(settings, model, plan, fetch) {
    const provider = await load(settings, plan, fetch);
    return {
      model: provider.chatModel(model),
      options: { [NAME]: { strictJsonSchema: plan.means.by === 'schema' && plan.means.isStrict } },
    };
  },
  async openPictures(settings, model, fetch) {
    const provider = await load(settings, undefined, fetch);
    // Ask for bytes, since an address in an answer is not fetched.
    return { model: provider.imageModel(model), shape: { size: '1536x1024' }, options: { [NAME]: { response_format: 'b64_json' } } };
  },
};

async function load({ baseUrl, apiKey }: ModelSettings, plan: Plan | undefined, fetch: typeof globalThis.fetch) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name: NAME,
    baseURL: baseUrl,
    ...(apiKey && { apiKey }),
    includeUsage: plan?.asksUsage ?? false,
    supportsStructuredOutputs: plan?.means.by === 'schema',
    transformRequestBody: (body) => withLimitNamed(body, plan?.limit),
    fetch,
  });
}

/** Newer OpenAI models refuse `max_tokens`. */
function withLimitNamed(body: Readonly<Record<string, unknown>>, name: string | undefined): Record<string, unknown> {
  const { max_tokens: limit, ...rest } = body;
  return limit === undefined || name === undefined ? rest : { ...rest, [name]: limit };
}
