/** Undefined where no word is close. */
export function didYouMean(word: string, words: Iterable<string>): string | undefined {
  const most = Math.min(2, Math.floor(word.length / 4));
  let nearest: string | undefined;
  let least = most + 1;
  for (const candidate of words) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = slips(word, candidate);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** The number of wrong, missing, surplus or swapped letters (optimal string alignment). */
function slips(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const at = (line: number[], index: number) => line[index] as number;
      const replaced = at(last, j - 1) + Number(a[i - 1] !== b[j - 1]);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] && i > 1 && j > 1 ? at(before, j - 2) + 1 : replaced;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, swapped));
    }
    [before, last] = [last, row];
  }
  return last[b.length] as number;
}
