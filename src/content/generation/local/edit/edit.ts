import { apart } from '../../../versions/apart.ts';
import { type Commission, type Draft, GenerationRefused } from '../../generator.ts';

/**
 * The document with everything done that a prompt asks for, and the rest of it as it was, byte for byte.
 * @throws GenerationRefused when one of the instructions cannot be carried out: all or nothing
 */
export async function editDocument({ current = '', kind, prompt, facts, assets }: Commission): Promise<Draft> {
  const edited = await apart('editHtml', current, { kind, prompt, facts, assets });
  if ('refused' in edited) throw new GenerationRefused(edited.refused);
  return edited;
}
