import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { Plan } from './abilities.ts';
import { ADAPTERS } from './adapters.ts';
import type { Usage } from './filler.ts';
import { callOptions, estimatedInput, estimatedTokens, type Question } from './question.ts';
import type { ModelSettings } from './settings.ts';
import { guardedFetch } from './transport.ts';

export interface Answer {
  text: string;
  /** `length`: cut off at the token limit. `refused`: by the model or by a filter behind it. */
  end: 'whole' | 'length' | 'refused' | 'too-large';
  plan: Plan;
}

/** A draft at the limits of its schema is smaller. */
const LARGEST_TEXT = 2 * 1024 * 1024;
/** The protocol requires a number. The SDK lowers it for models that write less. */
const ANTHROPIC_MAX_TOKENS = 32_000;

/** @param onUsage also called if the call fails after output began */
export async function call(
  settings: ModelSettings,
  question: Question,
  plan: Plan,
  signal: AbortSignal,
  onUsage: (usage: Usage) => void,
): Promise<Answer> {
  const { provider, silenceMs, maxTokens } = settings;
  const adapter = ADAPTERS[provider];
  const silence = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let hasBegun = false;
  // The limit starts with the first content, since a model may think for as long as the deadline allows.
  const onBytes = () => {
    clearTimeout(timer);
    if (hasBegun && !silence.signal.aborted) timer = setTimeout(() => silence.abort(new Error('The answer stopped coming')), silenceMs);
  };
  const onContent = () => {
    if (hasBegun) return;
    hasBegun = true;
    onBytes();
  };
  const reader = new Reader(onContent);
  const report = (usage?: LanguageModelV4Usage) => onUsage(usageOf(question, plan, reader.size, usage));
  const limit = maxTokens ?? (provider === 'anthropic' ? ANTHROPIC_MAX_TOKENS : undefined);
  try {
    const { model, options } = await adapter.open(settings, question.model, plan, guardedFetch({ streams: true, onBytes }));
    const { stream } = await model.doStream({
      ...callOptions(question, plan, provider, adapter.cacheMark),
      abortSignal: AbortSignal.any([signal, silence.signal]),
      ...(limit !== undefined && plan.limit !== undefined && { maxOutputTokens: limit }),
      ...(plan.effort !== undefined && { reasoning: plan.effort }),
      ...(options && { providerOptions: options }),
    });
    const { usage, ...answer } = await reader.read(stream);
    report(usage);
    return { ...answer, plan };
  } catch (error) {
    if (reader.size > 0) report();
    throw error;
  } finally {
    clearTimeout(timer);
    // Closes the connection even if the server keeps sending.
    silence.abort();
  }
}

function usageOf(question: Question, plan: Plan, characters: number, usage?: LanguageModelV4Usage): Usage {
  // Reasoning counts as output and cached input counts as input.
  const [input, output] = [usage?.inputTokens.total, usage?.outputTokens.total];
  return {
    inputTokens: input ?? estimatedInput(question, plan),
    outputTokens: output ?? estimatedTokens(characters),
    model: question.model,
    estimated: input === undefined || output === undefined,
  };
}

class Reader {
  /** Characters written so far, reasoning included. */
  size = 0;
  readonly #onContent: () => void;
  readonly #texts: string[] = [];
  readonly #inputs: string[] = [];
  #whole = '';

  constructor(onContent: () => void) {
    this.#onContent = onContent;
  }

  async read(stream: ReadableStream<LanguageModelV4StreamPart>): Promise<Omit<Answer, 'plan'> & { usage?: LanguageModelV4Usage }> {
    for await (const part of stream) {
      if (part.type === 'error') throw part.error;
      this.#take(part);
      if (this.size > LARGEST_TEXT) return { text: '', end: 'too-large' };
      if (part.type === 'finish') {
        const { unified, raw } = part.finishReason;
        // The SDK also reports a finish for streams that ended early.
        if (unified === 'error' || unified === 'interrupted' || (unified === 'other' && raw === undefined)) break;
        const text = this.#text();
        const end = unified === 'length' ? 'length' : unified === 'content-filter' ? 'refused' : 'whole';
        return { text, end, usage: part.usage };
      }
    }
    throw new Error('The stream ended before the answer did');
  }

  #take(part: LanguageModelV4StreamPart): void {
    if (part.type === 'tool-call') this.#whole = part.input;
    if (part.type !== 'text-delta' && part.type !== 'tool-input-delta' && part.type !== 'reasoning-delta') return;
    this.#onContent();
    this.size += part.delta.length;
    if (part.type === 'text-delta') this.#texts.push(part.delta);
    if (part.type === 'tool-input-delta') this.#inputs.push(part.delta);
  }

  /** Text beside a tool call is not part of the answer. */
  #text(): string {
    return this.#inputs.join('').trim() || this.#whole || this.#texts.join('');
  }
}
