import { LANGUAGES, tradeWords } from '../library/library.ts';
import type { Reading } from './reading.ts';
import { capital } from './text.ts';
import { anyCase, lists, normal, once } from './words.ts';

/*
 * Language libraries were measured: 0.6 to 5 s to load, 10 to 160 MB per thread, 17 ms a prompt, and wrong about short prompts as often.
 * Scripts and small words do as well for the languages of the library.
 */

const SCRIPTS: [RegExp, string][] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/gu, 'ja'],
  [/\p{sc=Hangul}/gu, 'ko'],
  [/\p{sc=Arabic}/gu, 'ar'],
  [/\p{sc=Hebrew}/gu, 'he'],
  [/[іїєґ]/giu, 'uk'],
  [/\p{sc=Cyrillic}/gu, 'ru'],
  [/\p{sc=Greek}/gu, 'el'],
  [/\p{sc=Thai}/gu, 'th'],
  [/\p{sc=Devanagari}/gu, 'hi'],
  [/\p{sc=Han}/gu, 'zh'],
];

const LETTERS: [RegExp, string[]][] = [
  [/ß/gu, ['de']],
  [/[äöü]/gu, ['de', 'sv', 'fi', 'tr', 'hu']],
  [/[ãõ]/gu, ['pt']],
  [/[ñ¿¡]/gu, ['es']],
  [/å/gu, ['sv', 'da', 'no']],
  [/[æø]/gu, ['da', 'no']],
  [/[ąćęłńśźż]/gu, ['pl']],
  [/[êèçœû]/gu, ['fr', 'pt']],
  [/[ìòù]/gu, ['it', 'fr']],
  [/[ěřů]/gu, ['cs']],
  [/[șțăş]/gu, ['ro', 'tr']],
  [/[őű]/gu, ['hu']],
  [/[ğı]/gu, ['tr']],
  [/[íóúá]/gu, ['es', 'pt', 'hu', 'cs']],
];

type Shares = Map<string, [language: string, points: number][]>;

const smallWords = (): Shares => once('small words', () => sharesOf(Object.entries(lists('languages'))));

/** Names of trades decide for prompts with hardly any small words: "fontanero urgente 24 h". */
const tradeNames = (): Shares => {
  const longWords = (lang: string) =>
    Object.values(tradeWords(lang)).flatMap((all) => all.flatMap((one) => one.match(/\p{L}{5,}/gu) ?? []));
  return once('trade names', () => sharesOf(LANGUAGES.map((lang): [string, string[]] => [lang, longWords(lang)])));
};

function sharesOf(entries: readonly [language: string, words: readonly string[]][]): Shares {
  const languages = new Map<string, Set<string>>();
  for (const [language, words] of entries)
    for (const word of words) languages.set(String(word), (languages.get(String(word)) ?? new Set()).add(language));
  return new Map(
    [...languages].map(([word, all]) => [word, [...all].map((language): [string, number] => [language, 1 / all.size ** 0.7])]),
  );
}

