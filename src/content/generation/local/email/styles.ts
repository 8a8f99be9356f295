import { contrast } from '../design/oklch.ts';
import type { Colours, Palette } from '../design/palette.ts';
import type { Tone } from '../tones/index.ts';

/**
 * The looks of an email. Mail programs want every colour beside the text that has it, so the light ones are written there;
 * the dark ones follow in the head, by class. The variables name them once more, for whoever edits the mail.
 */
export interface Looks {
  colours: MailColours;
  dark: MailColours;
  display: string;
  text: string;
  /** For Outlook, which takes the first family or Times. */
  safe: 'Georgia, serif' | 'Arial, sans-serif' | '"Courier New", monospace';
  weight: number;
  radius: number;
}

export interface MailColours {
  ground: string;
  card: string;
  ink: string;
  soft: string;
  line: string;
  accent: string;
  button: string;
  onButton: string;
  buttonEdge: string;
  band: string;
  onBand: string;
  onBandSoft: string;
  tint: string;
}

export function looksOf(palette: Palette, tone: Tone): Looks {
  const family = (stack: string): string => stack.replaceAll('"', "'");
  return {
    colours: mailColours(palette.light, '#ffffff'),
    dark: mailColours(palette.dark, palette.dark.surface),
    display: family(tone.display),
    text: family(tone.text),
    safe: /monospace$/.test(tone.display)
      ? '"Courier New", monospace'
      : /(?<!sans-)serif$/.test(tone.display)
        ? 'Georgia, serif'
        : 'Arial, sans-serif',
    // Between 400 and 700 most mail programs know nothing.
    weight: tone.weight >= 550 ? 700 : 400,
    radius: Math.min(tone.radius, 14),
  };
}

function mailColours(colours: Colours, card: string): MailColours {
  const { ground, surface, sky, ink, soft, line, accent, button, onButton, edge, band, onBand, onBandSoft } = colours;
  const dark = card !== '#ffffff';
  return {
    ground: dark ? ground : surface,
    card,
    ink,
    soft,
    line,
    accent,
    button,
    onButton,
    buttonEdge: contrast(button, card) >= 3 ? button : edge,
    band,
    onBand,
    onBandSoft,
    tint: sky,
  };
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export function headStyle({ colours, dark, safe }: Looks): string {
  const rules = [
    `.ground { background: ${dark.ground} !important; }`,
    `.card { background: ${dark.card} !important; }`,
    `.ink { color: ${dark.ink} !important; }`,
    `.soft { color: ${dark.soft} !important; }`,
    `.accent { color: ${dark.accent} !important; }`,
    `.line { border-color: ${dark.line} !important; }`,
    `.btn { background: ${dark.button} !important; border-color: ${dark.buttonEdge} !important; }`,
    `.on-btn { color: ${dark.onButton} !important; }`,
    `.band { background: ${dark.band} !important; }`,
    `.on-band { color: ${dark.onBand} !important; }`,
    `.on-band-soft { color: ${dark.onBandSoft} !important; }`,
    `.tint { background: ${dark.tint} !important; }`,
  ];
  return `<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; ${Object.entries(colours)
    .map(([name, value]) => `--${kebab(name)}: ${value};`)
    .join(' ')} }
a { color: inherit; }
@media (prefers-color-scheme: dark) {
  ${rules.join('\n  ')}
}
${rules.map((rule) => `[data-ogsc] ${rule}`).join('\n')}
@media (max-width: 520px) {
  .room { padding-left: 24px !important; padding-right: 24px !important; }
  .title { font-size: 32px !important; }
  .full { display: block !important; width: auto !important; text-align: center !important; }
}
</style>
<!--[if mso]><style>* { font-family: ${safe} !important; }</style><![endif]-->`;
}
