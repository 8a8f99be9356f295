import { picture } from '../art/index.ts';
import type { Brief } from '../brief/brief.types.ts';
import type { Chance } from '../design/seed.ts';
import { formHtml } from './form.ts';
import { attribute, lines, text } from './html.ts';
import type { OpeningPlan } from './plan.ts';
import { headlineStep } from './scale.ts';
import { factHtml, imageHtml } from './sections.ts';

/** What is seen first: what it is, when and where, and the one thing to do. */
export function openingHtml(opening: OpeningPlan, brief: Brief, chance: Chance): string {
  const { layout, form } = opening;
  const title = `<h1 class="size-${headlineStep(brief.headline)}">${text(brief.headline)}</h1>`;
  const words = lines(
    brief.eyebrow !== '' && `<p class="eyebrow">${text(brief.eyebrow)}</p>`,
    title,
    layout !== 'frame' && ledeHtml(brief),
  );
  const act = lines(
    layout === 'frame' && ledeHtml(brief),
    opening.facts.length > 0 && `<dl class="meta">\n${opening.facts.map((fact) => factHtml(fact, brief)).join('\n')}\n</dl>`,
    opening.code && couponHtml(opening.code, brief),
    opening.button && `<p class="act"><a class="button" href="${attribute(opening.button.href)}">${text(opening.button.label)}</a></p>`,
    form && formHtml(form, brief.phrases, false),
  );
  return lines(
    `<section id="intro" class="opening ${layout}${form ? ' with-form' : ''}" aria-label="${attribute(brief.headline)}">`,
    '<div class="wrap">',
    layout === 'frame' || layout === 'ledger'
      ? lines('<div class="words">', words, '</div>', act !== '' && lines('<div class="side">', act, '</div>'))
      : lines('<div class="words">', words, act, '</div>'),
    '</div>',
    art(opening, brief, chance),
    '</section>',
  );
}

const ledeHtml = (brief: Brief): string => (brief.lede === '' ? '' : `<p class="lede">${text(brief.lede)}</p>`);

const couponHtml = (code: string, brief: Brief): string =>
  `<p class="coupon"><span>${text(brief.phrases.facts.code)}</span> <strong>${text(code)}</strong> <span>${text(brief.phrases.useCode)}</span></p>`;

function art({ layout, picture: asset, drawn }: OpeningPlan, brief: Brief, chance: Chance): string {
  if (asset) return `<figure class="art">${imageHtml(asset, 'eager')}</figure>`;
  if (!drawn) return '';
  const [w, h] = layout === 'split' ? [900, 1000] : layout === 'scene' ? [1440, 560] : layout === 'ledger' ? [1440, 330] : [1440, 470];
  return picture(brief.motif, w, h, chance, 'art');
}
