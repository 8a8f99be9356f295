import type { BlockView } from '../context.ts';

/** The page's frame shows it at its end: a footer is no section. */
export const footer: BlockView<'footer'> = {};
