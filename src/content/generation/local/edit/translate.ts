import { GenerationRefused } from '../../generator.ts';
import { languageNamed } from '../brief/wishes.ts';
import { greeting } from '../email/compose.ts';
import { LANGUAGES, type LanguageCode, type Phrases } from '../languages/index.ts';
import { attribute, text } from '../page/html.ts';
import { FORM_IDS } from '../page/plan.ts';
import type { PurposeId } from '../purposes/index.ts';
import { ancestor, classesOf, decode, type Element, type Page, type Splice, splice, withAttribute } from './document.ts';

const NAMES = new Intl.DisplayNames('en', { type: 'language' });
const MOST_TOLD = 5;

/** A phrase of the composer's in the language that it is in, and in the other. */
type Pair = readonly [from: string, to: string];

/** The phrases by what they are for; the same words may be two things. */
interface Book {
  groups: Record<'facts' | 'headings' | 'fields' | 'labels' | 'actions' | 'forms' | 'thanks' | 'others', Pair[]>;
  fields: Map<string, Pair>;
  /** Phrases with somebody's words in them. */
  patterns: { from: RegExp; to: (words: string) => string }[];
}

/** @param purposes the likeliest first, since some buttons of several purposes are one in a language and two in another */
function bookOf(from: Phrases, to: Phrases, purposes: readonly PurposeId[]): Book {
  const pairs = (key: 'facts' | 'headings' | 'fields' | 'thanks'): Pair[] =>
    Object.entries(from[key]).map(([name, words]) => [words, (to[key] as Record<string, string>)[name] as string]);
  const ofPurposes = (place: 0 | 1 | 2): Pair[] => purposes.map((name) => [from.purposes[name][place], to.purposes[name][place]]);
  const said: [(words: string) => string, (words: string) => string][] = [
    [from.email.why, to.email.why],
    [from.email.operational, to.email.operational],
    [from.byEmail, to.byEmail],
  ];
  return {
    groups: {
      facts: [...pairs('facts'), [from.email.total, to.email.total], [from.pay, to.pay]],
      headings: pairs('headings'),
      fields: pairs('fields'),
      labels: ofPurposes(0),
      actions: ofPurposes(1),
      forms: ofPurposes(2),
      thanks: pairs('thanks'),
      others: [
        [from.skip, to.skip],
        [from.optional, to.optional],
        [from.choose, to.choose],
        [from.useCode, to.useCode],
        [from.email.unsubscribe, to.email.unsubscribe],
        [greeting(from), greeting(to)],
      ],
    },
    fields: new Map(pairs('fields').map((pair, i) => [Object.keys(from.fields)[i] as string, pair])),
    patterns: said.map(([old, fresh]) => {
      const [before = '', after = ''] = old('\0')
        .split('\0')
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      return { from: new RegExp(`^${before}(.+)${after}$`, 'su'), to: fresh };
    }),
  };
}

/** What an element most likely says, the likeliest first. */
function groupsFor(element: Element): (keyof Book['groups'])[] {
  const { name } = element;
  const isAction = name === 'button' || classesOf(element).some((is) => is === 'button' || is === 'on-btn');
  if (isAction) return ['actions', 'forms'];
  if (name === 'dt' || name === 'td') return ['facts'];
  if (name === 'h1') return ['thanks', 'labels'];
  if (/^h[2-4]$/.test(name)) return ['headings', 'forms', 'actions'];
  if (name === 'a') return ['headings', 'actions', 'forms'];
  if (name === 'label') return ['fields'];
  return classesOf(element).includes('eyebrow') ? ['labels', 'thanks'] : [];
}

/**
 * A document in another language, as far as its words are the composer's own: labels, headings, buttons, what is said at the foot.
 * What somebody wrote stays, and is named.
 * @throws GenerationRefused when none of its words are the composer's
 */
export function translated(page: Page, wish: string): { html: string; remark: string } {
  const { source, all } = page;
  const code = languageNamed(wish);
  if (!code) {
    const known = Object.keys(LANGUAGES).map((language) => NAMES.of(language));
    throw new GenerationRefused(`Understood: a translation into ${wish}. Known here are ${known.join(', ')}.`);
  }
  const root = all.find(({ name }) => name === 'html');
  const now = root?.attributes.lang?.slice(0, 2).toLowerCase() ?? 'en';
  if (now === code)
    throw new GenerationRefused(`Understood: a translation into ${wish}. The document says that it is in ${NAMES.of(code)}.`);
  const book = bookOf(LANGUAGES[now as LanguageCode] ?? LANGUAGES.en, LANGUAGES[code], purposesOf(all));
  const splices: Splice[] = [];
  const left: string[] = [];

  for (const part of textsOf(page)) {
    const words = decode(source.slice(part.begin, part.end)).trim();
    const fresh = inOther(book, words, part.element, all);
    if (fresh !== undefined) splices.push({ ...trimmed(source, part), text: isTagged(fresh) ? fresh : text(fresh) });
    else if (/\p{L}{3}/u.test(words.replace(/\{\{[^}]*\}\}/gu, ''))) left.push(words.replace(/\s+/gu, ' '));
  }
  const seen = splices.length;
  for (const element of all) splices.push(...attributesOf(page, book, element, all));
  if (seen === 0)
    throw new GenerationRefused(
      `Understood: a translation into ${wish}. Without a model, texts that somebody wrote cannot be translated, and all texts here are: replace them one by one ("replace … with …"), or give the prompt of the first draft in that language.`,
    );
  if (root)
    splices.push({ begin: root.begin, end: root.inner, text: withLanguage(source.slice(root.begin, root.inner), root.attributes, code) });
  return { html: splice(source, splices), remark: remarkOf(NAMES.of(code) as string, left) };
}

