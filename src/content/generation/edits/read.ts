import { labelOf } from '../reader/labels.ts';
import { languageNamed } from '../reader/language.ts';
import { hrefOf, type Masked } from '../reader/text.ts';
import { anyCase, lexicon } from '../reader/words.ts';
import type { Clause } from './clauses.ts';
import { readHours } from './hours.ts';
import type { Order, Where } from './orders.ts';
import { readForm } from './read-form.ts';
import { looksWish } from './read-looks.ts';
import { isContrast, readText } from './read-text.ts';
import { readAddition, readAgain, readFigure, readJapanese, readValue } from './read-values.ts';
import { impossible, withoutFillers } from './talk.ts';
import { bare } from './texts.ts';
import { factsIn } from './values.ts';
import * as v from './verbs.ts';

const B = "(?![\\p{L}'’])";
const IT =
  "(?:it|this|that|them|the\\s+(?:whole\\s+)?(?:page|site|website|email|mail|text|copy|thing|lot)|everything|all(?:\\s+of\\s+it)?|es|das|alles|(?:die|den|das)\\s+(?:ganze\\s+)?(?:seite|mail|e-mail|text)|la\\s+page|le\\s+(?:texte|mail)|l[’']e-mail|tout|la\\s+página|el\\s+(?:texto|correo)|todo|la\\s+pagina|il\\s+testo|tutto|a\\s+página|o\\s+texto|tudo|de\\s+(?:pagina|tekst|mail)|het|den|det|sidan|texten|allt|stronę|ją|go|je|to|tekst|wszystko)";
