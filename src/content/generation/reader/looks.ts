import type { Theme, ToneName } from '../draft/draft.ts';
import { hexOf, oklchOf } from '../draft/oklch.ts';
import type { Masked } from './text.ts';
import { Lexicon, lexicon, lists, matcher, normal, once } from './words.ts';

/** "Dunkelrot" is "dunkel rot": some languages join shade and colour. */
export const splitShades = (clause: string): string =>
  clause.replace(
    /(?<!\p{L})(dunkel|tief|hell|donker|licht|mörk|ljus)(\p{L}{3,9}?)(?:e[nmrs]?|t)?(?!\p{L})/giu,
    (whole, shade: string, colour: string) =>
      lexicon('colours').whole(whole) === undefined && lexicon('colours').whole(colour) !== undefined ? `${shade} ${colour}` : whole,
  );

export interface Looks {
  theme: Theme;
  plain?: boolean;
}

export function coloursIn(clause: string, masked: Masked): { colour: string; at: number; end: number }[] {
  const found: ReturnType<typeof coloursIn> = [];
  for (const { 0: character, index } of clause.matchAll(/[\ue100-\ue483]/g)) {
    const aside = masked.at(character);
    if (aside?.kind === 'hex') found.push({ colour: hexOf(oklchOf(aside.text)), at: index, end: index + 1 });
  }
  const colours = lexicon('colours');
  for (const { 0: word, index } of clause.matchAll(/[\p{L}\p{M}'-]+/gu)) {
    const value = colours.whole(word) ?? undefined;
    if (value === undefined) continue;
    const before = clause.slice(Math.max(0, index - 24), index);
    const [last = ''] = /[\p{L}]+(?=[\s-]*$)/u.exec(before) ?? [];
    const is = matcher(last);
    const colour = oklchOf(value);
    const { darker = [], lighter = [] } = lists('shades');
    const shaded = darker.some(is)
      ? hexOf({ ...colour, l: Math.max(0.26, colour.l - 0.15) })
      : lighter.some(is)
        ? hexOf({ ...colour, l: Math.min(0.82, colour.l + 0.18) })
        : value;
    // "Midnight blue" is one colour.
    const previous = found.at(-1);
    if (previous && previous.end >= index - 1 && clause.slice(previous.end, index).trim() === '') found.pop();
    found.push({ colour: shaded, at: index, end: index + word.length });
  }
  return found.toSorted((one, other) => one.at - other.at);
}

const BACKGROUND =
  /^\s*(?:as\s+(?:the\s+)?)?(?:background|backdrop|ground|page|hintergrund|fond|fondo|sfondo|fundo|achtergrond|bakgrund|tło|背景)/iu;
const ON_GROUND =
  /(?:\bon|\bauf|\bsur|\bsobre|\bsu|\bop|\bpå|\bna|\bagainst|background(?:\s+(?:is|should be|in|to))?:?|hintergrund(?:\s+in)?:?|fond|fondo|sfondo|fundo)\s+(?:an?\s+|the\s+)?(?:\p{L}+\s+)?$/iu;
const BUTTONS = /^\s*(?:buttons?|knöpfe?|boutons?|botones|pulsanti|botões|knoppen|knappar|przyciski|links?)/iu;
const ACCENT = /^\s*(?:as\s+(?:an?\s+|the\s+)?)?(?:accents?|details?|highlights?|akzente?|touches|secondary)/iu;
const ACCENT_BEFORE = /(?:accents?|details?|highlights?|akzente?|touch(?:es)?)\s+(?:of|in|colou?r:?)?\s*(?:\p{L}+\s+)?$/iu;

export function colourRoles(clause: string, masked: Masked): Theme {
  const theme: Theme = {};
  const loose: string[] = [];
  let named = false;
  for (const { colour, at, end } of coloursIn(clause, masked)) {
    const before = clause.slice(0, at);
    const after = clause.slice(end);
    if (BACKGROUND.test(after) || ON_GROUND.test(before)) theme.background = groundOf(colour);
    else if (ACCENT.test(after) || ACCENT_BEFORE.test(before)) {
      theme.accent = colour;
      named = true;
    } else if (BUTTONS.test(after)) theme.primary = colour;
    else loose.push(colour);
  }
  for (const colour of loose) {
    if (theme.primary === undefined && (!isGrey(colour) || loose.length === 1)) theme.primary = colour;
    else if (theme.accent === undefined) theme.accent = colour;
    else if (theme.primary === undefined) theme.primary = colour;
  }
  // "Black and hot pink": the first colour is the background.
  const [ground, ...others] = loose;
  if (
    ground !== undefined &&
    others.some((colour) => !isGrey(colour)) &&
    isGrey(ground) &&
    oklchOf(ground).l < 0.3 &&
    theme.background === undefined
  ) {
    theme.background = 'dark';
    if (theme.accent === ground) delete theme.accent;
  }
  // "Black and white": ink on paper.
  if (loose.length > 1 && loose.every(isGrey)) {
    theme.primary = loose.toSorted((one, other) => oklchOf(one).l - oklchOf(other).l)[0] as string;
    delete theme.accent;
  }
  // "Red and black": buttons get the colourful one.
  if (theme.primary === undefined && theme.accent !== undefined && !named) {
    theme.primary = theme.accent;
    delete theme.accent;
  }
  return theme;
}

const isGrey = (hex: string): boolean => oklchOf(hex).c < 0.02;

function groundOf(colour: string): NonNullable<Theme['background']> {
  const { l, c } = oklchOf(colour);
  if (c > 0.02) return colour;
  return l > 0.9 ? 'light' : l < 0.4 ? 'dark' : colour;
}

export function looksOf(clause: string, masked: Masked): Looks | undefined {
  const { looks, left } = looksIn(clause, masked);
  if (Object.keys(looks.theme).length === 0 && !looks.plain) return undefined;
  return left.length === 0 ? looks : undefined;
}

export function looksIn(clause: string, masked: Masked): { looks: Looks; left: string[] } {
  const theme: Theme = colourRoles(clause, masked);
  const speaks = matcher(clause);
  const words = lists('looks');
  const has = (name: string): boolean => (words[name] ?? []).some(speaks);
  const tone = lexicon('tones').find(clause)[0]?.value as ToneName | undefined;
  if (tone) theme.tone = tone;
  if (theme.background === undefined) {
    if ((has('dark') && theme.primary === undefined) || DARK.test(clause)) theme.background = 'dark';
    else if (has('light')) theme.background = 'light';
  }
  if (has('center')) theme.align = 'center';
  for (const font of ['sans', 'serif', 'rounded', 'mono', 'display'] as const) if (theme.font === undefined && has(font)) theme.font = font;
  if (has('round')) theme.radius = 'large';
  if (has('square')) theme.radius = 'none';
  const plain = has('plain');
  const text = clause.replace(/[\ue100-\ue483]/g, (character) => (masked.at(character)?.kind === 'hex' ? ' ' : ' quoted '));
  const left = wordsBeside(['looks', 'tones', 'colours', 'shades'], text).filter((word) => !/^[\d&'-]+$/.test(word));
  return { looks: { theme, ...(plain && { plain }) }, left };
}
const DARK =
  /\bdark\s+(?:(?:minimal|modern|moody|elegant|sleek|simple|one-page)\s)?(?:mode|theme|background|page|site|website|look|design|only|portfolio|landing)\b/i;

/** The words of a text that are in none of the lists. */
function wordsBeside(names: readonly string[], text: string): string[] {
  const known = once(`words of ${names.join()}`, () => {
    const words = names.flatMap((name) => Object.values(lists(name)).flat());
    return new Lexicon(words.map((word): [string, true] => [word, true]));
  });
  const taken = new Set(known.find(text).flatMap(({ at, length }) => Array.from({ length }, (_, i) => at + i)));
  return normal(text)
    .split(' ')
    .filter((word, i) => word !== '' && !taken.has(i));
}

/** "… near Ludlow blush and gold": colours at the end of another clause. */
export function withoutColours(clause: string, masked: Masked): { text: string; looks?: string } {
  const colours = coloursIn(clause, masked);
  const last = colours.at(-1);
  if (!last || clause.slice(last.end).trim() !== '') return { text: clause };
  let from = last.at;
  for (const { at, end } of colours.toReversed().slice(1))
    if (/^[\s,&+-]*(?:and|und|et|y|e|en|och|i|on|with)?[\s,&+-]*$/iu.test(clause.slice(end, from))) from = at;
  const before = clause.slice(0, from);
  if (colours.length < 2 || /\b(?:an?|the|our|in|of)\s*$/iu.test(before)) return { text: clause };
  return { text: before.trim(), looks: clause.slice(from) };
}

/** "Urgent but not pushy": words of taste and nothing else. */
export function isTaste(clause: string): boolean {
  return normal(clause) !== '' && wordsBeside(['looks', 'tones', 'taste'], clause).length === 0;
}

const DOCUMENT =
  /(?<!\p{L})((?:[\p{Ll}-]{3,14}(?:,\s|\sand\s|\s)){1,4})(?:(?:one[- ]page|single[- ]page|personal|little|small)\s)?(?:landing page|page|website|site|portfolio|homepage)\b/u;

/** "A minimal dark portfolio for …" */
export function looksBefore(opening: string): string | undefined {
  const words = DOCUMENT.exec(opening)?.[1]?.replace(/^(?:an?|the|my|our|create|make|build|design)\s+/u, '');
  return words && isTaste(words) ? words : undefined;
}
