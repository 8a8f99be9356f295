import type { Handler } from 'htmlparser2';
import { escapeHtml } from '../../shared/html.ts';
import { splitMergeTags } from '../../shared/merge-tags.ts';
import { ExactParser } from './exact-parser.ts';

/*
 * Mail programs show the preheader beside the subject: hidden text in front of everything else. Ours carries `data-preheader`. An author's
 * own counts too, when it stands first in the body, holds nothing but text and is hidden or named so.
 */

/** Without a new one, only a preheader that carries our mark is removed. */
export function replacePreheader(html: string, previewText: string | null): string {
  if (!previewText) {
    const { found } = locate(html);
    return found?.marked ? cut(html, found) : html;
  }
  const rest = withoutPreheader(html);
  return insert(rest, locate(rest).insertAt, previewText);
}

/** Both ours and an author's, which may stand behind it. */
export function withoutPreheader(html: string): string {
  let rest = html;
  for (let round = 0; round < 2; round++) {
    const { found } = locate(rest);
    if (!found) return rest;
    rest = cut(rest, found);
  }
  return rest;
}

const cut = (html: string, { begin, end }: Preheader): string => html.slice(0, begin) + html.slice(end);

export const hasOwnPreheader = (html: string): boolean => locate(html).found?.marked === false;

const insert = (html: string, at: number, previewText: string): string =>
  `${html.slice(0, at)}<div data-preheader style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeText(previewText)}</div>${html.slice(at)}`;

/** Merge tags stay as they are: what they become is escaped when a mail is made. */
const escapeText = (text: string): string =>
  splitMergeTags(text)
    .map((part) => (part.tag ? part.text : escapeHtml(part.text)))
    .join('');

interface Preheader {
  begin: number;
  end: number;
  marked: boolean;
}

interface Places {
  /** Right after `<body>`; without one, where the body begins all the same. */
  insertAt: number;
  found: Preheader | undefined;
}

function locate(html: string): Places {
  // Of the same length, so that positions hold; a tag's quotes and angle brackets are none of the HTML's.
  const masked = splitMergeTags(html)
    .map(({ tag, text }) => (tag ? '_'.repeat(text.length) : text))
    .join('');
  let insertAt = 0;
  let depth = 0;
  /** How deep the parser was when it came to invisible content: the head, a style sheet. */
  let unseen: number | undefined;
  /** Nothing to be seen has come since the beginning of the body. */
  let atStart = true;
  let open: (Preheader & { depth: number }) | undefined;
  let found: Preheader | undefined;

  const handler: Partial<Handler> = {
    onopentag(name, attributes) {
      depth += 1;
      if (open?.marked || unseen !== undefined) return;
      // An element that holds others is no preheader, however it is hidden.
      open = undefined;
      if (name === 'html' || name === 'body') {
        insertAt = parser.tagEnd;
        atStart = true;
      } else if (UNSEEN.has(name)) {
        unseen = depth;
      } else {
        const marked = 'data-preheader' in attributes;
        if (marked || (atStart && looksLikePreheader(attributes))) open = { begin: parser.tagBegin, end: 0, marked, depth };
        atStart = false;
      }
    },
    ontext(text) {
      if (unseen === undefined && text.trim() !== '') atStart = false;
    },
    onclosetag(name, implied) {
      if (open?.depth === depth) {
        // An unclosed one would reach to the end of the mail.
        if (!implied) found ??= { begin: open.begin, end: parser.tagEnd, marked: open.marked };
        open = undefined;
      }
      if (unseen === depth) {
        unseen = undefined;
        if (name === 'head') insertAt = parser.tagEnd;
      }
      depth -= 1;
    },
  };
  const parser = new ExactParser(masked, handler, (what) => {
    if (atStart && (what === 'doctype' || what === 'instruction')) insertAt = parser.tagEnd;
  });
  parser.end(masked);
  return { insertAt, found };
}

const UNSEEN = new Set(['head', 'title', 'style', 'script', 'meta', 'link', 'base']);

const looksLikePreheader = ({ style = '', class: name = '', id = '', ...others }: Record<string, string>): boolean =>
  /display\s*:\s*none/i.test(style) || 'hidden' in others || /pre-?header|preview-?text/i.test(`${name} ${id}`);
