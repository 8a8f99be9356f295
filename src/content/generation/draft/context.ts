import type { Block, BlockKind, BlockOf, Draft } from './draft.ts';
import type { MailLooks } from './email-looks.ts';
import type { Words } from './words.ts';

/** What a block has to know of the page around it. */
export interface PageContext {
  draft: Draft;
  words: Words;
  /** The blocks of the draft by their ids. */
  byId: ReadonlyMap<string, Block>;
  /** The place of the block, from 0: two blocks of a kind do not look alike. */
  at: number;
}

/** What a block has to know of the email around it. */
export interface EmailContext {
  draft: Draft;
  words: Words;
  looks: MailLooks;
}

/** How a kind of block is shown. A block that has no place in one of the two is left out there. */
export interface BlockView<Kind extends BlockKind = BlockKind> {
  page?(block: BlockOf<Kind> & { id: string }, context: PageContext): string;
  /** The rules that it needs on a page. */
  css?: string;
  email?(block: BlockOf<Kind>, context: EmailContext): string;
}
