import type { Reading } from '../reading.ts';
import { tradeIn } from '../words.ts';
import { bucketOf, classOf, lazily, type Packed, unpacked } from './weights.ts';

/* A sequence model learnt from `scripts/labelled/`. Findings of the rules are among its features. */

export const BITS = 16;
const MOST_TOKENS = 260;
const MOST_LETTERS = 2500;

/** In the order of the labels: 0 is outside, then each span has one label for its first word and one for the others. */
export const SPANS = ['name', 'subject', 'place', 'audience'] as const;
export type SpanName = (typeof SPANS)[number];
export const LABELS = 1 + 2 * SPANS.length;

export interface Token {
  text: string;
  lower: string;
  at: number;
  end: number;
  begins: boolean;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: word, index } of text.slice(0, MOST_LETTERS).matchAll(/[\p{L}\p{M}\p{N}]+(?:['’&.-][\p{L}\p{M}\p{N}]+)*|[^\s]/gu)) {
    const begins = /\n/.test(text.slice(tokens.at(-1)?.end ?? 0, index));
    tokens.push({
      text: word,
      lower: word.toLowerCase().replace(/’/g, "'").replace(/\d/g, '0'),
      at: index,
      end: index + word.length,
      begins,
    });
    if (tokens.length === MOST_TOKENS) break;
  }
  return tokens;
}

const shapeOf = (word: string): string => SHAPES.find(([, pattern]) => pattern.test(word))?.[0] ?? word;
const SHAPES: [string, RegExp][] = [
  ['Xx', /^\p{Lu}[\p{Ll}'’-]+$/u],
  ['X', /^\p{Lu}$/u],
  ['XX', /^[\p{Lu}&.'’-]*\p{Lu}[\p{Lu}&.'’-]*$/u],
  ['x', /^\p{Ll}[\p{Ll}'’-]*$/u],
  ['0', /^\d/u],
  ['mixed', /^\p{L}/u],
];

type SpanContext = ReturnType<typeof spanContext>;

export function spanContext({ brief, masked }: Reading) {
  const text = masked.shown(masked.text, true).slice(0, MOST_LETTERS);
  const lower = text.toLowerCase();
  const tokens = tokensOf(text);
  const found: [what: string, from: number, to: number][] = [];
  const add = (what: string, value: string | undefined): void => {
    const at = value ? lower.indexOf(value.toLowerCase()) : -1;
    if (value && at >= 0) found.push([what, at, at + value.length]);
  };
  for (const name of SPANS) add(name, brief.slots[name]);
  add('trade', tradeIn(text.slice(0, 600), brief.lang)?.phrase);
  for (const { kind, value } of brief.facts) if (kind !== 'note') add(`fact ${kind}`, value);
  const capitals = (text.match(/\p{Lu}/gu) ?? []).length;
  const small = (text.match(/\p{Ll}/gu) ?? []).length;
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token.lower, (counts.get(token.lower) ?? 0) + 1);
  const { kind, lang, purpose, slots } = brief;
  // Capitals carry no information if there are none, or almost nothing else.
  const flat = capitals > small * 2 || capitals === 0;
  return { text, tokens, kind, lang, purpose, found, hasName: slots.name !== undefined, flat, counts };
}

export function spanFeatures(context: SpanContext, at: number): number[] {
  const { tokens, kind, lang, purpose, found, hasName, flat, counts } = context;
  const shape = (token: Token | undefined): string =>
    token === undefined ? '-' : flat && /\p{L}/u.test(token.text) ? 'L' : shapeOf(token.text);
  const token = tokens[at] as Token;
  const near = (by: number): Token | undefined => tokens[at + by];
  const word = (by: number): string => near(by)?.lower ?? (by < 0 ? '<' : '>');
  const own = shape(token);
  const { lower } = token;
  const features = [`w0 ${lower}`, `s0 ${own}`, `ws ${lower} ${own}`, `end ${lower.slice(-3)}`, `begin ${lower.slice(0, 3)}`];
  const known = classOf(lower);
  if (known) features.push(`k0 ${known.fine}`, `c0 ${known.coarse}`);
  else features.push(`k0 none ${own}`);
  for (const by of [-3, -2, -1, 1, 2]) {
    features.push(`w${by} ${word(by)}`, `s${by} ${shape(near(by))}`);
    const theirs = Math.abs(by) < 3 ? classOf(word(by)) : undefined;
    if (theirs) features.push(`c${by} ${theirs.coarse}`);
  }
  features.push(`w-1w0 ${word(-1)} ${lower}`, `w0w1 ${lower} ${word(1)}`, `w-2w-1 ${word(-2)} ${word(-1)}`);
  features.push(`sss ${shape(near(-1))} ${own} ${shape(near(1))}`, `w-1s ${word(-1)} ${own}`, `w1s ${word(1)} ${own}`);
  const place = at < 4 ? String(at) : at < 10 ? 'a' : at < 25 ? 'b' : at < 60 ? 'c' : 'd';
  features.push(`place ${place}`, `place ${place} ${own}`, `begins ${token.begins} ${own}`, `kind ${kind} ${own}`);
  features.push(`length ${tokens.length < 12 ? 's' : tokens.length < 40 ? 'm' : 'l'} ${own}`, `lang ${lang} ${own} ${word(-1)}`);
  for (const [what, from, to] of found)
    if (token.at >= from && token.end <= to) features.push(`found ${what} ${token.at === from}`, `found ${what} ${own}`);
  features.push(`named ${hasName} ${own}`, `purpose ${purpose} ${own}`);
  if ((counts.get(lower) ?? 1) > 1 && lower.length > 3) features.push(`again ${own}`);
  return features.map((feature) => bucketOf(feature, BITS));
}

/** A later word of a span must follow a word of the same span. */
const follows = (before: number, label: number): boolean => label === 0 || label % 2 === 1 || before === label || before === label - 1;

export interface Scorer {
  of: (bucket: number, label: number) => number;
  /** The score of one label after another. */
  behind: (before: number, label: number) => number;
}

/** The likeliest sequence of labels (Viterbi). */
export function decode(features: readonly (readonly number[])[], { of, behind }: Scorer): number[] {
  const length = features.length;
  const scores = new Float64Array(length * LABELS);
  const from = new Int8Array(length * LABELS);
  for (let i = 0; i < length; i++)
    for (let label = 0; label < LABELS; label++) {
      let best = Number.NEGATIVE_INFINITY;
      let origin = 0;
      for (let before = 0; before < (i === 0 ? 1 : LABELS); before++) {
        if (!follows(before, label)) continue;
        const score = (i === 0 ? 0 : (scores[(i - 1) * LABELS + before] as number)) + behind(before, label);
        if (score > best) [best, origin] = [score, before];
      }
      let own = 0;
      for (const bucket of features[i] as number[]) own += of(bucket, label);
      scores[i * LABELS + label] = best + own;
      from[i * LABELS + label] = origin;
    }
  const labels = new Array<number>(length).fill(0);
  const last = (length - 1) * LABELS;
  let label = 0;
  for (let k = 1; k < LABELS; k++) if ((scores[last + k] as number) > (scores[last + label] as number)) label = k;
  for (let i = length - 1; i >= 0; i--) {
    labels[i] = label;
    label = from[i * LABELS + label] as number;
  }
  return labels;
}

export function spansIn(text: string, tokens: readonly Token[], labels: readonly number[]): Partial<Record<SpanName, string>> {
  return Object.fromEntries(
    SPANS.flatMap((name, k) => {
      const first = labels.indexOf(1 + 2 * k);
      if (first < 0) return [];
      let last = first;
      while (labels[last + 1] === 2 + 2 * k) last += 1;
      const words = text.slice(tokens[beginningOf(name, tokens, labels, first)]?.at, tokens[last]?.end);
      return [[name, words.replace(/^[“”"„«»\s]+|[“”"„«»\s,;:]+$/gu, '')]];
    }),
  );
}

function beginningOf(name: SpanName, tokens: readonly Token[], labels: readonly number[], first: number): number {
  if (name === 'subject') return wholeFrom(tokens, labels, first);
  // "livro A Casa do Sal": a capital article within a sentence belongs to the name.
  const isArticle = name === 'name' && first > 1 && /^(?:The|A|O|La|Le|Les|El|Los|Il|Das|Der|Die|De)$/u.test(tokens[first - 1]?.text ?? '');
  return isArticle && /[\p{L},]$/u.test(tokens[first - 2]?.text ?? '') ? first - 1 : first;
}

const DETERMINER =
  /^(?:an?|the|my|our|your|his|her|their|this|some|eine?[nrms]?|mein\p{L}{0,2}|unser\p{L}{0,2}|der|die|das|une?|le|la|les|mon|ma|mes|notre|nos|una?|el|los|las|mi|mis|nuestr\p{L}{2}|il|lo|i|gli|mi[oa]|nostr[oaie]|um|uma|o|os|as|meu|minha|een|de|het|mijn|onze?|en|ett|min|mitt|vår\p{L}?)$/iu;
const MOST_BEFORE = 2;

/** A subject starts behind a nearby article: "(my) oyster mushroom kits". */
function wholeFrom(tokens: readonly Token[], labels: readonly number[], first: number): number {
  for (let by = 1; by <= MOST_BEFORE + 1; by++) {
    const before = tokens[first - by];
    const isEdge = before === undefined || DETERMINER.test(before.text);
    if (isEdge) return first - by + 1;
    // "Fiesta de barrio": the subject may start before a small word.
    if (
      /^(?:de|di|do|du|da|des|del|della)$/u.test(before.text) &&
      (first - by === 1 || DETERMINER.test(tokens[first - by - 2]?.text ?? '')) &&
      /^\p{L}{4,}$/u.test(tokens[first - by - 1]?.text ?? '')
    )
      return first - by - 1;
    if (!/^(?:\p{Ll}[\p{Ll}'’-]*|\d{1,2})$/u.test(before.text) || SMALL_WORD.test(before.text) || labels[first - by] !== 0) return first;
  }
  return first;
}
const SMALL_WORD =
  /^(?:for|of|about|on|in|at|to|with|by|from|and|or|is|are|was|we|i|it|you|sell\p{L}*|mak\p{L}*|offer\p{L}*|need\p{L}*|want\p{L}*|do|does|page|site|website|e?mail|für|von|über|mit|und|pour|de|sur|avec|et|para|sobre|con|y|per|di|su|e|com|voor|van|over|met|för|om|med|och|dla|o|z|i|w)$/iu;

const model = lazily('spans', (content) => {
  const { behind, ...weights } = content as Packed & { behind: number[] };
  const { scale, bytes } = unpacked(weights);
  return {
    of: (bucket: number, label: number) => scale * (bytes[bucket * LABELS + label] as number),
    behind: (before: number, label: number) => behind[before * LABELS + label] as number,
  };
});

export function readSpans(reading: Reading): Partial<Record<SpanName, string>> {
  const context = spanContext(reading);
  const { tokens, text } = context;
  if (tokens.length === 0) return {};
  return spansIn(
    text,
    tokens,
    decode(
      tokens.map((_token, at) => spanFeatures(context, at)),
      model(),
    ),
  );
}
