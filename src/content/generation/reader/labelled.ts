import type { BlockKind } from '../draft/draft.ts';
import { sign } from './actions.ts';
import { readWithout } from './asked.ts';
import type { BriefFact } from './brief.ts';
import { invitesFields, namesFields, withCommas } from './field-lists.ts';
import { fieldsIn } from './fields.ts';
import { readAsides, readLink } from './findings.ts';
import { looksLikePeople, priceIn } from './items.ts';
import { FORM_LABEL, JOB_PART, type Label, labelOf, readAim } from './labels.ts';
import { isUnspaced } from './language.ts';
import { looksOf } from './looks.ts';
import { readOffer } from './offers.ts';
import { ISSUE, readSession } from './openings.ts';
import { namesDocument } from './ordering.ts';
import { readPurpose } from './purpose.ts';
import type { Reading } from './reading.ts';
import { instruction, isStatement, polished } from './statements.ts';
import { ASIDES, asSentence, capital, clausesOf, listOf, sentencesOf, withScheme } from './text.ts';
import { lexicon } from './words.ts';

const LABEL = /^([^:：\ue100-\ue483]{2,60}?)\s*[:：]\s*(\S.*)$/su;

const LONGEST = 2000;

export function labelKind(text: string, { masked }: Reading): ReturnType<typeof labelOf> {
  const [, label] = /^([^:：]{2,40})[:：](?:\s|$)/u.exec(text) ?? [];
  return label === undefined ? undefined : labelOf(masked.shown(label));
}

const DASHED = /^(\p{L}[\p{L} ]{2,24}?)\s[–—-]\s(\S.*)$/su;
/** A dash may replace the colon: "Menu - Pad Thai £9, …". */
const BEFORE_DASH =
  /^(?:our |the )?(?:menu|prices?|pricing|plans?|faqs?|opening (?:hours|times)|hours|form|fields|services|features|packages|phone|tel|address|email|location|where|when|cta|button|colou?rs|tone|style)$/iu;

/** @returns whether the line had a label */
export function labelled(source: string, reading: Reading): boolean {
  const dashed = DASHED.exec(source);
  const text = (dashed?.[1] && BEFORE_DASH.test(dashed[1]) ? `${dashed[1]}: ${dashed[2]}` : source).slice(0, LONGEST);
  const [, name = '', rest = ''] = LABEL.exec(text) ?? [];
  if (reading.brief.kind === 'email' && reading.opening === '' && ISSUE.test(text)) return false;
  if (reading.opening === '' && readKind(name, rest, reading)) return true;
  if (name === '' || /^\d{1,2}$/.test(name) || (/^\d/.test(rest) && /\d$/.test(name))) return false;
  if (/^(?:and\s)?(?:remind|tell)\s(?:them|people|everyone|guests)$/iu.test(name.trim())) {
    for (const clause of clausesOf(rest)) reading.sentence(clause, false);
    return true;
  }
  if (readLink(name, rest, reading) || readJobPart(name.trim(), rest, reading) || readSession(name.trim(), rest, reading)) return true;
  if (SURVEY.test(name) && reading.brief.kind === 'page') {
    const questions = fieldsIn(rest, reading.masked);
    if (questions.length > 1) {
      reading.opening = `${reading.opening} ${name}`.trim();
      reading.surveyed = true;
      reading.addFields(questions);
      return true;
    }
  }
  if (
    reading.brief.kind === 'page' &&
    (namesFields(withCommas(sentencesOf(rest)[0] ?? ''), reading.masked) || invitesFields(name, sentencesOf(rest)[0] ?? '', reading.masked))
  ) {
    const [first = '', ...more] = sentencesOf(rest);
    reading.addFields(fieldsIn(first, reading.masked));
    reading.want('form');
    for (const next of more) reading.sentence(next, false);
    return true;
  }
  const known =
    /^base$/iu.test(name.trim()) && reading.brief.purpose !== 'job'
      ? undefined
      : FORM_LABEL.test(name.trim())
        ? { label: 'fields' as const }
        : labelOf(name.replace(/\s*\([^)]*\)$/, '').replace(/\s(?:for|für|pour|para|per|voor|för|dla)\s[^:.]{2,24}$/iu, ''));
  if (known) return readKnown(known, name.trim(), rest, reading);
  // "Reminder: your class is tomorrow": the first label names the document.
  if (reading.opening === '' && name.split(/\s+/).length <= 4 && reading.masked.text.startsWith(name) && !/^(?:shoes|note)/iu.test(name)) {
    if (!lexicon('sections').has(name) && rest.split(/\s+/).length > 3 && !instruction(reading.masked.shown(rest))) {
      reading.opening = name;
      readPurpose(reading);
      for (const one of sentencesOf(rest)) reading.sentence(one, false);
      return true;
    }
  }
  return ownLabel(name, rest, reading);
}

