import { escapeHtml } from '../shared/html.ts';

/** Markup; any other content is escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Content = Html | string | number | null | undefined | false | readonly Content[];

/** Escapes what stands between the braces, joins lists, and writes nothing for null, undefined and false. */
export const html = (strings: TemplateStringsArray, ...contents: Content[]): Html =>
  new Html(strings.map((text, index) => text + (index < contents.length ? render(contents[index]) : '')).join(''));

export const pageOf = ({
  title,
  head,
  body,
  language = 'en',
}: {
  title: Content;
  head: Content;
  body: Content;
  language?: string;
}): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`.markup;

function render(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (content instanceof Html) return content.markup;
  if (typeof content === 'object') return content.map(render).join('');
  return escapeHtml(String(content));
}