const UNDO = anyCase`^(?:undo(?:\s+(?:that|it|this|everything|all|(?:the\s+|my\s+)?(?:last|previous)(?:\s+(?:one|change|edit|step|version))?|the\s+change))?|revert(?:\s+.{0,30})?|(?:go|take\s+(?:it|that|me)|change\s+it|put\s+it|switch)\s+back(?:\s+(?:how|the\s+way)\s+it\s+was.{0,20}|\s+(?:to\s+(?:how|what|the\s+way)\s+it\s+was.{0,20}|to\s+the\s+(?:previous|last|old|earlier)(?:\s+(?:one|version))?|one\s+step))?|back\s+to\s+the\s+(?:previous|last|old|earlier)\s+(?:one|version)|restore\s+the\s+(?:previous|last|old)\s+version|(?:i\s+)?(?:liked|preferred|prefer)\s+(?:it\s+)?(?:the\s+way\s+it\s+was|the\s+(?:old|previous|last)\s+(?:one|version))(?:\s+better)?|never\s?mind(?:\s+that)?|rückgängig(?:\s+machen)?|mach(?:e)?\s+(?:das|es)\s+rückgängig|nimm\s+das\s+zurück|zurück\s+zur\s+(?:letzten|vorigen|alten)\s+(?:version|fassung)|annule[rz]?(?:\s+(?:ça|cela|la\s+dernière\s+modification))?|reviens\s+en\s+arrière|deshaz(?:lo|\s+eso|\s+el\s+cambio|\s+el\s+último\s+cambio)?|deshacer|annulla(?:lo)?(?:\s+l[’']ultima\s+modifica)?|desfaz(?:er)?(?:\s+isso)?|desfaça(?:\s+isso)?|ongedaan\s+maken|maak\s+(?:dat|het)\s+ongedaan|ångra(?:\s+det)?|cofnij(?:\s+to)?|元に戻して(?:ください)?|取り消して(?:ください)?|元に戻す)$`;
const LANGUAGE = '([\\p{L}]{2,20})';
const TRANSLATE = [
  anyCase`^${v.TRANSLATE}(?:-l[ae])?${B}\s*(?:(?:${IT}|.{2,40}?)\s+)??(?:into|in|ins|to|auf|en|al|a|para|naar|till|na|po)\s+(?:(?:das|het|el|o|il|l[’']|the)\s*)?${LANGUAGE}$`,
  anyCase`^(?:(?:make|put|write|have|do|turn|mach|schreib(?:e)?|mets|écris|pon|escribe|metti|scrivi|põe|escreve|zet|schrijf|gör|skriv|zrób|napisz)\s+)?(?:(?:${IT})\s+)?(?:in|into|to|auf|en|em|på|po)\s+(?:good\s+|plain\s+)?${LANGUAGE}(?:\s+(?:version|language))?$`,
  anyCase`^(?:(?:a|the)\s+)?${LANGUAGE}\s+(?:version|translation|please)$`,
  anyCase`^(?:${IT}\s+)?(?:ins|in|auf|naar\s+het|in\s+het|na)\s+(?:das\s+)?${LANGUAGE}\s+(?:übersetzen|übertragen|vertalen|omzetten|översätta|przetłumaczyć)$`,
  anyCase`^(?:(?:${IT}|language)\s+)?(?:(?:should|needs?\s+to|has\s+to|must)\s+be|to|:)\s+(?:in\s+)?${LANGUAGE}$`,
];
const SHORTEN = [
  /^(?:an?\s+|the\s+)?(?:shorter|kürzere[rs]?)\s+(\p{L}{4,20})$/iu,
  anyCase`^${v.SHORTEN}${B}(?:\s+(${IT}|[^:]{2,60}?))?(?:\s+(?:down|a\s+(?:bit|little|lot)|in|up|by\s+half|ein|etwas))*$`,
  anyCase`^(?:${v.MAKE_IT}|${v.CHANGE}|keep)(?:-l[ae]|-[ao])?\s+(?:(${IT}|[^:]{2,60}?)\s+)??${v.SHORTER}$`,
  anyCase`^(?:(${IT}|[^:]{2,40}?)\s+)?(?:(?:is|are|feels|it['’]s|its|way|far|much|ist|sind|est|es|è|é|är|jest)\s+){0,2}(?:too\s+(?:long|wordy|much\s+text)|zu\s+lang|trop\s+long\p{L}*|demasiado\s+larg\p{L}*|troppo\s+lung\p{L}*|(?:muito|demasiado)\s+(?:longo|comprido)\p{L}*|te\s+lang|för\s+lång\p{L}*|za\s+dług\p{L}*)$`,
  anyCase`^(?:(${IT}|[^:]{2,40}?)\s+)?(?:(?:should\s+be|needs\s+to\s+be|to\s+be)\s+)?${v.SHORTER}$|^(?:less\s+text|fewer\s+words)$`,
];
const SIGNED = [
  /^(?:sign(?:ed)?(?:\s+(?:it|this|the (?:mail|email|letter)|off))?(?:\s+(?:as|by|from|with|off|off as|off with))?|signature|sign[- ]off|unterschreib(?:e|en)?(?:\s+mit)?|unterschrift|unterzeichnet|signe[rz]?(?:-l[ae])?|signé|firma(?:r|do|to)?(?:lo)?(?:\s+(?:con|como|come))?|assina(?:r|do)?|onderteken(?:d)?(?:\s+met)?|underteckna(?:d|t)?(?:\s+med)?|podpis(?:z|ane)?)\s*(?:(?:to|should be|is|=|mit|von|par|por|da|door|av)\s+|:\s*)?(.{2,80})$/iu,
  /^(?:from|von|de|da|van|från|od)\s*:\s*(.{2,80})$/iu,
];
const GREET =
  /^(?:greet (?:them|people|everyone|everybody|readers|us)|start (?:it|the (?:mail|email|letter))|open (?:it|the (?:mail|email|letter))|address (?:them|people|everyone))\s+(?:with|as|by saying)\s+(.{2,80})$/iu;
const SIGNS =
  /^(.{2,60}?)\s+(?:signs(?:\s+(?:it|this|the (?:mail|email)))?|should sign(?:\s+it)?|is signing|unterschreibt|signe|firma|assina|ondertekent|undertecknar|podpisuje)(?:,?\s+(?:not|instead of|rather than|nicht|statt|pas|no|non|não|niet|inte|nie)\s+(.{2,60}))?$/iu;
