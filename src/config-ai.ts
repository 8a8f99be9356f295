export type Ai = LibraryAi | ModelAi;

export interface LibraryAi {
  provider: 'library';
  concurrency: number;
}

type Effort = 'min' | 'medium' | 'high' | 'max';

export interface ModelAi {
  provider: 'openai' | 'anthropic' | 'google' | 'openai-compatible';
  baseUrl: string;
  /** Unset only for a server that needs none. */
  apiKey: string | undefined;
  models: {
    pages: string;
    emails: string;
    edits: string;
    /** Makes pictures for the top of pages. Unset: none. */
    pictures: string | undefined;
  };
  effort: { drafts: Effort | undefined; edits: Effort | undefined };
  concurrency: number;
  /** For a whole generation, retries included. */
  timeoutMs: number;
  /** The longest pause within an answer. */
  silenceMs: number;
  /** The longest answer. Unset, the server or the protocol decides. */
  maxTokens: number | undefined;
  /** `auto`: the model gets pictures until it refuses them. */
  vision: 'auto' | 'on' | 'off';
}

export interface Readers {
  text(name: string): string | undefined;
  integer(name: string, fallback: number, least: number, most: number): number;
  oneOf<T extends string>(name: string, fallback: T, values: readonly T[]): T;
  url(name: string, schemes: string[], wrong: (url: URL, value: string) => string | false): string | undefined;
  problem(words: string): void;
}

const BASE_URLS = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
} as const;

const PROVIDERS = ['library', 'local', 'openai', 'anthropic', 'google', 'openai-compatible'] as const;
const EFFORTS: readonly Effort[] = ['min', 'medium', 'high', 'max'];

/** Self-hosted servers are slower than rented ones. */
const SECONDS = { rented: { timeout: 300, silence: 30 }, own: { timeout: 600, silence: 60 } };

/** @param wrongUrl the mistake in an address to which paths are appended */
export function readAi({ text, integer, oneOf, url, problem }: Readers, wrongUrl: (url: URL) => string | false): Ai {
  const provider = oneOf('AI_PROVIDER', 'library', PROVIDERS);
  const seconds = provider === 'openai-compatible' ? SECONDS.own : SECONDS.rented;
  const effort = (name: string) => (text(name) === undefined ? undefined : oneOf(name, 'medium', EFFORTS));
  const baseUrl = url('AI_BASE_URL', ['http:', 'https:'], (parsed, value) => wrongUrl(parsed) || notAnApi(value));
  const concurrency = integer('AI_CONCURRENCY', 8, 1, 1_000);
  const drafts = effort('AI_EFFORT');
  const settings = {
    concurrency,
    effort: { drafts, edits: effort('AI_EFFORT_EDITS') ?? drafts },
    timeoutMs: integer('AI_TIMEOUT_SECONDS', seconds.timeout, 10, 840) * 1_000,
    silenceMs: integer('AI_SILENCE_SECONDS', seconds.silence, 5, 600) * 1_000,
    maxTokens: text('AI_MAX_TOKENS') === undefined ? undefined : integer('AI_MAX_TOKENS', 0, 1_000, 1_000_000),
    vision: oneOf('AI_VISION', 'auto', ['auto', 'on', 'off']),
  };
  const [model, apiKey] = [text('AI_MODEL'), text('AI_API_KEY')];
  // The key is sent in a header. The message does not repeat it.
  if (apiKey && !/^[\x21-\x7e]+$/.test(apiKey)) problem('AI_API_KEY must have only letters, digits and signs of ASCII, without blanks');
  if (provider === 'library' || provider === 'local') return { provider: 'library', concurrency };
  if (!model) problem(`AI_MODEL must be set when AI_PROVIDER is ${provider}`);
  if (provider === 'openai-compatible' && !text('AI_BASE_URL')) problem('AI_BASE_URL must be set when AI_PROVIDER is openai-compatible');
  if (provider !== 'openai-compatible' && !apiKey) problem(`AI_API_KEY must be set when AI_PROVIDER is ${provider}`);
  const pictures = text('AI_IMAGE_MODEL');
  if (provider === 'anthropic' && pictures) problem('AI_IMAGE_MODEL must be unset when AI_PROVIDER is anthropic, which makes no pictures');
  const address = baseUrl ?? (provider === 'openai-compatible' ? '' : BASE_URLS[provider]);
  return {
    ...{ provider, baseUrl: address.replace(/\/+$/, ''), apiKey },
    models: { pages: model ?? '', emails: text('AI_MODEL_EMAILS') ?? model ?? '', edits: text('AI_MODEL_EDITS') ?? model ?? '', pictures },
    ...settings,
  };
}

const notAnApi = (value: string): string | false =>
  /\/(chat\/completions|responses|messages|models)\/*$/.test(value) &&
  'must end before /chat/completions, /responses, /messages or /models, as https://api.example.com/v1';
