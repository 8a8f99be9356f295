import { tradeWords } from '../library/library.ts';
import { languageOf } from './language.ts';
import type { Reading } from './reading.ts';
import { capital } from './split.ts';

/** A page in another language than its prompt: what can be said in that language is, and what cannot is left out and noted. */

const NAMES = {
  days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  months: ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'],
};
const PHRASES = [
  ...['every', 'from', 'to', 'at', 'until', 'free', 'per night', 'per person', 'per hour', 'an hour', 'per month', 'each', 'and'],
  ...['breakfast included', 'dogs welcome', 'free parking', 'beginner', 'intermediate', 'advanced', 'level', 'parking', 'free entry'],
];
/** In the order of `PHRASES`. */
const SAID: Record<string, string[]> = {
  de: [
    'jeden',
    'ab',
    'bis',
    'um',
    'bis',
    'kostenlos',
    'pro Nacht',
    'pro Person',
    'pro Stunde',
    'pro Stunde',
    'pro Monat',
    'je',
    'und',
    'Frühstück inbegriffen',
    'Hunde willkommen',
    'kostenlos parken',
    'Anfänger',
    'Mittelstufe',
    'Fortgeschritten',
    'Niveau',
    'Parkplatz',
    'Eintritt frei',
  ],
  fr: [
    'chaque',
    'à partir de',
    'à',
    'à',
    'jusqu’au',
    'gratuit',
    'par nuit',
    'par personne',
    'de l’heure',
    'de l’heure',
    'par mois',
    'chacun',
    'et',
    'petit déjeuner compris',
    'chiens bienvenus',
    'parking gratuit',
    'débutant',
    'intermédiaire',
    'avancé',
    'niveau',
    'parking',
    'entrée libre',
  ],
  es: [
    'cada',
    'desde',
    'a',
    'a las',
    'hasta',
    'gratis',
    'por noche',
    'por persona',
    'por hora',
    'por hora',
    'al mes',
    'cada uno',
    'y',
    'desayuno incluido',
    'se admiten perros',
    'aparcamiento gratis',
    'principiante',
    'intermedio',
    'avanzado',
    'nivel',
    'aparcamiento',
    'entrada libre',
  ],
  it: [
    'ogni',
    'da',
    'a',
    'alle',
    'fino a',
    'gratis',
    'a notte',
    'a persona',
    'all’ora',
    'all’ora',
    'al mese',
    'ciascuno',
    'e',
    'colazione inclusa',
    'cani benvenuti',
    'parcheggio gratuito',
    'principiante',
    'intermedio',
    'avanzato',
    'livello',
    'parcheggio',
    'ingresso libero',
  ],
  pt: [
    'todas as semanas:',
    'desde',
    'a',
    'às',
    'até',
    'grátis',
    'por noite',
    'por pessoa',
    'por hora',
    'por hora',
    'por mês',
    'cada',
    'e',
    'pequeno-almoço incluído',
    'cães bem-vindos',
    'estacionamento grátis',
    'iniciante',
    'intermédio',
    'avançado',
    'nível',
    'estacionamento',
    'entrada livre',
  ],
  nl: [
    'elke',
    'vanaf',
    'tot',
    'om',
    'tot',
    'gratis',
    'per nacht',
    'per persoon',
    'per uur',
    'per uur',
    'per maand',
    'per stuk',
    'en',
    'ontbijt inbegrepen',
    'honden welkom',
    'gratis parkeren',
    'beginner',
    'gemiddeld',
    'gevorderd',
    'niveau',
    'parkeren',
    'gratis toegang',
  ],
  sv: [
    'varje',
    'från',
    'till',
    'kl',
    'till',
    'gratis',
    'per natt',
    'per person',
    'per timme',
    'per timme',
    'per månad',
    'styck',
    'och',
    'frukost ingår',
    'hundar är välkomna',
    'gratis parkering',
    'nybörjare',
    'medel',
    'avancerad',
    'nivå',
    'parkering',
    'fri entré',
  ],
  pl: [
    'co tydzień:',
    'od',
    'do',
    'o',
    'do',
    'bezpłatnie',
    'za noc',
    'od osoby',
    'za godzinę',
    'za godzinę',
    'miesięcznie',
    'za sztukę',
    'i',
    'śniadanie w cenie',
    'psy mile widziane',
    'bezpłatny parking',
    'początkujący',
    'średnio zaawansowany',
    'zaawansowany',
    'poziom',
    'parking',
    'wstęp wolny',
  ],
};

/** Days and months as their language has them, from the calendar of the platform. */
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
  const said = SAID[lang] ?? [];
  PHRASES.forEach((phrase, i) => {
    if (said[i]) words.set(phrase, said[i]);
  });
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

/** Says what a prompt says in its own language in that of the page. */
export function sayInLanguage(reading: Reading): void {
  const { brief, masked } = reading;
  const { slots, lang } = brief;
  if (lang === 'en' || SAID[lang] === undefined || languageOf(masked.shown(masked.text)) !== 'en') return;
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
