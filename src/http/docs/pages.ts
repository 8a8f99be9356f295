import type { Document } from '../contract.ts';
import { type Content, Html, html } from '../html.ts';
import { mark } from '../mark.ts';
import { changesFeed, readChangelog, versionAnchor, versionsOf } from './changes.ts';
import type { Drawing, Sketch } from './drawings.ts';
import { excerptFor } from './excerpt.ts';
import { GUIDE, type Place, placeOf, sectionPlace, slugOf, type Tag, TUTORIALS, type TutorialSlug, tagGroupsOf } from './places.ts';
import { copyButton, type Heading, type Prose, permalink, prose } from './prose.ts';
import { readable } from './readable.ts';
import { searchIndex } from './search-index.ts';
import { OPTIONS } from './theme.ts';
import { titleOf, tutorialOf } from './tutorials.ts';

/** Where the parts of the reference are, as its pages name them. The service has them at its root, a published folder beside each other. */
export interface Places {
  /** A page, by its slug. */
  page: (slug: string) => string;
  json: string;
  yaml: string;
  /** What the folder of the style, the scripts and the mark ends with a slash. */
  assets: string;
  /** Whether the service itself shows the pages, so that they can ask it. */
  isLive: boolean;
}

/** A page of text: the guide, and what stands beside it in the menu. Its text is made when somebody wants to read it. */
export interface ProsePage {
  slug: string;
  title: string;
  make: () => Prose;
}

/** What stands beside the pages, each with its type. */
export const FILES: Record<string, { type: string; make: (site: Site) => string }> = {
  'search.json': { type: 'application/json', make: (site) => site.searchIndex() },
  'changes.atom': { type: 'application/atom+xml', make: (site) => site.feed() },
};

/** The scripts of every page, in the order in which they run; each is a file in browser/, all of which are served. */
export const SCRIPTS = ['navigation', 'copy', 'find', 'search'];
/** Those of pages with operations. `redoc.js` is Redoc itself. */
const OPERATION_SCRIPTS = ['redoc', 'colours', 'one-operation', 'operations'];
/** That of operations that can be asked from their page. */
const LIVE_SCRIPTS = ['try'];

const CHANGES = 'changes';

/** Stands in what is drawn for the address of a page, before its slug. */
const PAGE = 'docs-page:';
const DRAWN_LINK = /docs-page:([\w-]*)/g;

/**
 * The pages of the reference. Each operation is a `<section id="OPERATION_ID" data-operation="OPERATION_ID">` on the page of its tag; what
 * Redoc draws, and takes over in the browser, is the `.redoc` in it, and nothing else may be put in there.
 */
export class Site {
  readonly #places: Places;
  readonly #document: Document;
  /** In the order of the menu. */
  readonly prose: ProsePage[];
  readonly tags: Tag[];

