import type { Adapter } from './adapter.ts';

export const anthropic: Adapter = {
  cacheMark: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  async open({ baseUrl, apiKey }, model, _plan, fetch) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return {
      model: createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch }).languageModel(model),
      options: { anthropic: { disableParallelToolUse: true } },
    };
  },
};
