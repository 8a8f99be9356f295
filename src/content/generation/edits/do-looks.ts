import type { Theme } from '../draft/draft.ts';
import { oklchOf } from '../draft/oklch.ts';
import type { LooksWish } from './orders.ts';
import { already, type Context, done, failed, type Outcome, set } from './outcome.ts';

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
    const apart = Math.abs(h - wanted.h) % 360;
    return Math.min(apart, 360 - apart) <= SAME_HUE;
  };
  return near(now.primary) ? 'primary' : near(now.accent) ? 'accent' : near(now.background) ? 'background' : undefined;
}
