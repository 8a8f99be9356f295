import type { ImageModelV4, LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Plan } from './abilities.ts';
import type { ModelSettings, Provider } from './settings.ts';

export interface OpenedModel {
  model: LanguageModelV4;
  options?: SharedV4ProviderOptions;
}

/** The SDK is loaded with the first call, since installations that use the library never need it. */
export interface Adapter {
  open(settings: ModelSettings, model: string, plan: Plan, fetch: typeof globalThis.fetch): Promise<OpenedModel>;
  /** Marks the stable part of a request, for providers that cache only what is marked. */
  cacheMark?: SharedV4ProviderOptions;
  openPictures?(settings: ModelSettings, model: string, fetch: typeof globalThis.fetch): Promise<OpenedPictures>;
}

export interface OpenedPictures {
  model: ImageModelV4;
  /** Some protocols take a size, others an aspect ratio. */
  shape: { size: `${number}x${number}` } | { aspectRatio: `${number}:${number}` };
  options: SharedV4ProviderOptions;
}

const anthropic: Adapter = {
  cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  async open({ baseUrl, apiKey }, model, _plan, fetch) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return {
      model: createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch }).languageModel(model),
      options: { anthropic: { disableParallelToolUse: true } },
    };
  },
};

const NAME = 'openaiCompatible';

/** OpenAI's chat completions, as Ollama, vLLM, LM Studio, llama.cpp and OpenRouter serve them. */
const compatible: Adapter = {
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

const google: Adapter = {
  async open({ baseUrl, apiKey }, model, _plan, fetch) {
    const { createGoogle } = await import('@ai-sdk/google');
    return { model: createGoogle({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch }).languageModel(model) };
  },
  async openPictures({ baseUrl, apiKey }, model, fetch) {
    const { createGoogle } = await import('@ai-sdk/google');
    return {
      model: createGoogle({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch }).image(model),
      shape: { aspectRatio: '3:2' },
      options: {},
    };
  },
};

const openai: Adapter = {
  async open({ baseUrl, apiKey }, model, { means }, fetch) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return {
      model: createOpenAI({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch }).responses(model),
      options: {
        openai: {
          // Prompts may hold personal data, so the provider must not store them.
          store: false,
          strictJsonSchema: means.by === 'schema' && means.isStrict,
          // Summaries are never shown, and OpenAI demands proof of identity for them.
          reasoningSummary: null,
        },
      },
    };
  },
  async openPictures({ baseUrl, apiKey }, model, fetch) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return {
      model: createOpenAI({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch }).image(model),
      shape: { size: '1536x1024' },
      options: optionsFor(model),
    };
  },
};

/** JPEG is several times smaller than PNG, but older models only make PNG. */
const optionsFor = (model: string): OpenedPictures['options'] =>
  /^(?:chatgpt|gpt)-image/.test(model) ? { openai: { outputFormat: 'jpeg', outputCompression: 85 } } : {};

export const ADAPTERS: Record<Provider, Adapter> = { openai, anthropic, google, 'openai-compatible': compatible };
