import { bold } from './bold.ts';
import { editorial } from './editorial.ts';
import { geometric } from './geometric.ts';
import { humanist } from './humanist.ts';
import { playful } from './playful.ts';
import { quiet } from './quiet.ts';
import { technical } from './technical.ts';
import type { Tone, ToneId } from './tone.ts';
import { warm } from './warm.ts';

export const TONES: Record<ToneId, Tone> = { warm, humanist, geometric, editorial, bold, quiet, playful, technical };

export type { Tone, ToneId } from './tone.ts';
