import { allAnyCase, anyCase, lists } from '../reader/words.ts';

/** Courtesies, reasons and introductions: words around an order that order nothing. */

const LEAD = [
  '(?:typos?|correction|fix|spelling)\\s*[:–-]\\s*',
  "(?:please|pls|plz|pleease|kindly|thanks|thank you|ok(?:ay)?|right|so|oh|oops|sorry|hmm+|hm|well|actually|basically|hi|hello|hey|dear all|good morning|and|also|then|next|just|maybe|perhaps|now|plus|but|finally|lastly|secondly|firstly|first of all|second|third|again|still|quickly|simply|honestly|tbh|btw|fyi|as well)(?![\\p{L}'’-])[\\s,:!.-]*",
  '(?:can|could|would|will|may|might) (?:you|u|we|i|it|someone)(?: (?:please|pls|also|maybe|perhaps|just|possibly|kindly|then|now))*(?: (?:have|get))?(?=\\s)\\s+(?:it (?:to )?)?',
  "(?:i|we)(?:['’]?d| would)? (?:like|love|prefer|want|need|wish|rather)(?: (?:you|u|it|for you))?(?: (?:to|if you|if we|if you could|if you can))(?=\\s)\\s+(?:please\\s+)?",
  "(?:i|we)(?:['’]d| would)(?: (?:like|love|prefer|rather (?:have|see)))(?: (?:to (?:have|see)|it (?:to be|in|with)))?\\s+(?=(?:an?|the|some|more|less|something|it|\\p{L}+er)\\s)",
  '(?:i|we) (?:think|guess|suppose|believe|feel|reckon)(?: (?:that|it|we|you)(?: should)?)?\\s+',
  '(?:you|we|it)(?: (?:can|should|could|must|need to|have to|might))(?: also)?\\s+(?=(?:remove|add|move|change|make|use|put|take|drop|delete|lose|translate|shorten|say|link|replace|rename)\\b)',
  '(?:i|we) (?:need|want|have|had) (?:you )?to\\s+',
  "(?:let['’]?s|lets|let us|go ahead and|feel free to|make sure(?: to| you| that)?|try to|do|remember to|don['’]?t forget to|be so kind (?:as|and) to?|it would be (?:nice|good|great|lovely|better|cool) (?:if you (?:could|would|can)|if we (?:could|can|had)|to)|would be (?:nice|good|great|lovely|better|cool) (?:if you (?:could|would|can)|if we (?:could|can|had)|to)|would you mind|how about|what about|is it possible to|i was wondering if you could|one (?:more |last |other )?thing|quick (?:one|question|thing|change|fix)|small (?:one|thing|change|fix)|(?:two|three|four|five|a few|some|a couple of) (?:small |little |quick |more )?(?:things|changes|edits|fixes|points)|things to change|changes|edits|to ?do)[\\s,:–-]+",
  '(?:(?:the|my|our|his|her|their) )?(?:boss|client|customer|manager|team|wife|husband|partner|mum|mother|dad|committee|legal|marketing|owner|chef|colleague|co-?founder|designer|director)s?(?: now| just)? (?:says?|said|wants?|wanted|insists?|thinks?|asked|asks|would like|prefers?|needs?)(?: (?:that|us to|me to|you to|to|for|it to be|we should))?[\\s,:]+',
  '(?:she|he|they) (?:says?|wants?|insists?|thinks?|asked|asks|would like|prefers?)(?: (?:that|us to|me to|you to|to|for))?[\\s,:]+',
  '(?:it|this|that|the (?:page|site|mail|email|thing)) (?:looks?|feels?|seems?|is) (?:a (?:bit|little) |rather |too |very |so |kind of )?(?:ragged|boring|plain|dull|ugly|messy|empty|crowded|busy|off|odd|weird|cluttered|bland|cold|small|big)[\\s,.:]+(?:so\\s+)?',
  'looks (?:a (?:bit|little) |rather |too |very )?(?:ragged|boring|plain|dull|ugly|messy|empty|crowded|busy|off|odd|weird|cluttered|bland|cold)[\\s,.:]+(?:so\\s+)?',
  "(?:bitte|kannst du|könnt(?:est du|et ihr|en sie)|können (?:sie|wir)|würdest du|ich (?:möchte|hätte gern|will|brauche)|wir (?:möchten|wollen|brauchen)|mal|noch|auch|und|dann|danach|außerdem|vielleicht|doch|einfach|hallo|danke)(?![\\p{L}'’-])[\\s,:!.-]*",
  "(?:s['’]il (?:te|vous) pla[iî]t|svp|stp|merci de|peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|je (?:voudrais|veux|souhaite)|il faut|on (?:peut|doit)|bonjour|et|puis|ensuite|aussi)(?![\\p{L}'’-])[\\s,:!.-]*",
  "(?:por favor|podr[ií]as|puedes|puede|quiero|quisiera|me gustaría|hola|y|luego|después|también)(?![\\p{L}'’-])[\\s,:!.-]*(?:que\\s+)?",
  "(?:per favore|per piacere|puoi|potresti|può|vorrei|voglio|ciao|poi|anche|e)(?![\\p{L}'’-])[\\s,:!.-]*",
  "(?:podes|pode|poderia|gostaria de|quero|olá|depois|também|se faz favor)(?![\\p{L}'’-])[\\s,:!.-]*",
  "(?:alsjeblieft|alstublieft|graag|kun je|kunt u|kan je|wil je|zou je|ik wil(?: graag)?|we willen|en|dan|ook|hallo)(?![\\p{L}'’-])[\\s,:!.-]*",
  "(?:snälla|kan du|kan ni|skulle du kunna|jag vill|vi vill|gärna|och|sedan|också|hej|vänligen)(?![\\p{L}'’-])[\\s,:!.-]*",
  "(?:proszę|prosimy|czy możesz|czy mógłbyś|czy mogłabyś|chcę|chciał[ab]?ym|chcemy|oraz|potem|też|także|cześć|dzień dobry)(?![\\p{L}'’-])[\\s,:!.-]*",
];
const LEADS = anyCase`^(?:${LEAD.join('|')})`;

