import { randomBytes } from 'node:crypto';
import type { Commission } from '../generator.ts';
import { EMAIL } from './prompts/email.ts';
import { PAGE } from './prompts/page.ts';
import { ANSWER, CHANGE, FACTS_ALONE, PLACEHOLDERS } from './prompts/shared.ts';

/** What a model is told: what holds for all commissions of a kind, and this commission. */
export interface Brief {
  system: string;
  request: string;
}

/**
 * Instructions are ours alone and stand in `system`. What others wrote stands between tags that nobody can foresee, so that no
 * text can end its own and go on as something else.
 */
export function briefOf(commission: Commission): Brief {
  const { kind, prompt, current, facts, placeholders = {}, brand, assets, today } = commission;
  const mark = randomBytes(6).toString('hex');
  const part = (name: string, text: string) => `<${name}-${mark}>\n${text}\n</${name}-${mark}>`;
  const data = (name: string, value: unknown) => part(name, JSON.stringify(value, null, 1));
  const has = (value: object) => Object.keys(value).length > 0;

  const parts = [
    `Today is ${today.toISOString().slice(0, 10)}. ${current === undefined ? `Write the ${kind}.` : `Change the ${kind}.`}`,
    data('brand', { name: brand.name, primary_color: brand.primaryColor, logo_url: brand.logoUrl }),
  ];
  if (has(facts)) parts.push(`Values to be used exactly as they are, by their names:\n${data('facts', facts)}`);
  if (has(placeholders)) parts.push(`${PLACEHOLDERS}\n${data('placeholders', placeholders)}`);
  if (assets.length > 0) {
    const files = assets.map(({ url, fileName, contentType }) => ({ url, file_name: fileName, content_type: contentType }));
    parts.push(`Files that the author gave, to be used at these addresses:\n${data('files', files)}`);
  }
  if (current !== undefined) parts.push(part('document', current));
  parts.push(part('request', prompt || FACTS_ALONE));
  return {
    system: [kind === 'email' ? EMAIL : PAGE, ...(current === undefined ? [] : [CHANGE]), ANSWER].join('\n\n'),
    request: parts.join('\n\n'),
  };
}
