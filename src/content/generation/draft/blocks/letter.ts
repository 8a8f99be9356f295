import type { BlockView } from '../context.ts';
import { mailText, row } from '../mail-parts.ts';
import { lines } from '../text.ts';

export const letter: BlockView<'letter'> = {
  email: ({ greeting, paragraphs, closing }, { looks }) =>
    lines(
      ...[greeting, ...paragraphs, closing].flatMap((words, i) =>
        words ? [row('letter', i === 0 ? 'padding-top:28px' : 'padding-top:16px', mailText(looks, words))] : [],
      ),
    ),
};