  /** @param document as it is; a service puts its own address into what is made of it */
  constructor(document: Document, places: Places) {
    this.#places = places;
    this.#document = document;
    this.prose = [
      { slug: GUIDE, title: 'Guide', make: () => this.#guide() },
      ...TUTORIALS.map((slug) => ({
        slug,
        get title() {
          return titleOf(slug);
        },
        make: () => this.#tutorial(slug),
      })),
      { slug: CHANGES, title: 'Changes', make: () => this.#changes() },
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

  /** What is to be drawn for the page of a tag: the same wherever the pages are, so their addresses are put in behind it. */
  sketch(tag: Tag): Sketch {
    return { slug: tag.slug, excerpt: () => this.#excerpt(tag) };
  }

  #excerpt(tag: Tag): Document {
    const linked = this.#link(JSON.stringify(excerptFor(this.#document, tag.name)), ({ page, anchor }) => `${PAGE}${page}#${anchor}`);
    return readable(JSON.parse(linked));
  }

  tagPage(tag: Tag, { styles, operations }: Drawing): string {
    const page = this.#tagPage(tag, {
      head: html`${new Html(styles)}`,
      scripts: this.#places.isLive ? [...OPERATION_SCRIPTS, ...LIVE_SCRIPTS] : OPERATION_SCRIPTS,
      operations: html`${tag.operations.map(
        ({ operationId, path, summary }) => html`<section class="operation" id="${operationId}" data-operation="${operationId}">
<a id="tag/${tag.anchor}/operation/${operationId}"></a>
<p class="handles">${copyButton(path, 'Copy path')}<button type="button" class="copy" data-copy-link="${operationId}">Copy link</button>${permalink(operationId, summary)}</p>
<div class="redoc">${new Html(operations[operationId] ?? '')}</div>
</section>
`,
      )}
<script type="application/json" id="operations">${new Html(JSON.stringify({ document: this.#excerpt(tag), options: OPTIONS }).replaceAll('<', '\\u003c'))}</script>`,
    });
    return page.replaceAll(DRAWN_LINK, (_, slug: string) => this.#places.page(slug));
  }

  /** For when the operations could not be drawn: what there are, and where the rest is told. */
  undrawnPage(tag: Tag): string {
    return this.#tagPage(tag, {
      head: null,
      scripts: [],
      operations: html`<p role="status" class="prose">The operations could not be drawn; the service's log says why. All that is known of them is in
<a href="${this.#places.yaml}">openapi.yaml</a>, and loading this page again tries again.</p>`,
    });
  }

  #tagPage(tag: Tag, { head, scripts, operations }: { head: Content; scripts: string[]; operations: Html }): string {
    return this.#page({
      slug: tag.slug,
      title: `${tag.name} | Bivouac API`,
      head,
      scripts,
      headings: [],
      content: html`<main id="reference">
<div class="prose head" id="tag/${tag.anchor}">
<h1>${tag.name}</h1>
${this.#linkedProse(tag.description)}
<ul class="overview">
${tag.operations.map(
  ({ operationId, method, path, summary }) =>
    html`<li><a href="#${operationId}">${badge(method)} <code>${path}</code> <span>${summary}</span></a></li>
`,
)}</ul>
</div>
${operations}
<div class="prose foot">${this.#neighbours(tag.slug)}</div>
</main>`,
    });
  }

  #guide(): Prose {
    const { title, version, summary, description = '' } = this.#document.info;
    const text = prose(this.#link(description), (heading) => sectionPlace(heading).anchor);
    return { ...text, content: html`<h1>${title} (${version})</h1><p class="lead">${summary}</p>${text.content}` };
  }

  /** What changed in the API, from the changelog. */
  #changes(): Prose {
    const feed = `Whoever follows the [Atom feed](${this.#places.assets}changes.atom) hears of the next version.`;
    const changelog = readChangelog(this.#document, (place) => this.#address(place));
    return prose(changelog.replace('\n## ', `\n${feed}\n\n## `), (heading, depth) => (depth === 2 ? versionAnchor(heading) : undefined));
  }

  /** As JSON. What changed is told by version, not searched. */
  searchIndex(): string {
    const texts = this.prose.filter(({ slug }) => slug !== CHANGES).map(({ make, ...page }) => ({ ...page, ...make() }));
    return JSON.stringify(searchIndex(this.#document, (place) => this.#address(place), texts));
  }

  /** The changes as an Atom feed. A service gives its whole address in it, a folder may be anywhere. */
  feed(): string {
    const origin = this.#places.isLive ? (this.#document.servers?.[0]?.url ?? '') : '';
    const changelog = readChangelog(this.#document, (place) => origin + this.#address(place));
    return changesFeed(versionsOf(changelog), {
      self: `${origin}${this.#places.assets}changes.atom`,
      page: origin + this.#places.page(CHANGES),
    });
  }

  #tutorial(slug: TutorialSlug): Prose {
    const { title, summary, markdown } = tutorialOf(this.#document, slug);
    const text = prose(this.#link(markdown), slugOf);
    return { ...text, content: html`<h1>${title}</h1><p class="lead">${summary}</p>${text.content}` };
  }

  #linkedProse(markdown: string): Html {
    return prose(this.#link(markdown), slugOf).content;
  }

  /** The document's own anchors lead to the pages that have them. */
  #link(markdown: string, address = (place: Place) => this.#address(place)): string {
    return markdown.replaceAll(/\]\(#([^)\s"]+)\)/g, (link, anchor: string) => {
      const place = placeOf(this.#document, anchor);
      return place ? `](${address(place)})` : link;
    });
  }

  #address({ page, anchor }: Place): string {
    return this.#places.page(page) + (anchor && `#${anchor}`);
  }

  /** All pages in the order of the menu; the changes stand apart. */
  #order(): { slug: string; label: string }[] {
    const pages = [...this.prose, ...this.tags.map(({ slug, name }) => ({ slug, title: name }))];
    return pages.filter(({ slug }) => slug !== CHANGES).map(({ slug, title }) => ({ slug, label: title }));
  }

  #neighbours(slug: string): Content {
    const order = this.#order();
    const at = order.findIndex((page) => page.slug === slug);
    if (at < 0) return null;
    const link = (page: (typeof order)[number] | undefined, rel: string, label: string) =>
      page && html`<a rel="${rel}" href="${this.#places.page(page.slug)}"><small>${label}</small> ${page.label}</a>`;
    return html`<nav class="neighbours" aria-label="Next pages">${link(order[at - 1], 'prev', 'Previous')}${link(order[at + 1], 'next', 'Next')}</nav>`;
  }

  #menu(here: string, headings: Heading[]): Html {
    const sections = headings.filter(({ depth }) => depth === 2);
    const link = (slug: string, label: string, anchor: string) =>
      html`<a href="${this.#places.page(slug)}" data-anchor="${anchor}" ${slug === here && new Html('aria-current="page"')}>${label}</a>`;
    const within = (slug: string, items: Content[]) => slug === here && items.length > 0 && html`<ul>${items}</ul>`;
    const isTutorial = ({ slug }: ProsePage) => TUTORIALS.some((one) => one === slug);
    const texts = (pages: ProsePage[]) =>
      html`<ul>${pages.map(
        ({ slug, title }) => html`<li>${link(slug, title, slug === GUIDE ? 'guide' : slug)}
