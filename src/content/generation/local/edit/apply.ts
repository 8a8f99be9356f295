import { escapeHtml } from '../../../../shared/html.ts';
import { checkMergeTags, splitMergeTags } from '../../../../shared/merge-tags.ts';
import { type CommissionedAsset, GenerationRefused } from '../../generator.ts';
import { LANGUAGES, type LanguageCode } from '../languages/index.ts';
import { sizeRule } from '../page/css.ts';
import { attribute, text } from '../page/html.ts';
import { headlineStep } from '../page/scale.ts';
import type { ToneId } from '../tones/index.ts';
import { withAddition, withPicture } from './add.ts';
import { ancestor, decode, type Element, lineOf, type Page, type Splice, splice, textOf, withAttribute, within } from './document.ts';
import { control, withField, withoutField, withRequired } from './fields.ts';
import type { Instruction } from './instructions.ts';
import { withLooks } from './looks.ts';
import { shortened } from './shorten.ts';
import { block, buttons, namesOf, removal, target } from './targets.ts';

/** The source after one instruction. @throws GenerationRefused which says what was looked for */
export function apply(
  page: Page,
  instruction: Exclude<Instruction, { do: 'translate' }>,
  assets: readonly CommissionedAsset[],
  isMail: boolean,
): string {
  const lang = page.all.find(({ name }) => name === 'html')?.attributes.lang?.slice(0, 2) ?? 'en';
  const phrases = LANGUAGES[lang as LanguageCode] ?? LANGUAGES.en;
  // Merge tags of an email's author are theirs to use.
  const written = (value: string): string => {
    if (!isMail) return text(value);
    const problem = checkMergeTags(value);
    if (problem) throw new GenerationRefused(`Understood: write "${value.slice(0, 200)}". That text ${problem}.`);
    return splitMergeTags(value)
      .map(({ tag, text: part }) => (tag ? part : text(part)))
      .join('');
  };
  switch (instruction.do) {
    case 'write':
      return write(page, instruction.what, instruction.text, written);
    case 'replace':
      return replace(page, instruction.from, instruction.to, written);
    case 'lead':
      return lead(page, instruction.href);
    case 'colour':
      return withLooks(page, { primary: instruction.colour });
    case 'tone':
      return withLooks(page, { tone: instruction.tone as ToneId });
    case 'remove':
      return remove(page, instruction.what);
    case 'move':
      return move(page, instruction);
    case 'add-field':
      return withField(page, phrases, instruction.wish);
    case 'require':
      return withRequired(page, phrases, instruction.field, instruction.required);
    case 'add':
      return withAddition(page, phrases, instruction.wish, instruction.content);
    case 'picture': {
      const asset = assets.find(({ contentType }) => contentType.startsWith('image/'));
      if (!asset)
        throw new GenerationRefused(
          'Understood: show a picture. Looked for a picture among the files that came with the prompt, and found none.',
        );
      return withPicture(page, asset, target(page, 'picture'));
    }
    case 'shorten':
      return shortened(page, instruction.what);
  }
}

const nothing = (page: Page, wish: string, looked: string): GenerationRefused =>
  new GenerationRefused(
    `Understood: ${wish}. Looked for ${looked}, and did not find it. Found here: ${namesOf(page).join(', ') || 'no sections or headings'}.`,
  );

const HEADING = /\s+(?:heading|title|headline|überschrift|titel|titre|título|titolo|kop|rubrik(?:en)?|nagłówek)$/iu;
const BUTTON =
  /(?:button|cta|call[- ]to[- ]action|knopf|schaltfläche|bouton|botón|pulsante|botão|knop|knapp(?:en)?|przycisk|ボタン)(?:\s+(?:text|label))?$/iu;
const FIELD = /^(?:field|feld|label)\s+|\s+(?:field|feld|label)$/iu;

function write(page: Page, what: string, words: string, written: (value: string) => string): string {
  if (BUTTON.test(what.trim())) return writeButtons(page, words, written);
  const field = FIELD.test(what.trim()) ? control(page, what.replace(/\s+label$/iu, '')) : undefined;
  const label = field && page.all.find(({ name, attributes }) => name === 'label' && attributes.for === field.attributes.id);
  if (label) {
    const remark = within(label, 'small');
    return splice(page.source, [
      { begin: label.inner, end: remark ? page.source.slice(0, remark.begin).trimEnd().length : label.innerEnd, text: written(words) },
    ]);
  }
  const section = HEADING.test(what) ? target(page, what.replace(HEADING, '')) : undefined;
  const heading = section && ['h2', 'h3', 'h4'].map((name) => within(section, name)).find((found) => found !== undefined);
  if (heading) return splice(page.source, [{ begin: heading.inner, end: heading.innerEnd, text: written(words) }]);
  const found = target(page, what);
  if (!found) {
    const lede = /sub|intro|tagline|lede|einleitung|untertitel/iu.test(what) ? page.all.find(({ name }) => name === 'h1') : undefined;
    if (!lede || block(page, 'headline')) throw nothing(page, `"${words}" for ${what}`, what);
    const { end } = lineOf(page, lede);
    return splice(page.source, [{ begin: end, end, text: `<p class="lede">${written(words)}</p>\n` }]);
  }
  if (found.name === 'h1') return writeHeadline(page, found, words, written);
  const inner = found.children.length === 0 || !found.children.some(({ name }) => BLOCKS.has(name)) ? found : onlyText(found);
  if (!inner)
    throw new GenerationRefused(
      `Understood: "${words}" for ${what}. It holds more than one text; name the one that is meant: replace "…" with "…".`,
    );
  return splice(page.source, [{ begin: inner.inner, end: inner.innerEnd, text: written(words) }]);
}

