import type { WorkspaceId } from '../../platform/ids.ts';
import type { Draft, Note } from './draft/draft.ts';

/** A generator gets plain data, and no access to rows or queues: the library (finished copy, offline) or a model behind an API. */
export interface Generator {
  /** It asks a model, whose tokens are counted. */
  usesModel?: boolean;
  /** How many generations it does at a time in one process. */
  concurrency?: number;
  /** @param onUsage gets the cost of each answer of a model @throws GenerationRefused; GeneratorUnavailable when trying again may help */
  generate(commission: Commission, signal: AbortSignal, onUsage?: (usage: Usage) => void): Promise<Written>;
  /** It looks at pictures: files come with a way to read them. */
  sees?: boolean;
  /** Makes one picture for the top of a page. Absent where none is to be made. @throws GeneratorUnavailable */
  makePicture?: PictureMaker | undefined;
}

export type PictureMaker = (draft: Draft, signal: AbortSignal, onUsage?: (usage: Usage) => void) => Promise<MadePicture>;

export interface MadePicture {
  bytes: Uint8Array;
  contentType: 'image/png' | 'image/jpeg' | 'image/webp';
}

export interface Usage {
  model: string;
  inputTokens: number;
  outputTokens: number;
}

export interface Content {
  html: string;
  /** Null for HTML that was saved by hand. */
  draft: Draft | null;
}

export interface Commission {
  /** Work in threads takes turns by workspace. */
  workspaceId: WorkspaceId;
  kind: 'page' | 'email';
  /** It is a template: its tags are filled in later. */
  isTemplate: boolean;
  /** In the author's own words, up to 10,000 characters. Empty: to work the facts into `current`, and nothing else. */
  prompt: string;
  /** The version to change or to begin with; absent for a first draft from nothing. */
  current?: Content;
  /** "Undo" goes back to it. */
  previous?: Content;
  /** The oldest first. */
  conversation: readonly Exchange[];
  /** Values that are used as given, by key, such as `token_data`. */
  facts: Readonly<Record<string, string>>;
  /** Words of the prompt that stand for values filled in afterwards, and their meaning. */
  placeholders?: Readonly<Record<string, string>>;
  brand: Brand;
  /** Whether the author wants the workspace's brand on it: its name, colours and logo. */
  withBrand: boolean;
  assets: readonly CommissionedAsset[];
  /** How long a model may think. A generator that does not think ignores it. */
  reasoning: 'min' | 'medium' | 'high' | 'max';
  /** For dates that name no year. */
  today: Date;
}

export interface Exchange {
  prompt: string;
  summary: string;
}

export interface Brand {
  name: string;
  /** As `#rrggbb` or `#rgb`. */
  primaryColor?: string;
  logoUrl?: string;
}

export interface CommissionedAsset {
  url: string;
  fileName: string;
  contentType: string;
  /** Its bytes, for generators that see. Undefined where it has more than `most`, and then none of it is read, or is gone. */
  read?(most: number, signal: AbortSignal): Promise<Uint8Array | undefined>;
}

export interface Written extends Content {
  /** An email needs no way to unsubscribe: it is known to be operational, or had none before a change of something else. */
  operational?: boolean;
  /** In a sentence or two for the author. */
  summary: string;
  notes: Note[];
}

/** Its message says what the generator understood and what stands in the way. */
export class GenerationRefused extends Error {}

/** The generator cannot be reached, is overloaded or was cut off. */
export class GeneratorUnavailable extends Error {}
