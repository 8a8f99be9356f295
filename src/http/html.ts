import { escapeHtml } from '../shared/html.ts';

/** Text that is HTML already. Everything else is escaped when it is put into a page. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Content = Html | string | number | null | undefined | false | readonly Content[];

/** Writes HTML: what stands between the braces is escaped, lists are joined, and null, undefined and false leave nothing. */
export const html = (strings: TemplateStringsArray, ...contents: Content[]): Html =>
  new Html(strings.map((text, index) => text + (index < contents.length ? render(contents[index]) : '')).join(''));

function render(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (content instanceof Html) return content.markup;
  if (typeof content === 'object') return content.map(render).join('');
  return escapeHtml(String(content));
}