const CALL = anyCase`^(?:call\s+(?:us|it|me|ourselves|the\s+(?:business|shop|company|page|event|club|band))|(?:we|it)(?:['’]re|\s+are|['’]s|\s+is)\s+(?:now\s+)?called|(?:the|our)\s+(?:(?:new\s+)?name|business|shop|company)\s+is\s+(?:now\s+)?(?:called\s+)?|(?:we|it)\s+(?:changed|have\s+changed)\s+(?:our|its)\s+name\s+to|rename\s+(?:us|it|the\s+(?:business|shop|company|event|club|band))\s+(?:to\s+|as\s+)?|wir\s+heißen(?:\s+jetzt)?|on\s+s[’']appelle(?:\s+maintenant)?|nous\s+nous\s+appelons(?:\s+maintenant)?|ahora\s+nos\s+llamamos|(?:ora\s+)?ci\s+chiamiamo|agora\s+chamamo-nos|we\s+heten(?:\s+nu)?|vi\s+heter(?:\s+nu)?|nazywamy\s+się(?:\s+teraz)?)\s*:?\s+(.{2,80}?)(?:\s+(?:now|jetzt|nu))?(?:,?\s+(?:now\s+)?(?:instead\s+of|not|rather\s+than|statt|nicht|au\s+lieu\s+de|en\s+vez\s+de|invece\s+di|em\s+vez\s+de|in\s+plaats\s+van|i\s+stället\s+för|zamiast)\s+(.{2,80}))?$`;
const LINK = anyCase`^(?:(?:link|point|send|direct|verlinke?|lie[rz]?|enlaza[r]?|collega|liga|koppel|länka|połącz)\s+)?(.{0,80}?)\s*(?:(?:should\s+|must\s+|needs\s+to\s+|soll\s+|has\s+to\s+)?(?:link|links|linked|go|goes|lead|leads|point|points|take\s+people|send\s+people|führt|führen|verlinken|mène|lleva|porta|leva)\s+)?(?:to|at|with|auf|zu|nach|mit|vers|à|a|con|para|naar|till|do|:|→|->|=>|is|=)?\s*([\ue100-\ue483])$`;
const SWAP = anyCase`^(?:swap|switch|exchange|tausche?|vertausche?|échange[rz]?|intercambia|scambia|troca|wissel|byt\s+plats\s+på|zamień)\s+(?:round\s+|around\s+|over\s+|miejscami\s+)?(?:the\s+(?:order|places|positions?)\s+of\s+)?(.{2,60}?)\s+(?:and|und|et|y|e|en|och|i|with|mit)\s+(.{2,60}?)(?:\s+(?:around|round|over|om))?$`;
const MOVES: Record<Where, RegExp> = {
  first: anyCase`^(?:${v.MOVE}\s+)?(.{2,80}?)\s+(?:ganz\s+|tout\s+|helemaal\s+|allra\s+|right\s+|straight\s+|all\s+the\s+way\s+|should\s+(?:be|go|come)\s+|goes\s+|comes\s+|be\s+|is\s+){0,3}${v.FIRST}$`,
  last: anyCase`^(?:${v.MOVE}\s+)?(.{2,80}?)\s+(?:ganz\s+|tout\s+|helemaal\s+|allra\s+|right\s+|straight\s+|all\s+the\s+way\s+|should\s+(?:be|go|come)\s+|goes\s+|comes\s+|be\s+|is\s+){0,3}${v.LAST}$`,
  before: anyCase`^(?:(?:${v.MOVE}|make|let)\s+)?(.{2,80}?)\s+(?:come\s+|go\s+|appear\s+|so\s+(?:it\s+is|it['’]s)\s+|should\s+(?:be|go|come)\s+|goes\s+|comes\s+|up\s+|down\s+|back\s+|to\s+(?=right|just|before|after|above|below)){0,3}${v.BEFORE}\s+(.{2,80})$`,
  after: anyCase`^(?:(?:${v.MOVE}|make|let)\s+)?(.{2,80}?)\s+(?:come\s+|go\s+|appear\s+|so\s+(?:it\s+is|it['’]s)\s+|should\s+(?:be|go|come)\s+|goes\s+|comes\s+|up\s+|down\s+|back\s+|to\s+(?=right|just|before|after|above|below)){0,3}${v.AFTER}\s+(.{2,80})$`,
  up: anyCase`^${v.MOVE}\s+(.{2,80}?)\s+(?:(?:one|a\s+bit|a\s+little|further|higher)\s+){0,2}(?:up|higher|nach\s+oben|höher|plus\s+haut|más\s+arriba|più\s+su|mais\s+(?:acima|para\s+cima)|omhoog|hoger|upp|högre|wyżej)(?:\s+(?:one|a\s+bit|a\s+little))?$`,
  down: anyCase`^${v.MOVE}\s+(.{2,80}?)\s+(?:(?:one|a\s+bit|a\s+little|further|lower)\s+){0,2}(?:down|lower|nach\s+unten|tiefer|plus\s+bas|más\s+abajo|più\s+giù|mais\s+(?:abaixo|para\s+baixo)|omlaag|lager|ned|ner|lägre|niżej)(?:\s+(?:one|a\s+bit|a\s+little))?$`,
};
const TAKE = anyCase`^(?:take|get|nimm|haal|nehm(?:t|en))\s+(.{1,120}?)\s+(?:out|off|away|down|raus|heraus|weg|eruit)(?:\s+(?:of|from)\s+(.{2,60}))?(?:\s+.{0,40})?$`;
const REMOVE = anyCase`^(?:${v.REMOVE}|no)\s+(.{1,200}?)(?:\s+(?:out|off|away|down|weg|heraus|raus|eruit|bort|anymore|any\s+more|entirely|completely|altogether|at\s+all))*$`;
const REMOVED_LAST = anyCase`^(?:i\s+want\s+|we\s+want\s+)?(.{2,120}?)\s+(?:bitte\s+|graag\s+)?${v.REMOVE_LAST}$`;
const FROM =
  /^(.{2,120}?)\s+(?:from|out of|off|in|on|under|aus|von|vom|im|in der|du|de la|dans|del|de|dal|dalla|da|uit|van|från|ur|i|z|ze)\s+(?:the\s+|der\s+|dem\s+|le\s+|la\s+|el\s+|il\s+|o\s+|a\s+|het\s+)?(.{2,60})$/iu;
