import { TAG } from '../draft/text.ts';
import { labelOf } from '../reader/labels.ts';
import { capital } from '../reader/split.ts';
import { normal } from '../reader/words.ts';
import { contains, type Document, type Element, type Splice, textOf, withAttribute } from './html.ts';
import { buttonsIn, controlsNamed, labelFor } from './html-parts.ts';
import { choice, cited, type Failed, failed } from './outcome.ts';
import { bare } from './texts.ts';

/** Texts of buttons and labels of fields in foreign HTML. */

export interface Spliced {
  splices: Splice[];
  said: string;
}
export type ForeignOutcome = Spliced | Failed;

export function escaped(text: string, quote = false): string {
  let result = '';
  let from = 0;
  const plain = (part: string): string => {
    const html = part
      .replace(/&(?!(?:#\d{1,6}|[a-z]{2,8});)/gi, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;');
    return quote ? html.replace(/"/g, '&quot;') : html;
  };
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    result += plain(text.slice(from, index)) + (quote ? tag.replaceAll('"', "'") : tag);
    from = index + tag.length;
  }
  return result + plain(text.slice(from));
}

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
export function relabelNamed(
  page: Document,
  order: { what: string; to: string; weak?: boolean; renames?: boolean },
): ForeignOutcome | undefined {
  const what = bare(order.what);
  const to = capital(order.to);
  const label = labelOf(what);
  if (BUTTON.test(what)) return order.weak ? undefined : buttonText(page, what.replace(BUTTON, '').trim(), to);
  if (label && 'label' in label && label.label === 'button') return buttonText(page, '', to);
  const found = order.renames || !label ? controlsNamed(page, what) : [];
  const [only] = found;
  return found.length === 1 && only && !order.weak ? relabel(page, only, to) : undefined;
}

const saidBy = (page: Document, element: Element): string =>
  element.name === 'input' ? (element.attributes.value ?? '') : textOf(page, element);

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
  const which = what
    .replace(/^(?:it|this|that)$/iu, '')
    .replace(/(?:^|\s)(?:buttons?|links?|cta)$/iu, '')
    .replace(/^(?:the\s+)?(?:buttons?|links?)\s*:?\s*/iu, '');
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
