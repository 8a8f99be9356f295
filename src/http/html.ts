import { type Content, html } from '../shared/markup.ts';

export { type Content, Html, html } from '../shared/markup.ts';

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
