import { Parser } from 'htmlparser2';
import { isHtmlDocument } from '../../shared/html.ts';
import { splitMergeTags } from '../../shared/merge-tags.ts';
import type { Kind } from '../documents/kinds.ts';
import { checkSize } from '../versions/html.ts';

/** What a generator gave cannot be a version; the message is for the author. */
export class DraftUnusable extends Error {}

/** For an email that its generator gave no way out. */
const WAY_OUT =
  '<p style="margin:24px 0;text-align:center;font-size:13px;line-height:1.6;color:#5a6a64">' +
  '<a href="{{unsubscribe_url}}" style="color:#5a6a64;text-decoration:underline">Unsubscribe</a></p>';

/**
 * Looks through what a generator gave, as nobody has yet, and mends what can be mended: scripts from elsewhere go, of an email
 * all scripts, and an email without a way out gets one.
 * @throws DraftUnusable when it is no whole document, too large or too deep, or holds malformed merge tags
 */
export function usable(kind: Kind, html: string): string {
  const problem = kind.check(html);
  if (problem) throw new DraftUnusable(`What was written cannot be used: it ${problem}.`);
  const isEmail = kind.generates === 'email';
  const { isWhole, scripts, end } = read(html, isEmail);
  if (!isWhole) throw new DraftUnusable('What was written is not a whole page.');

  const wayOut = isEmail && !/\{\{-?\s*unsubscribe_url\b/.test(html);
  let kept = isHtmlDocument(html) ? '' : '<!doctype html>\n';
  let from = 0;
  for (const script of scripts) {
    kept += html.slice(from, script.begin);
    from = script.end;
  }
  kept += wayOut ? `${html.slice(from, end)}${WAY_OUT}${html.slice(end)}` : html.slice(from);
  const grown = checkSize(kept);
  if (grown) throw new DraftUnusable(`What was written cannot be used: it ${grown}.`);
  return kept;
}

interface Places {
  /** It has an `html` element and a `body`. */
  isWhole: boolean;
  /** What has to go, in order. */
  scripts: { begin: number; end: number }[];
  /** Where the body ends. */
  end: number;
}

function read(html: string, isEmail: boolean): Places {
  // Of the same length, so that positions hold; a tag's quotes and angle brackets are none of the HTML's.
  const masked = isEmail
    ? splitMergeTags(html)
        .map(({ tag, text }) => (tag ? '_'.repeat(text.length) : text))
        .join('')
    : html;
  const seen = new Set<string>();
  const scripts: Places['scripts'] = [];
  let open: number | undefined;
  let end = html.length;
  const parser = new Parser({
    onopentag(name, attributes) {
      seen.add(name);
      const isForeign = name === 'script' && ['src', 'href', 'xlink:href'].some((attribute) => attribute in attributes);
      if (open === undefined && (isForeign || (isEmail && name === 'script'))) open = parser.startIndex;
    },
    onclosetag(name, implied) {
      if (name === 'script' && open !== undefined) {
        // Blanks in the closing tag are not counted to it by every parser.
        const closed = html.indexOf('>', parser.endIndex);
        scripts.push({ begin: open, end: closed < 0 ? html.length : closed + 1 });
        open = undefined;
      }
      if (name === 'body' && !implied) end = parser.startIndex;
    },
  });
  parser.end(masked);
  return { isWhole: seen.has('html') && seen.has('body'), scripts, end };
}
