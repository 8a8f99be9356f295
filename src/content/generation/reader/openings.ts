import type { Reading } from './reading.ts';
import { instruction, polished } from './statements.ts';
import { capital, clausesOf, sentencesOf } from './text.ts';
import { anyCase } from './words.ts';

const THING =
  '(?:(?:landing|sign[- ]?up|signup|home|one|web|coming soon|booking|thank[- ]?you|event|product|sales|info|teaser|simple|single|short|small|nice|new)[- ]?)*(?:page|pages|website|web site|webpage|site|one[- ]pager|microsite|homepage|lp|email|e-mail|mail|newsletter|message|invitation|form|portfolio|landing)';
export const COMMISSION = anyCase`^(?:(?:hi|hello|hey|ok so|so|please|pls|plz|can you|could you|would you|i(?:'d| would) like(?: you)?(?: to)?|i want(?: you)?(?: to)?|i need(?: you)?(?: to)?|we need|we want|we(?:'d| would) like|we are looking for|need|want|looking for|make|create|build|design|write|draft|do|generate|give me|put together|set up|help me(?: to)?|send)\s+)*(?:(?:me|us)\s+)?(?:(?:a|an|the|our|my|some|one)\s+)?(?:[\p{L}-]+\s){0,3}?${THING}(?!\p{L})(?!\s+(?:a|per|every|each|once)\s)|^(?:[\p{L}'’-]{1,20}\s){0,5}(?:e-?mail|mail)\s(?=for\s|to\s|about\s)|^\p{L}{2,16}(?:mail|mejl|mailing|seite|pagina|sida)\s(?:aan|an|till|für|voor|to|van|för|von)(?!\p{L})|^(?:bitte\s)?(?:eine?\s|die\s|unsere\s)?(?:\p{L}+\s){0,2}(?:seite|webseite|website|landingpage|homepage|e-?mail|mail|mailing|rundmail)(?!\p{L})|^(?:je veux|il (?:me|nous) faut|créer?|faire)?\s?(?:une?\s|la\s|notre\s)?(?:\p{L}+\s){0,2}(?:page|site|e-?mail|courriel|mail)(?!\p{L})|^(?:necesit\w+|quier\w+|crea\w*|haz)?\s?(?:una?\s|la\s|el\s)?(?:\p{L}+\s){0,2}(?:página|web|sitio|landing|correo|email|mail)(?!\p{L})|^(?:crea\w*|fai|serve|vorrei|una?|il|la)?\s?(?:\p{L}+\s){0,2}(?:pagina|sito|landing|mail|e-?mail)(?!\p{L})|^(?:crie|cria\w*|preciso de|quero|uma?|o|a)?\s?(?:\p{L}+\s){0,2}(?:página|site|landing|e-?mail|convite)(?!\p{L})|^(?:maak|een|de)?\s?(?:\p{L}+\s){0,2}(?:pagina|website|site|landingspagina|mail|e-?mail)(?!\p{L})|^(?:skapa|gör|en|ett)?\s?(?:\p{L}+\s){0,2}(?:sida|webbplats|hemsida|mejl|mail)(?!\p{L})|^(?:stwórz|zrób|potrzebuję|potrzebna)?\s?(?:\p{L}+\s){0,2}(?:strona|stronę|strony|mail|e-?mail|mejl)(?!\p{L})`;
export const SUBJECT =
  /\b(?:waiting list|waitlist|invitation|invite|reminder|einladung|invitación|invito|uitnodiging|inbjudan|zaproszenie|site vitrine|site web|page|site|website|webpage|email|e-mail|mail|newsletter|form|one-pager|portfolio|landing|seite|webseite|homepage|landingpage|courriel|página|web|sitio|correo|pagina|sito|convite|sida|hemsida|mejl|strona|stronę)\s+(?:(?:made|built|done|set up|gemacht)\s+)?(?:for|about|on|of|to|für|über|zu|zum|zur|zapisów na|na|pour|sur|de|du|para|sobre|per|su|della|dei|do|da|voor|over|van|för|om|av|dla|o)\s+/iu;
