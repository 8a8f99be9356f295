import type { Theme } from '../draft/draft.ts';
import { oklchOf } from '../draft/oklch.ts';
import type { Edit } from '../verify/edits.ts';
import type { Document } from './html.ts';
import { buttonsIn, type ForeignOutcome } from './html-parts.ts';
import { already, type Context, done, failed, type LooksWish, type Outcome, set } from './orders.ts';

const RADII = ['none', 'small', 'medium', 'large', 'full'] as const;
const SAME_HUE = 40;

export function looks({ draft }: Context, theme: Theme, wish: LooksWish): Outcome {
  const now: Theme = draft.theme ?? {};
  const next: Theme = { ...theme };
  if (wish.instead !== undefined && theme.primary !== undefined) {
    const role = roleOf(now, wish.instead);
    if (role === undefined)
      return failed('None of its colours is that one. Name what is to be coloured: “main colour …”, “accent …” or “background …”.');
    delete next.primary;
    next[role] = theme.primary;
  }
  if (wish.rounder !== undefined) {
    const at = now.radius === undefined ? 2 : RADII.indexOf(now.radius);
    const to = Math.max(0, Math.min(RADII.length - 1, wish.rounder > 0 ? Math.max(3, at + 1) : at - 1));
    next.radius = RADII[to];
  }
  const changes = Object.entries(next).filter(([key, value]) => value !== undefined && now[key as keyof Theme] !== value);
  if (changes.length === 0) return already('It looks like that already.');
  return done(
    changes.map(([key, value]) => set(`theme.${key}`, value)),
    changes.map(([key, value]) => SAID[key as keyof Theme](String(value))).join(' '),
  );
}

const SAID: Record<keyof Theme, (value: string) => string> = {
  primary: (value) => `The main colour is ${value}.`,
  accent: (value) => `The accent is ${value}.`,
  background: (value) => (value === 'dark' || value === 'light' ? `It is always ${value}.` : `The background is ${value}.`),
  tone: (value) => `It looks ${value}.`,
  font: (value) => `Its letters are ${value}.`,
  radius: (value) =>
    value === 'none' ? 'Corners are square.' : `Corners are ${value === 'medium' || value === 'small' ? 'less round' : 'rounder'}.`,
  align: (value) => (value === 'center' ? 'Headings and short texts are centred.' : 'Headings and texts stand at the left.'),
  buttons: (value) => (value === 'large' ? 'Buttons are large.' : 'Buttons have their regular size.'),
};

function roleOf(now: Theme, colour: string): 'primary' | 'accent' | 'background' | undefined {
  const wanted = oklchOf(colour);
  const near = (hex: string | undefined): boolean => {
    if (hex === undefined || !hex.startsWith('#')) return false;
    const { h, c } = oklchOf(hex);
    if (wanted.c < 0.03 || c < 0.03) return wanted.c < 0.03 && c < 0.03;
    return hueBetween(h, wanted.h) <= SAME_HUE;
  };
  return near(now.primary) ? 'primary' : near(now.accent) ? 'accent' : near(now.background) ? 'background' : undefined;
}

function hueBetween(one: number, other: number): number {
  const apart = Math.abs(one - other) % 360;
  return Math.min(apart, 360 - apart);
}

/** Colours of foreign HTML: by its variables, else by the colour of its buttons. */

