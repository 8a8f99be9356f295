import { lexicon, normal } from '../reader/words.ts';
import { kindsOf } from './find.ts';
import { ancestor, contains, type Document, type Element, textOf } from './html.ts';
import { bare } from './texts.ts';

/** What an instruction names, found in foreign HTML: by ids, landmarks and headings. */

const CONTROLS = new Set(['input', 'textarea', 'select']);
const BOXES = new Set(['section', 'article', 'aside', 'header', 'footer', 'nav', 'form', 'figure']);
const SUFFIX =
  /(?:^|\s+)(?:sections?|blocks?|parts?|areas?|bits?|things?|abschnitt|bereich|bloc|sección|sezione|secção|sectie|avsnitt|sekcj[aęi])$/iu;

const MOST_PARTS = 300;
const HEADING = /^h[1-6]$/;

export interface Part {
  name: string;
  heading?: Element;
  /** Where it stands, and the elements that it is made of: one box, or a heading and what follows it. */
  box: { begin: number; end: number };
  elements: Element[];
  parent?: Element;
}

export function headlineOf(page: Document): Element | undefined {
  const heading = page.all.find(({ name }) => name === 'h1') ?? page.all.find(({ name }) => name === 'h2');
  if (heading) return heading;
  let best: { element: Element; size: number } | undefined;
  for (const element of page.all) {
    const size =
      Number(element.attributes.size ?? 0) > 4
        ? LARGE_LETTERS
        : Number(/font-size\s{0,3}:\s{0,3}(\d{2,3})px/i.exec(element.attributes.style ?? '')?.[1] ?? 0);
    if (size >= LARGE_LETTERS && size > (best?.size ?? 0) && element.end - element.begin < 2_000 && textOf(page, element) !== '')
      best = { element, size };
  }
  return best?.element;
}
const LARGE_LETTERS = 20;

export function partsIn(page: Document): Part[] {
  const parts = new Map<Element, Part>();
  const first = headlineOf(page);
  const box = (element: Element, name: string, heading?: Element): void => {
    parts.set(element, { name, heading, box: element, elements: [element], parent: element.parent });
  };
  for (const heading of page.all.filter(({ name }) => /^h[2-4]$/.test(name)).slice(0, MOST_PARTS)) {
    if (heading === first || (heading.name !== 'h2' && ancestor(heading, isCard))) continue;
    const around = ancestor(heading, ({ name }) => ['section', 'article', 'aside'].includes(name)) ?? boxOf(page, heading);
    if (around && first && contains(around, first)) {
      const region = regionOf(heading);
      if (region) parts.set(heading, { ...region, name: textOf(page, heading) });
    } else if (around && !parts.has(around)) box(around, textOf(page, heading), heading);
    else if (!around) {
      const region = regionOf(heading);
      if (region) parts.set(heading, { ...region, name: textOf(page, heading) });
    }
  }
  for (const element of page.all) {
    if (parts.size >= 2 * MOST_PARTS) break;
    if (
      parts.has(element) ||
      !(BOXES.has(element.name) || (element.attributes.id && element.name === 'div')) ||
      (first && contains(element, first))
    )
      continue;
    if (element.attributes.id || element.name === 'form' || element.name === 'footer' || element.name === 'nav')
      box(element, element.attributes.id ?? element.name);
  }
  return [...parts.values()];
}

const LARGEST_CARD = 2_000;

export const isCard = (element: Element): boolean =>
  ['div', 'article', 'li'].includes(element.name) &&
  element.end - element.begin < LARGEST_CARD &&
  element.children.length > 1 &&
  (element.parent?.children.filter(
    ({ name, attributes }) => name === element.name && (attributes.class ?? '') === (element.attributes.class ?? ''),
  ).length ?? 0) > 1;

function regionOf(heading: Element): Omit<Part, 'name'> | undefined {
  const { parent } = heading;
  if (!parent) return undefined;
  const at = parent.children.indexOf(heading);
  const next = parent.children.findIndex(({ name }, i) => i > at && HEADING.test(name) && name <= heading.name);
  const elements = parent.children.slice(at, next < 0 ? undefined : next).filter(({ name }) => name !== 'footer');
  const last = elements.at(-1);
  return last && elements.length > 1 ? { heading, box: { begin: heading.begin, end: last.end }, elements, parent } : undefined;
}

function boxOf(page: Document, heading: Element): Element | undefined {
  const rivals = page.all.filter(({ name }) => name === heading.name || name === 'h1').slice(0, MOST_PARTS);
  let best: Element | undefined;
  for (let at = heading.parent, level = 0; at && level < 20 && !['body', 'main', 'html', ''].includes(at.name); at = at.parent, level++) {
    const box = at;
    if (rivals.some((rival) => rival !== heading && contains(box, rival))) break;
    best = at;
  }
  return best;
}

