import { sectionNamed } from '../brief/section-words.ts';
import { words } from '../brief/words.ts';
import { ancestor, classesOf, type Element, lineOf, type Page, type Splice, textOf, within } from './document.ts';

/*
 * What an instruction names, found on a page: by the names that the composer gives, by landmarks, and by headings, so that
 * pages that somebody wrote by hand are understood as well.
 */

const PARTS: [RegExp, (page: Page) => Element | undefined][] = [
  [
    words(
      'sub-headline',
      'subtitle',
      'sub-title',
      'tagline',
      'intro',
      'intro text',
      'introduction',
      'lede',
      'lead',
      'untertitel',
      'einleitung',
      'sous-titre',
      'subtítulo',
      'sottotitolo',
      'ondertitel',
      'underrubrik',
      'underrubriken',
      'ingress',
      'ingressen',
      'podtytuł',
      'リード',
    ),
    (page) => byClass(page, 'lede') ?? block(page, 'intro', 'p'),
  ],
  [
    words(
      'headline',
      'main heading',
      'heading',
      'title',
      'h1',
      'überschrift',
      'titel',
      'schlagzeile',
      'titre',
      'título',
      'titular',
      'titolo',
      'kop',
      'rubrik',
      'rubriken',
      'nagłówek',
      'tytuł',
      '見出し',
      'タイトル',
    ),
    (page) => page.all.find(({ name }) => name === 'h1'),
  ],
  [words('eyebrow', 'kicker', 'dachzeile', 'line above the headline'), (page) => byClass(page, 'eyebrow')],
  [
    words(
      'form',
      'sign-up form',
      'contact form',
      'registration form',
      'formular',
      'anmeldeformular',
      'kontaktformular',
      'formulaire',
      'formulario',
      'formulário',
      'formulier',
      'formulär',
      'formuläret',
      'modulo',
      'formularz',
      'フォーム',
    ),
    (page) =>
      around(
        page,
        page.all.find(({ name }) => name === 'form'),
      ),
  ],
  [
    words('code', 'coupon', 'coupon code', 'voucher', 'gutschein', 'gutscheincode', 'クーポン'),
    (page) => byClass(page, 'coupon') ?? block(page, 'code'),
  ],
  [
    words(
      'quote',
      'quotation',
      'testimonial',
      'testimonials',
      'zitat',
      'stimmen',
      'citation',
      'cita',
      'citazione',
      'citação',
      'citaat',
      'citat',
      'citatet',
      'cytat',
      'お客様の声',
    ),
    (page) =>
      around(
        page,
        page.all.find(({ name }) => name === 'blockquote'),
      ) ?? block(page, 'quote'),
  ],
  [
    words(
      'picture',
      'image',
      'illustration',
      'drawing',
      'photo',
      'art',
      'artwork',
      'bild',
      'bilden',
      'grafik',
      'foto',
      'illustration',
      'dessin',
      'imagen',
      'ilustración',
      'immagine',
      'illustrazione',
      'imagem',
      'ilustração',
      'afbeelding',
      'tekening',
      'illustratie',
      'obraz',
      'ilustracja',
      '画像',
      'イラスト',
      'pictures',
      'images',
      'illustrations',
      'bilder',
    ),
    picture,
  ],
  [
    words(
      'footer',
      'unsubscribe footer',
      'unsubscribe link',
      'unsubscribe',
      'fußzeile',
      'pied de page',
      'pie de página',
      'piè di pagina',
      'rodapé',
      'voettekst',
      'sidfot',
      'stopka',
      'フッター',
    ),
    (page) => page.all.find(({ name }) => name === 'footer') ?? block(page, 'foot'),
  ],
  [words('header', 'kopfzeile', 'en-tête', 'encabezado'), (page) => page.all.find(({ name }) => name === 'header')],
  [words('navigation', 'nav', 'menu bar', 'navigationsleiste'), (page) => page.all.find(({ name }) => name === 'nav')],
  [
    words(
      'button',
      'cta',
      'call to action',
      'call-to-action',
      'knopf',
      'schaltfläche',
      'bouton',
      'botón',
      'pulsante',
      'botão',
      'knop',
      'knapp',
      'knappen',
      'przycisk',
      'ボタン',
    ),
    (page) => buttons(page)[0] && wrapper(buttons(page)[0] as Element),
  ],
  [
    words(
      'facts',
      'details',
      'at a glance',
      'key facts',
      'fakten',
      'eckdaten',
      'auf einen blick',
      'en bref',
      'datos',
      'in breve',
      'feiten',
      'fakta',
      'fakty',
      'ご案内',
    ),
    (page) => byId(page, 'facts') ?? block(page, 'facts'),
  ],
  [words('hero', 'opening', 'intro section', 'first section', 'kopfbereich'), (page) => byId(page, 'intro') ?? block(page, 'headline')],
  [words('greeting', 'salutation', 'begrüßung', 'anrede'), (page) => block(page, 'greeting')],
  [words('colour strip', 'strip', 'farbstreifen'), (page) => block(page, 'strip')],
];

