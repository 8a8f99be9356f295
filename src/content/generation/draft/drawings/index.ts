import { chanceOf } from '../chance.ts';
import type { DrawingName } from '../draft.ts';
import * as drawings from './all.ts';
import type { Drawing } from './draw.ts';

export const DRAWINGS: Record<DrawingName, Drawing> = drawings;

/** A view may run along a whole page; other drawings stand beside text. */
export const VIEWS: ReadonlySet<DrawingName> = new Set(['camping', 'city', 'meadow', 'sea', 'soil', 'stage']);

/** The same name, variant and size give the same picture. @param id by which it can be shown once more */
export function drawn(name: DrawingName, variant: number, w: number, h: number, className: string, id?: string): string {
  const content = DRAWINGS[name]({ w, h, chance: chanceOf(`${name} ${variant}`) });
  const fit = VIEWS.has(name) ? 'xMidYMax' : 'xMidYMid';
  return `<svg class="${className}" viewBox="0 0 ${w} ${h}" preserveAspectRatio="${fit} slice" aria-hidden="true" focusable="false">${id ? `<g id="${id}">${content}</g>` : content}</svg>`;
}
