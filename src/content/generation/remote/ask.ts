import { setTimeout as pause } from 'node:timers/promises';
import type { LanguageModelV4CallOptions, LanguageModelV4Prompt, LanguageModelV4Usage } from '@ai-sdk/provider';
import { type Commission, GeneratorUnavailable } from '../generator.ts';
import { openModel, type RemoteSettings } from './model.ts';
import { troubleOf } from './trouble.ts';

export interface Answer {
  text: string;
  /** `length`: cut off where the model may write no more. `refused`: the model, or a filter behind it, does not want to. */
  end: 'whole' | 'length' | 'refused' | 'too-large';
  /** Read and written; undefined where the server does not count. */
  tokens: number | undefined;
}

type Effort = LanguageModelV4CallOptions['reasoning'];

/** What is asked for at each level, and what instead where a server does not know that; `undefined` says nothing about it. */
const EFFORTS: Record<RemoteSettings['protocol'], Record<Commission['reasoning'], Effort[]>> = {
  'openai-compatible': {
    min: ['minimal', 'low', undefined],
    medium: ['medium', undefined],
    high: ['high', undefined],
    max: ['xhigh', 'high', undefined],
  },
  // The SDK makes of these what each model has: an effort, a budget of thinking, or none.
  anthropic: { min: ['none', undefined], medium: ['medium', undefined], high: ['high', undefined], max: ['max', undefined] },
};

const ANTHROPIC_MAX_TOKENS = 32_000;
const MOST_TRIES = 5;
const LONGEST_PAUSE_MS = 30_000;
const FIRST_PAUSE_MS = 1_000;
const SILENCE_MS = 120_000;
/** Of text. A document may have 2 MiB, and something may stand around it. */
const LARGEST_TEXT = 3 * 1024 * 1024;

/** Time that all calls of a generation share. */
export interface Deadline {
  signal: AbortSignal;
  at: number;
}

/**
 * Asks a model, and asks again while it is overloaded, out of reach, cut off or talking nonsense, with growing pauses or those
 * that the server wants, as long as there is time.
 * @param caller aborted, its reason is thrown
 * @throws GeneratorUnavailable, GenerationRefused
 */
export async function ask(
  settings: RemoteSettings,
  prompt: LanguageModelV4Prompt,
  reasoning: Commission['reasoning'],
  caller: AbortSignal,
  deadline: Deadline,
): Promise<Answer> {
  const both = AbortSignal.any([caller, deadline.signal]);
  const late = (cause?: unknown) =>
    new GeneratorUnavailable(`The model has not finished within ${Math.round(settings.timeoutMs / 1_000)} seconds.`, { cause });
  const efforts = [...EFFORTS[settings.protocol][reasoning]];
  let wait = settings.firstPauseMs ?? FIRST_PAUSE_MS;
  let withUsage = true;
  for (let tries = 1; ; ) {
    try {
      return await call(settings, prompt, { effort: efforts[0], withUsage }, both);
    } catch (thrown) {
      caller.throwIfAborted();
      if (deadline.signal.aborted) throw late();
      const trouble = troubleOf(thrown, settings.apiKey);
      if (trouble.next === 'less-thought' && efforts.length > 1) {
        efforts.shift();
        continue;
      }
      if (trouble.next === 'no-usage' && withUsage) {
        withUsage = false;
        continue;
      }
      if (trouble.next !== 'again' || tries === MOST_TRIES) throw trouble.error;
      tries += 1;
      // Not all at the same moment, when many were turned away at one.
      const ms = trouble.pauseMs ?? wait * (1 + Math.random() / 4);
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
      if (Date.now() + ms >= deadline.at) throw trouble.error;
      await pause(ms, undefined, { signal: both }).catch(() => {});
      caller.throwIfAborted();
      if (deadline.signal.aborted) throw late(trouble.error);
    }
  }
}

async function call(
  settings: RemoteSettings,
  prompt: LanguageModelV4Prompt,
  { effort, withUsage }: { effort: Effort; withUsage: boolean },
  signal: AbortSignal,
): Promise<Answer> {
  const { protocol, maxTokens, silenceMs = SILENCE_MS } = settings;
  const silence = new AbortController();
  // Before the first byte a model may think as long as there is time at all.
  let timer: NodeJS.Timeout | undefined;
  const heard = () => {
    clearTimeout(timer);
    if (!silence.signal.aborted) timer = setTimeout(() => silence.abort(new Error('The answer stopped coming')), silenceMs);
  };
  const own = AbortSignal.any([signal, silence.signal]);
  const limit = maxTokens ?? (protocol === 'anthropic' ? ANTHROPIC_MAX_TOKENS : undefined);
  try {
    const model = await openModel(settings, withUsage, heard);
    const { stream } = await model.doStream({
      prompt,
      abortSignal: own,
      ...(limit !== undefined && { maxOutputTokens: limit }),
      ...(effort !== undefined && { reasoning: effort }),
    });
    return await read(stream);
  } finally {
    clearTimeout(timer);
    // Whatever still comes is not waited for.
    silence.abort();
  }
}

/** Thoughts are among what was written, and what was read from a cache among what was read. */
function tokensOf({ inputTokens, outputTokens }: LanguageModelV4Usage): number | undefined {
  const { total: read } = inputTokens;
  const { total: written } = outputTokens;
  return read === undefined && written === undefined ? undefined : (read ?? 0) + (written ?? 0);
}

type Parts = Awaited<ReturnType<Awaited<ReturnType<typeof openModel>>['doStream']>>['stream'];

async function read(stream: Parts): Promise<Answer> {
  const texts: string[] = [];
  let size = 0;
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') {
      texts.push(part.delta);
      size += part.delta.length;
      if (size > LARGEST_TEXT) return { text: '', end: 'too-large', tokens: undefined };
    }
    if (part.type === 'finish') {
      const { unified } = part.finishReason;
      if (unified === 'error' || unified === 'interrupted') break;
      const end = unified === 'length' ? 'length' : unified === 'content-filter' ? 'refused' : 'whole';
      return { text: texts.join(''), end, tokens: tokensOf(part.usage) };
    }
  }
  throw new Error('The stream ended before the answer did');
}
