import type { BlockView } from '../context.ts';
import type { BlockKind } from '../draft.ts';
import * as views from './all.ts';

const VIEWS: { [Kind in BlockKind]: BlockView<Kind> } = views;

export const viewOf = (kind: BlockKind): BlockView => VIEWS[kind] as BlockView;
