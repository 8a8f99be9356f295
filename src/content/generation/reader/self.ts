import { NAME, subjectOf } from './names.ts';
import type { Reading } from './reading.ts';
import { instruction, polished } from './statements.ts';
import { clausesOf, listOf } from './text.ts';
import { asWritten } from './words.ts';

const WE_MAKE = asWritten`^(?:(?:so|basically)\s+)*(?:[Ww]e|[Ii])\s(?:make|built|build|run|own|created|started|founded)\s(?:the\s)?(${NAME})(?:,|\s[–—-])\s*(?:an?\s|the\s)?(.{3,160})$`;
const I_AM = asWritten`^(?:[Hh]i,?\s)?(?:[Ii]['’]?m|[Ii] am|[Mm]y name is|[Ii]ch bin|[Ii]ch heiße|[Jj]e suis|[Jj]e m['’]appelle|[Ss]oy|[Mm]e llamo|[Ss]ono|[Mm]i chiamo|[Ss]ou|[Mm]eu nome é|[Cc]hamo-me|[Ii]k ben|[Jj]ag heter|[Jj]ag är|[Jj]estem|[Nn]azywam się)\s(${NAME})`;
/** "We're Little Acorns, in Knutsford", but not "We're French". */
const WE_ARE_NAMED = asWritten`^(?:[Ww]e['’]?re|[Ww]e are|[Tt]his is|[Ww]e trade as)\s((?!\p{Lu}\p{Ll}+(?:ish|ese|ian|an|ch)(?![\p{L} ]))${NAME})(?=,\s|\s[–—-]\s|\s\(|[.!]?\s*$|\s(?:in|from|near)\s)`;
const WE_ARE =
  /^(?:i am|i['’]m|we are|we['’]re|it['’]?s|it is|wir sind|ich bin|nous sommes|je suis|somos|soy|siamo|sono|sou|wij zijn|we zijn|ik ben|vi är|jag är|jesteśmy|jestem)\s(?:an?|the|eine?|un|une|una|uno|um|uma|een|en|ett)\s(.{3,120})$/iu;
const NAME_DOES = asWritten`^(?:[Tt]he\s)?(${NAME})\s(?:sells?|makes?|offers?|bakes?|builds?|teaches|runs|helps|repairs|brews?|roasts?|prints?|grows?|is\s(?:an?|the)|are\s(?:an?|the)|verkauft|bietet|macht|baut|vend|propose|fabrique|vende|ofrece|hace|offre|vende|faz|oferece|verkoopt|maakt|säljer|gör|sprzedaje|robi|oferuje|ist\seine?|est\sune?|es\suna?|è\suna?|é\suma?)\s(.{3,160})$`;
const I_DO =
  /^(?:we|i|wir|ich|nous|je|vi|jag|wij|we|ik)\s(?:make|sell|teach|run|bake|build|design|offer|brew|roast|repair|fix|grow|print|paint|photograph|train|walk|groom|clean|host|organi[sz]e|rent(?: out)?|restore|verkaufen|verkaufe|machen|bieten|backen|bauen|unterrichte|vendons|fabriquons|proposons|säljer|verkopen|maken|bakken)\s(.{3,120})$/iu;

/** "Kidney Kitchen thats the name", "Mud Club is what we're called". */
const IS_NAME =
  "(?:(?:that['’]?s|that is|is|it['’]?s) (?:the|our|its) name|is what (?:we|it|they)(?:['’]?re|['’]?s| are| is) called|(?:das )?ist (?:der|unser) Name|c['’]est (?:le|notre) nom|es (?:el|nuestro) nombre|è il (?:nostro )?nome|é o (?:nosso )?nome|is de naam|är namnet)(?:\\sof (?:it|the \\p{L}{2,20}|our \\p{L}{2,20}))?(?!\\p{L})";
const NAMED_AFTER = asWritten`(?:^|[,.;]\s|\s[–—-]\s)(${NAME})(?:,|\s[–—-])?\s${IS_NAME}`;
const SMALL_NAME = asWritten`^((?!(?:what|this|it|that|and|so|but)\s)\p{Ll}[\p{L}'’&]{1,20}(?:\s[\p{L}'’&]{1,20}){0,3}?),?\s${IS_NAME}[.!]?$`;

const NAME_IS = asWritten`^(?:(?:[Tt]he|[Oo]ur|[Mm]y)\s)?(?:[Bb]rand|[Cc]ompany|[Bb]usiness|[Ss]hop|[Ss]tore|[Cc]lub|[Ff]irm|[Ss]tudio|[Cc]afé|[Cc]afe|[Ss]alon)(?:['’]s)?\sis\s(?:called\s)?(${NAME})[.!]?$`;

/** @returns the rest */
export function readNameBefore(text: string, reading: Reading): string {
  const { brief, masked } = reading;
  const is = NAME_IS.exec(text.trim());
  if (is?.[1]) {
    brief.slots.name ??= masked.shown(is[1]);
    reading.named = true;
    return '';
  }
  const found = NAMED_AFTER.exec(text);
  const small = found ? null : SMALL_NAME.exec(text);
  if (small?.[1]) {
    brief.slots.name ??= masked.shown(small[1]).replace(/(?<![\p{L}'’])\p{Ll}/gu, (letter) => letter.toLocaleUpperCase());
    return '';
  }
  if (!found?.[1]) return text;
  brief.slots.name ??= masked.shown(found[1]);
  return `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
}

/** @returns whether the sentence contains nothing else */
export function described(text: string, reading: Reading): boolean {
  const { brief, masked } = reading;
  const { slots } = brief;
  const made = WE_MAKE.exec(text);
  if (made?.[1] && made[2] && !instruction(masked.shown(made[2]))) {
    slots.name ??= masked.shown(made[1]);
    slots.subject ??= subjectOf(made[2], masked);
    reading.opening += ` ${made[2]}`;
    return clausesOf(made[2]).length === 1;
  }
  const am = I_AM.exec(text);
  if (am?.[1] && /\s\p{Lu}/u.test(am[1])) {
    reading.person ??= masked.shown(am[1]);
    const rest = text.slice(am[0].length).replace(/^[\s,]+/u, '');
    if (rest === '') return true;
    if (!/^(?:an?|the|eine?|une?|una?)\s/iu.test(rest)) return false;
    slots.subject ??= subjectOf(rest, masked);
    return clausesOf(rest).length === 1 && rest.split(/\s+/).length < 6;
  }
  const named = WE_ARE_NAMED.exec(text)?.[1];
  if (named && slots.name === undefined && /\p{Ll}/u.test(named)) {
    slots.name = masked.shown(named);
    reading.named = true;
  }
  const early = brief.statements.length === 0 && slots.subject === undefined;
  if (!early) return false;
  const does = NAME_DOES.exec(text);
  const isPronoun = /^(?:This|That|It|We|There|Here|Our|My|All|Each|Every|Everyone|What|The)$/u.test(does?.[1] ?? '');
  if (does?.[1] && /\p{L}{2}/u.test(does[1]) && !isPronoun) slots.name ??= masked.shown(does[1]);
  const about = does?.[2] ?? WE_ARE.exec(text)?.[1] ?? I_DO.exec(text)?.[1];
  if (about && !/^(?:little|bit|lot)\s/iu.test(about)) {
    slots.subject ??= subjectOf(about, masked);
    if (slots.subject !== undefined) reading.opening = `${reading.opening} ${about}`.trim();
  }
  return false;
}

const WE_DO =
  /^(?:we|i|wir|ich|nous|je|nosotros|noi|nós|wij|ik|vi|jag|my)?\s?(?:also\s|auch\s|aussi\s|también\s|anche\s|também\s|ook\s|även\s)?(?:do|write|edit|translate|illustrate|photograph|shoot|plan|offer|sell|make|stock|bake|teach|repair|fix|clean|serve|provide|print|grow|build|machen|bieten|verkaufen|reparieren|backen|faisons|proposons|vendons|réparons|hacemos|ofrecemos|vendemos|facciamo|offriamo|vendiamo|fazemos|oferecemos|vendemos|doen|bieden|verkopen|gör|erbjuder|säljer|robimy|oferujemy|sprzedajemy)\s(.{8,400})$/iu;

const THEY_ARE =
  /^(?:our\s|the\s)?(?:services|products|classes|treatments|topics|facilities|amenities|courses|dishes|specialities|leistungen|services|servicios|servizi|serviços|diensten|tjänster|usługi)\s(?:include|are|comprise|sind|umfassen|comprennent|incluyen|comprendono|incluem|zijn|är|obejmują)\s(.{8,400})$/iu;

export function listed(text: string, { brief, masked }: Reading): boolean {
  const found = WE_DO.exec(text)?.[1] ?? THEY_ARE.exec(text)?.[1];
  if (!found || instruction(masked.shown(text))) return false;
  const entries = listOf(found).map((entry) => masked.shown(entry).trim());
  if (entries.length < 3 || entries.some((entry) => entry.split(/\s+/).length > 6 || /\b(?:we|i|you|wir|nous)\b/iu.test(entry)))
    return false;
  brief.offers.push(...entries);
  return true;
}

/** "A web app that helps gardeners plan their beds" */
const DOES =
  /(?<=^|\s)(?!(?:pages?|site|website|form|section|button|people|person|those|anyone|someone|everyone|customers?|clients?|visitors?|headline|text|copy|style|design|colou?rs?|something|way|feeling|look|tone|one)\s)(\p{L}{3,20}),?\s(?:that|which|who)\s((?!(?:takes place|happens|starts|begins|opens|shows|asks|includes|contains|explains|collects|links|says|is|are|was|has|needs|wants|looks|feels|sounds|makes it)\s)\p{Ll}{2,14}s\s\p{L}[^.!?;:()\ue100-\ue483]{6,180})$/u;

/** @returns the rest */
export function readRelative(text: string, reading: Reading): string {
  const { brief, masked } = reading;
  if (brief.kind !== 'page' || brief.lang !== 'en' || reading.opening !== '') return text;
  const found = DOES.exec(text);
  const clauses = clausesOf(found?.[2] ?? '');
  // ", signup form with email" starts something else.
  const last = clauses.findIndex(
    (clause) => /\b(?:form|sign-?up|e-?mail|button|page|cta|tone|style)s?\b/iu.test(clause) || instruction(clause),
  );
  const own = last < 0 ? clauses : clauses.slice(0, last);
  const said = masked.shown(own.join(', '));
  if (!found || said === '' || /^\p{L}+ss\s/u.test(said) || /,\s(?:and\s)?(?:we|i|please|make|with|a form|it)\s/iu.test(said)) return text;
  reading.does.push({ thing: found[1] as string, said: polished(said, 'en') });
  return [`${text.slice(0, found.index)}${found[1]}`, ...clauses.slice(own.length)].join(', ');
}
