import { checkMergeTags } from '../../../../shared/merge-tags.ts';
import { fillPages } from '../../../documents/tokens.ts';
import { LARGEST_HTML_BYTES } from '../../../versions/html.ts';
import { takeLinks } from '../../../versions/links.ts';
import { type Commission, type Draft, GenerationRefused } from '../../generator.ts';
import { apply } from './apply.ts';
import { readPage } from './document.ts';
import { type Instruction, instructionsOf } from './instructions.ts';
import { namesOf } from './targets.ts';
import { translated } from './translate.ts';

const CAN =
  'It can change the headline, the intro, the button and where it leads, and any text ("replace … with …"); colours and tone ("use #0a5", "make it warmer"); shorten it ("make it shorter"); ' +
  'add, remove and move sections ("add a schedule: 09:00 Opening; 10:00 Talk", "put the form before the prices"); and add and remove fields of a form ("add a field for company").';

/** What is wanted. */
export type Change = Pick<Commission, 'kind' | 'prompt' | 'facts' | 'assets'>;

/** What cannot be read is not judged here. */
const hasWayOut = (mail: string): boolean => checkMergeTags(mail) === null && takeLinks(mail, { link: '', open: '', end: '' }).unsubscribe;

/**
 * The document with everything done that a prompt asks for, and the rest of it as it was, byte for byte.
 * @throws GenerationRefused when one of the instructions cannot be carried out: all or nothing
 */
export function edited(current: string, { kind, prompt, facts, assets }: Change): Draft {
  const [page] = fillPages(current, [facts], { each: LARGEST_HTML_BYTES, together: LARGEST_HTML_BYTES });
  if (typeof page === 'string') throw new GenerationRefused('The edited document would be larger than 2 MiB.');
  let html = page?.html ?? current;
  const filled = html !== current;
  const instructions = instructionsOf(prompt.normalize('NFC'));
  const unread = instructions.filter(({ instruction }) => instruction === undefined);
  if (unread.length > 0 || (prompt !== '' && instructions.length === 0 && !filled)) {
    throw new GenerationRefused(
      `Understood: a change of this ${kind}. ${unread.map(({ words }) => `"${words.slice(0, 200)}"`).join(' and ') || 'The prompt'} is no instruction that can be carried out without a model. ${CAN} Found here: ${namesOf(readPage(html)).join(', ') || 'no sections or headings'}.`,
    );
  }
  const remarks: string[] = [];
  for (const { instruction } of instructions as { instruction: Instruction }[]) {
    if (instruction.do === 'translate') {
      const { html: other, remark } = translated(readPage(html), instruction.language);
      html = other;
      remarks.push(remark);
    } else html = apply(readPage(html), instruction, assets, kind === 'email');
  }
  return {
    html,
    // What has no way to unsubscribe was not meant to have one; an edit changes what it was asked for and nothing else.
    ...(kind === 'email' && { operational: !hasWayOut(current) }),
    summary: [cut(instructions.map(({ words }) => words).join('; ')), ...remarks].join(' '),
  };
}

const cut = (words: string): string => ([...words].length <= 400 ? words : `${[...words].slice(0, 399).join('')}…`);
