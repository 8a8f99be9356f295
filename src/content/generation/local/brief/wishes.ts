import { hexOf, oklchOf } from '../design/oklch.ts';
import { LANGUAGE_NAMES } from '../languages/detect.ts';
import type { LanguageCode } from '../languages/index.ts';
import { TONES, type Tone } from '../tones/index.ts';
import { words } from './words.ts';

/** What somebody wishes of the looks. */
export interface Wishes {
  tone?: Tone;
  /** As `#rrggbb`. */
  primary?: string;
  pictures?: 'none';
  language?: LanguageCode;
}

const COLOURS: [RegExp, string][] = [
  [
    words(
      'monochrome',
      'monochrom*',
      'black and white',
      'black',
      'greyscale',
      'grayscale',
      'grey',
      'gray',
      'schwarz-weiß',
      'schwarzweiß',
      'schwarz',
      'grau',
      'einfarbig',
      'noir et blanc',
      'noir',
      'gris',
      'monocromo',
      'monocrom*',
      'blanco y negro',
      'negro',
      'bianco e nero',
      'nero',
      'grigio',
      'preto e branco',
      'preto',
      'cinza',
      'zwart-wit',
      'zwart',
      'grijs',
      'svartvit*',
      'svart',
      'grå',
      'czarno-biał*',
      'czarn*',
      'szar*',
      'モノクロ',
      '白黒',
    ),
    '#2b2b2b',
  ],
  [words('navy', 'dunkelblau', 'bleu marine', 'azul marino', 'marineblauw', 'marinblå', 'granatow*', '紺'), '#1f3a6e'],
  [words('burgundy', 'wine red', 'weinrot', 'bordeaux', 'bordowy'), '#7b1e3a'],
  [words('teal', 'petrol'), '#0f6b6b'],
  [words('turquoise', 'türkis', 'turquesa', 'turchese', 'turkoois', 'turkos', 'turkus*'), '#0e8a8f'],
  [words('red', 'rot', 'rote', 'roten', 'rotes', 'rouge', 'rojo', 'rosso', 'vermelho', 'rood', 'röd*', 'czerwon*', '赤'), '#b5302a'],
  [words('orange', 'naranja', 'arancione', 'laranja', 'oranje', 'pomarańczow*', 'オレンジ'), '#c8601a'],
  [words('yellow', 'gelb*', 'jaune', 'amarillo', 'giallo', 'amarelo', 'geel', 'gul*', 'żółt*', '黄'), '#e2b007'],
  [words('green', 'grün*', 'vert', 'verte', 'verde', 'groen*', 'grön*', 'zielon*', '緑'), '#2f7d4f'],
  [words('blue', 'blau*', 'bleu*', 'azul', 'azzurro', 'blu', 'blauw*', 'blå*', 'niebiesk*', '青'), '#2457a6'],
  [words('purple', 'violet*', 'lila', 'violett', 'morado', 'viola', 'roxo', 'paars', 'fiolet*', '紫'), '#6b3fa0'],
  [words('pink', 'rosa', 'rose', 'roze', 'różow*', 'ピンク', 'magenta'), '#c2417c'],
  [
    words(
      'brown',
      'braun*',
      'brun',
      'marrone',
      'marrón',
      'castanho',
      'bruin',
      'brązow*',
      '茶色',
      'terracotta',
      'terrakotta',
      'ochre',
      'ocker',
    ),
    '#85502c',
  ],
  [words('gold', 'golden', 'goldene*', 'doré', 'dorado', 'dorato', 'dourado', 'guld', 'złot*', '金色'), '#a67c1a'],
  [words('beige', 'sand', 'cream', 'creme', 'crème'), '#9c8158'],
  [words('olive', 'oliv', 'khaki'), '#6b6b2a'],
  [words('coral', 'koralle', 'corail'), '#d9583f'],
  [words('mint', 'minze', 'menthe'), '#2f8f74'],
  [words('lavender', 'lavendel', 'lavande'), '#7565b0'],
];

const DARKER = words(
  'dark',
  'deep',
  'dunkle*',
  'dunkel*',
  'tiefe*',
  'foncé',
  'oscuro',
  'scuro',
  'escuro',
  'donker*',
  'mörk*',
  'ciemn*',
  '濃い',
);
/** Shades that are named after what has them. */
const SHADE = words(
  'forest',
  'bottle',
  'emerald',
  'moss',
  'sky',
  'royal',
  'midnight',
  'brick',
  'wine',
  'burnt',
  'mustard',
  'sunny',
  'ocean',
  'steel',
  'slate',
  'tannen*',
  'flaschen*',
  'himmel*',
  'ziegel*',
  'wein*',
  'senf*',
  'königs*',
);
const LIGHTER = words(
  'light',
  'pale',
  'bright',
  'helle*',
  'hell*',
  'clair',
  'claro',
  'chiaro',
  'licht',
  'ljus*',
  'jasn*',
  '明るい',
  'pastel',
  'pastell',
);
const HEX = /(?<![\w&])#(?:[0-9a-f]{6}|[0-9a-f]{3})(?![\w-])/iu;

