import { type Commission, GenerationRefused } from '../../generator.ts';
import { text } from '../page/html.ts';
import { apply } from './apply.ts';
import { readPage } from './document.ts';
import { type Instruction, instructionsOf } from './instructions.ts';
import { namesOf } from './targets.ts';

const CAN =
  'It can change the headline, the intro, the button and where it leads, and any text ("replace … with …"); colours and tone ("use #0a5", "make it warmer"); ' +
  'add, remove and move sections ("add a schedule: 09:00 Opening; 10:00 Talk", "put the form before the prices"); and add and remove fields of a form ("add a field for company").';

/**
 * The document with everything done that a prompt asks for, and the rest of it as it was, byte for byte.
 * @throws GenerationRefused when one of the instructions cannot be carried out: all or nothing
 */
export async function editDocument({ kind, prompt, facts, current = '', assets }: Commission): Promise<{ html: string; summary: string }> {
  let html = current;
  for (const [key, value] of Object.entries(facts))
    html = html.replace(new RegExp(`\\{\\{\\s*${key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*\\}\\}`, 'g'), () => text(value));
  const filled = html !== current;
  const instructions = instructionsOf(prompt.normalize('NFC'));
  const unread = instructions.filter(({ instruction }) => instruction === undefined);
  if (unread.length > 0 || (instructions.length === 0 && !filled)) {
    const page = await readPage(html);
    throw new GenerationRefused(
      `Understood: a change of this ${kind}. ${unread.map(({ words }) => `"${words.slice(0, 200)}"`).join(' and ') || 'The prompt'} is no instruction that can be carried out without a model. ${CAN} Found here: ${namesOf(page).join(', ') || 'no sections or headings'}.`,
    );
  }
  for (const { instruction } of instructions) html = apply(await readPage(html), instruction as Instruction, assets, kind === 'email');
  return {
    html,
    summary: instructions
      .map(({ words }) => words)
      .join('; ')
      .slice(0, 400),
  };
}
