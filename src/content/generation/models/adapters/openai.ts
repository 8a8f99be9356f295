import type { Adapter, OpenedPictures } from './adapter.ts';

/** OpenAI's Responses. */
export const openai: Adapter = {
  async open({ baseUrl, apiKey }, model, { means }, fetch) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return {
      model: createOpenAI({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch }).responses(model),
      options: {
        openai: {
          // Prompts may hold personal data: nothing is kept at the provider's.
          store: false,
          strictJsonSchema: means.by === 'schema' && means.isStrict,
          // Summaries are not shown, and organisations have to prove who they are to get them.
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

/** JPEG is several times smaller than PNG. Older models make only the latter. */
const optionsFor = (model: string): OpenedPictures['options'] =>
  /^(?:chatgpt|gpt)-image/.test(model) ? { openai: { outputFormat: 'jpeg', outputCompression: 85 } } : {};
