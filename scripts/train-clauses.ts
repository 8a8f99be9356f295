/**
 * Trains the model that tells what the clauses of a prompt are, from those that people have labelled, and says how often it is right about
 * prompts that it has not seen.
 *
 *   node scripts/train-clauses.ts [--write]
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { BUCKETS, CLAUSE_KINDS, type Clause, featuresOf } from '../src/content/generation/reader/clause-kind.ts';

interface Labelled extends Clause {
  prompt: string;
  kind: number;
}

const LETTERS = ['C', 'F', 'O', 'W', 'H', 'N'];
const FOLDER = new URL('./clauses/', import.meta.url);
const ROUNDS = 12;
const RATE = 0.5;
const DECAY = 2e-5;
const FOLDS = 5;

const clauses = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.tsv'))
  .toSorted()
  .flatMap((name) => read(readFileSync(new URL(name, FOLDER), 'utf8')));

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

type Row = { features: number[]; kind: number };
const rowOf = (clause: Labelled): Row => ({ features: featuresOf(clause), kind: clause.kind });

interface Weights {
  weights: Float32Array[];
  bias: Float32Array;
}

/** Pseudo-random numbers that are the same each time. */
function random(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function train(rows: readonly Row[]): Weights {
  const weights = CLAUSE_KINDS.map(() => new Float32Array(BUCKETS));
  const bias = new Float32Array(CLAUSE_KINDS.length);
  const next = random();
  const order = rows.map((_row, i) => i);
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(next() * (i + 1));
      [order[i], order[j]] = [order[j] as number, order[i] as number];
    }
    const rate = (RATE * 8) / (8 + round);
    for (const at of order) {
      const { features, kind } = rows[at] as Row;
      const norm = 1 / Math.sqrt(features.length);
      const chances = soften(scoresOf({ weights, bias }, features, norm));
      for (const [k, own] of weights.entries()) {
        const error = (k === kind ? 1 : 0) - (chances[k] as number);
        bias[k] = (bias[k] as number) + rate * 0.1 * error;
        for (const bucket of features) own[bucket] = (own[bucket] as number) * (1 - DECAY) + rate * error * norm;
      }
    }
  }
  return { weights, bias };
}

const scoresOf = ({ weights, bias }: Weights, features: readonly number[], norm: number): number[] =>
  weights.map((own, k) => (bias[k] as number) + norm * features.reduce((sum, bucket) => sum + (own[bucket] as number), 0));

function soften(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / sum);
}

/** Prompts that the model was not trained on: every fifth. */
function judge(): void {
  const prompts = [...new Set(clauses.map(({ prompt }) => prompt))];
  const table = CLAUSE_KINDS.map(() => CLAUSE_KINDS.map(() => 0));
  let leaks = 0;
  let shown = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const held = new Set(prompts.filter((_prompt, i) => i % FOLDS === fold));
    const model = train(clauses.filter(({ prompt }) => !held.has(prompt)).map(rowOf));
    for (const clause of clauses.filter(({ prompt }) => held.has(prompt))) {
      const { features, kind } = rowOf(clause);
      const scores = scoresOf(model, features, 1 / Math.sqrt(features.length));
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
  console.log(`${clauses.length} clauses of ${prompts.length} prompts; right about ${((100 * right) / clauses.length).toFixed(1)} % of those of prompts not seen`);
  console.log(`of ${shown} that would be shown, ${leaks} are for the writer (${((100 * leaks) / Math.max(1, shown)).toFixed(1)} %)`);
  console.log(`          ${CLAUSE_KINDS.map((kind) => kind.padStart(7)).join('')}`);
  for (const [k, row] of table.entries()) console.log(`${(CLAUSE_KINDS[k] as string).padEnd(10)}${row.map((count) => String(count).padStart(7)).join('')}`);
}

judge();
if (process.argv.includes('--write')) {
  const { weights, bias } = train(clauses.map(rowOf));
  const most = Math.max(...weights.map((own) => own.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0)));
  const scale = most / 127;
  const bytes = weights.map((own) => Buffer.from(Int8Array.from(own, (weight) => Math.round(weight / scale)).buffer).toString('base64'));
  const content = { scale, bias: [...bias].map((value) => Math.round(value * 1e4) / 1e4), weights: bytes };
  writeFileSync(new URL('../src/content/generation/reader/clause-kinds.json', import.meta.url), `${JSON.stringify(content, null, 1)}\n`);
}