function readJobPart(name: string, rest: string, reading: Reading): boolean {
  if (reading.brief.purpose !== 'job' || !JOB_PART.test(name) || instruction(reading.masked.shown(rest))) return false;
  const entries = rest.includes(';') ? rest.split(/\s*;\s*/u).filter(Boolean) : listOf(rest);
  const tidied = entries.map((entry) => entry.replace(/^(?:and|und|et|y|e|en|och|i)\s/iu, '').replace(/\.$/u, ''));
  return reading.part('features', capital(name), tidied);
}

const KIND =
  /^(?:free\s|online\s|our\s|my\s|a\s|the\s|new\s)*(wedding|hochzeit|mariage|boda|matrimonio|casamento|bruiloft|bröllop|ślub|birthday party|geburtstag|webinar|workshop|course|talk|lecture|event|concert|exhibition|petition|fundraiser|podcast|newsletter|masterclass|meetup|seminar|kurs|vortrag|konzert|ausstellung|petition|atelier|concert|conférence|charla|taller|concierto|corso|concerto|mostra|oficina|lezing|cursus|kurs|wykład|warsztaty)(?:\s(?:page|website|site|lp|landing page|seite|pagina|página))?(?:\s(?:for|für|pour|para|per|voor|för|dla)\s[^:]{2,40})?$/iu;

/** "Webinar: How to price handmade goods. …": the kind, then the title. */
function readKind(name: string, rest: string, reading: Reading): boolean {
  const kind = KIND.exec(name.trim())?.[1];
  const [first = '', ...more] = sentencesOf(rest);
  const [title = '', ...clauses] = /petition/iu.test(kind ?? '') ? [first] : first.split(/,\s/u);
  // The contents of a newsletter are no title.
  if (kind && reading.brief.kind === 'email' && /newsletter/iu.test(kind)) return false;
  if (!kind || /^[\ue100-\ue483]/u.test(title) || title.split(/\s+/).length > 14) return false;
  const shown = reading.masked
    .shown(title)
    .replace(/[!.]+$/u, '')
    .trim();
  reading.opening = `${/^(?:wedding|hochzeit|mariage|boda|matrimonio|casamento|bruiloft|bröllop|ślub)$/iu.test(kind) ? `our wedding ${name}` : name} ${title}`;
  readPurpose(reading);
  if (/petition/iu.test(kind)) reading.brief.quoted.push({ as: 'headline', text: capital(shown) });
  else if (/^\p{Lu}/u.test(shown) && shown.split(/\s+/).length <= 10) reading.name(shown);
  else reading.slot('subject', shown);
  for (const next of [...(clauses.length > 0 ? [clauses.join(', ')] : []), ...more]) reading.sentence(next, false);
  return true;
}

const SURVEY =
  /(?<!\p{L})(?:survey|questionnaire|poll|feedback|umfrage|fragebogen|sondage|questionnaire|encuesta|sondaggio|questionario|inquérito|vragenlijst|enquête|enkät|ankiet\p{L}{1,2})(?!\p{L})/iu;

