import { Marked } from 'marked';
import { Html, html } from '../../src/http/html.ts';

/** A heading that can be led to. */
export interface Heading {
  anchor: string;
  label: string;
  depth: number;
}

export interface Prose {
  markdown: string;
  content: Html;
  headings: Heading[];
}

/**
 * Markdown as HTML: headings have anchors, and code can be copied.
 * @param anchorOf the anchor of a heading; undefined for one that has none
 */
export function prose(markdown: string, anchorOf: (heading: string, depth: number) => string | undefined): Prose {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const content = this.parser.parseInline(tokens);
        // A page's own heading is its top.
        const anchor = depth > 1 && anchorOf(text, depth);
        if (!anchor) return `<h${depth}>${content}</h${depth}>\n`;
        headings.push({ anchor, label: text, depth });
        const level = new Html(`h${depth}`);
        return html`<${level} id="${anchor}">${new Html(content)} ${permalink(anchor, text)}</${level}>\n`.markup;
      },
      // On a phone a row is a paragraph, without a heading above its cells, so each of several cells carries its heading.
      table({ header, rows }) {
        const row = (cells: string[]) => this.tablerow({ text: cells.join('') });
        const labelled = (cell: string, at: number) =>
          at > 0 && header.length > 2 ? cell.replace('<td', html`<td data-label="${header[at]?.text ?? ''}"`.markup) : cell;
        const head = row(header.map((cell) => this.tablecell(cell)));
        const body = rows.map((cells) => row(cells.map((cell, at) => labelled(this.tablecell(cell), at))));
        return `<table>\n<thead>\n${head}</thead>\n<tbody>${body.join('')}</tbody></table>\n`;
      },
      code({ text }) {
        return html`<div class="code"><pre tabindex="0"><code>${text}</code></pre>${copyButton('', 'Copy')}</div>\n`.markup;
      },
    },
  });
  const content = marked.parse(markdown, { async: false });
  return { markdown, content: new Html(content), headings };
}

export const permalink = (anchor: string, of: string): Html =>
  html`<a class="permalink" href="#${anchor}" aria-label="Link to ${of}">#</a>`;

/** Copies a text; an empty one stands for the code beside the button. */
export const copyButton = (text: string, label: string): Html =>
  html`<button type="button" class="copy" data-copy="${text}">${label}</button>`;
