import type { Effort } from './filler.ts';
import type { Dialect } from './schema/dialects.ts';
import type { ModelSettings, Provider } from './settings.ts';

export type Means =
  | { by: 'schema'; dialect: Dialect; isStrict: boolean }
  | { by: 'tool'; dialect: Dialect; isForced: boolean }
  | { by: 'object' }
  | { by: 'text' };

/** From the strictest to the loosest. A refusal moves to the next. */
const MEANS: Record<Provider, readonly Means[]> = {
  openai: [
    { by: 'schema', dialect: 'strict', isStrict: true },
    { by: 'schema', dialect: 'plain', isStrict: false },
    { by: 'object' },
    { by: 'text' },
  ],
  // Anthropic's structured output allows 24 optional fields, and drafts have more. A tool that is not strict has no such limit.
  anthropic: [{ by: 'tool', dialect: 'full', isForced: true }, { by: 'tool', dialect: 'full', isForced: false }, { by: 'text' }],
  google: [{ by: 'schema', dialect: 'google', isStrict: false }, { by: 'object' }, { by: 'text' }],
  'openai-compatible': [{ by: 'schema', dialect: 'strict', isStrict: true }, { by: 'object' }, { by: 'text' }],
};

export type SentEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** The first effort is sent; the others follow if the server refuses it. The SDK adapts it to models it supports. */
const EFFORTS: Record<Provider, Record<Effort, readonly SentEffort[]>> = {
  openai: { min: ['minimal', 'low'], medium: ['medium'], high: ['high'], max: ['max', 'xhigh', 'high'] },
  anthropic: { min: ['none'], medium: ['medium'], high: ['high'], max: ['max', 'high'] },
  google: { min: ['none', 'low'], medium: ['medium'], high: ['high'], max: ['max', 'high'] },
  'openai-compatible': { min: ['minimal', 'low'], medium: ['medium'], high: ['high'], max: ['xhigh', 'high'] },
};

export type LimitName = 'max_tokens' | 'max_completion_tokens';

/** Parts of a request that some servers refuse. `picture` is one of the pictures sent; `vision` is all of them. */
export type Feature = 'structure' | 'effort' | 'usage' | 'limit' | 'vision' | 'picture';

export interface Plan {
  readonly level: Effort;
  readonly means: Means;
  readonly effort: SentEffort | undefined;
  /** Ask the server for token counts, where the protocol makes that optional. */
  readonly asksUsage: boolean;
  readonly limit: LimitName | undefined;
  readonly withPictures: boolean;
}

/** The features that a model accepts, learned from its refusals. Kept for the life of the process. */
export class Abilities {
  readonly #settings: ModelSettings;
  #means = 0;
  readonly #refusedEfforts = new Set<SentEffort>();
  #asksUsage: boolean;
  #limits: readonly LimitName[];
  #sees: boolean;

  constructor(settings: ModelSettings) {
    this.#settings = settings;
    const { provider, baseUrl, maxTokens, vision } = settings;
    const names: LimitName[] = isOpenAi(baseUrl) ? ['max_completion_tokens', 'max_tokens'] : ['max_tokens', 'max_completion_tokens'];
    // Only this protocol has two names for the limit and an option for usage.
    this.#limits = maxTokens === undefined && provider !== 'anthropic' ? [] : provider === 'openai-compatible' ? names : ['max_tokens'];
    this.#asksUsage = provider === 'openai-compatible';
    this.#sees = vision !== 'off';
  }

  plan(level: Effort, hasPictures: boolean): Plan {
    const { provider } = this.#settings;
    return {
      level,
      means: MEANS[provider][this.#means] ?? { by: 'text' },
      effort: EFFORTS[provider][level].find((effort) => !this.#refusedEfforts.has(effort)),
      asksUsage: this.#asksUsage,
      limit: this.#limits[0],
      withPictures: hasPictures && this.#sees,
    };
  }

  /** Concurrent calls that are refused alike step down once. Undefined if there is nothing left to drop. */
  without(feature: Feature, used: Plan): Plan | undefined {
    const now = this.plan(used.level, used.withPictures);
    switch (feature) {
      case 'structure':
        if (used.means.by === 'text') return undefined;
        if (now.means === used.means) this.#means += 1;
        break;
      case 'effort':
        if (used.effort === undefined) return undefined;
        this.#refusedEfforts.add(used.effort);
        break;
      case 'usage':
        if (!used.asksUsage) return undefined;
        this.#asksUsage = false;
        break;
      case 'limit':
        if (used.limit === undefined) return undefined;
        if (now.limit === used.limit) this.#limits = this.#limits.slice(1);
        break;
      case 'vision':
        if (!used.withPictures || this.#settings.vision === 'on') return undefined;
        this.#sees = false;
        break;
      case 'picture':
        return used.withPictures ? { ...now, withPictures: false } : undefined;
    }
    return this.plan(used.level, used.withPictures);
  }
}

const isOpenAi = (baseUrl: string): boolean => /^https:\/\/(?:[\w-]{1,60}\.)?(?:api\.openai\.com|openai\.azure\.com)\b/.test(baseUrl);
