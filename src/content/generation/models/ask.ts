import { setTimeout as pause } from 'node:timers/promises';
import { GeneratorUnavailable } from '../generator.ts';
import { Abilities, type Plan } from './abilities.ts';
import { type Answer, call } from './call.ts';
import type { Effort, Usage } from './filler.ts';
import type { Question } from './question.ts';
import type { ModelSettings } from './settings.ts';
import { type Trouble, troubleOf } from './trouble.ts';

const MOST_TRIES = 5;
const LONGEST_PAUSE_MS = 30_000;
const FIRST_PAUSE_MS = 1_000;
const MOST_STEPS = 12;

export interface Deadline {
  signal: AbortSignal;
  at: number;
}

export const deadlineIn = (ms: number): Deadline => ({ signal: AbortSignal.timeout(ms), at: Date.now() + ms });

export class ModelServer {
  readonly settings: ModelSettings;
  readonly #abilities = new Map<string, Abilities>();

  constructor(settings: ModelSettings) {
    this.settings = settings;
  }

  /** Retries with growing pauses, or those the server asks for, and drops refused parts. @throws GeneratorUnavailable, GenerationRefused */
  async ask(question: Question, caller: AbortSignal, deadline: Deadline, onUsage: (usage: Usage) => void): Promise<Answer> {
    const { settings } = this;
    const abilities = this.#abilitiesOf(question.model);
    const both = AbortSignal.any([caller, deadline.signal]);
    const late = (cause?: unknown) =>
      new GeneratorUnavailable(`The model has not finished within ${Math.round(settings.timeoutMs / 1_000)} seconds.`, { cause });
    let plan = abilities.plan(question.effort, question.pictures.length > 0);
    let wait = settings.firstPauseMs ?? FIRST_PAUSE_MS;
    let steps = 0;
    for (let tries = 1; ; ) {
      let trouble: Trouble;
      try {
        return await call(settings, question, plan, both, onUsage);
      } catch (thrown) {
        caller.throwIfAborted();
        if (deadline.signal.aborted) throw late();
        trouble = troubleOf(thrown, settings.apiKey, question.model);
      }
      if (trouble.next === 'without' && steps < MOST_STEPS) {
        const plans = trouble.features.values().map((feature) => abilities.without(feature, plan));
        const next = plans.find((one) => one !== undefined);
        if (next) {
          plan = next;
          steps += 1;
          continue;
        }
      }
      if (trouble.next !== 'again' || tries === MOST_TRIES) throw trouble.error;
      tries += 1;
      // Jitter keeps calls that failed together from retrying together.
      const ms = trouble.pauseMs ?? wait * (1 + Math.random() / 4);
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
      if (Date.now() + ms >= deadline.at) throw trouble.error;
      await pause(ms, undefined, { signal: both }).catch(() => {});
      caller.throwIfAborted();
      if (deadline.signal.aborted) throw late(trouble.error);
    }
  }

  planFor(model: string, effort: Effort, hasPictures: boolean): Plan {
    return this.#abilitiesOf(model).plan(effort, hasPictures);
  }

  #abilitiesOf(model: string): Abilities {
    const found = this.#abilities.get(model) ?? new Abilities(this.settings);
    this.#abilities.set(model, found);
    return found;
  }
}