function readKnown(known: NonNullable<ReturnType<typeof labelOf>>, name: string, rest: string, reading: Reading): boolean {
  if (readAim(name, rest, reading)) return true;
  // "Firma" is a company in some languages and a signature in others.
  if (/^firma$/iu.test(name) && ['es', 'it', 'pt'].includes(reading.brief.lang)) return label('sign', rest, reading);
  const isTitle = /^(?:title|titel|titre|título|titolo|タイトル)$/iu.test(name);
  const one =
    'part' in known
      ? known.part === 'form'
      : ONE_SENTENCE.has(known.label) || (QUOTABLE.has(known.label) && reading.brief.kind === 'email');
  const quoted = 'label' in known && QUOTABLE.has(known.label) ? /^\s*[\ue100-\ue483]/u.exec(rest)?.[0] : undefined;
  const isForm = 'part' in known ? known.part === 'form' : known.label === 'fields';
  const asked = isForm ? sentencesOf(rest) : [];
  // Each question is a sentence, and all belong to the form.
  const questions = asked.findIndex((sentence) => !/[?？]$/u.test(sentence));
  const upTo = questions < 0 ? asked.length : questions;
  const [first = '', ...more] =
    upTo >= 2
      ? [asked.slice(0, upTo).join(' '), ...asked.slice(upTo)]
      : quoted && reading.masked.all('quote', quoted).length > 0
        ? [quoted, rest.slice(quoted.length)]
        : one
          ? sentencesOf(rest)
          : [rest];
  if (isTitle && reading.dated) reading.brief.slots.name ??= reading.masked.shown(first).trim();
  const done =
    'part' in known
      ? inlinePart(known.part, first, reading, PLAIN_PART.test(name.trim()) ? undefined : capital(name.trim()))
      : label(known.label, first, reading);
  if (!done) return false;
  for (const next of more) reading.sentence(next, false);
  return true;
}
const PLAIN_PART =
  /^(?:features?|benefits?|prices?|pricing|plans?|faqs?|menu|schedule|programme?|speakers?|team|form|text|about|preise|programm|tarifs|precios|prezzi|preços|prijzen|priser|ceny)$/iu;
const ONE_SENTENCE: ReadonlySet<Label> = new Set(['fields', 'looks', 'name', 'code', 'audience', 'role', 'sign']);
const QUOTABLE: ReadonlySet<Label> = new Set(['headline', 'lede', 'subject', 'preview', 'name']);

