import { isBlank } from '../../scaffold.ts';
import { type Commission, GenerationRefused, type Written } from '../generator.ts';
import { writeFresh } from './write.ts';

/** Writes what is asked for: a draft from nothing, or a change of the version that there is. @throws GenerationRefused */
export function write(commission: Commission): Written {
  const { current, prompt } = commission;
  if (!current || isBlank(current.html)) return writeFresh(commission);
  const fresh = ANEW.exec(prompt);
  if (fresh) return writeFresh({ ...commission, prompt: prompt.slice(fresh[0].length) });
  throw new GenerationRefused('Not yet.');
}

/** Orders to begin again with what follows. */
const ANEW =
  /^\s*(?:start (?:over|again|from scratch)|begin again|from scratch|new draft|noch einmal von vorn|von vorn|neu anfangen|neuer entwurf|recommence[rz]?|empieza de nuevo|ricomincia|recomeça|opnieuw beginnen|börja om|zacznij od nowa)\s*[:,.–—-]?\s*(?=\S)/iu;
