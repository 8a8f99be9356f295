/** 1.2 on phones, the tone's ratio on wide screens. */
export function scale(ratio: number): string[] {
  const [small, large, from, to] = [17, 18, 360, 1280];
  return Array.from({ length: 8 }, (_, i) => i - 1).map((step) => {
    const low = (small * 1.2 ** step) / 16;
    const high = (large * ratio ** step) / 16;
    const slope = (high - low) / ((to - from) / 16);
    const start = low - slope * (from / 16);
    if (step < 0) return '--step-small: .94rem;';
    const name = `${step}`;
    return `--step-${name}: clamp(${rem(Math.min(low, high))}rem, ${rem(start)}rem + ${rem(slope * 100)}vw, ${rem(Math.max(low, high))}rem);`;
  });
}

const rem = (value: number): string => String(Math.round(value * 1000) / 1000);

/** How large a headline may be: a short one is loud, a long word still fits a phone. */
export function headlineStep(text: string): number {
  const wide = [...text].reduce((sum, letter) => sum + (/[\u3000-\u9fff\uac00-\ud7ff\uff00-\uffef]/u.test(letter) ? 2 : 1), 0);
  const longest = Math.max(
    0,
    ...text.split(/[\s-]+/u).map((word) => ([...word].some((letter) => letter >= '\u3000') ? 4 : [...word].length)),
  );
  const byLength = wide <= 24 ? 6 : wide <= 56 ? 5 : wide <= 90 ? 4 : 3;
  // 350 px at 0.6 of the size for each letter.
  const byWord = longest <= 11 ? 6 : longest <= 13 ? 5 : longest <= 16 ? 4 : longest <= 20 ? 3 : 2;
  return Math.min(byLength, byWord);
}
