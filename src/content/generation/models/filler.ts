import type { components } from '../../../../generated/api.d.ts';
import type { WorkspaceId } from '../../../platform/ids.ts';
import type { Draft, Note } from '../draft/draft.ts';
import { type Brand, type CommissionedAsset, GenerationRefused } from '../generator.ts';

type Schemas = components['schemas'];

export type Operation = Schemas['PageDraftOperation'] | Schemas['EmailDraftOperation'];

/** `find` occurs exactly once in the document. */
export interface Replacement {
  find: string;
  with: string;
}

export type Effort = 'min' | 'medium' | 'high' | 'max';

export interface Turn {
  prompt: string;
  summary: string;
}

export interface FillRequest {
  workspaceId: WorkspaceId;
  kind: 'page' | 'email';
  /** Empty: the facts are worked into `current`, and nothing else changes. */
  prompt: string;
  /** The version to change. HTML if a person saved it by hand. */
  current?: { draft: Draft } | { html: string };
  /** Oldest first. */
  history: readonly Turn[];
  /** Strangers may have written the values. */
  facts: Readonly<Record<string, string>>;
  /** Words that stand for values filled in later, with the meaning of each. */
  placeholders?: Readonly<Record<string, string>>;
  brand: Brand | undefined;
  assets: readonly CommissionedAsset[];
  today: Date;
  /** The fallback for prompts that show no language. */
  lang?: string;
  reasoning: Effort;
  /** Notes of `left_out` and `check` go back to the model for repair; the others reach the author. */
  judge(draft: Draft): readonly Note[] | Promise<readonly Note[]>;
  judgeHtml?(html: string): readonly Note[] | Promise<readonly Note[]>;
  /** A draft that cannot be rendered goes back to the model for repair. */
  compose(draft: Draft): string | Promise<string>;
}

export type FillResult = { summary: string; notes: Note[] } /** Normalised: blocks have ids, and fields of forms have names. */ & (
  | { draft: Draft }
  | { operations: Operation[] }
  | { replacements: Replacement[] }
);

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  model: string;
  /** Estimated from text lengths, because the server counted none or was cut off. */
  estimated: boolean;
}

export interface Filler {
  /**
   * @param onUsage called for each answered call, even if the generation fails later
   * @throws NotWebContent, GenerationRefused, GeneratorUnavailable
   */
  fill(request: FillRequest, signal: AbortSignal, onUsage?: (usage: Usage) => void): Promise<FillResult>;
}

export class NotWebContent extends GenerationRefused {
  readonly code = 'prompt_not_web_content';
}
