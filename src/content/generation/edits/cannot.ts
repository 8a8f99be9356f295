/** Wishes that are understood and that no draft can have: their author is told so, and what can be done instead. */

const SIZED =
  /(?<!\p{L})(?:fonts?|texts?|letters?|letter(?:ing)|type|typeface|writing|headlines?|headings?|titles?|words|copy|schrift|text|überschrift|buchstaben|police|texte|titres?|lettres?|letras?|textos?|títulos?|caratteri|carattere|testo|titolo|fonte|lettertype|tekst|titel|letters|rubrik|typsnitt|texten|czcionka|czcionkę|tekst)(?!\p{L})/iu;
const SIZE =
  /(?<!\p{L})(?:bigger|larger|smaller|huge|enormous|massive|size|größer|kleiner|plus (?:grande?s?|gros(?:se)?s?|petite?s?)|más (?:grandes?|pequeñ[oa]s?)|più (?:grand[ei]|piccol[oaie])|maior(?:es)?|menor(?:es)?|groter|kleiner|större|mindre|większ\p{L}{1,3}|mniejsz\p{L}{1,3})(?!\p{L})/iu;
const THINGS: [RegExp, string][] = [
  [
    /(?<!\p{L})(?:animat\p{L}{1,6}|parallax|confetti|slide ?shows?|carousels?|sliders?|fade[- ]in|animier\p{L}{1,6}|animaci[oó]n\p{L}{0,2}|animazion[ei])(?!\p{L})/iu,
    'Pages and emails do not move: animations and sliders cannot be added.',
  ],
  [
    /(?<!\p{L})(?:countdowns?|timers?|compte à rebours|cuenta atrás|conto alla rovescia)(?!\p{L})/iu,
    'There is no countdown: a page says the date itself.',
  ],
  [
    /(?<!\p{L})(?:pop-?ups?|chat ?(?:bots?|widgets?|box)|cookie ?banners?|live chat)(?!\p{L})/iu,
    'Pop-ups, chats and banners cannot be added in words. Put their code into the page with “Edit code”.',
  ],
  [
    /(?<!\p{L})(?:log-?ins?|sign-?ins?|shopping (?:cart|basket)|checkout page|check-?out button|paypal|stripe|online payments?)(?!\p{L})/iu,
    'Log-ins and payments cannot be added. A button can lead to where people pay: “add a button “…” to https://…”.',
  ],
  [
    /(?<!\p{L})(?:instagram|twitter|facebook|tiktok|social(?: media)?) (?:feed|wall|stream)s?(?!\p{L})/iu,
    'Feeds of other sites cannot be shown. A link can: “add a link to https://…”.',
  ],
];
const TONE =
  /(?<!\p{L})(?:friendlier|warmer|nicer|funnier|wittier|more (?:formal|friendly|professional|casual|personal|human|fun|polite|serious)|less (?:formal|stiff|salesy|pushy|corporate)|freundlicher|persönlicher|förmlicher|lockerer|plus (?:amical|chaleureux|formel)|más (?:amable|cercano|formal)|più (?:amichevole|formale|caldo)|mais (?:amigável|formal)|vriendelijker|vänligare)(?!\p{L})/iu;
const CALLS_FOR =
  /^(?:add|include|put|insert|make|use|give|show|have|can|could|i|we|let|with|füge?|ajoute\p{L}{0,2}|añade|aggiungi|voeg|lägg|dodaj)(?!\p{L})/iu;

const COLOURED =
  /^(?:(?:make|use|have|change|set|with|and|a|the)\s+){0,3}(?:(?:very\s+)?(?:dark|light|bright)\s+)?(?:black|white|gr[ae]y|green|blue|red|brown|purple|pink|orange|yellow|navy|teal|gold)\s+(?:text|letters|font|writing|lettering)$|(?<!\p{L})(?:text|font|letter)\s+colou?r(?!\p{L})|(?<!\p{L})colou?r\s+of\s+(?:the\s+)?(?:text|letters|font|writing)(?!\p{L})/iu;

export function impossible(text: string): string | undefined {
  if (text.length > 160 || /[\ue100-\ue483]/.test(text) || /:\s/.test(text)) return undefined;
  if (
    SIZE.test(text) &&
    SIZED.test(text) &&
    !/(?<!\p{L})(?:buttons?|knopf|bouton|botón|pulsante|knop|knapp)/iu.test(text) &&
    text.split(/\s+/).length <= 12
  )
    return 'The sizes of letters follow from the design and cannot be set one by one. The letters can be “serif”, “sans”, “mono” or “rounded”, and the tone “bold”.';
  if (COLOURED.test(text))
    return 'Texts have the colour that is easiest to read on their ground. Name the main colour, the accent or the background instead.';
  if (TONE.test(text) && text.split(/\s+/).length <= 12)
    return 'Sentences are not written anew without a model. Say which words are to be others: “replace … with …”. How it looks can be “warm”, “playful”, “elegant”, “calm” or “bold”.';
  return CALLS_FOR.test(text) ? THINGS.find(([pattern]) => pattern.test(text))?.[1] : undefined;
}
