import { attributeOf, readTags, type StartTag, type Tag, type TagReader } from './tags.ts';

export interface Survey {
  forms: SurveyedForm[];
  /** In their order. */
  controls: Control[];
  bases: StartTag[];
  /** Before the last closing tag of the body, if there is one that counts. */
  bodyEnd: number;
}

export interface SurveyedForm {
  tag: StartTag;
  id: string | undefined;
  /** The tag that closes it, if HTML in front of it is in the form. */
  close: Tag | undefined;
}

export interface Control {
  tag: StartTag;
  /** As HTML calls it: the type of an input or a button, else the name of the element. */
  type: string;
  name: string;
  form: SurveyedForm | undefined;
  label: string | null;
  /** The legend of the group around it. */
  legend: string | null;
}

const LONGEST_LABEL = 200;
const CONTROLS = new Set(['input', 'select', 'textarea', 'button']);
const INPUTS = new Set(
  (
    'button checkbox color date datetime-local email file hidden image month number password radio range reset search submit tel text time url ' +
    'week'
  ).split(' '),
);
const BUTTONS = new Set(['submit', 'button', 'reset']);
/** Their text is the control's own, not that of the label around it. */
const OWN_WORDS = new Set(['select', 'textarea', 'button']);

/**
 * Finds forms as browsers do: a form within another one is none, everything between its tags belongs to it wherever elements end, and a
 * control may belong to another form by name. The content of a template does not count.
 */
export function survey(html: string): Survey {
  const surveyor = new Surveyor();
  const openEnd = readTags(html, surveyor);
  return surveyor.end(openEnd);
}

/** Gathers the text between two tags. */
class Words {
  #pieces: string[] = [];
  #length = 0;

  add(text: string): void {
    if (this.#length > 4 * LONGEST_LABEL) return;
    this.#pieces.push(text);
    this.#length += text.length;
  }

  said(): string | null {
    const words = this.#pieces.join('').replace(/\s+/g, ' ').trim();
    return words === '' ? null : words.slice(0, LONGEST_LABEL).toWellFormed();
  }
}

interface Found extends Omit<Control, 'form' | 'label' | 'legend'> {
  around: SurveyedForm | undefined;
  label: Words | undefined;
  legend: Words | undefined;
  own: Words | undefined;
}

class Surveyor implements TagReader {
  readonly #forms: SurveyedForm[] = [];
  readonly #found: Found[] = [];
  readonly #bases: StartTag[] = [];
  /** The first element with each id; null if it is no form. */
  readonly #ids = new Map<string, SurveyedForm | null>();
  readonly #labels = new Map<string, Words>();
  /** Open templates and `noscript` elements. */
  readonly #inert: string[] = [];
  #inertFrom = 0;
  #templates = 0;
  readonly #groups: { legend: Words | undefined }[] = [];
  #form: SurveyedForm | undefined;
  #label: { words: Words; isTaken: boolean } | undefined;
  #legend: Words | undefined;
  #own: { name: string; words: Words } | undefined;
  #bodyEnd: number | undefined;
  #htmlEnd: number | undefined;

