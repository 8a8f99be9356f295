import type { HeadPlace } from './context.ts';
import type { Action, Fact, FormField, Picture } from './draft.ts';
import { drawn } from './drawings/index.ts';
import { attribute, line, lines, prose } from './text.ts';
import type { Words } from './words.ts';

export const paragraph = (text: string | undefined, className = ''): string =>
  text ? `<p${className && ` class="${className}"`}>${prose(text)}</p>` : '';

export const button = (action: Action | undefined, className = 'button'): string =>
  action ? `<a class="${className}" href="${attribute(action.href)}">${line(action.label)}</a>` : '';

export const buttons = (first: Action | undefined, second: Action | undefined): string =>
  first || second ? `<p class="act">${button(first)}${button(second, first ? 'button quiet' : 'button')}</p>` : '';

/** From this length a heading is smaller. */
const LONG_HEADING = 44;

export const heading2 = (id: string, text: string): string =>
  `<h2 id="${id}_title"${[...text].length > LONG_HEADING ? ' class="long"' : ''}>${line(text)}</h2>`;

/** A section without a heading is no landmark. @param looks `name` is a heading for screen readers, where the items need one */
export function section(
  { id, heading, text }: { id: string; heading?: string | undefined; text?: string | undefined },
  { className, head: place, name }: { className: string; head: HeadPlace; name: string | undefined },
  content: string,
): string {
  const head = lines(heading && heading2(id, heading), paragraph(text, 'intro'));
  // Headings of items need one above them: unseen where the draft has none.
  const unseen = !heading && content.includes('<h3>') ? `<h2 class="unseen">${line(name ?? id)}</h2>` : '';
  return lines(
    `<section id="${id}" class="${className}${place === 'side' && head ? ' aside' : ''}"${heading ? ` aria-labelledby="${id}_title"` : ''}>`,
    '<div class="wrap">',
    unseen,
    head && `<div class="head">\n${head}\n</div>`,
    content,
    '</div>',
    '</section>',
  );
}

export const photo = ({ url, alt }: { url: string; alt: string }, loading: 'lazy' | 'eager' = 'lazy'): string =>
  `<img src="${attribute(url)}" alt="${attribute(alt)}" loading="${loading}" decoding="async">`;

export function picture(shown: Picture | undefined, w: number, h: number, loading: 'lazy' | 'eager' = 'lazy', id?: string): string {
  if (!shown) return '';
  return 'url' in shown
    ? `<figure class="art">${photo(shown, loading)}</figure>`
    : drawn(shown.drawing, shown.variant ?? 0, w, h, 'art', id);
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

export const INPUTS = {
  email: 'email',
  phone: 'tel',
  name: 'text',
  text: 'text',
  number: 'number',
  date: 'date',
  time: 'time',
  url: 'url',
} as const;
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

/** @param id of the control */
export function field(
  { type, label, name = type, required = false, options = [], hint, value = '' }: FormField,
  id: string,
  words: Words,
): string {
  if (type === 'hidden') return `<input type="hidden" name="${attribute(name)}" value="${attribute(value)}">`;
  const named = `name="${attribute(name)}"`;
  const about = hint ? ` aria-describedby="${id}_hint"` : '';
  const hinted = hint ? `<span class="hint" id="${id}_hint">${line(hint)}</span>` : '';
  const optional = required ? '' : ` <span class="optional">${line(words.optional)}</span>`;
  if (type === 'consent')
    return `<p class="field check wide"><input type="checkbox" id="${id}" ${named} value="yes"${required ? ' required' : ''}${about}><label for="${id}">${prose(label)}</label>${hinted}</p>`;
  if (type === 'choices' || (type === 'choice' && options.length <= 4 && options.every((option) => option.length <= 40)))
    return lines(
      `<fieldset class="field choices wide"${about}>`,
      `<legend>${line(label)}${type === 'choice' ? optional : ''}</legend>${hinted}`,
      '<div class="options">',
      ...options.map(
        (option, i) =>
          `<label class="choice"><input type="${type === 'choice' ? 'radio' : 'checkbox'}" ${named} value="${attribute(option)}"${type === 'choice' && required && i === 0 ? ' required' : ''}> ${line(option)}</label>`,
      ),
      '</div>',
      '</fieldset>',
    );
  const auto = AUTOCOMPLETE[name];
  const rest = `id="${id}" ${named}${auto ? ` autocomplete="${auto}"` : ''}${required ? ' required' : ''}${about}`;
  const control =
    type === 'longtext'
      ? `<textarea ${rest} rows="4"></textarea>`
      : type === 'choice'
        ? `<select ${rest}><option value="">${line(words.choose)}</option>${options.map((option) => `<option>${line(option)}</option>`).join('')}</select>`
        : `<input type="${INPUTS[type]}" ${rest}${type === 'number' ? ' min="0" inputmode="numeric"' : ''}>`;
  const isWide = type === 'longtext' || type === 'url' || hint !== undefined || [...label].length > 32;
  return `<p class="field${isWide ? ' wide' : ''}"><label for="${id}">${line(label)}${optional}</label>${hinted}${control}</p>`;
}
