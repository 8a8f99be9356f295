/** The library's copy: each file is whole, fits its brief with any slots, and is such that nothing in it is found by the judge. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Draft } from '../../../src/content/generation/draft/draft.ts';
import { normalised, problemsOf } from '../../../src/content/generation/draft/normal.ts';
import { rendered } from '../../../src/content/generation/draft/render.ts';
import { judgeDraft, textsOf } from '../../../src/content/generation/judge/judge.ts';
import { fillEmail } from '../../../src/content/generation/library/fill-email.ts';
import { fillPage } from '../../../src/content/generation/library/fill-page.ts';
import { choose, emailTexts, LANGUAGES, pageTexts, trade, tradeWords, wordsOf } from '../../../src/content/generation/library/library.ts';
import { EMAILS, PAGES } from '../../../src/content/generation/library/purposes.ts';
import { type Brief, EMAIL_PURPOSES, PAGE_PURPOSES, type SlotName, type Slots } from '../../../src/content/generation/reader/brief.ts';
import { isAtLength, rounds } from '../../support/at-length.ts';

const LABELLED = [...LANGUAGES, 'ar', 'zh', 'hi', 'ko', 'tr', 'uk'];
const FOLDER = new URL('../../../src/content/generation/library/', import.meta.url);
const namesIn = (folder: string) =>
  readdirSync(new URL(folder, FOLDER))
    .map((name) => name.replace(/\.yaml$/, ''))
    .sort();
const TRADES = namesIn('en/trades/');

/** A value for each slot. Its capitals and signs show where it stands. */
const SLOTS: Record<SlotName, string> = {
  ...{
    subject: 'kayak hire',
    name: 'Reed & Paddle',
    place: 'Leeds',
    where: 'the old mill',
    audience: 'beginners',
    when: 'Sunday',
    until: 'Friday',
  },
  ...{
    price: '£9',
    discount: '20%',
    code: 'REED',
    role: 'boat builder',
    host: 'Ilse Brandt',
    offer: 'rafts',
    product: 'Otter',
    deadline: 'Monday',
    number: 'A-7',
    at: 'in',
  },
};
const NAMES = Object.keys(SLOTS) as SlotName[];

/** All texts of a file of copy, and where each stands. */
function copyIn(value: unknown, place = ''): [place: string, text: string][] {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (CODES.has(key) ? [] : copyIn(inner, `${place}.${key}`)));
}

/** Keys whose values are no copy: words of prompts, and names of fields, tones and drawings. */
const CODES = new Set(['words', 'href', 'purpose', 'tone', 'primary', 'drawing']);
/** The names of standard fields, which the language has words for. */
const isStandard = (place: string, text: string) => /\.fields\.\d+$/.test(place) && /^[a-z_]+$/.test(text);

/** The file itself: what is read through the library may fall back to another language. */
const file = (path: string): unknown => parse(readFileSync(new URL(path, FOLDER), 'utf8'));

const brief = (given: Pick<Brief, 'kind' | 'lang' | 'purpose'> & Partial<Brief>): Brief => ({
  ...{
    slots: {},
    facts: [],
    quoted: [],
    offers: [],
    statements: [],
    parts: [],
    remarks: [],
    without: [],
    action: {},
    theme: {},
    plain: false,
    words: '',
    notes: [],
  },
  ...given,
});
const AROUND = { name: undefined, logoUrl: undefined, primary: undefined, assets: [], prompt: '' };
const page = (lang: string, purpose: string, slots: Slots, of?: string): Draft =>
  fillPage(brief({ kind: 'page', lang, purpose, slots, ...(of && { trade: of }) }), { ...AROUND, prompt: `${purpose} ${of}` });
const email = (lang: string, purpose: string, slots: Slots, of?: string): Draft =>
  fillEmail(brief({ kind: 'email', lang, purpose, slots, ...(of && { trade: of }) }), { ...AROUND, name: 'Bivouac' });

