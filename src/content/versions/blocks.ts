import { Parser } from 'htmlparser2';
import { hasBlocks, isBlock, maskMergeTags, placeOf, splitMergeTags } from '../../shared/merge-tags.ts';
import { areBetweenElements } from '../documents/tag-contexts.ts';
import { alternating } from '../documents/tokens.ts';

/**
 * Conditions and loops stand between elements, and each branch closes what it opens. So a branch is read alike whether or not those before
 * it are there, and what is found in the whole HTML, such as its links, is all that a recipient can get. Expects valid tags.
 * @returns null, or words that follow the name of a field
 */
export function checkBlocks(html: string): string | null {
  if (!hasBlocks(html)) return null;
  const pieces = alternating(splitMergeTags(html));
  const places = areBetweenElements(pieces);
  const offsets: number[] = [];
  let offset = 0;
  for (const [i, piece] of pieces.entries()) {
    if (i % 2 === 1) offsets.push(offset);
    if (isBlock(piece) && i % 2 === 1 && !places[(i - 1) / 2])
      return `holds a condition or a loop within a tag, a comment, a script or a style sheet at ${placeOf(html, offset)}: put it between elements`;
    offset += piece.length;
  }
  const at = unclosedBranch(html);
  return at === undefined
    ? null
    : `holds a condition or a loop at ${placeOf(html, offsets[at] as number)} that leaves an element open, or closes one that is not its own`;
}

/** The place, among the tags, of the end of a branch where other elements are open than at its beginning. */
function unclosedBranch(html: string): number | undefined {
  const { masked, tagsIn } = maskMergeTags(html);
  const blocks: { depth: number; element: number }[] = [];
  const elements: number[] = [0];
  let opened = 0;
  let wrong: number | undefined;
  const here = () => ({ depth: elements.length, element: elements.at(-1) as number });
  const parser = new Parser({
    onopentag() {
      opened += 1;
      elements.push(opened);
    },
    ontext(text) {
      for (const { tag, position } of tagsIn(text)) {
        if (wrong !== undefined || !isBlock(tag)) continue;
        if (BEGINS.test(tag)) {
          blocks.push(here());
          continue;
        }
        const begin = blocks.at(-1);
        const now = here();
        if (begin?.depth !== now.depth || begin.element !== now.element) wrong = position;
        if (ENDS.test(tag)) blocks.pop();
      }
    },
    onclosetag() {
      elements.pop();
    },
  });
  parser.end(masked);
  return wrong;
}

const BEGINS = /^\{%-?\s*(?:if|unless|for)\b/;
const ENDS = /^\{%-?\s*end/;

/** The text that is there for everybody. */
export function textOutside(text: string): string {
  if (!hasBlocks(text)) return text;
  const blocks = new BlockDepth();
  const pieces = splitMergeTags(text).filter((piece) => {
    if (piece.block) blocks.pass(piece.text);
    return !piece.block && blocks.isOutside;
  });
  return pieces.map((piece) => piece.text).join('');
}

/** How deep in conditions and loops a place is, as their tags go by. */
export class BlockDepth {
  #depth = 0;

  pass(tag: string): void {
    if (BEGINS.test(tag)) this.#depth += 1;
    else if (ENDS.test(tag) && this.#depth > 0) this.#depth -= 1;
  }

  /** Whether the place is there for everybody. */
  get isOutside(): boolean {
    return this.#depth === 0;
  }
}
