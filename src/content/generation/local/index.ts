import { PLACEHOLDER } from '../../scaffold.ts';
import type { Commission, Generator } from '../generator.ts';
import { readBrief } from './brief/read.ts';
import { editDocument } from './edit/edit.ts';
import { instructionsOf } from './edit/instructions.ts';
import { composeEmail } from './email/compose.ts';
import { composePage } from './page/compose.ts';

/** Writes without a model: it reads the prompt, plans, and composes. The same commission gives the same document. */
export const localGenerator: Generator = {
  async generate(commission, signal) {
    signal.throwIfAborted();
    if (commission.current && !(isBlank(commission.current) && !onlyInstructs(commission.prompt))) {
      const fresh = ANEW.exec(commission.prompt);
      if (!fresh) return editDocument(commission);
      return compose({ ...commission, prompt: commission.prompt.slice(fresh[0].length) });
    }
    return compose(commission);
  },
};

function compose(commission: Commission) {
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