const WHAT =
  /^(?:what(?:['’]s)?|was|ce qu\p{L}*|qué|lo que|cosa|che cosa|o que|wat|vad|co)(?:\s|$)(?!(?:for|about|i want|we want|it should)(?:\s|$))/iu;

const COUNTED = /^(?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twelve)\s(\p{L}{3,20})(?:\s*\([^)]*\))?$/iu;

/** "Shoes: no stilettos", "Agent: …": the page shows labels that the library has no use for. */
function ownLabel(name: string, rest: string, reading: Reading): boolean {
  const { masked, brief } = reading;
  const words = name.trim().split(/\s+/);
  const shown = masked.shown(rest).trim();
  const listed = listOf(rest);
  const isShort = listed.every((entry) => entry.split(/\s+/).length <= 10);
  if (/^\d{1,3}\s\p{L}+$/u.test(name.trim()) && looksLikePeople(listed, masked)) return reading.part('people', undefined, listed);
  if (isUnspaced(brief.lang) && (/[、,，。]/u.test(rest) || /页|ページ|メール|邮件/u.test(name))) return false;
  const priced = listed.every((entry) => priceIn(entry) !== undefined);
  const counted = COUNTED.exec(name.trim())?.[1];
  if (counted && listed.length >= 3) {
    if (lexicon('sections').whole(counted) === 'gallery' || /pictures|photos|images/iu.test(name)) reading.want('gallery');
    return priced ? reading.part('pricing', undefined, listed) : reading.part('features', capital(counted), listed);
  }
  // "What to bring: …", "What is inside: …"
  if (WHAT.test(name.trim()) && words.length <= 5 && listed.length >= 2 && isShort && !instruction(shown))
    return reading.part('features', capital(name.trim()), listed);
  if (
    (words.length > (brief.lang === 'en' && listed.length < 2 ? 2 : 4) &&
      !/^(?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)\s/iu.test(name)) ||
    shown.length > 160 ||
    instruction(shown) ||
    instruction(name) ||
    namesDocument(name, brief.lang) ||
    sentencesOf(rest).length > 1
  )
    return false;
  const isAddress = /^[\ue100-\ue483]$/u.test(rest.trim()) && masked.at(rest.trim())?.kind === 'url';
  if (isAddress || words.some((word) => NO_LABEL.test(word)) || masked.all('quote', rest).length > 0) return false;
  const slashed = rest.split(rest.includes(';') ? /\s*;\s+/u : /\s\/\s/u).map((entry) => entry.replace(/\.\s*$/u, ''));
  if (listed.length >= 2 && priced) return reading.part('pricing', capital(name.trim()), listed);
  if (slashed.length >= (rest.includes(';') ? 2 : 3) || (listed.length >= 3 && isShort))
    return reading.part('features', capital(name.trim()), slashed.length >= 2 ? slashed : listed);
  return reading.fact('note', polished(rest, brief.lang), name.trim());
}

const NO_LABEL =
  /^(?:to|for|is|and|or|with|the|page|email|mail|website|site|newsletter|webinar|shop|i|we|it|you|one|two|three|lp|needs?|wants?|wish|wishes|include|must|also|plus|ideas?|please|todo|brauche|brauchen|bitte|besoin|necesito|serve)$/iu;

/** "Plans: Solo $9, Studio $29" */
export function inlinePart(part: string, rest: string, reading: Reading, heading?: string): boolean {
  if (part === 'form') {
    const fields = fieldsIn(rest.replace(/^(?:with|for)\s+/iu, ''), reading.masked);
    // "Newsletter sign-up: “Monday Ledger” …" names the subject, not fields.
    if (reading.masked.all('quote', rest).length > 0 && !fields.some(({ standard, options }) => standard ?? options)) return false;
    reading.addFields(fields);
    return fields.length > 0;
  }
  if (part === 'hours') return reading.fact('hours', rest);
  if (part === 'logos' && looksLikePeople(listOf(rest), reading.masked)) return reading.part('people', heading, listOf(rest));
  // Each quotation has its own speaker behind it.
  if (part === 'quote' && reading.masked.all('quote', rest).length > 0) {
    for (const one of sentencesOf(rest)) reading.sentence(one, false);
    return true;
  }
  if (part === 'gallery' && listOf(rest).length >= 2 && !instruction(reading.masked.shown(rest))) {
    reading.want('gallery');
    return reading.part('features', heading, listOf(rest));
  }
  if (part === 'video' && reading.masked.all('url', rest).length > 0) {
    readAsides(`video ${rest}`, reading);
    return true;
  }
  if (['cta', 'hero', 'footer', 'contact', 'video', 'gallery'].includes(part)) return false;
  const entries = entriesOf(part, rest);
  if (entries.length === 0) return false;
  if (part === 'map') return reading.fact('where', rest);
  if (entries.length === 1 && entries[0]?.split(/\s+/).length === 1 && !/\d/.test(entries[0])) return false;
  // "For our staff: new shifts from Monday" lists no people.
  if (part === 'people' && entries.length === 1 && !/\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}/u.test(reading.masked.shown(rest))) return false;
  const own = part === 'features' || part === 'steps' ? heading : undefined;
  return reading.part(part as BlockKind, own, part === 'text' ? sentencesOf(rest) : entries);
}

const ANSWERED = /[^?？]{3,200}[?？][^?？]{1,300}?(?:[.!](?=\s|$)|$)/gu;

function entriesOf(part: string, rest: string): readonly string[] {
  const slashed = rest.split(/\s\/\s(?=\S)/u);
  if (part === 'faq') return slashed.length > 1 ? slashed : (rest.match(ANSWERED) ?? []);
  return slashed.length > 2 ? slashed : listOf(rest);
}

export function label(kind: Label, rest: string, reading: Reading): boolean {
  const { masked, brief } = reading;
  const { slots, quoted, action } = brief;
  const text = masked.shown(rest).trim();
  const [quote] = masked.all('quote', rest);
  switch (kind) {
    case 'name': {
      if (!quote && looksOf(rest, masked)) return reading.looks(rest);
      if (!quote && (isStatement(text, brief.lang) || instruction(text)) && !/^\p{Lu}[\p{L}'’]+\s(?:is|–|-)/u.test(text)) return false;
      const [name = '', about] = text.split(/\s*(?:\(|,|\s[–—-]\s|\.\s)\s*/u);
      reading.name(quote ?? name.trim().replace(/\.$/, ''));
      const behind = quote ? /^\s*[\ue100-\ue483]\s+(\p{Ll}{2,14}s\s[^.]{6,200}|[–—-]\s.+)/su.exec(rest)?.[1] : undefined;
      if (quote && behind) readBehindName(quote, rest.slice(rest.indexOf(behind)), reading);
      return about && !quote ? reading.open(about.replace(/\)$/, '')) : true;
    }
    case 'headline':
    case 'lede':
    case 'subject':
    case 'preview':
      quoted.push({ as: kind, text: quote ?? text });
      return true;
    case 'button': {
      const [url] = masked.all('url', rest);
      const words =
        quote ??
        masked
          .shown(rest.replace(ASIDES, ''))
          .replace(/\s*(?:→|->|=>|links? to|goes to|to|\()\s*$/iu, '')
          .trim();
      if (words) action.label ??= words.replace(/[.)]$/, '');
      if (url) action.href ??= withScheme(url);
      return true;
    }
    case 'looks':
      return reading.looks(readWithout(rest, reading));
    case 'audience':
      return reading.slot('audience', text.replace(/[.]$/, ''));
    case 'goal':
      if (brief.lang === 'en' && slots.name && /^\p{Ll}{2,20}s\s\S+\s\S+/u.test(text))
        return reading.statement(asSentence(`${slots.name} ${polished(text, 'en')}`));
      reading.open(text);
      if (reading.isEnglishMail) {
        const [goal = '', ...more] = sentencesOf(rest);
        const told = /^(?:to\s)?(?:announce|launch|introduce|promote|share|advertise)\s(.{4,70}?)(?:\sto\s.{3,60})?\.?$/iu.exec(
          masked.shown(goal),
        )?.[1];
        if (told) brief.lead ??= capital(told);
        for (const one of more) reading.sentence(one, false);
        return true;
      }
      // "Goal: get sign-ups for the beta" is meant for the writer.
      if (brief.lang === 'en' && BRINGS_ABOUT.test(text)) return true;
      for (const one of sentencesOf(rest)) reading.sentence(one, true);
      return true;
    case 'fields':
      return inlinePart('form', rest, reading);
    case 'sign':
      sign(text, reading);
      return true;
    case 'code':
      reading.fact('code', text);
      return reading.slot('code', text);
    case 'offer':
      if (reading.isEnglishMail) return reading.sentence(rest, false);
      readOffer(rest, reading);
      return instruction(text) || reading.slot('offer', text.replace(/\.$/, ''));
    case 'role': {
      const [role = '', ...where] = clausesOf(text.replace(/\.$/, ''));
      reading.slot('role', role);
      return where.length > 0 ? reading.sentence(where.join(', '), false) : true;
    }
    case 'drop':
      return reading.sentence(rest);
    default:
      return labelledFact(kind, rest, reading);
  }
}

const BRINGS_ABOUT =
  /^(?:to\s)?(?:get|collect|drive|increase|generate|sell|have|make|convince|encourage|persuade|attract|promote|build|gain|boost|receive|capture|fill|turn|bring|inform|explain|show|grow|win|announce|introduce|sign (?:people|users|customers)|book (?:more|calls|demos)|more\s|sign-?ups?|leads|sales|bookings)(?!\p{L})/iu;

/** "App: “Roamly” helps parents …" */
export function readBehindName(name: string, text: string, reading: Reading): void {
  const [first = '', ...more] = sentencesOf(text);
  const shown = reading.masked.shown(first);
  if (/^\p{Ll}+s\s/u.test(first) && !instruction(shown)) reading.does.push({ thing: name, said: polished(shown, reading.brief.lang) });
  else reading.sentence(first.replace(/^[–—-]\s/u, ''), true);
  for (const one of more) reading.sentence(one, false);
}

export function labelledFact(kind: BriefFact['kind'], rest: string, reading: Reading): boolean {
  // "Price: 30 % off tents" is an offer.
  if (kind === 'price' && !/\d\s?[€£$]|[€£$]\s?\d/u.test(rest) && reading.brief.slots.discount === undefined) {
    readOffer(rest, reading);
    if (reading.brief.slots.discount !== undefined) return true;
  }
  const isContact = kind === 'email' || kind === 'phone';
  if (isContact && reading.masked.all(kind, rest).length === 0 && !(kind === 'phone' && /\d{4}/.test(rest))) return false;
  const [first = '', ...more] = sentencesOf(rest);
  reading.fact(kind, first);
  if (kind === 'when' || kind === 'until' || kind === 'where' || kind === 'price' || kind === 'deadline' || kind === 'host')
    reading.brief.slots[kind] ??= reading.masked.shown(first).replace(/\.$/, '');
  for (const one of more) reading.sentence(one, false);
  return true;
}
