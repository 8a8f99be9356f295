/* The room that text takes, without a font to ask: by the widths of wide system fonts. */

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** In ems. */
function widthOf(grapheme: string): number {
  if (/[iljI.,:;'|! ]/.test(grapheme)) return 0.36;
  if (/[frt()[\]{}/\\"-]/.test(grapheme)) return 0.46;
  if (/[mMWw@%]/.test(grapheme)) return 1;
  if (/[a-z0-9]/.test(grapheme)) return 0.65;
  if (/[A-Z]/.test(grapheme)) return 0.79;
  // ASCII signs, Latin with marks, Greek, Cyrillic; others may be as wide as high, and emoji are wider.
  return /^[\u0020-\u058f\u2010-\u203a]\p{M}*$/u.test(grapheme) ? 0.86 : 1.35;
}

const measure = (graphemes: string[]): number => graphemes.reduce((sum, grapheme) => sum + widthOf(grapheme), 0);
const graphemesOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

/** Lines that fit, the last one cut short where there is more. @param ems how wide a line may be */
export function linesOf(text: string, ems: number, mostLines: number): string[] {
  const lines: string[] = [];
  let rest = graphemesOf(text.trim());
  while (rest.length > 0) {
    const isLast = lines.length === mostLines - 1;
    if (measure(rest) <= ems) return [...lines, rest.join('')];
    let count = 0;
    let room = isLast ? ems - widthOf('m') : ems;
    while (count < rest.length && room >= widthOf(rest[count] as string)) room -= widthOf(rest[count++] as string);
    if (isLast) return [...lines, `${rest.slice(0, count).join('').trimEnd()}…`];
    // Between words, unless a word fills most of the line.
    const blank = rest.lastIndexOf(' ', count);
    const end = blank > count / 2 ? blank : Math.max(count, 1);
    lines.push(rest.slice(0, end).join('').trimEnd());
    rest = graphemesOf(rest.slice(end).join('').trimStart());
  }
  return lines;
}

/** In ems. */
export const emsOf = (line: string): number => measure(graphemesOf(line));
