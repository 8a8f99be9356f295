import { words } from '../brief/words.ts';
import type { Purpose } from './purpose.ts';

export const newsletter: Purpose = {
  id: 'newsletter',
  words: words(
    'newsletter*',
    'mailing list',
    'rundbrief*',
    'infolettre',
    'lettre d’information',
    'boletín',
    'boletim',
    'nieuwsbrief*',
    'nyhetsbrev*',
    'biuletyn*',
    'ニュースレター',
    'メルマガ',
    'メールマガジン',
  ),
  vessel: true,
  tone: 'editorial',
  fields: ['email'],
  formFirst: true,
  openings: ['split', 'frame'],
  motif: 'letters',
};
