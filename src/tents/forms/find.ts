import type { Edit } from '../../content/generation/verify/edits.ts';
import { type Control, type Survey, type SurveyedForm, survey } from './survey.ts';
import { attributeOf, type StartTag } from './tags.ts';

/** A form of a page. Publications store it like this. */
export interface PageForm {
  /** Its `id`, or one that it got when the page was published. */
  formId: string;
  fields: FormField[];
}

export interface FormField {
  /** The `name` under which it is submitted. */
  name: string;
  /** `text`, `email`, `tel`, `select`, `textarea`, …, as HTML calls the control. */
  type: string;
  label: string | null;
  /** Unset for none, and for pages that were published before it was stored. */
  autocomplete?: string;
  required: boolean;
}

/** Further forms, and further fields of a form, cannot be sent. */
const MOST_FORMS = 100;
const MOST_FIELDS = 100;
const LONGEST_AUTOCOMPLETE = 100;

/** Ids that need no escaping in an address. */
const USABLE_ID = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}$/;

/** Files are not stored, and the timeline would show a password. */
const REFUSED = new Set(['file', 'password']);

/** Controls that are pressed, and refused ones. */
const UNSENT = new Set(['button', 'reset', 'image', ...REFUSED]);

/** In time that grows with the length of the text. */
export const findForms = (html: string): PageForm[] => takenForms(survey(html)).map(({ page }) => page);

export interface FormChanges {
  forms: PageForm[];
  edits: Edit[];
  /** Fields that ask for something that is refused. */
  switchedOff: number;
}

/** @param action the address of the form with this id */
export function changeForms(found: Survey, action: (formId: string) => string): FormChanges {
  const taken = takenForms(found);
  let switchedOff = 0;
  const edits = taken.flatMap(({ page, form, controls }) => {
    const refused = controls.filter(({ type }) => REFUSED.has(type));
    switchedOff += refused.length;
    return [
      ...sentTo(form.tag, action(page.formId)),
      ...refused.flatMap(({ tag }) => withAttributes(tag, { disabled: '' })),
      trapIn(form, page),
    ];
  });
  for (const { tag, type } of found.controls) if (SENDERS.has(type)) edits.push(...withoutOwnAddress(tag));
  if (taken.length > 0) for (const base of found.bases) edits.push(...withoutForeignBase(base));
  return { forms: taken.map(({ page }) => page), edits, switchedOff };
}

interface TakenForm {
  page: PageForm;
  form: SurveyedForm;
  controls: Control[];
}

/** A dialog without fields only closes. */
function takenForms({ forms, controls }: Survey): TakenForm[] {
  const byForm = Map.groupBy(controls, ({ form }) => form);
  const sent = forms.flatMap((form) => {
    const own = byForm.get(form) ?? [];
    const isDialog = methodOf(form) === 'dialog' && own.every(({ type }) => UNSENT.has(type) || type === 'submit');
    return isDialog ? [] : [{ form, controls: own, fields: fieldsOf(own) }];
  });
  const ids = formIds(sent.map(({ form }) => form.id));
  return sent.slice(0, MOST_FORMS).map(({ form, controls, fields }, index) => ({
    form,
    controls,
    page: { formId: ids[index] as string, fields },
  }));
}

/** A form keeps its id if it is usable and no form before it has it; others get a free one. */
function formIds(own: (string | undefined)[]): string[] {
  const taken = new Set<string>();
  const kept = own.map((id) => {
    if (id === undefined || !USABLE_ID.test(id) || taken.has(id)) return undefined;
    taken.add(id);
    return id;
  });
  let number = 0;
  const next = (): string => {
    for (;;) {
      number += 1;
      const id = number === 1 ? 'form' : `form-${number}`;
      if (!taken.has(id)) return id;
    }
  };
  return kept.map((id) => id ?? next());
}

