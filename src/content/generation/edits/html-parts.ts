import { betweenTags } from '../draft/text.ts';
import { labelOf } from '../reader/labels.ts';
import { capital } from '../reader/text.ts';
import { normal } from '../reader/words.ts';
import type { Edit } from '../verify/edits.ts';
import { fieldsAmong, kindsOf } from './find.ts';
import { ancestor, contains, type Document, type Element, type Range, tagWith, textIn, textOf } from './html.ts';
import { choice, cited, type Failed, failed, several } from './orders.ts';
import { BUTTON, bare } from './texts.ts';

/** Finds the parts of foreign HTML that an instruction names: by ids, landmarks and headings. */

const CONTROLS = new Set(['input', 'textarea', 'select']);
const BOXES = new Set(['section', 'article', 'aside', 'header', 'footer', 'nav', 'form', 'figure']);
const SUFFIX =
  /(?:^|\s+)(?:sections?|blocks?|parts?|areas?|bits?|things?|abschnitt|bereich|bloc|sección|sezione|secção|sectie|avsnitt|sekcj[aęi])$/iu;

const MOST_PARTS = 300;
const HEADING = /^h[1-6]$/;

export interface Part {
  name: string;
  heading?: Element;
  /** One box, or a heading and the elements that follow it. */
  box: Range;
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
    if (around && !(first && contains(around, first))) {
      if (!parts.has(around)) box(around, textOf(page, heading), heading);
      continue;
    }
    const region = regionOf(heading);
    if (region) parts.set(heading, { ...region, name: textOf(page, heading) });
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
      (kinds.includes('quote') && page.all.some((one) => one.name === 'blockquote' && contains(part.box, one)))
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

/** The one part with this name. */
export function namedPart(page: Document, phrase: string): Part | Failed {
  const found = partsNamed(page, phrase);
  if (found.length > 1) return several('parts', found, ({ name }) => name);
  return found[0] ?? failed(notFound(page, phrase));
}

export const notFound = (page: Document, phrase: string): string => `${cited(phrase)} was not found. There are: ${namesIn(page)}.`;

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

const FIELD_TYPES: Record<string, string> = { tel: 'phone', textarea: 'longtext', select: 'choice', checkbox: 'consent' };

export function controlsNamed(page: Document, phrase: string): Element[] {
  const lang = page.all.find(({ name }) => name === 'html')?.attributes.lang ?? 'en';
  const fields = controlsIn(page)
    .slice(0, 200)
    .map((control) => {
      const { type = 'text', name } = control.attributes;
      const kind = control.name === 'input' ? type : control.name;
      const label = askedBy(page, control);
      return { control, label, field: { type: FIELD_TYPES[kind] ?? kind, label, ...(name && { name }) } };
    });
  return fieldsAmong(fields, phrase, lang).map(({ control }) => control);
}

export type ForeignOutcome = { splices: Edit[]; said: string } | Failed;

/** Entities stay as they are written. */
export function escaped(text: string, quote = false): string {
  const plain = (part: string): string => {
    const html = part
      .replace(/&(?!(?:#\d{1,6}|[a-z]{2,8});)/gi, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;');
    return quote ? html.replace(/"/g, '&quot;') : html;
  };
  return betweenTags(text, plain, (tag) => (quote ? tag.replaceAll('"', "'") : tag));
}

function write(page: Document, element: Element, words: string): Edit {
  let inner = element;
  while (
    inner.children.length === 1 &&
    inner.children[0] &&
    !['br', 'img', 'svg', 'input'].includes(inner.children[0].name) &&
    textOf(page, inner.children[0]) === textOf(page, element)
  )
    inner = inner.children[0];
  return { begin: inner.inner, end: inner.innerEnd, text: escaped(words) };
}

export function relabelNamed(
  page: Document,
  order: { what: string; to: string; weak?: boolean; renames?: boolean },
): ForeignOutcome | undefined {
  const what = bare(order.what);
  const to = capital(order.to);
  const label = labelOf(what);
  if (BUTTON.test(what)) return order.weak ? undefined : buttonText(page, what.replace(BUTTON, '').trim(), to);
  if (label && 'label' in label && label.label === 'button') return buttonText(page, '', to);
  const found = order.renames || !label ? controlsNamed(page, what) : [];
  const [only] = found;
  return found.length === 1 && only && !order.weak ? relabel(page, only, to) : undefined;
}

const saidBy = (page: Document, element: Element): string =>
  element.name === 'input' ? (element.attributes.value ?? '') : textOf(page, element);

export function buttonsNamed(page: Document, which: string): Element[] {
  const all = buttonsIn(page);
  const words = normal(bare(which.replace(/^(?:main|big|first|the)\s+/iu, '').replace(/[“”"]/g, '')));
  if (words !== '') return all.filter((element) => ` ${normal(saidBy(page, element))} `.includes(` ${words} `));
  const [first] = all;
  return first ? all.filter((element) => normal(saidBy(page, element)) === normal(saidBy(page, first))) : [];
}

function buttonText(page: Document, which: string, to: string): ForeignOutcome {
  const found = buttonsNamed(page, which);
  if (found.length === 0)
    return failed(`That button was not found. There are: ${choice(buttonsIn(page).map((one) => saidBy(page, one))) || 'none'}.`);
  const splices = found
    .filter((one) => saidBy(page, one) !== to)
    .map((element) => (element.name === 'input' ? tagWith(page, element, 'value', escaped(to, true)) : write(page, element, to)));
  return splices.length > 0 ? { splices, said: `The button says ${cited(to)} now.` } : failed('It says so already.');
}

export function linkButton(page: Document, what: string, href: string): ForeignOutcome {
  const which = what
    .replace(/^(?:it|this|that)$/iu, '')
    .replace(/(?:^|\s)(?:buttons?|links?|cta)$/iu, '')
    .replace(/^(?:the\s+)?(?:buttons?|links?)\s*:?\s*/iu, '');
  const named = buttonsNamed(page, which).filter(({ name }) => name === 'a');
  const links =
    named.length > 0 || which === '' ? named : page.all.filter((one) => one.name === 'a' && normal(textOf(page, one)) === normal(which));
  if (links.length === 0) return failed('There is no such button or link in it.');
  const splices = links.filter(({ attributes }) => attributes.href !== href).map((one) => tagWith(page, one, 'href', escaped(href, true)));
  return splices.length > 0 ? { splices, said: `The button leads to ${href} now.` } : failed('It leads there already.');
}

function relabel(page: Document, control: Element, to: string): ForeignOutcome {
  const said = `The field says ${cited(capital(to))} now.`;
  const label = labelFor(page, control);
  if (!label) {
    const name = 'placeholder' in control.attributes ? 'placeholder' : 'aria-label';
    return { splices: [tagWith(page, control, name, escaped(capital(to), true))], said };
  }
  const node = page.texts.find(
    (text) => contains(label, text) && (!contains(label, control) || text.end <= control.begin || text.begin >= control.end),
  );
  return node ? { splices: [textIn(page, node, escaped(capital(to)), /\s*[*:]?\s*$/u)], said } : failed('Its label holds no text.');
}
