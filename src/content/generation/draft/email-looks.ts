import { contrast } from './oklch.ts';
import type { Colours, Palette } from './palette.ts';
import { stackOf, type Tone } from './tones.ts';

/** Mail programs want every colour beside its text, so one scheme is written there; the dark one follows in the head, by class. */
export interface MailLooks {
  colours: MailColours;
  dark: MailColours;
  scheme: Palette['scheme'];
  display: string;
  text: string;
  /** For Outlook, which takes the first family or Times. */
  safe: string;
  weight: number;
  radius: number;
  align: 'left' | 'center';
  /** Where lines begin and end: mail programs know left and right only. */
  start: 'left' | 'right';
  end: 'left' | 'right';
  largeButtons: boolean;
}

type Shared = 'ground' | 'ink' | 'soft' | 'line' | 'accent' | 'button' | 'onButton' | 'buttonEdge' | 'band' | 'onBand' | 'onBandSoft';
export type MailColours = Pick<Colours, Shared> & Record<'card' | 'tint', string>;

const SAFE = { serif: 'Georgia, serif', 'sans-serif': 'Arial, sans-serif', monospace: '"Courier New", monospace' } as const;

export function mailLooks(palette: Palette, tone: Tone, more: Pick<MailLooks, 'align' | 'start' | 'end' | 'largeButtons'>): MailLooks {
  const dark = mailColours(palette.dark, palette.dark.surface, palette.dark.ground);
  return {
    colours:
      palette.scheme === 'dark'
        ? dark
        : mailColours(palette.light, palette.scheme === 'light' ? palette.light.ground : '#ffffff', palette.light.surface),
    dark,
    scheme: palette.scheme,
    display: stackOf(tone.display).replaceAll('"', "'"),
    text: stackOf(tone.text).replaceAll('"', "'"),
    safe: SAFE[tone.display.generic],
    // Most mail programs know no weight between 400 and 700.
    weight: tone.weight >= 550 ? 700 : 400,
    radius: Math.min(tone.radius, 14),
    ...more,
  };
}

function mailColours(colours: Colours, card: string, ground: string): MailColours {
  const { sky, ink, soft, line, accent, button, onButton, edge, band, onBand, onBandSoft } = colours;
  return {
    ...{ ground, card, ink, soft, line, accent, button, onButton, band, onBand, onBandSoft },
    buttonEdge: contrast(button, card) >= 3 ? button : edge,
    tint: sky,
  };
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export function mailHead({ colours, dark, scheme, safe }: MailLooks): string {
  const rule = (name: string, property: string, value: string) => `.${name} { ${property}: ${value} !important; }`;
  const rules = [
    ...(['ground', 'card'] as const).map((name) => rule(name, 'background', dark[name])),
    ...(['ink', 'soft', 'accent'] as const).map((name) => rule(name, 'color', dark[name])),
    rule('line', 'border-color', dark.line),
    `.btn { background: ${dark.button} !important; border-color: ${dark.buttonEdge} !important; }`,
    rule('on-btn', 'color', dark.onButton),
    rule('band', 'background', dark.band),
    ...(['onBand', 'onBandSoft'] as const).map((name) => rule(kebab(name), 'color', dark[name])),
    rule('tint', 'background', dark.tint),
    rule('rule', 'border-color', dark.button),
    rule('quiet', 'border-color', dark.soft),
  ];
  const atNight =
    scheme === 'both'
      ? `@media (prefers-color-scheme: dark) {\n  ${rules.join('\n  ')}\n}\n${rules.map((rule) => `[data-ogsc] ${rule}`).join('\n')}\n`
      : '';
  const schemes = scheme === 'both' ? 'light dark' : scheme;
  return `<style>
:root { color-scheme: ${schemes}; supported-color-schemes: ${schemes}; ${Object.entries(colours)
    .map(([name, value]) => `--${kebab(name)}: ${value};`)
    .join(' ')} }
a { color: inherit; }
${atNight}@media (max-width: 520px) {
  .room { padding-left: 24px !important; padding-right: 24px !important; }
  .title { font-size: 30px !important; }
  .full { display: block !important; width: auto !important; text-align: center !important; }
  .cell { display: block !important; width: auto !important; padding-right: 0 !important; }
}
</style>
<!--[if mso]><style>* { font-family: ${safe} !important; }</style><![endif]-->`;
}