/** Unfilled or badly filled gaps, which no text may have. */
const GAP = /\b(?:undefined|null|NaN)\b|\[object|(?<!\{)\{(?!\{)| {2}|\.\.(?!\.)|\. \.|,,| [,.;!?](?: |$)|^\s|\s$|[!?]\./;
const gapsIn = (texts: readonly string[]): string[] => texts.filter((text) => GAP.test(text.replace(/\{\{.*?\}\}/g, 'Anna')));
const findings = (draft: Draft, kind: 'page' | 'email'): string[] => [
  ...problemsOf(normalised(draft)).map(({ path, message }) => `${path} ${message}`),
  ...judgeDraft({ draft: normalised(draft), kind, isTemplate: false }).map(({ text, place }) => `${place}: ${text}`),
  ...gapsIn(textsOf(draft).map(({ text }) => text)),
];
const checked = (draft: Draft, kind: 'page' | 'email', name: string): string[] =>
  findings(draft, kind).map((finding) => `${name}: ${finding}`);

describe('every purpose', () => {
  it('has a plan, and copy in every language', () => {
    for (const lang of LANGUAGES) {
      expect([lang, namesIn(`${lang}/pages/`)]).toEqual([lang, [...PAGE_PURPOSES].sort()]);
      expect([lang, namesIn(`${lang}/emails/`)]).toEqual([lang, [...EMAIL_PURPOSES].sort()]);
    }
    expect([Object.keys(PAGES).sort(), Object.keys(EMAILS).sort()]).toEqual([[...PAGE_PURPOSES].sort(), [...EMAIL_PURPOSES].sort()]);
  });

  it.runIf(isAtLength)('has the same parts in every language', () => {
    for (const purpose of PAGE_PURPOSES) {
      const parts = Object.keys(pageTexts('en', purpose)).sort();
      for (const lang of LANGUAGES) expect([lang, purpose, Object.keys(pageTexts(lang, purpose)).sort()]).toEqual([lang, purpose, parts]);
    }
    for (const purpose of EMAIL_PURPOSES) {
      const parts = Object.keys(emailTexts('en', purpose)).sort();
      for (const lang of LANGUAGES) expect([lang, purpose, Object.keys(emailTexts(lang, purpose)).sort()]).toEqual([lang, purpose, parts]);
    }
  });

  it('has small words in every language that has labels', () => {
    const placesOf = (lang: string) =>
      copyIn(wordsOf(lang))
        .map(([place]) => place)
        .sort();
    for (const lang of LABELLED) expect([lang, placesOf(lang)]).toEqual([lang, placesOf('en')]);
    for (const lang of LABELLED) expect([lang, copyIn(wordsOf(lang)).filter(([, text]) => text.trim() === '')]).toEqual([lang, []]);
  });

  it('is read by the words of its trades in every language that has them', () => {
    for (const lang of LANGUAGES)
      for (const id of Object.keys(tradeWords(lang))) expect([lang, id, TRADES.includes(id)]).toEqual([lang, id, true]);
    expect(Object.keys(tradeWords('en')).sort()).toEqual(TRADES);
  });
});

/** Every file with copy, by its path. */
const FILES = [
  ...LANGUAGES.flatMap((lang) => [
    ...PAGE_PURPOSES.map((purpose) => `${lang}/pages/${purpose}.yaml`),
    ...EMAIL_PURPOSES.map((purpose) => `${lang}/emails/${purpose}.yaml`),
    ...(lang === 'en' ? [] : [`${lang}/trades/request.yaml`, `${lang}/trades/stay.yaml`]),
  ]),
  ...TRADES.map((id) => `en/trades/${id}.yaml`),
];
const COPY = FILES.flatMap((path) =>
  copyIn(file(path)).flatMap(([place, text]) => (isStandard(place, text) ? [] : [{ at: `${path}${place}`, text, lang: path.slice(0, 2) }])),
);

describe('the copy', () => {
  const where = (wrong: (text: string, copy: (typeof COPY)[number]) => boolean) =>
    COPY.filter((copy) => wrong(copy.text, copy)).map(({ at, text }) => `${at}: ${text}`);

  it('names no slot that there is not', () => {
    const known = new Set<string>([...NAMES, 'Subject']);
    expect(
      where((text) => [...text.replace(/\{\{.*?\}\}/g, '').matchAll(/\{([^{}]*)\}?/g)].some(([, name = '']) => !known.has(name))),
    ).toEqual([]);
  });

  it.runIf(isAtLength)('invents no figure, price, share or month', () => {
    expect(where((text, { at }) => !at.includes('.options.') && /[\p{N}€$£¥%]/u.test(text.replace(TRUE, '')))).toEqual([]);
    // "May" and "March" begin questions and orders; with a day, they would have a figure beside them.
    const months = new Map(LANGUAGES.map((lang) => [lang as string, wordsOf(lang).months.filter((month) => !AMBIGUOUS.has(month))]));
    const named = (text: string, lang: string) =>
      months.get(lang)?.some((month) => (lang === 'ja' ? text.includes(month) : text.split(/[^\p{L}]+/u).includes(month)));
    // Trades speak of months as seasons ("in November"), and of no day.
    expect(where((text, { lang, at }) => !at.includes('/trades/') && named(text, lang) === true)).toEqual([]);
  });

  it('has labels of buttons that fit on them, and subjects that are read', () => {
    expect(where((text, { at }) => /yaml\.(?:form\.submit|action)$/.test(at) && [...text].length > 40)).toEqual([]);
    expect(
      where(
        (text, { at }) => /yaml\.subject(?:\.\d+)?$/.test(at) && at.includes('/emails/') && [...text.replace(/\{\w+\}/g, '')].length > 60,
      ),
    ).toEqual([]);
  });

  it('says nothing of itself', () => {
    expect(where((text) => /lorem ipsum|\[(?:insert|your|name)|href="#"|\bx{3,}\b/i.test(text))).toEqual([]);
  });

  it.runIf(isAtLength)('can be filled without any slot, and with each of them', () => {
    for (const path of FILES.filter((_, i) => isAtLength || i % 5 === 0)) {
      const choices: (string | string[])[] = [];
      const walk = (value: unknown, key: string): void => {
        if (typeof value === 'string') choices.push(value);
        else if (
          Array.isArray(value) &&
          value.every((one) => typeof one === 'string') &&
          !['words', 'fields', 'paragraphs', 'options'].includes(key)
        )
          choices.push(value);
        else if (typeof value === 'object' && value !== null)
          for (const [name, inner] of Object.entries(value)) if (!CODES.has(name)) walk(inner, name);
      };
      walk(file(path), '');
      const filled = (slots: Slots) => choices.flatMap((choice) => choose(choice, slots) ?? []);
      const sets: Slots[] = [
        {},
        SLOTS,
        ...NAMES.map((name) => ({ [name]: SLOTS[name] })),
        ...NAMES.map((name) => ({ ...SLOTS, [name]: undefined })),
      ];
      for (const slots of sets) expect([path, gapsIn(filled(slots).filter((text) => !text.includes('{{')))]).toEqual([path, []]);
    }
  });
});

/** Figures that are always true: of emergency calls, and of vitamins. Sizes to choose from are no claims. */
const TRUE = /\b(?:112|1177|15|B12)\b|119番/g;
const AMBIGUOUS = new Set(['May', 'March', 'mars', 'mai', 'Mai', 'mei', 'marzo', 'maj', 'maio', 'mayo', 'maggio']);

describe('a page of the library', () => {
  it.each(TRADES.map((_, i) => i).filter((i) => i % 64 === 0))(
    'passes the judge for trades, with all slots and with none: from %i on',
    (from) => {
      const some = TRADES.slice(from, from + 64).filter((_, i) => isAtLength || i % 8 === 0);
      const found = some.flatMap((id) => {
        const { purpose } = trade(id);
        return [{}, SLOTS, { place: 'Leeds' }, { name: 'Reed & Paddle', price: '£9' }].flatMap((slots, i) =>
          checked(page('en', purpose, slots, id), 'page', `${id} ${i}`),
        );
      });
      expect(found).toEqual([]);
    },
  );

  it.each(LANGUAGES.slice(0, rounds(3, LANGUAGES.length)))('passes the judge for every purpose, also of a trade: %s', (lang) => {
    const some = [undefined, 'bakery', ...(isAtLength ? ['law-firm', 'podcast', 'yoga', 'budgeting-app'] : [])].filter(
      (id) => id === undefined || TRADES.includes(id),
    );
    const found = PAGE_PURPOSES.flatMap((purpose) =>
      some.flatMap((of) => [{}, SLOTS].flatMap((slots, i) => checked(page(lang, purpose, slots, of), 'page', `${purpose} ${of} ${i}`))),
    );
    expect(found).toEqual([]);
  });

  it.each(LABELLED.filter((lang) => !(LANGUAGES as readonly string[]).includes(lang)))('stands where there are labels only: %s', (lang) => {
    const slots = { subject: 'カヤック', name: 'Reed & Paddle' };
    expect(PAGE_PURPOSES.flatMap((purpose) => checked(page(lang, purpose, slots), 'page', purpose))).toEqual([]);
  });

  it('weighs less than it may', () => {
    const found = PAGE_PURPOSES.flatMap((purpose) => {
      const { draft, html } = rendered(page('en', purpose, SLOTS, 'bakery'), 'page');
      return judgeDraft({ draft, kind: 'page', isTemplate: false, html });
    });
    expect(found).toEqual([]);
  });
});

describe('an email of the library', () => {
  it.each(LANGUAGES.slice(0, rounds(3, LANGUAGES.length)))('passes the judge for every purpose: %s', (lang) => {
    const found = EMAIL_PURPOSES.flatMap((purpose) =>
      [{}, SLOTS, ...NAMES.map((name) => ({ [name]: SLOTS[name] }))].flatMap((slots, i) => {
        const draft = email(lang, purpose, slots);
        const { subject = '' } = draft as { subject?: string };
        return [
          ...checked(draft, 'email', `${purpose} ${NAMES[i - 2] ?? i}`),
          ...([...subject].length > 60 ? [`${purpose}: ${subject}`] : []),
        ];
      }),
    );
    expect(found).toEqual([]);
  });

  it('weighs less than it may', () => {
    const found = EMAIL_PURPOSES.flatMap((purpose) => {
      const { draft, html } = rendered(email('en', purpose, SLOTS, 'bakery'), 'email');
      return judgeDraft({ draft, kind: 'email', isTemplate: false, html });
    });
    expect(found).toEqual([]);
  });
});
