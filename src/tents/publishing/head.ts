import type { Edit } from '../../content/generation/verify/edits.ts';
import { escapeHtml } from '../../shared/html.ts';
import { attributeOf, readTags, type StartTag, type Tag } from '../forms/tags.ts';

/** What the head of a published page says instead of what its HTML says. Null leaves it to the HTML. */
export interface PageHead {
  metaTitle: string | null;
  metaDescription: string | null;
  noindex: boolean;
  language: string | null;
}

interface Found {
  html?: StartTag;
  head?: StartTag;
  title?: { tag: StartTag; close: Tag };
  metas: StartTag[];
}

/** @returns edits of the source, and a text to put in front of it once they are made: no two edits may touch each other */
export function headEdits(source: string, { metaTitle, metaDescription, noindex, language }: PageHead): { edits: Edit[]; lead: string } {
  const { html, head, title, metas } = find(source);
  const edits: Edit[] = [];
  const missing: string[] = [];

  if (metaTitle !== null) {
    if (title) edits.push({ begin: title.tag.end, end: title.close.begin, text: escapeHtml(metaTitle) });
    else missing.push(`<title>${escapeHtml(metaTitle)}</title>`);
    edits.push(...metas.filter(isAbout('property', 'og:title')).map(saying('property', 'og:title', metaTitle)));
  }
  if (metaDescription !== null) {
    const own = metas.filter(isAbout('name', 'description'));
    edits.push(...own.map(saying('name', 'description', metaDescription)));
    if (own.length === 0) missing.push(metaOf('name', 'description', metaDescription));
    edits.push(...metas.filter(isAbout('property', 'og:description')).map(saying('property', 'og:description', metaDescription)));
  }
  if (noindex) missing.push(metaOf('name', 'robots', 'noindex'));

  const added = missing.join('');
  const start = html && {
    begin: html.begin,
    end: html.end,
    text: language === null ? textOf(source, html) : inLanguage(source, html, language),
  };
  const opening = language === null || html ? '' : `<html lang="${escapeHtml(language)}">`;
  if (head && added) edits.push({ begin: head.begin, end: head.end, text: textOf(source, head) + added });
  if (start && (language !== null || (!head && added))) edits.push({ ...start, text: head ? start.text : start.text + added });
  const lead = opening + (html || head ? '' : added);
  if (lead === '') return { edits, lead };
  const end = doctypeEnd(source);
  if (end === undefined) return { edits, lead };
  // In front of a doctype, a page would be shown in quirks mode.
  return { edits: [...edits, { begin: 0, end, text: source.slice(0, end) + lead }], lead: '' };
}

const BLANKS = /\s*/y;
const DOCTYPE = /<!doctype[^>]*>/iy;

/** Blanks and comments may stand in front of it. */
function doctypeEnd(source: string): number | undefined {
  for (let at = 0; ; ) {
    BLANKS.lastIndex = at;
    BLANKS.test(source);
    DOCTYPE.lastIndex = BLANKS.lastIndex;
    if (DOCTYPE.test(source)) return DOCTYPE.lastIndex;
    const commentEnd = source.startsWith('<!--', BLANKS.lastIndex) ? source.indexOf('-->', BLANKS.lastIndex + 2) : -1;
    if (commentEnd < 0) return undefined;
    at = commentEnd + 3;
  }
}

function find(source: string): Found {
  const found: Found = { metas: [] };
  let open: StartTag | undefined;
  readTags(source, {
    open(tag) {
      if (tag.name === 'html') found.html ??= tag;
      else if (tag.name === 'head') found.head ??= tag;
      else if (tag.name === 'title') open ??= tag;
      else if (tag.name === 'meta') found.metas.push(tag);
    },
    close(tag) {
      if (tag.name === 'title' && open) found.title ??= { tag: open, close: tag };
    },
    text() {},
  });
  return found;
}

const textOf = (source: string, { begin, end }: Tag): string => source.slice(begin, end);

const isAbout = (attribute: string, value: string) => (tag: StartTag) => attributeOf(tag, attribute)?.value.trim().toLowerCase() === value;

const metaOf = (attribute: string, name: string, content: string): string =>
  `<meta ${attribute}="${name}" content="${escapeHtml(content)}">`;

const saying =
  (attribute: string, name: string, content: string) =>
  ({ begin, end }: StartTag): Edit => ({ begin, end, text: metaOf(attribute, name, content) });

function inLanguage(source: string, tag: StartTag, language: string): string {
  const given = attributeOf(tag, 'lang');
  const written = `lang="${escapeHtml(language)}"`;
  if (given) return source.slice(tag.begin, given.begin) + written + source.slice(given.end, tag.end);
  const nameEnd = tag.begin + '<html'.length;
  return `${source.slice(tag.begin, nameEnd)} ${written}${source.slice(nameEnd, tag.end)}`;
}
