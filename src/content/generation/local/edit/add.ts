import { GenerationRefused } from '../../generator.ts';
import { blocksOf } from '../brief/blocks.ts';
import type { SectionBrief } from '../brief/brief.types.ts';
import { capitalised, sentencesOf } from '../brief/clauses.ts';
import { addressIn } from '../brief/facts.ts';
import { paletteOf } from '../design/palette.ts';
import { blocksFor } from '../email/blocks.ts';
import { isSum } from '../email/compose.ts';
import { looksOf } from '../email/styles.ts';
import type { Phrases } from '../languages/index.ts';
import { classesOf } from '../page/compose.ts';
import { missingRules } from '../page/css.ts';
import { attribute, lines, text } from '../page/html.ts';
import { LAYOUTS, type SectionPlan } from '../page/plan.ts';
import { sectionHtml } from '../page/sections.ts';
import { TONES } from '../tones/index.ts';
import { type Element, lineOf, type Page, type Splice, splice, within } from './document.ts';
import { block, buttons, byId, slug, wrapper } from './targets.ts';

/** What is to be added, read from an instruction's words. */
type Addition =
  | { what: 'list'; section: SectionBrief }
  | { what: 'quote'; text: string; who?: string }
  | { what: 'prose'; heading?: string; paragraphs: string[] }
  | { what: 'button'; label: string; href: string };

const QUOTE =
  /^(?:testimonials?|quotes?|quotation|zitat|kundenstimme|stimme|témoignage|citation|testimonio|cita|testimonianza|citazione|testemunho|citação|citaat|citat|cytat|お客様の声|引用)$/iu;
const PROSE =
  /^(?:new\s+)?(?:paragraph|sentence|text|line|note|absatz|satz|hinweis|paragraphe|phrase|texte|párrafo|frase|texto|paragrafo|parágrafo|alinea|zin|tekst|stycke|mening|akapit|zdanie)$/iu;
const BUTTON = /^(?:button|cta|knopf|schaltfläche|bouton|botón|pulsante|botão|knop|knapp|przycisk)$/iu;
const SECTION =
  /^(?:new\s+)?(?:section|abschnitt|bereich|sección|sezione|seção|sectie|avsnitt|sekcj\p{L}+)\s*(?:about|on|called|titled|with the (?:title|heading)|über|zu|namens|sur|sobre|su|over|om|o)?\s*/iu;

