import { chanceOf } from '../chance.ts';
import type { DrawingName } from '../draft.ts';
import { books } from './books.ts';
import { cafe } from './cafe.ts';
import { calm } from './calm.ts';
import { camping } from './camping.ts';
import { city } from './city.ts';
import { desk } from './desk.ts';
import { device } from './device.ts';
import type { Drawing } from './draw.ts';
import { goods } from './goods.ts';
import { letters } from './letters.ts';
import { meadow } from './meadow.ts';
import { orbits } from './orbits.ts';
import { pottery } from './pottery.ts';
import { sea } from './sea.ts';
import { shapes } from './shapes.ts';
import { soil } from './soil.ts';
import { sound } from './sound.ts';
import { stage } from './stage.ts';
import { table } from './table.ts';

export const DRAWINGS: Record<DrawingName, Drawing> = {
  abstract: shapes,
  books,
  cafe,
  calm,
  camping,
  city,
  desk,
  device,
  goods,
  letters,
  meadow,
  orbits,
  pottery,
  sea,
  soil,
  sound,
  stage,
  table,
};

/** A view may run along a whole page; other drawings stand beside text. */
export const VIEWS: ReadonlySet<DrawingName> = new Set(['camping', 'city', 'meadow', 'sea', 'soil', 'stage']);

/** The same name, variant and size give the same picture. @param id by which it can be shown once more */
export function drawn(name: DrawingName, variant: number, w: number, h: number, className: string, id?: string): string {
  const content = DRAWINGS[name]({ w, h, chance: chanceOf(`${name} ${variant}`) });
  const fit = VIEWS.has(name) ? 'xMidYMax' : 'xMidYMid';
  return `<svg class="${className}" viewBox="0 0 ${w} ${h}" preserveAspectRatio="${fit} slice" aria-hidden="true" focusable="false">${id ? `<g id="${id}">${content}</g>` : content}</svg>`;
}
