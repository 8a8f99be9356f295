import { textWithoutWayOut } from '../../content/versions/way-out.ts';
import { splitMergeTags } from '../../shared/merge-tags.ts';

/** The footer comes before any style sheet of the author. */
const insisted = (declarations: string): string =>
  declarations
    .split(';')
    .map((one) => `${one}!important`)
    .join(';');
const SEEN =
  'visibility:visible;opacity:1;position:static;float:none;height:auto;max-height:none;overflow:visible;' +
  'transform:none;filter:none;clip-path:none;text-indent:0;letter-spacing:normal;font:12px/1.5 system-ui,sans-serif;color:#6b6b6b';
const AREA = insisted(`display:block;direction:ltr;margin:24px auto 0;padding:16px;width:auto;max-width:600px;text-align:center;${SEEN}`);
const LINK = insisted(`display:inline;margin:0;padding:0;width:auto;max-width:none;text-decoration:underline;pointer-events:auto;${SEEN}`);
const INLINE = insisted(`display:inline;${SEEN}`);

/** In English, whichever way the mail around it is read; the name within it is read its own way. */
const FOOTER_HTML =
  `<div dir="ltr" style="${AREA}">` +
  `You receive this email because you are in touch with <bdi style="${INLINE}">{{workspace.name}}</bdi>. ` +
  `<a href="{{unsubscribe_url}}" style="${LINK}">Unsubscribe</a></div>`;
const FOOTER_TEXT = '\n\n--\nUnsubscribe: {{unsubscribe_url}}\n';
const WAY_OUT = /^\{\{-?\s*unsubscribe_url\s*-?\}\}$/;

/** Unless the mail has a visible unsubscribe link, or must not have one. */
export const footerOf = ({ operational, unsubscribe }: { operational: boolean; unsubscribe: boolean }): string =>
  operational || unsubscribe ? '' : FOOTER_HTML;

export function textWithFooter(text: string, operational: boolean): string {
  if (operational) return textWithoutWayOut(text);
  return splitMergeTags(text).some((piece) => piece.tag && WAY_OUT.test(piece.text)) ? text : text + FOOTER_TEXT;
}
