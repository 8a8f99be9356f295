import { expect } from 'vitest';
import type { Draft, PageDraft } from '../../../../src/content/generation/draft/draft.ts';
import type { FillRequest, Usage } from '../../../../src/content/generation/models/filler.ts';
import { createModelFiller } from '../../../../src/content/generation/models/models.ts';
import type { ModelSettings, Provider } from '../../../../src/content/generation/models/settings.ts';
import type { TestServer } from './server.ts';

export const KEY = 'sk-secret-0123456789';
export const PROVIDERS = ['openai', 'anthropic', 'google', 'openai-compatible'] as const;

/** Names that the SDK knows, so that it sends what it sends to them. */
const MODELS: Record<Provider, string> = {
  openai: 'gpt-5.2',
  anthropic: 'claude-sonnet-4-5',
  google: 'gemini-3-pro-preview',
  'openai-compatible': 'qwen3:8b',
};

/** One pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const PAGE: PageDraft = {
  lang: 'en',
  title: 'Dog walking in Leeds',
  theme: { primary: '#245c4a', tone: 'warm' },
  blocks: [
    {
      kind: 'hero',
      id: 'top',
      heading: 'Walks for dogs in Leeds',
      text: 'An hour out, in all weathers.',
      action: { label: 'Ask for a walk', href: '#form' },
    },
    {
      kind: 'form',
      id: 'form',
      heading: 'Ask for a walk',
      fields: [
        { type: 'name', label: 'Name' },
        { type: 'email', label: 'Email', required: true },
      ],
      submit: 'Ask for a walk',
    },
    { kind: 'footer', id: 'footer', text: 'Dog walking in Leeds' },
  ],
};

/** As a model writes it under a strict schema: all fields are there, and null where they are left out. */
export const answerWith = (draft: unknown, more: object = {}) => ({
  ...{ web_content: true, cannot: null, summary: 'A calm page for walks.', draft, notes: null, ...more },
});

export const request = (given: Partial<FillRequest> = {}): FillRequest => ({
  workspaceId: 'one',
  kind: 'page',
  prompt: 'page for a dog walking business in Leeds with a contact form',
  history: [],
  facts: {},
  brand: { name: 'Juniper Trail' },
  assets: [],
  today: new Date('2026-03-02T10:00:00Z'),
  reasoning: 'medium',
  judge: () => [],
  compose: () => '<!doctype html>',
  ...given,
});

export const settings = (server: TestServer, provider: Provider, given: Partial<ModelSettings> = {}): ModelSettings => {
  const model = MODELS[provider];
  return {
    ...{ provider, baseUrl: server.baseUrl, apiKey: KEY, models: { pages: model, emails: model, edits: model, pictures: undefined } },
    ...{ effort: { drafts: undefined, edits: undefined }, timeoutMs: 30_000, silenceMs: 5_000, maxTokens: undefined, vision: 'auto' },
    ...{ firstPauseMs: 1, ...given },
  };
};

export interface Filled {
  draft: Draft;
  usages: Usage[];
}

/** A filler with what its calls have cost. */
export function filler(server: TestServer, provider: Provider, given: Partial<ModelSettings> = {}) {
  const made = createModelFiller(settings(server, provider, given));
  const usages: Usage[] = [];
  return {
    usages,
    fill: (of: Partial<FillRequest> = {}, signal = new AbortController().signal) =>
      made.fill(request(of), signal, (usage) => usages.push(usage)),
  };
}

/** All that an error holds, for those who log it. */
export const allOf = (error: unknown): string => {
  const { message, stack, cause } = error as Error;
  return `${message} ${stack} ${JSON.stringify(error)} ${cause ? allOf(cause) : ''}`;
};

export async function failure(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  expect(allOf(error)).not.toContain(KEY);
  return error as Error;
}

/** The text of a request to the model, in any protocol. */
export function told(body: any): { system: string; user: string; last: string } {
  const textOf = (content: any): string =>
    typeof content === 'string'
      ? content
      : [content]
          .flat()
          .map((part: any) => part.text ?? part.input_text ?? '')
          .join('\n');
  const all: any[] = body.input ?? body.contents ?? body.messages;
  const isSystem = ({ role }: any) => role === 'system' || role === 'developer';
  const system = textOf(body.system ?? body.systemInstruction?.parts ?? all.find(isSystem)?.content);
  const rest = all.filter((one) => !isSystem(one)).map((one) => textOf(one.content ?? one.parts));
  return { system, user: rest[0] ?? '', last: rest.at(-1) ?? '' };
}
