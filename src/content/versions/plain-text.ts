import { compile, type Formatter } from 'html-to-text';
import { asMergeText, splitMergeTags } from '../../shared/merge-tags.ts';

/**
 * The text for people whose mail program shows no HTML: links with their addresses, images by their descriptions, nothing
 * that is hidden. Merge tags come through as they are written.
 */
export function plainTextOf(html: string): string {
  const tags: string[] = [];
  // Out of the converter's sight, which would decode, fold and capitalise what is inside of them.
  const masked = splitMergeTags(html).map(({ tag, text }) => (tag ? `${OPEN}${tags.push(text) - 1}${CLOSE}` : text)).join('');
  return convert(masked)
    .split(MASKED)
    .map((piece, i) => (i % 2 === 1 ? (tags[Number(piece)] ?? '') : asMergeText(piece)))
    .join('');
}

/** Private characters, which no font shows. */
const [OPEN, CLOSE] = ['\u{F0000}', '\u{F0001}'];
const MASKED = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'u');

const link: Formatter = (element, walk, builder) => {
  const address = (element.attribs.href ?? '').trim().replace(/^mailto:/i, '');
  let text = '';
  builder.pushWordTransform((word) => {
    text += word;
    return word;
  });
  walk(element.children, builder);
  builder.popWordTransform();
  if (address === '' || address.startsWith('#') || text === address) return;
  builder.addInline(text === '' ? address : `: ${address}`, { noWordTransform: true });
};

const description: Formatter = (element, _walk, builder) => {
  if (element.attribs.alt) builder.addInline(element.attribs.alt);
};

const convert = compile({
  wordwrap: false,
  // Deeper than any mail is nested, and far from the end of the stack.
  limits: { maxDepth: 200, ellipsis: '' },
  formatters: { link, description },
  selectors: [
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'description' },
    ...['head', 'title', '[data-preheader]', '[hidden]', '[style*="display:none" i]', '[style*="display: none" i]'].map((selector) => ({
      selector,
      format: 'skip',
    })),
  ],
});
