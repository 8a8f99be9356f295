import { readFileSync } from 'node:fs';
import { Marked } from 'marked';
import type { Document } from '../contract.ts';
import { type Content, Html, html } from '../html.ts';

/** Where the parts of the reference are, as its pages name them. The service has them at its root, a published folder beside each other. */
export interface Places {
  reference: string;
  changes: string;
  json: string;
  yaml: string;
  /** What the folder of the style, the scripts and the mark ends with a slash. */
  assets: string;
}

type Info = Document['info'];

const beside = (name: string): URL => new URL(name, import.meta.url);
const changelog = new URL('../../../CHANGELOG.md', import.meta.url);

export const MARK = readFileSync(beside('mark.svg'), 'utf8').trim();

/** Headings have the anchors that Redoc gives them, so that links lead somewhere before it has drawn, too. */
const guide = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      const id = depth === 2 ? ` id="section/${text.replaceAll(' ', '-')}"` : '';
      return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
  },
});

/** The reference: its guide, which can be read at once, until a script has drawn the whole document in its place. */
export const referencePage = (places: Places, { title, version, summary, description }: Info): string =>
  page(
    places,
    'Bivouac API reference',
    'reference',
    html`<link rel="preload" href="${places.json}" as="fetch" crossorigin>
<script src="${places.assets}redoc.js" defer></script>
<script src="${places.assets}reference.js" defer></script>`,
    html`<main id="reference" data-document="${places.json}">
<div class="columns">
<div class="side"></div>
<article class="prose">
<h1>${title} (${version})</h1>
<p role="status">The operations are being drawn.</p>
<p>${summary}</p>
<noscript><p>The operations need JavaScript. They are also in <a href="${places.yaml}">openapi.yaml</a>.</p></noscript>
${new Html(guide.parse(description ?? '', { async: false }))}
</article>
</div>
</main>`,
  );

/** What changed in the API, from the changelog. */
export function changesPage(places: Places, text = readFileSync(changelog, 'utf8')): string {
  const versions: string[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        const content = this.parser.parseInline(tokens);
        if (depth !== 2) return `<h${depth}>${content}</h${depth}>\n`;
        versions.push(heading);
        const { markup: id } = html`${anchor(heading)}`;
        return `<h2 id="${id}"><a href="#${id}">${content}</a></h2>\n`;
      },
    },
  });
  const article = new Html(marked.parse(text, { async: false }));
  return page(
    places,
    'Changes to the Bivouac API',
    'changes',
    null,
    html`<div class="columns">
<nav class="side" aria-label="Versions">
<h2>Versions</h2>
<ul>${versions.map((version) => html`<li><a href="#${anchor(version)}">${version}</a></li>`)}</ul>
</nav>
<main class="prose">${article}</main>
</div>`,
  );
}

/** `0.2.0, 2026-05-01` is linked to as `#v0.2.0`: the version alone, so that a date can be added later. */
const anchor = (heading: string): string => `v${heading.split(/[\s,]/)[0]}`;

function page(places: Places, title: string, here: 'reference' | 'changes', head: Content, content: Html): string {
  const link = (name: typeof here, label: string) =>
    html`<a href="${places[name]}" ${name === here && new Html('aria-current="page"')}>${label}</a>`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${places.assets}mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="${places.assets}style.css">
${head}
</head>
<body>
<header class="bar">
<a class="brand" href="${places.reference}">${new Html(MARK.replace('<svg ', '<svg aria-hidden="true" '))}<span>Bivouac <b>API</b></span></a>
<nav aria-label="Documentation">
${link('reference', 'Reference')}
${link('changes', 'Changes')}
<a href="${places.yaml}"><i>openapi.</i>yaml</a>
<a href="${places.json}"><i>openapi.</i>json</a>
</nav>
</header>
${content}
</body>
</html>
`.markup;
}
