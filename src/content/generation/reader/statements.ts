import { WHEN } from './dates.ts';
import { capital } from './split.ts';

/**
 * Sentences of a prompt that are the author's own words about their business, event or news, and those that order something of the writer.
 * Only the former may stand on a page.
 */

/** Words that name the document as a thing to be made. */
const DOCUMENT =
  /\b(?:(?:web|land\p{L}*|home|sign-?up|one|this|the|a|your|my|simple|nice|short) ?pages?|page (?:for|about|that|with|should|must)|webpages?|websites?|web sites?|(?:the|this|a|my|our) site|site (?:for|about|should|that)|homepage|landing|lp|e-?mail should|mail should|newsletter should|headlines?|subline|(?:the|a|one|all|big|call the|every|red|blue|green|round) buttons?|buttons?|cta|call to action|sections?|layout|fonts?|typeface|colou?r scheme|colou?rs? (?:is|are|should)|palette|tone of voice|wording|copywriting|above the fold|conversion|seo|nav|navigation|emojis?|exclamation|bullet points?|stock.?photos?|lorem|hero (?:section|image)|seite soll|webseite|überschrift|knopf|schaltfläche|abschnitt|hintergrundfarbe|page web|bouton|botón|encabezado|pulsante|intestazione|botão|knop|rubrik|knapp|nagłówek|przycisk)\b|ページ(?:を|に|で)|サイト(?:を|に)|ボタン|見出し|配色|デザイン|トーン|してください|お願いします|ほしい|页面|网页|按钮|标题/iu;
/** Words that ask something of the writer wherever they stand. */
const PLEA =
  /\b(?:please|pls|plz|kindly|i suppose|if (?:you can|possible)|would be (?:cool|nice|great|good|lovely)|would like (?:it|the|a|an|you|to have)|i['’]d like|we['’]d like|i would like|should (?:look|feel|sound|read|say|be (?:able to|simple|clear|short|warm|friendly|easy))|ought to|must (?:look|feel|sound|fit on)|needs? to (?:look|feel|sound|fit|say)|(?:can|could|would) you|want (?:it|the page|you|people|visitors|someone|readers|the site|the mail|the email|a page|them)|make (?:it|the|this|sure|them|someone|people)|i need|we need (?:a|an|some|the) (?:\p{L}+ )?(?:page|site|email|mail|form|landing|website)|keep it|sound(?:s|ing)? (?:like|too|friendly|human)|looks? (?:like|as if|nice|good|cheap|boring|professional)|looking for a (?:page|site)|no good with words|here goes|be honest|say so|say that|put (?:that|this|it) in|don['’]?t (?:put|write|say|use|shout|make|forget|add|mention|want|overdo|be)|do not (?:write|use|make|put|say|add|shout)|never (?:say|write|use|mean|mention)|not (?:too|looking|like|overly)|no one reads|above all|in capitals|for the capitals|my notes|only (?:my )?notes|translate|rewrite|people (?:should|can|must)|visitors? (?:should|can|must)|customers? (?:should|can|must|are the sort)|users should|they (?:should|need to|have to|can|fill)|write (?:it|the|this|in)|goes? (?:out|to existing)|if you must|how it looks|sample data|(?:the )?(?:usual|exact) (?:stuff|thing)|bitte|soll(?:en|te)?|wirken|per du|per sie|nicht kitschig|il faut|doit|doivent|s['’]il (?:te|vous) pla[iî]t|svp|stp|merci de|debe|que (?:quede|sea|parezca)|por favor|deve|per favore|se faz favor|moet(?:en)?|graag|doe maar|alstublieft|ska(?:ll)? (?:vara|kännas|se)|snälla|tack på förhand|prosz[ęe]|ma (?:być|wyglądać)|bez wykrzykników)\b/iu;
