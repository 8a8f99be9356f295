// Used on both sides. Redoc computes with the colours of its theme, so it takes only one palette, the light one. This file rewrites its
// styles for both: on the server in the prerendered page, in the browser in every rule that Redoc adds later.

/** Backgrounds: the light colour, and the dark one. */
const GROUNDS = {
  '#fff': '#141b19',
  '#ffffff': '#141b19',
  white: '#141b19',
  '#f7f9f7': '#1b2521',
  '#f4efe4': '#2c2920',
  '#a9bdb4': '#4d6059',
  '#17221f': '#0d1311',
  '#0f1816': '#080c0b',
  '#e6ece8': '#33443d',
  '#fbefee': '#351c1a',
  '#edf6f0': '#152a1e',
  '#faf4e6': '#2e260f',
  '#edf3f9': '#162532',
  'rgba(235,238,249,1)': '#22302b',
  'rgba(29,43,39,0.05)': 'rgba(226,232,228,0.08)',
  'rgba(65,165,133,0.05)': 'rgba(65,165,133,0.12)',
};

/** Letters, lines and signs. */
const INKS = {
  '#1d2b27': '#e2e8e4',
  '#52615b': '#a3b1ab',
  '#245c4a': '#7fc4a8',
  '#143d30': '#a9dcc6',
  '#7a3413': '#e9b48f',
  '#777': '#a3b1ab',
  '#707070': '#8f9d97',
  '#263238': '#e2e8e4',
  black: '#e2e8e4',
  '#b3261e': '#ff9d94',
  '#a8231c': '#ffaba3',
  '#1c6b3c': '#8fd6ad',
  '#8a5a00': '#f2c66d',
  '#1b5e92': '#9cc9ee',
  '#0e7c86': '#6cc5cd',
  '#ccc': '#35433d',
  '#ddd': '#35433d',
  '#9fb4be': '#35433d',
  '#a9bdb4': '#4d6059',
  'rgba(38,50,56,0.1)': 'rgba(214,224,219,0.14)',
  'rgba(38,50,56,0.3)': 'rgba(214,224,219,0.3)',
  'rgba(38,50,56,0.5)': 'rgba(214,224,219,0.5)',
  'rgba(38,50,56,0.7)': 'rgba(214,224,219,0.8)',
  'rgba(29,43,39,0.1)': 'rgba(226,232,228,0.14)',
  'rgba(29,43,39,0.9)': 'rgba(226,232,228,0.9)',
  'rgba(82,97,91,0.9)': 'rgba(163,177,171,0.95)',
  'rgba(36,92,74,0.1)': 'rgba(127,196,168,0.2)',
  'rgba(36,92,74,0.9)': 'rgba(127,196,168,0.95)',
  'rgba(0,0,0,0.2)': 'rgba(255,255,255,0.2)',
};

/** Colours on the dark half, on a badge or in a shadow are the same in both schemes. */
const KEPT = new Set([
  ...['white', '#fff', '#ffffff', '#e6ece8', '#acc0b3', '#050808', 'rgba(230,236,232,0.7)', 'rgba(255,255,255,0.1)', 'rgba(0,0,0,0.5)'],
  ...['rgba(23,34,31,0.4)', 'rgba(23,34,31,0.7)', '#0e251e', '#8fd6ad', '#ffaba3', '#f2c66d', '#9cc9ee', '#41a585'],
  ...['#24694f', '#1b5e92', '#86406b', '#9a4a12', '#b02a2a', '#245c4a'],
  ...['gray', 'red', '#e90', '#e64441', '#a0fbaa', '#4ed2ba', '#4a8bb3', 'hsl(40,90%,60%)', 'hsl(350,40%,70%)', 'hsl(30,20%,50%)'],
  ...['rgba(0,0,0,0.33)', 'rgba(0,0,0,0.45)', 'rgba(128,128,128,0.25)'],
]);

const DECLARATION = /(?<=[;{]\s*)([a-z-]+):([^;{}]+)/g;
const COLOUR = /#[0-9a-f]{3,8}\b|(?:rgb|hsl)a?\([^)]*\)|\b(?:white|black|gr[ae]y|red)\b/gi;

/**
 * Styles whose colours follow the reader's scheme.
 * @param {string} css
 * @param {(colour: string, property: string) => void} onUnknown gets each colour without a counterpart; the colour stays as it is
 */
export function inBothSchemes(css, onUnknown = () => {}) {
  return css.replace(DECLARATION, (_declaration, property, value) => {
    if (property === 'text-shadow' || value.includes('url(')) return `${property}:${value}`;
    const table = property.startsWith('background') ? GROUNDS : INKS;
    const both = value.replace(COLOUR, (colour) => {
      const dark = table[colour];
      if (!dark && !KEPT.has(colour)) onUnknown(colour, property);
      return dark ? `light-dark(${colour},${dark})` : colour;
    });
    return `${property}:${both}`;
  });
}
