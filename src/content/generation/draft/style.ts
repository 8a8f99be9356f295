import { type Chance, chanceOf } from './chance.ts';
import type { Block, PageDraft, ToneName } from './draft.ts';

/**
 * Looks that a draft leaves open. They follow from the name that heads the page and from its drawing, so that two businesses differ, and a
 * page keeps its looks while its texts are edited.
 */
export interface Style {
  items: 'ruled' | 'cards' | 'open';
  /** Where headings of sections stand at first; the next one stands otherwise. */
  heads: 'top' | 'side';
  wash: 'glow' | 'dots' | 'block' | 'arc';
  mask: 'bleed' | 'inset' | 'arch';
  mirrored: boolean;
  end: 'plain' | 'deep' | 'tint';
  /** Whether a form stands on the main colour. */
  strongForm: boolean;
  /** A choice of a block's own, the same for the same block. */
  choose<Choice>(block: Block, choices: readonly Choice[]): Choice;
}

const MASKS: Record<ToneName, readonly Style['mask'][]> = {
  warm: ['arch', 'inset', 'bleed'],
  natural: ['arch', 'inset', 'bleed'],
  modern: ['inset', 'bleed'],
  elegant: ['arch', 'bleed'],
  bold: ['bleed', 'inset'],
  calm: ['arch', 'inset'],
  playful: ['inset', 'arch'],
  technical: ['inset', 'bleed'],
};

const WASHES: Record<ToneName, readonly Style['wash'][]> = {
  warm: ['glow', 'arc', 'block'],
  natural: ['glow', 'arc', 'block'],
  modern: ['glow', 'dots', 'block'],
  elegant: ['block', 'arc'],
  bold: ['block', 'dots', 'arc'],
  calm: ['glow', 'arc'],
  playful: ['arc', 'dots', 'glow'],
  technical: ['dots', 'block'],
};

export function styleOf(draft: PageDraft): Style {
  const hero = draft.blocks.find((block) => block.kind === 'hero');
  const drawing = hero?.picture && 'drawing' in hero.picture ? (hero.picture.variant ?? 0) : 0;
  const seed = `${draft.name ?? draft.title} ${drawing}`;
  const tone = draft.theme?.tone ?? 'natural';
  const one = <Choice>(what: string, choices: readonly Choice[]): Choice => after(chanceOf(`${seed} ${what}`)).pick(choices);
  return {
    items: one('items', ['ruled', 'cards', 'open'] as const),
    heads: one('heads', ['top', 'side'] as const),
    wash: one('wash', WASHES[tone]),
    mask: one('mask', MASKS[tone]),
    mirrored: one('mirrored', [false, false, true]),
    end: one('end', ['plain', 'deep', 'tint'] as const),
    // One band on a page is enough.
    strongForm: !draft.blocks.some(({ kind }) => kind === 'cta') && hero?.layout !== 'band' && one('form', [true, false, false]),
    choose: (block, choices) => one(`${block.kind} ${block.id}`, choices),
  };
}

/** The first numbers of texts that hardly differ are alike. */
function after(chance: Chance): Chance {
  chance.between(0, 1);
  return chance;
}
