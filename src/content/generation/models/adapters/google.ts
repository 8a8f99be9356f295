import type { Adapter } from './adapter.ts';

export const google: Adapter = {
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
