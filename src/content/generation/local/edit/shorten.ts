import { GenerationRefused } from '../../generator.ts';
import { sentencesOf } from '../brief/clauses.ts';
import { ancestor, classesOf, type Element, lineOf, type Page, type Splice, splice } from './document.ts';
import { block, byId, namesOf, removal, target } from './targets.ts';

/** What a page can do without, the first of it first. Facts, prices, the form and what there is to do stay. */
const OPTIONAL = [
  'gallery',
  'voice',
  'quote',
  'quotes',
  'closing',
  'start',
  'people',
  'faq',
  'steps',
  'features',
  'offer',
  'about',
  'note',
];

/**
 * A document with fewer words, none of them changed: each paragraph keeps the first half of its sentences, and what is least needed
 * goes; of what cannot be cut so, the next section that a page can do without. Asked again, it goes on from there.
 * @param what a part; empty, the whole
 * @throws GenerationRefused when nothing can go
 */
export function shortened(page: Page, what: string): string {
  const part = what.trim() === '' ? undefined : target(page, what);
  if (what.trim() !== '' && !part)
    throw new GenerationRefused(
      `Understood: shorten ${what}. Looked for ${what}, and did not find it. Found here: ${namesOf(page).join(', ') || 'no sections or headings'}.`,
    );
  const within = part ? page.all.filter(({ begin, end }) => begin >= part.begin && end <= part.end) : page.all;
  const cuts = within.filter(isProse).flatMap((paragraph) => cutOf(page, paragraph));
  if (part) {
    const entries = cuts.length > 0 ? cuts : lastEntries(page, within);
    if (entries.length > 0) return splice(page.source, entries);
    throw new GenerationRefused(`Understood: shorten ${what}. It has one sentence; replace it with a shorter one: replace "…" with "…".`);
  }
  const found = OPTIONAL.flatMap((name) => {
    const section =
      name === 'closing' ? page.all.find((element) => classesOf(element).includes('closing')) : (byId(page, name) ?? block(page, name));
    return section ? [section] : [];
  });
  // A quotation and a gallery are for atmosphere; other sections say something, and go one by one.
  const loose = found.filter(({ attributes }) => /^(?:gallery|voice|quotes?)$/.test(attributes.id ?? attributes['data-block'] ?? ''));
  const gone = loose.length > 0 || cuts.length > 0 ? loose : found.slice(0, 1);
  const splices = [...gone.flatMap((section) => removal(page, section)), ...cuts];
  if (splices.length === 0)
    throw new GenerationRefused(
      'Understood: make it shorter. There is no paragraph of several sentences here and no section that it could do without; name what should go: remove ….',
    );
  return splice(page.source, splices);
}

const isProse = (element: Element): boolean =>
  element.name === 'p' &&
  element.children.length === 0 &&
  ancestor(
    element,
    ({ name, attributes }) => name === 'form' || name === 'footer' || name === 'nav' || attributes['data-block'] === 'foot',
  ) === undefined;

/** The second half of a paragraph's sentences. */
function cutOf({ source }: Page, { inner, innerEnd }: Element): Splice[] {
  const written = source.slice(inner, innerEnd);
  // Of the same length; their points and semicolons end no sentence.
  const masked = written.replace(/&#?\w+;|\{\{[^}]*\}\}/gu, (found) => '_'.repeat(found.length));
  const sentences = sentencesOf(masked);
  if (sentences.length < 2) return [];
  let end = 0;
  for (const sentence of sentences.slice(0, Math.ceil(sentences.length / 2))) end = masked.indexOf(sentence, end) + sentence.length;
  end += /^[.!?。！？;；"”“»」』)）]*/u.exec(masked.slice(end))?.[0].length ?? 0;
  return [{ begin: inner + end, end: innerEnd, text: '' }];
}

/** The last entries of a list that has more than two: half of them stay. */
function lastEntries(page: Page, within: readonly Element[]): Splice[] {
  const list = within.find(
    ({ name, children }) => (name === 'ul' || name === 'ol' || name === 'dl' || name === 'tbody') && children.length > 2,
  );
  return (list?.children.slice(Math.ceil(list.children.length / 2)) ?? []).map((entry) => ({ ...lineOf(page, entry), text: '' }));
}
