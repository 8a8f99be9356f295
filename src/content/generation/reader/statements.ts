import { WHEN } from './dates.ts';
import { capital } from './text.ts';

/** Tells the author's statements about their business, event or news from orders to the writer. Only statements may appear on a page. */

const DOCUMENT =
  /\b(?:(?:web|land\p{L}*|home|sign-?up|one|this|the|a|your|my|simple|nice|short) ?pages?|page (?:for|about|that|with|should|must)|webpages?|websites?|web sites?|(?:the|this|a|my|our) site|site (?:for|about|should|that)|homepage|landing|lp|e-?mail should|mail should|newsletter should|headlines?|subline|(?:the|a|one|all|big|call the|every|red|blue|green|round) buttons?|buttons?|cta|call to action|sections?|layout|fonts?|typeface|colou?r scheme|colou?rs? (?:is|are|should)|palette|tone of voice|wording|copywriting|above the fold|conversion|seo|nav|navigation|emojis?|exclamation|bullet points?|stock.?photos?|lorem|hero (?:section|image)|seite soll|webseite|überschrift|knopf|schaltfläche|abschnitt|hintergrundfarbe|page web|bouton|botón|encabezado|pulsante|intestazione|botão|knop|rubrik|knapp|nagłówek|przycisk)\b|ページ(?:を|に|で)|サイト(?:を|に)|ボタン|見出し|配色|デザイン|トーン|してください|お願いします|ほしい|页面|网页|按钮|标题/iu;
const PLEA =
  /\b(?:please|pls|plz|kindly|i suppose|if (?:you can|possible)|would be (?:cool|nice|great|good|lovely)|would like (?:it|the|a|an|you|to have)|i['’]d like|we['’]d like|i would like|should (?:look|feel|sound|read|say|be (?:able to|simple|clear|short|warm|friendly|easy))|ought to|must (?:look|feel|sound|fit on)|needs? to (?:look|feel|sound|fit|say)|(?:can|could|would) you|want (?:it|the page|you|people|visitors|someone|readers|the site|the mail|the email|a page|them)|make (?:it|the|this|sure|them|someone|people)|(?<!do )i need|we need (?:a|an|some|the) (?:\p{L}+ )?(?:page|site|email|mail|form|landing|website)|keep it|sound(?:s|ing)? (?:like|too|friendly|human)|looks? (?:like|as if|nice|good|cheap|boring|professional)|looking for a (?:page|site)|no good with words|here goes|be honest|say so|say that|put (?:that|this|it) in|don['’]?t (?:put|write|say|use|shout|make|forget|add|mention|want|overdo|be)|do not (?:write|use|make|put|say|add|shout)|never (?:say|write|use|mean|mention)|not (?:too|looking|like|overly)|no one reads|above all|in capitals|for the capitals|my notes|only (?:my )?notes|translate|rewrite|people (?:should|can|must)|visitors? (?:should|can|must)|customers? (?:should|can|must|are the sort)|users should|they (?:should|need to|have to|can|fill)|write (?:it|the|this|in)|goes? (?:out|to existing)|how it looks|sample data|(?:it|this|that|everything|the (?:whole|text|mail|email|page|look|style|tone)) (?:should|must|ought|has to|needs to)|sorry (?:for|about) (?:the |my )?(?:capitals|caps|typing|english|mess|typos|spelling)|bitte|soll(?:en|te)?|wirken|per du|per sie|nicht kitschig|il faut|doit|doivent|s['’]il (?:te|vous) pla[iî]t|svp|stp|merci de|debe|que (?:quede|sea|parezca)|sin (?:asustar|exagerar)|por favor|deve|per favore|se faz favor|moet(?:en)?|graag|doe maar|alstublieft|ska(?:ll)? (?:vara|kännas|se)|snälla|tack på förhand|prosz[ęe]|ma (?:być|wyglądać)|bez wykrzykników)\b/iu;