${within(
  slug,
  sections.map(({ anchor, label }) => html`<li><a href="${this.#address({ page: slug, anchor })}">${label}</a></li>`),
)}</li>
`,
      )}</ul>`;
    return html`<nav id="menu" class="side" popover aria-label="Pages">
${texts(this.prose.filter((page) => !isTutorial(page) && (page.slug !== CHANGES || here === CHANGES)))}
<h2>Tutorials</h2>
${texts(this.prose.filter(isTutorial))}
${tagGroupsOf(this.#document).map(
  ({ name, tags }) => html`<h2>${name}</h2>
<ul>${tags.map(
    (tag) => html`<li>${link(tag.slug, tag.name, `tag/${tag.anchor}`)}
${within(
  tag.slug,
  tag.operations.map(
    ({ operationId, method, summary }) =>
      html`<li><a class="to" href="${this.#address({ page: tag.slug, anchor: operationId })}">${badge(method)} <span>${summary}</span></a></li>
`,
  ),
)}</li>
`,
  )}</ul>
`,
)}</nav>`;
  }

  #page({ slug, title, head, scripts = [], headings, content }: Page): string {
    const { page, json, yaml, assets } = this.#places;
    const script = (name: string) => html`<script src="${assets}${name}.js" defer></script>\n`;
    const top = (to: string, label: string, isHere: boolean) =>
      html`<a href="${page(to)}" ${isHere && new Html('aria-current="page"')}>${label}</a>`;
    return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<script src="${assets}scheme.js"></script>
<link rel="icon" href="${assets}mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets}style.css">
<link rel="stylesheet" href="${assets}scheme.css">
<link rel="alternate" href="${assets}changes.atom" type="application/atom+xml" title="Changes to the Bivouac API">
${head}
${[...scripts, ...SCRIPTS].map(script)}</head>
<body>
<header class="bar">
<button type="button" class="menu" popovertarget="menu" aria-label="Pages"><i></i></button>
<a class="brand" href="${page(GUIDE)}">${mark}<span>Bivouac <b>API</b></span></a>
<nav aria-label="Documentation">
${top(GUIDE, 'Reference', slug !== CHANGES)}
${top(CHANGES, 'Changes', slug === CHANGES)}
<a href="${yaml}">openapi.yaml</a>
<a href="${json}">openapi<i>.json</i></a>
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
