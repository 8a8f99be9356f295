import { words } from '../brief/words.ts';
import { MONO, SANS, type Tone } from './tone.ts';

export const technical: Tone = {
  id: 'technical',
  words: words(
    'technical',
    'techy',
    'nerdy',
    'hacker',
    'developer',
    'monospace',
    'mono',
    'brutalist',
    'technisch*',
    'technique',
    'técnic*',
    'tecnico',
    'teknisk',
    'techniczn*',
    'テクニカル',
    'engineering',
  ),
  display: MONO,
  text: SANS,
  weight: 600,
  tracking: -0.03,
  radius: 3,
  tint: 0.6,
  ratio: 1.25,
};
