import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Words } from '../draft/words.ts';
import type { Slots } from '../reader/brief.ts';
import { capital } from '../reader/text.ts';

/* Finished copy by purpose in ten languages, and trades in English. Files are kept once they are read. */

/** Of alternatives, the first counts whose slots can all be filled. */
export type Choice = string | readonly string[];

interface Conditional {
  /** Words of a prompt that speak of it. */
  words?: string[];
  /** Shown only when the prompt speaks of it. */
  only?: boolean;
}

export interface TextItem extends Conditional {
  heading: Choice;
  text: Choice;
}

export interface TextQuestion extends Conditional {
  question: Choice;
  answer: Choice;
}

/** A standard field by its name, or one of the purpose's own: its type with its label. */
export type TextField = string | ({ options?: string[]; optional?: boolean } & Record<string, unknown>);

export interface PageTexts {
  hero: { eyebrow?: Choice; heading: Choice; text?: Choice };
  action: string;
  features?: { heading?: Choice; items: TextItem[] };
  steps?: { heading?: Choice; items: TextItem[] };
  faq?: { heading?: Choice; items: TextQuestion[] };
  about?: { heading?: Choice; paragraphs: Choice[] };
  cta?: Choice;
  form?: { heading?: Choice; text?: Choice; submit: string; fields: TextField[] };
  newsletter?: string;
  /** Of `thanks`: by what it is for. */
  kinds?: Record<string, { heading: Choice; text: Choice }>;
}

export interface Trade extends PageTexts {
  purpose: string;
  subject: string;
  tone: string;
  primary: string;
  drawing?: string;
  /** Its purpose's copy is left out. */
  whole?: boolean;
}

export interface EmailTexts {
  subject: Choice;
  preview_text: Choice;
  hero: { eyebrow?: Choice; heading: Choice; text?: Choice };
  paragraphs: Choice[];
  action?: string;
  href?: string;
  closing?: Choice | null;
}

const cache = new Map<string, unknown>();

function read<Result>(path: string): Result | undefined {
  if (!cache.has(path)) {
    let content: unknown;
    try {
      content = parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    cache.set(path, content);
  }
  return cache.get(path) as Result | undefined;
}

/** The languages with copy of their own; the others have labels only. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'pl', 'ja'] as const;
const LABELLED: readonly string[] = [...LANGUAGES, 'ar', 'zh', 'hi', 'ko', 'tr', 'uk'];

export const isWritten = (lang: string): boolean => (LANGUAGES as readonly string[]).includes(lang);

/** English where the language has none. */
export function wordsOf(lang: string): Words {
  const [base = 'en'] = lang.toLowerCase().split('-');
  return read(`./${LABELLED.includes(base) ? base : 'en'}/words.yaml`) as Words;
}

export const pageTexts = (lang: string, purpose: string): PageTexts =>
  read(`./${isWritten(lang) ? lang : 'en'}/pages/${purpose}.yaml`) as PageTexts;

/** Outside English, some kinds of trades have copy of their own: a stay is no viewing, a haircut no builder's job. */
export function pageTextsFor(lang: string, purpose: string, trade: string | undefined): PageTexts {
  const isStay = purpose === 'property' && STAYS.has(trade ?? '');
  const kind = isStay ? 'stay' : purpose === 'local-service' && !BUILDS.has(trade ?? '') ? 'request' : undefined;
  return lang === 'en' || kind === undefined || !isWritten(lang)
    ? pageTexts(lang, purpose)
    : (read(`./${lang}/trades/${kind}.yaml`) as PageTexts);
}
const STAYS: ReadonlySet<string> = new Set(['bed-and-breakfast', 'campsite', 'farm-stay', 'holiday-let', 'hotel']);
const BUILDS: ReadonlySet<string> = new Set(
  'boat-repair builder carpenter chimney-sweep electrician flooring gardener handyman heating house-clearance landscaping locksmith painter-decorator pest-control plumber removals roofer sign-maker solar upholsterer'.split(
    ' ',
  ),
);

export const emailTexts = (lang: string, purpose: string): EmailTexts =>
  read(`./${isWritten(lang) ? lang : 'en'}/emails/${purpose}.yaml`) as EmailTexts;

export function mailOccasionTexts(occasion: string): (EmailTexts & { operational: boolean; news: boolean }) | undefined {
  const found = read<Record<string, OccasionTexts | undefined>>('./en/mail-occasions.yaml')?.[occasion];
  if (!found) return undefined;
  const { heading, operational = false, news = false, ...texts } = found;
  return { ...texts, hero: { heading }, operational, news };
}

interface OccasionTexts extends Omit<EmailTexts, 'hero'> {
  heading: Choice;
  operational?: boolean;
  /** The author's own news heads the mail, where it is short enough. */
  news?: boolean;
}

/** @param id of a trade that `trades.yaml` lists, or of an occasion; its copy is English, its looks are for all languages */
export const trade = (id: string): Trade => (read(`./en/trades/${id}.yaml`) ?? read(`./en/occasions/${id}.yaml`)) as Trade;

export const tradeWords = (lang: string): Record<string, string[]> => (isWritten(lang) ? read(`./${lang}/trades.yaml`) : undefined) ?? {};

export const drawingWords = (): Record<string, string[]> => read('./drawings.yaml') as Record<string, string[]>;

const SLOT = /(?<!\{)\{(\w+)\}(?!\})/g;

export function choose(choice: Choice | null | undefined, slots: Slots): string | undefined {
  if (choice === null || choice === undefined) return undefined;
  for (const source of typeof choice === 'string' ? [choice] : choice) {
    const text = slots.at === undefined ? source : source.replace(/\bin \{place\}/g, `${slots.at} {place}`);
    const names = [...text.matchAll(SLOT)].map(([, name = '']) => name);
    if (names.every((name) => slotValue(slots, name) !== undefined)) {
      const filled = text.replace(SLOT, (_slot, name: string) => slotValue(slots, name) ?? '');
      return filled === '' ? undefined : filled;
    }
  }
  return undefined;
}

function slotValue(slots: Slots, name: string): string | undefined {
  if (name === 'Subject') return slots.subject && capital(slots.subject);
  return slots[name as keyof Slots];
}

/** Items that the prompt speaks of come first. */
export function fitting<Item extends Conditional>(items: readonly Item[], speaksOf: (words: readonly string[]) => boolean): Item[] {
  const asked = items.filter(({ words }) => words && speaksOf(words));
  return [...asked, ...items.filter((item) => !item.only && !asked.includes(item))];
}
