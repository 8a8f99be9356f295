/**
 * Sentences of a prompt that are the author's own words about their business, event or news, and those that order something of the writer.
 * Only the former may stand on a page.
 */

/** Words that speak to the writer, or about the page as a thing to be made. */
const INSTRUCTION =
  /\b(?:please|pls|plz|kindly|page|pages|website|web site|webpage|site|homepage|landing|email should|mail should|newsletter should|headline|button|buttons|cta|section|sections|layout|font|fonts|colou?rs?|palette|tone|voice|style|design|copy|wording|text should|should (?:look|feel|sound|be|have|say|read)|ought to|must (?:look|feel|sound|fit)|needs? to (?:look|feel|sound|be|fit)|make (?:it|the|sure|them)|keep it|looks? like|sound like|feel like|above the fold|conversion|seo|write|mention|include|add|put (?:that|this|it|in)|dont put|don['’]t (?:put|write|say|use|shout|make|forget)|dont (?:say|write|use)|do not (?:write|use|make)|say so|say that|be honest|image|picture|photo|logo|emoji|emojis|exclamation|bullet|paragraph|translate|shorten|rewrite|visitors? (?:should|can|must)|people should|people can|customers (?:should|can)|they should|they (?:have|need) to|want (?:it|the|a|an|them|people)|would like|i['’]d like|need (?:a|an|the|it|them)|i need|we need a|looking for a page|for the page|on the page|no good with words|here goes|thank you in advance|in capitals|bitte|seite|webseite|überschrift|knopf|schaltfläche|abschnitt|schrift|farben?|ton(?:fall)?|gestaltung|soll(?:en|te)?|wirken|per du|per sie|erwähne\w*|schreib\w*|page web|titre|bouton|couleurs?|ton|police|il faut|doit|mentionne\w*|ajoute\w*|página|título|botón|colores|tono|letra|debe|que quede|menciona\w*|añad\w*|pagina|sito|titolo|pulsante|colori|stile|deve|aggiungi|menziona|botão|cores|deve|adicione|mencione|knop|kleuren|stijl|moet|voeg|vermeld|doe maar|sida|rubrik|knapp|färger|stil|ska|lägg till|nämn|strona|stronę|nagłówek|przycisk|kolory|styl|dodaj|bez wykrzykników)\b|(?:ページ|サイト|ボタン|見出し|配色|デザイン|トーン|してください|お願いします|ほしい)/iu;

/** Whether a sentence orders something of the writer. */
export const instruction = (sentence: string): boolean => INSTRUCTION.test(sentence) || /[?？]\s*$/u.test(sentence);

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
  [/\s&amp;\s/g, ' & '],
  [/!{2,}/g, '!'],
];

/** A sentence as its author would have written it with more time: capitals, apostrophes, no shouting. */
export function polished(text: string, lang: string): string {
  let result = text.trim().replace(/^(?:and|so|also|but|basically|so basically|ok so|well)[\s,]+/iu, '');
  if (/^[^\p{Ll}]{12,}$/u.test(result)) result = result.toLocaleLowerCase();
  if (lang === 'en') for (const [pattern, by] of FIXES) result = result.replace(pattern, by);
  return result.replace(/!+$/u, '.');
}