export function partsNamed(page: Document, phrase: string): Part[] {
  const words = bare(bare(phrase).replace(/[“”"]/g, '').replace(SUFFIX, ''));
  const said = normal(words);
  if (said === '') return [];
  const all = partsIn(page);
  const by = (test: (part: Part) => boolean): Part[] => outermost(all.filter(test));
  const exact = by((part) => [part.name, ...namesOf(part)].some((name) => normal(name) === said));
  if (exact.length > 0) return exact;
  const headed = by(({ name }) => ` ${normal(name)} `.includes(` ${said} `));
  if (headed.length > 0) return headed;
  const kinds = kindsOf(words);
  if (kinds.length === 0) return [];
  return by((part) => {
    const own = [part.name, ...namesOf(part)].flatMap(kindsOf);
    const [element] = part.elements;
    return (
      own.some((kind) => kinds.includes(kind)) ||
      (kinds.includes('form') && element?.name === 'form') ||
      (kinds.includes('footer') && element?.name === 'footer') ||
      (kinds.includes('quote') && element !== undefined && holdsQuotes(page, part))
    );
  });
}

const outermost = (parts: readonly Part[]): Part[] =>
  parts.filter((part) => !parts.some((other) => other !== part && contains(other.box, part.box)));

const namesOf = ({ elements: [element] }: Part): string[] =>
  `${element?.attributes.id ?? ''} ${element?.attributes.class ?? ''}`
    .split(/\s+/)
    .filter((name) => name !== '')
    .map((name) => name.replace(/[-_]/g, ' '));

const holdsQuotes = (page: Document, { box }: Part): boolean => page.all.some((one) => one.name === 'blockquote' && contains(box, one));

export const namesIn = (page: Document): string =>
  partsIn(page)
    .slice(0, 8)
    .map(({ name }) => `“${name.slice(0, 60)}”`)
    .join(', ') || 'no sections with a heading or an id';

export const buttonsIn = (page: Document): Element[] =>
  page.all.filter(({ name, attributes }) => {
    if (name === 'button') return !/menu|close|nav|toggle/i.test(`${attributes.class} ${attributes['aria-label']}`);
    if (name === 'input') return attributes.type === 'submit' || attributes.type === 'button';
    return (
      name === 'a' &&
      (/(?:button|btn|cta)(?:$|[\s_-])/i.test(attributes.class ?? '') ||
        attributes.role === 'button' ||
        /padding/i.test(attributes.style ?? ''))
    );
  });

export const controlsIn = (page: Document): Element[] =>
  page.all.filter(
    ({ name, attributes }) => CONTROLS.has(name) && !['submit', 'button', 'hidden', 'reset', 'image'].includes(attributes.type ?? ''),
  );

export function labelFor(page: Document, control: Element): Element | undefined {
  const { id } = control.attributes;
  return (
    (id === undefined ? undefined : page.all.find(({ name, attributes }) => name === 'label' && attributes.for === id)) ??
    ancestor(control, ({ name }) => name === 'label')
  );
}

export function askedBy(page: Document, control: Element): string {
  const label = labelFor(page, control);
  const shown = label
    ? textOf(page, { inner: label.inner, innerEnd: contains(label, control) ? Math.max(label.inner, control.begin) : label.innerEnd }) ||
      textOf(page, label)
    : '';
  return (shown || control.attributes.placeholder || control.attributes['aria-label'] || control.attributes.name || '').replace(
    /\s*(?:\*|\(.{1,30}\))\s*$/u,
    '',
  );
}

export function controlsNamed(page: Document, phrase: string): Element[] {
  const words = bare(
    bare(phrase).replace(
      /(?:^|\s)(?:form\s+)?(?:fields?|inputs?|box|felder|feld|champs?|campos?|campi|velden|veld|fält(?:et)?|pol[ae])$|^(?:field|feld|champ|campo|veld|fält|pole)\s+/iu,
      '',
    ),
  );
  const said = normal(words);
  if (said === '') return [];
  const all = controlsIn(page).slice(0, 200);
  const exact = all.filter((control) => normal(askedBy(page, control)) === said);
  if (exact.length > 0) return exact;
  const standard = lexicon('fields').whole(words);
  const alike = all.filter((control) => {
    const { name = '', type = '' } = control.attributes;
    return (
      normal(name.replace(/[-_]/g, ' ')) === said ||
      (standard !== undefined &&
        (lexicon('fields').whole(askedBy(page, control)) === standard ||
          lexicon('fields').whole(name.replace(/[-_]/g, ' ')) === standard ||
          type === standard ||
          (standard === 'phone' && type === 'tel')))
    );
  });
  return alike.length > 0 ? alike : all.filter((control) => ` ${normal(askedBy(page, control))} `.includes(` ${said} `));
}