const ARTICLE =
  /^(?:the|an?|that|this|our|your|my|der|die|das|den|dem|ein|eine|einen|le|la|les|l['’]|un|une|el|los|las|una|il|lo|gli|i|o|a|os|as|um|uma|de|het|een)\s+/iu;
const SECTION_FIRST =
  /^(?:section|block|part|abschnitt|bereich|sektion|sección|sezione|seção|sectie|avsnitt)\s+(?:called\s+|named\s+|namens\s+|about\s+)?/iu;
const SECTION = /\s*(?:section|block|part|area|abschnitt|bereich|sektion|teil|sección|sezione|seção|sectie|avsnitt|sekcja|セクション)$/iu;

/** The element that a name means, or undefined. */
export function target(page: Page, wish: string): Element | undefined {
  const name = wish
    .trim()
    .replace(ARTICLE, '')
    .replace(SECTION_FIRST, '')
    .replace(SECTION, '')
    .replace(/^["“„«「]|["”“»」]$/gu, '')
    .trim();
  if (name === '') return undefined;
  const part = PARTS.find(([pattern]) => pattern.exec(name)?.[0].length === name.length);
  const found = part?.[1](page);
  if (found) return found;
  const named = byId(page, slug(name)) ?? byKind(page, name) ?? byHeading(page, name);
  if (named) return named;
  // Swedish says "the" at the end of the word: programmet, priserna, menyn.
  const bare = ['met', 'et', 'en', 'na', 'n', 't'].flatMap((end) => (name.endsWith(end) ? [name.slice(0, -end.length)] : []));
  for (const word of bare) {
    const kind = word.length > 3 ? byKind(page, word) : undefined;
    if (kind) return kind;
  }
  return undefined;
}

/** Sections, or rows of an email, by what they are called; for a message to the author. */
export function namesOf(page: Page): string[] {
  const names = page.all.flatMap(({ name, attributes }) =>
    ['section', 'article'].includes(name) && attributes.id ? [attributes.id] : attributes['data-block'] ? [attributes['data-block']] : [],
  );
  if (names.length > 0) return [...new Set(names)].filter((name) => name !== 'end');
  return page.all.filter(({ name }) => /^h[1-3]$/.test(name)).map((heading) => `"${textOf(page, heading)}"`);
}

export const buttons = (page: Page): Element[] =>
  page.all.filter((element) => {
    const classes = classesOf(element);
    if (element.name === 'button') return true;
    if (element.name === 'input') return ['submit', 'button'].includes(element.attributes.type ?? '');
    return (
      element.name === 'a' &&
      (classes.some((name) => /^(?:button|btn|cta|on-btn)(?:$|[-_])/.test(name)) ||
        /padding:\s*\d+px \d+px/.test(element.attributes.style ?? ''))
    );
  });

/** The paragraph or row that holds nothing but this. */
export function wrapper(element: Element): Element {
  const row = ancestor(element, ({ attributes }) => 'data-block' in attributes);
  if (row && row !== element) return row;
  const parent = element.parent;
  return parent && parent.name === 'p' && parent.children.length === 1 ? parent : element;
}

export const byId = (page: Page, id: string): Element | undefined =>
  id === '' ? undefined : page.all.find(({ attributes }) => attributes.id === id);
const byClass = (page: Page, name: string): Element | undefined => page.all.find((element) => classesOf(element).includes(name));

/** A row of an email, or an element in it. */
export function block(page: Page, name: string, inside?: string): Element | undefined {
  const row = page.all.find(({ attributes }) => attributes['data-block'] === name);
  return row && inside ? within(row, inside) : row;
}

function picture(page: Page): Element | undefined {
  return (
    page.all.find((element) => ['svg', 'figure', 'picture'].includes(element.name) && classesOf(element).includes('art')) ??
    block(page, 'image') ??
    page.all.find(({ name }) => name === 'figure' || name === 'picture') ??
    page.all.find(
      ({ name, attributes }) =>
        (name === 'img' && !/logo/i.test(`${attributes.class} ${attributes.src} ${attributes.alt}`)) || name === 'svg',
    )
  );
}

/** The section that something stands in; the thing itself where it stands in none of its own. */
export function around(_page: Page, element: Element | undefined): Element | undefined {
  if (!element) return undefined;
  const section = ancestor(
    element,
    ({ name, attributes }) => name === 'section' || name === 'article' || name === 'aside' || 'data-block' in attributes,
  );
  // The opening holds more than what was meant.
  return section && !within(section, 'h1') ? section : element;
}

function byKind(page: Page, name: string): Element | undefined {
  const kind = sectionNamed(name);
  if (!kind) return undefined;
  return byId(page, kind) ?? block(page, kind) ?? headings(page).find((heading) => sectionNamed(textOf(page, heading)) === kind)?.section;
}

function byHeading(page: Page, name: string): Element | undefined {
  const wanted = slug(name);
  if (wanted.length < 3) return undefined;
  const all = headings(page);
  return (all.find(({ text }) => slug(text) === wanted) ?? all.find(({ text }) => `-${slug(text)}-`.includes(`-${wanted}-`)))?.section;
}

interface Heading extends Element {
  text: string;
  section: Element;
}

/** Headings below the first, each with the smallest part of the page that is its own. */
function headings(page: Page): Heading[] {
  return page.all
    .filter(({ name }) => /^h[2-4]$/.test(name))
    .flatMap((heading) => {
      const row = ancestor(heading, ({ attributes }) => 'data-block' in attributes);
      const section = row ?? ancestor(heading, (element) => ['section', 'article', 'aside'].includes(element.name)) ?? ownBox(heading);
      return section && !within(section, 'h1') ? [{ ...heading, text: textOf(page, heading), section }] : [];
    });
}

/** The largest box around a heading that has no other of its rank. */
function ownBox(heading: Element): Element | undefined {
  let best: Element | undefined;
  for (let at = heading.parent; at && !['body', 'main', 'html', ''].includes(at.name); at = at.parent) {
    if (count(at, heading.name) > 1 || count(at, 'h1') > 0) break;
    best = at;
  }
  return best;
}

const counted = new WeakMap<Element, Record<string, number>>();

/** How many elements of a name are in another; each is counted once, however many headings ask. */
function count(element: Element, name: string): number {
  const known = counted.get(element) ?? {};
  counted.set(element, known);
  known[name] ??= element.children.reduce((sum, child) => sum + (child.name === name ? 1 : 0) + count(child, name), 0);
  return known[name];
}

/** An element goes, and with it the ways that lead to it and headings of its own. */
export function removal(page: Page, element: Element): Splice[] {
  const gone = lineOf(page, element);
  const ids = page.all
    .filter(({ begin, end, attributes }) => begin >= element.begin && end <= element.end && attributes.id)
    .map(({ attributes }) => `#${attributes.id}`);
  const ways = page.all.filter(
    ({ name, attributes, begin }) => name === 'a' && ids.includes(attributes.href ?? '') && (begin < element.begin || begin >= element.end),
  );
  // In an email a part may have a row for its heading and one for the rest.
  const named = element.attributes['data-block'];
  const rows = named
    ? page.all.filter(({ attributes, begin }) => attributes['data-block'] === named && begin !== element.begin && named !== 'note')
    : [];
  return [gone, ...ways.map((way) => lineOf(page, wrapper(way))), ...rows.map((row) => lineOf(page, row))].map(({ begin, end }) => ({
    begin,
    end,
    text: '',
  }));
}

export const slug = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