/** One for each name. Several controls of one name are a group. */
function fieldsOf(controls: Control[]): FormField[] {
  const sent = controls.filter(({ name, type }) => name !== '' && name !== '_charset_' && !UNSENT.has(type));
  const groups = [...Map.groupBy(sent, ({ name }) => name)].slice(0, MOST_FIELDS);
  return groups.map(([name, group]) => {
    const [first] = group as [Control];
    const isGroup = first.type === 'radio' || (first.type === 'checkbox' && group.length > 1);
    const label = (isGroup ? first.legend : null) ?? first.label;
    const autocomplete = attributeOf(first.tag, 'autocomplete')?.value.trim().toLowerCase().slice(0, LONGEST_AUTOCOMPLETE);
    const required = group.some(({ tag }) => attributeOf(tag, 'required'));
    return { name, type: first.type, label, ...(autocomplete && { autocomplete }), required };
  });
}

const methodOf = ({ tag }: SurveyedForm): string | undefined => attributeOf(tag, 'method')?.value.trim().toLowerCase();

/** The form is posted to its address, in the default encoding. */
function sentTo(tag: StartTag, action: string): Edit[] {
  const isPost = attributeOf(tag, 'method')?.value.toLowerCase() === 'post';
  return [
    ...withAttributes(tag, { action, ...(!isPost && { method: 'post' }) }),
    ...withoutAttributes(tag, ['target', 'enctype', 'accept-charset']),
  ];
}

const SENDERS = new Set(['submit', 'image']);

/** A button sends its form, or closes a dialog. */
function withoutOwnAddress(tag: StartTag): Edit[] {
  const closes = attributeOf(tag, 'formmethod')?.value.toLowerCase() === 'dialog';
  return withoutAttributes(tag, ['formaction', 'formtarget', 'formenctype', ...(closes ? [] : ['formmethod'])]);
}

/** A base of another site would change every form's address. */
function withoutForeignBase(tag: StartTag): Edit[] {
  const href = attributeOf(tag, 'href')?.value;
  const isForeign = href !== undefined && URL.parse(href, 'http://own.invalid')?.origin !== 'http://own.invalid';
  return isForeign ? withoutAttributes(tag, ['href']) : [];
}

/** Before the tag that closes the form, else right behind the one that opens it. */
function trapIn({ tag, close }: SurveyedForm, page: PageForm): Edit {
  const at = close?.begin ?? tag.end;
  return { begin: at, end: at, text: trapMarkup(trapOf(page)) };
}

/** Existing attributes are changed. Values need no escaping. */
function withAttributes(tag: StartTag, values: Record<string, string>): Edit[] {
  const behindName = tag.begin + 1 + tag.name.length;
  return Object.entries(values).flatMap(([name, value]) => {
    const text = value === '' ? name : `${name}="${value}"`;
    const there = attributeOf(tag, name);
    if (!there) return [{ begin: behindName, end: behindName, text: ` ${text}` }];
    return there.value === value || value === '' ? [] : [{ begin: there.begin, end: there.end, text }];
  });
}

/** All of each name: without the first, the second would count. */
const withoutAttributes = (tag: StartTag, names: string[]): Edit[] =>
  tag.attributes.filter(({ name }) => names.includes(name)).map(({ begin, end }) => ({ begin, end, text: '' }));

/** Each published form has a field that visitors do not see and robots fill in, because its name is an ordinary one. */
const NAMES = ['website', 'homepage', 'fax', 'middle_name', 'company_website'];

export function trapOf({ fields }: PageForm): string {
  const taken = new Set(fields.map(({ name }) => name.toLowerCase()));
  return NAMES.find((name) => !taken.has(name)) ?? 'website_of_yours';
}

/**
 * Some robots look whether a field is visible, so only its size hides it. The page's own styles do not reach it, browsers do not fill it
 * in, and neither the keyboard nor a screen reader comes to it.
 */
export const trapMarkup = (name: string): string =>
  `<div aria-hidden="true" style="${STYLE}"><input type="text" name="${name}" value="" tabindex="-1" autocomplete="off"></div>`;

const STYLE = (
  'display:block;position:absolute;width:1px;height:1px;min-width:0;min-height:0;margin:-1px;padding:0;border:0;overflow:hidden;' +
  'clip-path:inset(50%);opacity:0;pointer-events:none'
).replaceAll(/(?=;|$)/g, '!important');
