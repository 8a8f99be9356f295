import { LOOK_ELSEWHERE } from './fields.ts';
import { readFacts } from './findings.ts';
import { isTaste, looksOf } from './looks.ts';
import { subjectOf } from './names.ts';
import { readOffer } from './offers.ts';
import { namesDocument } from './ordering.ts';
import type { Reading } from './reading.ts';
import { instruction, isStatement, orderedStatement, polished } from './statements.ts';
import { asSentence, capital, clausesOf, withScheme } from './text.ts';
import { anyCase, saidIn } from './words.ts';

const ADVISED = /^(?:if|when|once|unless)\s[^,]{3,120}, (?:please|you can)\s/iu;

const ABOUT_WHAT =
  /^(?:who|whom|what|why|how|where|when|which|wer|was|warum|wie|wo|wann|qui|ce que|pourquoi|comment|où|quand|quién|qué|por qué|cómo|dónde|cuándo|chi|cosa|perché|come|dove|quando|quem|o que|porquê|como|onde|wat|waarom|hoe|waar|wanneer|vem|vad|varför|hur|var|när|kto|co|dlaczego|jak|gdzie|kiedy)\s(?!(?:we|you|it)\s(?:open|close))/iu;

/** "… and ask them to share it". */
const ASKED = /^(?:ask|remind|invite|encourage)\s(?:you|them|people|everyone)\sto\s(.{4,120})$/iu;

/** "Include a comparison with spreadsheets": only the author can fill that part. */
const PART =
  /^(?:an?|some|the)\s(?:\p{L}+\s)?(?:comparison|section|table|list|map|gallery|faq|picture|photo|timeline|calendar|chart|paragraph|testimonials?|reviews?|video|banner|slideshow|menu)(?!\p{L})/iu;

export function turnedRound(said: string, reading: Reading): true {
  const { masked, brief } = reading;
  for (const part of said.split(
    /\s*,?\s(?:(?:and|und|et|y|e|en|och|i)\s(?=(?:that|dass|que|che|dat|att|że)\s)|and\s(?=(?:please\s)?(?:ask|tell|remind|invite|thank|encourage)\s))/iu,
  )) {
    const text = masked.shown(part.replace(/^(?:that|dass|que|che|dat|att|że)\s+/iu, ''), true).trim();
    // "Say who it is for and what they will learn": topics, not content.
    if (ABOUT_WHAT.test(text)) continue;
    const asked = ASKED.exec(text)?.[1];
    if (asked) {
      reading.statement(asSentence(`please ${asked}`));
      continue;
    }
    if (text === '') continue;
    if (!ADVISED.test(text) && instruction(text.replace(/^please\s/iu, ''))) {
      // An order in one clause drops the others only if there are none.
      const clauses = clausesOf(part.replace(/^(?:that|dass|que|che|dat|att|że)\s+/iu, ''));
      if (clauses.length > 1) for (const clause of clauses) turnedRound(clause, reading);
      continue;
    }
    if (isStatement(text, brief.lang) || /^(?:please|you) /iu.test(text)) reading.statement(asSentence(polished(text, brief.lang)));
    else if (PART.test(text)) reading.leave(part);
    else reading.remark(text);
  }
  return true;
}

const NOUNS = '\\p{L}{0,12}(?:mail|mailing|brief|bericht|nachricht|newsletter|brev|mejl\\p{L}?|utskick|wiadomość|e-mail\\p{L}?)';
const VERBS =
  "erklär\\p{L}*|informier\\p{L}*|teil\\p{L}{0,2}|mitteilen|sag\\p{L}{0,2}|schreib\\p{L}{0,2}|weise?|kündig\\p{L}{0,3}|erinner\\p{L}{0,3}|précis\\p{L}*|expliqu\\p{L}*|préven\\p{L}*|prévien\\p{L}*|annonc\\p{L}*|rappel\\p{L}*|inform\\p{L}*|dis-leur|dites-leur|dire|dizer|avis\\p{L}*|explic\\p{L}*|comunic\\p{L}*|record\\p{L}*|recuérd\\p{L}*|recuerd\\p{L}*|diciendo|diles|diga\\p{L}*|decir\\p{L}*|spieg\\p{L}*|avvis\\p{L}*|avvert\\p{L}*|ricord\\p{L}*|di['’]|digli|dicendo|lembr\\p{L}*|diz\\p{L}*|meld\\p{L}{0,3}|laat|vertel\\p{L}{0,3}|herinner\\p{L}{0,3}|leg|berätta|meddela|påminn\\p{L}{0,3}|tala|förklara|poinformuj\\p{L}*|powiadom\\p{L}*|przypomnij\\p{L}*|wyjaśnij\\p{L}*";
