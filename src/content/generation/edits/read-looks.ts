import type { Theme } from '../draft/draft.ts';
import { hexOf, oklchOf } from '../draft/oklch.ts';
import { colourRoles, coloursIn, looksIn, splitShades } from '../reader/looks.ts';
import type { Masked } from '../reader/text.ts';
import { anyCase, normal } from '../reader/words.ts';
import type { LooksWish } from './orders.ts';

const BUTTON =
  '(?:buttons?|ctas?|knöpfe?|schaltflächen?|boutons?|bot(?:ón|ones)|pulsant[ei]|bot(?:ão|ões)|knop(?:pen)?|knapp(?:ar|en|arna)?|przyciski?|ボタン)';
const LARGE = anyCase`(?:(?:bigger|larger|big|large|huge|größere?n?|grosse?n?|große?n?|plus gros(?:se)?s?|plus grande?s?|más grandes?|più grandi|più grande|maiores|maior|grotere|groter|större|większe)(?:\s+(?:and|und|et|y|e|en|och|i)\s+\p{L}+)?\s+${BUTTON}|${BUTTON}\s+(?:(?:is|are|should be|to be|a bit|much|even|sollen|sein|etwas|plus|más|più|mais|wat|lite)\s+){0,3}(?:bigger|larger|big|large|huge|größer|groß|gros(?:se)?s?|grande?s?|grandi|maiores|groter|groot|större|większe|większy))`;
/** "Buttons should be rounder and a bit bigger": both words apart. */
const LARGE_APART =
  /(?<!\p{L})(?:bigger|larger|größer|plus gros(?:se)?s?|plus grands?|más grandes?|più grandi|maiores|groter|större|większe)(?!\p{L})/iu;
const REGULAR = anyCase`(?:smaller|small|normal|kleinere?n?|plus petits?|más pequeños|più piccoli|menores|kleinere|mindre|mniejsze)\s+${BUTTON}|${BUTTON}\s+(?:(?:is|are|should be|a bit|much|etwas|plus|más|più|mais|wat|lite)\s+){0,3}(?:smaller|small|normal|kleiner|petits?|pequeños|piccoli|menores|mindre|mniejsze)`;
const ROUNDER =
  /(?<![\p{L}])(?:rounder|more round(?:ed)?|rounded|runder[en]?|runde ecken|coins ronds|abgerundet\p{L}*|plus rond\p{L}*|arrondi\p{L}*|más redond\p{L}*|redondead\p{L}*|più (?:tond|rotond|arrotondat)\p{L}*|mais (?:redond|arredondad)\p{L}*|ronder|afgerond\p{L}*|rundare|okrąglejsz\p{L}*|bardziej zaokrąglon\p{L}*|丸く|丸い)(?!\s+(?:font|letters|type|schrift))/iu;
const LESS_ROUND = /\b(?:(?:less|fewer) round(?:ed)?|not so round|weniger rund|moins rond\p{L}*)/iu;
const SQUARE =
  /(?<!\p{L})(?:square|squarer|sharp|eckig\p{L}*|kantig\p{L}*|carrés?|cuadrad[oa]s|quadrat[ie]|quadrad[oa]s|vierkant\p{L}*|fyrkantig\p{L}*|kwadratow\p{L}*|no rounded corners)(?!\p{L})/iu;
const CENTRE =
  /(?<!\p{L})(?:centre[ds]?|center(?:ed|s)?|zentrier\p{L}*|mittig|centré\p{L}*|centrer|centrad\p{L}*|centra(?:r)?|centrat\p{L}*|centraliza\p{L}*|gecentreerd|centreer|centrer(?:a|at|ad)|wyśrodkuj|wyśrodkowan\p{L}*|中央)(?!\p{L})/iu;
const START =
  /(?<!\p{L})(?:align\s+(?:\p{L}+\s+){0,2}(?:to the )?left|(?:align(?:ed)? |flush )(?:to the )?left|left[- ]align(?:ed)?|linksbündig|aligné\p{L}* à gauche|alinead\p{L}* a la izquierda|allineat\p{L}* a sinistra|alinhad\p{L}* à esquerda|links uitgelijnd|vänsterställ\p{L}*|do lewej|not cent(?:re|er)e?d)(?!\p{L})/iu;
