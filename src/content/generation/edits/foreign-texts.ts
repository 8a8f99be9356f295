import { TAG } from '../draft/text.ts';
import { DISCOUNT, PRICE, TIME, WHEN } from '../reader/dates.ts';
import { labelOf } from '../reader/labels.ts';
import { capital } from '../reader/split.ts';
import { normal } from '../reader/words.ts';
import { factOf } from './facts-in.ts';
import { contains, type Document, decode, type Element, type Splice, textOf, withAttribute } from './html.ts';
import { buttonsIn, controlsNamed, labelFor, partsNamed } from './html-parts.ts';
import type { NewFact } from './orders.ts';
import { choice, cited, type Failed, failed } from './outcome.ts';
import { bare, inCaseOf } from './texts.ts';

/** Changes of what people read in a document of somebody else's. */

export interface Spliced {
  splices: Splice[];
  said: string;
}
export type ForeignOutcome = Spliced | Failed;

const READ = ['alt', 'title', 'placeholder', 'aria-label'] as const;
const META = /^(?:description|(?:og|twitter):(?:title|description|site_name))$/i;

/** Text as it has to stand between tags, or in an attribute; merge tags stay what they are. */
export function escaped(text: string, quote = false): string {
  let result = '';
  let from = 0;
  const plain = (part: string): string => {
    const html = part.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
    return quote ? html.replace(/"/g, '&quot;') : html;
  };
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    result += plain(text.slice(from, index)) + (quote ? tag.replaceAll('"', "'") : tag);
    from = index + tag.length;
  }
  return result + plain(text.slice(from));
}

const SPELLINGS: Record<string, string> = {
  '&': '(?:&amp;|&)',
  '<': '(?:&lt;|<)',
  '>': '(?:&gt;|>)',
  '"': '(?:"|&quot;|“|”|&ldquo;|&rdquo;)',
  "'": "(?:'|’|‘|&#39;|&apos;|&rsquo;|&#x27;)",
  '€': '(?:€|&euro;)',
  '£': '(?:£|&pound;)',
  '–': '(?:–|-|&ndash;)',
};

