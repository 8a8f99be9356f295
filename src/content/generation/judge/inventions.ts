import type { Draft, Note } from '../draft/draft.ts';
import { note } from '../reader/brief.ts';
import { normal } from '../reader/words.ts';
import { placedBlocks, textsOf } from './texts.ts';

const FIGURE = /\d[\d.,]*\d|\d/g;
/** Small figures are facts too when they are a price, an amount or a date. */
const TELLING =
  /[€$£¥]\s?(\d[\d.,]{0,20})|(\d[\d.,]{0,20})\s?(?:[€£¥%]|(?:eur|usd|gbp|chf|kr|sek|zł|pln|euros?|dollars?|pounds?|am|pm|uhr)(?![\p{L}]))|(\d{1,2})(?:st|nd|rd|th|er|[.ºª])?\s(?:de\s)?(?:jan|feb|mar|mär|mrz|apr|may|mai|maj|jun|jul|aug|sep|oct|okt|ott|nov|dec|dez|dic|déc|ene|gen|abr|avr|ago|fév|mag|giu|lug|set|out|mei)\p{L}{0,8}(?!\p{L})|(?:january|february|march|april|may|june|july|august|september|october|november|december)\s(\d{1,2})(?!\d)/giu;
const ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;
/** Small figures count things on the page: "three steps". */
const SMALL = 12;

const bareFigure = (figure: string): string =>
  figure
    .replace(/[.,]+$/, '')
    .replace(/[.,](?=\d{3}(?!\d))/g, '')
    .replace(',', '.')
    .replace(/\.00?$/, '');

/** "6 pm" may be written as "18:00". */
const waysOf = (figure: string): string[] => {
  const hour = Number(figure);
  return hour >= 1 && hour <= 12 ? [figure, String(hour + 12)] : hour > 12 && hour <= 24 ? [figure, String(hour - 12)] : [figure];
};

/** Finds figures, addresses and names that no source contains: inventions of a model. */
export function judgeInventions(draft: Draft, sources: readonly string[]): Note[] {
  const known = new Set(sources.flatMap((source) => source.match(FIGURE) ?? []).flatMap((figure) => waysOf(bareFigure(figure))));
  const given = sources.join('\n').toLowerCase();
  const figures = textsOf(draft).flatMap(({ text, place }) => {
    const telling = [...text.matchAll(TELLING)].map((found) => found.slice(1).find((figure) => figure !== undefined) ?? '');
    const many = (text.match(FIGURE) ?? []).filter((figure) => Number(bareFigure(figure)) > SMALL);
    const made = [...new Set([...many, ...telling].map((figure) => figure.replace(/[.,]+$/, '')))].filter(
      (figure) => !known.has(bareFigure(figure)),
    );
    const addresses = (text.match(ADDRESS) ?? []).filter((address) => !given.includes(address.toLowerCase()));
    return [...made, ...addresses].map((value) => note('check', `“${value}” is nothing that you said: is it so?`, place));
  });
  return [...figures, ...judgeNames(draft, sources)];
}

function judgeNames(draft: Draft, sources: readonly string[]): Note[] {
  const given = ` ${normal(sources.join('\n'))} `;
  return placedBlocks(draft).flatMap(([place, block]) => {
    if (block.kind !== 'people' && block.kind !== 'quote' && block.kind !== 'logos') return [];
    return block.items.flatMap(({ name }, i) => {
      const unknown =
        name !== undefined &&
        normal(name)
          .split(' ')
          .some((word) => word.length > 1 && !given.includes(word));
      return unknown ? [note('check', `“${name}” is a name that you did not give: is it so?`, `${place}.items[${i}].name`)] : [];
    });
  });
}