const BLOCKS = new Set('p div section article ul ol dl li table tr td h1 h2 h3 h4 figure form details blockquote'.split(' '));

function onlyText(element: Element): Element | undefined {
  const texts: Element[] = [];
  const visit = (at: Element) => {
    if (['p', 'li', 'dd', 'h1', 'h2', 'h3', 'summary'].includes(at.name)) texts.push(at);
    else at.children.forEach(visit);
  };
  element.children.forEach(visit);
  return texts.length === 1 ? texts[0] : undefined;
}

/** The title of the document says what its headline said, and its size is what fits the words. */
function writeHeadline(page: Page, heading: Element, words: string, written: (value: string) => string): string {
  const { source, all } = page;
  const old = textOf(page, heading);
  const plain = words.replace(/\{\{.*?\}\}/g, '').trim();
  const splices: Splice[] = [{ begin: heading.inner, end: heading.innerEnd, text: written(words) }];
  const title = all.find(({ name }) => name === 'title');
  if (title && old !== '') splices.push({ begin: title.inner, end: title.innerEnd, text: text(textOf(page, title).replace(old, plain)) });
  for (const meta of all.filter(
    ({ name, attributes }) => name === 'meta' && attributes.property === 'og:title' && decode(attributes.content ?? '') === old,
  )) {
    const tag = source.slice(meta.begin, meta.inner);
    splices.push({ begin: meta.begin, end: meta.inner, text: withAttribute(tag, 'content', attribute(words)) });
  }
  const section = ancestor(heading, ({ name, attributes }) => name === 'section' && decode(attributes['aria-label'] ?? '') === old);
  if (section)
    splices.push({
      begin: section.begin,
      end: section.inner,
      text: withAttribute(source.slice(section.begin, section.inner), 'aria-label', attribute(words)),
    });
  const size = /^size-(\d)$/.exec(heading.attributes.class ?? '')?.[1];
  const step = headlineStep(words);
  const rule = size && Number(size) !== step ? sizeRule(Number(size)) : undefined;
  const at = rule ? source.indexOf(rule) : -1;
  if (rule && at >= 0) {
    splices.push({ begin: at, end: at + rule.length, text: sizeRule(step) });
    splices.push({
      begin: heading.begin,
      end: heading.inner,
      text: source.slice(heading.begin, heading.inner).replace(`size-${size}`, `size-${step}`),
    });
  }
  return splice(source, splices);
}

function writeButtons(page: Page, words: string, written: (value: string) => string): string {
  const all = buttons(page);
  const first = all[0];
  if (!first) throw nothing(page, `"${words}" for the button`, 'a <button> or a link with the class "button"');
  const said = (element: Element): string => (element.name === 'input' ? (element.attributes.value ?? '') : textOf(page, element));
  return splice(
    page.source,
    all
      .filter((element) => said(element) === said(first))
      .map((element) =>
        element.name === 'input'
          ? {
              begin: element.begin,
              end: element.inner,
              text: withAttribute(page.source.slice(element.begin, element.inner), 'value', attribute(words)),
            }
          : { begin: element.inner, end: element.innerEnd, text: written(words) },
      ),
  );
}

/** Words for words, wherever they are read: in the text, and in what others see of the page. */
function replace(page: Page, from: string, to: string, written: (value: string) => string): string {
  const { source, all } = page;
  const hidden = all.filter(({ name }) => name === 'style' || name === 'script' || name === 'svg');
  const spellings = [...new Set([from, text(from), escapeHtml(from)])].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(
    spellings.map((spelling) => spelling.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')).join('|'),
    'gu',
  );
  const body = all.find(({ name }) => name === 'body')?.inner ?? 0;
  const splices: Splice[] = [];
  let seen = 0;
  let skipped = 0;
  // Tag for tag and text for text, once through, however often the words occur.
  for (const { index: begin, 0: part } of source.matchAll(/<!--[\s\S]*?-->|<[^<>]*>|[^<]+|</g)) {
    while (skipped < hidden.length && (hidden[skipped] as Element).end <= begin) skipped += 1;
    const ignored = part.startsWith('<!--') || (hidden[skipped]?.begin ?? Number.POSITIVE_INFINITY) <= begin;
    if (ignored) continue;
    const inTag = part.startsWith('<') && part.endsWith('>');
    for (const { index, 0: found } of part.matchAll(pattern)) {
      if (inTag && !/\s(?:content|alt|aria-label|value|placeholder)="[^"]*$/.test(part.slice(0, index))) continue;
      if (!inTag && begin >= body) seen += 1;
      splices.push({ begin: begin + index, end: begin + index + found.length, text: inTag ? attribute(to) : written(to) });
    }
  }
  if (seen === 0) throw nothing(page, `"${to}" in place of "${from}"`, `the text "${from}"`);
  return splice(source, splices);
}

