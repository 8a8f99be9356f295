import { words } from '../brief/words.ts';
import { HUMANIST, type Tone } from './tone.ts';

export const humanist: Tone = {
  id: 'humanist',
  words: words(
    'natural',
    'honest',
    'human',
    'down to earth',
    'bodenständig*',
    'natürlich*',
    'naturel*',
    'naturale',
    'naturlig*',
    'naturaln*',
    'approachable',
    'ナチュラル',
  ),
  display: HUMANIST,
  text: HUMANIST,
  weight: 700,
  tracking: -0.02,
  radius: 10,
  tint: 1,
  ratio: 1.28,
};
