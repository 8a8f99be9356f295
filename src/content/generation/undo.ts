import { type Commission, GenerationRefused, type Written } from './generator.ts';

const UNDO =
  /^\s*(?:please\s+)?(?:undo|revert|take (?:that|it) back|go back|rückgängig|mach das rückgängig|annuler?|annule ça|deshacer|deshaz|annulla|desfazer|desfaz|ongedaan maken|ångra|cofnij|元に戻して)(?:\s+(?:that|this|it|the last (?:change|edit)|please|bitte))*\s*[.!]*\s*$/iu;

export const isUndo = (prompt: string): boolean => UNDO.test(prompt);

/** @throws GenerationRefused where there is no version before */
export function undone({ previous }: Pick<Commission, 'previous'>): Written {
  if (!previous) throw new GenerationRefused('There is nothing to undo: this is the first version.');
  return { ...previous, summary: 'Went back to the version before.', notes: [] };
}
