import { escapeHtml } from './html.ts';

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

function render(content: Content): string {
  if (content === null || content === undefined || content === false) return '';
  if (content instanceof Html) return content.markup;
  if (typeof content === 'object') return content.map(render).join('');
  return escapeHtml(String(content));
}