  open(tag: StartTag): void {
    const { name, begin } = tag;
    if (name === 'noscript' || (name === 'template' && !attributeOf(tag, 'shadowrootmode'))) this.#enter(name, begin);
    // A form within a form is no element.
    if (this.#templates > 0 || (name === 'form' && this.#form)) return;
    const id = attributeOf(tag, 'id')?.value || undefined;
    if (name === 'form') {
      this.#form = { tag, id, close: undefined };
      this.#forms.push(this.#form);
      if (id !== undefined && !this.#ids.has(id)) this.#ids.set(id, this.#form);
      return;
    }
    if (id !== undefined && !this.#ids.has(id)) this.#ids.set(id, null);
    if (CONTROLS.has(name)) this.#control(tag);
    else if (name === 'base') this.#bases.push(tag);
    else if (name === 'label') this.#startLabel(tag);
    else if (name === 'fieldset') this.#groups.push({ legend: undefined });
    else if (name === 'legend') this.#startLegend();
  }

  #enter(name: string, begin: number): void {
    if (this.#inert.length === 0) this.#inertFrom = begin;
    this.#inert.push(name);
    if (name === 'template') this.#templates += 1;
  }

  #control(tag: StartTag): void {
    const { name } = tag;
    const own = name === 'button' ? new Words() : undefined;
    const isLabelled = this.#label && !this.#label.isTaken;
    if (this.#label && isLabelled) this.#label.isTaken = true;
    this.#found.push({
      tag,
      type: typeOf(tag),
      name: attributeOf(tag, 'name')?.value ?? '',
      around: this.#form,
      label: isLabelled ? this.#label?.words : undefined,
      legend: this.#groups.at(-1)?.legend,
      own,
    });
    if (OWN_WORDS.has(name)) this.#own = { name, words: own ?? new Words() };
  }

  #startLabel(tag: StartTag): void {
    const of = attributeOf(tag, 'for')?.value;
    const words = new Words();
    this.#label = { words, isTaken: of !== undefined };
    if (of !== undefined && !this.#labels.has(of)) this.#labels.set(of, words);
  }

  #startLegend(): void {
    const group = this.#groups.at(-1);
    if (!group || group.legend) return;
    this.#legend = new Words();
    group.legend = this.#legend;
  }

  close(tag: Tag, isAmongForeign: boolean): void {
    const { name, begin } = tag;
    if (this.#inert.at(-1) === name) {
      this.#inert.pop();
      if (name === 'template') this.#templates -= 1;
    }
    if (this.#templates > 0) return;
    if (name === 'form') {
      if (this.#form && !isAmongForeign) this.#form.close = tag;
      this.#form = undefined;
    } else if (name === 'label') this.#label = undefined;
    else if (name === 'legend') this.#legend = undefined;
    else if (name === 'fieldset') this.#groups.pop();
    else if (name === this.#own?.name) this.#own = undefined;
    else if (this.#inert.length === 0 && name === 'body') this.#bodyEnd = begin;
    else if (this.#inert.length === 0 && name === 'html') this.#htmlEnd = begin;
  }

  text(text: string): void {
    if (this.#inert.length > 0) return;
    if (this.#own) {
      this.#own.words.add(text);
      return;
    }
    this.#label?.words.add(text);
    this.#legend?.add(text);
  }

  /** @param openEnd the last place where HTML is read as such */
  end(openEnd: number): Survey {
    const end = this.#inert.length > 0 ? Math.min(openEnd, this.#inertFrom) : openEnd;
    const bodyEnd = this.#bodyEnd ?? this.#htmlEnd ?? end;
    return { forms: this.#forms, controls: this.#found.map((found) => this.#whole(found)), bases: this.#bases, bodyEnd };
  }

  #whole({ tag, type, name, around, label, legend, own }: Found): Control {
    const named = attributeOf(tag, 'form')?.value;
    const form = named === undefined ? around : (this.#ids.get(named) ?? undefined);
    const id = attributeOf(tag, 'id')?.value;
    const labelled = (id ? this.#labels.get(id) : undefined) ?? label;
    const said = labelled?.said() ?? own?.said() ?? shortened(attributeOf(tag, 'aria-label')?.value) ?? null;
    const value = type === 'submit' && tag.name === 'input' ? shortened(attributeOf(tag, 'value')?.value) : null;
    return { tag, type, name, form, label: said ?? value, legend: legend?.said() ?? null };
  }
}

function shortened(text: string | undefined): string | null {
  const words = new Words();
  words.add(text?.slice(0, 4 * LONGEST_LABEL) ?? '');
  return words.said();
}

function typeOf(tag: StartTag): string {
  if (tag.name === 'select' || tag.name === 'textarea') return tag.name;
  const type = attributeOf(tag, 'type')?.value.trim().toLowerCase() ?? '';
  if (tag.name === 'button') return BUTTONS.has(type) ? type : 'submit';
  return INPUTS.has(type) ? type : 'text';
}