export const SMALL_TALK =
  /^(?:(?:with )?(?:many |kind |best |warm )?(?:thanks|regards|wishes)(?: in advance)?|hi|hello|hey|hiya|dear|good (?:morning|afternoon|evening)|thanks|thank you|many thanks|cheers|ta|best|regards|kind regards|sorry|ok|okay|please|danke|vielen dank|hallo|guten tag|liebe grüße|viele grüße|bonjour|merci|buenas|hola|gracias|ciao|buongiorno|grazie|olá|bom dia|obrigad[oa]|hallo|dank|bedankt|hej|tack|dzień dobry|dzięki|cześć)(?:\s+[\p{L}.,'’]+){0,6}[!.,]*$/iu;
export const GREETING =
  /^(?:hi|hello|hey|hiya|hallo|guten tag|moin|servus|bonjour|salut|buenas(?: tardes)?|hola|ciao|buongiorno|salve|olá|oi|bom dia|hoi|hej|dzień dobry|cześć|こんにちは|你好)(?:\s(?:there|all|team|zusammen))?\s*[,!.]?\s+(?=\S)/iu;

/** "Newsletter for our society: seed swap on 15 March, water is back, …" */
export const ISSUE =
  /^([^:]{0,80}?(?:newsletter|rundbrief|infolettre|boletín|boletim|nieuwsbrief|nyhetsbrev|biuletyn|digest)[^:]{0,70}):\s(.{20,900})$/iu;

/** "Petition to keep the pool open", "Help us raise £8,000 for a new roof": the cause heads the page. */
export const CAUSE =
  /^(?:(?:an?\s)?petition\sto\s(\p{Ll}[^.!?:]{8,88})|((?:help|support) (?:us|me)\s(?!get\s|write|make a (?:page|site))[^.!?:]{8,88}))$/iu;

/** "I want people to sign up to our open day": the purpose follows. */
export const WANTS_PEOPLE =
  /^(?:(?:i|we)(?:['’]d| would)? (?:want|need|like)|help (?:me|us) get|get)\s(?:more\s)?(?:people|customers|members|visitors|guests|clients|parents|everyone|somebody|someone|\p{L}{3,16}s)\sto\s(?:be able to\s)?(?:sign up|register|book|come|come along|join|apply|enrol|subscribe|visit|buy|know|hear)\s(?:(?:a place|a seat|tickets?|online)\s)?(?:(?:to|for|in|on|at|with|about)\s)?/iu;
export const INVITED = /^(?:you['’]?re|you are)\s(?:\p{L}+ly\s)?invited\sto\s/iu;

/** "I want the page to make people think, oh, I could go there": one wish, commas included. */
export const THINKS = /^(?:and\s|also\s)?(?:i|we)(?:['’]d| would)?\s(?:want|like)\b.{0,80}\b(?:think|feel|say|understand)\b/iu;
/** "Write to our members that we raise the price": the content follows "that". */
export const MAIL_THAT =
  /^(.{0,40}\b(?:e-?mail|mail|message|newsletter|letter|note|nachricht|courriel|correo|messaggio|bericht|mejl|rundmail)\b.{0,60}?)\s(?:saying that|to say that|that|dass|que|che|dat|att|że)\s(.{8,600})$/iu;
export const COMMISSIONED =
  /\b(?:need|want|would like|['’]d like|looking for|asked|make|create|build|brauchen?|möchten?|besoin|voudr\p{L}{2,5}|necesit\p{L}{1,5}|quer\p{L}{2,5}|vorrei|preciso|nodig|behöver|potrzebuj\p{L}{1,3})\b.{0,70}\b(?:page|website|site|landing|e-?mail|newsletter|seite|webseite|página|pagina|sito|sida|stron\p{L}|waiting list|waitlist|mailing list)(?!\p{L})/iu;

export function readIssue(text: string, reading: Reading): boolean {
  const issue = reading.brief.kind === 'email' ? ISSUE.exec(text) : null;
  const news = clausesOf(issue?.[2] ?? '').filter((one) => !instruction(reading.masked.shown(one)) || /^thank(?:s| you)\s/iu.test(one));
  if (!issue?.[1] || news.length < 3 || /%|\b(?:tell|code)\b/iu.test(issue[1])) return false;
  reading.opening = issue[1];
  reading.part(
    'features',
    undefined,
    news.map((one) => polished(one.replace(/^(?:und|et|y|e|en|och|i)\s/iu, ''), reading.brief.lang)),
  );
  return true;
}

const SESSION =
  /^(?:week|day|module|session|lesson|unit|chapter|evening|round|class)\s(?:\d{1,2}|one|two|three|four|five|six|seven|eight)(?:\s?[-–]\s?\d{1,2})?$/iu;

/** "Week 1: washes. Week 2: …" */
export function readSession(name: string, rest: string, reading: Reading): boolean {
  if (!SESSION.test(name) || reading.brief.kind !== 'page') return false;
  const [first = '', ...more] = sentencesOf(rest);
  const { parts } = reading.brief;
  const known = parts.findLast(({ kind, items }) => kind === 'schedule' && items.every(({ time = '' }) => SESSION.test(time)));
  const item = { lead: capital(reading.masked.shown(first)), time: capital(name) };
  if (known) known.items.push(item);
  else parts.push({ kind: 'schedule', items: [item] });
  for (const next of more) reading.sentence(next, false);
  return true;
}
