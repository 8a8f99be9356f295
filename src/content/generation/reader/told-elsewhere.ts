import { LOOK_ELSEWHERE } from './fields.ts';
import { readFacts } from './findings.ts';
import { isTaste, looksOf } from './looks.ts';
import { mainClause } from './main-clause.ts';
import { withScheme } from './mask.ts';
import { subjectOf } from './names.ts';
import { readOffer } from './offers.ts';
import { namesDocument } from './ordering.ts';
import { anyCase } from './patterns.ts';
import type { Reading } from './reading.ts';
import { asSentence, clausesOf } from './split.ts';
import { instruction, isStatement, orderedStatement, polished } from './statements.ts';
import { saidIn } from './words.ts';

/** What emails in other languages than English are to say: what is behind "that", and thanks and excuses that are ordered. */

const NOUNS = '\\p{L}{0,12}(?:mail|mailing|brief|bericht|nachricht|newsletter|brev|mejl\\p{L}?|utskick|wiadomość|e-mail\\p{L}?)';
const VERBS =
  "erklär\\p{L}*|informier\\p{L}*|teil\\p{L}{0,2}|mitteilen|sag\\p{L}{0,2}|schreib\\p{L}{0,2}|weise?|kündig\\p{L}{0,3}|erinner\\p{L}{0,3}|précis\\p{L}*|expliqu\\p{L}*|préven\\p{L}*|prévien\\p{L}*|annonc\\p{L}*|rappel\\p{L}*|inform\\p{L}*|dis-leur|dites-leur|dire|dizer|avis\\p{L}*|explic\\p{L}*|comunic\\p{L}*|record\\p{L}*|recuérd\\p{L}*|recuerd\\p{L}*|diciendo|diles|diga\\p{L}*|decir\\p{L}*|spieg\\p{L}*|avvis\\p{L}*|avvert\\p{L}*|ricord\\p{L}*|di['’]|digli|dicendo|lembr\\p{L}*|diz\\p{L}*|meld\\p{L}{0,3}|laat|vertel\\p{L}{0,3}|herinner\\p{L}{0,3}|leg|berätta|meddela|påminn\\p{L}{0,3}|tala|förklara|poinformuj\\p{L}*|powiadom\\p{L}*|przypomnij\\p{L}*|wyjaśnij\\p{L}*";
const LONG_HEAD = '(?:\\S{1,24}\\s){0,14}?';
/** "Clients que …" are clients: in Romance languages, only a verb that tells makes a sentence of what is behind "que". */
const WRITES =
  '(?:escrib\\p{L}{1,4}|écri\\p{L}{1,4}|scriv\\p{L}{1,4}|escrev\\p{L}{1,3}|napisz|skriv|schrijf|stuur|manda|envoie) (?:a|à|ai|agli|alle|aos|às|aux|do|till|aan|al)';
const TELLS = anyCase`^(?:${WRITES}|${LONG_HEAD}(?:${VERBS}))(?!\p{L})`;
const NAMES_MAIL = anyCase`^${LONG_HEAD}(?:${NOUNS})(?!\p{L})`;
const THAT = /\s(?:dass|daß|(?:de )?que|che|dat|att|że)\s|\sque?['’](?=\p{L})/iu;
const AND_THAT =
  /\s*,?\s(?:(?:und|et|y|e|en|och|i|sowie|ainsi)\s)(?:dass|daß|que\s|qu['’]|che|dat|att|że)\s?|,\s(?:dass|daß|que\s|qu['’]|che|dat|att|że)\s?/giu;

/** "Correo para avisar de que …", "Informiere sie, dass …". @returns whether it was that */
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

/** A letter keeps what it is given to say, whole. @returns whether the sentence is part of the letter */
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
  // The sentence says them itself; a link is where the button leads, and a code stands by itself.
  brief.facts = brief.facts.filter(({ kind }, at) => at < given || kind === 'code');
  sayAll(text, reading);
  return true;
}

/** "Mail naar alle vrijwilligers: bedankt voor jullie hulp, we hebben …": what is behind the colon is the mail. */
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

/** Words about readers, where they are spoken to: "on leur offre" is "on vous offre". */
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

/** "… anunciando nuestra nueva colección: higo, canela y cedro": what is announced is the first sentence. */
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
/** "Remercie-les pour leur fidélité": for what. */
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
