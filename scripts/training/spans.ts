import {
  BITS,
  decode,
  LABELS,
  type Scorer,
  SPANS,
  type SpanName,
  spanContext,
  spanFeatures,
  spansIn,
  type Token,
} from '../../src/content/generation/reader/learnt/spans.ts';
import { packed } from '../../src/content/generation/reader/learnt/weights.ts';
import { findNames } from '../../src/content/generation/reader/naming.ts';
import { readPurpose } from '../../src/content/generation/reader/purpose.ts';
import { gather } from '../../src/content/generation/reader/read.ts';
import { FOLDS, type LabelledPrompt, percent, prompts, random, shuffle, writeModel } from './lib.ts';

const ROUNDS = 12;
const LETTERS: Record<SpanName, string> = { name: 'n', subject: 's', place: 'p', audience: 'a' };

interface Example {
  text: string;
  tokens: Token[];
  features: number[][];
  labels: number[];
  wanted: Partial<Record<SpanName, string>>;
  byRules: Partial<Record<SpanName, string>>;
}

/** Trains the words for the name, the subject, the place and the audience. */
export function trainSpans(writes: boolean): void {
  const examples = prompts()
    .filter(({ lang }) => lang !== 'ja')
    .map(exampleOf)
    .filter(({ tokens }) => tokens.length > 0);
  judge(examples);
  if (!writes) return;
  const { weights, behind } = perceptron(examples);
  writeModel('spans', { ...packed(weights), behind: [...behind].map((value) => Math.round(value * 1e4) / 1e4) });
}

function exampleOf({ prompt, kind, spans }: LabelledPrompt): Example {
  const reading = gather(prompt, kind);
  readPurpose(reading);
  findNames(reading);
  const context = spanContext(reading);
  const { text, tokens } = context;
  const labels = tokens.map(() => 0);
  const wanted: Example['wanted'] = {};
  for (const [k, name] of SPANS.entries()) {
    const words = spans[LETTERS[name]];
    const from = words === undefined ? -1 : text.toLowerCase().indexOf(words.toLowerCase());
    if (words === undefined || from < 0) continue;
    wanted[name] = words;
    for (const [i, { at, end }] of tokens.entries())
      if (at < from + words.length && end > from) labels[i] = at <= from ? 1 + 2 * k : 2 + 2 * k;
  }
  return {
    text,
    tokens,
    labels,
    wanted,
    byRules: { ...reading.brief.slots },
    features: tokens.map((_token, at) => spanFeatures(context, at)),
  };
}

interface Perceptron {
  weights: Float32Array;
  behind: Float32Array;
}

const scorer = ({ weights, behind }: Perceptron): Scorer => ({
  of: (bucket, label) => weights[bucket * LABELS + label] as number,
  behind: (before, label) => behind[before * LABELS + label] as number,
});

/** The averaged structured perceptron. */
function perceptron(examples: readonly Example[]): Perceptron {
  const weights = new Float32Array(2 ** BITS * LABELS);
  const behind = new Float32Array(LABELS * LABELS);
  const sums = { weights: new Float64Array(weights.length), behind: new Float64Array(behind.length) };
  const own = scorer({ weights, behind });
  let time = 1;
  const move = (to: Float32Array, sum: Float64Array, place: number, by: number): void => {
    to[place] = (to[place] as number) + by;
    sum[place] = (sum[place] as number) + time * by;
  };
  const next = random();
  const order = examples.map((_example, i) => i);
  for (let round = 0; round < ROUNDS; round++) {
    shuffle(order, next);
    for (const at of order) {
      const { features, labels } = examples[at] as Example;
      const guess = decode(features, own);
      let [right, wrong] = [0, 0];
      for (const [i, label] of labels.entries()) {
        const guessed = guess[i] as number;
        if (label !== guessed)
          for (const bucket of features[i] as number[]) {
            move(weights, sums.weights, bucket * LABELS + label, 1);
            move(weights, sums.weights, bucket * LABELS + guessed, -1);
          }
        if (label !== guessed || right !== wrong) {
          move(behind, sums.behind, right * LABELS + label, 1);
          move(behind, sums.behind, wrong * LABELS + guessed, -1);
        }
        [right, wrong] = [label, guessed];
      }
      time += 1;
    }
  }
  return {
    weights: weights.map((weight, i) => weight - (sums.weights[i] as number) / time),
    behind: behind.map((weight, i) => weight - (sums.behind[i] as number) / time),
  };
}

const same = (text: string | undefined): string =>
  (text ?? '')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/^(?:the|a|an|our|my|der|die|das|le|la|les|el|il|lo) /, '')
    .replace(/[.,!?:;"“”]+/g, '')
    .trim();

function judge(examples: readonly Example[]): void {
  const counts = Object.fromEntries(SPANS.map((name) => [name, { wanted: 0, right: 0, found: 0, rightByRules: 0, foundByRules: 0 }]));
  for (let fold = 0; fold < FOLDS; fold++) {
    const model = scorer(perceptron(examples.filter((_example, i) => i % FOLDS !== fold)));
    for (const { text, tokens, features, wanted, byRules } of examples.filter((_example, i) => i % FOLDS === fold)) {
      const found = spansIn(text, tokens, decode(features, model));
      for (const name of SPANS) {
        const count = counts[name] as NonNullable<(typeof counts)[string]>;
        const is = (given: string | undefined): number => (wanted[name] !== undefined && same(given) === same(wanted[name]) ? 1 : 0);
        if (wanted[name] !== undefined) count.wanted += 1;
        count.right += is(found[name]);
        count.rightByRules += is(byRules[name]);
        if (found[name] !== undefined) count.found += 1;
        if (byRules[name] !== undefined) count.foundByRules += 1;
      }
    }
  }
  for (const [name, { wanted, right, found, rightByRules, foundByRules }] of Object.entries(counts))
    console.log(
      `${name}: finds ${percent(right, wanted)} of ${wanted}, ${percent(right, found)} of what it finds is right; the rules alone ${percent(rightByRules, wanted)} and ${percent(rightByRules, foundByRules)}`,
    );
}
