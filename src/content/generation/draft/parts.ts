import type { Action, Fact, FormField, Picture } from './draft.ts';
import { drawn } from './drawings/index.ts';
import { attribute, line, lines, prose } from './text.ts';
import type { Words } from './words.ts';

/** Pieces that several blocks of a page share. */

export const paragraph = (text: string | undefined, className = ''): string =>
  text ? `<p${className && ` class="${className}"`}>${prose(text)}</p>` : '';

export const button = (action: Action | undefined, className = 'button'): string =>
  action ? `<a class="${className}" href="${attribute(action.href)}">${line(action.label)}</a>` : '';

export const buttons = (first: Action | undefined, second: Action | undefined): string =>
  first || second ? `<p class="act">${button(first)}${button(second, first ? 'button quiet' : 'button')}</p>` : '';

/** A section with its heading, or with a name for people who hear the page. */
export function section(
  { id, heading, text }: { id: string; heading?: string | undefined; text?: string | undefined },
  className: string,
  name: string,
  content: string,
): string {
  const head = lines(heading && `<h2 id="${id}-title">${line(heading)}</h2>`, paragraph(text, 'intro'));
  return lines(
    `<section id="${id}" class="${className}" ${heading ? `aria-labelledby="${id}-title"` : `aria-label="${attribute(name)}"`}>`,
    '<div class="wrap">',
    head && `<div class="head">\n${head}\n</div>`,
    content,
    '</div>',
    '</section>',
  );
}

export const photo = ({ url, alt }: { url: string; alt: string }, loading: 'lazy' | 'eager' = 'lazy'): string =>
  `<img src="${attribute(url)}" alt="${attribute(alt)}" loading="${loading}" decoding="async">`;

export function picture(shown: Picture | undefined, w: number, h: number, loading: 'lazy' | 'eager' = 'lazy'): string {
  if (!shown) return '';
  return 'url' in shown ? `<figure class="art">${photo(shown, loading)}</figure>` : drawn(shown.drawing, shown.variant ?? 0, w, h, 'art');
}

export const factsList = (facts: readonly Fact[], className: string): string =>
  lines(
    `<dl class="${className}">`,
    ...facts.map(
      ({ label, value, href }) =>
        `<div><dt>${line(label)}</dt><dd>${href ? `<a href="${attribute(href)}">${line(value)}</a>` : line(value)}</dd></div>`,
    ),
    '</dl>',
  );

const INPUTS = { email: 'email', phone: 'tel', name: 'text', text: 'text', number: 'number', date: 'date', time: 'time', url: 'url' } as const;
const AUTOCOMPLETE: Record<string, string> = {
  email: 'email',
  phone: 'tel',
  name: 'name',
  first_name: 'given-name',
  last_name: 'family-name',
  company: 'organization',
  job_title: 'organization-title',
  address: 'street-address',
  city: 'address-level2',
  zip_code: 'postal-code',
  country: 'country-name',
  website: 'url',
  birthday: 'bday',
};

/** A field of a form with its label. Its name is set when the draft is kept. */
export function field({ type, label, name = type, required = false, options = [], hint, value = '' }: FormField, form: string, words: Words): string {
  if (type === 'hidden') return `<input type="hidden" name="${name}" value="${attribute(value)}">`;
  const id = `${form}-${name}`;
  const about = hint ? ` aria-describedby="${id}-hint"` : '';
  const hinted = hint ? `<span class="hint" id="${id}-hint">${line(hint)}</span>` : '';
  const optional = required ? '' : ` <span class="optional">${line(words.optional)}</span>`;
  if (type === 'consent')
    return `<p class="field check"><input type="checkbox" id="${id}" name="${name}" value="yes"${required ? ' required' : ''}${about}><label for="${id}">${prose(label)}</label>${hinted}</p>`;
  if (type === 'choices' || (type === 'choice' && options.length <= 4 && options.every((option) => option.length <= 40)))
    return lines(
      `<fieldset class="field choices"${about}>`,
      `<legend>${line(label)}${optional}</legend>${hinted}`,
      ...options.map(
        (option, i) =>
          `<label class="choice"><input type="${type === 'choice' ? 'radio' : 'checkbox'}" name="${name}" value="${attribute(option)}"${type === 'choice' && required && i === 0 ? ' required' : ''}> ${line(option)}</label>`,
      ),
      '</fieldset>',
    );
  const auto = AUTOCOMPLETE[name];
  const rest = `id="${id}" name="${name}"${auto ? ` autocomplete="${auto}"` : ''}${required ? ' required' : ''}${about}`;
  const control =
    type === 'longtext'
      ? `<textarea ${rest} rows="4"></textarea>`
      : type === 'choice'
        ? `<select ${rest}><option value="">${line(words.choose)}</option>${options.map((option) => `<option>${line(option)}</option>`).join('')}</select>`
        : `<input type="${INPUTS[type]}" ${rest}${type === 'number' ? ' min="0" inputmode="numeric"' : ''}>`;
  return `<p class="field"><label for="${id}">${line(label)}${optional}</label>${hinted}${control}</p>`;
}