function lead(page: Page, href: string): string {
  const links = buttons(page).filter(({ name }) => name === 'a');
  const first = links[0];
  if (!first) throw nothing(page, `the button leads to ${href}`, 'a link with the class "button"');
  const words = textOf(page, first);
  return splice(
    page.source,
    links
      .filter((link) => textOf(page, link) === words)
      .map(({ begin, inner }) => ({
        begin,
        end: inner,
        text: withAttribute(page.source.slice(begin, inner), 'href', attribute(href)),
      })),
  );
}

const ROWS = new Set(['p', 'li', 'details', 'tr', 'figure', 'h2', 'h3', 'h4']);

function remove(page: Page, wish: string): string {
  const what = wish.trim().replace(/\s+(?:section|abschnitt)$/iu, '');
  const found = target(page, what);
  if (found?.name === 'h1')
    throw new GenerationRefused('Understood: remove the headline. A page keeps one; it can be changed: change the headline to "…".');
  if (found?.attributes['data-block'] === 'foot')
    throw new GenerationRefused('Understood: remove the foot of the email. It holds the way to unsubscribe, which stays.');
  if (found) return without(page, found);
  const field = control(page, what);
  if (field) return withoutField(page, field);
  const words = what
    .replace(/^(?:the|das|der|die|den|le|la|el|il|de|het)\s+(?:(?:text|sentence|line|item|point|entry|satz|punkt)\s+)?/iu, '')
    .replace(/^["“„«「]|["”“»」]$/gu, '')
    .toLowerCase();
  const holding = page.all.filter(
    (element) =>
      (ROWS.has(element.name) || (element.name === 'div' && element.parent?.name === 'dl')) &&
      textOf(page, element).toLowerCase().includes(words),
  );
  // The smallest one; a list is not meant where an entry of it is.
  const smallest = holding.sort((a, b) => a.end - a.begin - (b.end - b.begin))[0];
  if (smallest && words.length > 2) return without(page, smallest);
  const both = what.split(/\s*,\s*|\s+(?:and|und|et|y|e|en|och|i)\s+(?:the\s+)?/iu);
  if (both.length > 1) {
    const each = both.map((part) => target(page, part));
    if (each.every((element) => element !== undefined))
      return splice(
        page.source,
        each.flatMap((element) => removal(page, element)),
      );
  }
  throw nothing(page, `remove ${wish}`, `a section, heading, field or text called "${words}"`);
}

const without = (page: Page, element: Element): string => splice(page.source, removal(page, element));

function move(page: Page, { what, where, anchor }: Extract<Instruction, { do: 'move' }>): string {
  const { source } = page;
  const element = target(page, what);
  if (!element || element.name === 'h1') throw nothing(page, `move ${what}`, what);
  const rows = [
    element,
    ...page.all.filter(
      ({ attributes, begin }) =>
        element.attributes['data-block'] !== undefined &&
        attributes['data-block'] === element.attributes['data-block'] &&
        begin !== element.begin,
    ),
  ].sort((a, b) => a.begin - b.begin);
  const from = lineOf(page, { begin: (rows[0] as Element).begin, end: (rows.at(-1) as Element).end });
  const place = anchor ? target(page, anchor) : where === 'first' ? opening(page) : last(page);
  if (!place) throw nothing(page, `move ${what} ${where} ${anchor ?? ''}`.trim(), anchor ?? 'a place on the page');
  if (place.begin >= from.begin && place.end <= from.end)
    throw new GenerationRefused(`Understood: move ${what} ${where} ${anchor ?? 'on the page'}. Both are the same part.`);
  if (from.begin > place.begin && from.end <= place.end)
    throw new GenerationRefused(`Understood: move ${what} ${where} ${anchor ?? 'on the page'}. It is a part of it.`);
  const heading = place.attributes['data-block']
    ? page.all.filter(({ attributes }) => attributes['data-block'] === place.attributes['data-block'])
    : [place];
  const at = where === 'before' ? lineOf(page, heading[0] as Element).begin : lineOf(page, heading.at(-1) as Element).end;
  if (at >= from.begin && at <= from.end) return source;
  return splice(source, [
    { ...from, text: '' },
    { begin: at, end: at, text: source.slice(from.begin, from.end) },
  ]);
}

const opening = (page: Page): Element | undefined => {
  const heading = page.all.find(({ name }) => name === 'h1');
  return (
    heading &&
    (ancestor(heading, ({ name, attributes }) => name === 'section' || name === 'header' || 'data-block' in attributes) ?? heading)
  );
};

const last = (page: Page): Element | undefined => {
  const end = block(page, 'end');
  if (end) return page.all.filter(({ name, begin, attributes }) => name === 'tr' && begin < end.begin && 'data-block' in attributes).at(-1);
  return page.all.find(({ name }) => name === 'main')?.children.at(-1) ?? page.all.filter(({ name }) => name === 'section').at(-1);
};
