import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import type { LanguageCode, Phrases } from './phrases.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { sv } from './sv.ts';

export const LANGUAGES: Record<LanguageCode, Phrases> = { en, de, fr, es, it, pt, nl, sv, pl, ja };

export type { HeadingKey, LanguageCode, Phrases } from './phrases.ts';