const LEFT =
  /^(.{2,60}?)\s+(?:has|have)\s+(?:now\s+)?(?:left|quit|retired|resigned)(?:\s+(?:us|the team|the company|the band))?$|^(.{2,60}?)\s+(?:no longer works|does\s?n['’]?t work|is no longer|isn['’]t)\s+(?:here|with us|there|part of (?:it|the team))(?:\s+any\s?more)?$/iu;
/** One word: "quítalo", "enlève-le". */
const REMOVE_IT = /^(?:quíta|elimína|bórra|sáca|togli|rimuovi|eliminia?|enlève-|supprime-|retire-|tira-|remove-)(?:l[oaei]s?|[oa]s?)$/iu;
/** "Tom Ash left". */
const NAME_LEFT = /^(\p{Lu}[\p{L}'’-]{1,30}(?:\s\p{Lu}[\p{L}'’-]{1,30}){0,2})\s(?:has\s)?left(?:\s(?:us|the team|the company|the band))?$/u;
const GONE =
  /^(.{2,80}?)\s+(?:is|are|has been|have been|was|were|got|ist|sind|wurde|est|sont|está|è|é|är|is|jest|został\p{L}*)\s+(?:now\s+)?(?:cancell?ed|called off|off the menu|no longer (?:available|on|running|offered)|discontinued|abgesagt|annulé\p{L}*|cancelad\p{L}*|annullat\p{L}*|geannuleerd|inställ\p{L}*|odwołan\p{L}*)(?:[\s,:–-]+(?:(?:so|please|pls)\s+)?(?:take|get|remove|delete|drop|lose|strike|cut|cross)\s+(?:it|them|that|this)?(?:\s+(?:off|out|away))?)?$/iu;
const PRONOUN_GONE =
  /^(.{2,120}?)[\s,]+(?:so\s+)?(?:take (?:it|them|that) (?:off|out|away)|(?:remove|delete|drop|lose|cut) (?:it|them|that)|get rid of (?:it|them|that))$/iu;
