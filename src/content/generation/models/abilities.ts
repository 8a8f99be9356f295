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

/** The effort of each level, and those to try where a server refuses it. The SDK fits it to models that it knows. */
const EFFORTS: Record<Provider, Record<Effort, readonly SentEffort[]>> = {
  openai: { min: ['minimal', 'low'], medium: ['medium'], high: ['high'], max: ['max', 'xhigh', 'high'] },
  anthropic: { min: ['none'], medium: ['medium'], high: ['high'], max: ['max', 'high'] },
  google: { min: ['none', 'low'], medium: ['medium'], high: ['high'], max: ['max', 'high'] },
  'openai-compatible': { min: ['minimal', 'low'], medium: ['medium'], high: ['high'], max: ['xhigh', 'high'] },
};

/** The name under which the most tokens of an answer are sent. */
export type LimitName = 'max_tokens' | 'max_completion_tokens';

/** Parts of a request that some servers do not take. `picture`: one of those that were sent; `vision`: any. */
export type Feature = 'structure' | 'effort' | 'usage' | 'limit' | 'vision' | 'picture';

/** How one call is made. */
export interface Plan {
  readonly level: Effort;
  readonly means: Means;
  /** Undefined: nothing is said about it. */
  readonly effort: SentEffort | undefined;
  /** The server is asked how many tokens it takes, where the protocol leaves that open. */
  readonly asksUsage: boolean;
  /** Undefined: no limit is sent. */
  readonly limit: LimitName | undefined;
  readonly withPictures: boolean;
}

/** The features that one model of one server takes, as far as its refusals have shown. Kept for the process. */
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
    // Only this protocol has two names, and a question for usage.
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

  /**
   * Another plan, without a feature or with less of it; undefined where that is not possible. Calls that were refused at the same time step
   * down once.
   */
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