/** Words that only say that something is about the looks. */
const ABOUT_LOOKS = words(
  ...'use using make it please in with a an the and of look looks feel style styled design colour colours color colors coloured tone tones mood page email mail should be very keep kept more rather palette shades accent accents theme main primary brand as for our to but not too all layout typography type font have has that this set against my write written text copy language looking visual visually overall'.split(
    ' ',
  ),
  ...'bitte in mit und ein eine einen einem farbe farben farblich ton töne tonfall stil gestaltung gestalten verwende nutze benutze halte halten es seite soll sollte sein wirken sehr optik hauptfarbe markenfarbe als auf schrift text schreibe mach mache das die der'.split(
    ' ',
  ),
  ...'avec des les couleurs couleur ton style et de la le en dans un une très utiliser utilise colores color tono estilo con y muy usa usar colori colore stile e molto cores cor tom estilo muito usar gebruik kleur kleuren stijl en toon färg färger stil med och använd kolor kolory kolorach styl i w użyj ciepłych zachowaj'.split(
    ' ',
  ),
  '色',
  '色で',
  'トーン',
  'デザイン',
  '雰囲気',
  '使って',
  'ください',
  'スタイル',
);
const NO_PICTURES = new RegExp(
  `${words('no', 'without', 'without any', 'ohne', 'keine', 'sans', 'pas d', 'sin', 'senza', 'sem', 'zonder', 'geen', 'utan', 'inga', 'bez').source}\\s+${words('images', 'image', 'pictures', 'picture', 'photos', 'illustrations', 'illustration', 'graphics', 'bilder', 'bild', 'fotos', 'illustrationen', 'imágenes', 'immagini', 'imagens', 'afbeeldingen', 'plaatjes', 'bilder', 'obrazków', 'obrazów', 'zdjęć', 'grafik').source}|画像(?:なし|は不要)|写真なし`,
  'iu',
);
const IN_LANGUAGE = new RegExp(
  `(?<!\\p{L})(?:in|auf|en|in het|på|po|w języku)\\s+(?:${Object.values(LANGUAGE_NAMES)
    .map(({ source }) => source)
    .join('|')})|(?:英語|ドイツ語|フランス語|日本語|スペイン語)で`,
  'iu',
);

/** Wishes that a clause consists of, or undefined when it says anything else as well. */
export function readWishes(clause: string): Wishes | undefined {
  const wishes: Wishes = {};
  let rest = clause;
  const take = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(rest)?.[0];
    if (found !== undefined) rest = rest.replace(pattern, ' ');
    return found;
  };
  if (take(NO_PICTURES) !== undefined) wishes.pictures = 'none';
  const language = take(IN_LANGUAGE);
  if (language) wishes.language = languageNamed(language);
  const primary = colourIn(rest);
  if (primary) {
    wishes.primary = primary;
    take(HEX);
    for (const [pattern] of COLOURS) while (take(pattern) !== undefined);
    take(DARKER);
    take(SHADE);
    take(LIGHTER);
  }
  for (const tone of Object.values(TONES)) {
    while (take(tone.words) !== undefined) wishes.tone ??= tone;
  }
  if (Object.keys(wishes).length === 0) return undefined;
  const left = rest.replace(new RegExp(ABOUT_LOOKS.source, 'giu'), ' ').replace(/[\s\p{P}をでなのに]/gu, '');
  return left === '' ? wishes : undefined;
}

/** The colour that a text names, by hex or by word. */
export function colourIn(text: string): string | undefined {
  const hex = HEX.exec(text)?.[0];
  if (hex) return hexOf(oklchOf(hex));
  const [grey] = COLOURS;
  const named = COLOURS.map(([pattern, colour]) => ({ colour, at: text.search(pattern) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => Number(a.colour === grey?.[1]) - Number(b.colour === grey?.[1]) || a.at - b.at)[0];
  if (!named) return undefined;
  const colour = oklchOf(named.colour);
  if (named.colour !== '#1f3a6e' && (DARKER.test(text) || /forest|bottle|midnight|wein|tannen|flaschen/iu.test(text)))
    return hexOf({ ...colour, l: Math.max(0.28, colour.l - 0.14) });
  if (LIGHTER.test(text)) return hexOf({ ...colour, l: Math.min(0.8, colour.l + 0.14) });
  return named.colour;
}

export const languageNamed = (text: string): LanguageCode | undefined =>
  (Object.entries(LANGUAGE_NAMES) as [LanguageCode, RegExp][]).find(([, pattern]) => pattern.test(text))?.[0];

/** The tone that a text names. */
export const toneIn = (text: string): Tone | undefined => Object.values(TONES).find((tone) => tone.words.test(text));
