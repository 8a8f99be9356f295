import { chanceOf } from './chance.ts';
import type { Block, PageDraft, ToneName } from './draft.ts';

/** Looks that a draft leaves open. They follow from its name and its drawing, so that a page keeps them while its texts are edited. */
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

const CHOICES: Record<ToneName, { masks: readonly Style['mask'][]; washes: readonly Style['wash'][] }> = {
  warm: { masks: ['arch', 'inset', 'bleed'], washes: ['glow', 'arc', 'block'] },
  natural: { masks: ['arch', 'inset', 'bleed'], washes: ['glow', 'arc', 'block'] },
  modern: { masks: ['inset', 'bleed'], washes: ['glow', 'dots', 'block'] },
  elegant: { masks: ['arch', 'bleed'], washes: ['block', 'arc'] },
  bold: { masks: ['bleed', 'inset'], washes: ['block', 'dots', 'arc'] },
  calm: { masks: ['arch', 'inset'], washes: ['glow', 'arc'] },
  playful: { masks: ['inset', 'arch'], washes: ['arc', 'dots', 'glow'] },
  technical: { masks: ['inset', 'bleed'], washes: ['dots', 'block'] },
};

export function styleOf(draft: PageDraft): Style {
  const hero = draft.blocks.find((block) => block.kind === 'hero');
  const drawing = hero?.picture && 'drawing' in hero.picture ? (hero.picture.variant ?? 0) : 0;
  const seed = `${draft.name ?? draft.title} ${drawing}`;
  const { masks, washes } = CHOICES[draft.theme?.tone ?? 'natural'];
  const one = <Choice>(what: string, choices: readonly Choice[]): Choice => {
    const chance = chanceOf(`${seed} ${what}`);
    // The first numbers of texts that hardly differ are alike.
    chance.between(0, 1);
    return chance.pick(choices);
  };
  return {
    items: one('items', ['ruled', 'cards', 'open'] as const),
    heads: one('heads', ['top', 'side'] as const),
    wash: one('wash', washes),
    mask: one('mask', masks),
    mirrored: one('mirrored', [false, false, true]),
    end: one('end', ['plain', 'deep', 'tint'] as const),
    // One band on a page is enough.
    strongForm: !draft.blocks.some(({ kind }) => kind === 'cta') && hero?.layout !== 'band' && one('form', [true, false, false]),
    choose: (block, choices) => one(`${block.kind} ${block.id}`, choices),
  };
}
