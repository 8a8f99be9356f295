import { type Fill, filledText, placeholderFor } from '../../../content/generation/placeholders.ts';
import { titleOf } from '../../../content/generation/title.ts';
import type { FlowId } from '../../../platform/ids.ts';
import { compileTemplate, type MergeValues, splitMergeTags, templateParts } from '../../../shared/merge-tags.ts';
import { asciiOf, nameOf } from '../../../shared/text.ts';
import { isAlias } from '../../../tents/publishing/addresses.ts';
import { asksForWebContent } from '../../../tents/tents/screening.ts';
import type { NewPage } from '../../../tents/tents/tents.service.ts';
import { UNTITLED } from '../../../tents/tents/tents.service.ts';
import type { StepOf } from '../definition.ts';

type CreateTent = StepOf<'create_tent'>;

const LONGEST_PROMPT = 10_000;
const LONGEST_NAME = 200;

export type Wanted = Pick<NewPage, 'name' | 'prompt' | 'alias' | 'fills'> | { error: string };

/** Values that this service made itself: only they may contain an address. */
const OWN_VALUE = /^\{\{-?\s*campaign\.tents(?:\.[\w-]+|\["[^"]*"\]|\['[^']*'\])\.url\s*-?\}\}$/;

type Piece = (values: MergeValues) => { text: string; value: string; fill?: Fill };

/**
 * Parses the step once for all members. Merge values are data: the prompt has placeholders in their places, so a contact's values cannot
 * change the instructions.
 * @param secret placeholders follow from it
 */
export function wanting(
  { step_id, source, prompt, tent_name, custom_page_alias }: CreateTent,
  flowId: FlowId,
  secret: string,
): (values: MergeValues) => Wanted {
  const pieces = splitMergeTags(prompt ?? '').map(({ tag, text }): Piece => {
    if (!tag) return () => ({ text, value: text });
    const template = compileTemplate(text, { escape: false });
    if (OWN_VALUE.test(text)) {
      return (values) => {
        const value = template.render(values);
        return { text: value, value };
      };
    }
    const placeholder = placeholderFor(secret, flowId, step_id, text);
    return (values) => {
      const value = template.render(values).toWellFormed();
      return { text: placeholder, value, fill: { meaning: text, value } };
    };
  });
  const nameFor = tent_name === null ? null : compileTemplate(tent_name, { escape: false });
  const aliasFor = custom_page_alias === null ? null : templateParts(custom_page_alias, { escape: false });
  const titles = new Map<string, string | null>();
  const titleFor = (asked: string) => {
    if (!titles.has(asked)) titles.set(asked, titleOf(asked));
    return titles.get(asked) ?? '';
  };
  return (values) => {
    const read: ReturnType<Piece>[] = [];
    let length = 0;
    for (const piece of pieces) {
      const next = piece(values);
      length += [...next.value].length;
      if (length > LONGEST_PROMPT) return { error: `The prompt comes to more than ${LONGEST_PROMPT} characters.` };
      read.push(next);
    }
    const asked = read.map(({ text }) => text).join('');
    if (!asksForWebContent(asked, { template: source === 'template' })) return { error: 'The prompt does not ask for a web page.' };
    const fills = Object.fromEntries(read.flatMap(({ text, fill }) => (fill ? [[text, fill]] : [])));
    const name = nameFor && shortened(nameFor.render(values));
    const alias = aliasFor?.map((part) => (typeof part === 'string' ? part : slugged(part(values)))).join('') ?? null;
    return {
      prompt: asked,
      name: name || shortened(filledText(titleFor(asked), fills)) || UNTITLED,
      alias: alias !== null && isAlias(alias) ? alias : null,
      ...(Object.keys(fills).length > 0 && { fills }),
    };
  };
}

const shortened = (text: string): string => {
  const line = nameOf(text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')) ?? '';
  return [...line].slice(0, LONGEST_NAME).join('').trimEnd();
};

const slugged = (text: string): string => asciiOf(text, '-').replace(/^-|-$/g, '');
