import type { Generator } from '../generator.ts';
import { readBrief } from './brief/read.ts';
import { composePage } from './page/compose.ts';

/** Writes without a model: it reads the prompt, plans, and composes. The same commission gives the same document. */
export const localGenerator: Generator = {
  async generate(commission) {
    const brief = readBrief(commission);
    return { html: composePage(brief, commission), summary: `A page: ${brief.headline}.` };
  },
};