const DUPLICATE = anyCase`^${v.DUPLICATE}\s+(.{2,80}?)$|^(?:make|create|i\s+(?:need|want))\s+(?:a\s+)?(?:copy|duplicate)\s+of\s+(.{2,80})$`;
export function readClause(clause: Clause, masked: Masked): Order[] | undefined {
  const orders = ordersOf(clause, masked);
  if (!ALSO.test(clause.text) || orders?.[0]?.do === 'hours') return orders;
  // "On Tuesdays, too": one more, and not another instead of what there is.
  const days = factsIn(withoutFillers(clause.text.replace(ALSO, ' ')), masked);
  if (days && days.of === '' && days.facts.every(({ kind }) => kind === 'when'))
    return [{ do: 'facts', facts: days.facts.map((fact) => ({ ...fact, also: true })), of: '' }];
  const [first] = orders ?? [];
  return first?.do === 'facts' && first.facts.every(({ kind }) => ['when', 'time', 'price', 'money'].includes(kind)) ? undefined : orders;
}

const ALSO = /(?<=\S\s)(?:also|too|as well|auch|aussi|también|anche|também|ook|också|też)(?!\p{L})/iu;

/** German and Dutch put "add" behind what is added: here it stands first, as in other languages. */
function addedFirst(text: string): string {
  const [, inner, rest = ''] = /^(?:füge?|voeg)\s(?:(.{2,300}?)\s)?(?:hinzu|ein|an|toe)(?:\s*[:：]\s*|\s|$)(.{0,600})$/isu.exec(text) ?? [];
  if (inner !== undefined || rest !== '') return `add ${[inner, rest].filter(Boolean).join(inner && rest ? ': ' : '')}`;
  const [, what, how = '', body = ''] = ADDED_LAST.exec(text) ?? [];
  return what === undefined ? text : `add ${what}${how}${body && `: ${body}`}`;
}

const ADDED_LAST = new RegExp(
  `^(.{2,200}?)\\s+(?:noch\\s|bitte\\s)?(?:${v.ADD_LAST}|hinzu|toe)(,\\s(?:freiwillig|optional|verpflichtend|pflicht))?(?:\\s*[:：]\\s*(.{2,600}))?$`,
  'isu',
);

function ordersOf(clause: Clause, masked: Masked): Order[] | undefined {
  const text = addedFirst(withoutFillers(clause.text));
  if (text === '' || text.length > 4_000) return undefined;
  const japanese = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u.test(text) ? readJapanese(text, masked, clause.entries) : undefined;
  if (japanese) return [japanese];
  if (UNDO.test(text)) return [{ do: 'undo' }];
  if (
    /^(?:say|write|put|schreibe?|écris|écrivez|escribe|scrivi|escreve|schrijf|skriv|napisz)\s.{1,80}\s(?:instead of|rather than|not|statt|anstatt|au lieu de|en vez de|invece di|em vez de|in plaats van|i stället för|zamiast)\s/iu.test(
      text,
    ) &&
    !/^put\s(?:the|our|a)\s/iu.test(text)
  )
    return readText(text, masked);
  const hours = readHours(masked.shown(text));
  if (hours) return [hours];
  return (
    readLabelled(text, masked) ??
    readWhole(text, masked) ??
    readValue(text, masked) ??
    readFigure(text) ??
    readForm(text, masked) ??
    readLink(text, masked) ??
    readPlace(text) ??
    readLooks(text, masked) ??
    readImpossible(text) ??
    readRemoval(text, masked) ??
    readAddition(text, clause.entries, masked) ??
    readText(text, masked) ??
    readAgain(masked.shown(text))
  );
}

/** "Subject: 20% off": behind such a label stands a text, whatever it reads like. */
function readLabelled(text: string, masked: Masked): Order[] | undefined {
  const label = /^([^:：\ue100-\ue483]{3,40}?)\s*[:：]\s/u.exec(text)?.[1];
  const found = label === undefined ? undefined : labelOf(bare(label.replace(/^(?:new|neue[rs]?|nouveau|nouvelle|nuevo|nueva)\s+/iu, '')));
  const written = found && 'label' in found && ['headline', 'lede', 'button', 'subject', 'preview'].includes(found.label);
  return written ? (readLink(text, masked) ?? readText(text, masked)) : undefined;
}

