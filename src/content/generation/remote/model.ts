import type { LanguageModelV4 } from '@ai-sdk/provider';

/** Where a model is, and how long it may take. From the administrator's settings alone. */
export interface RemoteSettings {
  protocol: 'openai-compatible' | 'anthropic';
  /** Without a slash at the end; what the protocol calls its operations is put behind it. */
  baseUrl: string;
  model: string;
  /** Servers of one's own may want none. */
  apiKey: string | undefined;
  /** For a whole generation, with all that is tried again. */
  timeoutMs: number;
  /** Unset, a server decides; Anthropic's protocol wants it. */
  maxTokens: number | undefined;
  /** For tests: the pause before the first retry, which doubles, and how long a stream may fall silent. */
  firstPauseMs?: number;
  silenceMs?: number;
}

/** Of a stream with all that is around the text. One that never ends is cut off here. */
const LARGEST_STREAM_BYTES = 64 * 1024 * 1024;
const LARGEST_ERROR_BYTES = 64 * 1024;

/**
 * A model for one call. The SDK is loaded with the first one: who writes locally does without it.
 * @param includeUsage the server is asked how many tokens it takes, where the protocol leaves that open
 * @param heard is called whenever something of the answer arrives
 */
export async function openModel(
  { protocol, baseUrl, model, apiKey }: RemoteSettings,
  includeUsage: boolean,
  heard: () => void,
): Promise<LanguageModelV4> {
  const fetch = listening(heard);
  if (protocol === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch }).languageModel(model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ name: 'openaiCompatible', baseURL: baseUrl, includeUsage, ...(apiKey && { apiKey }), fetch }).chatModel(
    model,
  );
}

/** Follows no redirect, which would take the key along, and reads no more than an answer can be. */
const listening =
  (heard: () => void): typeof fetch =>
  async (address, init) => {
    const response = await fetch(address, { ...init, redirect: 'manual' });
    heard();
    if (response.body === null) return response;
    let left = response.ok ? LARGEST_STREAM_BYTES : LARGEST_ERROR_BYTES;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        heard();
        left -= chunk.byteLength;
        if (left < 0) controller.error(new Error('The answer does not end'));
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
  };
