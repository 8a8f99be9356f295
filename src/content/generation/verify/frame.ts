import { escapeHtml } from '../../../shared/html.ts';
import { isRightToLeft } from '../draft/normal.ts';
import { wordsOf } from '../library/library.ts';
import { languageOf } from '../reader/language.ts';
import type { Edit } from './edits.ts';
import type { Survey } from './survey.ts';

/** Elements that belong to a head, even without its tag. */
const OF_THE_HEAD = new Set(['title', 'meta', 'link', 'style', 'script', 'template']);

/** The next survey sees the additions. @param title for a document without title and heading */
export function missingOf(seen: Survey, source: string, title: string, unsubscribeLink: boolean): Edit[] {
  const written = languageOf(seen.words);
  const lang = seen.html?.lang || written;
  const language = ` lang="${lang}"${isRightToLeft(written) ? ' dir="rtl"' : ''}`;
  const edits: Edit[] = [];
  const insert = (at: number, text: string) => edits.push({ begin: at, end: at, text });
  const last = source.length;

  if (seen.doctype === undefined) insert(0, '<!doctype html>\n');
  if (!seen.html) {
    insert(seen.doctype ?? 0, `<html${language}>\n`);
    insert(last, '\n</html>');
    return edits;
  }
  if (seen.html.lang === '') insert(seen.html.begin + '<html'.length, language);

  const head: string[] = [];
  if (!seen.charset) head.push('<meta charset="utf-8">');
  if (!seen.viewport) head.push('<meta name="viewport" content="width=device-width, initial-scale=1">');
  if (seen.title.trim() === '') head.push(`<title>${escapeHtml(oneLine(seen.heading) || oneLine(title) || '–')}</title>`);
  if (seen.head !== undefined) {
    if (head.length > 0) insert(seen.head, `\n${head.join('\n')}`);
  } else {
    insert(
      seen.html.end,
      `\n<head>\n${head.join('\n')}${OF_THE_HEAD.has(seen.first ?? '') ? '\n' : `\n</head>${seen.body ? '' : '\n<body>'}`}`,
    );
  }

  if (unsubscribeLink && !seen.unsubscribe) insert(seen.bodyEnd ?? seen.htmlEnd ?? last, unsubscribeFoot(lang));
  if (seen.body && seen.bodyEnd === undefined) insert(seen.htmlEnd ?? last, '\n</body>\n');
  if (seen.htmlEnd === undefined) insert(last, '\n</html>');
  return edits;
}

function unsubscribeFoot(lang: string): string {
  const label = wordsOf(lang).email.unsubscribe as string;
  return (
    '<p style="margin:0;padding:24px;text-align:center;font-family:system-ui,-apple-system,\'Segoe UI\',Roboto,Arial,sans-serif;font-size:13px;line-height:1.6;color:#6b6b6b">' +
    `<a href="{{unsubscribe_url}}" style="color:#6b6b6b;text-decoration:underline">${label}</a></p>\n`
  );
}

/** Masked merge tags are private characters with a number between them. */
const oneLine = (text: string): string =>
  text
    .replace(/\u{F0000}\d*\u{F0001}/gu, ' ')
    .replace(/[{}]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