function readImpossible(text: string): Order[] | undefined {
  const why = impossible(text);
  return why === undefined ? undefined : [{ do: 'cannot', why }];
}

function readWhole(text: string, masked: Masked): Order[] | undefined {
  for (const pattern of TRANSLATE) {
    const lang = languageNamed(pattern.exec(text)?.[1] ?? '');
    if (lang) return [{ do: 'translate', lang }];
  }
  for (const pattern of SHORTEN) {
    const found = pattern.exec(text);
    if (!found) continue;
    const what = found[1] ?? '';
    return [{ do: 'shorten', what: anyCase`^${IT}$`.test(what) ? '' : bare(masked.shown(what)) }];
  }
  for (const pattern of SIGNED) {
    const name = pattern.exec(text)?.[1];
    if (name) return [{ do: 'sign', name: masked.shown(name) }];
  }
  const greeting = GREET.exec(text)?.[1];
  if (greeting) return [{ do: 'change', what: 'greeting', to: masked.all('quote', greeting)[0] ?? masked.shown(greeting), quoted: true }];
  const signs = SIGNS.exec(text);
  if (signs) return [{ do: 'sign', name: masked.shown(signs[1] as string), ...(signs[2] && { not: masked.shown(signs[2]) }) }];
  const called = CALL.exec(text);
  if (called) return [{ do: 'call', name: masked.shown(called[1] as string), ...(called[2] && { not: masked.shown(called[2]) }) }];
  return undefined;
}

function readLink(text: string, masked: Masked): Order[] | undefined {
  const found = LINK.exec(text);
  const aside = found && masked.at(found[2] as string);
  const href = aside && hrefOf(aside);
  if (!found || !aside || !href) return undefined;
  const what = bare(masked.shown(found[1] as string).replace(anyCase`^${v.CHANGE}\s+`, ''));
  const isButton = /\b(?:buttons?|links?|cta|knopf|bouton|botón|pulsante|botão|knop|knapp(?:en)?|przycisk)\b/iu.test(what);
  const verb = /^(?:link|point|verlink|lie|enlaza|collega|liga|koppel|länka|połącz)/iu.test(text);
  if (aside.kind === 'url' && SOCIAL.test(what))
    return [{ do: 'add', what: `${what.replace(/[\s-]+(?:links?|page|profile)$/iu, '')} ${aside.text}`, source: '', entries: [] }];
  if (!isButton && !verb) return undefined;
  // "Button “Get Mud” to …" gives both the label and the address.
  const [label] = masked.all('quote', found[1] as string);
  if (anyCase`^${v.ADD}${B}`.test(text)) return undefined;
  const saying =
    /(?:say|says|read|reads|be called|heißen|dire|decir|dizer)\s+["“]?(.{2,60}?)["”]?,?\s+(?:and|und|et|y|e)(?:\s+(?:it|should|must|go|goes|link|links|lead|leads|point|points|führen|zu)){0,4}$/iu.exec(
      what,
    )?.[1];
  if (saying)
    return [
      { do: 'change', what: 'button', to: label ?? saying, quoted: true },
      { do: 'link', what: '', href },
    ];
  const colon =
    /^(?:the\s+)?(?:buttons?|cta|knopf|bouton|botón|pulsante|botão|knop|knapp|przycisk)\s*:\s*(.{2,60}?)\s*(?:→|->|=>|to|links? to|goes to)?\s*$/iu.exec(
      what,
    )?.[1];
  const which = what.replace(/(?:^|\s)(?:should|must|needs?|has|goes?|links?|leads?|points?|soll|to|at)(?=\s|$).*$/iu, '').trim();
  const said = label ?? colon;
  return [{ do: 'link', what: said ?? which, href, ...(said && { label: said }) }];
}

const SOCIAL =
  /^(?:links?\s(?:to|zu|zum|vers|a|al|naar|till)\s)?(?:(?:my|our|the|unser\p{L}{0,2})\s)?(?:instagram|insta|facebook|linkedin|youtube|tiktok|twitter|x|mastodon|bluesky|pinterest|spotify|vimeo|etsy)(?:[\s-]+(?:links?|page|profile|account))?$/iu;