function additionOf(wish: string, content: string): Addition {
  const title = wish
    .replace(/^(?:the|an?|eine?n?|une?|una?|een|ett|en)\s+/iu, '')
    .replace(SECTION, '')
    .replace(/\s+(?:section|abschnitt|list|liste)$/iu, '')
    .trim();
  if (content.trim() === '') {
    throw new GenerationRefused(
      `Understood: add "${wish}". Its words are missing, and nothing is invented here: write them after a colon, for example "add a schedule: 09:00 Opening; 10:00 First talk".`,
    );
  }
  if (BUTTON.test(title)) {
    const href = addressIn(content);
    const label = content
      .replace(href ?? '', '')
      .replace(/(?:\s|,)*(?:linking|leading|link|to|auf|zu|nach|→|-+>?)*\s*$/iu, '')
      .replace(/^["“„«「]|["”“»」]$/gu, '')
      .trim();
    if (!href || label === '')
      throw new GenerationRefused(
        `Understood: add a button. Looked for its words and the address that it leads to in "${content}"; write, for example: add a button: "Buy tickets" https://shop.example.`,
      );
    return { what: 'button', label, href };
  }
  if (QUOTE.test(title)) {
    const found = /^["“„«「]?(.+?)["”“»」]?(?:\s*[–—-]+\s*|,?\s+(?:by|von|de|di|door|av)\s+)([^–—"“„]{2,80})$/su.exec(content.trim());
    const who = found?.[2]?.trim();
    return { what: 'quote', text: (found?.[1] ?? content).trim().replace(/^["“„«「]|["”“»」]$/gu, ''), ...(who && { who }) };
  }
  if (PROSE.test(title) || title === '') return { what: 'prose', paragraphs: paragraphsOf(content) };
  const [section] = blocksOf(`${title}:${content.includes('\n') ? '\n' : ' '}${content}`).sections;
  if (section) return { what: 'list', section: { ...section, heading: capitalised(title) } };
  return { what: 'prose', heading: capitalised(title), paragraphs: paragraphsOf(content) };
}

const paragraphsOf = (content: string): string[] => {
  const paragraphs = content.split(/\n+/u).map((part) => part.trim().replace(/^["“„«「](.*)["”“»」]$/su, '$1'));
  return paragraphs.length > 1
    ? paragraphs.filter((part) => part !== '')
    : [sentencesOf(content).length > 0 ? (paragraphs[0] as string) : content];
};

/** A section more, before the form and what closes the page. */
export function withAddition(page: Page, phrases: Phrases, wish: string, content: string): string {
  const addition = additionOf(wish, content);
  if (block(page, 'foot') || block(page, 'headline')) return withRow(page, phrases, addition);
  return withSection(page, phrases, addition);
}

function withSection(page: Page, phrases: Phrases, addition: Addition): string {
  const { source, all } = page;
  const main = all.find(({ name }) => name === 'main') ?? all.find(({ name }) => name === 'body');
  if (!main) throw new GenerationRefused('Understood: add a section. Looked for <main> or <body> to put it in, and found neither.');
  if (addition.what === 'button') return withButton(page, addition);
  const id = freeId(
    page,
    addition.what === 'list' ? addition.section.kind : addition.what === 'quote' ? 'voice' : slug(addition.heading ?? 'note') || 'note',
  );
  const plan: SectionPlan =
    addition.what === 'list'
      ? { kind: 'list', id, of: addition.section, layout: LAYOUTS[addition.section.kind] }
      : addition.what === 'quote'
        ? { kind: 'quote', id, text: addition.text, ...(addition.who && { who: addition.who }) }
        : { kind: 'prose', id, ...(addition.heading && { heading: addition.heading }), paragraphs: addition.paragraphs };
  const html = sectionHtml(plan, { phrases, brand: '', headline: '' });
  const before =
    main.children.find(
      (child) =>
        (within(child, 'form') !== undefined || child.name === 'form' || /(?:^|\s)closing(?:\s|$)/.test(child.attributes.class ?? '')) &&
        within(child, 'h1') === undefined,
    ) ?? (main.name === 'body' ? main.children.find(({ name }) => name === 'footer') : undefined);
  const at = before ? lineOf(page, before).begin : main.innerEnd;
  const splices: Splice[] = [{ begin: at, end: at, text: `${at > 0 && source[at - 1] !== '\n' ? '\n' : ''}${html}\n` }];
  const style = all.find(({ name, inner, innerEnd }) => name === 'style' && source.slice(inner, innerEnd).includes('--step-3'));
  const rules = style && missingRules(source.slice(style.inner, style.innerEnd), classesOf(plan));
  if (style && rules) splices.push({ begin: style.innerEnd, end: style.innerEnd, text: rules });
  return splice(source, splices);
}

function withButton(page: Page, { label, href }: { label: string; href: string }): string {
  const heading = page.all.find(({ name }) => name === 'h1');
  const after = page.all.find(({ attributes }) => attributes.class === 'lede') ?? heading;
  if (!after) throw new GenerationRefused('Understood: add a button. Looked for the headline to put it under, and found none.');
  const { end } = lineOf(page, after);
  return splice(page.source, [
    { begin: end, end, text: `<p class="act"><a class="button" href="${attribute(href)}">${text(label)}</a></p>\n` },
  ]);
}

function withRow(page: Page, phrases: Phrases, addition: Addition): string {
  const { source } = page;
  const button = buttons(page)[0];
  const row = block(page, 'end') ?? (button ? wrapper(button) : undefined);
  const primary = /--button:\s*(#[0-9a-f]{6})/i.exec(source)?.[1];
  if (!row || !primary)
    throw new GenerationRefused(
      'Understood: add something to the email. Looked for a row with data-block="end" and the variable --button, as composed emails have them, and did not find both.',
    );
  const tone = Object.values(TONES).find(({ display }) => source.includes(`font-family:${display}`)) ?? TONES.humanist;
  const blocks = blocksFor(looksOf(paletteOf({ primary, tint: tone.tint, ...(tone.lean !== undefined && { lean: tone.lean }) }), tone));
  const rows =
    addition.what === 'button'
      ? blocks.button(addition.label, addition.href)
      : addition.what === 'quote'
        ? blocks.quote(addition.text, addition.who)
        : addition.what === 'prose'
          ? lines(
              addition.heading && blocks.heading('note', addition.heading),
              ...addition.paragraphs.map((paragraph) => blocks.paragraph('note', text(paragraph))),
            )
          : lines(
              blocks.heading(addition.section.kind, addition.section.heading ?? phrases.headings[addition.section.kind]),
              blocks.rows(
                addition.section.kind,
                addition.section.items,
                addition.section.kind === 'prices' || addition.section.kind === 'menu',
                isSum,
              ),
            );
  const { begin } = lineOf(page, row);
  return splice(source, [{ begin, end: begin, text: `${rows}\n` }]);
}

function freeId(page: Page, wish: string): string {
  let id = wish;
  for (let n = 2; byId(page, id); n++) id = `${wish}-${n}`;
  return id;
}

/** A picture of the author's in place of the drawn one. */
export function withPicture(page: Page, asset: { url: string; fileName: string }, old: Element | undefined): string {
  const alt = asset.fileName.replace(/\.[a-z0-9]+$/iu, '').replace(/[-_]+/g, ' ');
  const image = `<img src="${attribute(asset.url)}" alt="${attribute(alt)}"`;
  const isMail = block(page, 'headline') !== undefined;
  const html = isMail
    ? `<tr data-block="image"><td style="padding:32px 0 0">${image} width="600" style="display:block;width:100%;max-width:600px;height:auto;border:0"></td></tr>`
    : `<figure class="art">${image} loading="eager" decoding="async"></figure>`;
  if (old) return splice(page.source, [{ begin: old.begin, end: old.end, text: html }]);
  const opening =
    block(page, 'headline') ??
    page.all.find(({ name, attributes }) => name === 'section' && attributes.id === 'intro') ??
    page.all.find(({ name }) => name === 'h1');
  if (!opening)
    throw new GenerationRefused('Understood: show the picture. Looked for the opening or the headline to put it at, and found neither.');
  const at = isMail || opening.name === 'h1' ? lineOf(page, opening).end : opening.innerEnd;
  return splice(page.source, [{ begin: at, end: at, text: `${html}\n` }]);
}
