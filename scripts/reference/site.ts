import type { Document } from '../../src/http/contract.ts';
import { type Content, Html, html } from '../../src/http/html.ts';
import { mark } from '../../src/http/mark.ts';
import { changesFeed, readChangelog, versionAnchor, versionsOf } from './changes.ts';
import type { Drawing } from './draw.ts';
import { errorsPage } from './errors.ts';
import { excerptFor } from './excerpt.ts';
import { GUIDES, readGuide, slugOfHeading } from './guides.ts';
import {
  ERRORS,
  EVENT,
  GUIDE,
  type Place,
  placeOf,
  READINESS,
  sectionPlace,
  slugOf,
  type Tag,
  TUTORIALS,
  type TutorialSlug,
  tagGroupsOf,
} from './places.ts';
import { copyButton, type Heading, type Prose, permalink, prose } from './prose.ts';
import { readable } from './readable.ts';
import { readinessPage } from './readiness.ts';
import { searchIndex } from './search-index.ts';
import { OPTIONS } from './theme.ts';
import { titleOf, tutorialOf } from './tutorials.ts';

/** A page of text. */
export interface ProsePage {
  slug: string;
  title: string;
  /** Its heading in the menu; none for the guide and what belongs to it. */
  group?: string;
  make: () => Prose;
}

/** The scripts of every page, in the order in which they run. */
const SCRIPTS = ['navigation', 'copy', 'find', 'search'];
/** Those of pages with operations. `redoc.js` is Redoc itself. */
const OPERATION_SCRIPTS = ['redoc', 'colours', 'one-operation', 'operations'];

const CHANGES = 'changes';

/** Pages are files beside each other. A service puts its own addresses in the place of these. */
const fileOf = (slug: string): string => `./${slug || 'index'}.html`;
const addressOf = ({ page, anchor }: Place): string => fileOf(page) + (anchor && `#${anchor}`);

/**
 * The pages of the reference, as files that work at any address and from a disk. Each operation is a `<section id="OPERATION_ID"
 * data-operation="OPERATION_ID">` on the page of its tag; what Redoc draws, and takes over in the browser, is the `.redoc` in it, and
 * nothing else may be put in there.
 */
export class Site {
  readonly #document: Document;
  /** In the order of the menu. */
  readonly prose: ProsePage[];
  readonly tags: Tag[];