/** Orders at the beginning of a clause. */
const ORDER =
  /^(?:(?:and|also|then|so|but|just|ok|maybe|und|et|y|e|en|och|i)\s+)*(?:make|keep|use|add|include|write|draft|put|show|create|build|design|give|avoid|skip|leave|mention|say|tell|thank|remind|invite|announce|apologi[sz]e|explain|translate|shorten|think of|imagine|let(?:['’]s| them| people)|be|feel free|nothing (?:fancy|moves|flashy|cheesy)|no nonsense|no marketing|no (?:bullshit|fluff|jargon|buzzwords?|corporate)|mach\p{L}*|schreib\p{L}*|erstell\p{L}*|verwend\p{L}*|nutz\p{L}*|erwähn\p{L}*|füg\p{L}*|keine? (?:floskeln|klischees)|fais|faites|ajoute\p{L}*|utilise\p{L}*|écri\p{L}*|évite\p{L}*|haz|hazlo|usa|añade|pon|escribe|evita|fai|aggiungi|scrivi|metti|faz|faça|usa|adiciona|escreve|coloca|maak|gebruik|schrijf|voeg|gör|använd|skriv|lägg till|zrób|użyj|dodaj|napisz|unikaj)(?![\p{L}'’])/iu;
/** "I want …": a wish, unless it is money or help that is needed. */
const WANT = /^(?:(?:and|also|but|so)\s+)*(?:(?:i|we)(?:['’]d| would)? (?:want|like|love|prefer|wish)\b|i need\b|we need (?!£|\d|€|\$|help|volunteers|people|your|money|more|you)|(?:ich|wir) (?:möchten?|brauchen?|wünschen?|hätten?)\b|(?:je|nous) (?:veux|voulons|voudr\p{L}+)\b|quier\p{L}+|vorrei|vorremmo|quero|queremos)/iu;
/** Wishes of third persons about the text. */
const THIRD = /^(?:legal|marketing|the boss|my boss|boss|the client|the committee|my (?:mum|wife|husband|partner))\s+(?:wants?|says?|asks?|would|thinks?|insists?)\b/iu;

/** Whether a sentence or a clause orders something of the writer. */
export const instruction = (text: string): boolean =>
  DOCUMENT.test(text) || PLEA.test(text) || THIRD.test(text.trim()) || WANT.test(text.trim()) || ORDER.test(text.trim()) || /[?？]\s*$/u.test(text);

const SPEAKERS: Record<string, RegExp> = {
  en: /^(?:and\s|so\s|also\s|but\s)?(?:we|we['’](?:re|ve|ll)|our|i|i['’](?:m|ve)|im|my|it|it['’]s|its|this|that|the|these|all|every|everyone|everybody|each|there|there['’]s|theres|both|most|some|crew|parking|entry|entrance|children|kids|dogs|members|lessons|classes|tickets|materials|breakfast|lunch|food|drinks|proceeds|free|no|first|lending|delivery|shipping|detectors|leader|if|when|from|for|bring|prices|nobody|only|you|your|a|an|one|two|three|four|five|\p{Lu}[\p{L}'’&.-]+)\b/iu,
  de: /^(?:wir|unser\w*|ich|mein\w*|es|das|die|der|alle\w*|jede\w*|hunde|kinder|parkplätze|eintritt|bei|mit|seit|für|am|im|von|\p{Lu}\p{L}+)(?!\p{L})/u,
  fr: /^(?:nous|notre|nos|je|mon|ma|mes|c['’]est|il|elle|le|la|les|l['’]|tous|toutes|chaque|l['’]entrée|depuis|pour|avec|les enfants)(?!\p{L})/iu,
  es: /^(?:nosotr\w+|nuestr\w+|somos|estamos|tenemos|ofrecemos|hacemos|soy|mi|es|son|el|la|los|las|todo\w*|cada|hay|desde|con|para)(?!\p{L})/iu,
  it: /^(?:noi|nostr\w+|siamo|abbiamo|offriamo|facciamo|sono|mio|mia|è|il|la|i|le|gli|l['’]|ogni|tutt\w+|c['’]è|da|con|per)(?!\p{L})/iu,
  pt: /^(?:nós|noss\w+|somos|temos|oferecemos|fazemos|sou|meu|minha|é|são|o|a|os|as|tod\w+|cada|há|desde|com|para)(?!\p{L})/iu,
  nl: /^(?:we|wij|ons|onze|ik|mijn|het|de|er|alle|elke|ieder\w*|sinds|met|voor|kinderen)(?!\p{L})/iu,
  sv: /^(?:vi|vår\w*|jag|min|mitt|mina|det|den|de|alla|varje|sedan|med|för|barn)(?!\p{L})/iu,
  pl: /^(?:my|nasz\w*|jestem|jesteśmy|mamy|oferujemy|robimy|mój|moja|to|jest|są|w|każd\w+|od|z|dla|dzieci|wstęp|będzie)(?!\p{L})/iu,
  ja: /^.{4,}(?:です|ます|ました|ません|しています|あります|できます|だ|いる|ある)[。]?$/u,
};
const VERB =
  /\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|can|will|may|sell|sells|make|makes|made|offer|offers|run|runs|teach|teaches|bake|bakes|cover|covers|ship|ships|cost|costs|come|comes|go|goes|start|starts|take|takes|open|opens|close|closes|meet|meets|work|works|live|lives|serve|serves|build|builds|help|helps|need|needs|pays?|include|includes|begin|begins|end|ends|got|get|gets|post|repair|fix|clean|clear|charge|charged|refunded|provided|cancel|welcome|included|insured|free|allowed|left|hatched|retiring|retires|moved|move|moves|changed|changes|shows?|sounds?|read|reads|been|know|known|want|wants|find|finds|bring|fed|arrives?|lasts?|holds?|fits?|gives?|goes|grow|grows|roast|roasts|brew|brews|print|prints|train|trained|born|ends|expires|stays?)\b|['’](?:s|re|ve|m|ll)\b/iu;

/** Whether a sentence states something about the author's own cause, in whole words. */
export function isStatement(sentence: string, lang: string): boolean {
  const words = sentence.trim().split(/\s+/);
  if (lang === 'ja' || lang === 'zh') return /^.{6,}[。]?$/u.test(sentence) && (SPEAKERS.ja as RegExp).test(sentence.trim());
  if (words.length < 4 || words.length > 60) return false;
  const speaker = SPEAKERS[lang] ?? (SPEAKERS.en as RegExp);
  if (!speaker.test(sentence.trim())) return false;
  return lang !== 'en' || VERB.test(sentence);
}

const ORDERS =
  /^(?:(?:please|pls|also|and|then|kindly)\s+)*(?:mention(?:ing)?|say(?:ing)?|tell(?:ing)?\s+(?:them|people|visitors|customers|members|everyone|everybody|our\s+\p{L}+|the\s+\p{L}+|my\s+\p{L}+|all\s+\p{L}+|\p{L}+)|let\s+(?:them|people|customers|members|everyone|our\s+\p{L}+|the\s+\p{L}+|\p{L}+)\s+know|remind(?:ing)?\s+(?:them|people|customers|members|everyone|our\s+\p{L}+|the\s+\p{L}+|\p{L}+)|inform(?:ing)?\s+(?:them|people|customers|members|our\s+\p{L}+|the\s+\p{L}+|\p{L}+)|announc(?:e|ing)|explain(?:ing)?|state|stating|point(?:ing)? out|make (?:it )?clear|stress|note|include|erwähne\w*(?: bitte)?|sag\w*(?: ihnen| den \p{L}+)?|schreib\w*(?: bitte)?|teil\w* (?:ihnen|den \p{L}+) mit|informier\w* \p{L}+(?: \p{L}+)?|weise darauf hin|mentionne[rz]?|dis(?:-leur)?|informe[rz]? (?:les|nos) \p{L}+|annonce[rz]?|di(?:les)?|menciona\w*|informa\w* a (?:los|nuestros) \p{L}+|anuncia\w*|di(?:’|')?\s?(?:loro|ai \p{L}+)|menziona|comunica (?:ai|agli|alle) \p{L}+|annuncia|diz(?:er)? (?:aos|às) \p{L}+|menciona|informa\w* (?:os|as) \p{L}+|anuncia\w*|vertel (?:ze|hun|de \p{L}+|onze \p{L}+)|vermeld|laat (?:de|onze) \p{L}+ weten|nämn|berätta(?: för \p{L}+)?|meddela \p{L}+|wspomnij|powiedz \p{L}+|poinformuj \p{L}+(?: \p{L}+)?)\s*(?:,|:)?\s+(?:(?:about|of)\s+|(?:that|dass|que|che|att|dat|że|how)\s+)?/iu;

/** What an order to the writer wants to be said: "tell members that the hall is closed". Undefined when it is no such order. */
export function orderedStatement(sentence: string, lang: string): string | undefined {
  const found = ORDERS.exec(sentence.trim());
  if (!found) return undefined;
  const said = sentence.trim().slice(found[0].length).trim();
  if (said === '' || (lang === 'en' && said.split(/\s+/).length > 3 && !VERB.test(said) && !/^(?:the|our|a|an)\b/iu.test(said))) return '';
  return lang === 'en' ? turned(said) : said;
}

/** The words of the one who speaks, for the one who reads: "their appointment" is "your appointment". */
const turned = (text: string): string =>
  text
    .replace(/\bthey are\b/giu, 'you are')
    .replace(/\bthey['’]re\b/giu, 'you are')
    .replace(/\bthey\b/giu, 'you')
    .replace(/\bthem\b/giu, 'you')
    .replace(/\btheirs\b/giu, 'yours')
    .replace(/\btheir\b/giu, 'your');

const FIXES: [RegExp, string][] = [
  [/\bi\b/g, 'I'],
  [/\bim\b/gi, "I'm"],
  [/\bdont\b/gi, "don't"],
  [/\bdoesnt\b/gi, "doesn't"],
  [/\bcant\b/gi, "can't"],
  [/\bwont\b/gi, "won't"],
  [/\bisnt\b/gi, "isn't"],
  [/\barent\b/gi, "aren't"],
  [/\bthats\b/gi, "that's"],
  [/\bits (?=a|an|the|not|in|on|free|open|called|very|all|easy|okay|fine|grass)\b/gi, "it's "],
  [/\btheres\b/gi, "there's"],
  [/\bweve\b/gi, "we've"],
  [/\byoull\b/gi, "you'll"],
  [/\bppl\b/gi, 'people'],
  [/\bu\b/g, 'you'],
  [/\bur\b/g, 'your'],
  [/\bits (?=\d)/gi, "it's "],
  [/\s&amp;\s/g, ' & '],
  [/\s(?:n|'n'|n')\s/g, ' and '],
  [/!{2,}/g, '!'],
];

/** "fri 13 march": months and days have capitals where their language gives them one. */
export function polishedDates(text: string, lang: string): string {
  if (lang !== 'en' && lang !== 'de') return text;
  WHEN.lastIndex = 0;
  return text.replace(WHEN, (when) =>
    when.replace(/(?<![\p{L}])(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|dien|mitt|donn|frei|sam|sonn)\p{Ll}{0,8}(?![\p{L}])/giu, (word) =>
      /^(?:mitte|monat|monate|marks?|sunny)$/iu.test(word) ? word : capital(word),
    ),
  );
}

/** A sentence as its author would have written it with more time: capitals, apostrophes, no shouting. */
export function polished(text: string, lang: string): string {
  let result = polishedDates(text.trim(), lang).replace(/^(?:and|so|also|but|basically|so basically|ok so|well|then|plus|und|aber|et|mais|y|pero|e|ma|mas|en|maar|och|men|i|ale)[\s,]+(?=\S)/iu, '');
  if (/^[^\p{Ll}]{12,}$/u.test(result)) result = result.toLocaleLowerCase();
  if (lang === 'en') for (const [pattern, by] of FIXES) result = result.replace(pattern, by);
  return result.replace(/!+$/u, '.').replace(/\s*\((?:sorry|lol|haha|yay|sic)!*\)/giu, '');
}
