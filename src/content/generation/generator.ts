import type { Draft, Note } from './draft/draft.ts';

/**
 * What fills drafts. A generator gets plain data and gives back a draft and its HTML: it knows no row and no queue. There are two, the library
 * (finished copy, offline) and a model behind an API; both are judged alike.
 */
export interface Generator {
  /** It asks a model, whose tokens are counted. */
  usesModel?: boolean;
  /** How many generations it does at a time in one process. */
  concurrency?: number;
  /**
   * @param onUsage is called with what each answer of a model has cost, also when the generation then fails
   * @throws GenerationRefused in words for the author; GeneratorUnavailable when trying again later may help.
   */
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

/** What an answer of a model has cost. */
export interface Usage {
  model: string;
  inputTokens: number;
  outputTokens: number;
}

/** A version as a generator sees it. */
export interface Content {
  html: string;
  /** Null for HTML that was saved by hand. */
  draft: Draft | null;
}

export interface Commission {
  /** Whose work it is: what runs in threads takes turns by workspace. */
  workspaceId: string;
  kind: 'page' | 'email';
  /** It is a template: its tags are filled in later. */
  isTemplate: boolean;
  /** What the author asks for, in their own words: up to 10,000 characters. Empty: to work the facts into `current`, and nothing else. */
  prompt: string;
  /** The version to change or to begin with; absent for a first draft from nothing. */
  current?: Content;
  /** The version before the current one: what "undo" goes back to. */
  previous?: Content;
  /** What was asked for and done before, the oldest first. */
  conversation: readonly Exchange[];
  /** Values that are used as given, by key, such as `token_data`. */
  facts: Readonly<Record<string, string>>;
  /** Words of the prompt that stand for values which are put in afterwards, and what each stands for. */
  placeholders?: Readonly<Record<string, string>>;
  brand: Brand;
  /** Whether the author wants the workspace's brand on it: its name, colours and logo. */
  withBrand: boolean;
  /** Files that the author gave, in their order. */
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
  /** The workspace's name, which signs what it sends. */
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
  /** What was done, in a sentence or two for the author. */
  summary: string;
  /** What the author should know of it. */
  notes: Note[];
}

/** The generator understood and cannot do it; its message says what it understood and what stands in the way. */
export class GenerationRefused extends Error {}

/** The generator cannot be reached, is overloaded or was cut off. */
export class GeneratorUnavailable extends Error {}