const DARK =
  /(?<!\p{L})(?:(?:darker|dunkler|plus (?:sombre|foncé\p{L}*)|más oscur\p{L}*|più scur\p{L}*|mais escur\p{L}*|donkerder|mörkare|ciemniejsz\p{L}*)(?: look| theme| colou?rs| background)?|dark(?: mode| theme| background)?(?: only| always)?|always dark|night mode|dunkelmodus|dunkler hintergrund|nur dunkel|dunkel|mode sombre|fond sombre|sombre|modo oscuro|fondo oscuro|oscur[oa]|sfondo scuro|scur[oa]|modo escuro|fundo escuro|escur[oa]|donkere? (?:modus|achtergrond)|donker|mörkt? (?:läge|bakgrund)|mörk[at]?|tryb ciemny|ciemne tło|ciemn[aey]|ダーク(?:モード)?|暗く)(?!\p{L})/iu;
const NOT_DARK =
  /(?<!\p{L})(?:no dark(?: mode| theme| version)?|not dark|without dark mode|(?:remove|disable|turn off|drop|lose|kill) (?:the )?dark (?:mode|theme|version)|less dark|lighter|brighter|light(?: mode| theme| background)?(?: only| always)?|always light|hell(?:er)?(?: hintergrund)?|kein dunkelmodus|(?:fond|mode) clair|plus clair|fondo claro|modo claro|más claro|sfondo chiaro|più chiaro|fundo claro|mais claro|lichte achtergrond|lichter|ljus(?:are)?(?: bakgrund)?|jasne tło|jaśniejsz\p{L}*|ライト(?:モード)?|明るく)(?!\p{L})/iu;
const FONTS = {
  sans: /(?<!\p{L})(?:sans[- ]?serif|sans|serifenlos\p{L}*|ohne serifen|sans empattements?|sin serifas?|senza grazie|sem serifa|schreefloos|bezszeryfow\p{L}*|ゴシック(?:体)?|サンセリフ)(?!\p{L})/iu,
  serif:
    /(?<!\p{L})(?:serifs?|serifenschrift|mit serifen|serifen|(?:avec )?empattements?|con serifas?|serifas?|con grazie|grazie font|com serifa|schreef(?:letter)?|serif-?typsnitt|szeryfow\p{L}*|明朝(?:体)?|セリフ(?:体)?)(?!\p{L})/iu,
  mono: /(?<!\p{L})(?:mono(?:space[d]?)?|typewriter|schreibmaschine\p{L}*|machine à écrire|máquina de escribir|macchina da scrivere|等幅)(?!\p{L})/iu,
  rounded: /(?<!\p{L})(?:round(?:ed)? (?:font|letters|type)|runde schrift|丸ゴシック)(?!\p{L})/iu,
};
const NEGATED_FONT =
  /(?<!\p{L})(?:no|not|without|instead of|kein\p{L}*|ohne|pas de|sin|senza|sem|geen|inga|bez)\s+(?:a\s+)?(?:sans|serifs?|mono\p{L}*)/iu;
