import type { Brief, Fact, Item } from '../brief/brief.types.ts';
import { formHtml } from './form.ts';
import { attribute, lines, text } from './html.ts';
import type { SectionPlan } from './plan.ts';

/** What a section has to know of the whole page. */
export type Page = Pick<Brief, 'phrases' | 'brand' | 'headline'>;

type Render<K extends SectionPlan['kind']> = (section: Extract<SectionPlan, { kind: K }>, brief: Page) => string;

/** A section of each kind as HTML. */
const RENDER: { [K in SectionPlan['kind']]: Render<K> } = {
  facts: ({ id, layout, facts }, brief) =>
    section(
      id,
      `facts ${layout}`,
      undefined,
      brief.phrases.headings.facts,
      `<dl>\n${facts.map((fact) => factHtml(fact, brief)).join('\n')}\n</dl>`,
    ),

  claims: ({ id, layout, claims }, brief) =>
    layout === 'band'
      ? section(id, 'band', undefined, brief.phrases.headings.features, `<p class="statement">${text(claims[0] as string)}</p>`)
      : section(
          id,
          `claims ${layout}`,
          undefined,
          brief.phrases.headings.features,
          `<ul>\n${claims.map((claim) => `<li>${text(claim)}</li>`).join('\n')}\n</ul>`,
        ),

  prose: ({ id, heading, paragraphs }, brief) =>
    section(
      id,
      'prose',
      heading,
      brief.phrases.headings.about,
      paragraphs.map((paragraph, i) => `<p${i === 0 && paragraphs.length > 1 ? ' class="first"' : ''}>${text(paragraph)}</p>`).join('\n'),
    ),

  list: ({ id, of, layout }, brief) => {
    const heading = of.heading ?? brief.phrases.headings[of.kind];
    return section(id, layout, heading, heading, LISTS[layout](of.items));
  },

  quote: ({ id, text: words, who }, brief) =>
    section(
      id,
      'quote',
      undefined,
      brief.phrases.headings.quotes,
      lines('<figure>', `<blockquote><p>${text(words)}</p></blockquote>`, who && `<figcaption>${text(who)}</figcaption>`, '</figure>'),
    ),

  gallery: ({ id, assets }, brief) =>
    section(
      id,
      'gallery',
      undefined,
      brief.phrases.headings.gallery,
      `<div class="pictures n${Math.min(assets.length, 4)}">\n${assets.map((asset) => imageHtml(asset, 'lazy')).join('\n')}\n</div>`,
    ),

  form: ({ id, form, facts }, brief) =>
    lines(
      `<section id="${id}" class="sign" aria-labelledby="${id}-title">`,
      '<div class="wrap">',
      lines(
        '<div class="beside">',
        `<h2 id="${id}-title">${text(form.heading)}</h2>`,
        facts.length > 0 && `<dl>\n${facts.map((fact) => factHtml(fact, brief)).join('\n')}\n</dl>`,
        '</div>',
      ),
      formHtml(form, brief.phrases, true),
      '</div>',
      '</section>',
    ),

  closing: ({ id, button }, brief) =>
    lines(
      `<section id="${id}" class="closing" aria-labelledby="${id}-title">`,
      '<div class="wrap">',
      `<h2 id="${id}-title">${text(brief.brand || brief.headline)}</h2>`,
      `<a class="button" href="${attribute(button.href)}">${text(button.label)}</a>`,
      '</div>',
      '</section>',
    ),
};

const LISTS: Record<Extract<SectionPlan, { kind: 'list' }>['layout'], (items: Item[]) => string> = {
  timeline: (items) =>
    `<ol>\n${items.map(({ lead, text: words }) => `<li>${lead ? `<span class="lead">${text(lead)}</span>` : ''}<span>${text(words)}</span></li>`).join('\n')}\n</ol>`,
  table: (items) =>
    items.every(({ lead }) => lead)
      ? `<dl>\n${items.map(({ lead, text: words }) => `<div><dt>${text(lead as string)}</dt><dd>${text(words)}</dd></div>`).join('\n')}\n</dl>`
      : `<ul>\n${items.map((item) => `<li>${both(item)}</li>`).join('\n')}\n</ul>`,
  questions: (items) =>
    items
      .map(({ lead, text: words }) =>
        lead ? `<details>\n<summary>${text(lead)}</summary>\n<p>${text(words)}</p>\n</details>` : `<p>${text(words)}</p>`,
      )
      .join('\n'),
  people: (items) =>
    `<ul>\n${items.map(({ lead, text: words }) => `<li><strong>${text(lead ?? words)}</strong>${lead ? `<span>${text(words)}</span>` : ''}</li>`).join('\n')}\n</ul>`,
  rules: (items) => `<ul>\n${items.map((item) => `<li>${both(item)}</li>`).join('\n')}\n</ul>`,
  steps: (items) => `<ol>\n${items.map((item) => `<li>${both(item)}</li>`).join('\n')}\n</ol>`,
};

const both = ({ lead, text: words }: Item): string =>
  lead ? `<strong>${text(lead)}</strong> <span>${text(words)}</span>` : `<span>${text(capital(words))}</span>`;
const capital = (value: string): string =>
  /^\p{Ll}[\p{L}-]*(?:\s|$)/u.test(value) ? value.charAt(0).toLocaleUpperCase() + value.slice(1) : value;

/** A section has a heading that is seen, or a name for those who hear the page. */
function section(id: string, className: string, heading: string | undefined, name: string, content: string): string {
  return lines(
    `<section id="${id}" class="${className}" ${heading ? `aria-labelledby="${id}-title"` : `aria-label="${attribute(name)}"`}>`,
    '<div class="wrap">',
    heading && `<h2 id="${id}-title">${text(heading)}</h2>`,
    content,
    '</div>',
    '</section>',
  );
}

export function factHtml({ kind, label, value }: Fact, { phrases }: Page): string {
  const shown =
    kind === 'email'
      ? `<a href="mailto:${attribute(value)}">${text(value)}</a>`
      : kind === 'phone'
        ? `<a href="tel:${attribute(value.replace(/[^\d+]/g, ''))}">${text(value)}</a>`
        : text(kind === 'note' ? capital(value) : value);
  return `<div><dt>${text(label ?? phrases.facts[kind])}</dt><dd>${shown}</dd></div>`;
}

export function imageHtml(asset: { url: string; fileName: string }, loading: 'lazy' | 'eager'): string {
  const alt = asset.fileName
    .replace(/\.[a-z0-9]+$/iu, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return `<img src="${attribute(asset.url)}" alt="${attribute(alt)}" loading="${loading}" decoding="async">`;
}

export const sectionHtml = (section: SectionPlan, brief: Page): string =>
  (RENDER[section.kind] as Render<typeof section.kind>)(section as never, brief);