  /** @param document as it is; a service puts its own address into what is made of it */
  constructor(document: Document) {
    this.#document = document;
    this.prose = [
      { slug: GUIDE, title: 'Guide', make: () => this.#guide() },
      { slug: ERRORS, title: 'Errors', make: () => this.#linked(errorsPage(document), (heading) => heading) },
      { slug: READINESS, title: 'Readiness', make: () => this.#linked(readinessPage(document), (heading) => heading) },
      { slug: CHANGES, title: 'Changes', make: () => this.#changes() },
      ...TUTORIALS.map((slug) => ({ slug, title: titleOf(slug), group: 'Tutorials', make: () => this.#tutorial(slug) })),
      ...GUIDES.map((slug) => {
        const { title, markdown } = readGuide(document, slug, addressOf);
        return { slug, title, group: 'Guides', make: () => prose(markdown, slugOfHeading) };
      }),
    ];
    this.tags = tagGroupsOf(document).flatMap(({ tags }) => tags);
  }

  prosePage({ slug, title, make }: ProsePage): string {
    const { content, headings } = make();
    return this.#page({
      slug,
      title: slug === GUIDE ? 'Bivouac API reference' : `${title} | Bivouac API`,
      headings,
      content: html`<main class="prose">${content}${this.#neighbours(slug)}</main>`,
    });
  }

  /** @param draw draws the operations of an excerpt; without it the page lists them, and says how they come to be drawn */
  tagPage(tag: Tag, draw: ((excerpt: Document) => Drawing) | undefined): string {
    const excerpt = readable(JSON.parse(this.#link(JSON.stringify(excerptFor(this.#document, tag.name)))));
    const drawing = draw?.(excerpt);
    return this.#page({
      slug: tag.slug,
      title: `${tag.name} | Bivouac API`,
      head: drawing && new Html(drawing.styles),
      scripts: drawing && OPERATION_SCRIPTS,
      headings: [],
      content: html`<main id="reference">
<div class="prose head" id="tag/${tag.anchor}">
<h1>${tag.name}</h1>
${this.#linked(tag.description, slugOf).content}
<ul class="overview">
${tag.operations.map(
  ({ operationId, method, path, summary }) =>
    html`<li><a href="#${operationId}" ${!drawing && new Html(`id="${operationId}"`)}>${badge(method)} <code>${path}</code> <span>${summary}</span></a></li>
`,
)}</ul>
</div>
${drawing ? operations(tag, excerpt, drawing) : UNDRAWN}
<div class="prose foot">${this.#neighbours(tag.slug)}</div>
</main>`,
    });
  }

  #guide(): Prose {
    const { title, version, summary, description = '' } = this.#document.info;
    // The document has the places of its errors in this table, and the reference on a page of their own.
    const withLinks = description.replaceAll(/<span id="(error\/\w+)"[^>]*><\/span>(`\w+`)/g, '[$2](#$1)');
    const text = this.#linked(withLinks, (heading) => sectionPlace(heading).anchor);
    return { ...text, content: html`<h1>${title} (${version})</h1><p class="lead">${summary}</p>${text.content}` };
  }

  /** The changes of the API, from the changelog. */
  #changes(): Prose {
    const feed = 'The [Atom feed](./changes.atom) announces the next version.';
    const changelog = readChangelog(this.#document, addressOf);
    return prose(changelog.replace('\n## ', `\n${feed}\n\n## `), (heading, depth) => (depth === 2 ? versionAnchor(heading) : undefined));
  }

  /** As JSON. The list of changes is ordered by version and not searched. */
  searchIndex(): string {
    const texts = this.prose.filter(({ slug }) => slug !== CHANGES).map(({ make, ...page }) => ({ ...page, ...make() }));
    return JSON.stringify(searchIndex(this.#document, addressOf, texts));
  }

  /** The changes as an Atom feed. */
  feed(): string {
    return changesFeed(versionsOf(readChangelog(this.#document, addressOf)), { self: './changes.atom', page: fileOf(CHANGES) });
  }

  #tutorial(slug: TutorialSlug): Prose {
    const { title, summary, markdown } = tutorialOf(this.#document, slug);
    const text = this.#linked(markdown, slugOf);
    return { ...text, content: html`<h1>${title}</h1><p class="lead">${summary}</p>${text.content}` };
  }

  #linked(markdown: string, anchorOf: (heading: string) => string): Prose {
    return prose(this.#link(markdown), anchorOf);
  }

  /** The document's own anchors lead to the pages that have them. */
  #link(markdown: string): string {
    return markdown.replaceAll(/\]\(#([^)\s"]+)\)/g, (link, anchor: string) => {
      const place = placeOf(this.#document, anchor);
      return place ? `](${addressOf(place)})` : link;
    });
  }

  /** All pages in the order of the menu; the changes stand apart. */
  #order(): { slug: string; title: string }[] {
    const texts = (group: string | undefined) => this.prose.filter((page) => page.group === group && page.slug !== CHANGES);
    const tags = this.tags.map(({ slug, name }) => ({ slug, title: name }));
    return [...texts(undefined), ...texts('Tutorials'), ...tags, ...texts('Guides')];
  }

  #neighbours(slug: string): Content {
    const order = this.#order();
    const at = order.findIndex((page) => page.slug === slug);
    if (at < 0) return null;
    const link = (page: (typeof order)[number] | undefined, rel: string, label: string) =>
      page && html`<a rel="${rel}" href="${fileOf(page.slug)}"><small>${label}</small> ${page.title}</a>`;
    return html`<nav class="neighbours" aria-label="Next pages">${link(order[at - 1], 'prev', 'Previous')}${link(order[at + 1], 'next', 'Next')}</nav>`;
  }

  #menu(here: string, headings: Heading[]): Html {
    const sections = headings.filter(({ depth }) => depth === 2);
    const link = (slug: string, label: string, anchor: string) =>
      html`<a href="${fileOf(slug)}" data-anchor="${anchor}" ${slug === here && new Html('aria-current="page"')}>${label}</a>`;
    const within = (slug: string, items: Content[]) => slug === here && items.length > 0 && html`<ul>${items}</ul>`;
    const texts = (group?: string) =>
      html`<ul>${this.prose
        .filter((page) => page.group === group && (page.slug !== CHANGES || here === CHANGES))
        .map(
          ({ slug, title }) => html`<li>${link(slug, title, slug || 'guide')}
${within(
  slug,
  sections.map(({ anchor, label }) => html`<li><a href="${addressOf({ page: slug, anchor })}">${label}</a></li>`),
)}</li>
`,
        )}</ul>`;
    return html`<nav id="menu" class="side" popover aria-label="Pages">
${texts()}
<h2>Tutorials</h2>
${texts('Tutorials')}
${tagGroupsOf(this.#document).map(
  ({ name, tags }) => html`<h2>${name}</h2>
<ul>${tags.map(
    (tag) => html`<li>${link(tag.slug, tag.name, `tag/${tag.anchor}`)}
${within(
  tag.slug,
  tag.operations.map(
    ({ operationId, method, path, summary }) =>
      html`<li><a class="to" href="${addressOf({ page: tag.slug, anchor: operationId })}">${badge(method)} <span>${method === EVENT ? path : summary}</span></a></li>
`,
  ),
)}</li>
`,
  )}</ul>
`,
)}<h2>Guides</h2>
${texts('Guides')}</nav>`;
  }

  #page({ slug, title, head, scripts = [], headings, content }: Page): string {
    const script = (name: string) => html`<script src="./${name}.js" defer></script>\n`;
    const top = (to: string, label: string, isHere: boolean) =>
      html`<a href="${fileOf(to)}" ${isHere && new Html('aria-current="page"')}>${label}</a>`;
    return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<script src="./scheme.js"></script>
<link rel="icon" href="./mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="./style.css">
<link rel="alternate" href="./changes.atom" type="application/atom+xml" title="Changes to the Bivouac API">
${head}
${[...scripts, ...SCRIPTS].map(script)}${scripts.length > 0 && LIVE}</head>
<body>
<header class="bar">
<button type="button" class="menu" popovertarget="menu" aria-label="Pages"><i></i></button>
<a class="brand" href="${fileOf(GUIDE)}">${mark}<span>Bivouac <b>API</b></span></a>
<nav aria-label="Documentation">
${top(GUIDE, 'Reference', slug !== CHANGES)}
${top(CHANGES, 'Changes', slug === CHANGES)}
<a href="./openapi.yaml">openapi.yaml</a>
<a href="./openapi.json">openapi<i>.json</i></a>
</nav>
<div class="tools"></div>
<button type="button" class="scheme" hidden></button>
</header>
<div class="columns">
${this.#menu(slug, headings)}
${content}
</div>
</body>
</html>
`.markup;
  }
}

interface Page {
  slug: string;
  title: string;
  head?: Content;
  scripts?: string[];
  headings: Heading[];
  content: Html;
}

const badge = (method: string): Html => html`<b class="method ${method}">${method === 'delete' ? 'del' : method}</b>`;

/** A service puts its script here that lets readers ask it from the page. */
const LIVE = new Html('<!-- live -->\n');

const operations = (tag: Tag, excerpt: Document, drawing: Drawing): Html => html`${tag.operations.map(
  ({
    operationId,
    method,
    path,
    summary,
  }) => html`<section class="operation" id="${operationId}" data-operation="${operationId}"${method === EVENT && new Html(' data-event')}>
<a id="tag/${tag.anchor}/operation/${operationId}"></a>
<p class="handles">${copyButton(path, method === EVENT ? 'Copy type' : 'Copy path')}<button type="button" class="copy" data-copy-link="${operationId}">Copy link</button>${permalink(operationId, summary)}</p>
<div class="redoc">${new Html(drawing.operations[operationId] ?? '')}</div>
</section>
`,
)}
<script type="application/json" id="operations">${new Html(JSON.stringify({ document: excerpt, options: OPTIONS }).replaceAll('<', '\\u003c'))}</script>`;

const UNDRAWN = html`<p role="status" class="prose">The operations were not drawn, since this installation leaves out the packages for development.
Run <code>npm ci && npm run docs && npm prune --omit=dev</code> in its folder to have them here. All that is known of them is in
<a href="./openapi.yaml">openapi.yaml</a>, too.</p>`;