const TRAIL =
  /[\s,.!]*(?:[\s,.!](?:please|pls|plz|thanks(?: a lot| so much| in advance)?|many thanks|thank you(?: (?:so|very) much)?|thx|ta|cheers|if (?:you can|possible|that['’]?s (?:ok|possible)|you don['’]?t mind)|for me|asap|after all|as well|too|instead|anymore|any more|please|would be (?:great|nice|good)|ok|okay|right|bitte|danke|noch|s['’]il (?:te|vous) pla[iî]t|svp|merci|por favor|gracias|per favore|grazie|obrigad[oa]|alsjeblieft|graag|bedankt|tack|proszę|dziękuję|again|already|from now on|from now|for now))[\s,.!]*$/iu;

const REASON =
  /^(?:because|cos|coz|'?cause|since|as (?:we|i|it|they|the)|so that|so (?:we|i|it|they|people|that)|otherwise|(?:i|we)(?:['’]ll| will| want to| am going to|['’]m going to| can| have| had| got| decided| realised| realized| noticed| forgot| found|['’]ve| just| like| love| think| hope| don['’]?t know| didn['’]?t| was| were|['’]d)\b|i (?:use|do|make|turn|send|take)\b|it['’]?s (?:nice|good|great|ok|fine|just|a bit|too|better|easier|clearer|sold|gone|over|finished|full|taken|out of date|outdated|old|wrong|not true|confusing|closed|broken|useless|ugly|embarrassing)\b|that['’]?s|that (?:is|was)|(?:we|i)(?:['’]ve| have)? (?:moved|changed)[\s!.]*$|they (?:said|told|want|like|keep|will|are|can)|people (?:keep|are|say|said|ask|can|will)|nobody|no one|everyone|everybody|customers? (?:keep|ask|say)|the rest (?:is|stays|can)|rest (?:is|stays)|(?:else|otherwise|everything else) |(?:keep|leave) (?:the rest|everything else)|nothing else|looking (?:good|great)|looks (?:good|great|nice|lovely)|love it|great (?:job|work)|nice(?: work| job)?|perfect|well done|good (?:job|work)|hope|sorry|thanks?|many thanks|cheers|best|regards|kind regards|weil|da (?:wir|ich)|damit|denn|ich (?:will|werde|habe|finde)|wir (?:haben|werden)|sonst|der rest|vielen dank|danke|parce que|car(?!\p{L})|comme ça|je vais|merci|porque|ya que|voy a|gracias|perché|così|grazie|obrigad|omdat|zodat|ik ga|bedankt|eftersom|för att|så att|tack|ponieważ|bo(?!\p{L})|żeby|dzięki|すみません|ありがとう)/iu;
const LONGEST_TRAIL = 60;
const CHAT =
  /^(?:hi|hello|hey|hallo|bonjour|hola|ciao|olá|hej|cześć|dear \p{L}+|good (?:morning|afternoon|evening)|yes|no|ok|okay|sure|right|wow|cool|nice|great|perfect|thanks?|thank you|many thanks|cheers)(?:\s+(?:there|all|team|everyone|again|so much|very much))?[\s,.!]*$/iu;

export function trimmedEnd(text: string, letters: string): string {
  let end = text.length;
  while (end > 0 && letters.includes(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}

const OPINION =
  /^(?:(?:it|this|that|the (?:page|site|mail|email|thing|whole thing|text|copy))\s+)?(?:(?:still|just|now)\s+)?(?:looks?|feels?|seems?|reads?|is|its|it['’]s|they['’]?re|comes across|isn['’]?t|['’]s)\s+(?:(?:a (?:bit|little|tad)|rather|too|very|so|kind of|sort of|quite|not|really|way too|just)\s+){0,3}(?:ragged|boring|plain|dull|ugly|messy|empty|crowded|busy|off|odd|weird|cluttered|bland|cold|wrong|sad|dated|old|cheap|flat|outdated|useless|unnecessary|needed|nice|good|great|fine|lovely|right|clear|easy to read|readable)(?:\s+(?:now|to me|as it is|at the moment))?$/iu;

export function withoutFillers(clause: string): string {
  const led = stripped(clause.trim(), 8, (text) => text.slice(LEADS.exec(text)?.[0].length ?? 0));
  const text = stripped(led, 3, (all) => all.slice(0, -LONGEST_TRAIL) + all.slice(-LONGEST_TRAIL).replace(TRAIL, ''));
  return trimmedEnd(text, ' ,;!\n').replace(/^[\s,;:–—-]+/u, '');
}

/** Never down to nothing. */
function stripped(text: string, rounds: number, strip: (text: string) => string): string {
  const next = strip(text).trim();
  return rounds === 0 || next === '' || next === text ? text : stripped(next, rounds - 1, strip);
}

export const isTalk = (clause: string): boolean =>
  clause.trim() === '' || isOpinion(clause) || REASON.test(withoutFillers(clause)) || REASON.test(clause.trim());

export const isOpinion = (clause: string): boolean =>
  CHAT.test(clause.trim()) || OPINION.test(clause.trim()) || OPINION.test(withoutFillers(clause));

/** Wishes that no draft can fulfil: the author learns an alternative. */

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

/** Corrects mistyped words of orders where nothing else can be meant. */

const { orders: WORDS = [], right = [] } = lists('spelling');
const SHORTEST = 6;
const KNOWN = new Set(WORDS);
const RIGHT = new Set(right);

function isNear(word: string, other: string): boolean {
  if (Math.abs(word.length - other.length) > 1 || word[0] !== other[0]) return false;
  let at = 0;
  while (at < word.length && word[at] === other[at]) at += 1;
  const [rest, wanted] = [word.slice(at), other.slice(at)];
  return (
    rest.slice(1) === wanted.slice(1) ||
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  );
}

const SHORT = lists<Record<string, string>>('spelling').short ?? {};

const NUMBERS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const COUNTED = allAnyCase`(?<!\p{L})(?:(${TENS.join('|')})(?:[\s-](${NUMBERS.slice(0, 9).join('|')}))?|(${NUMBERS.join('|')}))\s(?=(?:pounds?|quid|euros?|dollars?|bucks|%|percent)(?!\p{L}))`;
const numberOf = (tens = '', ones = ''): number =>
  10 * (tens ? TENS.indexOf(tens.toLowerCase()) + 2 : 0) + NUMBERS.indexOf(ones.toLowerCase()) + 1;

/** @param stands whether a word stands in the draft: it is meant as it is */
export const spelled = (text: string, stands: (word: string) => boolean): string =>
  text
    .replace(/(?<=\d)\s?(?:percent|per cent|prozent|pour ?cent|por ciento|per cento|por cento|procent)(?!\p{L})/giu, '%')
    // "A tenner", "four pounds".
    .replace(/(?<!\p{L})(?:an?\s)?(tenner|fiver)(?!\p{L})/giu, (_whole, note: string) => (/^t/iu.test(note) ? '£10' : '£5'))
    .replace(COUNTED, (_whole, tens?: string, ones?: string, alone?: string) => `${numberOf(tens, ones ?? alone)} `)
    .replace(/(?<=\d\s?)quid(?!\p{L})/giu, 'pounds')
    // "The dog show's off" is "the dog show is off".
    .replace(/(?<=\p{L}{3})['’]s(?=\s(?:at|on|off|from|now|not|cancell?ed|sold|gone|called|free|\d))/gu, ' is')
    .replace(/(?<![\p{L}\p{N}_@./-])\p{Ll}{2,4}(?![\p{L}\p{N}_@/-])/gu, (word) =>
      Object.hasOwn(SHORT, word) && !stands(word) ? (SHORT[word] ?? word) : word,
    )
    .replace(/(?<![\p{L}\p{N}_@./-])\p{Ll}{5,16}(?![\p{L}\p{N}_@/-])/gu, (word) => {
      if (KNOWN.has(word) || RIGHT.has(word) || /[^a-z]/.test(word)) return word;
      const near = WORDS.filter((other) => other.length >= SHORTEST && isNear(word, other));
      return near.length === 1 && near[0] && !stands(word) ? near[0] : word;
    });
