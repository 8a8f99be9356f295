import type { Effort } from './filler.ts';
import type { Dialect } from './schema/dialects.ts';
import type { ModelSettings, Provider } from './settings.ts';

/** How a model is held to the schema of its answers. */
export type Means =
  | { by: 'schema'; dialect: Dialect; isStrict: boolean }
  /** A tool whose input is the answer. */
  | { by: 'tool'; dialect: Dialect; isForced: boolean }
  /** The server promises JSON; the schema stands in the instructions. */
  | { by: 'object' }
  | { by: 'text' };

/** From the firmest to the loosest. Each is tried when a server refuses the one before. */
const MEANS: Record<Provider, readonly Means[]> = {
  openai: [
    { by: 'schema', dialect: 'strict', isStrict: true },
    { by: 'schema', dialect: 'plain', isStrict: false },
    { by: 'object' },
    { by: 'text' },
  ],
  // Its own structured output takes at most 24 optional fields, and drafts have more. A tool that is not strict has no such bound.
  anthropic: [{ by: 'tool', dialect: 'full', isForced: true }, { by: 'tool', dialect: 'full', isForced: false }, { by: 'text' }],
  google: [{ by: 'schema', dialect: 'google', isStrict: false }, { by: 'object' }, { by: 'text' }],
  'openai-compatible': [{ by: 'schema', dialect: 'strict', isStrict: true }, { by: 'object' }, { by: 'text' }],
};

export type SentEffort = 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** What is asked for at each level, and what instead where a server refuses it. The SDK fits it to models that it knows. */
const EFFORTS: Record<Provider, Record<Effort, readonly SentEffort[]>> = {
  openai: { min: ['minimal', 'low'], medium: ['medium'], high: ['high'], max: ['max', 'xhigh', 'high'] },
  anthropic: { min: ['none'], medium: ['medium'], high: ['high'], max: ['max', 'high'] },
  google: { min: ['none', 'low'], medium: ['medium'], high: ['high'], max: ['max', 'high'] },
  'openai-compatible': { min: ['minimal', 'low'], medium: ['medium'], high: ['high'], max: ['xhigh', 'high'] },
};

/** The name under which the most tokens of an answer are sent. */
export type LimitName = 'max_tokens' | 'max_completion_tokens';

/** Parts of a request that some servers do not take. */
export type Feature = 'structure' | 'effort' | 'usage' | 'limit' | 'vision';

/** What one model of one server takes, as far as its refusals have shown. Kept for the process. */
export class Abilities {
  readonly #settings: ModelSettings;
  #means = 0;
  readonly #refusedEfforts = new Set<SentEffort>();
  #takesUsage = true;
  #limits: LimitName[];
  #sees: boolean;

  constructor(settings: ModelSettings) {
    this.#settings = settings;
    this.#limits = isOpenAi(settings.baseUrl) ? ['max_completion_tokens', 'max_tokens'] : ['max_tokens', 'max_completion_tokens'];
    this.#sees = settings.vision !== 'off';
  }

  get means(): Means {
    return MEANS[this.#settings.provider][this.#means] ?? { by: 'text' };
  }

  get takesUsage(): boolean {
    return this.#takesUsage;
  }

  get sees(): boolean {
    return this.#sees;
  }

  /** Undefined: no limit is sent. */
  get limitName(): LimitName | undefined {
    return this.#limits[0];
  }

  /** Undefined: nothing is said about it. */
  effortFor(level: Effort): SentEffort | undefined {
    return EFFORTS[this.#settings.provider][level].find((effort) => !this.#refusedEfforts.has(effort));
  }

  /** Does without a feature, or with less of it. False where that is not possible. */
  stepDown(feature: Feature, level: Effort): boolean {
    switch (feature) {
      case 'structure':
        if (this.means.by === 'text') return false;
        this.#means += 1;
        return true;
      case 'effort': {
        const effort = this.effortFor(level);
        if (effort !== undefined) this.#refusedEfforts.add(effort);
        return effort !== undefined;
      }
      case 'usage': {
        const took = this.#takesUsage;
        this.#takesUsage = false;
        return took;
      }
      case 'limit':
        // Only this protocol has two names for it.
        if (this.#settings.provider !== 'openai-compatible') this.#limits = this.#limits.slice(0, 1);
        return this.#limits.shift() !== undefined;
      case 'vision': {
        const saw = this.#sees && this.#settings.vision === 'auto';
        if (saw) this.#sees = false;
        return saw;
      }
    }
  }
}

const isOpenAi = (baseUrl: string): boolean => /^https:\/\/(?:[\w-]{1,60}\.)?(?:api\.openai\.com|openai\.azure\.com)\b/.test(baseUrl);
