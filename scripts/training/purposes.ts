import { BITS, purposeFeatures, purposesOf } from '../../src/content/generation/reader/learnt/purposes.ts';
import { packed } from '../../src/content/generation/reader/learnt/weights.ts';
import { readPurpose } from '../../src/content/generation/reader/purpose.ts';
import { gather } from '../../src/content/generation/reader/read.ts';
import { FOLDS, percent, prompts, type Row, regression, scoresOf, writeModel } from './lib.ts';

const PACE = { bits: BITS, rounds: 30, rate: 1.2, decay: 1e-4 };

/** Trains the purposes of pages and emails. */
export function trainPurposes(writes: boolean): void {
  const models = Object.fromEntries((['page', 'email'] as const).map((kind) => [kind, train(kind, writes)]));
  if (writes) writeModel('purposes', models);
}

function train(kind: 'page' | 'email', writes: boolean) {
  const purposes = purposesOf(kind);
  const pace = { ...PACE, kinds: purposes.length };
  const rows = prompts()
    .filter((labelled) => labelled.kind === kind)
    .map(({ prompt, purpose }) => {
      const reading = gather(prompt, kind);
      readPurpose(reading);
      return { ...purposeFeatures(reading), kind: purposes.indexOf(purpose), byRules: purposes.indexOf(reading.brief.purpose) };
    })
    .filter((row) => row.kind >= 0);
  const best = (scores: readonly number[]): number => scores.indexOf(Math.max(...scores));
  let right = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const model = regression(
      rows.filter((_row, i) => i % FOLDS !== fold),
      pace,
    );
    right += rows.filter((row, i) => i % FOLDS === fold && best(scoresOf(model, row)) === row.kind).length;
  }
  const byRules = rows.filter((row) => row.byRules === row.kind).length;
  console.log(
    `${kind}s: of ${rows.length}, right about ${percent(right, rows.length)} of those not seen, the rules alone about ${percent(byRules, rows.length)}`,
  );
  if (!writes) return undefined;
  const { weights, bias } = regression(rows as Row[], pace);
  return { ...packed(weights), bias: [...bias].map((value) => Math.round(value * 1e4) / 1e4) };
}
