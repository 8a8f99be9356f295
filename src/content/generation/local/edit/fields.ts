import { GenerationRefused } from '../../generator.ts';
import { knownField, readField } from '../brief/fields.ts';
import type { Phrases } from '../languages/index.ts';
import { fieldHtml } from '../page/form.ts';
import { text } from '../page/html.ts';
import { ancestor, decode, type Element, lineOf, type Page, splice, textOf, within } from './document.ts';

const CONTROLS = new Set(['input', 'textarea', 'select']);

const controls = (page: Page): Element[] =>
  page.all.filter(({ name, attributes }) => CONTROLS.has(name) && !['submit', 'button', 'hidden', 'reset'].includes(attributes.type ?? ''));

/** The control that a name means: by its label, its name, or the field of contacts that both are. */
export function control(page: Page, wish: string): Element | undefined {
  const wanted = wish
    .trim()
    .replace(/^(?:the|das|der|die|den|le|la|el|il|de|het)\s+/iu, '')
    .replace(
      /^(?:field|feld|champ|campo|veld|fält|pole)\s+(?:for\s+|called\s+|named\s+|für\s+)?(?:the\s+)?|\s*[-\s](?:field|input|feld|champ|campo|veld|fält|pole)$/giu,
      '',
    )
    .replace(
      /\s+(?:from|in|aus|im|du|del|dal|do|uit|från|z)\s+(?:the\s+|dem\s+)?(?:form|formular\p{L}*|formulaire|formulario|modulo|formulário|formulier|formulär)$/iu,
      '',
    )
    .replace(/^["“„]|["”“]$/gu, '')
    .toLowerCase();
  const key = knownField(wanted);
  return controls(page).find((element) => {
    const { name = '', id } = element.attributes;
    const label = labelOf(page, element);
    const said = label ? textOf(page, label).toLowerCase() : '';
    const bare = said.replace(/\s*(?:\(.*\)|\*)\s*$/u, '');
    return (
      said === wanted ||
      bare === wanted ||
      said.startsWith(`${wanted} `) ||
      name.toLowerCase() === wanted.replace(/[\s-]+/g, '_') ||
      id === wanted ||
      (key !== undefined && (name === key || knownField(bare) === key))
    );
  });
}

const labels = new WeakMap<Page, Map<string, Element>>();

function labelOf(page: Page, element: Element): Element | undefined {
  const known =
    labels.get(page) ??
    new Map(page.all.flatMap((label) => (label.name === 'label' && label.attributes.for ? [[label.attributes.for, label] as const] : [])));
  labels.set(page, known);
  return known.get(element.attributes.id ?? '') ?? ancestor(element, ({ name }) => name === 'label');
}

/** A control with its label and whatever holds the two and nothing else. */
function whole(element: Element, page: Page): { begin: number; end: number } {
  const label = labelOf(page, element);
  let box: Element = element;
  for (let at = element.parent; at && at.name !== 'form'; at = at.parent) {
    if (count(at) > 1) break;
    box = at;
  }
  const range =
    label && (label.begin < box.begin || label.end > box.end)
      ? { begin: Math.min(label.begin, box.begin), end: Math.max(label.end, box.end) }
      : box;
  return lineOf(page, range);
}

const count = (element: Element): number =>
  element.children.reduce((sum, child) => sum + (CONTROLS.has(child.name) ? 1 : 0) + count(child), 0);

export function withoutField(page: Page, element: Element): string {
  const { begin, end } = whole(element, page);
  return splice(page.source, [{ begin, end, text: '' }]);
}

/** A field more, as the last before the button, built as the others of its form are. */
export function withField(page: Page, phrases: Phrases, wish: string): string {
  const form = page.all.find(({ name }) => name === 'form');
  if (!form) throw new GenerationRefused(`Understood: a field for ${wish}. Looked for a form, and found none.`);
  const inForm = controls(page).filter(({ begin, end }) => begin >= form.inner && end <= form.innerEnd);
  const taken = inForm.flatMap(({ attributes }) => attributes.name ?? []);
  const field = readField(wish, phrases, taken);
  if (!field) throw new GenerationRefused(`Understood: another field. "${wish}" is no name for one.`);
  if (inForm.length > 0 && control(page, wish.replace(/\s*\(.*$/u, '')))
    throw new GenerationRefused(`Understood: a field for ${field.label}. The form has one already.`);
  const last = inForm.at(-1);
  const prefix = last?.attributes.id?.endsWith(`-${last.attributes.name}`)
    ? last.attributes.id.slice(0, -((last.attributes.name ?? '').length + 1))
    : (form.attributes.id ?? 'form').replace(/-form$/, '');
  let html = fieldHtml(field, prefix, phrases);
  const holder = last?.parent;
  if (holder && holder !== form && holder.attributes.class !== 'field' && within(holder, 'label')) {
    const tag = page.source.slice(holder.begin, holder.inner);
    html = html.replace(/^<p class="[^"]*">/, tag.replace(/\sid="[^"]*"/, '')).replace(/<\/p>$/, `</${holder.name}>`);
  } else if (holder === form) html = html.replace(/^<p class="[^"]*">|<\/p>$/g, '');
  const submit = page.all.find(
    ({ name, attributes, begin, end }) =>
      begin >= form.inner &&
      end <= form.innerEnd &&
      ((name === 'button' && attributes.type !== 'button') || (name === 'input' && attributes.type === 'submit')),
  );
  const at = submit ? outermost(submit, form) : undefined;
  const begin = at ? lineOf(page, at).begin : form.innerEnd;
  const indent = /[ \t]*$/.exec(page.source.slice(0, at?.begin ?? begin))?.[0] ?? '';
  return splice(page.source, [{ begin, end: begin, text: begin === 0 || page.source[begin - 1] === '\n' ? `${indent}${html}\n` : html }]);
}

/** The part of a form that a button is in. */
function outermost(element: Element, form: Element): Element {
  let at = element;
  while (at.parent && at.parent !== form && count(at.parent) === 0) at = at.parent;
  return at;
}

export function withRequired(page: Page, phrases: Phrases, wish: string, required: boolean): string {
  const element = control(page, wish);
  if (!element)
    throw new GenerationRefused(
      `Understood: ${wish} is to be ${required ? 'required' : 'optional'}. Looked for a field of that name. ${fieldsFound(page)}`,
    );
  const tag = page.source.slice(element.begin, element.inner);
  const splices = [];
  if (required && !('required' in element.attributes))
    splices.push({
      begin: element.begin,
      end: element.inner,
      text: tag.replace(/\s*\/?>$/, (close) => ` required${close.trim() === '/>' ? ' />' : '>'}`),
    });
  if (!required && 'required' in element.attributes)
    splices.push({ begin: element.begin, end: element.inner, text: tag.replace(/\s+required(?:="[^"]*")?/, '') });
  const label = labelOf(page, element);
  const remark = label && within(label, 'small');
  if (required && remark) splices.push({ begin: page.source.slice(0, remark.begin).trimEnd().length, end: remark.end, text: '' });
  if (!required && label && !remark && element.attributes.id)
    splices.push({ begin: label.innerEnd, end: label.innerEnd, text: ` <small>${text(phrases.optional)}</small>` });
  return splice(page.source, splices);
}

const fieldsFound = (page: Page): string => {
  const labels = controls(page)
    .map((element) => labelOf(page, element))
    .flatMap((label) => (label ? decode(textOf(page, label)) : []));
  return labels.length > 0 ? `Fields found: ${labels.join(', ')}.` : 'There is no form with labelled fields.';
};
