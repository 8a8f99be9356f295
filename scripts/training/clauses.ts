import { BITS, CLAUSE_KINDS, type Clause, featuresOf } from '../../src/content/generation/reader/clause-kind.ts';
import { packed } from '../../src/content/generation/reader/learnt/weights.ts';
import { FOLDS, filesIn, percent, type Row, regression, scoresOf, writeModel } from './lib.ts';

interface Labelled extends Clause {
  prompt: string;
  kind: number;
}

const LETTERS = ['C', 'F', 'O', 'W', 'H', 'N'];
const PACE = { kinds: LETTERS.length, bits: BITS, rounds: 12, rate: 0.5, decay: 2e-5 };

function read(source: string): Labelled[] {
  let prompt = '';
  let sentence = '';
  let before = '';
  return source.split('\n').flatMap((line) => {
    if (line.startsWith('#')) {
      prompt = line;
      sentence = '';
      return [];
    }
    const [letter = '', lang = '', text = ''] = line.split('\t');
    const kind = LETTERS.indexOf(letter);
    if (kind < 0 || text === '') return [];
    if (!sentence.includes(text)) {
      before = sentence;
      sentence = text;
    }
    return [{ prompt, text, lang, kind, of: prompt.includes(' email ') ? 'email' : 'page', sentence, before }];
  });
}

function rowOf(clause: Labelled): Row {
  const buckets = featuresOf(clause);
  return { buckets, values: buckets.map(() => 1 / Math.sqrt(buckets.length)), kind: clause.kind };
}

/** Trains the kinds of the clauses of prompts. */
export function trainClauses(writes: boolean): void {
  const clauses = filesIn('clauses').flatMap(read);
  judge(clauses);
  if (!writes) return;
  const { weights, bias } = regression(clauses.map(rowOf), PACE);
  writeModel('clauses', { ...packed(weights), bias: [...bias].map((value) => Math.round(value * 1e4) / 1e4) });
}

/** Prompts that the model was not trained on: every fifth. */
function judge(clauses: readonly Labelled[]): void {
  const prompts = [...new Set(clauses.map(({ prompt }) => prompt))];
  const table = CLAUSE_KINDS.map(() => CLAUSE_KINDS.map(() => 0));
  let leaks = 0;
  let shown = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const held = new Set(prompts.filter((_prompt, i) => i % FOLDS === fold));
    const model = regression(clauses.filter(({ prompt }) => !held.has(prompt)).map(rowOf), PACE);
    for (const clause of clauses.filter(({ prompt }) => held.has(prompt))) {
      const { kind } = clause;
      const scores = scoresOf(model, rowOf(clause));
      const best = scores.indexOf(Math.max(...scores));
      const row = table[kind] as number[];
      row[best] = (row[best] as number) + 1;
      const isShown = best === 0 || best === 1;
      if (isShown) shown += 1;
      const forWriter = kind === 2 || kind === 3 || kind === 4;
      if (isShown && forWriter) leaks += 1;
    }
  }
  const right = table.reduce((sum, row, k) => sum + (row[k] as number), 0);
  console.log(
    `${clauses.length} clauses of ${prompts.length} prompts; right about ${percent(right, clauses.length)} of those of prompts not seen`,
  );
  console.log(`of ${shown} that would be shown, ${leaks} are for the writer (${percent(leaks, shown)})`);
  console.log(`          ${CLAUSE_KINDS.map((kind) => kind.padStart(7)).join('')}`);
  for (const [k, row] of table.entries())
    console.log(`${(CLAUSE_KINDS[k] as string).padEnd(10)}${row.map((count) => String(count).padStart(7)).join('')}`);
}