const VARIABLES: Record<'primary' | 'accent' | 'background', RegExp> = {
  primary: /--(?:[\w-]{0,30}(?:primary|brand|main-colou?r|button|cta)[\w-]{0,20}|theme|colou?r-main)\s{0,10}:\s{0,10}([^;{}]{1,80})/gi,
  accent: /--[\w-]{0,30}(?:accent|secondary|highlight)[\w-]{0,20}\s{0,10}:\s{0,10}([^;{}]{1,80})/gi,
  background: /--(?:[\w-]{0,20}(?:background|bg|ground|surface|paper)|page|canvas)\s{0,10}:\s{0,10}([^;{}]{1,80})/gi,
};
const COLOUR = /^(?:#[0-9a-f]{3,8}|rgba?\([^)]{3,60}\)|hsla?\([^)]{3,60}\)|oklch\([^)]{3,60}\)|[a-z]{3,20})$/i;
const BACKGROUND = /background(?:-color)?\s*:\s*(#[0-9a-f]{3,6}|rgb\([^)]{3,40}\))/i;

export function foreignLooks(page: Document, theme: Theme, wish: LooksWish): ForeignOutcome {
  if (wish.rounder !== undefined || theme.font || theme.tone || theme.radius || theme.align || theme.buttons)
    return failed('Letters, corners, sizes and alignment of a page that was written by hand are changed in its code.');
  const splices: Edit[] = [];
  const said: string[] = [];
  if (wish.instead !== undefined && theme.primary) {
    const near = coloursLike(page, wish.instead);
    if (near.size === 0) return failed('None of its colours is that one.');
    for (const old of near) splices.push(...swapped(page, old, theme.primary));
    return { splices, said: `That colour is ${theme.primary} now.` };
  }
  for (const role of ['primary', 'accent', 'background'] as const) {
    const value = theme[role];
    if (value === undefined) continue;
    const outcome = value === 'dark' || value === 'light' || value === 'auto' ? scheme(page, value) : coloured(page, role, value);
    if ('problem' in outcome) return outcome;
    splices.push(...outcome.splices);
    said.push(outcome.said);
  }
  return splices.length > 0 ? { splices, said: said.join(' ') } : failed('It looks like that already.');
}

const styles = (page: Document): { css: string; at: number }[] =>
  page.all.filter(({ name }) => name === 'style').map(({ inner, innerEnd }) => ({ css: page.source.slice(inner, innerEnd), at: inner }));

function coloured(page: Document, role: 'primary' | 'accent' | 'background', value: string): ForeignOutcome {
  const splices: Edit[] = [];
  const name = { primary: 'The main colour', accent: 'The accent', background: 'The background' }[role];
  let first: string | undefined;
  for (const { css, at } of styles(page))
    for (const found of css.matchAll(VARIABLES[role])) {
      const old = (found[1] as string).trim();
      const property = found[0].slice(0, found[0].indexOf(':')).trim();
      // The variable of that name, in the dark scheme too; variables beside it hold text colours and the like.
      if (!COLOUR.test(old) || /(?:-on|text|fg|contrast|foreground|ink)/i.test(property)) continue;
      first ??= property;
      if (property !== first) continue;
      const begin = at + found.index + found[0].indexOf(found[1] as string);
      splices.push({ begin, end: begin + (found[1] as string).trimEnd().length, text: value });
    }
  if (splices.length > 0) return { splices, said: `${name} is ${value}.` };
  if (role === 'accent') return failed('There is no variable such as --accent in its style sheet.');
  const old = role === 'primary' ? buttonColour(page) : bodyColour(page);
  if (old === undefined)
    return failed(
      `There is neither a variable such as --${role} in its style sheet nor a ${role === 'primary' ? 'button' : 'body'} with a colour of its own.`,
    );
  const all = swapped(page, old, value);
  return all.length > 0 ? { splices: all, said: `${name} is ${value}.` } : failed('It has that colour already.');
}

const rulesOf = (css: string): { selector: string; body: string }[] =>
  css.split('}').flatMap((rule) => {
    const at = rule.lastIndexOf('{');
    return at < 0 ? [] : [{ selector: rule.slice(Math.max(0, at - 300), at).replace(/^.*\{/s, ''), body: rule.slice(at + 1, at + 4_000) }];
  });

function buttonColour(page: Document): string | undefined {
  const written = buttonsIn(page)
    .flatMap((element) => [element, element.parent])
    .map((one) => BACKGROUND.exec(one?.attributes.style ?? '')?.[1] ?? one?.attributes.bgcolor);
  return (
    written.find((own) => own && hex(own)) ??
    ruleColour(page, (selector) => /(?:^|[\s,>])(?:button|[\w.-]{0,40}\.(?:btn|button|cta))(?![\w])/i.test(selector))
  );
}

function bodyColour(page: Document): string | undefined {
  const own = BACKGROUND.exec(page.all.find(({ name }) => name === 'body')?.attributes.style ?? '')?.[1];
  return own ?? ruleColour(page, (selector) => /(?:^|[\s,])body\s*$/i.test(selector.split(',').at(-1) ?? ''));
}

const ruleColour = (page: Document, isMeant: (selector: string) => boolean): string | undefined =>
  styles(page)
    .flatMap(({ css }) => rulesOf(css))
    .flatMap(({ selector, body }) => (isMeant(selector) ? (BACKGROUND.exec(body)?.[1] ?? []) : []))[0];

function swapped(page: Document, old: string, value: string): Edit[] {
  const wanted = hex(old);
  if (wanted === undefined) return [];
  const places = [
    ...styles(page).map(({ css, at }) => ({ text: css, at })),
    ...page.all
      .filter(({ attributes }) => attributes.style !== undefined || attributes.bgcolor !== undefined)
      .map(({ begin, inner }) => ({ text: page.source.slice(begin, inner), at: begin })),
  ];
  return places.flatMap(({ text, at }) =>
    [...text.matchAll(/#[0-9a-f]{6}(?![0-9a-f])|#[0-9a-f]{3}(?![0-9a-f])|rgb\([^)]{3,40}\)/gi)].flatMap(({ 0: found, index }) =>
      hex(found) === wanted ? [{ begin: at + index, end: at + index + found.length, text: value }] : [],
    ),
  );
}

function hex(colour: string): string | undefined {
  const text = colour.trim().toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(text)) return text;
  if (/^#[0-9a-f]{3}$/.test(text)) return `#${[...text.slice(1)].map((digit) => digit + digit).join('')}`;
  const parts = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(text)?.slice(1).map(Number);
  return parts?.every((part) => part < 256) ? `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}` : undefined;
}

function coloursLike(page: Document, colour: string): Set<string> {
  const wanted = oklchOf(colour);
  const found = new Set<string>();
  for (const text of [...styles(page).map(({ css }) => css), ...page.all.flatMap(({ attributes }) => attributes.style ?? [])])
    for (const [one] of text.matchAll(/#[0-9a-f]{6}(?![0-9a-f])|#[0-9a-f]{3}(?![0-9a-f])/gi)) {
      const { h, c } = oklchOf(hex(one) as string);
      if (c > 0.05 && wanted.c > 0.05 && hueBetween(h, wanted.h) < 30) found.add(hex(one) as string);
      if (found.size > 8) return found;
    }
  return found;
}

function scheme(page: Document, value: 'dark' | 'light' | 'auto'): ForeignOutcome {
  const splices = styles(page).flatMap(({ css, at }) =>
    css.includes('light-dark(')
      ? [...css.matchAll(/color-scheme\s*:\s*([^;{}]{3,30})/gi)].map((found) => {
          const begin = at + found.index + found[0].lastIndexOf(found[1] as string);
          return { begin, end: begin + (found[1] as string).length, text: value === 'auto' ? 'light dark' : value };
        })
      : [],
  );
  return splices.length > 0
    ? { splices, said: `It is always ${value}.` }
    : failed('Its colours do not follow light and dark (light-dark() and color-scheme), so it can be made so in its code only.');
}
