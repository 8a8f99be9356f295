import { tradeWords } from '../library/library.ts';
import { languageOf } from './language.ts';
import type { Reading } from './reading.ts';
import { capital } from './split.ts';
import { lists } from './words.ts';

/** A page in another language than its prompt: what can be said in that language is, and what cannot is left out and noted. */

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

/** "Every Tuesday 7pm" as the language of the page has it; undefined where a word is left in English. */
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