const ORDER =
  /^(?:(?:and|also|then|so|but|just|ok|maybe|und|et|y|e|en|och|i)\s+)*(?:make|keep|use|add|include|write|draft|put|show\s(?:the|a|an|our|my|how|what|where|that|them|people|some|all|it)|create|build|design|give|avoid|skip|leave|mention|say|tell|thank|remind|invite|introduce|announce|apologi[sz]e|explain|translate|shorten|think of|imagine|let(?:['’]s| them| people)|be|like (?:an?|the|in)|here(?:['’]?s| is| are)|below (?:is|are)|get them|win them|bring them back|feel free|nothing (?:fancy|moves|flashy|cheesy)|no nonsense|no marketing|no (?:bullshit|fluff|jargon|buzzwords?|corporate)|mach\p{L}*|schreib\p{L}*|erstell\p{L}*|verwend\p{L}*|nutz\p{L}*|erwähn\p{L}*|füg\p{L}*|keine? (?:floskeln|klischees)|fais|faites|ajoute\p{L}*|utilise\p{L}*|écri\p{L}*|évite\p{L}*|haz|hazlo|usa|añade|pon|escribe|evita|fai|aggiungi|scrivi|metti|faz|faça|usa|adiciona|escreve|coloca|maak|gebruik|schrijf|voeg|gör|använd|skriv|lägg till|zrób|użyj|dodaj|napisz|unikaj)(?![\p{L}'’])/iu;
/** "I want …" is a wish, unless it asks for money or help. */
const WANT =
  /^(?:(?:and|also|but|so)\s+)*(?:(?:i|we)(?:['’]d| would)? (?:want|like|love|prefer|wish)\b(?!\s(?:to\s(?:reach|collect|get|raise|find)\s)?[£$€]?\d)|i need\b|need (?:people|them|customers|visitors|guests) to\b|we need (?!£|\d|€|\$|help|volunteers|people|your|money|more|you)|(?:ich|wir) (?:möchten?|brauchen?|wünschen?|hätten?)\b|(?:je|nous) (?:veux|voulons|voudr\p{L}+)\b|quier\p{L}+|vorrei|vorremmo|quero|queremos)/iu;
const THIRD =
  /^(?:legal|marketing|the boss|my boss|boss|the client|the committee|my (?:mum|wife|husband|partner))\s+(?:wants?|says?|asks?|would|thinks?|insists?)\b/iu;

const OWN_SITE =
  /^(?:and\s)?(?:our|the)\s(?:website|site|web shop|shop|booking page|newsletter|landing page)\s(?:was|were|is|has|had|will|went|goes|shows?|moved)\b/iu;

export const instruction = (text: string): boolean =>
  !OWN_SITE.test(text.trim()) &&
  (DOCUMENT.test(text) ||
    PLEA.test(text) ||
    THIRD.test(text.trim()) ||
    WANT.test(text.trim()) ||
    ORDER.test(text.trim()) ||
    /[?？]\s*$/u.test(text));

const SPEAKERS: Record<string, RegExp> = {
  en: /^(?:and\s|so\s|also\s|but\s)?(?:we|we['’](?:re|ve|ll|d)|i|i['’](?:m|ve|ll)|im|ive|weve|it|it['’]s|its|they|there|there['’]s|theres|everyone|everybody|nobody|no one|you|your|if|when|once|bring|come|join|meet|wear|reply|book us|call us|donate|help us|visit|drop in|bring your)(?![\p{L}])/iu,
  de: /^(?:wir|ich|es|man|du|ihr|wenn|falls|bringt?|kommt?)(?!\p{L})/iu,
  fr: /^(?:nous|on|je|j['’]|c['’]est|il|elle|ils|elles|vous|tu|si)(?!\p{L})/iu,
  es: /^(?:nosotr\p{L}{2}|somos|estamos|tenemos|ofrecemos|hacemos|llevamos|soy|tengo|hay|es|son|si|será|habrá)(?!\p{L})/iu,
  it: /^(?:noi|siamo|abbiamo|offriamo|facciamo|sono|ho|è|c['’]è|ci sono|se|sarà)(?!\p{L})/iu,
  pt: /^(?:nós|somos|temos|oferecemos|fazemos|sou|tenho|é|são|há|se|será|haverá)(?!\p{L})/iu,
  nl: /^(?:we|wij|ik|het is|er (?:is|zijn|was|waren)|je|u|als)(?!\p{L})/iu,
  sv: /^(?:vi|jag|det|du|ni|om)(?!\p{L})/iu,
  pl: /^(?:jestem|jesteśmy|mamy|oferujemy|robimy|mam|to jest|jest|są|jeśli|będzie|będą)(?!\p{L})/iu,
};
const VERBS: Record<string, RegExp> = {
  en: /(?<!\b(?:who|that|which|where|what|how|if|when|to|and)\s)\b(?:is|isn['’]t|are|aren['’]t|was|were|has|have|had|will|won['’]t|can|can['’]t|(?<!\d\s)may(?!\s\d)|does|doesn['’]t|do not|don['’]t|dont|costs?|comes?|goes?|go|takes?|took|pays?|paid|gets?|begins?|needs?|wants?|sells|makes|offers|runs|teaches|bakes|ships?|sits|lies|lives?|belongs?|stays?|lasts?|holds|fits|gives?|arrives?|expires?|closes|opens|opened|ends (?:in|on)|starts? (?:at|on|in)|finishes|happens?|sees|knows?|hatched|moved|changed|charged|refunded|retires?|means|keeps?|brings?|grows?|speaks?|welcomes?|covers|includes|counts)\b|['’](?:re|ve|ll)\b|\b(?:moves?|returns?|changes?|falls|continues|stops|rises|becomes|joins|leaves|reopens|switches|shifts|finishes|meets|starts|ends|runs|plays|travels|turns)\s(?:to|from|on|in|at|into|for|back|by|its|the|our|an?|up|down|again)\b/iu,
  de: /(?<!\p{L})(?:ist|sind|war|waren|hat|haben|hatten?|wird|werden|kann|können|darf|dürfen|gibt|kommt|kommen|macht|machen|kostet|kosten|beginnt|endet|findet|bringt|bleibt|liegt|geht|gehen|läuft|bietet|verkauft|backt|arbeitet|treffen|trifft|öffnet|schließt|zieht|freuen|hab|habe|gehört|stehen|steht)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:est|sont|était|ont|a|sera|peut|peuvent|coûte|commence|finit|vend|propose|ouvre|ferme|reste|vient|fait|dure|accueille|comprend)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:es|son|está|están|era|fue|tiene|tienen|será|puede|pueden|cuesta|empieza|termina|vende|ofrece|abre|cierra|hace|dura|incluye|llega|hay)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:è|sono|era|ha|hanno|sarà|può|possono|costa|inizia|finisce|vende|offre|apre|chiude|fa|dura|comprende|arriva)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:é|são|está|estão|era|foi|tem|têm|será|pode|podem|custa|começa|termina|vende|oferece|abre|fecha|faz|dura|inclui|chega)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:is|zijn|was|waren|heeft|hebben|wordt|worden|kan|kunnen|mag|kost|kosten|begint|eindigt|verkoopt|biedt|opent|sluit|komt|gaat|duurt|krijgt|zoekt)(?!\p{L})/iu,
  sv: /(?<!\p{L})(?:är|var|har|hade|blir|kan|får|kostar|börjar|slutar|säljer|erbjuder|öppnar|stänger|kommer|går|finns|ingår)(?!\p{L})/iu,
  pl: /(?<!\p{L})(?:jest|są|był|była|było|były|ma|mają|będzie|może|mogą|kosztuje|zaczyna|kończy|sprzedaje|oferuje|trwa|rusza|przenosimy|czeka)(?!\p{L})/iu,
};

const FIRST_PERSON: Record<string, RegExp> = {
  es: /^(?:nos\s|también\s)?\p{L}{3,}(?:amos|emos|imos)\s/iu,
  pt: /^(?:também\s|só\s)?(?:\p{L}{3,}(?:amos|emos|imos)|atendo|faço|trabalho|ofereço|vendo|dou|tenho)\s/iu,
  it: /^(?:ci\s|vi\s|anche\s)?\p{L}{2,}iamo\s/iu,
  pl: /^(?:też\s)?\p{L}{2,}(?:amy|emy|imy|ymy)\s/iu,
};

export function isStatement(sentence: string, lang: string): boolean {
  const text = sentence.trim();
  if (lang === 'ja' || lang === 'zh')
    return /^.{6,}(?:です|ます|ました|ません|しています|あります|できます|だ|いる|ある|。|了)[。]?$/u.test(text);
  const words = text.split(/\s+/).length;
  const speaker = SPEAKERS[lang] ?? (SPEAKERS.en as RegExp);
  const verb = VERBS[lang] ?? (VERBS.en as RegExp);
  if (words === 3 && lang === 'en' && /^(?:we|i)\s(?!(?:want|need|like|love)\b)\p{L}{3,}\s\p{L}{3,}/iu.test(text)) return true;
  if (words >= 3 && FIRST_PERSON[lang]?.test(text)) return true;
  if (words < 4) return words >= 2 && lang === 'en' && /^(?:we|i|it|they)['’](?:re|ve|ll|s|m)\s\p{L}{4,}/iu.test(text);
  if (words > 60) return false;
  const [clause = ''] = text.split(/[,;:]/u);
  if (lang === 'en' && words >= 5 && /\b(?:we|you)\s(?!(?:can|want|need)\b)\p{L}{2,}/iu.test(text)) return true;
  return speaker.test(text) || verb.test(clause.split(/\s+/).slice(0, 16).join(' '));
}

/** "If anything is wrong, they should write to us." */
const ADVICE =
  /^((?:if|when|once|unless)\s[^,]{3,120}?,?)\s+(?:they|people|customers|users|members|guests|parents|readers)\s(should|must|can|need to|have to)\s(.{4,200})$/iu;

/** "Customers should check their confirmation." */
const TOLD =
  /^(?:they|customers|users|members|guests|parents|readers|subscribers|participants|attendees)\s(?:should|must|need to|have to)\s(?!be able|see|feel|know|understand|find)(.{4,160})$/iu;

const ORDERS =
  /^(?:(?:please|pls|also|and|then|kindly)\s+)*(?:mention(?:ing)?|say(?:ing)?|(?:just )?(?:one|an?) (?:\p{L}{2,12} )?(?:sentence|line|paragraph|note|word)(?= that| saying| to say)(?: saying| to say)?|tell(?:ing)?\s+(?:them|people|visitors|customers|members|everyone|everybody|our\s+\p{L}+|the\s+\p{L}+|my\s+\p{L}+|all\s+\p{L}+|\p{L}+)|let\s+(?:them|people|customers|members|everyone|our\s+\p{L}+|the\s+\p{L}+|\p{L}+)(?:\sof\s[^,.]{2,40}?)?\s+know|remind(?:ing)?\s+(?:them|people|customers|members|everyone|our\s+\p{L}+|the\s+\p{L}+|\p{L}+)|inform(?:ing)?\s+(?:them|people|customers|members|our\s+\p{L}+|the\s+\p{L}+|\p{L}+)|apologi[sz]e(?:\sto\s(?:(?:the|our|my|all)\s)?\p{L}+)?(?=\s(?:because|that)\s)|announc(?:e|ing)|explain(?:ing)?|state|stating|point(?:ing)? out|make (?:it )?clear|stress|note|include|erwähne\w*(?: bitte)?|sag\w*(?: ihnen| den \p{L}+)?|schreib\w*(?: bitte)?|teil\w* (?:ihnen|den \p{L}+) mit|informier\w* \p{L}+(?: \p{L}+)?|weise darauf hin|erinner\w*\s(?:(?:unsere|die|alle|meine)\s){0,2}\p{L}+(?:\sdaran)?|mentionne[rz]?|dis(?:-leur)?|informe[rz]? (?:les|nos) \p{L}+|annonce[rz]?(?: (?:à|aux)(?: (?:nos|les|tous))? \p{L}+)?|rappele[rz]?\s(?:à|aux)(?:\s(?:tous|nos|les|mes)){0,2}\s\p{L}+|di(?:s|tes) (?:à|aux)(?: (?:nos|les))? \p{L}+|di(?:les)?|menciona\w*|informa\w* a (?:los|nuestros) \p{L}+|anuncia\w*|recu[eé]rda\w*(?:\sa(?:\s(?:los|las|nuestr[oa]s|todos|mis)){0,2}\s\p{L}+)?|ricorda\w*(?:\s(?:ai|agli|alle)(?:\s(?:nostr[ie]|miei))?\s\p{L}+)?|lembr\w*\s(?:aos|às|os|as)(?:\s(?:noss[oa]s))?\s\p{L}+(?:\sde)?|herinner\s(?:de|onze|alle)\s\p{L}+(?:\seraan)?|påminn\s(?:våra\s|alla\s)?\p{L}+(?:\som)?|przypomnij\s(?:naszym\s)?\p{L}+|di(?:’|')?\s?(?:loro|ai \p{L}+)|menziona|comunica (?:ai|agli|alle) \p{L}+|annuncia|diz(?:er)? (?:aos|às) \p{L}+|menciona|informa\w* (?:os|as) \p{L}+|anuncia\w*|vertel (?:ze|hun|de \p{L}+|onze \p{L}+)|vermeld|laat (?:de|onze) \p{L}+ weten|nämn|berätta(?: för \p{L}+)?|meddela \p{L}+|wspomnij|powiedz \p{L}+|poinformuj \p{L}+(?: \p{L}+)?)(?:\s*(?:,|:)?\s+|$)(?:(?:about|of)\s+|(?:that|dass|que|che|att|dat|że|how|because)\s+)?/iu;

/** "Tell members that the hall is closed". Undefined if the sentence orders nothing to be said. */
export function orderedStatement(sentence: string, lang: string): string | undefined {
  const advice = lang === 'en' ? ADVICE.exec(sentence.trim()) : null;
  const told = lang === 'en' && !/\b(?:page|site|website|form|sign up)\b/iu.test(sentence) ? TOLD.exec(sentence.trim()) : null;
  if (told) return `please ${turned(told[1] ?? '')}`;
  if (advice)
    return `${advice[1]?.replace(/,\s*$/u, '')}, ${/^can/iu.test(advice[2] ?? '') ? 'you can' : 'please'} ${turned(advice[3] ?? '')}`;
  const reminder = lang === 'en' ? REMINDER.exec(sentence.trim()) : null;
  if (reminder) return `please remember ${reminder[1]}`;
  const found = ORDERS.exec(sentence.trim());
  if (!found) return undefined;
  const said = sentence.trim().slice(found[0].length).trim();
  if (said === '') return '';
  return lang === 'en' ? turned(said.replace(/^to\s(?=\p{Ll})/u, '')) : said;
}

const REMINDER = /^(?:please )?remind(?:ing)? (?:them|people|everyone|everybody|\p{L}+) (?:of|about) (.{3,120})$/iu;

/** "their appointment" becomes "your appointment". */
export const turned = (text: string): string =>
  text
    .replace(/\bthey are\b/giu, 'you are')
    .replace(/\bthey(?=['’](?:re|ve|ll|d)\b)/giu, 'you')
    .replace(/\bthey have\b/giu, 'you have')
    .replace(/\bthey\b/giu, 'you')
    .replace(/\bthem\b/giu, 'you')
    .replace(/\btheirs\b/giu, 'yours')
    .replace(/\btheir\b/giu, 'your');

const FIXES: [RegExp, string | ((word: string) => string)][] = [
  [/\bi\b/g, 'I'],
  [/\bits (?=a|an|the|not|in|on|free|open|called|very|all|easy|okay|fine|grass)\b/gi, "it's "],
  [
    /\b(?:christmas|easter|halloween|diwali|hanukkah|ramadan|eid|english|french|german|spanish|italian|welsh|irish|scottish|british|european|american)\b/g,
    (word: string) => capital(word),
  ],
  [/\b(?:agm|rsvp|bbq|pta|cv|uk|usa|gdpr|api|pdf|hr|atm|vat|gp)\b/g, (word: string) => word.toUpperCase()],
  [/\bRsvp\b/g, 'RSVP'],
  [/\bu\b/g, 'you'],
  [/\bits (?=\d)/gi, "it's "],
  [/\s&amp;\s/g, ' & '],
  [/(?<=\p{L}) (?=(?:never|nothing|no) more\b)/gu, ', '],
  [
    /\bsome (?:of our |of the )?(?:subscribers|customers|members|users|clients|guests|readers)(?: of (?:\p{Lu}[\p{L}'’&]*\s?){1,4}(?=\s|$))?/gu,
    'some of you ',
  ],
  [/\s{2,}/g, ' '],
  [/\s(?:n|'n'|n')\s/g, ' and '],
  [/!{2,}/g, '!'],
];

const fixed = (text: string): string =>
  FIXES.reduce((result, [pattern, by]) => (typeof by === 'string' ? result.replace(pattern, by) : result.replace(pattern, by)), text);

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** `tue`, `thurs` */
const dayOf = (word: string): string | undefined =>
  /^(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)$/u.test(word)
    ? DAYS.find((day) => day.toLowerCase().startsWith(word.slice(0, 3)))
    : undefined;

/** "fri 13 march": capitals for days and months where the language has them. */
export function polishedDates(text: string, lang: string): string {
  if (lang !== 'en' && lang !== 'de') return text;
  WHEN.lastIndex = 0;
  return text.replace(WHEN, (when) =>
    when.replace(
      /(?<![\p{L}])(?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|dien|mitt|donn|frei|sam|sonn)\p{Ll}{0,8}(?![\p{L}])/giu,
      (word, at: number, all: string) =>
        lang === 'en' && dayOf(word) && !/[-–/]/.test(`${all.charAt(at - 1)}${all.charAt(at + word.length)}`)
          ? (dayOf(word) as string)
          : /^(?:mitte|monats?|monate|months?|marks?|sunny)$/iu.test(word)
            ? word
            : capital(word),
    ),
  );
}

export const spelt = (text: string, lang: string): string => (lang === 'en' ? fixed(polishedDates(text, lang)) : polishedDates(text, lang));

const OPENERS: Record<string, RegExp> = {
  en: /^(?:(?:and|so|also|but|basically|ok so|ok|well|then|plus|btw|ps|p\.s\.?|oh and)[\s,:]+){1,3}(?=\S)/iu,
  de: /^(?:(?:und|also|aber|außerdem|ach ja)[\s,]+){1,2}(?=\S)/iu,
  fr: /^(?:(?:et|mais|aussi|alors)[\s,]+){1,2}(?=\S)/iu,
  es: /^(?:(?:y|pero|además|también)[\s,]+){1,2}(?=\S)/iu,
  it: /^(?:(?:e|ma|anche|inoltre)[\s,]+){1,2}(?=\S)/iu,
  pt: /^(?:(?:e|mas|também|além disso)[\s,]+){1,2}(?=\S)/iu,
  nl: /^(?:(?:en|maar|ook|dus)[\s,]+){1,2}(?=\S)/iu,
  sv: /^(?:(?:och|men|även|så)[\s,]+){1,2}(?=\S)/iu,
  pl: /^(?:(?:i|ale|oraz|też)[\s,]+){1,2}(?=\S)/iu,
};

const ACCENTS: Record<string, [RegExp, string][]> = {
  es: [
    [/(?<=\p{L}{2})eria(s?)(?!\p{L})/giu, 'ería$1'],
    [/(?<=\p{L}{2})cion(?!\p{L})/giu, 'ción'],
    [/(?<!\p{L})sabado(s?)(?!\p{L})/giu, 'sábado$1'],
    [/(?<!\p{L})miercoles(?!\p{L})/giu, 'miércoles'],
    [/(?<!\p{L})musica(?!\p{L})/giu, 'música'],
    [/(?<!\p{L})dia(s?)(?!\p{L})/giu, 'día$1'],
  ],
  it: [
    [/(?<!\p{L})(lune|marte|mercole|giove|vener)di(?!\p{L})/giu, '$1dì'],
    [/(?<!\p{L})citta(?!\p{L})/giu, 'città'],
    [/(?<!\p{L})caffe(?!\p{L})/giu, 'caffè'],
    [/(?<!\p{L})qualita(?!\p{L})/giu, 'qualità'],
  ],
  fr: [
    [/(?<!\p{L})gratuitement a(?!\p{L})/giu, 'gratuitement à'],
    [/(?<!\p{L})fevrier(?!\p{L})/giu, 'février'],
    [/(?<!\p{L})aout(?!\p{L})/giu, 'août'],
    [/(?<!\p{L})decembre(?!\p{L})/giu, 'décembre'],
    [/(?<!\p{L})cafe(s?)(?!\p{L})/giu, 'café$1'],
  ],
  pt: [
    [/(?<=\p{L}{2})cao(?!\p{L})/giu, 'ção'],
    [/(?<!\p{L})sabado(s?)(?!\p{L})/giu, 'sábado$1'],
    [/(?<!\p{L})nao(?!\p{L})/giu, 'não'],
    [/(?<!\p{L})cafe(?!\p{L})/giu, 'café'],
  ],
  de: [
    [/(?<!\p{L})fuer(?!\p{L})/giu, 'für'],
    [/(?<!\p{L})ueber(?!\p{L})/giu, 'über'],
    [/(?<!\p{L})maerz(?!\p{L})/giu, 'März'],
  ],
};

export const accented = (text: string, lang: string): string =>
  (ACCENTS[lang] ?? []).reduce((result, [pattern, by]) => result.replace(pattern, by), text);

export function polished(text: string, lang: string): string {
  let result = accented(polishedDates(text.trim(), lang), lang).replace(OPENERS[lang] ?? (OPENERS.en as RegExp), '');
  if (/^[^\p{Ll}]{12,}$/u.test(result)) result = result.toLocaleLowerCase();
  if (lang === 'en') result = fixed(result);
  return result.replace(/!+$/u, '.').replace(/\s*\((?:sorry|lol|haha|yay|sic)!*\)/giu, '');
}
