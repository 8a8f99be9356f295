import { words } from '../brief/words.ts';
import type { Purpose } from './purpose.ts';

export const landing: Purpose = {
  id: 'landing',
  words: words('landing page'),
  vessel: false,
  tone: 'humanist',
  fields: ['name', 'email', 'message'],
  formFirst: false,
  openings: ['split', 'frame', 'scene'],
  motif: 'shapes',
};
