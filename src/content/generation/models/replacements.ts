import type { Replacement } from './filler.ts';

/** Applies changes in order. Each `find` must occur exactly once. */
export function replaced(html: string, replacements: readonly Replacement[]): { html: string } | { findings: string[] } {
  const findings: string[] = [];
  let result = html;
  for (const [at, { find, with: replacement }] of replacements.entries()) {
    const place = `\`replacements[${at}].find\``;
    const first = result.indexOf(find);
    if (first < 0) findings.push(`${place} does not stand in the document. Copy it letter for letter from the source.`);
    else if (result.indexOf(find, first + 1) >= 0) findings.push(`${place} stands in the document more than once. Make it longer.`);
    else result = result.slice(0, first) + replacement + result.slice(first + find.length);
  }
  if (findings.length === 0 && result === html) findings.push('The replacements change nothing.');
  return findings.length > 0 ? { findings } : { html: result };
}

const MOST_REPLACEMENTS = 200;

export function readReplacements(value: unknown): { replacements: Replacement[] } | { findings: string[] } {
  if (!Array.isArray(value) || value.length === 0) return { findings: ['`replacements` is required, with at least one entry.'] };
  if (value.length > MOST_REPLACEMENTS) return { findings: [`\`replacements\` takes at most ${MOST_REPLACEMENTS} entries.`] };
  const replacements: Replacement[] = [];
  for (const [at, one] of value.entries()) {
    const { find, with: replacement = '' } = (typeof one === 'object' && one !== null ? one : {}) as { find?: unknown; with?: unknown };
    if (typeof find !== 'string' || find === '' || typeof replacement !== 'string') {
      return { findings: [`\`replacements[${at}]\` must have a \`find\` and a \`with\`, both texts.`] };
    }
    replacements.push({ find, with: replacement });
  }
  return { replacements };
}
