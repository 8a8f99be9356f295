import type { Generator } from '../generator.ts';
import { readBrief } from './brief/read.ts';
import { composeEmail } from './email/compose.ts';
import { composePage } from './page/compose.ts';

/** Writes without a model: it reads the prompt, plans, and composes. The same commission gives the same document. */
export const localGenerator: Generator = {
  async generate(commission) {
    const brief = readBrief(commission);
    const summary = `${brief.purpose.id}: ${brief.headline}`;
    if (commission.kind === 'email') return { ...composeEmail(brief, commission), summary };
    return { html: composePage(brief, commission), summary };
  },
};
