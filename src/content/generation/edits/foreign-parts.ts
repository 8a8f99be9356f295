import { untaken } from '../draft/normal.ts';
import { INPUTS } from '../draft/parts.ts';
import { fieldOf } from '../library/fields.ts';
import { wordsOf } from '../library/library.ts';
import type { AskedField } from '../reader/brief.ts';
import { normal } from '../reader/words.ts';
import { applied, type Edit } from '../verify/edits.ts';
import { ancestor, contains, type Document, type Element, lineOf, type Range, tagWith, textIn, textOf, without } from './html.ts';
import {
  askedBy,
  buttonsNamed,
  controlsIn,
  controlsNamed,
  escaped,
  type ForeignOutcome,
  labelFor,
  namedPart,
  notFound,
  type Part,
  partsIn,
  partsNamed,
} from './html-parts.ts';
import { choice, cited, failed, several, type Where } from './orders.ts';
import { BUTTON, bare, FIELD, PICTURE } from './texts.ts';

/** Removes, moves and adds parts of foreign HTML, in its own markup. */

/** With the links that lead to it. */
function gone(page: Document, element: Range): Edit[] {
  const ids = new Set(page.all.filter((one) => contains(element, one) && one.attributes.id).map(({ attributes }) => `#${attributes.id}`));
  const links = page.all.filter((one) => one.name === 'a' && ids.has(one.attributes.href ?? '') && !contains(element, one));
  const boxes = links.map((link) =>
    link.parent && ['li', 'p'].includes(link.parent.name) && link.parent.children.length === 1 ? link.parent : link,
  );
  return [element, ...boxes].map((one) => without(page, one));
}

