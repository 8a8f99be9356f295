import type { Commission, Written } from '../../../src/content/generation/generator.ts';
import { library } from '../../../src/content/generation/library/index.ts';

export const commission = (prompt: string, more: Partial<Commission> = {}): Commission => ({
  workspaceId: 'one',
  kind: 'page',
  isTemplate: false,
  prompt,
  conversation: [],
  facts: {},
  brand: { name: 'Juniper Trail' },
  withBrand: false,
  assets: [],
  reasoning: 'min',
  today: new Date('2026-11-22T12:00:00Z'),
  ...more,
});

export const compose = (prompt: string, more: Partial<Commission> = {}): Promise<Written> =>
  library.generate(commission(prompt, more), new AbortController().signal);
