import type { PageForm } from './form.types.ts';

/**
 * Each form that is published has a field that nobody sees and robots fill in, for it has a name like any other. What comes with
 * something in it is a robot's.
 */
const NAMES = ['website', 'homepage', 'fax', 'middle_name', 'company_website'];

/** The name of that field: one that the form has no field of. */
export function trapOf({ fields }: PageForm): string {
  const taken = new Set(fields.map(({ name }) => name.toLowerCase()));
  return NAMES.find((name) => !taken.has(name)) ?? 'website_of_yours';
}

/**
 * It is there for robots that look whether a field can be seen: nothing but its size hides it. The page's own styles do not reach
 * it, browsers do not fill it in, and nobody comes to it with the keyboard or is read it aloud.
 */
export const trapMarkup = (name: string): string =>
  `<div aria-hidden="true" style="${STYLE}"><input type="text" name="${name}" value="" tabindex="-1" autocomplete="off"></div>`;

const STYLE = (
  'display:block;position:absolute;width:1px;height:1px;min-width:0;min-height:0;margin:-1px;padding:0;border:0;overflow:hidden;' +
  'clip-path:inset(50%);opacity:0;pointer-events:none'
).replaceAll(/(?=;|$)/g, '!important');
