import type { Brief } from './brief.ts';
import { labelOf } from './labels.ts';
import type { Reading } from './reading.ts';
import { ASIDES, capital, withScheme } from './text.ts';
import { saidIn } from './words.ts';

const QUOTED_ROLE =
  /(?:the\s+|a\s+|big\s+|main\s+)?([\p{L}-]{2,30}(?:\s(?:line|text|headline|title))?)\s*(?:(?:should|must|shall|can)\s+(?:be|say|read)|is|says?|reads?|saying|:|to|called|named|like|lautet|soll\p{L}*|heißt|est|es|è|é)?\s*:?\s*([\ue100-\ue483])/giu;

export function readQuotedRoles(text: string, { brief, masked }: Reading): string {
  const { quoted, slots } = brief;
  return text.replace(QUOTED_ROLE, (all, role: string, character: string) => {
    const aside = masked.at(character);
    if (aside?.kind !== 'quote') return all;
    const known = labelOf(role);
    const label = known && 'label' in known ? known.label : undefined;
    if (label === 'headline' || label === 'lede' || label === 'subject' || label === 'preview')
      quoted.push({ as: label, text: aside.text });
    else if (label === 'name') slots.name ??= aside.text;
    else return all;
    return ' ';
  });
}

const BUTTON =
  /(?:\bbuttons?|\bcta|\bcall to action|\bknopf|\bschaltfläche|\bbouton|\bbotón|\bpulsante|\bbottone|\bbotão|\bknop|\bknapp|\bprzycisk\p{L}{0,4}|ボタン)\s*(?:\s(?:text|label|copy|everywhere|below|that|which|should|must|needs to|has to|will)){0,4}\s*(?:\s(?:says?|saying|reads?|reading|labell?ed|called|named|with the (?:text|words|label)|be|is|mit (?:der aufschrift|dem text)|„?|qui dit|avec le texte|que diga|con el texto|con scritto|a dizer|com o texto|met|med texten|z napisem))?\s*:?\s*,?\s*([\ue100-\ue483]|(?<=(?:says?|saying|reads?|reading|labell?ed|called|named|text|:)\s)[^.,;:\n\ue100-\ue483]{2,50})/iu;