const LONG_HEAD = '(?:\\S{1,24}\\s){0,14}?';
/** "Clients que …": in Romance languages "que" introduces a sentence only behind a verb of telling. */
const WRITES =
  '(?:escrib\\p{L}{1,4}|écri\\p{L}{1,4}|scriv\\p{L}{1,4}|escrev\\p{L}{1,3}|napisz|skriv|schrijf|stuur|manda|envoie) (?:a|à|ai|agli|alle|aos|às|aux|do|till|aan|al)';
const TELLS = anyCase`^(?:${WRITES}|${LONG_HEAD}(?:${VERBS}))(?!\p{L})`;
const NAMES_MAIL = anyCase`^${LONG_HEAD}(?:${NOUNS})(?!\p{L})`;
const THAT = /\s(?:dass|daß|(?:de )?que|che|dat|att|że)\s|\sque?['’](?=\p{L})/iu;
const AND_THAT =
  /\s*,?\s(?:(?:und|et|y|e|en|och|i|sowie|ainsi)\s)(?:dass|daß|que\s|qu['’]|che|dat|att|że)\s?|,\s(?:dass|daß|que\s|qu['’]|che|dat|att|że)\s?/giu;

/** "Correo para avisar de que …", "Informiere sie, dass …". */
function tellsElsewhere(text: string, reading: Reading): boolean {
  const { brief } = reading;
  if (brief.kind !== 'email' || brief.lang === 'en') return false;
  const that = THAT.exec(text);
  const head = text.slice(0, that?.index ?? 0);
  const isRomance = ['fr', 'es', 'it', 'pt'].includes(brief.lang);
  if (!that || head.length > 160 || !(TELLS.test(head) || (!isRomance && NAMES_MAIL.test(head)))) return saysBehindColon(text, reading);
  reading.opening ||= head;
  for (const part of text.slice(that.index + that[0].length).split(AND_THAT)) sayAll(part ?? '', reading, true);
  return true;
}

const BEGINS_THANKS =
  /^(?:danke|vielen dank|merci|gracias|muchas gracias|grazie|obrigad[oa]|muito obrigad[oa]|bedankt|dank|tack|dziękujemy|dzięki)(?!\p{L})/iu;

const ABOUT_MAIL =
  /^(?:bitte\s|por favor,?\s|s['’]il te plaît\s)?(?:mach\p{L}?|schreib\p{L}?|erstell\p{L}?|füg\p{L}?|verwend\p{L}?|nutz\p{L}?|erwähn\p{L}?|nenn\p{L}?|fais|faites|ajoute\p{L}?|utilise\p{L}?|mets|mettez|évite\p{L}?|mentionne\p{L}?|haz|pon|añade|incluye|menciona|escribe|evita|metti|aggiungi|usa|scrivi|includi|inserisci|coloca|põe|adiciona|inclui|escreve|gebruik|zet|voeg|vermeld|noem|maak|schrijf|använd|lägg|nämn|gör|skriv|dodaj|użyj|napisz|wstaw|wspomnij|link|button|bouton|botón|knopf|pulsante|bottone|botão|knop|knapp|przycisk|betreff|objet|asunto|oggetto|assunto|onderwerp|ämne|temat|kurz|court|breve|kort|krótko)(?!\p{L})|(?<!\p{L})(?:(?:die|der|in der) (?:e-?mail|mail|text|ton)|(?:le|du) (?:mail|texte|ton)|(?:el|del) (?:correo|texto|tono|email)|(?:il|la) (?:testo|tono|mail)|o (?:texto|tom|email)|de (?:mail|tekst|toon)|(?:mejlet|texten|tonen)|(?:mail|tekst|ton) ma)(?!\p{L})/iu;

function isForWriter(text: string, { brief, masked }: Reading): boolean {
  const shown = masked.shown(text, true).trim();
  return (
    ABOUT_MAIL.test(shown) ||
    orderedElsewhere(shown, brief.lang) !== undefined ||
    isTaste(shown) ||
    (LOOK_ELSEWHERE.test(shown) && shown.split(/\s+/).length <= 5) ||
    looksOf(text, masked) !== undefined
  );
}

/** A letter keeps the given sentences whole. @returns whether the sentence belongs to it */
export function readLetterElsewhere(text: string, reading: Reading): boolean {
  const { brief } = reading;
  if (brief.kind !== 'email' || brief.lang === 'en') return false;
  if (reading.opening === '' && announces(text, reading)) return true;
  if (tellsElsewhere(text, reading)) return true;
  const plain = (text.match(/(?<!\p{L})\p{Ll}{3,}/gu) ?? []).length;
  if (reading.opening === '' || plain < 3 || text.split(/\s+/).length < 4 || /^[^:.,]{2,40}:\s/u.test(text)) return false;
  if (
    isForWriter(text, reading) ||
    reading.isForWriter(text) ||
    orderedStatement(text, brief.lang) !== undefined ||
    namesDocument(text, brief.lang)
  )
    return false;
  const given = brief.facts.length;
  readFacts(text, reading);
  // The sentence contains the facts itself; only a code also stands alone.
  brief.facts = brief.facts.filter(({ kind }, at) => at < given || kind === 'code');
  sayAll(text, reading);
  return true;
}

/** "Mail naar alle vrijwilligers: bedankt voor jullie hulp, we hebben …" */
function saysBehindColon(text: string, reading: Reading): boolean {
  const { brief, masked } = reading;
  const at = text.indexOf(': ');
  if (reading.opening !== '' || at < 0 || at > 120 || !namesDocument(text, brief.lang)) return false;
  const said = text.slice(at + 2).trim();
  const clauses = clausesOf(said);
  const tells = (clause: string): boolean => BEGINS_THANKS.test(clause) || isStatement(clause, brief.lang);
  if (!tells(clauses[0] ?? '') || instruction(masked.shown(said))) return false;
  reading.opening = text.slice(0, at);
  sayAll(said, reading);
  return true;
}

/** "on leur offre" becomes "on vous offre". */
const ADDRESSED: Record<string, [RegExp, string][]> = {
  fr: [
    [/(?<=(?:on|nous)\s)leur(?=\s\p{Ll})/giu, 'vous'],
    [/(?<!\p{L})leur(?=\s\p{Ll})/giu, 'votre'],
    [/(?<!\p{L})leurs(?=\s\p{Ll})/giu, 'vos'],
  ],
  es: [[/(?<!\p{L})les(?=\s\p{L}+(?:amos|emos|imos)(?!\p{L}))/giu, 'te']],
  it: [[/(?<=grazie )a loro(?!\p{L})/giu, 'a voi']],
  pt: [[/(?<=graças )a eles(?!\p{L})/giu, 'a si']],
  de: [[/(?<!\p{L})ihnen(?!\p{L})/gu, 'Ihnen']],
};
const addressed = (text: string, lang: string): string =>
  (ADDRESSED[lang] ?? []).reduce((result, [pattern, by]) => result.replace(pattern, by), text);

/** "… anunciando nuestra nueva colección: higo, canela y cedro": the announcement is the first sentence. */
const ANNOUNCES =
  /^.{0,50}?\s(?:anunciando|para anunciar|presentando|para presentar|annunciando|per annunciare|per presentare|annonçant|pour annoncer|pour présenter|a anunciar|para divulgar|ankündigt|om aan te kondigen|för att presentera)\s(.{24,600})$/iu;

function announces(text: string, reading: Reading): boolean {
  const said = ANNOUNCES.exec(text)?.[1];
  if (!said || !namesDocument(text, reading.brief.lang)) return false;
  reading.opening = text;
  reading.brief.slots.subject ??= subjectOf(said, reading.masked);
  const [url] = reading.masked.all('url', text);
  if (url) reading.brief.action.href ??= withScheme(url);
  sayAll(said, reading);
  return true;
}

function sayAll(part: string, reading: Reading, turns = false): void {
  const { brief, masked } = reading;
  const clauses = clausesOf(part).filter((clause) => !isForWriter(clause, reading));
  const given = brief.facts.length;
  for (const clause of clauses) readOffer(clause, reading);
  brief.facts = brief.facts.filter(({ kind }, at) => at < given || kind === 'code');
  const shown = addressed(masked.shown(clauses.join(', '), true).replace(/^que\s/iu, ''), brief.lang);
  if (shown.length < 4) return;
  reading.statement(asSentence(polished(turns ? mainClause(shown, brief.lang) : shown, brief.lang)));
}

const THANKS: Record<string, RegExp> = {
  de: /^(?:bitte\s)?(?:bedanke? dich|bedanken|danke? (?:ihnen|allen|den)|dank\s)/iu,
  fr: /^(?:remerci\p{L}{1,3}|dis(?:-leur)? merci|dites(?:-leur)? merci)/iu,
  es: /^(?:agrad[eé]c\p{L}{1,6}|dar(?:les)? las gracias|da(?:les)? las gracias|dales las gracias)/iu,
  it: /^(?:ringrazi\p{L}{1,6})/iu,
  pt: /^(?:agrade[cç]\p{L}{1,5})/iu,
  nl: /^(?:bedank\p{L}{0,2}\s(?:ze|hen|hun|iedereen|alle|de|onze)|dank\s(?:ze|hen))/iu,
  sv: /^(?:tacka(?:\s|$))/iu,
  pl: /^(?:podziękuj\p{L}{0,3})/iu,
};
const SORRY: Record<string, RegExp> = {
  de: /^(?:bitte\s)?(?:entschuldige? dich|entschuldigen|bitte? um entschuldigung)/iu,
  fr: /^(?:excuse-toi|excusez-vous|présent\p{L}{1,3} (?:nos|des) excuses|s['’]excuser)/iu,
  es: /^(?:disc[uú]lp\p{L}{1,8}|pid\p{L}{1,4} (?:perdón|disculpas)|pedir (?:perdón|disculpas))/iu,
  it: /^(?:scus\p{L}{1,5}|chied\p{L}{1,4} scusa)/iu,
  pt: /^(?:pe[çd]\p{L}{1,4} (?:desculpas?|perdão)|desculp\p{L}{1,6})/iu,
  nl: /^(?:bied\p{L}{0,3} (?:onze |excuses|ons excuses)|verontschuldig)/iu,
  sv: /^(?:be om ursäkt|ursäkta)/iu,
  pl: /^(?:przeproś|przeprosić)/iu,
};
const FOR_WHAT: Record<string, [RegExp, string]> = {
  de: [/für (?:ihre|die|eure) (\p{Lu}\p{L}+)/iu, 'Vielen Dank für Ihre $1.'],
  fr: [/(?:pour|de) (?:leur|votre) (.{3,60}?)$/iu, 'Merci pour votre $1.'],
  es: [/(?:su|vuestra|la|por su) (confianza|fidelidad|paciencia|comprensión|ayuda|apoyo|colaboración)/iu, 'Gracias por tu $1.'],
  it: [/(?:per la (?:loro )?|la loro )(.{3,60}?)$/iu, 'Grazie per la tua $1.'],
  pt: [/(?:pela|a sua|a) (confiança|paciência|compreensão|ajuda|preferência|fidelidade)/iu, 'Obrigado pela sua $1.'],
  nl: [/voor hun (.{3,60}?)$/iu, 'Bedankt voor je $1.'],
  sv: [/för (?:deras|ert|er) (.{3,60}?)$/iu, 'Tack för $1.'],
  pl: [/za (.{3,60}?)$/iu, 'Dziękujemy za $1.'],
};

const WRITER =
  /^(?:bitte\s)?(?:(?:bitte )?duzen|siezen|duz\p{L}{0,2}|sprich|sprecht|sprechen sie|anrede|per (?:du|sie)|on (?:se )?(?:tutoie|vouvoie)|informell? je|(?:in der )?(?:du|sie)-form|vouvoi\p{L}*|vouvoyez|tutoi\p{L}*|tutoyez|tut[eé]a\p{L}*|tr[aá]ta\p{L}*|(?:hablar|háblales|habla) de (?:tú|usted)|dai del|dare del|dagli del|trata\p{L}* por|tratamento por|spreek|aanspreken|tilltala|dua|zwracaj|na ty|rassur\p{L}+|termin[ea]\p{L}{0,2}(?= par| con| com)|signe[rz]?(?=\s)|reste[rz]?\s|sois|soyez|gard\p{L}{1,3}(?= un)|despíd\p{L}*|anima\p{L}*|anímal\p{L}*|mantén|concludi|resta|onderteken|houd het|blijf|avsluta|håll|underteckna|zakończ|podpisz|unterschreib\p{L}*|halte|bleib\p{L}?|ton(?:alität)?\s|tono\s|tom\s|toon\s|informeel|formeel|informell|formell)(?!\p{L})/iu;

function orderedElsewhere(source: string, lang: string): string | undefined {
  const text = source.trim().replace(/^(?:und|et|y|e|en|och|i|auch|außerdem|también|anche|ook)\s/iu, '');
  if (saidIn(lang, 'thanks') === undefined) return undefined;
  if (THANKS[lang]?.test(text)) {
    const [pattern, sentence] = FOR_WHAT[lang] ?? [];
    const what = pattern?.exec(text.replace(/[.!]$/u, ''))?.[1];
    return what && sentence ? sentence.replace('$1', what) : saidIn(lang, 'thanks');
  }
  if (SORRY[lang]?.test(text)) return saidIn(lang, 'sorry');
  return WRITER.test(text) ? '' : undefined;
}

export function orderElsewhere(text: string, reading: Reading): boolean {
  const said = orderedElsewhere(reading.masked.shown(text, true), reading.brief.lang);
  if (said && reading.brief.kind === 'email') reading.statement(said);
  return said !== undefined;
}

/** "…, dass das Training am Donnerstag ausfällt": German and Dutch put the verb of a subordinate clause last. */

const GRAMMAR: Record<string, Record<'breaks' | 'finite' | 'auxiliary' | 'prefixed' | 'subject' | 'adverb', RegExp>> = {
  de: {
    breaks:
      /,|\s(?=(?:weil|da|damit|sobald|wenn|denn|sondern|aber|obwohl)\s(?!zu\s))|\sund\s(?=(?:wir|sie|der|die|das|es|unser\p{L}*|alle|ab|dass)\s)/u,
    finite:
      /^(?:ist|sind|war|waren|hat|haben|wird|werden|kann|können|darf|dürfen|muss|müssen|soll|sollen|will|wollen|gibt|\p{Ll}{2,20}(?:t|en|ern|eln))$/u,
    auxiliary: /^(?:wird|werden|ist|sind|hat|haben|kann|können|muss|müssen|darf|dürfen|soll|sollen)$/u,
    prefixed:
      /^(ab|an|auf|aus|bei|bereit|bekannt|dazu|ein|fest|fort|her|hin|los|mit|nach|statt|teil|um|vor|weg|weiter|wieder|zu|zurück|zusammen)((?:fäll|find|fäng|zieh|fall|biet|nehm|nimm|gib|geb|komm|mach|läuf|lauf|steh|stell|geh|sag|hol|läd|lad|schließ|leg|bring|fähr|fahr|häl|halt|heb|setz|trit|tret|bau|fang|ruf|schick|send|zahl|meld|zeig|wirk|teil|gleich|pass|dreh|räum|schalt)\p{Ll}{1,4})$/u,
    subject:
      /^(?:(?:wir|sie|ich|es|man|ihr|er|alles|niemand|jeder)(?=\s)|(?:(?:der|die|das|unser\p{L}{0,2}|mein\p{L}{0,2}|alle|ein\p{L}?|kein\p{L}?|dieser|diese|dieses|\d{1,4})\s)?(?:\p{Ll}{3,20}\s){0,2}\p{Lu}[\p{L}-]{1,30}(?:\s\p{Lu}[\p{L}-]{1,30}){0,2}(?:\s(?:von|des|der)\s(?:\p{Lu}[\p{L}.-]{0,20}\s?){1,3}(?=\s|$))?)/u,
    adverb:
      /^(?:ab|am|im|vom|von|seit|heute|morgen|bis|nächste\p{L}?|diese\p{L}?|leider|in)\s.{0,50}?(?=\s(?:wir|sie|der|die|das|unser\p{L}{0,2}|es|alle|keine?)\s)/u,
  },
  nl: {
    breaks:
      /,|\s(?=(?:omdat|want|zodat|zodra|wanneer|als|maar|tot)\s(?:we|wij|de|het|er|je|jullie|onze|iedereen)\s)|\sen\s(?=(?:we|wij|de|het|er|onze|ons|alle|dat|vanaf)\s)/u,
    finite:
      /^(?:is|zijn|was|waren|heeft|hebben|wordt|worden|kan|kunnen|mag|mogen|moet|moeten|zal|zullen|gaat|gaan|staat|komt|\p{Ll}{2,20}(?:t|en))$/u,
    auxiliary: /^(?:is|zijn|heeft|hebben|wordt|worden|kan|kunnen|mag|mogen|moet|moeten|zal|zullen)$/u,
    prefixed:
      /^(aan|af|bij|door|dicht|in|langs|mee|na|om|op|open|over|plaats|samen|terug|toe|uit|vast|voor|weg)(ga(?:at|an)|vind(?:t|en)|kom(?:t|en)|gaan|houd(?:t|en)|neem|nemen|neemt|breng(?:t|en)|stel(?:t|len)|geef(?:t)?|geven|bouw(?:t|en)|sta(?:at|an)|start(?:en)?|sluit(?:en)?|loopt|lopen|haalt|halen|zet(?:ten)?|val(?:t|len)|stuurt|sturen)$/u,
    subject:
      /^(?:(?:we|wij|ze|ik|er|het|je|jullie|iedereen|alles)(?=\s(?!\p{Ll}+\s(?:is|wordt)\b))|(?:de|het|een|onze|ons|alle|mijn|deze|dit|dat)\s(?:(?!(?:op|in|van|vanaf|tot|om|met|voor|aan|bij|door|niet|ook|weer|nu|dicht|gesloten|\p{L}+dag|deze|volgende|morgen|vandaag|komende|helaas|tijdelijk)\s)[\p{L}-]{2,30}\s?){1,3})/u,
    adverb:
      /^(?:vanaf|op|in|sinds|morgen|vandaag|tot|volgende|deze|komende|helaas|met)\s.{0,50}?(?=\s(?:we|wij|ze|de|het|er|onze|ons|alle|geen)\s)/u,
  },
};

export function mainClause(text: string, lang: string): string {
  const found = GRAMMAR[lang]?.breaks.exec(text);
  const head = (found ? text.slice(0, found.index) : text).trim();
  const tail = found ? text.slice(found.index) : '';
  const turned = reordered(head, lang);
  if (turned === undefined) return text;
  const joined = /^\s(?:und|en)\s/u.exec(tail)?.[0];
  if (joined) return `${turned}. ${capital(mainClause(tail.slice(joined.length).replace(/^(?:dass|dat)\s/u, ''), lang))}`;
  return `${turned}${/^\s(?:weil|da|damit|sobald|wenn|denn|sondern|aber|obwohl|omdat|want|zodat|zodra|maar)\s/u.test(tail) ? `,${tail}` : tail}`;
}

function reordered(head: string, lang: string): string | undefined {
  const grammar = GRAMMAR[lang];
  if (!grammar) return undefined;
  const words = head.split(/\s+/);
  const last = (words.at(-1) ?? '').replace(/[.!]$/u, '');
  // "Dat de zaal is geboekt": the auxiliary may precede the other verb.
  const isHelper = (word: string): boolean => grammar.auxiliary.test(word);
  const helper = lang === 'nl' && !isHelper(last) ? words.findLastIndex((word, at) => at >= words.length - 3 && isHelper(word)) : -1;
  const verbAt = helper > 0 ? helper : words.length - 1;
  const verb = helper > 0 ? (words[helper] as string) : last;
  if (words.length < 3 || !grammar.finite.test(verb)) return undefined;
  const rest = words.filter((_word, at) => at !== verbAt).join(' ');
  const [, prefix = '', own = verb] = grammar.prefixed.exec(verb) ?? [];
  const lead = (grammar.adverb.exec(rest)?.[0] ?? grammar.subject.exec(`${rest} `)?.[0])?.trim();
  if (!lead || lead.length > rest.length) return undefined;
  return [lead, own, rest.slice(lead.length).trim(), prefix].filter(Boolean).join(' ');
}
