import { escapeHtml } from '../../shared/html.ts';
import { asMergeText, compileTemplate, splitMergeTags } from '../../shared/merge-tags.ts';

/** Values by name, as `token_data` has them. */
export type Tokens = Readonly<Record<string, string | number | boolean>>;

const NAME = /^\{\{-?\s*([A-Za-z_][A-Za-z0-9_-]*)\s*(?:\||-?\}\})/;

/**
 * Puts values in the place of their tags, once and for everybody: `{{season}}`, or `{{season | upcase}}`. They are text, whatever
 * they hold: nothing in them becomes HTML or a tag. Tags without a value stay. Takes what `checkMergeTags` accepts.
 * @param escape whether the text is HTML
 */
export function fillTokens(source: string, tokens: Tokens, { escape: inHtml }: { escape: boolean }): string {
  return splitMergeTags(source)
    .map(({ tag, text }) => {
      const name = tag ? NAME.exec(text)?.[1] : undefined;
      if (name === undefined || !Object.hasOwn(tokens, name)) return text;
      const value = compileTemplate<Tokens>(text, { escape: false }).render(tokens);
      return asMergeText(inHtml ? escapeHtml(value) : value);
    })
    .join('');
}
