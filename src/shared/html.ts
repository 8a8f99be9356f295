const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For attributes too. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);

/** A page without any request of its own. @param body HTML, like the style */
export const plainPage = (title: string, style: string, body: string, language = 'en'): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;

const BLANKS = /\s*/y;

/** Whether the text begins with a doctype, after nothing but blanks and comments. */
export function isHtmlDocument(text: string): boolean {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  for (;;) {
    BLANKS.lastIndex = at;
    BLANKS.test(text);
    at = BLANKS.lastIndex;
    if (!text.startsWith('<!--', at)) break;
    const end = text.indexOf('-->', at + 2);
    if (end === -1) return false;
    at = end + 3;
  }
  return /^<!doctype\s+html[\s>]/i.test(text.slice(at, at + 100));
}