/** Words as they may be written in HTML. */
function pattern(words: string, flags: string): RegExp {
  const body = words
    .trim()
    .slice(0, 1_000)
    .replace(/[“”]/g, '"')
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/[.*+?^${}()|[\]\\/]|[&<>"'€£–]| /g, (letter) => (letter === ' ' ? '(?:\\s|&nbsp;)+' : (SPELLINGS[letter] ?? `\\${letter}`)));
  const before = /^[\p{L}\p{N}]/u.test(words.trim()) && !/[\p{sc=Han}\p{sc=Hiragana}]/u.test(words) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = /[\p{L}\p{N}]$/u.test(words.trim()) && !/[\p{sc=Han}\p{sc=Hiragana}]/u.test(words) ? '(?![\\p{L}\\p{N}])' : '';
  return new RegExp(before + body + after, flags);
}

/** Words in place of others: as they are written first, then in any case. */
export function replaceWords(page: Document, from: string, to: string): ForeignOutcome {
  if (from.trim() === '' || to.trim() === '') return failed('It does not say which words are to be replaced by which.');
  for (const words of [from, bare(from)])
    for (const flags of ['gu', 'giu']) {
      const splices = [
        ...inTexts(page, pattern(words, flags), words === from ? to : bare(to)),
        ...inAttributes(page, pattern(words, flags), words === from ? to : bare(to)),
      ];
      if (splices.length > 0) return { splices, said: `${cited(words)} is ${cited(to)} now.` };
    }
  return failed(`${cited(from)} does not stand in it.`);
}

function inTexts({ source, texts }: Document, words: RegExp, to: string): Splice[] {
  return texts.flatMap(({ begin, end }) => {
    const written = source.slice(begin, end);
    const tags = [...written.matchAll(TAG)].map(({ 0: tag, index }) => ({ begin: index, end: index + tag.length }));
    return [...written.matchAll(words)].flatMap(({ 0: found, index }) => {
      if (tags.some((tag) => index < tag.end && index + found.length > tag.begin)) return [];
      return [
        {
          begin: begin + index,
          end: begin + index + found.length,
          text: escaped(inCaseOf(found, to, written.slice(0, index).trim() === '')),
        },
      ];
    });
  });
}

function inAttributes({ source, all }: Document, words: RegExp, to: string): Splice[] {
  return all.flatMap(({ name, attributes, begin, inner }) => {
    const names =
      name === 'meta'
        ? META.test(attributes.name ?? attributes.property ?? '')
          ? ['content']
          : []
        : [
            ...READ.filter((one) => one in attributes),
            ...(name === 'input' && /^(?:submit|button)$/.test(attributes.type ?? '') && attributes.value ? ['value'] : []),
          ];
    let tag = source.slice(begin, inner);
    const before = tag;
    for (const one of names) {
      const value = attributes[one] ?? '';
      const next = value.replace(words, (found) => inCaseOf(found, to, value.startsWith(found)));
      if (next !== value && !value.includes('{{')) tag = withAttribute(tag, one, escaped(decode(next), true));
    }
    return tag === before ? [] : [{ begin, end: inner, text: tag }];
  });
}

/** An element with other words in it. Its own tags stay, where they hold all of its text. */
function write(page: Document, element: Element, words: string): Splice {
  let inner = element;
  while (
    inner.children.length === 1 &&
    inner.children[0] &&
    !['br', 'img', 'svg', 'input'].includes(inner.children[0].name) &&
    textOf(page, inner.children[0]) === textOf(page, element)
  )
    inner = inner.children[0];
  return { begin: inner.inner, end: inner.innerEnd, text: escaped(words) };
}

const BUTTON =
  /(?:^|\s)(?:buttons?|cta|call[- ]to[- ]action|knopf|schaltfläche|bouton|botón|pulsante|botão|knop|knapp(?:en)?|przycisk|ボタン)(?:\s+(?:text|label))?$/iu;
const HEADING =
  /^(?:(?:the\s+)?(?:heading|title|headline|überschrift|titel|titre|título|titolo)\s+(?:of|on|in|von|de|del|di)\s+(?:the\s+)?(.{2,60})|(.{2,60}?)(?:['’]s)?\s+(?:heading|title|headline|überschrift|titel|titre|título|titolo))$/iu;

export function changeNamed(
  page: Document,
  order: { what: string; to: string; quoted: boolean; weak?: boolean; renames?: boolean },
): ForeignOutcome {
  const what = bare(order.what);
  const to = order.quoted
    ? order.to
    : order.to
        .replace(/\s+now$/iu, '')
        .replace(/[.]$/u, '')
        .trim();
  const label = labelOf(what);
  if (/^(?:browser|tab|document|meta|seo|html|page)\s+title$|^title tag$/iu.test(what)) return title(page, to);
  if (/^(?:(?:meta|seo|page)\s+)?(?:description|beschreibung|descripción|descrizione|descrição)$/iu.test(what))
    return description(page, to);
  if (BUTTON.test(what)) return buttonText(page, what.replace(BUTTON, '').trim(), capital(to));
  const headed = HEADING.exec(what);
  const part = headed?.[1] ?? headed?.[2];
  if (part && !/^(?:main|big|page|hero|top|h1)$/iu.test(part)) return heading(page, part, to);
  if (label && 'label' in label) {
    if (label.label === 'headline') return headline(page, order.quoted ? to : capital(to));
    if (label.label === 'button') return buttonText(page, '', capital(to));
    const fact = factOf(label.label, to);
    if (fact && !order.weak) return newFact(page, fact);
    if (fact) return newFact(page, fact);
  }
  if (order.renames) {
    const found = controlsNamed(page, what);
    if (found.length === 1 && found[0]) return relabel(page, found[0], to);
    const parts = partsNamed(page, what);
    if (parts.length === 1) return heading(page, what, to);
  }
  if (order.weak) return failed('It is not clear what is to be done. Say: “change … to …”.');
  const replaced = what.length < 2 ? failed('That is too short to be found safely.') : replaceWords(page, order.what, to);
  if (!('problem' in replaced)) return replaced;
  const found = controlsNamed(page, what);
  if (found.length === 1 && found[0]) return relabel(page, found[0], to);
  return partsNamed(page, what).length === 1 ? heading(page, what, to) : replaced;
}

function headline(page: Document, to: string): ForeignOutcome {
  const all = page.all.filter(({ name }) => name === 'h1');
  const [first] = all;
  if (!first) return failed('There is no main heading (<h1>) in it.');
  const old = textOf(page, first);
  if (old === to) return failed('It says so already.');
  const splices = [write(page, first, to)];
  const plain = to.replace(/\{\{.*?\}\}/g, '').trim();
  const titled = page.all.find(({ name, parent }) => name === 'title' && parent?.name === 'head');
  if (titled && old !== '' && plain !== '' && textOf(page, titled).includes(old))
    splices.push({ begin: titled.inner, end: titled.innerEnd, text: escaped(textOf(page, titled).replace(old, plain)) });
  for (const { attributes, begin, inner } of page.all.filter(
    ({ name, attributes: own }) =>
      name === 'meta' &&
      /^(?:og|twitter):title$/.test(own.property ?? own.name ?? '') &&
      decode(own.content ?? '').includes(old) &&
      old !== '',
  ))
    splices.push({
      begin,
      end: inner,
      text: withAttribute(page.source.slice(begin, inner), 'content', escaped(decode(attributes.content ?? '').replace(old, plain), true)),
    });
  return { splices, said: `The headline is ${cited(to)} now.` };
}

function title(page: Document, to: string): ForeignOutcome {
  const element = page.all.find(({ name, parent }) => name === 'title' && parent?.name !== 'svg');
  return element
    ? { splices: [{ begin: element.inner, end: element.innerEnd, text: escaped(to) }], said: `The title is ${cited(to)} now.` }
    : failed('There is no title in it.');
}

function description(page: Document, to: string): ForeignOutcome {
  const element = page.all.find(({ name, attributes }) => name === 'meta' && attributes.name?.toLowerCase() === 'description');
  const after = page.all.find(({ name }) => name === 'title');
  if (element)
    return {
      splices: [
        {
          begin: element.begin,
          end: element.inner,
          text: withAttribute(page.source.slice(element.begin, element.inner), 'content', escaped(to, true)),
        },
      ],
      said: 'The description is another now.',
    };
  return after
    ? {
        splices: [{ begin: after.end, end: after.end, text: `\n<meta name="description" content="${escaped(to, true)}">` }],
        said: 'The description is added.',
      }
    : failed('There is no head in which it could stand.');
}

function heading(page: Document, part: string, to: string): ForeignOutcome {
  const found = partsNamed(page, part);
  const [only] = found;
  if (!only || found.length > 1)
    return failed(only ? `Several parts could be meant: ${choice(found.map(({ name }) => name))}.` : `${cited(part)} was not found.`);
  const element = page.all.find((one) => /^h[2-4]$/.test(one.name) && contains(only.element, one));
  return element
    ? { splices: [write(page, element, capital(to))], said: `The heading is ${cited(to)} now.` }
    : failed('It has no heading.');
}

const saidBy = (page: Document, element: Element): string =>
  element.name === 'input' ? (element.attributes.value ?? '') : textOf(page, element);

/** The buttons that are meant: those with the words, else all that say what the first says. */
export function buttonsNamed(page: Document, which: string): Element[] {
  const all = buttonsIn(page);
  const words = normal(bare(which.replace(/^(?:main|big|first|the)\s+/iu, '').replace(/[“”"]/g, '')));
  if (words !== '') return all.filter((element) => ` ${normal(saidBy(page, element))} `.includes(` ${words} `));
  const [first] = all;
  return first ? all.filter((element) => normal(saidBy(page, element)) === normal(saidBy(page, first))) : [];
}

function buttonText(page: Document, which: string, to: string): ForeignOutcome {
  const found = buttonsNamed(page, which);
  if (found.length === 0)
    return failed(`That button was not found. There are: ${choice(buttonsIn(page).map((one) => saidBy(page, one))) || 'none'}.`);
  const splices = found
    .filter((one) => saidBy(page, one) !== to)
    .map((element) =>
      element.name === 'input'
        ? {
            begin: element.begin,
            end: element.inner,
            text: withAttribute(page.source.slice(element.begin, element.inner), 'value', escaped(to, true)),
          }
        : write(page, element, to),
    );
  return splices.length > 0 ? { splices, said: `The button says ${cited(to)} now.` } : failed('It says so already.');
}

export function linkButton(page: Document, what: string, href: string): ForeignOutcome {
  const which = what.replace(/(?:^|\s)(?:buttons?|links?|cta)$/iu, '').replace(/^(?:the\s+)?(?:buttons?|links?)\s*:?\s*/iu, '');
  const named = buttonsNamed(page, which).filter(({ name }) => name === 'a');
  const links =
    named.length > 0 || which === '' ? named : page.all.filter((one) => one.name === 'a' && normal(textOf(page, one)) === normal(which));
  if (links.length === 0) return failed('There is no such button or link in it.');
  const splices = links
    .filter(({ attributes }) => attributes.href !== href)
    .map(({ begin, inner }) => ({ begin, end: inner, text: withAttribute(page.source.slice(begin, inner), 'href', escaped(href, true)) }));
  return splices.length > 0 ? { splices, said: `The button leads to ${href} now.` } : failed('It leads there already.');
}

function relabel(page: Document, control: Element, to: string): ForeignOutcome {
  const label = labelFor(page, control);
  if (label) {
    const node = page.texts.find(
      (text) => contains(label, text) && (!contains(label, control) || text.end <= control.begin || text.begin >= control.end),
    );
    if (!node) return failed('Its label holds no text.');
    const written = page.source.slice(node.begin, node.end);
    const lead = written.length - written.trimStart().length;
    const trail = /\s*(?:\*|:)?\s*$/u.exec(written)?.[0].length ?? 0;
    return {
      splices: [{ begin: node.begin + lead, end: node.end - trail, text: escaped(capital(to)) }],
      said: `The field says ${cited(capital(to))} now.`,
    };
  }
  const name = 'placeholder' in control.attributes ? 'placeholder' : 'aria-label';
  return {
    splices: [
      {
        begin: control.begin,
        end: control.inner,
        text: withAttribute(page.source.slice(control.begin, control.inner), name, escaped(capital(to), true)),
      },
    ],
    said: `The field says ${cited(capital(to))} now.`,
  };
}

const PATTERNS: Partial<Record<NewFact['kind'], RegExp>> = {
  price: PRICE,
  money: PRICE,
  salary: PRICE,
  discount: DISCOUNT,
  when: WHEN,
  until: WHEN,
  deadline: WHEN,
  time: new RegExp(TIME.source, 'giu'),
  phone: /(?<![\w/#.,€$£-])(?:\+|00|\(?0)\d(?:[\s()/.-]{0,2}\d){5,13}(?!\w)/g,
  email: /[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}/g,
};

/** An entry of a list or a row of a table is no longer than this. */
const LONGEST_ROW = 600;

/** A fact that is another now, where there is one of its kind. */
export function newFact(page: Document, { kind, value }: NewFact, of = ''): ForeignOutcome {
  const look = PATTERNS[kind];
  if (!look) return failed(`It is not clear what ${cited(value)} is to replace. Say: “change … to ${value}”.`);
  const words = normal(of)
    .split(' ')
    .filter((word) => word.length > 2);
  const near = (text: string): boolean => words.length === 0 || words.every((word) => ` ${normal(text)} `.includes(` ${word}`));
  const all = page.texts.map(({ begin, end, parent }) => ({
    written: decode(page.source.slice(begin, end)),
    row: parent.parent && parent.parent.end - parent.parent.begin < LONGEST_ROW ? parent.parent : parent,
  }));
  const own = all.filter(({ written }) => near(written));
  const texts = (
    own.some(({ written }) => written.match(look) !== null)
      ? own
      : all.filter(({ written, row }) => written.match(look) !== null && near(textOf(page, row)))
  ).map(({ written }) => written);
  const found = texts
    .flatMap((text) => text.match(look) ?? [])
    .map((one) => one.trim().replace(/^(?:from|ab|à partir de|desde|da|vanaf|från|od|a partir de)\s/iu, ''));
  const distinct = [...new Map(found.map((one) => [normal(one), one])).values()];
  const [old] = distinct;
  if (old === undefined) return failed(`There is nothing in it that ${cited(value)} could replace.`);
  if (distinct.length > 1) return failed(`There are several: ${choice(distinct)}. Say which: “change … to ${value}”.`);
  const to = kind === 'money' ? old.replace(/\d[\d.,]*/, value) : value;
  const replaced = replaceWords(page, old, to);
  if ('problem' in replaced || (kind !== 'phone' && kind !== 'email')) return replaced;
  const scheme = kind === 'phone' ? 'tel:' : 'mailto:';
  const digits = (text: string): string => (kind === 'phone' ? text.replace(/[^\d+]/g, '') : text.toLowerCase());
  const links = page.all.filter(
    ({ name, attributes }) =>
      name === 'a' && attributes.href?.startsWith(scheme) && digits(attributes.href.slice(scheme.length)) === digits(old),
  );
  return {
    ...replaced,
    splices: [
      ...replaced.splices.filter((one) => !links.some((link) => one.begin === link.begin)),
      ...links.map(({ begin, inner }) => ({
        begin,
        end: inner,
        text: withAttribute(page.source.slice(begin, inner), 'href', `${scheme}${digits(to)}`),
      })),
    ],
  };
}