/** @returns nothing where none of these is named */
export function removeNamed(page: Document, source: string): ForeignOutcome | undefined {
  const what = bare(source.replace(/[“”"]/g, ''));
  if (/^[“"]/.test(source)) return undefined;
  const parts = FIELD.test(what) ? [] : partsNamed(page, what);
  if (parts.length > 1) return several('parts', parts, ({ name }) => name);
  if (parts[0]) return { splices: gone(page, parts[0].box), said: `${cited(parts[0].name)} is gone.` };
  if (/^logo$/iu.test(what)) {
    const [logo, other] = page.all.filter((element) => element.name === 'img' && isLogo(element));
    if (logo && !other) return { splices: [without(page, logo)], said: 'The logo is gone.' };
    return failed(logo ? 'There are several logos.' : 'There is no logo in it.');
  }
  if (PICTURE.test(what)) {
    const all = page.all.filter(
      (element) =>
        ['figure', 'picture', 'img'].includes(element.name) &&
        !isLogo(element) &&
        !ancestor(element.parent ?? element, (up) => up.name === 'figure' || up.name === 'picture'),
    );
    const [first] = all;
    if (!first) return failed('There is no picture in it.');
    return all.length > 1 && !/top|hero|header/iu.test(what)
      ? failed('There are several pictures. Say which part is meant.')
      : { splices: [without(page, first)], said: 'The picture is gone.' };
  }
  if (BUTTON.test(what)) {
    const found = buttonsNamed(page, what.replace(BUTTON, '')).filter(({ name }) => name === 'a');
    return found.length > 0
      ? { splices: found.map((element) => without(page, element)), said: 'The button is gone.' }
      : failed('There is no such button that is a link.');
  }
  const links = page.all.filter((element) => element.name === 'a' && normal(textOf(page, element)) === normal(what));
  if (links.length === 1 && links[0]) return removeLink(page, links[0]);
  const controls = controlsNamed(page, what);
  if (controls.length > 1) return several('fields', controls, (control) => askedBy(page, control));
  return controls[0] && removeField(page, controls[0]);
}

function removeLink(page: Document, link: Element): ForeignOutcome {
  let box = link;
  while (box.parent && ['li', 'td', 'span', 'p'].includes(box.parent.name) && textOf(page, box.parent) === textOf(page, link))
    box = box.parent;
  const said = `${cited(textOf(page, link))} is gone.`;
  if (box !== link) return { splices: [without(page, box)], said };
  const after = /^\s{0,9}(?:[|·•,/]|&middot;|&bull;|<br ?\/?>)\s{0,9}/i.exec(page.source.slice(link.end, link.end + 40))?.[0].length ?? 0;
  const before =
    /\s{0,9}(?:[|·•,/]|&middot;|&bull;)\s{0,9}$/i.exec(page.source.slice(Math.max(0, link.begin - 40), link.begin))?.[0].length ?? 0;
  return { splices: [{ begin: link.begin - (after > 0 ? 0 : before), end: link.end + after, text: '' }], said };
}

const isLogo = ({ attributes }: Element): boolean => /logo/i.test(`${attributes.class} ${attributes.src} ${attributes.alt}`);

function fieldBox(page: Document, control: Element): Range {
  const label = labelFor(page, control);
  let box: Element = label && contains(label, control) ? label : control;
  const others = controlsIn(page).filter((other) => other !== control);
  const buttons = page.all.filter(({ name, attributes }) => name === 'button' || attributes.type === 'submit');
  for (let at = box.parent, level = 0; at && at.name !== 'form' && level < 6; at = at.parent, level++) {
    const up = at;
    if ([...others, ...buttons].some((other) => contains(up, other))) break;
    box = at;
  }
  return label && !contains(box, label) ? { begin: Math.min(label.begin, box.begin), end: Math.max(label.end, box.end) } : box;
}

function removeField(page: Document, control: Element): ForeignOutcome {
  const form = ancestor(control, ({ name }) => name === 'form');
  const rest = controlsIn(page).filter((other) => other !== control && form !== undefined && contains(form, other));
  const reaches = (element: Element): boolean =>
    /^(?:email|tel)$/.test(element.attributes.type ?? '') || /mail|phone|tel/i.test(element.attributes.name ?? '');
  if (reaches(control) && !rest.some(reaches)) return failed('Without it nobody who fills in the form could be answered.');
  return { splices: [without(page, fieldBox(page, control))], said: `The field ${cited(askedBy(page, control))} is gone.` };
}

export function moveNamed(page: Document, { what, where, anchor }: { what: string; where: Where; anchor: string }): ForeignOutcome {
  const from = namedPart(page, what);
  if ('problem' in from) return from;
  const siblings = partsIn(page)
    .filter(({ parent }) => parent === from.parent)
    .toSorted((one, other) => one.box.begin - other.box.begin);
  const at = siblings.findIndex(({ box }) => box.begin === from.box.begin);
  let to: { part: Part; side: 'begin' | 'end' } | undefined;
  if (where === 'before' || where === 'after') {
    const others = partsNamed(page, anchor);
    if (others.length === 1 && others[0] && !contains(others[0].box, from.box))
      to = { part: others[0], side: where === 'before' ? 'begin' : 'end' };
  } else {
    const rest = siblings.filter((part, i) => i !== at && !['footer', 'nav', 'header'].includes(part.elements[0]?.name ?? ''));
    const first = where === 'first' ? rest[0] : where === 'up' ? siblings[at - 1] : undefined;
    const last = where === 'last' ? rest.at(-1) : where === 'down' ? siblings[at + 1] : undefined;
    to = first ? { part: first, side: 'begin' } : last ? { part: last, side: 'end' } : undefined;
  }
  if (!to || to.part.box.begin === from.box.begin)
    return failed(anchor === '' ? 'There is no other part beside it.' : notFound(page, anchor));
  const cut = lineOf(page, from.box);
  const target = lineOf(page, to.part.box);
  const place = to.side === 'begin' ? target.begin : target.end;
  if (place === cut.begin || place === cut.end) return failed('It stands there already.');
  return {
    splices: [
      { ...cut, text: '' },
      { begin: place, end: place, text: page.source.slice(cut.begin, cut.end) },
    ],
    said: `${cited(from.name)} stands ${where === 'first' ? 'at the top' : where === 'last' ? 'at the end' : `${where} ${cited(anchor)}`} now.`,
  };
}

export function swapNamed(page: Document, one: string, other: string): ForeignOutcome {
  const [part, otherPart] = [namedPart(page, one), namedPart(page, other)];
  if ('problem' in part) return part;
  if ('problem' in otherPart) return otherPart;
  const [first, second] = [lineOf(page, part.box), lineOf(page, otherPart.box)];
  if (first.begin < second.end && second.begin < first.end) return failed('One of the two is within the other.');
  const written = ({ begin, end }: Range): string => page.source.slice(begin, end);
  return {
    splices: [
      { ...first, text: written(second) },
      { ...second, text: written(first) },
    ],
    said: `${cited(one)} and ${cited(other)} have changed places.`,
  };
}

export function duplicateNamed(page: Document, what: string): ForeignOutcome {
  const part = namedPart(page, what);
  if ('problem' in part) return part;
  if (controlsIn(page).some((control) => contains(part.box, control))) return failed('A form cannot stand in a page twice.');
  const range = lineOf(page, part.box);
  const copy = page.source.slice(range.begin, range.end).replace(/\sid\s*=\s*(?:"[^"]*"|'[^']*')/gi, '');
  return { splices: [{ begin: range.end, end: range.end, text: copy }], said: `${cited(part.name)} stands there twice now.` };
}

export function setOptions(
  page: Document,
  { options, field: what, only }: { options: readonly string[]; field: string; only?: true },
): ForeignOutcome {
  const found = controlsNamed(page, what.replace(/^(?:field|list|drop\s?down)\s/iu, ''));
  const [select] = found;
  if (found.length !== 1 || select?.name !== 'select') return failed(`There is no list to choose from that is called ${cited(what)}.`);
  const there = page.all.filter((element) => element.name === 'option' && contains(select, element));
  const last = there.at(-1);
  if (!last) return failed('There is nothing to choose from in it.');
  const fresh = options.filter((option) => only || !there.some((one) => normal(textOf(page, one)) === normal(option)));
  if (fresh.length === 0) return failed('That can be chosen already.');
  const made = fresh.map((option) => `<option>${escaped(option)}</option>`).join('');
  const begin = only ? (there[0]?.begin ?? last.end) : last.end;
  return { splices: [{ begin, end: last.end, text: made }], said: `${choice(fresh)} can be chosen now.` };
}

export function requireNamed(page: Document, { what, required }: { what: string; required: boolean }): ForeignOutcome {
  const found = controlsNamed(page, what);
  const [only] = found;
  if (!only) return failed(`There is no field ${cited(what)}.`);
  if (found.length > 1) return several('fields', found, (control) => askedBy(page, control));
  const tag = page.source.slice(only.begin, only.inner);
  const is = 'required' in only.attributes;
  if (is === required) return failed('That is so already.');
  const text = required
    ? tag.replace(/\s*\/?>$/, (close) => ` required${close.trim() === '/>' ? ' />' : '>'}`)
    : tag.replace(/\s+required(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?(?=[\s/>])/i, '');
  return {
    splices: [{ begin: only.begin, end: only.inner, text }],
    said: `${cited(askedBy(page, only))} is ${required ? 'required' : 'optional'} now.`,
  };
}

export function addFieldsTo(page: Document, asked: readonly AskedField[], lang: string): ForeignOutcome {
  const forms = page.all.filter(({ name }) => name === 'form');
  const [form] = forms;
  if (!form || forms.length > 1) return failed(form ? 'There are several forms in it.' : 'There is no form in it.');
  const inForm = controlsIn(page).filter((control) => contains(form, control));
  const model = inForm.findLast(
    (control) => control.name === 'input' && /^(?:text|email|tel|number|url|date|)$/.test(control.attributes.type ?? ''),
  );
  if (!model) return failed('Its form has no field that a new one could be built like. Change its code instead.');
  const box = fieldBox(page, model);
  const range = lineOf(page, box);
  const words = wordsOf(lang);
  const taken = new Set(inForm.flatMap(({ attributes }) => attributes.name ?? []));
  const made: string[] = [];
  const labels: string[] = [];
  for (const field of asked) {
    const { type, label, required, options, name: own } = fieldOf(field, words);
    if (inForm.some((control) => normal(askedBy(page, control)) === normal(label))) continue;
    if (type === 'longtext' || type === 'consent' || type === 'choices' || options)
      return failed(`A field such as ${cited(label)} has to be added in the code: this form has none to build it like.`);
    const stem =
      own ??
      (normal(label)
        .replace(/[^a-z0-9]+/g, '_')
        .replace(/^[^a-z]+|_+$/g, '')
        .slice(0, 40) ||
        'field');
    const name = untaken(stem, taken, '_');
    made.push(
      likeModel(page, model, range, {
        type: type in INPUTS ? INPUTS[type as keyof typeof INPUTS] : 'text',
        label,
        name,
        required: required ?? false,
      }),
    );
    labels.push(label);
  }
  if (made.length === 0) return failed('The form asks for that already.');
  const last = inForm.at(-1);
  const behind = last ? lineOf(page, fieldBox(page, last)) : range;
  const ends = page.source[behind.end - 1] === '\n';
  return {
    splices: [
      { begin: behind.end, end: behind.end, text: made.map((html) => (ends && !html.endsWith('\n') ? `${html}\n` : html)).join('') },
    ],
    said: `The form asks for ${choice(labels)}, too.`,
  };
}

/** Attributes that a new field does not copy. */
const OF_ITS_OWN = new Set(
  'value required pattern min max step minlength maxlength autocomplete inputmode list aria-describedby autofocus checked title'.split(' '),
);

function likeModel(
  page: Document,
  model: Element,
  range: Range,
  field: { type: string; label: string; name: string; required: boolean },
): string {
  const label = labelFor(page, model);
  const { id: modelId, name: modelName } = model.attributes;
  const id = modelId && (modelName && modelId.endsWith(modelName) ? `${modelId.slice(0, -modelName.length)}${field.name}` : field.name);
  const quoted = (name: string, value: string): string => `${name}="${escaped(value, true)}"`;
  const fresh = new Map(Object.entries({ type: field.type, name: field.name, id, placeholder: field.label, 'aria-label': field.label }));
  const own = Object.entries(model.attributes)
    .filter(([name]) => !OF_ITS_OWN.has(name))
    .map(([name, value]) => quoted(name, fresh.get(name) ?? value));
  const typed = 'type' in model.attributes || field.type === 'text' ? own : [`type="${field.type}"`, ...own];
  const close = page.source.slice(model.begin, model.inner).endsWith('/>') ? ' />' : '>';
  const splices: Edit[] = [
    { begin: model.begin, end: model.inner, text: `<input ${typed.join(' ')}${field.required ? ' required' : ''}${close}` },
  ];
  if (label && label.begin >= range.begin && label.end <= range.end) {
    if (label.attributes.for !== undefined && id !== undefined) splices.push(tagWith(page, label, 'for', id));
    const nodes = page.texts.filter((text) => contains(label, text) && !contains(model, text));
    splices.push(...nodes.map((node, i) => textIn(page, node, i === 0 ? escaped(field.label) : '')));
  }
  const shifted = splices.map(({ begin, end, text }) => ({ begin: begin - range.begin, end: end - range.begin, text }));
  return applied(page.source.slice(range.begin, range.end), shifted);
}
