import type { Commission } from '../../src/content/generation/generator.ts';

/** A commission of a workspace without files or history. */
export const commission = (given: Pick<Commission, 'kind' | 'prompt'> & Partial<Commission>): Commission => ({
  ...{
    workspaceId: 'one',
    isTemplate: false,
    conversation: [],
    facts: {},
    brand: { name: 'Juniper Trail' },
    withBrand: false,
    assets: [],
    reasoning: 'min',
  },
  today: new Date('2026-11-27T12:00:00Z'),
  ...given,
});
