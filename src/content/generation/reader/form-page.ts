import type { Reading } from './reading.ts';
import { capital } from './split.ts';
import { lexicon } from './words.ts';

/*
 * "Contact page with name and email", "Registration form for new members": the form is the whole page, and no copy of the library speaks
 * about it.
 */

const ENGLISH =
  /^(?:please\s)?(?:(?:make|create|build|design|give|need|do|set up|i need|we need)\s)?(?:(?:me|us)\s)?(?:(?:an?|the|my|our|simple|basic|quick|short|small|plain|online)\s){0,4}((?:contact|registration|sign[- ]?up|application|order|booking|feedback|enquiry|inquiry|request|reservation|membership|intake|nomination|entry|returns?|complaints?|support|referral)(?:\s(?:request|form|us))?)\s(?:page|form|website|site)\b(?:\s(for\s\p{Ll}[^.,:;\n]{2,60}?))?(?=\s(?:with|where|that|asking|to|so|and)\b|[.,:;\n]|$)/iu;
const OTHERS =
  /^[^.,:;\n]{0,40}?(?<!\p{L})(\p{L}{4,16}formular|formulaire\s(?:de|d['’])\s?\p{L}{4,16}|formulario\sde\s\p{L}{4,16}|modulo\sdi\s\p{L}{4,16}|formulário\sde\s\p{L}{4,16}|\p{L}{4,16}formulier|formularz\s\p{L}{4,16}|\p{L}{2,12}フォーム)(?=\s(?:mit|für|avec|pour|con|para|per|com|met|voor|med|för|z|dla)(?!\p{L})|[.,:;\n]|$)/iu;

export function readFormPage({ brief, masked }: Reading): void {
  // "With name and email" names fields and no business.
  if (brief.slots.name && lexicon('fields').find(brief.slots.name).length > 0) delete brief.slots.name;
  if (brief.kind !== 'page' || brief.purpose !== 'landing' || brief.slots.name !== undefined || brief.statements.length > 2) return;
  const found = (brief.lang === 'en' ? ENGLISH : OTHERS).exec(masked.text);
  const what = found?.[1]?.replace(/\s(?:form|us)$/iu, '');
  if (!what) return;
  brief.isForm = true;
  brief.slots.subject = what;
  if (!brief.quoted.some(({ as }) => as === 'headline'))
    brief.quoted.push({ as: 'headline', text: capital([what, found?.[2]].filter(Boolean).join(' ')) });
}