const JOINTS = new Set(
  normal(
    "please bitte festive christmas christmassy nice lovely pretty beautiful make making turn turned switch switched set change changed use using go going give it its is are should be to be the a an this that page pages site website email mail whole everything all text texts letters letter headings heading headlines words type typeface font fonts style look looks feel colour colours color colors main primary brand accent accents second secondary background backgrounds ground button buttons corners corner edges mode theme version only always instead of rather than and or in on with for into as of at more less bit little much even very way a lot slightly please one ones have want need please like our my your scheme palette links let's also both them they from now keep design layout by default permanently shade tone darker lighter brighter colorful" +
      ' hauptfarbe akzentfarbe akzent hintergrund hintergrundfarbe schrift schriftart farbe farben knopf knöpfe button mach mache machen stell stelle setze setzen nimm verwende benutze nutze lieber ändere ändern wechsle soll sollen sein wird werden es die der das den dem eine einen ein seite mail ganze alles alle ecken statt anstatt und in mit auf zu für etwas viel noch als bitte modus nur immer modus' +
      ' couleur couleurs principale principal accent fond bouton boutons police polices page site mail mets mettez met passe passez change changez rends rendez utilise utilisez le la les un une des en au aux avec et plus très de du tout texte titres coins mode seulement toujours lieu' +
      ' color colores principal acento fondo botón botones letra letras fuente tipografía página pagina correo pon ponga haz cambia cambie usa use el la los las un una en con y más muy de del todo texto títulos esquinas modo solo siempre vez hazlo hazla ponlo ponla' +
      ' fai fa fare colore colori principale accento sfondo pulsante pulsanti carattere caratteri font pagina mail metti rendi cambia usa il lo la i le gli un una in con e più molto di del tutto testo titoli angoli modalità solo sempre invece rendilo rendila' +
      ' cor cores principal destaque fundo botão botões letra letras fonte página põe coloca muda mude usa use o a os as um uma em com e mais muito de do da tudo texto títulos cantos modo só sempre' +
      ' kleur kleuren hoofdkleur accent accentkleur achtergrond knop knoppen lettertype letters pagina mail maak zet gebruik verander de het een in met en meer veel van alles tekst titels hoeken modus alleen altijd plaats' +
      ' färg färger huvudfärg accent accentfärg bakgrund bakgrunden knapp knappar knappen typsnitt sida sidan mejl gör sätt byt använd ändra den det en ett i med och mer mycket av allt text rubriker hörn läge bara alltid stället till' +
      ' kolor kolory główny akcent tło przycisk przyciski czcionka czcionkę strona stronę mail zrób ustaw użyj zmień na w z i bardziej bardzo wszystko tekst nagłówki rogi tryb tylko zawsze' +
      ' ぺーじ ページ サイト メール 全体 色 メインカラー アクセント 背景 ボタン 文字 フォント に を は の で へ と して ください 変更 変えて してください もっと 使って',
  ).split(' '),
);
const NEVER =
  /(?<!\p{L})(?:isn['’]?t|don['’]?t|do not|never|avoid|too|wording|copy|tone of voice|rewrite|reword|sounds?|sounding|text (?:more|friendlier|warmer))(?!\p{L})/iu;
/** "Less green", "no red" name no colour that is wanted. */
const AGAINST =
  /(?<!\p{L})(?:less|no|not|without|weniger|kein\p{L}*|ohne|moins|pas|sans|menos|sin|meno|senza|sem|minder|geen|zonder|mindre|utan|mniej|bez)(?!\p{L})/iu;
