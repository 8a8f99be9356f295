import { nameOf } from '../../../shared/text.ts';
import { GenerationRefused } from '../generator.ts';
import { readBrief } from './brief/read.ts';

const LONGEST = 200;
/** What a prompt is about stands at its beginning; reading more takes longer. */
const READ = 1_000;

/** What to call something that a prompt asks for: the headline that it is read to want, else its first words. Null when it has none. */
export function titleOf(prompt: string): string | null {
  const beginning = [...prompt.slice(0, 2 * READ)].slice(0, READ).join('');
  const title = nameOf((headlineOf(beginning) ?? beginning).replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' '));
  return title ? [...title].slice(0, LONGEST).join('').slice(0, LONGEST).toWellFormed().trimEnd() : null;
}

function headlineOf(prompt: string): string | undefined {
  const commission = { kind: 'page', prompt, facts: {}, brand: { name: '' }, assets: [], reasoning: 'min', today: new Date(0) } as const;
  try {
    return readBrief(commission).headline || undefined;
  } catch (error) {
    // It asks for parts without giving their words, which matters to whoever writes it.
    if (error instanceof GenerationRefused) return undefined;
    throw error;
  }
}
