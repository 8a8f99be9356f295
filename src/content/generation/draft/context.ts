import type { Block, BlockKind, BlockOf, EmailDraft, PageDraft } from './draft.ts';
import type { MailLooks } from './email-looks.ts';
import type { Style } from './style.ts';
import type { Words } from './words.ts';

export type HeadPlace = 'top' | 'side';

/** The page around a block. */
export interface PageContext {
  draft: PageDraft;
  words: Words;
  style: Style;
  byId: ReadonlyMap<string, Block>;
  /** The first hero: it holds the page's one headline, and may show a form in place of a section. */
  opening: BlockOf<'hero'> | undefined;
  /** Headings take turns, so that neighbours differ. */
  head: HeadPlace;
}

/** The email around a block. */
export interface EmailContext {
  draft: EmailDraft;
  words: Words;
  looks: MailLooks;
}

/** How a kind of block is shown. Without `page` or `email` it is left out there. */
export interface BlockView<Kind extends BlockKind = BlockKind> {
  page?(block: BlockOf<Kind> & { id: string }, context: PageContext): string;
  css?: string;
  email?(block: BlockOf<Kind>, context: EmailContext): string;
}