const COLOURED_TEXT = /\p{L}{3,}\s+(?:text|letters|font|writing|headings?|headlines?|schrift|überschriften)(?!\p{L})/iu;
const INSTEAD_OF =
  /\s(?:instead of|rather than|not|statt|anstatt|nicht|au lieu d[eu’']|pas|en vez de|en lugar de|invece d[ie]l?|em vez d[eo]|in plaats van|i stället för|istället för|zamiast)\s+(?:the\s+|a\s+|das\s+|le\s+|el\s+)?(\p{L}{2,20}(?:\s(?:mode|theme|font))?)(?!\p{L})/iu;

const LIGHT =
  '(?:light|pale|soft|pastel|cream|creme|crème|crema|ivory|off-?white|beige|sand|vanilla|eggshell|linen|champagne|avorio|marfil|hell\\p{L}{0,4}|clair\\p{L}{0,2}|clar[oa]s?|chiar[oaie]|licht\\p{L}{0,2}|ljus\\p{L}{0,2}|jasn\\p{L}{1,3})';
const GROUND = '(?:background|ground|hintergrund|fond|fondo|sfondo|fundo|achtergrond|bakgrund|tło)';
const PALE = anyCase`(?<!\p{L})${LIGHT}(?!\p{L})[\p{L}\s]{0,14}${GROUND}|${GROUND}(?:\s(?:is|in|to|should|be|an?|very|of|colou?r|now|etwas|ganz)|:){0,4}\s${LIGHT}(?!\p{L})|(?:on|auf|sur|op)\s(?:an?\s)?${LIGHT}(?!\p{L})`;

/** "More elegant and less busy": the second says no more than the first. */
const LESS_OF =
  /(?:,|\s(?:and|but|und|et|y|e))\s(?:less|not so|not too|weniger|nicht so|moins|menos|meno)\s(?:busy|cluttered|crowded|boring|plain|dull|cold|stiff|corporate|childish|unruhig|langweilig|chargé|aburrid\p{L}|noios\p{L})$/iu;

export function looksWish(source: string, masked: Masked): { theme: Theme; wish: LooksWish } | undefined {
  const clause = source.length > 200 ? source : splitShades(source);
  if (
    clause.length > 200 ||
    /[\ue100-\ue483]/.test(clause.replace(/[\ue100-\ue483]/g, (one) => (masked.at(one)?.kind === 'hex' ? '' : one)))
  )
    return undefined;
  const unwanted = INSTEAD_OF.exec(clause)?.[1];
  const text = (unwanted === undefined ? clause : clause.replace(INSTEAD_OF, '')).replace(LESS_OF, '');
  if (NEVER.test(text)) return undefined;
  if (AGAINST.test(text) && coloursIn(text, masked).length > 0) return undefined;
  if (coloursIn(COLOURED_TEXT.exec(text)?.[0] ?? '', masked).length > 0) return undefined;
  const wish: LooksWish = {};
  const swap = swapped(text, masked);
  if (swap) return { theme: swap.theme, wish: { instead: swap.instead } };
  const ordered = rolesBehind(text.replace(SHADE_BEHIND, '$2 $1'), masked);
  const { looks, left } = looksIn(ordered, masked);
  const theme: Theme = { ...looks.theme, ...rolesApart(ordered, masked) };
  let taken = '';
  const take = (pattern: RegExp): boolean => {
    // People say it twice: "light only, no dark mode".
    const found = text.match(new RegExp(pattern.source, 'giu'));
    if (found) taken += ` ${found.join(' ')}`;
    return found !== null;
  };
  if (take(LARGE) || (new RegExp(BUTTON, 'iu').test(text) && take(LARGE_APART))) theme.buttons = 'large';
  else if (take(REGULAR)) theme.buttons = 'regular';
  if (take(LESS_ROUND)) wish.rounder = -1;
  else if (take(ROUNDER)) {
    delete theme.radius;
    wish.rounder = 1;
  } else if (take(SQUARE)) theme.radius = 'none';
  if (take(START)) theme.align = 'start';
  else if (take(CENTRE)) theme.align = 'center';
  const named = coloursIn(ordered, masked).length > 0;
  // Brighter colours are no ground.
  if (
    !/(?<!\p{L})(?:brighter|lighter)\s+(?:colou?rs?|tones?|shades?)|(?:something|anything|bit)\s+(?:brighter|lighter)/iu.test(text) &&
    take(NOT_DARK)
  ) {
    if (!named) theme.background = 'light';
  } else if (take(DARK) && !named) theme.background = 'dark';
  if (!NEGATED_FONT.test(text))
    for (const [font, pattern] of Object.entries(FONTS))
      if (take(pattern)) {
        theme.font = font as keyof typeof FONTS;
        break;
      }
  if (wish.rounder !== undefined) delete theme.radius;
  // "Make it white": letters and buttons cannot be, so the ground is meant.
  if (theme.primary !== undefined && oklchOf(theme.primary).l > 0.97) {
    delete theme.primary;
    theme.background ??= 'light';
  }
  // Light grey letters are darker than a light grey ground.
  if (theme.background?.startsWith('#') && PALE.test(text)) {
    const ground = oklchOf(theme.background);
    theme.background = hexOf({ ...ground, l: Math.max(ground.l, 0.94), c: Math.min(ground.c, 0.04) });
  }
  if (Object.keys(theme).length === 0 && Object.keys(wish).length === 0) return undefined;
  const known = new Set(normal(taken).split(' '));
  const rest = left.filter((word) => !known.has(word) && !JOINTS.has(word));
  return rest.length > 0 ? undefined : { theme, wish };
}

/** Romance languages say "blue dark". */
const SHADE_BEHIND = /(\p{L}{3,15})\s+(foncée?s?|claire?s?|oscur[oa]s?|clar[oa]s?|scur[oaie]|chiar[oaie]|escur[oa]s?)(?!\p{L})/giu;

/** "Change the green to blue": one colour in place of another. */
function swapped(text: string, masked: Masked): { theme: Theme; instead: string } | undefined {
  const found =
    /^(?:change|turn|swap|replace|make|switch|ändere?|ersetze?|tausche?|change[rz]?|remplace[rz]?|cambia[r]?|cambie|sostituisci|muda|troca|verander|vervang|ändra|byt|zmień|zamień)\s+(?:all\s+)?(?:the\s+|das\s+|die\s+|le\s+|la\s+|el\s+|il\s+|o\s+|het\s+|den\s+|det\s+)?(.{2,30}?)\s+(?:to|into|with|for|by|in|zu|durch|gegen|auf|en|par|por|a|con|com|para|door|naar|met|till|mot|na)\s+(?:a\s+|an\s+|ein\s+|un\s+)?(.{2,30})$/iu.exec(
      text,
    );
  if (!found) return undefined;
  const [old, fresh] = [coloursIn(found[1] as string, masked), coloursIn(found[2] as string, masked)];
  if (old.length !== 1 || fresh.length !== 1 || normal(found[1] as string).split(' ').length > 2) return undefined;
  const [{ colour }, { colour: instead }] = [fresh[0] as { colour: string }, old[0] as { colour: string }];
  return { theme: { primary: colour }, instead };
}

/** Colours in parts of a clause that each say what theirs is for: "dark green background with cream buttons". */
function rolesApart(text: string, masked: Masked): Theme {
  const parts = text
    .split(/,|;|\s(?:and|with|und|mit|et|avec|y|con|e|com|en|met|och|med|i|z)\s/iu)
    .filter((part) => coloursIn(part, masked).length > 0);
  if (parts.length < 2 || !parts.every((part) => coloursIn(part, masked).length === 1 && ROLE.test(part))) return {};
  return Object.assign({}, ...parts.map((part) => colourRoles(part, masked))) as Theme;
}

const ROLE =
  /(?<!\p{L})(?:buttons?|ctas?|links?|backgrounds?|hintergrund|accents?|akzente?|fond|fondo|sfondo|fundo|achtergrond|bakgrund|tło|knöpfe?|boutons?|botones|pulsanti|botões|knoppen|knappar|przyciski)(?!\p{L})/iu;

const COLOUR_ROLE =
  /(?<!\p{L})(buttons?|ctas?|links?|knöpfe?|boutons?|botones|botón|pulsanti|botões|knoppen|knappar|przyciski|background|hintergrund(?:farbe)?|fond|fondo|sfondo|fundo|achtergrond|bakgrund(?:en)?|tło|accents?|akzent(?:farbe)?|acento|accento|destaque|accentkleur|accentfärg|akcent)\s+(?:colou?r\s+)?(?:(?:is|are|be|should|to|in|into|soll|sein|werden|a|an|the|en|em|auf|bitte|of|colou?r|now|:|=|na)\s+|:\s*){0,4}/giu;

/** Puts the colour before its role, as the reader expects it: "button dark red, background cream". */
function rolesBehind(text: string, masked: Masked): string {
  const has = (words: string): boolean => coloursIn(words, masked).length > 0;
  return text
    .split(/(,\s*|;\s*|\s(?:and|und|et|y|e|en|och|i)\s)/iu)
    .map((part) => {
      const role = new RegExp(COLOUR_ROLE.source, 'iu').exec(part);
      if (!role) return part;
      const rest = part.slice(role.index + role[0].length).trim();
      if (
        rest === '' ||
        !has(rest) ||
        has(part.slice(0, role.index)) ||
        part.slice(0, role.index).trim().split(/\s+/).filter(Boolean).length > 4
      )
        return part;
      const name = role[1]?.toLowerCase() ?? '';
      const kind = /^(?:background|hintergrund|fond|sfondo|fundo|achtergrond|bakgrund|tło)/.test(name)
        ? 'background'
        : /^(?:acc|akz|ace|dest|akc)/.test(name)
          ? 'accent'
          : 'buttons';
      return `${part.slice(0, role.index)} ${rest} ${kind}`;
    })
    .join('');
}
