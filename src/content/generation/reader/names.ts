import { capital, type Masked } from './text.ts';
import { allAnyCase, anyCase, asWritten, lexicon, normal } from './words.ts';

const CAP = "(?:(?:St|Dr|Mr|Mrs)\\.|\\p{Lu}(?:[\\p{L}\\p{M}\\p{N}'’&-]|\\.(?=\\p{L}))*)";
const SMALL =
  '(?:of|the|and|&|\\+|n|de|del|della|di|da|do|dos|du|des|la|le|les|el|los|von|van|der|den|und|y|e|et|zum|zur|am|im|i|och|pod|w)';
export const NAME = `(?:${CAP}|\\d{1,4})(?: (?:${SMALL} ){0,2}(?:${CAP}|\\d{1,4}|& ${CAP})){0,7}`;

const CALLED =
  /(?:\b(?:called|named|under the name(?: of)?|by the name of|it['’]?s called|its called|is called|name[sd]? is|we are called|goes by|titled|entitled|heißt|namens|genannt|appelée?|nommée?|s['’]appelle|se llama|llamad[ao]|chiamat[ao]|si chiama|chamad[ao]|chama-se|genaamd|heet|som heter|heter|o nazwie|nazywa się|pod nazwą)\b)\s+[:"]?/iu;

/** "Called" must name the whole, not one of its parts. */
const NAMED_THING =
  /(?:^|\b(?:it|its|it['’]s|is|are|we|we['’]re|which|that|firm|company|business|shop|store|app|event|course|class|product|band|project|page|site|place|brand|startup|start-up|studio|newsletter|podcast|blog|magazine|club|café|cafe|restaurant|bar|bakery|school|festival|conference|workshop|webinar|tool|platform|service|agency|practice|gallery|album|book|series|game|charity|campaign|group|farm|hotel|salon|team|name|\p{L}{2,20}(?:ware|shop|bar|laden|firma|verein|projekt|produkt|haus|kurs))\s*[,(]?\s*(?:it['’]?s\s|is\s)?)$/iu;

export function calledName(text: string, masked: Masked, isFirst: boolean): { name: string; at: number; end: number } | undefined {
  const found = CALLED.exec(text);
  if (!found || (!isFirst && !NAMED_THING.test(text.slice(0, found.index)))) return undefined;
  const from = found.index + found[0].length;
  const after = text.slice(from);
  const aside = masked.at(after.charAt(0));
  if (aside?.kind === 'quote') return { name: aside.text, at: found.index, end: from + 1 };
  const name = asWritten`^(?:${NAME})`.exec(after)?.[0];
  if (name) return { name: tidy(masked.shown(name)), at: found.index, end: from + name.length };
  // "its called glutstein": people who write without capitals.
  const word = /^[\p{L}\p{N}'’&-]{2,30}/u.exec(after)?.[0];
  if (!word || /^(?:it|a|an|the|that|this|for|and|with|to|after)$/i.test(word)) return undefined;
  return { name: capital(masked.shown(word)), at: found.index, end: from + word.length };
}

const NO_NAME = new Set(
  normal(
    "Charity Community Grant Donation Donations Registration Confirmation Volunteer Memorial Exhibition Poll Quiz Couple DHL UPS FedEx DPD Hermes GLS USPS PostNord InPost GMT CET CEST BST EST PST UTC SMS SaaS PDF VAT EUR USD GBP Membership Early Regular Clients Projects Topics I I'm I'd We We're Our My The A An This That It It's Please Hi Hello Hey Dear Thanks Thank Need Make Create Build Design Write Want Looking Also And But For With In On At To From By Of Add Include Use Can Could Would Should Must FAQ FAQs CTA RSVP SEO AI UI UX HTML CSS URL PDF CV OK Q A Form Page Website Site Email Landing Newsletter Button Headline Title Subject Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mon Tue Wed Thu Fri Sat Sun January February March April May June July August September October November December Jan Feb Mar Apr Jun Jul Aug Sep Oct Nov Dec English German French Spanish Italian Portuguese Dutch Swedish Polish Japanese Christmas Easter Halloween Instagram Facebook LinkedIn Google Zoom Welcome Invitation Reminder Sale Wir Unsere Unser Bitte Eine Ein Der Die Das Für Mit Nous Notre Une Un Le La Les Pour Nuestra Nuestro Una El Los Para Página Il Lo Gli Per Pagina Sito Uma O Os As Een De Het Voor En Ett För Sida Strona Dla Portfolio Webinar Waitlist Waiting Opening Soon Shop Wedding Signup Sign-up Zbiórka Zaproszenie Coming Launch Info Order Offers Price Prices Plans Menu Tour Team About Contact Course Class Event Job Hiring Wanted Survey Second Second-hand Big Small New Best Only Just Here Who What When Where Why How Also Then Once Every Each First Last Max Min Warm Dark Light Look Tone Style Colours Colors Keep Ask Tell Say Say Show Give Let Trial Tickets Free Lista Espera Correo Convite Webinaire Colloque Stuga Página Página Sito",
  ).split(' '),
);

const isName = (word: string): boolean => /^\p{Lu}/u.test(word) && !NO_NAME.has(normal(word));

const BEHIND =
  /(?:\b(?:from|by|to|into|join)\s+(?:the\s+|our\s+|my\s+)?|\b(?:for|of|about|für|vom|von|der|bei|pour|de|du|chez|para|per|di|da|do|del|della|dos|voor|van|bij|för|från|hos|dla|firmy|klubu)\s+(?:the\s+|our\s+|my\s+|das\s+|den\s+|die\s+|unser\p{L}{0,2}\s+|\p{Ll}{2,20}\s+){0,3}?)$/u;
const AFTER_NAME = /^\s*(?:$|[,:;.–—(]|\s-\s|\b(?:is|sells|makes|offers|are|has|ist|est|es|è|é|serves|opens|turns|in|near|needs)\b)/u;
const PERSONAL =
  /\b(?:mrs?|ms|dr|miss|by|with|from|brother|sister|wife|husband|mum|dad|daughter|son|aunt|uncle|leader is|agent|boss|mit|von|chef|called after|frau|herr)\.?\s+(?:my\s+)?$/iu;
const KIND_BEFORE =
  /\b(?:app|band|banda|club|clube|circolo(?:\s\p{Ll}+)?|café|cafe|restaurant|restaurante|ristorante|pizzeria(?:\s\p{Ll}+){0,2}|trattoria|hotel|shop|studio|firm|company|brand|startup|podcast|newsletter|blog|festival|livraria|librería|libreria|taller(?:\s\p{Ll}+){0,2}|tienda|negozio|loja|klub|livro|libro|book|album|disco|série|gallery|galeria|firma|verein|laden|seite|klinik|clínica|clinica|school|users|verlag|werkstatt)\s+$/iu;

/** “circolo Remo Alto” */
export const isNamedKind = (text: string, name: string): boolean => KIND_BEFORE.test(text.slice(0, Math.max(0, text.indexOf(name))));

const LEAST = 2;

const GERMAN_KIND =
  /^(?:Gasthaus|Gasthof|Café|Cafe|Kita|Praxis|Hotel|Restaurant|Bäckerei|Hof|Weingut|Verein|Atelier|Studio|Haus|Pension|Galerie|Buchhandlung|Werkstatt|Schule|Tischlerei|Gärtnerei|Metzgerei|Friseur|Salon|Kanzlei|Zum|Zur|Villa|Tierheim|Kindergarten|Chor|Theater|Kino|Museum|Musikschule|Tanzschule|Fahrschule|Reitschule|Familie|Brauerei|Imkerei|Töpferei|Schreinerei|Autohaus|Zahnarztpraxis|Tierarztpraxis|Stiftung|Projekt|Festival|Physiotherapie|Yogastudio|Ferienwohnung|Ferienhaus)\s\p{Lu}/u;

const DAY_NAME = /^(?:mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday)?s?$/iu;

interface Candidate {
  name: string;
  at: number;
  strength: number;
}

/** @param onlyName accept the only capitals of a text anywhere @param lang German capitalises every noun: a word needs more evidence */
export function capitalName(
  text: string,
  masked: Masked,
  lang: string,
  isElse: (name: string) => boolean = () => false,
  onlyName = false,
): string | undefined {
  const place = placeIn(text, lang)?.toLowerCase();
  const candidates: Candidate[] = [];
  for (const { 0: run, index } of text.matchAll(new RegExp(`(?<![\\p{L}\\d])${NAME}`, 'gu'))) {
    const candidate = candidateOf(run, index, text, lang, masked);
    if (candidate && candidate.name.toLowerCase() !== place && !isElse(candidate.name)) candidates.push(candidate);
  }
  const [best] = candidates.toSorted((one, other) => other.strength - one.strength || one.at - other.at);
  const isAlone = candidates.length === 1 && onlyName && (text.match(/\p{Lu}/gu) ?? []).length <= 3;
  return best && (best.strength >= LEAST || (isAlone && best.at > 0 && best.strength >= 0)) ? best.name : undefined;
}

function candidateOf(run: string, index: number, text: string, lang: string, masked: Masked): Candidate | undefined {
  const words = run.split(/\s+/);
  let at = index;
  // "I'm Rowan Ashdown": the speaker is not part of the name.
  if (/^(?:I|We|It|He|She|They)['’]\p{Ll}{1,2}$/u.test(words[0] ?? '')) at += (words.shift() as string).length + 1;
  const isArticle = ([first = '', second = '']: readonly string[]): boolean =>
    /^(?:The|THE|A|O|La|Le|El|Il|Da|Los|Las|Die|Der|Das|De)$/.test(first) && isName(second) && at !== 0;
  while (words[0] !== undefined && !isName(words[0]) && !isArticle(words)) at += (words.shift() as string).length + 1;
  const isEnd = (word: string): boolean => /^(?:\p{Lu}|\d)/u.test(word) && !(words.length > 1 && DAY_NAME.test(word));
  while (words.length > 0 && !isEnd(words.at(-1) as string)) words.pop();
  const name = tidy(masked.shown(words.join(' ')));
  if (name === '' || /^\d+$/.test(name) || /^[A-Z]{1,2}$/.test(name) || !/\p{L}{2}/u.test(name)) return undefined;
  if (words.length === 1 && NO_NAME.has(normal(name))) return undefined;
  const before = text.slice(Math.max(0, at - 40), at);
  const end = at + words.join(' ').length;
  // "Lotte, Karim and Bea": the end of a list of people.
  if (/,\s$/u.test(before) && /^\p{Lu}\p{Ll}+\s(?:and|und|et|y|e|en|och|i)\s\p{Lu}\p{Ll}+$/u.test(name)) return undefined;
  if (/\b(?:hosted|led|taught|given|presented|run)\sby\s(?:\p{Ll}+\s){0,2}$/iu.test(before)) return undefined;
  const after = text.slice(end);
  const starts = /(?:^|[.!?:\n]\s*)$/u.test(before);
  const odd = /[&'’.+]|\p{Ll}\p{Lu}/u.test(name);
  const isKind = KIND_BEFORE.test(before) || (words.length > 1 && GERMAN_KIND.test(name));
  if (lang === 'de' && (!odd || /\sund\s/u.test(name)) && !/^\S*\p{Lu}{2}/u.test(name) && !isKind) return undefined;
  if (/^\p{L}+\s\d{1,3}$/u.test(name)) return undefined;
  const years = /^(.*\p{L})\s\d{4}$/u.exec(name);
  if (years?.[1] && /^[-–]\d{4}/u.test(after)) return { name: years[1], at, strength: 3 };
  // The first word of a sentence is capitalised anyway.
  if (starts && words.length === 1 && !odd && !/^\s*(?:[,:(–—]|$|\s-\s|(?:sells|makes|offers)\b)/u.test(after)) return undefined;
  if (PERSONAL.test(before) && words.length < 4 && !/^(?:from|by)\b/iu.test(before.trim())) return undefined;
  let strength = 0;
  if (BEHIND.test(before)) strength += 2;
  if (KIND_BEFORE.test(before)) strength += 3;
  if (AFTER_NAME.test(after)) strength += 1;
  if (/(?:^|[.,:;–—]|\s-)\s*(?:[Tt]he\s)?$/u.test(before) && /^\s*(?:$|[.,;:(–—]|\s-\s)/u.test(after))
    strength += starts && words.length === 1 ? 0 : 1;
  if (words.length > 1) strength += 1;
  if (words.every((word) => /^\p{Lu}{2,4}$/u.test(word))) strength -= 2;
  if (odd) strength += 1;
  if (/\b(?:in|near|im|à|en|em|w|i|te|på|at)\s+(?:the\s+)?$/iu.test(before)) strength -= 2;
  if (/^['’]s?\s/u.test(after)) strength -= 1;
  const hall = HALL.exec(text.slice(at + words.join(' ').replace(/['’]s$/u, '').length));
  return { name: hall && strength > 0 ? `${name}${hall[0]}` : name, at, strength };
}
const HALL =
  /^['’]s\s(?:\p{Ll}{3,12}\s)?(?:hall|church|school|club|café|cafe|shop|farm|bakery|kitchen|garden|studio|bar|pub|workshop|nursery|salon|barbers?|deli)\b/u;

export function coupleName(text: string): string | undefined {
  const found = COUPLE.exec(text);
  if (!found || NO_NAME.has(normal(found[1] as string)) || NO_NAME.has(normal(found[2] as string))) return undefined;
  return found[0].replace(/^(?:\p{Lu}\p{L}+\s)(?=\p{Lu}\p{L}+\s(?:&|\+|and)\s)/u, (first) => (NO_NAME.has(normal(first)) ? '' : first));
}

const COUPLE =
  /(?<!\p{L})(\p{Lu}[\p{L}'’-]{1,20}(?:\s\p{Lu}[\p{L}'’-]{1,20})?)\s(?:&|\+|and|und|et|y|e|en|och|i)\s(\p{Lu}[\p{L}'’-]{1,20}(?:\s\p{Lu}[\p{L}'’-]{1,20})?)(?!\p{L})/u;

const tidy = (name: string): string =>
  name
    .replace(/[\s.,;:–—-]+$/u, '')
    .replace(/['’]s$/u, '')
    .trim();

const PREPOSITIONS: Record<string, string> = {
  en: 'in|near|around|outside|based in|located in',
  de: 'in|bei|nahe|aus',
  fr: 'à|en|près de|de',
  es: 'en|cerca de|de',
  it: 'a|in|vicino a|di',
  pt: 'em|no|na|perto de|de',
  nl: 'in|te|bij|uit',
  sv: 'i|på|nära|från',
  pl: 'w|we|na|koło|z',
};
const beforePlace = (lang: string): RegExp => allAnyCase`(?:^|[\s(])(?:${PREPOSITIONS[lang] ?? 'in|à|en|em|w|i|te|bei'})\s+`;
const LOOSE = /^(?:in|near|around|outside|based in|located in|en|à|em|w|i|te|på|bei)\s/iu;

const NO_PLACE = new Set(
  normal(
    'a an the our my your this that these those it its all any some each every one two three four five english german french spanish italian portuguese dutch swedish polish japanese chinese general particular advance person time touch total minutes hours days weeks months years minute seconds blue red green black white pink gold yellow orange purple dark light plain simple order front detail full case addition mind winter spring summer autumn fall january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday morning evening afternoon weekend love need charge business stock store person town general bold italics style line use which what who mobile phone online home house life work bed school care here there what between under over tone look capitals april mai juni juli und der die das den dem einem einer eurer unserem unserer ruhe le la les un une des el los las un una il lo gli uma het een de en ett warm calm colours colors nature advance 3d small large person groups bulk uk eu usa us europe germany england scotland wales ireland france spain italy regen ruhe kürze anfrage bedarf interesse fragen familie gruppen teilzeit vollzeit handarbeit calle avenida plaza rue avenue via piazza rua praça ulica absprache ton deutschland österreich antwort eigenregie gmt cet cest bst utc capitals law fact case progress',
  ).split(' '),
);
export const TWO_WORDS =
  /^(?:new|san|los|saint|st|st\.|las|santa|rio|tel|cape|north|south|east|west|port|fort|mount|upper|lower|great|little|le|la|el|bad|den|kuala|hong|buenos|são|sao|sankt|castle|milton|high|bury|stratford|newcastle|kings|king's|market|salt|long|palm|costa|baton|des|ann|grand|cedar|green|saint|santo|puerto|villa|nueva|aix|mont)$/iu;

/** "chimney sweep swansea" @param after the text behind the trade */
export function placeAfter(after: string): string | undefined {
  const [, words] = /^\s*,?\s*((?:[\p{L}'’-]{3,20})(?:\s[\p{L}'’-]{2,20})?)\s*(?:$|[,.;!\n]|\d|\s[£€$\d])/u.exec(after) ?? [];
  if (!words) return undefined;
  const [first = '', second] = words.split(' ');
  if (isNoPlace(first) || NO_NAME.has(normal(first)) || COMMON.test(first) || (second && !TWO_WORDS.test(first))) return undefined;
  return withCapitals(words);
}

const isNoPlace = (word: string): boolean =>
  NO_PLACE.has(normal(word)) || Boolean(lexicon('colours').whole(word) || lexicon('tones').whole(word));
const withCapitals = (words: string): string => words.replace(/(^|[\s-])\p{Ll}/gu, (letter) => letter.toLocaleUpperCase());

const COMMON =
  /^(?:members|customers|users|clients|guests|people|parents|students|donors|subscribers|page|site|website|form|service|services|business|company|shop|store|studio|club|class|classes|course|courses|lessons|group|app|tool|software|school|centre|center|team|online|local|mobile|new|best|cheap|near|job|jobs|wanted|needed|hiring|course|workshop|event|party|sale|menu|prices|pricing|opening|website|landing|newsletter|podcast|blog|festival|market|and|for|with|who|that|called|needs|wants|sells?|offers?|opens?|opening|coming|to|on|at|we|i|ppl|pls|please)$/iu;

/** "In Bristol", also without capitals. */
export function placeIn(text: string, lang: string): string | undefined {
  const candidates: { name: string; certain: number }[] = [];
  for (const found of text.matchAll(beforePlace(lang))) {
    const after = text.slice(found.index + found[0].length);
    const capitals = asWritten`^(?:the\s)?(${CAP}(?:[\s-](?:${SMALL}[\s-])?${CAP}){0,3})`.exec(after)?.[1];
    if (capitals) {
      const [first = ''] = capitals.split(/\s/);
      if (!NO_NAME.has(normal(first)) && !NO_PLACE.has(normal(first)) && !lexicon('colours').whole(first))
        candidates.push({ name: capitals.replace(/[.,'’]+$/u, ''), certain: 2 });
      continue;
    }
    // In French, "en" introduces materials and manners, too.
    if (!LOOSE.test(found[0].trimStart()) || (lang === 'fr' && /^en\s/iu.test(found[0].trimStart()))) continue;
    const [, one = '', two = ''] = /^([\p{Ll}'’-]{3,24})(?:\s([\p{Ll}'’-]{2,20}))?/u.exec(after) ?? [];
    if (one !== '' && !isNoPlace(one))
      candidates.push({ name: withCapitals(TWO_WORDS.test(one) && two ? `${one} ${two}` : one), certain: 1 });
  }
  return candidates.toSorted((one, other) => other.certain - one.certain)[0]?.name;
}

const PEOPLE =
  '(?:parents?|mums?|moms?|dads?|mothers|fathers|families|family|kids|children|toddlers|babies|teens|teenagers|students?|pupils|teachers|people|adults|seniors|pensioners|women|men|girls|boys|beginners|amateurs|professionals|freelancers|founders|startups?|start-ups|teams?|companies|businesses|owners|managers|developers|designers|writers|translators|artists|musicians|runners|cyclists|hikers|climbers|walkers|dancers|cooks|gardeners|travellers|travelers|tourists|locals|couples|brides|guests|members|volunteers|carers|nurses|doctors|patients|clients|customers|buyers|sellers|landlords|tenants|homeowners|renters|shops|restaurants|cafes|agencies|studios|schools|clubs|charities|nonprofits|farmers|makers|crafters|expats|newcomers|retirees|commuters|executives|leaders|engineers|photographers|readers|gamers|fans|lovers|enthusiasts|owners|dogs|cats|anyone|everyone|somebody|someone|workers|users|creators|coaches|trainers|drivers|riders|shoppers|entrepreneurs)';
const AUDIENCE = anyCase`\b(?:(?<!work(?:ed|s|ing)?\s)for|aimed at|targeting|target(?:ed)? at|helps?|meant for|made for|designed for)\s+((?:(?:very|busy|small|young|new|older|old|absolute|complete|total|local|working|tired|nervous|self-employed|first-time|solo|independent|freelance|amateur|professional|curious|hungry|single|expecting|expectant|retired|remote|creative|non-technical|international|german|english|french|dog|cat|pet|horse|home|house|plant|book|wine|coffee|tea|nature|outdoor|music|art|food|shop|cafe|restaurant|business|property|car|bike|garden|primary|secondary|pre-school|[\p{Ll}-]+)\s){0,2}${PEOPLE})(?![\p{L}'’])`;

export function audienceIn(text: string): string | undefined {
  const found = AUDIENCE.exec(text)?.[1];
  if (!found || /^my\s/iu.test(found)) return undefined;
  const words = found.trim().replace(/^(?:the|our|my|all|any|some|a|an|your)\s+/iu, '');
  const isAnybody = /^(?:people|anyone|everyone|someone|somebody|customers|clients|guests|users|members|dogs|cats|visitors)$/iu.test(words);
  return isAnybody ? undefined : words;
}

/** "Teach piano", "building a calm routine": drops the verb. */
const DEEDS =
  /^(?:teach(?:es|ing)?\s(?=\p{L}{4})|(?:sell|runn?|mak|bak|build|offer|organi[sz]|host|writ)(?:e|es|s|ing)?\s(?=(?:an?|the|our|my)\s\p{L}{4}))/iu;

const PURPOSES =
  /^(?:lista de espera|waiting list|waitlist|warteliste|liste d['’]attente|lista d['’]attesa|wachtlijst|väntelista|lista oczekujących|coming soon|newsletter|(?:free\s|gratis\s|kostenlose[sr]?\s)?webinar(?:\sgratuit[oa]?)?|webinaire(?:\sgratuit)?|app|product page|sales page|sign-?up|zaproszenie|invitation|convite|invito|invitación|einladung|uitnodiging|inbjudan|reminder|erinnerung|umfrage|survey|encuesta|(?:por|per|par|via|by|mit)\se-?mail)\s*(?:for|to|on|about|für|zu[mr]?|pour|de la|del?|para|per|di|do|da|voor|om|till|dla|na)?\s+(?=\p{L})/iu;

const STOP =
  /\s+(?:\d+\s(?:days?|hours?|times?|evenings?)\b|needs?\b|needed\b|wants?\b|potrzeba|aus|uit|från|zoekt|sucht|cherche|busca|cerca|procura|with|that|which|(?<!people\s)who|whom|where|in|at|near|on|from|to|so|because|and\s+(?:i|we|it|they|make|add|include|please|want|need|should|the\s+(?:form|page|button))|including|include|featuring|called|named|offering|using|via|by|this|next|every|each|opening|starting|i|we|it's|its|mit|für|in|im|bei|auf|zum|zur|und\s+(?:wir|ich)|der|die|das|avec|à|dans|qui|près|para|con|en|que|cerca|per|a|che|vicino|com|em|no|na|que|met|dat|die|te|med|i|på|som|z|w|na|który|która)\s+.*$/isu;
const BEFORE =
  /^(?:(?:somos|siamo|nous sommes|wir sind|jesteśmy|wij zijn|we zijn|vi är|attività di|actividad de|negocio de|empresa de|activité de|entreprise de|azienda di|ditta di|atividade de|negócio de|firmy zajmującej się|mio|mia|miei|mie|nostro|nostra|nostri|meu|minha|nosso|nossa|a|an|the|our|my|my new|our new|your|some|this|that|small|little|tiny|new|brand new|brand-new|local|family|family-run|family run|independent|modern|lovely|simple|nice|great|young|unser(?:e|en|em|er)?|mein(?:e|en|em|er)?|ein(?:e|en|em|er)?|der|die|das|den|dem|kleine[sn]?|neue[sn]?|notre|nos|mon|ma|mes|une?|le|la|les|l['’]|nuestr[oa]s?|mi|mis|una?|el|los|las|il|lo|gli|i|la nostra|il nostro|il mio|la mia|um|uma|o|os|as|a nossa|o nosso|a minha|o meu|nossa|nosso|ons|onze|mijn|de|het|een|en|ett|vår|vårt|våra|min|mitt|nasz\p{L}*|mój|moja|moje|mojego|mojej|mojemu|moich|swojego|swojej)\s+)+/iu;
const VESSEL =
  /\s+(?:business|company|firm|service|startup|start-up|brand|website|web site|site|page|landing page|webpage|webseite|homepage|seite|landingpage)$/iu;

const ATTENDED =
  /^\p{L}+\s(?:who|that)\s(?:attended|came to|booked|joined|bought|visited|ordered|registered for|took part in)\s(?:the\s|our\s|a\s|an\s)?(.+)$/iu;
const BOOKED =
  /^(?:the\s|all\s)?\p{L}+\s(?:who|that)?\s?(?:have\s|are\s|just\s){0,2}(?:booked|registered|signed up|enrolled|coming|going|subscribed)\s(?:on|for|to)\s(?:the\s|our\s|my\s|an?\s)?(.+)$/iu;
const NO_BEGINNING =
  /^(?:in|at|on|by|with|from|of|und|and|auf|im|am|bei|en|em|op|på|w|i|we|you|have|has|been|need|want|is|are|make|create|after|before|when|ask|tell|write|remind|send|let|thank|say|explain|apologi[sz]e|announce)\s|^(?:you|we|they|it|i)['’]/iu;
const NO_SUBJECT =
  /^(?:firm|company|business|tool|copy|notes?|copy notes|text|content|brief|draft|ideas?|saas|register|book|buy|order|apply|donate|join|subscribe|welcome|bienvenida|bienvenido|bienvenue|willkommen|benvenuto|benvenuta|boas-vindas|welkom|välkommen|powitanie|sign-?up|signup|newsletter|waitlist|waiting list|landing|guests?|visitors?|everybody|everyone|people|customers?|users?|members|us|me|it|this|something|(?:por|per|par|via|by) e-?mail)$/iu;

/** Reduces the text behind "page for" to a noun phrase in small letters. */
export function subjectOf(phrase: string, masked: Masked): string | undefined {
  if (/^\s*(?:that|which|who|where|to|so|and|with|die|der|das|qui|que|che)\s/iu.test(phrase)) return undefined;
  let text = phrase
    .replace(/[\ue100-\ue483]/g, (character) => (masked.at(character)?.kind === 'quote' ? '' : ' '))
    .split(/[,;:!?()\n–—]|(?<!\d)\.|\s-\s/u)[0] as string;
  text = text.trim();
  text = ((ATTENDED.exec(text) ?? BOOKED.exec(text))?.[1] ?? text)
    .trim()
    .replace(DEEDS, '')
    .replace(PURPOSES, '')
    .replace(BEFORE, '')
    .replace(STOP, '')
    .replace(BEFORE, '')
    .replace(VESSEL, '')
    .trim();
  const words = text.split(/\s+/);
  const most = /\s(?:del?|della|di|da|do|des|du)\s/iu.test(text) ? 9 : 7;
  if (NO_BEGINNING.test(text) || NO_SUBJECT.test(text) || words.length > most || !/\p{L}/u.test(text)) return undefined;
  if (/^(?:made|restored|built|baked|grown|crafted|designed|owned|based|located)$/iu.test(words.at(-1) ?? '') && words.length > 1)
    words.pop();
  if (/^(?:family|locally|privately)$/iu.test(words.at(-2) ?? '') && /^run$/iu.test(words.at(-1) ?? '')) words.splice(-2);
  // A lone capital starts the sentence.
  const [first = '', ...rest] = words;
  const isCapital = /^\p{Lu}\p{Ll}+$/u.test(first) && rest.every((word) => !/^\p{Lu}/u.test(word));
  const result = [isCapital ? first.toLocaleLowerCase() : first, ...rest].join(' ');
  return result.length >= 3 ? result : undefined;
}

const FOLK =
  '(?:mütter|väter|eltern|kinder|familien|frauen|männer|anfänger\\p{L}{0,5}|senioren|studierende|schüler\\p{L}{0,5}|selbstständige|gründer\\p{L}{0,5}|paare|menschen|unternehmen|débutants?|enfants|familles|parents|femmes|entreprises|indépendants|seniors|principiantes|niños|familias|padres|mujeres|empresas|autónomos|principianti|bambini|famiglie|genitori|donne|aziende|iniciantes|crianças|famílias|pais|mulheres|empresas|beginners|kinderen|gezinnen|ouders|vrouwen|bedrijven|vrijwilligers|nybörjare|barn|familjer|föräldrar|kvinnor|företag|dzieci|rodzin|rodziców|kobiet|początkujących|firm|wolontariuszy)';
const ELSEWHERE = anyCase`(?<!\p{L})(?:für|pour|para|per|voor|för|dla|aan de|an die)\s((?:(?!und\s)\p{L}{2,20}\s){0,2}${FOLK}(?:\s(?:und|et|y|e|en|och|i|oder|ou|o)\s\p{L}{3,20})?(?:\s(?:nach|mit|ohne|ab|in|vor|après|con|dai|van|från)\s(?:(?:der|dem|den|de|la|le|el|il)\s)?[\p{L}\d]{2,24}(?:\s(?:jahren|ans|años|anni|anos|jaar|år|lat))?)?)(?!\p{L})`;

export const audienceElsewhere = (text: string): string | undefined =>
  ELSEWHERE.exec(text)?.[1]?.replace(/^(?:les|los|las|las|i|le|gli|os|as|die|de)\s/iu, '');