/** All purposes, first the one that a form of the page is called after. */
function purposesOf(all: readonly Element[]): PurposeId[] {
  const ids = new Set(all.map(({ attributes }) => attributes.id));
  const known = Object.keys(LANGUAGES.en.purposes) as PurposeId[];
  return known.toSorted((a, b) => Number(ids.has(`${FORM_IDS[b]}-form`)) - Number(ids.has(`${FORM_IDS[a]}-form`)));
}

function remarkOf(language: string, left: string[]): string {
  const told = [...new Set(left)];
  const first = told.slice(0, MOST_TOLD).map((words) => `"${words.length > 60 ? `${[...words].slice(0, 59).join('')}…` : words}"`);
  const more = told.length - first.length;
  return told.length === 0
    ? `All of it is in ${language} now.`
    : `Labels, headings and buttons that were written here are in ${language} now. Left as they are, because they are the author's own words: ${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

function inOther(book: Book, words: string, element: Element, all: readonly Element[]): string | undefined {
  if (words === '') return undefined;
  if (element.name === 'label') {
    const control = all.find(({ attributes }) => attributes.id !== undefined && attributes.id === element.attributes.for);
    const [from, to] = book.fields.get(control?.attributes.name ?? '') ?? [];
    if (from === words) return to;
  }
  const groups = [...groupsFor(element), ...(Object.keys(book.groups) as (keyof Book['groups'])[])];
  for (const group of groups) {
    const pair = book.groups[group].find(([from]) => from !== '' && from === words);
    if (pair) return pair[1];
  }
  for (const { from, to } of book.patterns) {
    const within = from.exec(words)?.[1];
    if (within !== undefined) return to(within);
  }
  return undefined;
}

const isTagged = (words: string): boolean => words.includes('{{');

/** What others see or hear of the page: its title, its description, names of sections and forms. */
function attributesOf(page: Page, book: Book, element: Element, all: readonly Element[]): Splice[] {
  const { source } = page;
  const parts = (words: string): string =>
    words
      .split(' · ')
      .map((part) => inOther(book, part, { ...element, name: 'h1', attributes: {} }, all) ?? part)
      .join(' · ');
  if (element.name === 'title' && element.parent?.name === 'head') {
    const words = decode(source.slice(element.inner, element.innerEnd));
    return parts(words) === words ? [] : [{ begin: element.inner, end: element.innerEnd, text: text(parts(words)) }];
  }
  const name =
    'aria-label' in element.attributes ? 'aria-label' : element.name === 'meta' && element.attributes.content ? 'content' : undefined;
  const words = name && decode(element.attributes[name] as string);
  if (!name || !words || element.name === 'html') return [];
  const asHeading = { ...element, name: name === 'aria-label' ? 'h2' : 'h1', attributes: {} };
  const fresh = name === 'content' ? parts(words) : (inOther(book, words, asHeading, all) ?? words);
  if (fresh === words) return [];
  return [
    { begin: element.begin, end: element.inner, text: withAttribute(source.slice(element.begin, element.inner), name, attribute(fresh)) },
  ];
}

const UNREAD = new Set(['style', 'script', 'svg', 'title', 'head', 'template']);

interface Part {
  element: Element;
  begin: number;
  end: number;
}

/** The pieces of text that are read, each with the element that it stands in. */
function textsOf({ source, all }: Page): Part[] {
  const parts: Part[] = [];
  for (const element of all) {
    if (UNREAD.has(element.name) || element.children.length > 1_000 || ancestor(element, ({ name }) => UNREAD.has(name))) continue;
    let from = element.inner;
    for (const child of [...element.children, { begin: element.innerEnd, end: element.innerEnd }]) {
      const words = source.slice(from, child.begin);
      if (words.trim() !== '' && !words.includes('<')) parts.push({ element, begin: from, end: child.begin });
      from = child.end;
    }
  }
  return parts;
}

/** Without the blanks around it. */
function trimmed(source: string, { begin, end }: Part): { begin: number; end: number } {
  const words = source.slice(begin, end);
  return { begin: begin + (words.length - words.trimStart().length), end: end - (words.length - words.trimEnd().length) };
}

function withLanguage(tag: string, attributes: Readonly<Record<string, string>>, code: string): string {
  const named = 'lang' in attributes ? withAttribute(tag, 'lang', code) : tag.replace(/^<html/i, `$& lang="${code}"`);
  return 'dir' in attributes ? withAttribute(named, 'dir', 'ltr') : named;
}