/** "Button try shared calendars" */
const LONE_BUTTON =
  /^(?:(?:the|one|a|main|and)\s){0,2}(?:button|cta|call to action)\s(?!should|must|that|which|in|at|on|to|for|with|is|goes|leads|links|below|above|and|please)((?:[\p{L}\d'’&]{1,16}\s?){1,6})[.!]?$/iu;
/** "cta start free trial" */
const BARE_CTA =
  /(?:^|[,.;]\s*)(?:the\s)?(?:cta|call to action)\s(?:is\s)?((?:start|book|get|try|join|buy|order|sign|request|download|see|subscribe|apply|reserve|claim|donate|shop|learn|contact|call|ask|find|hire|send|tell|talk|enquire)\b[^.,;:\ue100-\ue483]{0,40})(?=\s*(?:$|[,.;]))/iu;
/** "Botão quero me inscrever" */
const BARE_BUTTON =
  /(?:^|[,;]\s*)(?:(?:un|con|avec un|com|mit|ein|et|y|e|und)\s){0,2}(?:bouton|botón|boton|botão|botao|pulsante|bottone|knopf|knop|knapp|przycisk)\s(?!(?:mit|avec|con|com|met|med|z|die|der|das|que|qui|som|zum|zur|pour|para|per|rot|rouge|rojo|blau|bleu|azul|verde|grün)\s|$)([\p{L}'’]{2,20}(?:\s[\p{L}'’]{1,20}){0,4})(?=\s*(?:$|[,.;]))/iu;
const VERB_BUTTON =
  /(?:^|[,.;]\s*|\b(?:an?|the|with|one|and)\s)((?:download|donate|subscribe|register|book(?: now)?|order(?: now)?|apply|buy|join(?: us)?|sign up|get started|listen|watch|pre-?order)(?:\s(?:now|online))?)\s+button\b/iu;
const NAMED_BUTTON = /(?:^|[,.;]\s*|\b(?:an?|the|with|one|and)\s)(\p{Lu}[\p{L}'’]{1,20}(?:\s[\p{L}'’]{1,14}){0,3})\s+button\b/u;
const NO_NAME =
  /^(?:The|All|Big|One|Red|Blue|Green|Round|Each|Every|Make|Use|Add|A|An)\b|\s(?:the|an?|this|that|our|your|my|each|every|one|all|both)$/u;
const CALL_IT = /\b(?:call|name|label)\s+(?:the|this|that)\s+(?:button|link)\s+([\ue100-\ue483]|[^.,;:\n]{2,40})/iu;
const LINK =
  /(?:\b(?:links?|leads?|goes|pointing|points?|going|verlinkt?|führt|mène|lleva|porta|leva|leidt|länkar|prowadzi)\s+)?(?:\b(?:to|at|auf|zu|nach|vers|a|para|naar|till|do)|→|->|=>)\s*:?\s*([\ue100-\ue483])/iu;

export function readButton(text: string, reading: Reading): string {
  const { masked, brief } = reading;
  const { action } = brief;
  let rest = text;
  const found = BUTTON.exec(text);
  if (found) {
    const words = found[1] ?? '';
    const aside = masked.at(words);
    const own = aside ? '' : masked.shown(words).replace(/^(?:says?|saying|reads?|labell?ed|called|with)\s+/iu, '');
    const label = aside?.kind === 'quote' ? aside.text : own.trim();
    if (label !== '' && label.length <= 60 && !/^(?:to|for|on|in|that|which|is|should|at)\b/iu.test(label)) {
      const around = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
      action.label ??= capital(label.replace(/[.,;:]$/, ''));
      rest = around.replace(/(?:,\s*)?(?:\ba\s+|\bthe\s+|\band\s+|\bone\s+|\ball\s+)+(?=\s|$)\s*$/iu, '');
    }
  }
  const bare = BARE_CTA.exec(rest) ?? BARE_BUTTON.exec(rest);
  if (bare?.[1] && action.label === undefined && !/[\ue100-\ue483]/u.test(bare[1])) {
    action.label = capital(masked.shown(bare[1]).trim());
    rest = rest.replace(bare[0], ' ');
  }
  const named = NAMED_BUTTON.exec(rest);
  const before = VERB_BUTTON.exec(rest) ?? (NO_NAME.test(named?.[1] ?? '') ? null : named);
  if (before?.[1] && action.label === undefined) {
    action.label = capital(before[1]);
    rest = rest.replace(before[0], ' button');
  }
  const lone = LONE_BUTTON.exec(rest.trim());
  if (lone?.[1] && action.label === undefined && reading.isEnglishMail) {
    action.label = capital(masked.shown(lone[1]).trim());
    return '';
  }
  const call = CALL_IT.exec(rest);
  if (call) {
    const aside = masked.at(call[1] ?? '');
    action.label ??= aside?.kind === 'quote' ? aside.text : masked.shown(call[1] ?? '').trim();
    rest = rest.replace(call[0], ' ');
  }
  return readLink(rest, reading);
}

function readLink(text: string, { brief, masked }: Reading): string {
  const { action } = brief;
  const online = ONLINE.exec(text);
  if (online?.[1] && online[2] && masked.at(online[2])?.kind === 'url') {
    action.href ??= withScheme(masked.at(online[2])?.text ?? '');
    action.label ??= capital(online[1].toLowerCase());
    return text.replace(online[0], ' ');
  }
  const linked = LINK.exec(text) ?? /(?:\blinks?\b|\bbuttons?\b)[^.\n]{0,60}?([\ue100-\ue483])/iu.exec(text);
  const character = [...text.matchAll(ASIDES)].map(([one]) => one).find((one) => masked.at(one)?.kind === 'url');
  if (!linked || character === undefined) return text;
  const aside = masked.at(character);
  action.href ??= withScheme(aside?.text ?? '');
  let rest = text.replace(linked[0].includes(character) ? linked[0] : character, ' ');
  const quote = masked.all('quote', BESIDE_LINK.exec(text)?.[0] ?? '')[0];
  if (quote && !action.label) {
    action.label = quote;
    rest = rest.replace(ASIDES, (one) => (masked.at(one)?.text === quote ? ' ' : one));
  }
  return rest.replace(/(?:^|[\s,])(?:(?:one|a|the|and|with|big|small|single|all)\s){0,3}(?:links?|buttons?|cta)\s*(?:[:-]\s*)?$/iu, ' ');
}

const ONLINE =
  /\b((?:book|order|buy|pay|register|sign up|donate|apply|shop|join|watch|listen|download|see more|find out more|learn more|read more|track it?)(?:\s(?:online|now|here|tickets))?)\s*(?:at|on|via|here|:)\s*:?\s*([\ue100-\ue483])/iu;
/** Quoted words beside "link" or "button" are its label. */
const BESIDE_LINK = /(?:links?|buttons?|cta)\b[^.\n]{0,40}|[\ue100-\ue483]\s(?:link|button)/iu;

const SIGNED =
  /(?:^|[.!?\n,;]\s*)(?:signed by|signed,?|sign(?: it)?(?: off)?(?: from| as| by| with)?|from|yours|best from|unterschrieben von|gezeichnet|gruß von|viele grüße von|signé par|signé|firmado por|firmado|firma|firmato|assinado por|assinado|ondertekend door|groetjes van|undertecknat|podpisano|hälsningar|vänliga hälsningar|groeten|met vriendelijke groet|saludos|saluti|cumprimentos|pozdrawiam|pozdrowienia|cordialement|viele grüße|liebe grüße|kind regards|best wishes|cheers|love)(?::|,|\s)\s*((?:(?:het\s|das\s|el\s|o\s|il\s)?team\s|l['’]équipe\s|the\s(?:whole\s)?(?:team|crew|family|board|staff|committee|trustees|management|office|organi[sz]ers|parents|owners)\s(?:at|of|from)\s|the\s)?\p{Lu}[\p{L}'’.-]+(?:\s(?:and|und|et|y|e|en|och|i|&|von|van|from|at|of|de|di|the|workshop|team|\p{Lu}[\p{L}'’.-]+)){0,6}(?:,\s\p{Ll}[\p{L} ]{2,30})?)\s*[.!]?$/iu;

const SIGN_OFF =
  /(?:^|[.!?\n,;]\s*)(?:(?:viele|liebe|herzliche|beste|schöne|sportliche|mit freundlichen|freundliche)\s?grüße?n?|gruß|groet(?:en|jes)?|met (?:vriendelijke|hartelijke) groet(?:en)?|(?:vänliga |varma |bästa |soliga )?hälsningar|mvh|saludos|un saludo|un abrazo|atentamente|(?:cordiali |cari )?saluti|cordialement|amicalement|bien à vous|pozdrawiam\p{L}{0,2}|pozdrowienia|z poważaniem|(?:com os melhores )?cumprimentos|abraços?|firma(?:do|to|ta)?|signée?|assinad[oa]|assina|ondertekend|undertecknat|podpisano|podpis|gez\.?|unterzeichnet|unterschrieben|unterschrift)(?:\s(von|vom|de|da|van|från|por|par|di|od|door|pela|pelo|du|de la|del|della)(?=\s))?[\s,:]+([^.!?\n]{2,80})[.!]?$/iu;
const BOARD =
  /^(?:styrelsen|de directie|het bestuur|la direction|l['’]équipe|la dirección|el equipo|a direção|a equipa|zarząd|zespół|il presidente|la presidente|il direttivo|lo staff)(?!\p{L})/iu;

/** "Viele Grüße vom Vorstand des TV Eiche", "Hälsningar styrelsen" */
export function readSignOff(text: string, reading: Reading): string {
  if (reading.brief.kind !== 'email' || reading.brief.lang === 'en') return text;
  const found = SIGN_OFF.exec(text) ?? /^\s*[/–—-]{1,2}()\s?(\p{Lu}[\p{L}'’.-]+(?:\s[\p{L}'’&.-]+){0,6})[.!]?$/u.exec(text);
  const name = reading.masked.shown(found?.[2] ?? '').trim();
  if (!found || !(TITLED.test(name) || BOARD.test(name))) return text;
  const article = found[1]?.toLowerCase() === 'vom' ? (/^team/iu.test(name) ? 'Das ' : 'Der ') : '';
  const signed = `${article}${capital(name)}`;
  const [, person = signed, role] = /^([^,(]{2,60}?),\s*([^,.]{2,60})$/u.exec(signed) ?? [];
  reading.brief.signature ??= { name: person.trim(), ...(role && { role: role.trim() }) };
  return text.slice(0, found.index).trim();
}
const TITLED =
  /^(?:(?:il|la|el|o|a|le|die|der|das|dem|het|de|team|equipo|équipe|équipe de|l['’]|d['’]|juf|meester|frau|herr|pani|pan|mme|dr\.?)\s?){0,2}\p{Lu}/u;

export function readSignature(text: string, reading: Reading): string {
  if (reading.brief.kind !== 'email') return text;
  const found = SIGNED.exec(text);
  if (!found?.[1] || !CAPITALS.test(found[1]) || reading.brief.signature) return text;
  sign(reading.masked.shown(found[1]), reading);
  return text.slice(0, found.index);
}
/** The pattern of signatures ignores case, which makes a name of any word. */
const CAPITALS =
  /^(?:(?:het\s|das\s|el\s|o\s|il\s)?team\s|l['’]équipe\s|the\s(?:whole\s)?(?:team|crew|family|board|staff|committee|trustees|management|office|organi[sz]ers|parents|owners)\s(?:at|of|from)\s|the\s)?\p{Lu}/u;

export function sign(text: string, { brief }: Reading): void {
  const [, name = '', role] = /^([^,(]{2,60}?)(?:,\s*([^,.]{2,60})|\s*\(([^)]{2,60})\))?[.!]?$/u.exec(text.trim()) ?? [];
  if (name) brief.signature ??= { name: name.trim(), ...(role && { role: role.trim() }) };
}

const DEEDS: Record<string, RegExp> = {
  quote:
    /(?<!\p{L})(?:kostenvoranschl\p{L}+|angebot an\p{L}+|angebotsanfrage|devis|presupuestos?|preventiv[oi]|orçamentos?|offertes?(?=\s(?:aanvra|vrag))|offerteaanvraag|prisförslag|begär\p{L}? offert|be om offert|wycen\p{L}{1,3})(?!\p{L})|見積/iu,
  appointment:
    /(?<!\p{L})(?:terminanfrage|terminbuchung|terminvereinbarung|termin\p{L}{0,2} (?:an|ver|buch|aus)\p{L}+|rendez-vous|rdv|(?:pedir|reservar|pida\p{L}?|solicitar|reserva\p{L}{0,2} de|coger) (?:una? )?citas?|cita previa|appuntament[oi]|marcar (?:uma )?(?:consulta|hora|visita)|marcaç(?:ão|ões)|agendar|agendamento|afspraak|afspraken|boka (?:en )?tid|tidsbokning|umówi\p{L}{1,3} (?:się|wizytę)|umów|wizyt\p{L}{1,2})(?!\p{L})|予約/iu,
};

const SERVICES: ReadonlySet<string> = new Set(['local-service', 'health', 'coaching']);

export function actionElsewhere({ kind, lang, purpose, action, words }: Brief): void {
  if (kind !== 'page' || lang === 'en' || action.label !== undefined || !SERVICES.has(purpose)) return;
  const [deed] = Object.entries(DEEDS).find(([, asks]) => asks.test(words)) ?? [];
  const label = deed && saidIn(lang, deed);
  if (label) action.label = label;
}
