import { lexicon, normal } from '../reader/words.ts';
import { kindsOf } from './find.ts';
import { ancestor, contains, type Document, type Element, textOf } from './html.ts';
import { bare } from './texts.ts';

/** What an instruction names, found in a document of somebody else's: by ids, landmarks and headings. */

const CONTROLS = new Set(['input', 'textarea', 'select']);
const BOXES = new Set(['section', 'article', 'aside', 'header', 'footer', 'nav', 'form', 'figure']);
const SUFFIX =
  /(?:^|\s+)(?:sections?|blocks?|parts?|areas?|bits?|things?|abschnitt|bereich|bloc|sección|sezione|secção|sectie|avsnitt|sekcj[aęi])$/iu;

const MOST_PARTS = 300;

export interface Part {
  element: Element;
  name: string;
}

/** The parts of a page that have a heading or an id, without the one that holds the headline. */
export function partsIn(page: Document): Part[] {
  const parts = new Map<Element, string>();
  const first = page.all.find(({ name }) => name === 'h1');
  for (const heading of page.all.filter(({ name }) => /^h[2-4]$/.test(name)).slice(0, MOST_PARTS)) {
    const box = ancestor(heading, ({ name }) => ['section', 'article', 'aside'].includes(name)) ?? boxOf(page, heading);
    if (!box || (first && contains(box, first)) || parts.has(box)) continue;
    parts.set(box, textOf(page, heading));
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
      parts.set(element, element.attributes.id ?? element.name);
  }
  return [...parts].map(([element, name]) => ({ element, name }));
}

/** The largest box around a heading that holds no other of its rank. */
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

/** The parts that a phrase names: by id, by heading, by what such parts are called. */
export function partsNamed(page: Document, phrase: string): Part[] {
  const words = bare(bare(phrase).replace(/[“”"]/g, '').replace(SUFFIX, ''));
  const said = normal(words);
  if (said === '') return [];
  const all = partsIn(page);
  const by = (test: (part: Part) => boolean): Part[] => outermost(all.filter(test));
  const exact = by(({ element, name }) => normal(name) === said || normal((element.attributes.id ?? '').replace(/[-_]/g, ' ')) === said);
  if (exact.length > 0) return exact;
  const headed = by(({ name }) => ` ${normal(name)} `.includes(` ${said} `));
  if (headed.length > 0) return headed;
  const kinds = kindsOf(words);
  if (kinds.length === 0) return [];
  return by(({ element, name }) => {
    const own = lexicon('sections').whole(name) ?? lexicon('sections').whole((element.attributes.id ?? '').replace(/[-_]/g, ' '));
    return (
      (own !== undefined && (kinds as string[]).includes(own)) ||
      (kinds.includes('form') && element.name === 'form') ||
      (kinds.includes('footer') && element.name === 'footer')
    );
  });
}

/** Of parts within each other the outer one: a section goes with its form. */
const outermost = (parts: readonly Part[]): Part[] =>
  parts.filter(({ element }) => !parts.some((other) => other.element !== element && contains(other.element, element)));

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
      (/(?:^|[\s_-])(?:button|btn|cta)(?:$|[\s_-])/i.test(attributes.class ?? '') ||
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

/** What a control asks for, as it is shown. */
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

/** The controls that a phrase names. */
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
