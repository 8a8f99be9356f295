import type { Effort } from './filler.ts';

export type Provider = 'openai' | 'anthropic' | 'google' | 'openai-compatible';

export interface ModelSettings {
  provider: Provider;
  /** Without a trailing slash. */
  baseUrl: string;
  /** Undefined if the server needs none. */
  apiKey: string | undefined;
  models: {
    pages: string;
    emails: string;
    edits: string;
    /** Undefined: no pictures are made. */
    pictures: string | undefined;
  };
  /** Overrides the effort of a request. */
  effort: { drafts: Effort | undefined; edits: Effort | undefined };
  /** For the whole generation, retries and repairs included. */
  timeoutMs: number;
  /** The longest pause within an answer. */
  silenceMs: number;
  /** Undefined: the server or the protocol decides. */
  maxTokens: number | undefined;
  vision: 'auto' | 'on' | 'off';
  /** For tests: the pause before the first retry. */
  firstPauseMs?: number;
}
