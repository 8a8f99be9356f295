import type { Effort } from './filler.ts';

export type Provider = 'openai' | 'anthropic' | 'google' | 'openai-compatible';

/** Where a model is, and how long it may take. From the administrator's settings alone. */
export interface ModelSettings {
  provider: Provider;
  /** Without a slash at the end; the protocol's operations are put behind it. */
  baseUrl: string;
  /** Unset where a server needs none. */
  apiKey: string | undefined;
  models: {
    pages: string;
    emails: string;
    edits: string;
    /** Makes pictures. Unset: none are made. */
    pictures: string | undefined;
  };
  /** In place of the effort that a request asks for. */
  effort: { drafts: Effort | undefined; edits: Effort | undefined };
  /** For a whole generation, with all its retries and repairs. */
  timeoutMs: number;
  /** How long an answer may pause once it has begun. */
  silenceMs: number;
  /** Unset, the server or the protocol decides. */
  maxTokens: number | undefined;
  vision: 'auto' | 'on' | 'off';
  /** For tests: the pause before the first retry, which doubles. */
  firstPauseMs?: number;
}
