import { PLACEHOLDER } from '../../scaffold.ts';
import { type Commission, type Draft, GenerationRefused } from '../generator.ts';
import { readBrief } from './brief/read.ts';
import { edited } from './edit/edited.ts';
import { instructionsOf } from './edit/instructions.ts';
import { composeEmail } from './email/compose.ts';
import { composePage } from './page/compose.ts';

/** A draft, or why there is none: a thread hands on what an error says, and not of which class it is. */
export type Written = Draft | { refused: string };

/** Reads the prompt, plans, and composes. The same commission gives the same document. */
export function write(commission: Commission): Written {
  try {
    const { current, prompt } = commission;
    if (current === undefined || (isBlank(current) && !onlyInstructs(prompt))) return compose(commission);
    const fresh = ANEW.exec(prompt);
    return fresh ? compose({ ...commission, prompt: prompt.slice(fresh[0].length) }) : edited(current, commission);
  } catch (error) {
    if (error instanceof GenerationRefused) return { refused: error.message };
    throw error;
  }
}

export const TASKS = { write };

function compose(commission: Commission): Draft {
  const brief = readBrief(commission);
  const fields = brief.fields?.map(({ label }) => label).join(', ');
  const summary = `Composed ${commission.kind === 'email' ? 'an email' : 'a page'} (${brief.purpose.id}) in "${brief.language.code}": ${brief.headline}${fields ? `; its form asks for ${fields}` : ''}.`;
  if (commission.kind === 'email') return { ...composeEmail(brief, commission), summary };
  return { html: composePage(brief, commission), summary };
}

/** Orders to begin again with what follows. */
const ANEW =
  /^\s*(?:start (?:over|again|from scratch)|begin again|from scratch|new draft|noch einmal von vorn|von vorn|neu anfangen|neuer entwurf|recommence[rz]?|empieza de nuevo|ricomincia|recomeça|opnieuw beginnen|börja om|zacznij od nowa)\s*[:,.–—-]?\s*(?=\S)/iu;

const onlyInstructs = (prompt: string): boolean => instructionsOf(prompt).every(({ instruction }) => instruction !== undefined);

/** The design that an email starts with has nothing in it yet that could be changed. */
const isBlank = (html: string): boolean => html.includes(PLACEHOLDER);
