import type { Block, BlockKind, BlockOf, EmailDraft, PageDraft } from './draft.ts';
import type { MailLooks } from './email-looks.ts';
import type { Style } from './style.ts';
import type { Words } from './words.ts';

/** Where the heading of a section stands: over its content, or beside it. */
export type HeadPlace = 'top' | 'side';

/** What a block has to know of the page around it. */
export interface PageContext {
  draft: PageDraft;
  words: Words;
  style: Style;
  /** The blocks of the draft by their ids. */
  byId: ReadonlyMap<string, Block>;
  /** The first hero, which holds the page's one headline, and the form that it may show in place of a section of its own. */
  opening: BlockOf<'hero'> | undefined;
  /** Sections take turns, so that two that follow each other do not look alike. */
  head: HeadPlace;
}

/** What a block has to know of the email around it. */
export interface EmailContext {
  draft: EmailDraft;
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
