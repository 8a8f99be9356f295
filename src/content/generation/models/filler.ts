import type { components } from '../../../../generated/api.d.ts';
import type { Draft, Note } from '../draft/draft.ts';
import { type Brand, type CommissionedAsset, GenerationRefused } from '../generator.ts';

type Schemas = components['schemas'];

export type Operation = Schemas['PageDraftOperation'] | Schemas['EmailDraftOperation'];

/** One change of a page that was saved as HTML: the first text stands in it exactly once, and becomes the second. */
export interface Replacement {
  find: string;
  with: string;
}

export type Effort = 'min' | 'medium' | 'high' | 'max';

export type FillAsset = CommissionedAsset;

/** A request that was carried out before, and what was said about the result. */
export interface Turn {
  prompt: string;
  summary: string;
}

export interface FillRequest {
  workspaceId: string;
  kind: 'page' | 'email';
  /** The author's own words. Empty: the facts are worked into `current`, and nothing else changes. */
  prompt: string;
  /** The version to change; absent for a first draft. It is HTML where somebody saved it by hand. */
  current?: { draft: Draft } | { html: string };
  /** The conversation so far, oldest first. */
  history: readonly Turn[];
  /** Values by key, which strangers may have written. */
  facts: Readonly<Record<string, string>>;
  /** Words of the prompt that stand for values which are put in afterwards, and what each stands for. */
  placeholders?: Readonly<Record<string, string>>;
  brand: Brand | undefined;
  assets: readonly FillAsset[];
  today: Date;
  /** The language of the workspace, for prompts that do not show one. */
  lang?: string;
  reasoning: Effort;
  /** Compares a draft, which is normalised, with the request. Its notes of `left_out` and `check` are repaired; the others reach the author. */
  judge(draft: Draft): readonly Note[] | Promise<readonly Note[]>;
  /** The same for HTML that was changed by replacements. */
  judgeHtml?(html: string): readonly Note[] | Promise<readonly Note[]>;
  /** Renders a draft. A draft that cannot be rendered is repaired. */
  compose(draft: Draft): string | Promise<string>;
}

export type FillResult = { summary: string; notes: Note[] } /** Normalised: blocks have ids, and fields of forms have names. */ & (
  | { draft: Draft }
  /** They can be carried out on the draft of the request. */
  | { operations: Operation[] }
  | { replacements: Replacement[] }
);

/** The tokens of one call. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  model: string;
  /** The server counted none, or was cut off before it did: these follow from the lengths of the texts. */
  estimated: boolean;
}

export interface Filler {
  /**
   * @param onUsage is called for each call that a model answered, also when the generation then fails
   * @throws NotWebContent, GenerationRefused in words for the author; GeneratorUnavailable when a later attempt may help
   */
  fill(request: FillRequest, signal: AbortSignal, onUsage?: (usage: Usage) => void): Promise<FillResult>;
}

/** The prompt asks for something that is neither a page nor an email. */
export class NotWebContent extends GenerationRefused {
  readonly code = 'prompt_not_web_content';
}
