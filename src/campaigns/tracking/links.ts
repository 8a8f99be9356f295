import { Parser } from 'htmlparser2';

/** Past this many links the rest of an email goes untracked. */
const MOST_LINKS = 1_000;

export interface LinkedHtml {
  /** The HTML in pieces: text, and the position of the link whose address belongs between two texts. */
  html: string;
  /** The addresses as they were written, merge tags included; a link's position is its index. */
  links: string[];
}

/**
 * Takes the addresses of an email's web links out of its HTML and leaves `mark(position)` in their places. Only whole
 * `http` and `https` addresses of `<a>` and `<area>` are links: anchors, mail and phone addresses stay, and so does an
 * address that is nothing but a merge tag, such as the unsubscribe link.
 */
export function takeLinks(html: string, mark: (position: number) => string): LinkedHtml {
  const links: string[] = [];
  const pieces: string[] = [];
  let taken = 0;

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const href = attributes.href?.trim();
        if ((name !== 'a' && name !== 'area') || !href || !/^https?:\/\//i.test(href) || links.length >= MOST_LINKS) return;
        const source = html.slice(parser.startIndex, parser.endIndex + 1);
        const value = /\shref\s*=\s*("([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(source);
        const written = value?.[2] ?? value?.[3] ?? value?.[4];
        if (!value || written === undefined) return;
        const start = parser.startIndex + value.index + value[0].length - (value[1] as string).length;
        pieces.push(html.slice(taken, start), `"${mark(links.length)}"`);
        taken = start + (value[1] as string).length;
        links.push(href);
      },
    },
    { decodeEntities: true, lowerCaseAttributeNames: true, recognizeSelfClosing: true },
  );
  parser.end(html);
  pieces.push(html.slice(taken));
  return { html: pieces.join(''), links };
}