export function languageOf(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return 'en';
  for (const [script, code] of SCRIPTS) {
    const share = (text.match(script)?.length ?? 0) / letters;
    // A name in another script does not decide the language. Japanese is mostly Han.
    if (share > (code === 'ja' ? 0.08 : code === 'uk' ? 0.02 : 0.3)) return code === 'ar' && /[پچژگ]/u.test(text) ? 'fa' : code;
  }
  const points = new Map<string, number>([['en', 0.2]]);
  const add = (language: string, by: number) => points.set(language, (points.get(language) ?? 0) + by);
  const addWords = (shares: Shares) => {
    for (const word of normal(text).split(/[\s']+/)) for (const [language, by] of shares.get(word) ?? []) add(language, by);
  };
  addWords(smallWords());
  for (const [pattern, languages] of LETTERS) {
    const found = Math.min(3, text.toLowerCase().match(pattern)?.length ?? 0);
    for (const language of languages) if (found > 0) add(language, (found * 0.6) / languages.length ** 0.5);
  }
  const sorted = () => [...points].toSorted(([, one], [, other]) => other - one);
  const [[, first] = ['', 0], [, second] = ['', 0]] = sorted();
  if (first - second <= 2) addWords(tradeNames());
  return sorted()[0]?.[0] ?? 'en';
}

const names = (): [string, string[]][] => Object.entries(lists('language-names'));

export const languageNamed = (name: string): string | undefined =>
  names().find(([, all]) =>
    all.includes(
      name
        .trim()
        .toLowerCase()
        .replace(/e[nsr]?$/u, (end) => (/(?:isch|sch)e[nsr]?$/iu.test(name) ? '' : end)),
    ),
  )?.[0];

const ALL = names()
  .flatMap(([, all]) => all)
  .join('|');
const WISH = anyCase`(?:\b(?:in|auf|en|in het|på|po|em|w języku|write(?: it)? in|text in|language:?|sprache:?|langue:?|idioma:?|lingua:?|taal:?|språk:?|język:?)\s+(?:the\s+|gutem\s+|good\s+|plain\s+|simple\s+)?(${ALL})(?:er sprache)?\b(?!\s+(?:restaurant|food|wine|cuisine|course|courses|lessons|class|classes|kurs|kurse|kitchen|lesson|speaking|teacher|tutor|learners)))|(英語|ドイツ語|フランス語|日本語|スペイン語)で`;

export function languageWished(text: string): { lang: string; words: string } | undefined {
  const found = WISH.exec(text);
  const lang = found && languageNamed(found[1] ?? found[2] ?? '');
  return found && lang ? { lang, words: found[0] } : undefined;
}

export const isUnspaced = (lang: string): boolean => lang === 'ja' || lang === 'zh';

/** For a page in another language than its prompt: translates what it can, and notes the rest as left out. */

const NAMES = {
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  months: ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'],
};

const phrases = (lang: string): string[] => lists('phrases')[lang] ?? [];

function calendar(lang: string): Map<string, string> {
  const words = new Map<string, string>();
  const day = new Intl.DateTimeFormat(lang, { weekday: 'long', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(lang, { month: 'long', day: 'numeric', timeZone: 'UTC' });
  NAMES.days.forEach((name, i) => {
    const said = day.format(new Date(Date.UTC(2024, 0, i + 1)));
    for (const short of [name, name.slice(0, 3)]) words.set(short, said);
    words.set(`${name}s`, said);
  });
  NAMES.months.forEach((name, i) => {
    const said = month.formatToParts(new Date(Date.UTC(2024, i, 1))).find(({ type }) => type === 'month')?.value;
    if (said) for (const short of [name, name.slice(0, 3)]) words.set(short, said);
  });
  for (const [i, phrase] of phrases('en').entries()) words.set(phrase, phrases(lang)[i] as string);
  return words;
}

/** "Every Tuesday 7pm". Undefined if a word has no translation. */
function translated(value: string, lang: string): string | undefined {
  const words = calendar(lang);
  let isWhole = true;
  const text = value
    .replace(/(\d{1,2})(?:[:.](\d{2}))?\s?(am|pm)(?!\p{L})/giu, (_all, hour: string, minutes: string | undefined, half: string) => {
      const hours = (Number(hour) % 12) + (/pm/iu.test(half) ? 12 : 0);
      return `${hours}:${minutes ?? '00'}`;
    })
    .replace(/(?<!\d)(\d{1,2})(?:st|nd|rd|th)(?!\p{L})/giu, lang === 'de' ? '$1.' : '$1')
    .replace(/[$€£](\d[\d.,]*)/gu, (all, amount: string) => (all.startsWith('€') ? `${amount} €` : all))
    .replace(/(\d)\s?euros?(?!\p{L})/giu, '$1 €')
    .replace(
      /per\s(?:night|person|hour|month)|an hour|breakfast included|dogs welcome|free (?:parking|entry)|\p{L}[\p{L}'’]*/giu,
      (word) => {
        const said = words.get(word.toLowerCase().replace(/\s+/g, ' '));
        if (said === undefined && !/^\p{Lu}/u.test(word)) isWhole = false;
        return said ?? word;
      },
    );
  const spaced = lang === 'de' ? text.replace(/(\d{1,2})\.?\s(?=\p{Lu}\p{Ll}{2,})/gu, '$1. ') : text;
  return isWhole ? spaced : undefined;
}

export function sayInLanguage(reading: Reading): void {
  const { brief, masked } = reading;
  const { slots, lang } = brief;
  if (lang === 'en' || phrases(lang).length === 0 || languageOf(masked.shown(masked.text)) !== 'en') return;
  const left: string[] = [];
  brief.facts = brief.facts.flatMap((fact) => {
    if (!['when', 'price', 'hours', 'until', 'deadline', 'note'].includes(fact.kind)) return [fact];
    const value = translated(fact.value, lang);
    const label = fact.label && translated(fact.label.toLowerCase(), lang);
    if (value === undefined || (fact.label && fact.kind === 'price' && !label)) {
      left.push([fact.label, fact.value].filter(Boolean).join(': '));
      return [];
    }
    const { label: _label, ...rest } = fact;
    return [{ ...rest, value: capital(value), ...(label && { label: capital(label) }) }];
  });
  for (const slot of ['when', 'price', 'deadline', 'until'] as const) {
    const value = slots[slot] && translated(slots[slot], lang);
    if (value) slots[slot] = value;
    else delete slots[slot];
  }
  const kept = (texts: readonly string[]): string[] =>
    texts.flatMap((text) => {
      const said = translated(text.replace(/\.$/u, ''), lang);
      if (said === undefined) left.push(text);
      return said === undefined ? [] : [capital(said)];
    });
  brief.remarks = [...kept(brief.statements), ...kept(brief.remarks)];
  brief.statements = [];
  brief.offers = kept(brief.offers);
  delete brief.about;
  delete slots.audience;
  const [trade] = brief.trade && brief.kind === 'page' ? (tradeWords(lang)[brief.trade] ?? []) : [];
  if (trade) slots.subject = trade;
  else delete slots.subject;
  for (const field of brief.fields ?? []) {
    if (field.standard && !field.options) delete field.label;
    else if (field.label) field.label = translated(field.label.toLowerCase(), lang) ?? field.label;
    if (field.options) field.options = field.options.map((option) => capital(translated(option.toLowerCase(), lang) ?? option));
  }
  if (left.length > 0)
    reading.note(
      'left_out',
      `The page is to be in another language, and these words of yours are in English: “${left.join('” · “').slice(0, 400)}”. Write them in the language of the page, and ask for them again.`,
    );
}
