import type { Field } from '../brief/fields.ts';
import type { Phrases } from '../languages/index.ts';
import { attribute, lines, text } from './html.ts';
import type { FormPlan } from './plan.ts';

/** A form that posts to the page it stands on. */
export const formHtml = (form: FormPlan, phrases: Phrases, headed: boolean): string =>
  lines(
    `<form method="post" id="${form.id}-form"${headed ? ` aria-labelledby="${form.id}-title"` : ` aria-label="${attribute(form.heading)}"`}>`,
    ...form.fields.map((field) => fieldHtml(field, form.id, phrases)),
    `<button type="submit">${text(form.button)}</button>`,
    '</form>',
  );

export function fieldHtml(field: Field, prefix: string, phrases: Phrases): string {
  const id = `${prefix}-${field.name}`;
  const { name, type, required, autocomplete, options } = field;
  const label = `${text(field.label)}${required || type === 'checkbox' ? '' : ` <small>${text(phrases.optional)}</small>`}`;
  const rest = `id="${id}" name="${name}"${autocomplete ? ` autocomplete="${autocomplete}"` : ''}${required ? ' required' : ''}`;
  if (type === 'checkbox')
    return `<p class="field check"><input type="checkbox" ${rest} value="yes"><label for="${id}">${label}</label></p>`;
  const control =
    type === 'textarea'
      ? `<textarea ${rest} rows="4"></textarea>`
      : type === 'select'
        ? `<select ${rest}><option value="">${text(phrases.choose)}</option>${(options ?? []).map((option) => `<option>${text(option)}</option>`).join('')}</select>`
        : `<input type="${type}" ${rest}${type === 'email' ? ' inputmode="email"' : ''}${type === 'number' ? ' min="1" inputmode="numeric"' : ''}>`;
  return `<p class="field"><label for="${id}">${label}</label>${control}</p>`;
}
