import { commission as ordinary } from '../../../scripts/bench/commission.ts';
import type { Commission, Written } from '../../../src/content/generation/generator.ts';
import { library } from '../../../src/content/generation/library/index.ts';

export const commission = (prompt: string, more: Partial<Commission> = {}): Commission =>
  ordinary({ kind: 'page', prompt, today: new Date('2026-11-22T12:00:00Z'), ...more });

export const compose = (prompt: string, more: Partial<Commission> = {}): Promise<Written> =>
  library.generate(commission(prompt, more), new AbortController().signal);
