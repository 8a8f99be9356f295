import { Parser } from 'htmlparser2';
import { asMergeText, isBlock, type MaskedTag, maskMergeTags } from '../../shared/merge-tags.ts';
import { isHidden, Sight } from './hidden.ts';
import { withoutPreheader } from './preheader.ts';

/** Links with their addresses, images by their descriptions, nothing hidden, no preheader. Expects what `checkHtml` accepts. */
export function plainTextOf(html: string): string {
  const { masked, unmask, tagsIn } = maskMergeTags(withoutPreheader(html));
  return unmask(convert(masked, tagsIn), asMergeText);
}

/** Line breaks before and after. A table cell has lines of its own: tables are for layout in mail. */
const BREAKS = new Map([
  ...'p h1 h2 h3 h4 h5 h6 ul ol blockquote pre hr'.split(' ').map((name) => [name, 2] as const),
  ...'address article aside caption center dd div dl dt fieldset figcaption figure footer form header li main nav section table td th tr'
    .split(' ')
    .map((name) => [name, 1] as const),
]);
const UNSEEN = new Set(['title', 'style', 'script', 'template', 'svg', 'object']);

/** One pass in linear time. Converters that build a tree need minutes for 2 MiB of elements without an end. */
function convert(html: string, tagsIn: (text: string) => MaskedTag[]): string {
  const pieces: string[] = [];
  let isEmpty = true;
  /** Line breaks that are there already. */
  let written = 0;
  const blocks: string[] = [];
  let breaks = 0;
  let space = false;
  /** A bullet or number that waits for its text. */
  let mark = '';
  let depth = 0;
  let unseen: number | undefined;
  let headings = 0;
  let verbatim = 0;
  let link: { address: string; from: number; depth: number } | undefined;
  const lists: { number: number | undefined }[] = [];
  const sight = new Sight();
  /** The parser gives a text in pieces, one for each entity. */
  let text = '';

  const breakLine = (lines: number) => {
    // A paragraph that begins a list item stands beside its bullet.
    if (lines === 0 || mark !== '') return;
    breaks = Math.max(breaks, lines);
    space = false;
  };

  const putGap = () => {
    if (!isEmpty) pieces.push(breaks > 0 ? '\n'.repeat(Math.max(0, breaks - written)) : space ? ' ' : '');
    breaks = 0;
    space = false;
  };

  /**
   * Lines that a condition begins are within it, with the text that may not be there. The gaps of a loop are before it and at the end of each
   * round, so that the first round begins no second line.
   */
  const putTag = (mask: string, tag: string) => {
    const word = /\w+/.exec(tag)?.[0];
    const isOfLoop = word === 'for' || word === 'endfor' || (word === 'else' && blocks.at(-1) === 'for');
    // A blank belongs to the text before it.
    if (isOfLoop || (space && breaks === 0)) {
      const gap = breaks;
      putGap();
      written = Math.max(gap, written);
    }
    pieces.push(mask);
    if (word === 'for' || word === 'if' || word === 'unless') blocks.push(word);
    else if (word?.startsWith('end')) blocks.pop();
  };

  const put = (text: string) => {
    putGap();
    pieces.push(mark, text);
    isEmpty = false;
    written = 0;
    mark = '';
  };

  const write = (said: string) => {
    const words = verbatim > 0 ? said : said.replace(FILLERS, '').replace(/\s+/g, ' ');
    if (words === '') return;
    if (verbatim > 0) return put(words);
    if (words.startsWith(' ')) space = true;
    if (words === ' ') return;
    put(headings > 0 ? words.trim().toUpperCase() : words.trim());
    space = words.endsWith(' ');
  };

  const writeText = () => {
    let from = 0;
    for (const { tag, mask, index } of tagsIn(text)) {
      if (!isBlock(tag)) continue;
      writeWords(text.slice(from, index));
      putTag(mask, tag);
      from = index + mask.length;
    }
    writeWords(text.slice(from));
    text = '';
  };

  const writeWords = (words: string) => {
    // Blanks between words are kept: they may stand between two that are seen.
    if (unseen === undefined && (!sight.hidesText || words.trim() === '')) write(words);
  };

  const parser = new Parser({
    onopentag(name, attributes) {
      writeText();
      depth += 1;
      sight.open(attributes);
      if (unseen !== undefined) return;
      if (UNSEEN.has(name) || isHidden(attributes)) {
        unseen = depth;
        return;
      }
      breakLine(breaksOf(name, lists.length));
      if (name === 'br') breaks = Math.min(breaks + 1, 3);
      else if (name === 'hr') put('---');
      else if (name === 'img') write(attributes.alt ?? '');
      else if (name === 'a')
        link ??= { address: (attributes.href ?? '').trim().replace(/^(?:mailto|tel):/i, ''), from: pieces.length, depth };
      else if (name === 'pre') verbatim += 1;
      else if (name === 'ul') lists.push({ number: undefined });
      else if (name === 'ol') lists.push({ number: wholeNumber(attributes.start, 1) - 1 });
      else if (name === 'li') mark = markOf(lists, attributes.value);
      else if (HEADING.test(name)) headings += 1;
    },
    ontext(piece) {
      text += piece;
    },
    onclosetag(name) {
      writeText();
      const at = depth;
      depth -= 1;
      sight.close();
      if (unseen !== undefined) {
        if (unseen === at) unseen = undefined;
        return;
      }
      if (link?.depth === at) {
        const words = pieces.slice(link.from).join('').trim();
        const { address } = link;
        link = undefined;
        if (address !== '' && !address.startsWith('#') && !says(words, address)) {
          // Behind the words, also where they are blocks that end their lines; what comes next begins one all the same.
          const after = breaks;
          if (words !== '') {
            breaks = 0;
            space = /[.!?:…]$/.test(words) || pieces.push(':') > 0;
          }
          put(address);
          breaks = words === '' ? 0 : after;
        }
      } else if (name === 'pre') verbatim -= 1;
      else if (name === 'ul' || name === 'ol') lists.pop();
      else if (name === 'li') mark = '';
      else if (HEADING.test(name)) headings -= 1;
      breakLine(breaksOf(name, lists.length));
    },
  });
  parser.end(html);
  writeText();
  return pieces.join('');
}

const HEADING = /^h[1-6]$/;

/** Senders fill the space behind a preheader with these. Joiners within words have a meaning. */
const FILLERS = /(?<=^|\s)[\u034F\u00AD\u200B-\u200D\uFEFF]+(?=\s|$)|[\u034F\u00AD\u200B\uFEFF]/g;

/** A list within a list is not set apart. */
const breaksOf = (name: string, level: number): number => ((name === 'ul' || name === 'ol') && level > 0 ? 1 : (BREAKS.get(name) ?? 0));

/** Whether a link's words are its address already; a phone number is written in many ways. */
const says = (text: string, address: string): boolean =>
  text === address || (/^\+?\d+$/.test(address) && text.replace(/[\s()./-]/g, '') === address);

/** Nine digits are enough for the number of an item. */
const wholeNumber = (text: string | undefined, otherwise: number): number =>
  text && /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : otherwise;

/** @param value the number that an item gives itself; later ones go on from there */
function markOf(lists: { number: number | undefined }[], value: string | undefined): string {
  const list = lists.at(-1);
  const margin = '  '.repeat(Math.min(Math.max(lists.length - 1, 0), 4));
  if (list?.number === undefined) return `${margin}* `;
  list.number = wholeNumber(value, list.number + 1);
  return `${margin}${list.number}. `;
}
