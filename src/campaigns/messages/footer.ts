import { textWithoutWayOut } from '../../content/versions/way-out.ts';
import { splitMergeTags } from '../../shared/merge-tags.ts';

const FOOTER_HTML =
  `<div style="margin:24px auto 0;padding:16px;max-width:600px;font:12px/1.5 system-ui,sans-serif;color:#6b6b6b;text-align:center">` +
  `You receive this email because you are in touch with {{workspace.name}}. ` +
  `<a href="{{unsubscribe_url}}" style="color:#6b6b6b;text-decoration:underline">Unsubscribe</a></div>`;
const FOOTER_TEXT = '\n\n--\nUnsubscribe: {{unsubscribe_url}}\n';
const WAY_OUT = /^\{\{-?\s*unsubscribe_url\s*-?\}\}$/;

/** What goes into the end of the HTML: the way out, unless the mail has one that is seen, or is of a kind that has none. */
export const footerOf = ({ operational, unsubscribe }: { operational: boolean; unsubscribe: boolean }): string =>
  operational || unsubscribe ? '' : FOOTER_HTML;

/** The plain text, with the way out or without any. */
export function textWithFooter(text: string, operational: boolean): string {
  if (operational) return textWithoutWayOut(text);
  return splitMergeTags(text).some((piece) => piece.tag && WAY_OUT.test(piece.text)) ? text : text + FOOTER_TEXT;
}
