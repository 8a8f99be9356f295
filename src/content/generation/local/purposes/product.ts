import { words } from '../brief/words.ts';
import type { Purpose } from './purpose.ts';

export const product: Purpose = {
  id: 'product',
  words: words(
    'product*',
    'produkt*',
    'produit*',
    'producto*',
    'prodotto*',
    'produto*',
    'launch',
    'new collection',
    'kollektion*',
    '商品',
    '新発売',
    'pre-order',
    'vorbestell*',
    'book launch',
    'kickstarter',
  ),
  vessel: false,
  tone: 'geometric',
  fields: ['name', 'email'],
  formFirst: false,
  openings: ['split', 'frame', 'scene'],
  motif: 'goods',
};
