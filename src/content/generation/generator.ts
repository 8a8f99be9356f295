/**
 * Who writes pages and emails. A generator gets plain data and gives back HTML: it knows no row and no queue.
 * There are two, `local/` (deterministic, offline) and `remote/` (a model behind an API); both are checked alike afterwards.
 */
export interface Generator {
  /** @throws GenerationRefused in words for the author; GeneratorUnavailable when trying again later may help. */
  generate(commission: Commission, signal: AbortSignal): Promise<Draft>;
}

export interface Commission {
  /** Whose work it is: what runs in threads takes turns by workspace. */
  workspaceId: string;
  kind: 'page' | 'email';
  /** What the author asks for, in their own words: up to 10,000 characters. Empty: to work the facts into `current`, and nothing else. */
  prompt: string;
  /** The HTML to change or to begin with; absent for a first draft from nothing. */
  current?: string;
  /** Values that are used as given, by key, such as `token_data`. */
  facts: Readonly<Record<string, string>>;
  /** Words of the prompt that stand for values which are put in afterwards, and what each stands for. */
  placeholders?: Readonly<Record<string, string>>;
  brand: Brand;
  /** Files that the author gave, in their order. */
  assets: readonly CommissionedAsset[];
  /** How long a model may think. A generator that does not think ignores it. */
  reasoning: 'min' | 'medium' | 'high' | 'max';
  /** For dates that name no year. */
  today: Date;
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
}

export interface Draft {
  /** A whole document. */
  html: string;
  /** A subject line of at most 60 characters, for emails. */
  subject?: string;
  /** An email needs no way to unsubscribe: it is known to be operational, or had none before a change of something else. */
  operational?: boolean;
  /** What was done, in a sentence or two for the author. */
  summary: string;
}

/** The generator understood and cannot do it; its message says what it understood and what stands in the way. */
export class GenerationRefused extends Error {}

/** The generator cannot be reached, is overloaded or was cut off. */
export class GeneratorUnavailable extends Error {}
