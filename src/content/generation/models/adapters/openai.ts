import type { Adapter, OpenedPictures } from './adapter.ts';

export const openai: Adapter = {
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
