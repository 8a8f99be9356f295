import type { BlockView } from '../context.ts';
import { buttonRow } from '../mail-parts.ts';

export const button: BlockView<'button'> = { email: ({ action }, { looks }) => buttonRow(looks, 'button', action) };