function readPlace(text: string): Order[] | undefined {
  if (anyCase`^${v.ADD}${B}`.test(text) && !/^put\s+(?:the|our|my)\s/iu.test(text)) return undefined;
  if (/^get\s+rid/iu.test(text)) return undefined;
  // "Parking is now behind the church" says where it is, and not where to put it.
  if (
    /\s(?:is|are)(?:\s+now)?\s+(?:behind|under|over|above|below|before|after|in front of)\s/iu.test(text) &&
    !anyCase`^${v.MOVE}${B}`.test(text)
  )
    return undefined;
  const swap = SWAP.exec(text);
  if (swap && !/[\ue100-\ue483]/.test(text)) return [{ do: 'swap', one: bare(swap[1] as string), other: bare(swap[2] as string) }];
  for (const [where, pattern] of Object.entries(MOVES)) {
    const found = pattern.exec(text);
    if (!found) continue;
    const what = bare(found[1] as string);
    const named =
      anyCase`^${v.MOVE}${B}`.test(text) ||
      lexicon('sections').find(what).length > 0 ||
      /^(?:buttons?|knopf|bouton|botón|pulsante|botão|knop|knapp|przycisk)$/iu.test(what);
    if (!named || /[:?？]/.test(what) || /[\ue100-\ue483]/.test(what + (found[2] ?? ''))) continue;
    return [{ do: 'move', what, where: where as Where, anchor: bare(found[2] ?? '') }];
  }
  const copied = DUPLICATE.exec(text);
  return copied ? [{ do: 'duplicate', what: bare((copied[1] ?? copied[2]) as string) }] : undefined;
}

function readLooks(text: string, masked: Masked): Order[] | undefined {
  const looks = looksWish(text, masked);
  return looks && [{ do: 'looks', theme: looks.theme, wish: looks.wish }];
}

function readRemoval(text: string, masked: Masked): Order[] | undefined {
  const left = LEFT.exec(text);
  const gone =
    GONE.exec(text)?.[1] ??
    left?.[1] ??
    left?.[2] ??
    NAME_LEFT.exec(text)?.[1] ??
    PRONOUN_GONE.exec(text)?.[1]?.replace(/\s+(?:is|are)\s+\p{L}+$/u, '');
  if (gone) return [{ do: 'remove', what: bare(masked.shown(gone)) }];
  const taken = TAKE.exec(text);
  if (taken && !anyCase`^(?:take|get)\s+(?:it|them|that)\s`.test(text)) return removalOf(taken[1] as string, taken[2], masked);
  const last = REMOVED_LAST.exec(text)?.[1];
  if (
    last &&
    !/:|%|\s(?:is|are|was|has|have)\s\p{L}+$/iu.test(last) &&
    !/^(?:sold|fully|going|opt|log|sign|check|find|reach|time|way)$/iu.test(last)
  )
    return removalOf(last, undefined, masked);
  if (REMOVE_IT.test(text)) return [{ do: 'remove', what: 'it' }];
  const needless =
    /^(?:there(?:['’]?s| is) )?no need (?:any ?more )?to (?:bring|have|wear|book|call|take|fill in) (?:a |an |the |your |their )?(.{3,60})$/iu.exec(
      text,
    )?.[1];
  if (needless) return [{ do: 'remove', what: `mentions of ${masked.shown(needless)}` }];
  const mention =
    /^(?:do\s?n[o'’]?t|do not|stop|never|no)\s+(?:more\s+)?(?:mention(?:ing)?|talk(?:ing)?\s+about)(?:\s+of)?\s+(.{2,80})$/iu.exec(
      text,
    )?.[1];
  if (mention) return [{ do: 'remove', what: `mentions of ${masked.shown(mention)}` }];
  const what = REMOVE.exec(text)?.[1];
  if (!what || isContrast(what)) return undefined;
  return removalOf(what, undefined, masked);
}

/** "The map and the quote" are two, unless something is called so. */
function removalOf(source: string, from: string | undefined, masked: Masked): Order[] {
  const what = bare(masked.shown(source, true));
  const within = from ?? FROM.exec(source)?.[2];
  return [{ do: 'remove', what, ...(within && { from: bare(masked.shown(within)) }) }];
}
